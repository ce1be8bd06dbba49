"""How strong the One Poker solver is; one command for each table."""
