"""Contests: people, teams, versions, ratings over time, and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("real_name", sa.String(length=200), server_default="", nullable=False),
        sa.Column("email", sa.String(length=200), server_default="", nullable=False),
        sa.Column("password", sa.String(length=200), server_default="", nullable=False),
        sa.Column("subject", sa.String(length=300), nullable=True),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("language", sa.String(length=2), server_default="en", nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("disabled", sa.Text(), server_default="", nullable=False),
        sa.Column("erased", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("login", name=op.f("uq_accounts_login")),
        sa.UniqueConstraint("subject", name=op.f("uq_accounts_subject")),
    )
    op.create_table(
        "actions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("what", sa.String(length=60), nullable=False),
        sa.Column("subject", sa.String(length=300), server_default="", nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("details", sa.Text(), server_default="{}", nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_actions")),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("en", sa.Text(), nullable=False),
        sa.Column("fr", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    op.create_table(
        "teams",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("group", sa.String(length=60), server_default="", nullable=False),
        sa.Column("tags", sa.Text(), server_default="[]", nullable=False),
        sa.Column("aside", sa.Text(), server_default="", nullable=False),
        sa.Column("active_id", sa.Integer(), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teams")),
        sa.UniqueConstraint("key", name=op.f("uq_teams_key")),
        sa.UniqueConstraint("name", name=op.f("uq_teams_name")),
    )
    op.create_table(
        "contests",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("changes", sa.Text(), server_default="{}", nullable=False),
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["ladder_id"], ["tournaments.id"], name=op.f("fk_contests_ladder_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contests")),
        sa.UniqueConstraint("name", name=op.f("uq_contests_name")),
    )
    op.create_table(
        "members",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("joined", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_members_account_id")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_members_team_id")),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_members")),
    )
    op.create_index(op.f("ix_members_team_id"), "members", ["team_id"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("team_id", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(length=200), server_default="", nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=True),
        sa.Column("uses", sa.Integer(), nullable=True),
        sa.Column("seen", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_tokens_account_id")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_tokens_team_id")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_account_id_kind"), "tokens", ["account_id", "kind"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrants.id"], name=op.f("fk_ratings_entrant_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_ratings_match_id")),
        sa.PrimaryKeyConstraint("match_id", "entrant_id", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_entrant_id_at"), "ratings", ["entrant_id", "at"], unique=False)
    op.create_table(
        "versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("received", sa.Double(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=40), server_default="", nullable=False),
        sa.Column("note", sa.String(length=200), server_default="", nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("judged", sa.Double(), nullable=True),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("log", sa.Text(), server_default="", nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_versions_account_id")),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrants.id"], name=op.f("fk_versions_entrant_id")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_versions_team_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_versions")),
        sa.UniqueConstraint("entrant_id", name=op.f("uq_versions_entrant_id")),
        sa.UniqueConstraint("team_id", "number", name=op.f("uq_versions_team_id_number")),
    )
    op.create_index(op.f("ix_versions_state_id"), "versions", ["state", "id"], unique=False)
    op.add_column("entrants", sa.Column("start_mu", sa.Double(), nullable=True))
    op.add_column("entrants", sa.Column("start_sigma", sa.Double(), nullable=True))
    op.add_column("entrants", sa.Column("pinned", sa.Integer(), server_default="0", nullable=False))
    op.add_column("entrants", sa.Column("retired", sa.Double(), nullable=True))
    op.add_column("matches", sa.Column("worker", sa.String(length=200), server_default="", nullable=False))
    op.add_column("tournaments", sa.Column("released", sa.Integer(), nullable=True))
