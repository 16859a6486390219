"""How often moves were played is counted, from finished games. Those that are there already are of
a stage that is not counted yet, and are counted by and by."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    op.create_table(
        "played",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("move", sa.String(8), primary_key=True),
        sa.Column("ply", sa.SmallInteger, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("first_wins", sa.Integer, nullable=False),
        sa.Column("second_wins", sa.Integer, nullable=False),
    )
    op.create_index("played_games", "played", ["games", "ply"])
