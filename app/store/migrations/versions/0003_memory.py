"""What the bots of a match remember, as a cache beside its record."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; no match has anything in it yet."""
    op.add_column("matches", sa.Column("memory", sa.LargeBinary, nullable=True))
