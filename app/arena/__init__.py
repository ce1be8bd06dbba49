"""Contests between bots: other people's programs, many processes, records to go on from."""
