"""Visitors have machines of their own, and carry their seats to another browser."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    op.create_table(
        "brains",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("brain", sa.Text, nullable=False),
    )
    op.create_index("brains_used", "brains", ["used"])
    op.create_table(
        "codes",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
    )
