"""What travels between an organiser's console and the server; `make types` writes these types as TypeScript."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from joute.arena.tournament.formats.elimination import Elimination
from joute.arena.tournament.formats.round_robin import RoundRobin
from joute.arena.tournament.formats.swiss import Swiss

from .wire import NameGiven, VersionState

Why = Annotated[str, msgspec.Meta(max_length=500)]
Key = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Said = Annotated[str, msgspec.Meta(max_length=4_000)]
FinalFormat = Elimination | RoundRobin | Swiss
"""How a final is played."""


# How it stands


class Machine(msgspec.Struct, frozen=True):
    """A machine that plays, or has played."""

    name: str
    seen: float
    drained: float | None
    why: str
    matches: int
    """How many of the last matches it has played."""
    faults: int
    lost: bool


class Final(msgspec.Struct, frozen=True):
    """A final, as organisers see it."""

    name: str
    kind: str
    entrants: list[str]
    """In the order of their seeds."""
    stage: str
    rounds: int
    """How many rounds have been drawn."""
    released: int | None
    """How many of them the public sees; null: all."""
    matches: dict[str, int]
    """How many are in each state."""


class State(msgspec.Struct, frozen=True):
    """How the contest stands."""

    alive: bool
    """Whether its service gives signs of life."""
    seen: float | None
    host: str
    pid: int
    capacity: int
    """How many matches it can play at once."""
    playing: int
    teams: int
    versions: dict[str, int]
    """How many are in each state."""
    waits_s: float
    """How long the oldest version waits to be judged."""
    new: int
    """How many active versions have not played their first matches yet."""
    ranked: dict[str, int]
    """How many ranked matches are in each state."""
    last_hour: int
    unranked: int
    """How many challenges and comparisons wait."""
    free_bytes: int
    used_bytes: int
    """What the replays and the database take."""
    machines: list[Machine]
    finals: list[Final]


class Person(msgspec.Struct, frozen=True):
    """An account, as organisers see it."""

    id: int
    login: str
    name: str
    real_name: str
    email: str
    organiser: bool
    disabled: str
    team: str


class TeamRow(msgspec.Struct, frozen=True):
    """A team, as organisers see it."""

    id: int
    name: str
    group: str
    tags: list[str]
    aside: str
    members: list[str]
    """Their logins."""
    version: int | None
    """The number of the one that plays."""
    versions: int


class VersionRow(msgspec.Struct, frozen=True):
    """A version of any team."""

    id: int
    team: str
    number: int
    received: float
    state: VersionState
    why: str
    language: str
    size: int
    judging_s: float
    active: bool
    counts: bool


class VersionLog(msgspec.Struct, frozen=True):
    """The log of the judging of any version."""

    text: str


class SideRow(msgspec.Struct, frozen=True):
    """Who sat in a match, with all that is known."""

    name: str
    score: int | None
    rank: int | None
    verdict: str | None
    told: str
    wall_ms: float
    cpu_ms: float


class MatchOf(msgspec.Struct, frozen=True):
    """A match of the contest, with all that is known."""

    id: str
    """Watch it at /watch/ID."""
    number: int
    """What acts name it by."""
    tournament: str
    """The ladder, a final, or empty for a challenge."""
    round: int
    state: str
    why: str
    reason: str
    attempts: int
    seed: str
    created: float
    began: float | None
    ended: float | None
    worker: str
    sides: list[SideRow]


class MatchPage(msgspec.Struct, frozen=True):
    """Matches of the contest, newest first."""

    matches: list[MatchOf]
    more: int | None
    """`before` for the next page; null: there is none."""


class LogRow(msgspec.Struct, frozen=True):
    """A row of the audit log."""

    id: int
    at: float
    actor: str
    what: str
    subject: str
    why: str
    details: dict[str, Any]
    digest: str


class Finalist(msgspec.Struct, frozen=True):
    """A team that could play in a final, with its version."""

    team: str
    version: int


# Acts


class _Act(msgspec.Struct, frozen=True, tag_field="act", forbid_unknown_fields=True, kw_only=True):
    why: Why = ""
    """For the audit log; where somebody is concerned, there is no doing it without."""


class SetTimes(_Act, frozen=True, tag="times"):
    """Change when what is allowed: all times, in seconds since 1970; null: never."""

    opens: float | None = None
    submissions_close: float | None = None
    ranked_closes: float | None = None
    table_freezes: float | None = None
    table_thaws: float | None = None


class EndRanked(_Act, frozen=True, tag="end_ranked"):
    """End ranked play for good, and reveal the secret of its seeds."""


class Announce(_Act, frozen=True, tag="announce"):
    """Say something to everybody."""

    en: Said = ""
    fr: Said = ""


class TeamAside(_Act, frozen=True, tag="team_aside"):
    """A team plays no more, for a reason that everybody may read."""

    team: Key


class TeamBack(_Act, frozen=True, tag="team_back"):
    """A team that was set aside plays again."""

    team: Key


class DescribeTeam(_Act, frozen=True, tag="team_describe"):
    """The group of a team, and its private tags."""

    team: Key
    group: Annotated[str, msgspec.Meta(max_length=60)] = ""
    tags: list[NameGiven] = []


class VersionAside(_Act, frozen=True, tag="version_aside"):
    """A version plays no more; the last good one before it goes on."""

    version: Key


class VersionAgain(_Act, frozen=True, tag="version_again"):
    """Judge a version again that has failed."""

    version: Key


class Requeue(_Act, frozen=True, tag="requeue"):
    """Play a match again."""

    match: Number
    redraw: bool = False
    """Where later rounds follow from results: draw them again."""


class Drain(_Act, frozen=True, tag="drain"):
    """Give a machine nothing more to play."""

    machine: NameGiven


class Undrain(_Act, frozen=True, tag="undrain"):
    """Let a machine play again."""

    machine: NameGiven


class Disable(_Act, frozen=True, tag="disable"):
    """Keep somebody from signing in."""

    account: Key


class Enable(_Act, frozen=True, tag="enable"):
    """Let somebody sign in again."""

    account: Key


class EraseAccount(_Act, frozen=True, tag="erase"):
    """Erase somebody's personal data, as they asked."""

    account: Key


class BeginFinal(_Act, frozen=True, tag="begin_final"):
    """Begin a final of these teams, best seeded first, with the versions that they have now."""

    name: NameGiven
    format: FinalFormat
    teams: list[NameGiven]
    hold: bool = True
    """Whether it is released round by round."""


class Release(_Act, frozen=True, tag="release"):
    """Show one more round of a final to everybody."""

    final: NameGiven


Act = (
    SetTimes
    | EndRanked
    | Announce
    | TeamAside
    | TeamBack
    | DescribeTeam
    | VersionAside
    | VersionAgain
    | Requeue
    | Drain
    | Undrain
    | Disable
    | Enable
    | EraseAccount
    | BeginFinal
    | Release
)
"""What an organiser may do; each is a row of the audit log."""
