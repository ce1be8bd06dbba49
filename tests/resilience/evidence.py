"""What is in the database after it all, held against what the players were promised."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from app.memories import unpack
from app.store import connect
from app.store.schema import matches
from engine.game import GAMES
from engine.memory import Rememberer
from engine.record import Record, agrees, final, positions
from tests.resilience.players import Played, Player


@dataclass
class Tally:
    """How much was checked."""

    matches: int = 0
    over: int = 0
    actions: int = 0
    lost: int = 0
    busy: int = 0
    most_tries: int = 0

    def __str__(self) -> str:
        return (
            f"{self.matches} matches ({self.over} over), {self.actions} actions acknowledged,"
            f" {self.lost} connections lost, {self.busy} times 503, an action was sent at most"
            f" {self.most_tries} times"
        )


def check(url: str, players: Sequence[Player]) -> Tally:
    """Check every match of every player."""
    tally = Tally()
    blame(players)
    for player in players:
        tally.lost += player.lost
        tally.busy += player.busy
        tally.most_tries = max(tally.most_tries, player.most_tries)
    promised = {played.match: played for player in players for played in player.played}
    engine = connect(url)
    with engine.connect() as connection:
        for row in connection.execute(select(matches)):
            record = Record.read(row.record)
            over = examine(record, promised.get(row.id), row.state)
            assert row.revision == len(record.actions)
            if row.state == "live":
                remembers(record, row.level, row.memory)
            if row.id in promised:
                tally.matches += 1
                tally.over += over
                tally.actions += len(promised.pop(row.id).done)
    engine.dispose()
    assert not promised, f"not stored: {list(promised)}"
    return tally


def blame(players: Sequence[Player]) -> None:
    """Fail with what a player ran into, if one did."""
    for player in players:
        if player.problem is not None:
            raise AssertionError(f"{player.name}: {player.problem!r}") from player.problem


def remembers(record: Record, level: str, stored: bytes | None) -> None:
    """What bots remember was written with the action after which it holds."""
    game = GAMES[record.game]
    bot, position = game.levels[level], final(record)
    if isinstance(bot, Rememberer):
        memory = unpack(stored, game.seats)
        for seat in range(1, game.seats):
            assert bot.fits(game.view(position, seat), memory[seat])


def examine(record: Record, played: Played | None, state: str) -> bool:
    """Replay a record; every action of the person in it was promised once, and no other is."""
    game = GAMES[record.game]
    course = list(positions(record))
    assert agrees(record, course[-1])
    over = game.is_over(course[-1])
    assert state == ("over" if over else "live") or (state == "prepared" and not record.actions)
    if played is None:
        # Its first answer was lost, so nobody went on with it.
        return over
    own = {
        revision: action
        for revision, action in enumerate(record.actions)
        if game.turn(course[revision]) in (0, None)
    }
    assert own.keys() == played.done.keys(), (own, played.done)
    for revision, action in played.done.items():
        assert own[revision] == action or own[revision].split(" ")[0] == action, (own, played.done)
    return over
