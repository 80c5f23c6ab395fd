"""The database of version 0.1.0: tables, seats, plies, undos and seals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables."""
    _tables()
    _seats()
    for name, numbers, plain in (
        ("plies", ("ply",), ("choice",)),
        ("undos", ("ply", "number"), ("back",)),
        ("seals", ("moved", "seat"), ("action",)),
    ):
        op.create_table(
            name,
            sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
            *(sa.Column(column, sa.Integer, nullable=False) for column in (*numbers, *plain)),
            sa.Column("at", sa.Float, nullable=False),
            sa.PrimaryKeyConstraint("table", *numbers),
        )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("box", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.JSON),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("clock", sa.String(8), nullable=False),
        sa.Column("clock_seconds", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("moved", sa.Integer, nullable=False),
        sa.Column("moved_at", sa.Float, nullable=False),
        sa.Column("deadline", sa.Float),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("luck", sa.String(400), nullable=False),
        sa.Column("undo_asked", sa.JSON),
        sa.Column("next", sa.String(24)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False, index=True),
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("visitor", sa.String(40), index=True),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("luck", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
