"""The steps by which a database of an older version becomes today's; Alembic applies them."""
