"""The tables of the store. A change here goes with a migration of its own in `migrations/versions`."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)


class State(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """Through us, for good: it counts for nobody and may be put into the queue again."""
    ASIDE = "aside"
    """Not played, because one of its entrants is set aside."""
    REPLACED = "replaced"
    """Kept, but another match stands in its place."""


class Stage(StrEnum):
    """Where a tournament stands."""

    OPEN = "open"
    DONE = "done"


STATES = ", ".join(f"'{state}'" for state in State)
LIVE = tuple(state for state in State if state != State.REPLACED)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

boards = Table(
    "boards",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("settings", Text, nullable=False),
    Column("stage", String(10), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("began", Double, nullable=False),
    Column("ended", Double),
    Column("pulse", Text, nullable=False, server_default=""),
)
"""`settings`: the tournament as it was declared, as JSON. `pulse`: what its runner said of itself last, as JSON."""

entrants = Table(
    "entrants",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("name", String(200), nullable=False),
    Column("source", Text, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("aside", Text, nullable=False, server_default=""),
    Column("failing", Integer, nullable=False, server_default="0"),
    Column("games", Integer, nullable=False, server_default="0"),
    Column("wins", Integer, nullable=False, server_default="0"),
    Column("draws", Integer, nullable=False, server_default="0"),
    Column("losses", Integer, nullable=False, server_default="0"),
    Column("points", Double, nullable=False, server_default="0"),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    UniqueConstraint("tournament_id", "name"),
    UniqueConstraint("tournament_id", "place"),
)
"""`aside`: why it plays no more. `failing`: its faulty matches since the last sound one. From `games` on: the tally of
its finished matches, kept in the transaction that files each result."""

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(200), nullable=False, unique=True),
    Column("kind", String(20), nullable=False),
    Column("tournament_id", ForeignKey("tournaments.id")),
    Column("label", String(200), nullable=False, server_default=""),
    Column("round", Integer, nullable=False, server_default="0"),
    Column("leg", Integer, nullable=False, server_default="0"),
    Column("game", String(100), nullable=False),
    Column("preset", String(100), nullable=False),
    Column("params", Text, nullable=False),
    Column("board", ForeignKey("boards.digest")),
    Column("seed", String(20), nullable=False),
    Column("state", String(10), nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("why", Text, nullable=False, server_default=""),
    Column("reason", Text, nullable=False, server_default=""),
    Column("created", Double, nullable=False),
    Column("began", Double),
    Column("ended", Double),
    Column("filed", Integer),
    Column("replay", String(32)),
    Column("owner", String(64), nullable=False, server_default=""),
    CheckConstraint(f"state IN ({STATES})", name="state"),
    CheckConstraint("state <> 'done' OR ended IS NOT NULL", name="done_has_ended"),
    Index(None, "tournament_id", "state", "id"),
    Index(None, "tournament_id", "filed"),
    Index(None, "kind", "id"),
    Index(None, "game", "id"),
    Index(None, "replay"),
)
"""`key`: its name for whoever asked for it. `why`: our failure, or why it is not played. `reason`: how it ended, by the
rules. `filed`: the number of its result among those of its tournament, which is the order of the running ratings.
`owner`: the hash of what lets whoever asked for it act."""

players = Table(
    "players",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("digest", String(64), nullable=False, server_default=""),
    Column("secret", String(64), nullable=False, server_default=""),
    Column("entrant_id", ForeignKey("entrants.id")),
    Column("score", BigInteger),
    Column("rank", Integer),
    Column("verdict", String(20)),
    Column("told", Text, nullable=False, server_default=""),
    Column("wall_ms", Double, nullable=False, server_default="0"),
    Column("cpu_ms", Double, nullable=False, server_default="0"),
    Index(None, "entrant_id", "match_id"),
)
"""`secret`: the hash of what lets a person sit here. `told`: what a champion's verdict says in words."""
