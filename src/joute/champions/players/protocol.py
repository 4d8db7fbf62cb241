"""The protocol of champions in any language, one JSON object a line: its messages, their schema, and their errors.

The engine says `hello`, the champion answers `ready`; then for each `turn` the champion sends `call` and reads `return`
as often as it likes, until it sends `end`; the last line of the engine is `over`. A `note` or `draw` is not answered.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from joute.core.errors import printable

if TYPE_CHECKING:
    from joute.core.api import Api
    from joute.core.seat import Seat

VERSION: Literal["champion/1"] = "champion/1"
LINE_MOST = 1 << 20
"""The most bytes in a line of a champion."""
SHOWN = 300
"""How many characters of a wrong line a message shows."""


class Deviation(ValueError):
    """A line that violates the protocol: what is wrong, and what was expected."""


# What both sides write about the game


class Field(msgspec.Struct, frozen=True):
    """A name with its type: int, bool, json, void, an enum, a struct, or one of these followed by « array»."""

    name: str
    type: str


class FunctionInfo(msgspec.Struct, frozen=True):
    """A function of the API."""

    kind: Literal["query", "action", "undo", "show"]
    arguments: list[Field]
    returns: str


class Callback(msgspec.Struct, frozen=True):
    """What a champion is asked for in a phase; where `acts` is false, orders do not count."""

    name: str
    phase: str
    acts: bool


class Limits(msgspec.Struct, frozen=True):
    """The limits of a champion; null where there is none."""

    line_bytes: int = LINE_MOST
    start_ms: int | None = None
    time_ms: int | None = None
    bank_ms: int | None = None
    memory_mb: int | None = None


class Words(msgspec.Struct, frozen=True):
    """A block of words of 64 bits, the low byte first: its length, and runs of words, each with the index of its first.

    The runs are those that have changed; where the block is new, all other words are zero.
    """

    length: int
    runs: list[tuple[int, bytes]]
    new: bool = True


class Positions(msgspec.Struct, frozen=True):
    """What a champion needs to play positions of its own on the library."""

    turn: int
    """The index in a state of the number of the turn, and of that of the phase."""
    phase: int
    phases: int
    """The number of phases: a phase number of as many or more means that the match is over."""
    acting: int
    """A bit for each phase in which orders count."""
    actions: list[int]
    """The number of the function of the API for each action."""
    row_most: int
    """The length of the longest order."""
    orders_most: int
    """How many orders a turn holds."""
    live: bool
    """Whether each order is made at once."""
    checkpoints: int
    """The index in the exchange at which its notes on checkpoints begin, which are zero where it has none."""


class Native(msgspec.Struct, frozen=True):
    """What a champion needs to have calls answered by the library of the game in its own process."""

    api: str
    """A digest of the functions and types: code that was made for others must not call the library."""
    libraries: dict[str, str]
    """The paths of the library, by the machine it is for."""
    places: dict[str, int]
    """The index of each word of the exchange that has a name."""
    exchange: int
    """The length of the exchange."""
    rest: Words
    """Parameters, board and scratch: they stay the same."""
    rows: int
    """The index in `rest` of the rows that are answered."""
    slots: int
    """How many states fit into the room for checkpoints."""
    positions: Positions
    link: int | None = None
    """The descriptor on which orders of a live game go to the engine."""


# What the engine says


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first line: which game this is, where the champion sits, and the whole API."""

    joute: Literal["champion/1"]
    game: str
    preset: str
    seat: int
    seats: int
    ok: int
    constants: dict[str, Any]
    enums: dict[str, dict[str, int]]
    structs: dict[str, list[Field]]
    functions: dict[str, FunctionInfo]
    callbacks: list[Callback]
    axes: tuple[str, str]
    limits: Limits
    native: Native | None = None


class Asked(msgspec.Struct, frozen=True, tag_field="type", tag="turn", omit_defaults=True):
    """It is the champion's turn; `bank_ms` is left in its bank, where there is a clock.

    `news`, for a champion that has said `native`, is what changed; `number` is what its orders carry on the `link`;
    `debug`: await a debugger.
    """

    turn: int
    phase: str
    callback: str
    news: Words | None = None
    debug: bool = False
    bank_ms: int | None = None
    number: int = 0


class Return(msgspec.Struct, frozen=True, tag_field="type", tag="return", omit_defaults=True):
    """The answer to a call; a wrong call gets `error` instead of `value`.

    `news` comes with an accepted order of a live game, for a champion that has said `native`.
    """

    id: int
    value: Any = msgspec.UNSET
    error: str = ""
    news: Words | None = None


class Over(msgspec.Struct, frozen=True, tag_field="type", tag="over"):
    """The match is over: the champion is to exit."""


# What a champion says


class Ready(msgspec.Struct, frozen=True, tag_field="type", tag="ready", forbid_unknown_fields=True):
    """The champion has read hello and can play; `callbacks` may list those it has.

    With `native`, it answers calls itself by the library of the game.
    """

    joute: Literal["champion/1"]
    callbacks: list[str] | None = None
    native: bool = False


class Call(msgspec.Struct, frozen=True, tag_field="type", tag="call", forbid_unknown_fields=True):
    """A call of a function of the API; the answer carries the same `id`.

    `orders` are all orders of this turn so far, in place of those that the engine has noted.
    """

    id: int
    function: str
    arguments: list[Any] = []
    orders: list[list[int]] | None = None


class Note(msgspec.Struct, frozen=True, tag_field="type", tag="note", forbid_unknown_fields=True):
    """A note for the champion's owner; with `mark`, it marks this turn. There is no answer."""

    text: str = ""
    mark: bool = False


class Draw(msgspec.Struct, frozen=True, tag_field="type", tag="draw", forbid_unknown_fields=True):
    """A drawing over the board, for the champion's owner. There is no answer.

    `at` is a cell in the order of `axes`, or both ends of a line; a circle has a `radius`, in cells.
    """

    shape: Literal["cell", "line", "circle", "text"]
    at: Annotated[list[int | float], msgspec.Meta(min_length=2, max_length=4)]
    radius: int | float = 0.5
    text: str = ""
    color: str = "red"

    def __post_init__(self) -> None:
        expected = 4 if self.shape == "line" else 2
        if len(self.at) != expected:
            raise ValueError(f"{self.shape}: `at` has {len(self.at)} numbers, expected {expected}")

    @property
    def numbers(self) -> list[int | float]:
        return [*self.at, self.radius] if self.shape == "circle" else self.at


class LastCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call that the library has answered: the words of its arguments, and the answer if that is a number."""

    function: str
    words: list[int]
    answer: int


class Learnt(msgspec.Struct, frozen=True, tag_field="type", tag="learnt", forbid_unknown_fields=True):
    """What the engine has answered on the `link`, an item for each order since the last time. There is no answer."""

    news: list[bytes]


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end", forbid_unknown_fields=True):
    """The champion has ended its turn; with `error`, its callback failed and its orders are lost.

    `orders` are all orders of the turn, in place of those that the engine has noted.
    """

    error: str | None = None
    traceback: str | None = None
    orders: list[list[int]] | None = None
    last: LastCall | None = None
    refused: list[list[Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]]] = []
    """The orders that the library refused: how many were noted before it, the answer, and the order."""
    refused_more: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 0
    """How many more it refused."""


FromEngine = Hello | Asked | Return | Over
FromChampion = Ready | Call | Note | Draw | Learnt | End
KINDS = {"ready": Ready, "call": Call, "note": Note, "draw": Draw, "learnt": Learnt, "end": End}

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromChampion).decode


def hello_at(seat: Seat, limits: Limits | None = None, native: Native | None = None) -> Hello:
    """The first line for a champion at a seat."""
    game = seat.game
    api = game.api
    return Hello(
        joute=VERSION,
        game=game.name,
        preset=game.preset,
        seat=seat.index,
        seats=seat.seats,
        ok=game.ok,
        constants=game.constants,
        enums={name: {member.name: int(member) for member in kind} for name, kind in api.enums.items()},
        structs=_structs(api),
        functions=_functions(api),
        callbacks=[Callback(phase.callback, phase.name, phase.acts) for phase in game.phases],
        axes=api.axes,
        limits=limits or Limits(),
        native=native,
    )


def _structs(api: Api) -> dict[str, list[Field]]:
    from joute.core.types import Struct

    return {name: [Field(field, of.name) for field, of in Struct(kind).fields] for name, kind in api.structs.items()}


def _functions(api: Api) -> dict[str, FunctionInfo]:
    return {
        function.name: FunctionInfo(
            function.kind,  # type: ignore[arg-type]
            [Field(argument.name, argument.type.name) for argument in function.arguments],
            function.returns.name,
        )
        for function in api.functions.values()
    }


def api_digest(api: Api) -> str:
    """A digest of all that code which writes and reads the words of calls was made for."""
    from hashlib import blake2b

    lists = [argument.type.most_ints() for function in api.functions.values() for argument in function.arguments]
    return blake2b(_encode((_structs(api), _functions(api), lists)), digest_size=10).hexdigest()


def plain(value: Any) -> Any:
    """A value of the API in JSON: structs become objects, enums their numbers."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(part) for name, part in zip(value._fields, value, strict=True)}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    return value


def line_of(message: FromEngine) -> bytes:
    """A message of the engine as a line."""
    return _encode(message) + b"\n"


def read_line(line: bytes) -> FromChampion:
    """A champion's message; raises Deviation with the line, what is wrong with it and what was expected."""
    try:
        message: FromChampion = _decode(line)
        return message
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Deviation(f"{_why(line, error)}\n  the line: {shown(line)}") from None


def _why(line: bytes, error: Exception) -> str:
    """What is wrong with a line, for the author of the champion."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        reason = printable(str(error))
        return f"a line on standard output is not JSON ({reason}); print to standard error, which is the log"
    if not isinstance(value, dict):
        return f"a line is {_json_type(value)}, expected an object with a type"
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in KINDS:
        instead = "there is none" if "type" not in value else f"found {json.dumps(kind)[:SHOWN]}"
        return f"the type of a message must be {', '.join(KINDS)}: {instead}"
    return f"the message {kind} is malformed: {printable(str(error))}"


def _json_type(value: Any) -> str:
    names = {list: "an array", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def shown(line: bytes) -> str:
    """The beginning of a line, with control characters escaped."""
    text = line[: 4 * SHOWN].decode("utf-8", "backslashreplace").rstrip("\r\n")
    text = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(line)} bytes)"


def schema() -> dict[str, Any]:
    """The JSON Schema of every message of both sides."""
    (engine, champion), parts = msgspec.json.schema_components(
        (FromEngine, FromChampion), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"joute {VERSION}: a line of the protocol between the engine and a champion",
        "anyOf": [{"$ref": "#/$defs/FromEngine"}, {"$ref": "#/$defs/FromChampion"}],
        "$defs": {"FromEngine": engine, "FromChampion": champion, **parts},
    }
