"""The moment of another game from which a table is played on, so that there is always a way back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Adds the addresses of these moments."""
    op.add_column("tables", sa.Column("origin", sa.String(64)))
