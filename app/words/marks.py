"""A marker for messages with a plural that are kept in tables and translated later."""

PluralMessage = tuple[str, str]
"""Singular and plural source text of one message."""


def NN_(singular: str, plural: str) -> PluralMessage:  # noqa: N802, named after its sibling N_
    """Mark a plural message for the catalogue and return both source texts unchanged."""
    return singular, plural
