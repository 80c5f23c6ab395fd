"""Corrected boxes: the name of one and the entries that differ from ours, kept with the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds the box of a table."""
    op.add_column("tables", sa.Column("own_box", sa.JSON))
