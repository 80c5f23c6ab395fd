"""Visitors with a name, a token and preferences; the tokens of seats; results and rated tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the tables and the columns. Older games have no results and are not rated."""
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("token", sa.String(20), nullable=False),
        sa.Column("preferences", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("erased", sa.Float),
        sa.Column("link", sa.String(64)),
        sa.Column("link_until", sa.Float),
    )
    op.create_index("ix_visitors_link", "visitors", ["link"])
    op.create_table(
        "results",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("visitor", sa.String(40)),
        sa.Column("level", sa.String(20)),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Float, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("rating", sa.Float),
        sa.Column("deviation", sa.Float),
        sa.Column("volatility", sa.Float),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
    op.create_index("ix_results_visitor", "results", ["visitor"])
    op.add_column("seats", sa.Column("token", sa.String(20)))
    op.add_column("tables", sa.Column("rated", sa.Boolean))
