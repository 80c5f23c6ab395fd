"""Choices that bots made for absent players where hints are off: they are not taken back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds the numbers of choices that stay."""
    op.add_column("seats", sa.Column("kept", sa.Integer))
