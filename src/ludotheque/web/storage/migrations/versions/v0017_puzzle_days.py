"""Days whose puzzle a visitor has solved."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Adds the days, for all devices of a visitor."""
    op.add_column("visitors", sa.Column("puzzle_days", sa.JSON, nullable=False, server_default="[]"))
