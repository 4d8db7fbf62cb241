"""Ratings of entrants as they were fitted to all results of a ladder when it was closed."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("entrants", sa.Column("fit_mu", sa.Double(), nullable=True))
    op.add_column("entrants", sa.Column("fit_sigma", sa.Double(), nullable=True))
