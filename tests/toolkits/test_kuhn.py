"""A third game from outside: everything that holds for our games holds for it, unchanged."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from fastapi import FastAPI

import engine.game
from app.main import create_app
from app.settings import Settings
from engine.arena import arena, named_bots
from engine.game import GAMES, register
from engine.shuffle import FixedDecks
from tests.app.program import Player, check_against_record
from tests.app.visitor import Visitor
from tests.engine.test_properties import (  # noqa: F401 - run here for this game
    test_any_text,
    test_bots_play_legally,
    test_global_randomness_is_left_alone,
    test_nothing_after_the_end,
    test_positions_never_change,
    test_records,
    test_shape,
)
from tests.toolkits.kuhn import GAME, Position


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(GAME)
    yield
    del engine.game._ADDED[GAME.name]


@pytest.fixture
def name() -> str:
    return GAME.name


def test_it_is_a_game_like_the_others() -> None:
    assert list(GAMES) == ["one-poker", "run-fast", "kuhn-poker"]
    assert len(GAMES) == 3
    assert GAMES["kuhn-poker"] is GAME
    with pytest.raises(ValueError, match="already"):
        register(GAME)
    with pytest.raises(ValueError, match="already"):
        register(GAMES["run-fast"])


def value(position: Position, chance: Fraction) -> Fraction:
    """Compute what seat 0 wins if both play as `Equilibrium` does."""
    result = GAME.result(position)
    if result is not None:
        return chance * result[0]
    seat = GAME.turn(position)
    assert seat is not None
    view = GAME.view(position, seat)

    class Below(random.Random):
        """Asks the bot how likely it is to be brave."""

        def __init__(self, number: float) -> None:
            super().__init__(0)
            self.number = number

        def random(self) -> float:
            return self.number

    bot = GAME.levels["equilibrium"]
    actions = [bot.choose(view, Below((third + 0.5) / 3)) for third in range(3)]
    return sum((value(GAME.apply(position, action), chance / 3) for action in actions), Fraction(0))


def test_the_known_value() -> None:
    deals = [GAME.start(FixedDecks(deck)) for deck in permutations(GAME.pack)]
    assert sum(value(deal, Fraction(1, 6)) for deal in deals) == Fraction(-1, 18)


def test_arena() -> None:
    bots = named_bots(GAME)
    standing = arena(GAME, bots["equilibrium"], bots["random"], 2000, 1)
    assert standing.low > 0


@pytest.fixture
def app(tmp_path: Any) -> FastAPI:
    return create_app(Settings(database_url=f"sqlite:///{tmp_path / 'room.sqlite3'}"))


def test_json_interface(app: FastAPI) -> None:
    with Visitor(app) as visitor:
        document = visitor.get("/api/openapi.json").json()
        wanted = document["components"]["schemas"]["NewMatch"]
        assert "kuhn-poker" in wanted["properties"]["game"]["enum"]
        ends = set()
        for number in range(12):
            player = Player.sit_down(visitor.request, game="kuhn-poker")
            assert player.created["level"] == "equilibrium"
            assert player.act("fly").json()["code"] == "not-an-action"
            player.play_out(random.Random(number))
            check_against_record(player)
            assert player.act("check").json()["code"] == "match-over"
            ends.add(player.view["history"][-1]["action"])
        assert len(ends) > 1


def test_pages_do_not_offer_what_has_no_page(app: FastAPI) -> None:
    with Visitor(app) as visitor:
        assert "kuhn" not in visitor.get("/").text
        answer = visitor.post("/matches", {"game": "kuhn-poker", "level": "equilibrium"})
        assert answer.status_code == 422
