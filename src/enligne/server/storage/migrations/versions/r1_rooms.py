"""Rooms and who visited them. Databases of this revision may have no version table."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_index("rooms_updated", "rooms", ["updated"])
    op.create_table(
        "visits",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("room", sa.String(32), nullable=False),
    )
    op.create_index("visits_visitor", "visits", ["visitor", "room"], unique=True)
