"""From seeds to decks, in a way that anyone can check.

Shuffle number k (0 for the deck, then 1, 2, … for the reshuffles) reads bytes from SHAKE-256
(FIPS 202) over ``cardavia/1|GAME|SERVERSEEDHEX|CLIENTSEED|k`` in UTF-8 and drives Fisher-Yates
(Durstenfeld's form) with them.  Each step takes 4 bytes as a big-endian number and drops numbers
from the incomplete last block, so that every place is exactly as likely as any other.
"""

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from engine.cards import Card

SERVER_SEED_BYTES: Final = 32
CLIENT_SEED_MAX: Final = 64

_HEX: Final = frozenset("0123456789abcdef")
_WORDS: Final = 1 << 32


class DeckError(ValueError):
    """A deck or a reshuffle that cannot be the one asked for.

    ``code`` is ``reshuffle-missing``, ``reshuffle-wrong`` or ``seeds-disagree``; ``shuffle`` is
    the number of the shuffle, 0 for the deck.
    """

    def __init__(self, code: str, shuffle: int) -> None:
        super().__init__(code)
        self.code = code
        self.shuffle = shuffle


class Decks(Protocol):
    """Where a match gets its cards from; top first.  Implementations are immutable."""

    def deck(self) -> tuple[Card, ...]:
        """Give the deck of the match."""
        ...

    def reshuffle(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Give the new stock made of ``cards`` by shuffle number ``k`` (from 1)."""
        ...


def is_server_seed(text: str) -> bool:
    """Tell whether the text is a server seed: 32 bytes in lower-case hex."""
    return len(text) == 2 * SERVER_SEED_BYTES and _HEX.issuperset(text)


def is_client_seed(text: str) -> bool:
    """Tell whether the text is a client seed: 1 to 64 code points that UTF-8 can hold."""
    if not 1 <= len(text) <= CLIENT_SEED_MAX:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in text)


def commitment(server_seed: str) -> str:
    """Give the SHA-256 of the seed's 32 bytes in hex, the promise shown before the first card.

    Raises ValueError if the text is not a server seed.
    """
    if not is_server_seed(server_seed):
        raise ValueError("not a server seed")
    return hashlib.sha256(bytes.fromhex(server_seed)).hexdigest()


def shuffled(cards: Sequence[Card], label: str) -> tuple[Card, ...]:
    """Shuffle by the bytes of SHAKE-256 over ``label``; position 0 of the result is the top."""
    source = hashlib.shake_256(label.encode())
    result = list(cards)
    size = 4 * len(result)
    stream = source.digest(size)
    offset = 0
    for last in range(len(result) - 1, 0, -1):
        sides = last + 1
        limit = _WORDS - _WORDS % sides
        while True:
            if offset == size:  # only after numbers were dropped: read the same bytes and more
                size *= 2
                stream = source.digest(size)
            number = int.from_bytes(stream[offset : offset + 4], "big")
            offset += 4
            if number < limit:
                break
        place = number % sides
        result[last], result[place] = result[place], result[last]
    return tuple(result)


@dataclass(frozen=True, slots=True)
class SeededDecks:
    """The decks that two seeds make.  ``pack`` is in the game's order before shuffle 0.

    Raises ValueError if a seed is malformed.  The client seed is put into NFC before use.
    """

    game_name: str
    pack: tuple[Card, ...]
    server_seed: str
    client_seed: str

    def __post_init__(self) -> None:
        if not is_server_seed(self.server_seed):
            raise ValueError("not a server seed")
        if not is_client_seed(self.client_seed):
            raise ValueError("not a client seed")

    def _shuffled(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        client_seed = unicodedata.normalize("NFC", self.client_seed)
        return shuffled(cards, f"cardavia/1|{self.game_name}|{self.server_seed}|{client_seed}|{k}")

    def deck(self) -> tuple[Card, ...]:
        """Give shuffle 0 of the pack."""
        return self._shuffled(0, self.pack)

    def reshuffle(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Give shuffle ``k`` of the cards, in the order in which they lie."""
        return self._shuffled(k, cards)


@dataclass(frozen=True, slots=True)
class FixedDecks:
    """Decks that are written out.  The deck itself is checked by whoever reads it."""

    cards: tuple[Card, ...]
    reshuffles: tuple[tuple[Card, ...], ...] = ()

    def deck(self) -> tuple[Card, ...]:
        """Give the deck as it was written."""
        return self.cards

    def reshuffle(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Give the reshuffle as it was written.

        Raises DeckError if there is none, or if it is made of other cards.
        """
        if k > len(self.reshuffles):
            raise DeckError("reshuffle-missing", k)
        stock = self.reshuffles[k - 1]
        if sorted(stock) != sorted(cards):
            raise DeckError("reshuffle-wrong", k)
        return stock


@dataclass(frozen=True, slots=True)
class AgreeingDecks:
    """Decks made by seeds, of which some are written out too; DeckError where the two differ.

    What is None is not written out, and the seeds are enough for it.
    """

    seeded: SeededDecks
    cards: tuple[Card, ...] | None
    reshuffles: tuple[tuple[Card, ...], ...] | None

    def deck(self) -> tuple[Card, ...]:
        """Give the deck on which both agree."""
        deck = self.seeded.deck()
        if self.cards is not None and self.cards != deck:
            raise DeckError("seeds-disagree", 0)
        return deck

    def reshuffle(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Give the reshuffle on which both agree."""
        stock = self.seeded.reshuffle(k, cards)
        written = FixedDecks((), self.reshuffles or ())
        if self.reshuffles is not None and written.reshuffle(k, cards) != stock:
            raise DeckError("seeds-disagree", k)
        return stock
