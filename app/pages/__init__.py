"""What the pages need: one module for each game, from a view to the context of a template."""

from collections.abc import Mapping
from types import MappingProxyType

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from app.pages import cards, one_poker, run_fast
from app.pages.page import GamePage
from engine.game import View

PAGES: Mapping[str, GamePage] = MappingProxyType(
    {page.game: page for page in (one_poker.PAGE, run_fast.PAGE)}
)
"""The pages by the name of their game, in the order of the lobby."""


@pass_context
def match_summary(context: Context, game: str, view: View) -> str:
    """Say in a line where a match stands."""
    return PAGES[game].summary(view, context["lang"])


def install(environment: Environment) -> None:
    """Make the pages' helpers known to the templates of `environment`."""
    cards.install(environment)
    environment.globals["match_summary"] = match_summary


__all__ = ["PAGES", "GamePage", "install"]
