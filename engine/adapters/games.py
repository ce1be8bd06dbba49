"""The codings of the games, by name."""

from collections.abc import Mapping
from typing import Final

from engine.adapters.coding import Coding
from engine.adapters.one_poker import OnePokerCoding
from engine.adapters.run_fast import RunFastCoding

CODINGS: Final[Mapping[str, Coding]] = {
    "one-poker": OnePokerCoding(),
    "run-fast": RunFastCoding(),
}
