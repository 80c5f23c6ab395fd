"""Addresses of push services and mailboxes, the turns that visitors are told of, and vacations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Adds the tables, and the key that signs messages."""
    op.add_column("identity", sa.Column("push_key", sa.String(44)))
    op.create_table(
        "push_addresses",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("visitor", sa.String(40), nullable=False, index=True),
        sa.Column("endpoint", sa.String(500), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "mail_addresses",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.add_column("seats", sa.Column("paused_from", sa.Float))
    op.add_column("seats", sa.Column("paused_until", sa.Float))
    op.create_table(
        "nudges",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("visitor", sa.String(40), nullable=False, index=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("waiting", sa.Boolean, nullable=False),
        sa.Column("due", sa.Float, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("table", "visitor"),
    )
