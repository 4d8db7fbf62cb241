"""What the service of a contest keeps: challenges, comparisons, workers, and its sign of life."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_challenges_match_id")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_challenges_team_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_challenges")),
    )
    op.create_index(op.f("ix_challenges_team_id_at"), "challenges", ["team_id", "at"], unique=False)
    op.create_table(
        "comparisons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("one_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.Column("result", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_comparisons_team_id")),
        sa.ForeignKeyConstraint(["one_id"], ["versions.id"], name=op.f("fk_comparisons_one_id")),
        sa.ForeignKeyConstraint(["other_id"], ["versions.id"], name=op.f("fk_comparisons_other_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comparisons")),
    )
    op.create_index(op.f("ix_comparisons_team_id_at"), "comparisons", ["team_id", "at"], unique=False)
    op.create_table(
        "workers",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("joined", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.Column("drained", sa.Double(), nullable=True),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_workers")),
    )
    op.add_column("versions", sa.Column("judging_s", sa.Double(), server_default="0", nullable=False))
    op.add_column("versions", sa.Column("failures", sa.Integer(), server_default="0", nullable=False))
    op.add_column("contests", sa.Column("secret", sa.String(length=64), server_default="", nullable=False))
    op.add_column("contests", sa.Column("pulse", sa.Text(), server_default="", nullable=False))
    op.get_bind().execute(sa.text("UPDATE contests SET secret = :secret"), {"secret": secrets.token_hex(32)})
