"""Passing by itself: what a person has no choice but to do is done at once, as normal actions."""

import random
from typing import Any

import pytest

from app.store import MatchRow, MatchStore
from engine.record import Record, agrees, final
from tests.app.visitor import HTMX, Visitor, fields, some_action


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count the conditional updates of matches."""
    made: list[str] = []
    replace = MatchStore.replace

    def counted(self: MatchStore, old: MatchRow, new: MatchRow) -> bool:
        made.append(new.id)
        return replace(self, old, new)

    monkeypatch.setattr(MatchStore, "replace", counted)
    return made


def like(visitor: Visitor) -> None:
    """Have the passes made by itself from now on."""
    visitor.client.cookies.set("cardavia_ways", "normal.off.on.on.off.off", domain="cards.test")


def deal(visitor: Visitor, seed: int, writes: list[str]) -> tuple[Any, int]:
    """Play a deal; return its match and how many passes were the person's."""
    address = visitor.open("run-fast", client_seed=str(seed))
    rng = random.Random(seed)
    while (match := visitor.match(address)).state == "live":
        assert match.view()["legal"] != ["pass"]
        before = len(writes)
        visitor.act(address, some_action(match, rng), headers=HTMX)
        assert len(writes) == before + 1
    mine = [each for each in match.view()["history"] if each["seat"] == 0]
    return match, sum(each["action"] == "pass" for each in mine)


def test_a_person_is_asked_only_where_there_is_a_choice(
    visitor: Visitor, writes: list[str]
) -> None:
    like(visitor)
    passes = 0
    for seed in range(4):
        match, passed = deal(visitor, seed, writes)
        record = Record.read(match.record.write())
        assert agrees(record, final(record))
        passes += passed
    assert passes > 0


def test_every_pass_is_asked_for_where_that_is_not_liked(visitor: Visitor) -> None:
    address = visitor.open("run-fast", client_seed="0")
    rng, asked = random.Random(0), 0
    while (match := visitor.match(address)).state == "live":
        asked += match.view()["legal"] == ["pass"]
        visitor.act(address, some_action(match, rng))
    mine = [each for each in match.view()["history"] if each["seat"] == 0]
    assert asked == sum(each["action"] == "pass" for each in mine) > 0


def test_the_same_form_twice_counts_once_with_all_that_follows(visitor: Visitor) -> None:
    like(visitor)
    address = visitor.open("run-fast", client_seed="1")
    match = visitor.match(address)
    form = fields(some_action(match, random.Random(1)), match.revision)
    assert visitor.post(address, form).status_code == 303
    after = visitor.match(address)
    assert visitor.post(address, form).status_code == 409
    assert visitor.match(address).record == after.record


def test_what_was_passed_is_told(visitor: Visitor) -> None:
    like(visitor)
    told = 0
    for seed in range(6):
        address = visitor.open("run-fast", client_seed=str(seed))
        rng = random.Random(seed)
        while (match := visitor.match(address)).state == "live":
            answer = visitor.act(address, some_action(match, rng), headers=HTMX)
            after = visitor.match(address)
            new = after.view()["history"][match.revision + 1 :]
            passed = [each for each in new if each["seat"] == 0]
            assert answer.text.count("You pass.") == len(passed)
            told += len(passed)
    assert told


def test_a_game_without_forced_actions_is_as_before(visitor: Visitor) -> None:
    plain = visitor.open("one-poker")
    before = visitor.match(plain).revision
    like(visitor)
    liked = visitor.open("one-poker")
    assert visitor.match(liked).revision == before
