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
    """The state of a match."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """The engine failed, for good: the match counts for nobody and may be queued again."""
    ASIDE = "aside"
    """Counts for nobody, because one of its entrants was set aside: it was not played, or annulled."""
    REPLACED = "replaced"
    """Kept, but another match counts instead."""


class Stage(StrEnum):
    """The stage of a tournament."""

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
    Column("judged", Integer, nullable=False, server_default="0"),
)
"""`settings`: the tournament as it was declared, as JSON. `pulse`: the last sign of life of its runner, as JSON.
`judged`: the number of the last match whose failures were counted; they are in the order of the schedule."""

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
"""`place`: its index in the list of entrants. `aside`: why it was set aside. `failing`: how many matches in a row it
failed in, up to the last that was judged. From `games` on: the tally of its finished matches, updated in the
transaction that files a result."""

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
    Column("course", String(16), nullable=False, server_default=""),
    CheckConstraint(f"state IN ({STATES})", name="state"),
    CheckConstraint("state <> 'done' OR ended IS NOT NULL", name="done_has_ended"),
    Index(None, "tournament_id", "state", "id"),
    Index(None, "tournament_id", "filed"),
    Index(None, "kind", "id"),
    Index(None, "game", "id"),
    Index(None, "replay"),
)
"""`key`: its name, chosen by the caller. `why`: the engine's failure, or why it is not played. `reason`: how it ended,
by the rules. `filed`: the number of its result within its tournament, which is the order of the running ratings.
`owner`: the hash of the key that lets whoever started it act on it. `course`: a hash of the board and of all orders, as
in `match.replay.course_of`; empty where it is not known."""

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
"""`secret`: the hash of the key that lets a person sit here. `told`: the message of the champion's first fault."""
