"""Muted tables and nudges between players, linked devices, levels wanted at tables, and spectators of all workers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Adds the columns."""
    op.add_column("nudges", sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("nudges", sa.Column("nudged", sa.Float))
    op.add_column("nudges", sa.Column("by", sa.Integer))
    op.add_column("visitors", sa.Column("devices", sa.Integer, nullable=False, server_default="0"))
    op.add_column("visitors", sa.Column("recovery", sa.String(64)))
    op.create_index("ix_visitors_recovery", "visitors", ["recovery"])
    op.add_column("tables", sa.Column("wanted", sa.String(12)))
    op.add_column("workers", sa.Column("watching", sa.JSON))
