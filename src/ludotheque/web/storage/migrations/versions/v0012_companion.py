"""Companions: tables at which people enter what a real box deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Adds the mark of these tables."""
    op.add_column("tables", sa.Column("companion", sa.Boolean))
