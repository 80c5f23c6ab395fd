"""Company at tables: the chat that a host allows, the last reaction of each seat, and quick matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Adds a table with a row for each table that has company."""
    op.create_table(
        "company",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("chat", sa.JSON),
        sa.Column("reactions", sa.JSON, nullable=False),
        sa.Column("quick", sa.Float),
    )
