"""Decks from seeds, against a second implementation."""

import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.shuffle
from engine.cards import STANDARD_PACK
from engine.game import GAMES
from engine.shuffle import (
    AgreeingDecks,
    DeckError,
    FixedDecks,
    SeededDecks,
    commitment,
    is_client_seed,
    is_server_seed,
    shuffled,
)

SEED = "00112233445566778899aabbccddeeff" * 2
HEX64 = st.text("0123456789abcdef", min_size=64, max_size=64)
CLIENT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64)


def second_opinion(cards: list[str], game: str, server: str, client: str, k: int) -> list[str]:
    """The shuffle as its description says, with numbers read one by one."""
    text = "|".join(["cardavia/1", game, server, unicodedata.normalize("NFC", client), str(k)])
    digest = hashlib.shake_256(bytes(text, "utf-8")).digest(4000)
    numbers = iter([int(digest[i : i + 4].hex(), 16) for i in range(0, 4000, 4)])
    cards = list(cards)
    i = len(cards) - 1
    while i >= 1:
        x = next(numbers)
        if x >= 2**32 - (2**32 % (i + 1)):
            continue
        j = x % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
    return cards


def second_pack(game: str) -> list[str]:
    pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    if game == "one-poker":
        return pack + pack
    return [card for card in pack if card not in ("2c", "2d", "2h", "Ah")]


@pytest.mark.parametrize("name", list(GAMES))
@given(server=HEX64, client=CLIENT, k=st.integers(1, 3))
def test_against_the_second_opinion(name: str, server: str, client: str, k: int) -> None:
    pack = second_pack(name)
    assert GAMES[name].pack == tuple(pack)
    decks = SeededDecks(name, GAMES[name].pack, server, client)
    assert list(decks.deck()) == second_opinion(pack, name, server, client, 0)
    some = pack[5:30]
    assert list(decks.reshuffle(k, some)) == second_opinion(some, name, server, client, k)


def test_client_seed_is_composed_first() -> None:
    composed, decomposed = "\u00e5", "a\u030a"
    pack = GAMES["one-poker"].pack
    assert (
        SeededDecks("one-poker", pack, SEED, composed).deck()
        == SeededDecks("one-poker", pack, SEED, decomposed).deck()
    )


def test_commitment() -> None:
    assert commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert commitment("0" * 64) == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )
    with pytest.raises(ValueError, match="server seed"):
        commitment(SEED.upper())


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0x" + "0" * 62, "٠" * 64, "0" * 63 + "\n"]
)
def test_not_server_seeds(text: str) -> None:
    assert not is_server_seed(text)
    with pytest.raises(ValueError, match="server seed"):
        SeededDecks("one-poker", STANDARD_PACK, text, "x")


@pytest.mark.parametrize("text", ["", "x" * 65, "\ud800", "a\udfff"])
def test_not_client_seeds(text: str) -> None:
    assert not is_client_seed(text)
    with pytest.raises(ValueError, match="client seed"):
        SeededDecks("one-poker", STANDARD_PACK, SEED, text)


def test_client_seeds() -> None:
    assert all(map(is_client_seed, ["x", "\U0001f0a1" * 64, "a\u030a" * 32, " ", "|"]))


def test_numbers_of_the_incomplete_block_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three cards 2^32 - 1 is dropped, also when the bytes read at first run out."""
    words = [2**32 - 1, 2**32 - 1, 2**32 - 1, 4, 1]  # the last step has two sides

    class Source:
        def __init__(self, label: bytes) -> None:
            assert label == b"label"

        def digest(self, size: int) -> bytes:
            return b"".join(word.to_bytes(4, "big") for word in [*words, *[0] * 20])[:size]

    class Hashes:
        shake_256 = Source

    monkeypatch.setattr(engine.shuffle, "hashlib", Hashes)
    # i = 2: swap with 4 mod 3 = 1; i = 1: swap with 1 mod 2 = 1
    assert shuffled(["2c", "3c", "4c"], "label") == ("2c", "4c", "3c")


def test_fixed_decks() -> None:
    decks = FixedDecks(("2c", "3c"), (("4c", "5c"),))
    assert decks.deck() == ("2c", "3c")
    assert decks.reshuffle(1, ("5c", "4c")) == ("4c", "5c")
    for cards in (("5c",), ("5c", "5c"), ("4c", "5c", "5c")):
        with pytest.raises(DeckError) as wrong:
            decks.reshuffle(1, cards)
        assert (wrong.value.code, wrong.value.shuffle) == ("reshuffle-wrong", 1)
    with pytest.raises(DeckError) as missing:
        decks.reshuffle(2, ("5c", "4c"))
    assert (missing.value.code, missing.value.shuffle) == ("reshuffle-missing", 2)


def test_agreeing_decks() -> None:
    seeded = SeededDecks("one-poker", STANDARD_PACK, SEED, "x")
    deck, stock = seeded.deck(), seeded.reshuffle(1, STANDARD_PACK[:9])
    agreeing = AgreeingDecks(seeded, deck, (stock,))
    assert agreeing.deck() == deck
    assert agreeing.reshuffle(1, STANDARD_PACK[:9]) == stock
    assert AgreeingDecks(seeded, None, None).deck() == deck
    assert AgreeingDecks(seeded, deck, None).reshuffle(1, STANDARD_PACK[:9]) == stock
    with pytest.raises(DeckError, match="seeds-disagree"):
        AgreeingDecks(seeded, deck[::-1], None).deck()
    with pytest.raises(DeckError, match="seeds-disagree"):
        AgreeingDecks(seeded, deck, (stock[::-1],)).reshuffle(1, STANDARD_PACK[:9])
    with pytest.raises(DeckError, match="reshuffle-wrong"):
        AgreeingDecks(seeded, deck, (deck,)).reshuffle(1, STANDARD_PACK[:9])
    with pytest.raises(DeckError, match="reshuffle-missing"):
        AgreeingDecks(seeded, deck, ()).reshuffle(1, STANDARD_PACK[:9])
