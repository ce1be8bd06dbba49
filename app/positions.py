"""From what is stored of a match to its position, without replaying it each time."""

import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from app.store import MatchRow
from engine.game import IllegalAction
from engine.game import game as find_game
from engine.record import Record, RecordError, final

log = logging.getLogger(__name__)


class Damaged(Exception):
    """What is stored of a match can't be read, or can't have happened."""


@dataclass(frozen=True, slots=True)
class Course:
    """A record, the position that it leads to, and the text that it was read from."""

    text: str
    record: Record
    position: Any


class Positions:
    """Remembers the position of each match that was used lately, `most` of them.

    What is remembered counts only while the stored record is the same text, so a forgotten or an
    old one costs time and changes nothing.
    """

    def __init__(self, most: int = 2000) -> None:
        self.most = most
        self._known: OrderedDict[str, Course] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, row: MatchRow) -> Course:
        """Return the course of a stored match. Raises Damaged."""
        with self._lock:
            known = self._known.get(row.id)
        try:
            find_game(row.game).levels[row.level]
            if known is not None and known.text == row.record and known.record.game == row.game:
                return known
            record = Record.read(row.record)
            if record.game != row.game or record.extra["commitment"] is None:
                raise Damaged(row.id)
            course = Course(row.record, record, final(record))
        except (RecordError, IllegalAction, KeyError) as error:
            log.error("a stored match is damaged", exc_info=error)  # noqa: TRY400 - see app.logs
            raise Damaged(row.id) from error
        self.keep(row.id, course)
        return course

    def keep(self, match: str, course: Course) -> None:
        """Remember the course of the match with this id."""
        with self._lock:
            self._known[match] = course
            self._known.move_to_end(match)
            if len(self._known) > self.most:
                self._known.popitem(last=False)

    def __len__(self) -> int:
        return len(self._known)
