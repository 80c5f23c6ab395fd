"""Several servers on one store: who runs the bots of a table, and which tables changed last."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the workers, and what they need to know of a table."""
    op.create_table(
        "workers",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("beat", sa.Integer, nullable=False),
    )
    # Where it is not true it is corrected when a worker looks.
    op.add_column("tables", sa.Column("robot_asked", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("runner", sa.String(24)))
    op.add_column("tables", sa.Column("news", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_tables_robot_asked", "tables", ["robot_asked"])
    op.create_index("ix_tables_news", "tables", ["news"])
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
