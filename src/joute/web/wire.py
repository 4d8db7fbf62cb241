"""The types of everything that travels between the server and the page.

`python -m joute.web.typescript` writes them, with these comments, into `frontend/src/generated`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self

import msgspec

from joute.champions.sources.strength import Strength
from joute.core.hand import Cell, Offer
from joute.core.info import ColourName, Info
from joute.core.scenes import Axes
from joute.core.text import Text
from joute.match.replay import Origin
from joute.match.verdict import Verdict

if TYPE_CHECKING:
    from joute.core.world import Result
    from joute.match.replay import ResultLine

CHUNK = 32
"""Positions in one chunk of a film: the first is a whole scene, each further one a difference from the one before."""
ALL = "all"
"""The track that sees everything; the others are named by their seat."""

NAME_MOST, TEXT_MOST, SEATS_MOST, FRAME_MOST = 64, 2**17, 1_000, 10**7
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_MOST)]
SEED_MOST = 2**64 - 1
Seed = Annotated[int, msgspec.Meta(ge=0)]
SeedText = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,20}$")]
"""A seed in digits: it has up to 64 bits, and a browser's numbers are exact to 53."""
DRAFT_MOST = 2**21
PositionText = Annotated[str, msgspec.Meta(max_length=DRAFT_MOST)]
"""A position as JSON, which a browser passes on as it is: its own numbers are not exact enough for it."""
FILM: Final = 5
"""The version of the format of films."""
TrackName = str
"""Whose view of a match: "all" sees everything, "0" what seat 0 may know."""
Scene = dict[str, Any]
"""What a board draws of a position: see the game's `scene.py`."""
RawScene = msgspec.Raw
"""A scene that is already JSON."""
RawDiff = msgspec.Raw
"""The difference between two scenes, already JSON: see `film/diff.py`."""
RawOrders = msgspec.Raw
"""Orders that are already JSON."""


# Films: every position of a match, in chunks, for each track


class PlayerHead(msgspec.Struct, frozen=True):
    """A player as everybody sees them."""

    name: str
    seat_name: str
    """What the game calls the seat."""
    kind: str
    """"human", or the name of the champion."""
    colour: ColourName | None = None
    """The colour that the game names for the seat; null: seats have the colours of the house, in turn."""

    @classmethod
    def of(cls, info: Info, seat: int, name: str, kind: str) -> Self:
        return cls(name, info.seat_name(seat), kind, info.seat_colour(seat))


class SeatVerdict(msgspec.Struct, frozen=True):
    """How the player of a seat ended."""

    seat: int
    verdict: Verdict
    told: str
    """Turn, callback and cause of the first failure; empty where there is none, or where the reader may not know."""


MarkKind = Literal["capture", "death", "fight", "build", "fault", "note"]


class Mark(msgspec.Struct, frozen=True):
    """Something that happened: a tick on the scrubber."""

    frame: int
    kind: MarkKind
    seat: int | None
    text: Text


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended."""

    scores: list[int]
    ranks: list[int]
    reason: str

    @classmethod
    def of(cls, result: Result | ResultLine) -> Self:
        """The outcome of a match that was just played, or recorded."""
        return cls(list(result.scores), list(result.ranks), result.reason)


Gain = tuple[int, int, int, int]
"""A change of points: the position it led to, the seat, the part they come from, and how many."""


class PointsHead(msgspec.Struct, frozen=True):
    """What the points of a game are, and where they come from."""

    words: Text
    """What each seat has at a position: its score, or what it would have if the match ended there."""
    parts: list[Text]
    """Where points come from; empty where the game does not say."""


class FilmHead(msgspec.Struct, frozen=True):
    """All of a film but its scenes. `turns`, `phases`, `scores` and `times` have one entry a position."""

    joute: str
    """The version of Joute that made the film."""
    game: str
    title: str
    preset: str
    seed: SeedText | None
    """Null until the match is over: the hidden board follows from it."""
    constants: dict[str, Any]
    players: list[PlayerHead]
    last_turn: int | None
    """The number of the last turn, where there is one: turn 12 of 100."""
    frames: int
    """The number of positions; position 0 is before the first phase. For a live match, so far."""
    live: bool
    tracks: list[TrackName]
    turns: list[int]
    phases: list[str]
    scores: list[list[int]]
    times: list[list[float | None]]
    """Wall-clock milliseconds of each seat in the phase that led to the position; null: not asked."""
    points: PointsHead
    lead: list[list[int]]
    """What each seat would have if the match ended at the position, one entry a position; empty: the scores say it."""
    gains: list[Gain]
    """Every change of a part of the points, oldest first: up to a position they add up to what each seat has, where the
    reader may know them."""
    marks: list[Mark]
    verdicts: list[SeatVerdict]
    result: Outcome | None
    """Null while the match lasts."""
    damage: Text | None
    """What is wrong with the replay; a damaged one is shown up to its last sound line."""
    notes: list[int]
    """Seats whose champion's private notes this reader may see."""
    film: Literal[5] = FILM
    """The version of this format."""
    names: dict[str, Text] = {}
    """Phases and reasons for people; one that is not here is shown as it is."""
    origin: Origin | None = None
    """The position of another match from which this one was played on."""
    axes: Axes = "xy"
    """In which order the game writes the coordinates of a cell: column first ("xy") or row first ("yx")."""
    goal: list[Text] = []
    """How one wins, then what scores, a line each."""
    actions: dict[str, Text] = {}
    """What the actions are called; one that is not here is called by its name."""
    notice: Text | None = None
    """What everybody should know of this match: that it was interrupted and began again, and why."""


class Drawing(msgspec.Struct, frozen=True):
    """A shape that a champion drew over the board."""

    shape: Literal["cell", "line", "circle", "text"]
    at: list[float]
    """Columns and rows: a corner or centre, the other end of a line, the radius of a circle."""
    text: str
    colour: str


class Given(msgspec.Struct, frozen=True):
    """An order that the rules accepted."""

    seat: int
    function: str
    """Its action."""
    text: Text
    cells: list[Cell]
    """The cells that it names."""


class RefusedOrder(msgspec.Struct, frozen=True):
    """An order that the rules refused."""

    before: int
    """How many orders of the seat were accepted before it in this phase."""
    function: str
    text: Text
    """The call."""
    cells: list[Cell]
    answer: str
    """The name of the error."""
    why: Text


class Failure(msgspec.Struct, frozen=True):
    """How a callback failed."""

    verdict: Verdict
    callback: str
    message: str
    last_call: str
    traceback: str
    output: str


class Notes(msgspec.Struct, frozen=True):
    """What a champion noted for itself on the way to a position, what it was refused, and how it failed."""

    frame: int
    log: list[str]
    drawings: list[Drawing]
    marks: list[str]
    printed: str
    refused: list[RefusedOrder]
    refused_more: int
    """How many more orders were refused; only the first ones are kept."""
    failure: Failure | None


class LiveEvent(msgspec.Struct, frozen=True):
    """One position of a live match; the id of its server-sent event is `frame`."""

    frame: int
    turn: int
    phase: str
    scores: list[int]
    times: list[float | None]
    lead: list[int]
    """Empty where the scores say it."""
    gains: list[Gain]
    marks: list[Mark]
    verdicts: list[SeatVerdict]
    result: Outcome | None
    scene: RawScene | msgspec.UnsetType = msgspec.UNSET
    """The whole scene, where the reader may have missed something; else there is `diff`."""
    diff: RawDiff | msgspec.UnsetType = msgspec.UNSET
    """The difference from the position before."""
    seed: SeedText | None = None
    """Sent with the result."""
    orders: RawOrders | None = None
    """The orders that led to the position; null: too many to be sent, they are in the chunk."""


# Playing by hand, over a WebSocket


class SitRequest(msgspec.Struct, frozen=True, tag="sit"):
    """Take a seat: the first message of a socket."""

    secret: Annotated[str, msgspec.Meta(max_length=200)]


class PickRequest(msgspec.Struct, frozen=True, tag="pick"):
    """What can be done from a cell? Null: what needs no cell."""

    id: int
    cell: Cell | None


class WhyRequest(msgspec.Struct, frozen=True, tag="why"):
    """Why does a click on a cell give no order, with a place chosen? The answer is a refusal in words."""

    id: int
    place: Cell
    """The cell itself where nothing is chosen."""
    cell: Cell
    function: Name | None = None
    """The action that was meant, if one was chosen."""


class CallRequest(msgspec.Struct, frozen=True, tag="call"):
    """Call an action of the game's API, once for each arguments, until a call is refused."""

    id: int
    function: Name
    calls: Annotated[list[Annotated[list[Any], msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=256)]


class UndoRequest(msgspec.Struct, frozen=True, tag="undo"):
    """Take back what the last request ordered."""

    id: int


class EndRequest(msgspec.Struct, frozen=True, tag="end"):
    """End the turn."""

    id: int


ProposalKind = Literal["draw", "back"]
"""What one proposes to the others: a draw, or to take back one's last turn."""


class ResignRequest(msgspec.Struct, frozen=True, tag="resign"):
    """Give the match up, one's turn or not."""

    id: int


class ProposeRequest(msgspec.Struct, frozen=True, tag="propose"):
    """Propose something to all other people, or agree to what is proposed."""

    id: int
    kind: ProposalKind


class DeclineRequest(msgspec.Struct, frozen=True, tag="decline"):
    """Decline what is proposed, or withdraw what one has proposed."""

    id: int


TableRequest = ResignRequest | ProposeRequest | DeclineRequest
"""About the match itself, at any time."""
PlayRequest = PickRequest | WhyRequest | CallRequest | UndoRequest | EndRequest | TableRequest
"""From the page, once seated; the reply carries the same id."""
SeatRequest = SitRequest | PlayRequest
"""From the page."""


class TimeControl(msgspec.Struct, frozen=True):
    """The time for each turn, and a bank that is used when a turn takes longer."""

    turn_ms: Annotated[int, msgspec.Meta(ge=1_000, le=86_400_000)]
    bank_ms: Annotated[int, msgspec.Meta(ge=0, le=86_400_000)]


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The answer to `sit`."""

    seat: int
    head: FilmHead
    undo: bool
    """Whether orders of a phase that has not ended can be taken back."""
    may: list[ProposalKind]
    """What can be proposed at this table."""
    clock: TimeControl | None


class Proposal(msgspec.Struct, frozen=True):
    """What a person has proposed; it is done when all people have agreed. Champions always agree to take turns back."""

    kind: ProposalKind
    seat: int
    agreed: list[int]
    """The seats that have agreed, the first one included."""


class Deed(msgspec.Struct, frozen=True):
    """Something that happened in a phase: an order that was given, or what came of all of them."""

    turn: int
    phase: str
    seat: int | None
    """Whose order it was, or whom it is about; null: several."""
    text: Text
    way: list[Cell]
    """The cells it went over, from where to where; one cell: where it was; empty: nowhere."""


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Which people are at the table now."""

    here: list[int]


class Told(msgspec.Struct, frozen=True, tag="told"):
    """Something that everybody at the table should know."""

    text: Text


class Position(msgspec.Struct, frozen=True, tag="position"):
    """What the person of a seat sees now, with the orders they have given in this phase."""

    frame: int
    turn: int
    phase: str
    scores: list[int]
    lead: list[int]
    """What each seat would have if the match ended now."""
    parts: list[list[int]]
    """Where the points of each seat come from, when the phase began; empty where that is not known."""
    scene: Scene
    asked: bool
    """Whether this seat is asked and has not ended its turn."""
    orders: list[Text]
    """The orders given so far in this phase, in words."""
    ways: list[list[Cell]]
    """From where to where those go that are not carried out yet."""
    waiting: list[int]
    """The seats that have not ended their turn."""
    places: list[Cell]
    """The cells where this seat can do something now."""
    clocks: list[float | None]
    """Milliseconds that each seat has left; null: no clock, or not a person."""
    marks: list[Mark]
    news: list[Deed]
    """What the others did, and what happened, since this seat last gave orders in a phase."""
    proposal: Proposal | None


class Offers(msgspec.Struct, frozen=True, tag="offers"):
    """The answer to `pick`."""

    id: int
    cell: Cell | None
    offers: list[Offer]


class Reply(msgspec.Struct, frozen=True, tag="answer"):
    """The answer of the rules to `why`, `call`, `undo` or `end`."""

    id: int
    ok: bool
    text: Text


class MatchOver(msgspec.Struct, frozen=True, tag="over"):
    """The match is over; the socket is closed."""

    verdicts: list[SeatVerdict]
    result: Outcome


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """A request that the server did not pass to the rules; or, without an id, why the socket is closed."""

    id: int | None
    text: Text


SeatMessage = Welcome | Position | Offers | Reply | MatchOver | Refused | Presence | Told
"""From the server."""


# HTTP


class Seats(msgspec.Struct, frozen=True):
    """How many may play a game."""

    least: int
    most: int
    usual: int


class GameHead(msgspec.Struct, frozen=True):
    """A game as the page offers it."""

    name: str
    title: str
    summary: Text
    seats: Seats
    foggy: bool
    """Whether a seat sees less than everything."""
    undo: bool
    presets: list[str]
    boards: list[str]
    champions: list[str]
    strengths: dict[str, Strength] = {}
    """How strong those are that were rated: the bundled ones."""
    colours: list[ColourName] = []
    """The colours that the game names for its seats."""
    clock: TimeControl | None = None
    """The clock of a match of several people that asks for none; null: people cannot play it."""
    turns: str | None = None
    """The parameter that says how many turns a match has; null: its board does."""


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A champion by its name, a person by theirs, or a program that plays over HTTP, by any."""

    kind: Literal["champion", "human", "http"]
    name: Name


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a match of this arena."""

    match: Name
    frame: Annotated[int, msgspec.Meta(ge=0, le=FRAME_MOST)]


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be played: the body of POST /api/matches."""

    game: Name
    players: Annotated[list[NewPlayer], msgspec.Meta(min_length=1, max_length=SEATS_MOST)]
    preset: Name | None = None
    params: dict[str, Any] = {}
    board: Annotated[str, msgspec.Meta(max_length=TEXT_MOST)] | None = None
    """The name of a bundled board, or the text of one."""
    seed: Seed | SeedText | None = None
    clock: TimeControl | None = None
    """Null: people have all the time they want, champions the usual time."""
    origin: Fork | None = None
    """Play on from here: game, rules, board and seed are those of that match."""
    position: PositionText | None = None
    """Begin in this position, as `joute run --from` takes it: game, rules, board and seed are its own."""


MatchState = Literal["waiting", "playing", "over", "failed"]


class MatchHead(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    state: MatchState
    players: list[PlayerHead]
    turn: int
    scores: list[int]
    ranks: list[int] | None
    began: float
    """Seconds since 1970."""
    open: bool
    """Whether anyone may watch now; a match of people in the fog can be watched when it is over."""
    told: str = ""
    """Why it failed, or what is wrong with its replay."""
    last_turn: int | None = None
    """The number of the last turn, where it is known."""
    asked: list[int] = []
    """The seats of people that the match waits for."""
    here: list[int] = []
    """The seats of people who are at the table now."""


class Showing(msgspec.Struct, frozen=True):
    """A match on television, without how it stands."""

    id: str
    game: str
    title: str
    state: MatchState
    """"waiting" also where it is played but cannot be watched yet."""
    players: list[PlayerHead]
    stake: Text
    """Tournament and round; empty where nothing is at stake."""


class Programme(msgspec.Struct, frozen=True):
    """What is on television."""

    showings: list[Showing]
    """In the order in which they are shown."""
    more: bool
    """Whether others may come."""


class SeatSecret(msgspec.Struct, frozen=True):
    """What opens the seat of a person. Links carry it behind a `#`."""

    seat: int
    secret: str


class NewMatchAnswer(msgspec.Struct, frozen=True):
    """The answer to POST /api/matches: the only time that secrets are sent."""

    match: MatchHead
    seats: list[SeatSecret]
    """One for each person."""
    owner: str
    """Lets its holder read the champions' private notes and stop the match."""


RefusalCode = str
"""For programs: one of `errors.py`, or "http_" and a status; stays the same when the text changes."""


class Problem(msgspec.Struct, frozen=True):
    """Any refusal of the HTTP API."""

    status: int
    title: str
    detail: str
    code: RefusalCode
    text: Text
    """The detail in both languages."""
