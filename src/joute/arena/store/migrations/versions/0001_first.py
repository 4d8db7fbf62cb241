"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_boards")),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("stage", sa.String(length=10), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("began", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.Column("pulse", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("name", name=op.f("uq_tournaments_name")),
    )
    op.create_table(
        "entrants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("aside", sa.Text(), server_default="", nullable=False),
        sa.Column("failing", sa.Integer(), server_default="0", nullable=False),
        sa.Column("games", sa.Integer(), server_default="0", nullable=False),
        sa.Column("wins", sa.Integer(), server_default="0", nullable=False),
        sa.Column("draws", sa.Integer(), server_default="0", nullable=False),
        sa.Column("losses", sa.Integer(), server_default="0", nullable=False),
        sa.Column("points", sa.Double(), server_default="0", nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_entrants_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrants")),
        sa.UniqueConstraint("tournament_id", "name", name=op.f("uq_entrants_tournament_id_name")),
        sa.UniqueConstraint("tournament_id", "place", name=op.f("uq_entrants_tournament_id_place")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("label", sa.String(length=200), server_default="", nullable=False),
        sa.Column("round", sa.Integer(), server_default="0", nullable=False),
        sa.Column("leg", sa.Integer(), server_default="0", nullable=False),
        sa.Column("game", sa.String(length=100), nullable=False),
        sa.Column("preset", sa.String(length=100), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("board", sa.String(length=32), nullable=True),
        sa.Column("seed", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("began", sa.Double(), nullable=True),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.Column("filed", sa.Integer(), nullable=True),
        sa.Column("replay", sa.String(length=32), nullable=True),
        sa.CheckConstraint("state <> 'done' OR ended IS NOT NULL", name=op.f("ck_matches_done_has_ended")),
        sa.CheckConstraint(
            "state IN ('waiting', 'running', 'done', 'failed', 'aside', 'replaced')", name=op.f("ck_matches_state")
        ),
        sa.ForeignKeyConstraint(["board"], ["boards.digest"], name=op.f("fk_matches_board")),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_matches_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("key", name=op.f("uq_matches_key")),
    )
    op.create_index(op.f("ix_matches_kind_id"), "matches", ["kind", "id"], unique=False)
    op.create_index(op.f("ix_matches_replay"), "matches", ["replay"], unique=False)
    op.create_index(op.f("ix_matches_tournament_id_filed"), "matches", ["tournament_id", "filed"], unique=False)
    op.create_index(
        op.f("ix_matches_tournament_id_state_id"), "matches", ["tournament_id", "state", "id"], unique=False
    )
    op.create_table(
        "players",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("digest", sa.String(length=64), server_default="", nullable=False),
        sa.Column("secret", sa.String(length=64), server_default="", nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=True),
        sa.Column("score", sa.BigInteger(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("verdict", sa.String(length=20), nullable=True),
        sa.Column("told", sa.Text(), server_default="", nullable=False),
        sa.Column("wall_ms", sa.Double(), server_default="0", nullable=False),
        sa.Column("cpu_ms", sa.Double(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrants.id"], name=op.f("fk_players_entrant_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_players_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_players")),
    )
    op.create_index(op.f("ix_players_entrant_id_match_id"), "players", ["entrant_id", "match_id"], unique=False)
