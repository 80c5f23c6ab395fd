"""Several servers on one database: the worker of a table's bots, and the order of changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the workers, and the columns of tables that they need."""
    op.create_table(
        "workers",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("beat", sa.Integer, nullable=False),
    )
    # A worker that looks at the table corrects a wrong value.
    op.add_column("tables", sa.Column("robot_asked", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("runner", sa.String(24)))
    op.add_column("tables", sa.Column("news", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_tables_robot_asked", "tables", ["robot_asked"])
    op.create_index("ix_tables_news", "tables", ["news"])
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
