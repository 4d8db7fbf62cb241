"""What was played in a match, and up to which match a tournament was judged."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("course", sa.String(length=16), server_default="", nullable=False))
    op.add_column("tournaments", sa.Column("judged", sa.Integer(), server_default="0", nullable=False))
    # Failures were counted in the order of filing; all are judged again, in the order of the schedule.
    op.execute("UPDATE entrants SET failing = 0")
