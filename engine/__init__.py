"""The games of the card room: pure rules, views, bots and records.

Nothing here reads files, the clock or global randomness, and no sentence is built here: the
engine speaks codes.  Start at :mod:`engine.game`.
"""
