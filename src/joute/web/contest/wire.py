"""What travels between a contest's pages and the server; `make types` writes these types as TypeScript."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from joute.core.text import Text

Login = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Phrase = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""A password, a recovery code or the secret of a link."""
OptionalText = Annotated[str, msgspec.Meta(max_length=200)]
NameGiven = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Language = Literal["en", "fr"]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


# For everybody


class Moment(msgspec.Struct, frozen=True):
    """A time at which what is allowed changes."""

    what: Literal["opens", "submissions_close", "ranked_closes", "table_freezes", "table_thaws"]
    at: float
    """Seconds since 1970."""


class Announcement(msgspec.Struct, frozen=True):
    """What the organisers say to everybody."""

    at: float
    text: Text


class TeamHead(msgspec.Struct, frozen=True):
    """A team as everybody sees it."""

    name: str
    group: str
    aside: str
    """Why it plays no more; empty while it does."""


class Me(msgspec.Struct, frozen=True):
    """Who is signed in."""

    login: str
    name: str
    real_name: str
    email: str
    language: Language
    organiser: bool
    password: bool
    """Whether the account has one."""
    may_set: bool
    """Whether a password may be set without saying the old one: the session began with a link or a code."""
    codes: int
    """How many recovery codes are left."""
    team: TeamHead | None


class Facts(msgspec.Struct, frozen=True):
    """A contest as everybody may know it, and who asks."""

    name: str
    game: str
    title: str
    preset: str
    seats: int
    now: float
    """The server's clock, in seconds since 1970."""
    times: list[Moment]
    next: Moment | None
    open: bool
    submissions: bool
    """Whether what is received now counts."""
    ranked: bool
    frozen: bool
    """Whether the table is the one of an earlier moment."""
    announcements: list[Announcement]
    registration: Literal["invitation", "open", "closed"]
    sign_on: str | None
    """What the button of the single sign-on says; null: there is none."""
    mail: bool
    """Whether the server can send links by mail."""
    team_size: int
    real_names: bool
    """Whether real names are public."""
    replays: Literal["all", "own", "after"]
    replay_delay_minutes: int
    keep_days: int
    submissions_an_hour: int
    challenges_an_hour: int
    comparisons_an_hour: int
    size_kb: int
    languages: list[str]
    """Languages in which there is a kit to start from."""
    commitment: str
    """The hash of the secret that the seeds of ranked matches follow from."""
    secret: str | None
    """That secret, once ranked play has ended for good."""
    me: Me | None


class TableLine(msgspec.Struct, frozen=True):
    """A team, or a champion of the house, in the table."""

    rank: int
    name: str
    house: bool
    points: float
    low: float
    high: float
    """Between these the strength lies with 95 % certainty."""
    games: int
    version: int | None
    members: list[str] = []
    """Their names as the contest shows them."""
    aside: str = ""
    group: str = ""


class PublicTable(msgspec.Struct, frozen=True):
    """The table as everybody sees it."""

    frozen_at: float | None
    lines: list[TableLine]


# People


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account."""

    login: Login
    name: NameGiven
    password: Phrase
    invitation: OptionalText = ""
    real_name: OptionalText = ""
    email: OptionalText = ""
    language: Language = "en"


class Registered(msgspec.Struct, frozen=True):
    """The answer to a registration: the only time that the codes are shown."""

    me: Me
    codes: list[str]


class Codes(msgspec.Struct, frozen=True):
    """New recovery codes; those before are good no more."""

    codes: list[str]


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in with a password, or with a recovery code in its place."""

    login: Login
    password: Phrase


class SignInByLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in with the secret of a one-time link."""

    secret: Phrase


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password; the old one where it is asked for."""

    password: Phrase
    old: OptionalText = ""


class Forgotten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose password was forgotten: a login or an address."""

    login: Login


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one says of oneself."""

    name: NameGiven
    real_name: OptionalText = ""
    email: OptionalText = ""
    language: Language = "en"


class Erasure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to be erased, with one's login to show that it is meant."""

    login: Login


class TokenHead(msgspec.Struct, frozen=True):
    """An API token, without its secret."""

    id: str
    note: str
    created: float
    seen: float | None


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token that is wanted."""

    note: OptionalText = ""


class TokenMade(msgspec.Struct, frozen=True):
    """A new token: the only time that it is shown."""

    token: str


class LinkFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom an organiser makes a one-time link for."""

    login: Login


class NewInvitations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation that lets so many register."""

    uses: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1
    note: OptionalText = ""


class LinkMade(msgspec.Struct, frozen=True):
    """A secret, and the address that carries it behind a `#`: the only time that it is shown."""

    secret: str
    address: str


# Teams


class NewTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team that is wanted."""

    name: NameGiven


class Invited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation."""

    invitation: Phrase


class InvitedTo(msgspec.Struct, frozen=True):
    """What an invitation leads to."""

    team: str | None


class Member(msgspec.Struct, frozen=True):
    """A member of a team."""

    name: str
    you: bool


class TeamPage(msgspec.Struct, frozen=True):
    """A team as its members see it."""

    head: TeamHead
    members: list[Member]
    room: int
    """How many more may join."""
    invitations: int
    """How many invitations lead here."""


# Versions


VersionState = Literal["received", "judging", "good", "failed"]


class VersionHead(msgspec.Struct, frozen=True):
    """A version as its team sees it."""

    number: int
    received: float
    receipt: str
    size: int
    language: str
    note: str
    by: str
    state: VersionState
    judged: float | None
    why: str
    """What is wrong with one that failed, in a line."""
    active: bool
    """Whether it plays for the team."""
    counts: bool
    """Whether it was received in time."""
    games: int
    points: float | None
    low: float | None
    high: float | None


class Received(msgspec.Struct, frozen=True):
    """The receipt of a submission."""

    version: VersionHead
    text: Text
    """Whether it counts, and what comes next."""


class ExerciseHead(msgspec.Struct, frozen=True):
    """An exercise of a course, and how far one's team has come in it."""

    name: str
    beat: str
    """The champion of the house to beat."""
    deadline: float | None
    """Seconds since 1970."""
    version: int | None
    """The number of the version that counts."""
    answer: Literal["yes", "no", "open"]
    """Whether that beats the champion; open: it is not clear yet."""
    points: float
    """The share of the points that it has won."""
    matches: int
    """In so many matches."""


class Versions(msgspec.Struct, frozen=True):
    """The versions of a team, newest first."""

    versions: list[VersionHead]
    left: int
    """How many may be submitted now."""
    waiting: int
    """How many versions of all teams wait to be judged."""
    exercises: list[ExerciseHead] = []


class JudgingLog(msgspec.Struct, frozen=True):
    """The log of a judging from a character on, as far as it is written."""

    state: VersionState
    why: str
    text: str
    next: int
    """Where the rest will begin."""


# Results


class Rated(msgspec.Struct, frozen=True):
    """How strong a version was taken to be at a moment."""

    at: float
    version: int
    points: float
    low: float
    high: float


class Side(msgspec.Struct, frozen=True):
    """Who sat in a match."""

    name: str
    mine: bool
    score: int | None
    rank: int | None
    verdict: str | None
    told: str
    """What went wrong; empty for other teams."""
    points: float | None
    """Its strength now."""


class Played(msgspec.Struct, frozen=True):
    """A match of one's team."""

    id: str
    """Watch it at /watch/ID."""
    kind: str
    at: float
    version: int
    outcome: Literal["won", "drawn", "lost"]
    sides: list[Side]
    reason: str


class Results(msgspec.Struct, frozen=True):
    """What came of the versions of a team."""

    rank: int | None
    of: int
    history: list[Rated]
    lessons: list[Played]
    """Lost matches that teach most: against the weakest."""


class Replay(msgspec.Struct, frozen=True):
    """A ranked match that everybody may watch."""

    id: str
    """Watch it at /watch/ID."""
    at: float
    sides: list[Side]


class Replays(msgspec.Struct, frozen=True):
    """Ranked matches that everybody may watch, newest first."""

    matches: list[Replay]
    more: int | None
    """`before` for the next page; null: there is none."""


class Matches(msgspec.Struct, frozen=True):
    """Matches of one's team, newest first."""

    matches: list[Played]
    more: int | None
    """`before` for the next page; null: there is none."""


class Compared(msgspec.Struct, frozen=True):
    """A comparison of two versions, as far as it is played."""

    id: int
    one: int
    other: int
    at: float
    state: str
    """It is "waiting", "done" or "failed"."""
    answer: str
    """Of the first: "better", "worse", "equal" or "open"."""
    why: str
    """Why it failed."""
    matches: int
    wins: int
    draws: int
    losses: int
    points: float | None = None
    """The share of the points that the first one won."""
    low: float | None = None
    high: float | None = None
    """Between these it lies with 95 % certainty."""
