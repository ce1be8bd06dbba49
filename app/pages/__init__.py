"""What the pages need: one module for each game, from a view to the context of a template."""

from collections.abc import Mapping
from types import MappingProxyType

from app.pages import one_poker, run_fast
from app.pages.cards import install
from app.pages.page import GamePage

PAGES: Mapping[str, GamePage] = MappingProxyType(
    {page.game: page for page in (one_poker.PAGE, run_fast.PAGE)}
)
"""The pages by the name of their game, in the order of the lobby."""

__all__ = ["PAGES", "GamePage", "install"]
