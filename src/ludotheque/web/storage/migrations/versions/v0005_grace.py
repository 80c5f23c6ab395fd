"""Grace on a clock, once a move: when each seat last got it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the numbers of choices."""
    op.add_column("seats", sa.Column("graced", sa.Integer))
