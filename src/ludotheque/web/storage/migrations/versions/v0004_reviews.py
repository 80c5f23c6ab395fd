"""Reviews of finished games: their progress and their judgements."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the reviews."""
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("moments", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("judged", sa.JSON, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("runner", sa.String(24)),
    )
