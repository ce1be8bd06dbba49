"""Offline making of the value table of One Poker: ``python -m engine.one_poker.training``."""
