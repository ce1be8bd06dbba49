"""An index for counting the matches under way and for finding those to remove."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the index."""
    op.create_index("matches_by_state", "matches", ["state", "game"])
