"""Training of the strong Run Fast bot: never loaded by the server, needs ``cardavia[training]``."""
