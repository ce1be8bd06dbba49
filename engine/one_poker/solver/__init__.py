"""The live solver: each deal of One Poker as a two-player zero-sum game, solved before the locks.

`tree` knows the shape of a deal's betting, `form` the sequence form that the algorithms work on,
`cfr` and `best_response` the algorithms, `deal` the pay-offs, `belief` what is public about the
carried cards, `player` the bot.  How it thinks is written down in docs/one-poker-bot.md.
"""
