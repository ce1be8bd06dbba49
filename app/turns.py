"""Whose turn it is where many want the same few processes."""

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Turns(Generic[K]):
    """What waits to be done, and for whom; each gets one thing done after the other, in turn.

    Next is who has the least under way, and of those who has waited longest since the last turn.
    One thing may wait for several people and is then done at the first turn of any of them. Not to
    be used by several threads at a time.
    """

    def __init__(self) -> None:
        # Dictionaries for their order: people by how soon it is their turn, things by age.
        self._of: dict[str, dict[K, None]] = {}
        self._whose: dict[K, set[str]] = {}

    def __len__(self) -> int:
        return len(self._whose)

    def count(self, who: str) -> int:
        """Give how much waits for somebody."""
        return len(self._of.get(who, ()))

    def add(self, who: str, thing: K) -> None:
        """Let a thing wait for somebody; nothing changes if it does already."""
        self._of.setdefault(who, {})[thing] = None
        self._whose.setdefault(thing, set()).add(who)

    def take(self, busy: Mapping[str, int]) -> tuple[str, K]:
        """Take out what is to be done next, and whose turn that is. Raises ValueError if empty.

        `busy` tells how much is under way for whom.
        """
        who = min(self._of, key=lambda each: busy.get(each, 0))
        thing = next(iter(self._of[who]))
        self.drop(thing)
        if who in self._of:
            self._of[who] = self._of.pop(who)
        return who, thing

    def drop(self, thing: K) -> None:
        """Take a thing out for everybody, if it is there."""
        for who in self._whose.pop(thing, ()):
            mine = self._of[who]
            del mine[thing]
            if not mine:
                del self._of[who]
