"""What the pages need: one module for each game, from a view to the context of a template."""

from app.pages.cards import install
from app.pages.page import GamePage

__all__ = ["GamePage", "install"]
