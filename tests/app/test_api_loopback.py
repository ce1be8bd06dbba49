"""Whole matches over a socket of this machine, each answer checked against the final record."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import httpx
import pytest

from engine.game import GAMES
from tests.app.program import Player, check_against_record
from tests.browser.server import Server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    server = Server(tmp_path_factory.mktemp("loopback"))
    server.start()
    with httpx.Client(base_url=server.origin, timeout=60, trust_env=False) as client:
        yield client
    server.stop()


def play(client: httpx.Client, matches: int) -> int:
    """Play so many matches, taking turns through games and levels; count the answers checked."""
    choices = [(game, level) for game in GAMES for level in GAMES[game].levels]
    checked = 0
    for number in range(matches):
        game, level = choices[number % len(choices)]
        rng = Random(number)
        player = Player.sit_down(
            client.request, game=game, level=level, client_seed=f"match {number}"
        )
        player.play_out(rng)
        checked += check_against_record(player)
    return checked


def test_twenty_matches(client: httpx.Client) -> None:
    assert play(client, 20) > 200


def test_of_many_that_act_at_once_one_does(client: httpx.Client) -> None:
    player = Player.sit_down(client.request, game="one-poker", level="beginner")
    rng = Random(1)
    for _ in range(10):
        if not player.view["legal"]:
            break
        action = player.choose(rng)
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(player.act, [action] * 4))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        (done,) = [answer for answer in answers if answer.status_code == 200]
        player.see(done)
        for answer in answers:
            assert answer.json()["view"] == player.view
    player.play_out(rng)
    check_against_record(player)


@pytest.mark.long
def test_a_thousand_matches(client: httpx.Client) -> None:
    assert play(client, 1000) > 10_000
