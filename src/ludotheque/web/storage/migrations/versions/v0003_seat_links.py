"""Links to single seats: the keys of those that are not used yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the keys."""
    op.add_column("seats", sa.Column("link", sa.String(24)))
