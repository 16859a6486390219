"""The server's time is kept, by which clocks run."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    op.create_table(
        "server_time",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seconds", sa.Float, nullable=False),
    )
