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
    Column("released", Integer),
)
"""`settings`: the tournament as it was declared, as JSON. `pulse`: the last sign of life of its runner, as JSON.
`judged`: the number of the last match whose failures were counted; they are in the order of the schedule. `released`:
how many rounds the public may see; NULL: all of it."""

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
    Column("start_mu", Double),
    Column("start_sigma", Double),
    Column("pinned", Integer, nullable=False, server_default="0"),
    Column("retired", Double),
    Column("fit_mu", Double),
    Column("fit_sigma", Double),
    UniqueConstraint("tournament_id", "name"),
    UniqueConstraint("tournament_id", "place"),
)
"""`place`: its index in the list of entrants. `aside`: why it was set aside. `failing`: how many matches in a row it
failed in, up to the last that was judged. From `games` on: the tally of its finished matches, updated in the
transaction that files a result. `start_mu`, `start_sigma`: its running rating before its first match; NULL: the usual
one. `fit_mu`, `fit_sigma`: its rating as it was fitted to all results of a contest's ladder, once that was closed.
`pinned`: whether results leave its rating as it is. `retired`: since when it is not seated any more; what it
played stands."""

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
    Column("worker", String(200), nullable=False, server_default=""),
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
in `match.replay.course_of`; empty where it is not known. `worker`: who played it."""

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


# A contest: people, their teams and what they submit. Times are seconds since 1970.


class Role(StrEnum):
    """What an account may do."""

    CONTESTANT = "contestant"
    ORGANISER = "organiser"


class Judgement(StrEnum):
    """How far the judging of a version is."""

    RECEIVED = "received"
    JUDGING = "judging"
    GOOD = "good"
    FAILED = "failed"


class TokenKind(StrEnum):
    """What a token is for."""

    SESSION = "session"
    INVITE = "invite"
    """Lets somebody register."""
    SIGN_IN = "sign_in"
    """Signs in once."""
    RESET = "reset"
    """Sets a new password."""
    RECOVERY = "recovery"
    """A code that its owner wrote down: signs in once."""
    API = "api"
    """For programs, such as `joute submit`."""
    WORKER = "worker"
    """Lets a machine join as a worker."""


contests = Table(
    "contests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("settings", Text, nullable=False),
    Column("changes", Text, nullable=False, server_default="{}"),
    Column("ladder_id", ForeignKey("tournaments.id"), nullable=False),
    Column("created", Double, nullable=False),
    Column("secret", String(64), nullable=False, server_default=""),
    Column("pulse", Text, nullable=False, server_default=""),
)
"""A store has one contest at most. `settings`: as it was declared, as JSON. `changes`: the times and switches that an
organiser has changed since, as JSON. `ladder_id`: the tournament whose entrants are versions and house champions.
`secret`: what public numbers of matches are made with. `pulse`: the last sign of life of its service, as JSON."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("login", String(100), nullable=False, unique=True),
    Column("name", String(100), nullable=False),
    Column("real_name", String(200), nullable=False, server_default=""),
    Column("email", String(200), nullable=False, server_default=""),
    Column("password", String(200), nullable=False, server_default=""),
    Column("subject", String(300), unique=True),
    Column("role", String(20), nullable=False),
    Column("language", String(2), nullable=False, server_default="en"),
    Column("created", Double, nullable=False),
    Column("disabled", Text, nullable=False, server_default=""),
    Column("erased", Double),
)
"""`login`: in lower case. `name`: what others see. `password`: its argon2 hash; empty for who signs in otherwise.
`subject`: who it is at a single sign-on, ISSUER|SUBJECT. `disabled`: why it cannot sign in."""

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("account_id", ForeignKey("accounts.id")),
    Column("team_id", ForeignKey("teams.id")),
    Column("note", String(200), nullable=False, server_default=""),
    Column("created", Double, nullable=False),
    Column("expires", Double),
    Column("uses", Integer),
    Column("seen", Double),
    Index(None, "account_id", "kind"),
)
"""Secrets that were given out, by their SHA-256. `uses`: how often it still may be used; NULL: as often as one likes.
`team_id`: the team that an invitation leads to. `seen`: when it was used last."""

teams = Table(
    "teams",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False, unique=True),
    Column("key", String(60), nullable=False, unique=True),
    Column("group", String(60), nullable=False, server_default=""),
    Column("tags", Text, nullable=False, server_default="[]"),
    Column("aside", Text, nullable=False, server_default=""),
    Column("active_id", Integer),
    Column("created", Double, nullable=False),
)
"""`key`: the name as it is compared: no two teams look alike. `group`: of a course. `tags`: for organisers alone, as
JSON. `aside`: why it plays no more, for everybody to read. `active_id`: the version that plays for it."""

members = Table(
    "members",
    metadata,
    Column("account_id", ForeignKey("accounts.id"), primary_key=True),
    Column("team_id", ForeignKey("teams.id"), nullable=False),
    Column("joined", Double, nullable=False),
    Index(None, "team_id"),
)

versions = Table(
    "versions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("team_id", ForeignKey("teams.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("account_id", ForeignKey("accounts.id")),
    Column("received", Double, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("size", Integer, nullable=False),
    Column("language", String(40), nullable=False, server_default=""),
    Column("note", String(200), nullable=False, server_default=""),
    Column("state", String(20), nullable=False),
    Column("judged", Double),
    Column("why", Text, nullable=False, server_default=""),
    Column("log", Text, nullable=False, server_default=""),
    Column("entrant_id", ForeignKey("entrants.id"), unique=True),
    Column("judging_s", Double, nullable=False, server_default="0"),
    Column("failures", Integer, nullable=False, server_default="0"),
    UniqueConstraint("team_id", "number"),
    Index(None, "state", "id"),
)
"""`digest`: its package. `note`: a few words of its author. `why`: what is wrong with one that failed, in a line.
`log`: the log of its judging. `entrant_id`: its entrant in the ladder, once it was good. `judging_s`: the seconds that
its judging took. `failures`: how often judging it failed through no fault of its own."""

challenges = Table(
    "challenges",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("team_id", ForeignKey("teams.id"), nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "team_id", "at"),
)
"""Unranked matches that a team has asked for."""

comparisons = Table(
    "comparisons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("team_id", ForeignKey("teams.id"), nullable=False),
    Column("one_id", ForeignKey("versions.id"), nullable=False),
    Column("other_id", ForeignKey("versions.id"), nullable=False),
    Column("at", Double, nullable=False),
    Column("state", String(10), nullable=False),
    Column("ended", Double),
    Column("result", Text, nullable=False, server_default=""),
    Index(None, "team_id", "at"),
)
"""Comparisons of two versions of a team. `state`: waiting, done or failed, as for matches. `result`: what is known so
far, as JSON, or why it failed."""

workers = Table(
    "workers",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("joined", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("drained", Double),
    Column("why", Text, nullable=False, server_default=""),
)
"""Machines that play matches of a contest. `drained`: since when it is given none any more, and `why`."""

ratings = Table(
    "ratings",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("entrant_id", ForeignKey("entrants.id"), primary_key=True),
    Column("at", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index(None, "entrant_id", "at"),
)
"""The running rating of each entrant of a ladder after each of its matches."""

announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("en", Text, nullable=False),
    Column("fr", Text, nullable=False),
)

actions = Table(
    "actions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("actor", String(200), nullable=False),
    Column("what", String(60), nullable=False),
    Column("subject", String(300), nullable=False, server_default=""),
    Column("why", Text, nullable=False, server_default=""),
    Column("details", Text, nullable=False, server_default="{}"),
    Column("digest", String(64), nullable=False),
)
"""The audit log. `digest`: the hash of this row and of the digest before it, so that a changed row
is noticed."""
