"""Names and sentences: right for each language, and never wanting in any position of a game."""

import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from app.i18n import LANGUAGES, Language
from app.words.account import account
from app.words.cards import CARD_NAMES, card_name
from app.words.combinations import combination_name, pattern_kind, pattern_name
from app.words.errors import ACTION_ERRORS, SERVER_ERRORS, error_sentence, explain
from app.words.games import GAME_WORDS, game_about, game_facts, game_title
from app.words.levels import OTHER_LEVEL, level_line, level_name, player_name
from app.words.results import deal_result
from engine.game import GAMES, Code, IllegalAction
from engine.one_poker import GAME as ONE_POKER
from engine.run_fast import GAME as RUN_FAST
from engine.shuffle import SeededDecks

EN, SV, RU = (LANGUAGES[code] for code in ("en", "sv", "ru"))
CASES = sorted((Path(__file__).parents[1] / "engine" / "cases").glob("*.json"))
every_language = pytest.mark.parametrize("lang", LANGUAGES.values(), ids=lambda lang: lang.code)


def playout(game: Any, number: int) -> Iterator[tuple[Any, str]]:
    """Play a game at random; yield each position with the action that was then taken."""
    rng = random.Random(number)
    position = game.start(SeededDecks(game.name, game.pack, f"{number:064x}", "words"))
    while not game.is_over(position):
        action = game.sample(position, rng)
        yield position, action
        position = game.apply(position, action)
    yield position, ""


@pytest.mark.parametrize(
    ("card", "en", "sv", "ru"),
    [
        ("7h", "seven of hearts", "hjärter sju", "семёрка червей"),
        ("2s", "two of spades", "spader två", "двойка пик"),
        ("Th", "ten of hearts", "hjärter tio", "десятка червей"),
        ("Jd", "jack of diamonds", "ruter knekt", "валет бубен"),
        ("Qc", "queen of clubs", "klöver dam", "дама треф"),
        ("As", "ace of spades", "spader ess", "туз пик"),
    ],
)
def test_card_names(card: str, en: str, sv: str, ru: str) -> None:
    assert (card_name(EN, card), card_name(SV, card), card_name(RU, card)) == (en, sv, ru)


def test_every_card_has_its_own_name_in_every_language() -> None:
    assert set(CARD_NAMES) == set(ONE_POKER.pack)
    names = {card_name(lang, card) for lang in LANGUAGES.values() for card in CARD_NAMES}
    assert len(names) == 3 * 52


@pytest.mark.parametrize(
    ("ranks", "en", "sv", "ru"),
    [
        ("2", "a two", "en tvåa", "двойка"),
        ("99", "pair of nines", "par i nior", "пара девяток"),
        ("333", "three threes", "triss i treor", "три тройки"),
        ("KKKK", "bomb of kings", "bomb i kungar", "бомба из королей"),
        ("AAA", "bomb of three aces", "bomb i tre ess", "бомба из трёх тузов"),
        (
            "789TJ",
            "jack-high straight of 5 cards",
            "stege på 5 kort till knekten",
            "стрит из 5 карт до валета",
        ),
        (
            "3344",
            "four-high pair run of 2 pairs",
            "parstege på 2 par till fyran",
            "цепочка из 2 пар до четвёрки",
        ),
    ],
)
def test_combination_names(ranks: str, en: str, sv: str, ru: str) -> None:
    kind = pattern_kind(ranks, first_play=False)
    assert [pattern_name(lang, kind, ranks) for lang in (EN, SV, RU)] == [en, sv, ru]


def all_patterns() -> list[str]:
    """Write out every rank pattern of Run Fast."""
    row = "3456789TJQKA"
    found = [*row, "2", *(2 * rank for rank in row), *(3 * rank for rank in row)]
    found += [4 * rank for rank in row[:-1]]
    found += [row[a:b] for a in range(12) for b in range(a + 5, 13)]
    found += [
        "".join(2 * rank for rank in row[a:b])
        for a in range(12)
        for b in range(a + 2, min(a + 8, 12) + 1)
    ]
    return found


@every_language
def test_every_combination_has_its_own_name(lang: Language) -> None:
    patterns = all_patterns()
    names = {pattern_name(lang, pattern_kind(each, first_play=False), each) for each in patterns}
    # Straights and pair runs are named by top rank and length, so none share a name.
    assert len(names) == len(patterns)
    assert pattern_name(lang, "heavenly-bomb", "3333") not in names


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_kinds_are_those_of_the_records(case: Path) -> None:
    positions = json.loads(case.read_text("utf-8"))["positions"]
    for before, after in itertools.pairwise(positions):
        table = after.get("table")
        if table and table != before.get("table"):
            ranks = "".join(card[0] for card in table["cards"])
            assert pattern_kind(ranks, first_play=before["ply"] == 0) == table["kind"]
            assert combination_name(EN, table["kind"], table["cards"])


def test_every_code_has_a_sentence() -> None:
    assert set(ACTION_ERRORS) == set(get_args(Code))
    for lang in LANGUAGES.values():
        sentences = [error_sentence(lang, code) for code in (*ACTION_ERRORS, *SERVER_ERRORS)]
        assert len(set(sentences)) == len(sentences)
    assert error_sentence(EN, "no-such-code") == error_sentence(EN, "server-error")


TRIED = {
    "one-poker": (
        "", "?", "lock", "bet", "raise", "lock 2c", "lock Ah", "lock xx", "check", "call", "fold",
        "next", "bet 0", "bet -1", "bet 2.5", "bet x", "bet 1", "bet 99", "raise 1", "raise 99",
        "raise 0", "call 3", "play 3h", "pass", "dance",
    ),
    "run-fast": (
        "", "?", "play", "pass", "play 3h 3h", "play 2h", "play 9z", "play 3h", "play Ks",
        "play 3c 4c", "play 2s", "check", "play 3c 3d 3h 3s", "play Ac As Ad", "next",
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", [ONE_POKER, RUN_FAST], ids=lambda game: game.name)
def test_every_refusal_is_explained(game: Any) -> None:
    """At every position of some games, to every seat, whatever is tried: words, and the way on."""
    met = set()
    for number in range(6):
        for position, _ in playout(game, number):
            seat = game.turn(position) or 0
            view = game.view(position, seat)
            for action in TRIED[game.name]:
                try:
                    game.apply(position, action)
                except IllegalAction as refusal:
                    met.add(refusal.code)
                    for lang in LANGUAGES.values():
                        said = explain(lang, game.name, refusal.code, view, action)
                        assert said.text
                        assert "%(" not in said.text + (said.legal or "")
                        assert (said.legal is not None) == bool(view["legal"])
    assert met == set(get_args(Code)) - {
        "one-poker": {
            "not-a-combination", "needs-heart-three", "must-beat", "leader-must-play",
            "wrong-shape",
        },
        "run-fast": {"not-whole", "too-high", "not-legal-now"},
    }[game.name]  # fmt: skip


@every_language
def test_a_refused_wager_names_the_lowest_and_the_highest_total(lang: Language) -> None:
    checked = 0
    for number in range(20):
        for position, _ in playout(ONE_POKER, number):
            seat = ONE_POKER.turn(position)
            if seat is None:
                continue
            view = ONE_POKER.view(position, seat)
            wager = re.search(r"(?:bet|raise) (\d+)\.\.(\d+)", " ".join(view["legal"]))
            if wager:
                verb = "bet" if "check" in view["legal"] else "raise"
                low, high = wager.groups()
                said = explain(lang, "one-poker", "too-low", view, f"{verb} 0")
                assert re.search(rf"\b{low}\b", said.text)
                assert said.legal
                assert re.search(rf"\b{high}\b", said.legal)
                assert low == high or re.search(rf"\b{low}\b", said.legal)
                too_high = explain(lang, "one-poker", "too-high", view, f"{verb} 99")
                assert re.search(rf"\b{high}\b", too_high.text)
                checked += 1
    assert checked > 20


def test_a_refused_play_says_what_is_to_be_beaten() -> None:
    case = json.loads(next(p for p in CASES if "must-bomb" in p.stem).read_text("utf-8"))
    position = next(p for p in case["positions"] if p.get("table") and p["legal"] == ["AAA"])
    view = {**position, "seat": position["turn"]}
    table = position["table"]
    said = explain(RU, "run-fast", "too-low", view, "play 3c")
    assert combination_name(RU, table["kind"], table["cards"]) in said.text
    assert said.legal == "Можно сыграть только это: бомба из трёх тузов."


def test_codes_of_the_server_say_nothing_about_the_game() -> None:
    said = explain(SV, "one-poker", "stale-revision", {"legal": ["check"]}, "check")
    assert said == (SV.gettext(SERVER_ERRORS["stale-revision"]), None)


def test_facts_of_the_games() -> None:
    assert game_facts(EN, "one-poker") == "2 players · You against AI · Virtual-chip match"
    assert game_facts(EN, "run-fast") == "3 players · You and 2 independent AIs · Single deal"


@every_language
def test_games_and_levels_have_words(lang: Language) -> None:
    assert set(GAME_WORDS) == set(GAMES)
    for game in GAMES:
        assert game_title(lang, game)
        assert game_about(lang, game)
        levels = GAMES[game].levels
        assert set(GAME_WORDS[game].levels) >= set(levels)
        lines = {level_line(lang, game, level) for level in levels}
        names = {level_name(lang, game, level) for level in levels}
        assert len(lines) == len(names) == len(levels)
        assert lang.gettext(OTHER_LEVEL.line) not in lines
        assert level_name(lang, game, "home-made") == lang.gettext(OTHER_LEVEL.name)


def test_players() -> None:
    assert [player_name(RU, seat) for seat in range(3)] == ["Вы", "Ирис", "Оскар"]


@every_language
def test_every_settled_deal_is_told(lang: Language) -> None:
    seen = set()
    for number in range(30):
        for position, _ in playout(ONE_POKER, number):
            snapshot = ONE_POKER.snapshot(position)
            if "result" not in snapshot:
                continue
            result = snapshot["result"]
            ranks = {card[0] for card in snapshot["locked"]}
            twos = result["kind"] == "showdown" and ranks == {"2", "A"}
            over = snapshot["phase"] == "over"
            told = deal_result(lang, ONE_POKER.view(position, 0))
            assert re.search(rf"\b{result['pot']}\b", told.headline)
            assert told.two_beats_ace == twos
            assert (told.refund is not None) == any(result["refund"])
            assert (told.match is not None) == over
            assert (told.next_first is None) == (told.kept is None) == over
            assert "%(" not in " ".join(part for part in told[:6] if part)
            seen.add((result["kind"], result["winner"], twos))
    assert {("showdown", None, False), ("fold", 0, False), ("fold", 1, False)} <= seen
    assert any(twos for _, _, twos in seen)


def test_two_beats_ace_is_told_to_winner_and_loser() -> None:
    case = json.loads(next(p for p in CASES if "two-beats-ace" in p.stem).read_text("utf-8"))
    position = next(p for p in case["positions"] if "result" in p)
    assert position["result"]["winner"] == 0
    won = deal_result(EN, {**position, "seat": 0})
    assert won.reason == "Your two beats the ace."
    assert won.next_first == "You go first in the next deal."
    swapped = {**position, "seat": 0, "result": {**position["result"], "winner": 1}}
    lost = deal_result(EN, {**swapped, "locked": position["locked"][::-1], "hands": [["As", "Kd"]]})
    assert lost.reason == "Iris shows a two, and a two beats an ace."
    assert lost.next_first == "Iris goes first in the next deal."


@every_language
@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_account_tells_every_legal_action(case: Path, lang: Language) -> None:
    told = json.loads(case.read_text("utf-8"))
    positions = [each for each in told["positions"] if "error" not in each]
    actions = told["record"]["actions"]
    game = told["record"]["game"]
    lines = list(account(lang, game, positions, actions))
    assert all(line and "%(" not in line for line in lines)
    assert len(lines) >= len(positions)
    # A longer record only adds to what is told of a shorter one.
    half = len(positions) // 2 + 1
    assert lines[: len(list(account(lang, game, positions[:half], actions)))] == list(
        account(lang, game, positions[:half], actions)
    )


def test_account_in_english() -> None:
    case = json.loads(next(p for p in CASES if "fold-shows-both" in p.stem).read_text("utf-8"))
    record = case["record"]
    lines = list(account(EN, "one-poker", case["positions"], record["actions"]))
    assert lines[0] == "Deal 1. Stacks after the ante: 19 and 19."
    assert lines[-3:] == [
        "Seat 0 gets back 7 chips that were not matched.",
        "Seat 0 wins the pot of 6 chips.",
        "Stacks: 23 and 17.",
    ]


def test_account_of_a_settlement_in_russian() -> None:
    case = json.loads(next(p for p in CASES if "out-by-bomb" in p.stem).read_text("utf-8"))
    lines = list(account(RU, "run-fast", case["positions"], case["record"]["actions"]))
    assert lines[-1] == (
        "Место 2: карты −8, удвоение 0, двойка пик 0, бомбы 0, премия за бомбы −20, итого −28."
    )
