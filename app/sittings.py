"""Sittings: matches of a game that a person plays one after the other, with their sum."""

import json
from contextlib import suppress

from app.store import MatchRow, MatchStore

LONGEST = 500
"""Matches of a sitting: whoever looks at a table waits for the sum."""


def next_of(store: MatchStore, before: MatchRow | None, game: str) -> str | None:
    """Give the sitting that a match after `before` belongs to; None for one of its own."""
    if before is None or before.game != game:
        return None
    done = store.how_many_finished(before.session, before.sitting)
    return before.sitting if done < LONGEST else None


def total(store: MatchStore, row: MatchRow, key: str) -> tuple[int, list[int]]:
    """Return how many matches of a row's sitting are over, and their results added up by seat.

    `key` is that of the result in a record.
    """
    results = []
    for each in store.finished(row.session, row.sitting, LONGEST):
        with suppress(ValueError, KeyError, TypeError):  # another match may be damaged
            results.append([int(points) for points in json.loads(each.record)[key]])
    return len(results), [sum(column) for column in zip(*results, strict=False)]
