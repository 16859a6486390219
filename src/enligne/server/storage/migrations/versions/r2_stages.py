"""Rooms know how far their game has come, so that finished games can be kept and others be swept
by an index; visits are found by room; processes write a heartbeat."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("stage", sa.SmallInteger, nullable=False, server_default="1"))
    # As the documents of revision 1 are written: without spaces, and an outcome in each.
    op.execute("UPDATE rooms SET stage = 0 WHERE plies = 0")
    op.execute("""UPDATE rooms SET stage = 2 WHERE document LIKE '%"outcome":{%'""")
    op.drop_index("rooms_updated", "rooms")
    op.drop_column("rooms", "plies")
    op.create_index("rooms_stage", "rooms", ["stage", "updated"])
    op.create_index("visits_room", "visits", ["room"])
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("beat", sa.Float, nullable=False),
    )
