"""What travels between the server and the page: the twin of `frontend/src/wire.ts`, where every field is explained."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from joute.core.hand import Cell, Offer
from joute.core.text import Text

CHUNK = 32
"""A chunk of a film holds so many positions: a whole scene, then a difference for each further one."""
ALL = "all"
"""The track that sees everything; the others are named by their seat."""

NAME_MOST, TEXT_MOST, SEATS_MOST = 64, 2**17, 1_000
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_MOST)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


# Films


class PlayerHead(msgspec.Struct, frozen=True):
    name: str
    seat_name: str
    kind: str


class Verdict(msgspec.Struct, frozen=True):
    seat: int
    verdict: str
    told: str


class Mark(msgspec.Struct, frozen=True):
    frame: int
    kind: Literal["capture", "death", "fight", "build", "fault", "note"]
    seat: int | None
    text: Text


class Outcome(msgspec.Struct, frozen=True):
    scores: list[int]
    ranks: list[int]
    reason: str


class FilmHead(msgspec.Struct, frozen=True):
    joute: str
    game: str
    title: str
    preset: str
    seed: int | None
    constants: dict[str, Any]
    players: list[PlayerHead]
    frames: int
    live: bool
    tracks: list[str]
    turns: list[int]
    phases: list[str]
    scores: list[list[int]]
    times: list[list[float | None]]
    marks: list[Mark]
    verdicts: list[Verdict]
    result: Outcome | None
    damage: Text | None
    notes: list[int]
    film: Literal[1] = 1
    names: dict[str, Text] = {}


class Drawing(msgspec.Struct, frozen=True):
    shape: Literal["cell", "line", "circle", "text"]
    at: list[float]
    text: str
    colour: str


class Notes(msgspec.Struct, frozen=True):
    frame: int
    log: list[str]
    drawings: list[Drawing]
    marks: list[str]


class LiveEvent(msgspec.Struct, frozen=True):
    frame: int
    turn: int
    phase: str
    scores: list[int]
    times: list[float | None]
    marks: list[Mark]
    verdicts: list[Verdict]
    result: Outcome | None
    scene: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    diff: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    seed: int | None = None


# Playing by hand


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    secret: Annotated[str, msgspec.Meta(max_length=200)]


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    id: int
    cell: Cell | None


class Call(msgspec.Struct, frozen=True, tag="call"):
    id: int
    function: Name
    args: Annotated[list[Any], msgspec.Meta(max_length=64)]


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    id: int


class End(msgspec.Struct, frozen=True, tag="end"):
    id: int


Ask = Sit | Pick | Call | Undo | End


class Clock(msgspec.Struct, frozen=True):
    """Time for each turn, and a bank that overruns eat."""

    turn_ms: Annotated[int, msgspec.Meta(ge=1_000, le=86_400_000)]
    bank_ms: Annotated[int, msgspec.Meta(ge=0, le=86_400_000)]


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    seat: int
    head: FilmHead
    undo: bool
    clock: Clock | None


class Position(msgspec.Struct, frozen=True, tag="position"):
    frame: int
    turn: int
    phase: str
    scores: list[int]
    scene: dict[str, Any]
    asked: bool
    orders: list[Text]
    waiting: list[int]
    places: list[Cell]
    left_ms: float | None
    marks: list[Mark]


class Offers(msgspec.Struct, frozen=True, tag="offers"):
    id: int
    cell: Cell | None
    offers: list[Offer]


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    id: int
    ok: bool
    text: Text


class Over(msgspec.Struct, frozen=True, tag="over"):
    verdicts: list[Verdict]
    result: Outcome


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    id: int | None
    text: Text


Tell = Welcome | Position | Offers | Answer | Over | Refused


# HTTP


class Seats(msgspec.Struct, frozen=True):
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
    undo: bool
    presets: list[str]
    boards: list[str]
    champions: list[str]


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A champion by its name, or a person by theirs."""

    kind: Literal["champion", "human"]
    name: Name


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be played."""

    game: Name
    players: Annotated[list[NewPlayer], msgspec.Meta(min_length=1, max_length=SEATS_MOST)]
    preset: Name | None = None
    params: dict[str, Any] = {}
    board: Annotated[str, msgspec.Meta(max_length=TEXT_MOST)] | None = None
    seed: Seed | None = None
    clock: Clock | None = None


State = Literal["waiting", "playing", "over", "failed"]


class MatchHead(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    state: State
    players: list[PlayerHead]
    turn: int
    scores: list[int]
    ranks: list[int] | None
    began: float
    open: bool
    told: str = ""
    """Why it failed, or what became of it."""


class SeatSecret(msgspec.Struct, frozen=True):
    seat: int
    secret: str


class NewMatchAnswer(msgspec.Struct, frozen=True):
    """The only time that secrets are sent."""

    match: MatchHead
    seats: list[SeatSecret]
    owner: str


class Problem(msgspec.Struct, frozen=True):
    """Any refusal of the HTTP API."""

    status: int
    title: str
    detail: str
    code: str
    text: Text
