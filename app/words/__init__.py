"""What a player reads: names and sentences, as functions of a Language.

The engine speaks codes and two-character cards; here they become whole sentences from the
catalogue. What belongs to one game is in the module of that game (one_poker, run_fast) and is
found by the game's name through `app.words.games`.
"""
