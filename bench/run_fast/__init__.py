"""How strong the players of Run Fast are; one command for each table."""
