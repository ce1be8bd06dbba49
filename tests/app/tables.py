"""A table as the templates are given it."""

from types import SimpleNamespace


def live_table(game: str) -> SimpleNamespace:
    """Give what `app.routes.tables` tells a template of a match under way."""
    return SimpleNamespace(
        id="abc",
        game=game,
        level="beginner",
        revision=7,
        over=False,
        commitment="c" * 64,
        client_seed="seed",
        server_seed=None,
        deals_before=0,
        sitting_total=None,
    )
