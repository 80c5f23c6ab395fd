"""Tables whose running game may be analysed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Adds the wish of the host."""
    op.add_column("tables", sa.Column("live_analysis", sa.Boolean))
