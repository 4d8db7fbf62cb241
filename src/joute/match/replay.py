"""Replays: a match as lines of JSON, written as it is played, read back up to the last whole line.

The first line is the header, then one line a phase, then the result. States are not stored: they follow from the
orders, and each phase carries a hash of the state it led to.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import IO, Annotated, Any, Literal

import msgspec

from joute import __version__
from joute.core.api import Row
from joute.core.control_chars import escaped_json_bytes
from joute.core.errors import printable, shown
from joute.core.game import Game
from joute.core.registry import settled_game
from joute.core.table import Table
from joute.core.text import Text, text_of
from joute.core.world import Result, Turn

from .ending import RESIGNED, Ending
from .verdict import Fault, Report

SCHEMA = 1
QUOTED_MOST = 300
"""How many characters of a damaged file a message quotes."""
GZIP = b"\x1f\x8b"
LEVEL = 6
"""The level of compression; the highest takes three times as long and saves a twentieth."""
CRASH, TIMEOUT, RESIGN = CAUSES = ("crash", "timeout", RESIGNED)
"""Why a match is forfeited, in the games that say so."""

NamedOrder = tuple[int | str, ...]
"""An order in a file: the name of its action, then the numbers of its row."""


class ReplayError(ValueError):
    """A replay that cannot be read or played; says which file and line, and what to do."""


class Named(msgspec.Struct, frozen=True):
    """A player in the header: what it was called, and a hash of what it was."""

    name: str
    digest: str = ""


class Origin(msgspec.Struct, frozen=True):
    """Where a match was taken up: a position of another match. Nothing follows from it but a link to that match."""

    turn: int
    step: int
    """How many positions after the first one of the turn."""
    match: Annotated[str, msgspec.Meta(pattern=r"^[\w.-]{0,40}$")] = ""
    """The match, in the arena that played both."""
    file: Annotated[str, msgspec.Meta(max_length=255)] = ""
    """The name of its file, elsewhere."""


class Restart(msgspec.Struct, frozen=True):
    """Why a match that was interrupted began again."""

    turn: int
    """The last turn that was recorded before."""
    why: Literal["failed", "changed", "record"]
    """A champion that was fed the turns so far failed, or is not the same any more; or the record cannot be played."""
    seat: int | None = None
    """Of that champion."""


class Header(msgspec.Struct, frozen=True, tag_field="joute", tag="replay"):
    """All that is needed to set the table again."""

    schema: int
    engine: str
    game: str
    rules_version: int
    preset: str
    params: dict[str, Any]
    board: str
    seed: int
    seats: int
    players: tuple[Named, ...]
    limits: dict[str, Any] = {}
    start: dict[str, Any] | None = None
    """The dump of the table, for a match that did not begin at the beginning."""
    origin: Origin | msgspec.UnsetType = msgspec.UNSET
    restart: Restart | msgspec.UnsetType = msgspec.UNSET


class PhaseLine(msgspec.Struct, frozen=True, tag_field="joute", tag="phase", omit_defaults=True):
    """One phase: who was asked, the orders they gave, the time it took them, and a hash of the state after it."""

    turn: int
    phase: str
    seats: tuple[int, ...]
    orders: tuple[tuple[NamedOrder, ...], ...]
    hash: str
    wall_ms: tuple[float, ...] = ()
    cpu_ms: tuple[float, ...] = ()
    forfeit: tuple[int, str] | None = None
    faults: dict[int, Fault] = {}
    stopped: tuple[int, ...] = ()
    """Seats whose champion is not called again after this phase."""
    private: dict[int, dict[str, Any]] = {}
    """Logs and drawings by seat, for their owner; a shared replay is stripped of them."""


class BackLine(msgspec.Struct, frozen=True, tag_field="joute", tag="back"):
    """People agreed to take back turns of a seat: of the phases before this line, only the first so many count."""

    seat: int
    phases: Annotated[int, msgspec.Meta(ge=0)]


class ResultLine(msgspec.Struct, frozen=True, tag_field="joute", tag="result", omit_defaults=True):
    """How it ended. If the engine failed, `void` says how, and nobody has won or lost."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str = ""
    reports: tuple[Report, ...] = ()
    void: str = ""
    ending: Ending | None = None
    """For a match that its players ended: by the rules it was not over."""


Line = Header | PhaseLine | BackLine | ResultLine
_ENCODE = msgspec.json.Encoder().encode


def written(line: Line) -> bytes:
    """The bytes of a line, with every control character escaped: champions choose some of its text."""
    return escaped_json_bytes(_ENCODE(line))


def header_of(
    table: Table,
    players: tuple[Named, ...],
    resumed: bool = False,
    limits: dict[str, Any] | None = None,
    origin: Origin | None = None,
    restart: Restart | None = None,
) -> Header:
    """The header of a match about to be played on a table; one that is under way is put into it whole."""
    game, board = table.game, table.game.boards.write(table.board)
    fresh = not resumed and table.digest == (
        table.first_digest or Table(game, board, table.seats, table.seed).first_digest
    )
    return Header(
        schema=SCHEMA,
        engine=__version__,
        game=game.name,
        rules_version=game.info.rules_version,
        preset=game.preset,
        params=game.overrides,
        board=board,
        seed=table.seed,
        seats=table.seats,
        players=players,
        limits=limits or {},
        start=None if fresh else table.dump(),
        origin=origin or msgspec.UNSET,
        restart=restart or msgspec.UNSET,
    )


def result_line(
    result: Result, reports: tuple[Report, ...], void: str = "", ending: Ending | None = None
) -> ResultLine:
    return ResultLine(result.scores, result.ranks, result.reason, reports, void, ending)


def phase_line(game: Game, turn: Turn, orders: Iterable[Iterable[Row]], digest: str, **rest: Any) -> PhaseLine:
    """The line of a phase: the orders of each seat that was asked, and the digest of the state they led to."""
    named = tuple(tuple(named_order(game, row) for row in rows) for rows in orders)
    return PhaseLine(turn.number, turn.phase, turn.seats, named, digest, **rest)


def named_order(game: Game, row: Row) -> NamedOrder:
    """An order as a replay writes it: the action by name, so that numbers may change."""
    return (game.api.actions[row[0]].name, *row[1:])


def order_rows(game: Game, orders: Iterable[NamedOrder]) -> list[Row | None]:
    """The orders that a replay names as rows; None for one that no call could have made."""
    codes = {action.name: code for code, action in enumerate(game.api.actions)}
    return [_row(codes, order) for order in orders]


def _row(codes: dict[str, int], order: NamedOrder) -> Row | None:
    name, *numbers = order or ("",)
    row = [number for number in numbers if isinstance(number, int)]
    if not isinstance(name, str) or name not in codes or len(row) != len(numbers):
        return None
    return (codes[name], *row)


class Recorder:
    """Writes a replay line by line; whatever happens, the lines written so far can be read."""

    def __init__(
        self, target: Path | None = None, clean: Callable[[str], str] | None = None, past: Sequence[Line] = ()
    ) -> None:
        """`clean` is applied to every line of the file; `past` are the lines that it has already."""
        self.lines: list[Line] = list(past)
        self._mode = "ab" if past else "wb"
        self._clean = clean
        self._target = target
        self._file: IO[bytes] | None = None
        self._zip = zlib.compressobj(wbits=31) if target is not None and target.suffix == ".gz" else None

    def write(self, line: Line) -> None:
        """Add a line, and have it on disk before the match goes on."""
        self.lines.append(line)
        if self._target is None:
            return
        if self._file is None:
            self._file = open(self._target, self._mode)  # noqa: SIM115
        data = written(line) + b"\n"
        if self._clean is not None:
            data = self._clean(data.decode()).encode()
        if self._zip is not None:
            data = self._zip.compress(data) + self._zip.flush(zlib.Z_SYNC_FLUSH)
        self._file.write(data)
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            if self._zip is not None:
                self._file.write(self._zip.flush())
            self._file.close()
            self._file = self._target = None

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def packed(lines: Sequence[Line], clean: Callable[[str], str] = lambda text: text) -> bytes:
    """The lines of a replay, cleaned, as a compressed file has them; the same lines, the same bytes."""
    text = b"".join(written(line) + b"\n" for line in lines).decode()
    return gzip.compress(clean(text).encode(), LEVEL, mtime=0)


def course_of(lines: Iterable[Line]) -> str:
    """A hash of the board and of all orders: with the same players at the table, equal ones are copies of one game."""
    course = sha256()
    for line in lines:
        if isinstance(line, Header):
            course.update(_ENCODE((line.board, line.start)))
        elif isinstance(line, PhaseLine):
            course.update(_ENCODE((line.turn, line.phase, line.seats, line.orders, line.forfeit)))
    return course.hexdigest()[:16]


class Replay(msgspec.Struct, frozen=True):
    """A replay in memory. `cut` says that it has no end: the match or its file was broken off."""

    header: Header
    phases: tuple[PhaseLine, ...]
    result: ResultLine | None = None
    cut: bool = False
    source: str = "this replay"
    damage: str = ""
    """For a lenient reader: what is wrong with the line after the last one that could be read."""

    @property
    def lines(self) -> list[Line]:
        """All its lines."""
        return [self.header, *self.phases, *([] if self.result is None else [self.result])]

    def game(self) -> Game:
        """The game it was played with; refused if its rules have changed since."""
        header = self.header
        try:
            game = settled_game(header.game, header.preset, header.params).on()
        except (ValueError, TypeError) as error:
            raise ReplayError(
                Text(
                    f"{self.source}: cannot be played here: {error}",
                    f"{self.source} : ne peut pas être joué ici : {text_of(error):fr}",
                )
            ) from error
        if game.info.rules_version != header.rules_version:
            raise ReplayError(
                Text(
                    f"{self.source}: made with version {header.rules_version} of the rules of {game.name}; this engine "
                    f"has version {game.info.rules_version}; play it with the engine that made it, "
                    f"{printable(header.engine, 60)}",
                    f"{self.source} : fait avec la version {header.rules_version} des règles de {game.name} ; ce "
                    f"moteur a la version {game.info.rules_version} ; jouez-le avec le moteur qui l'a fait, "
                    f"{printable(header.engine, 60)}",
                )
            )
        return game

    def table(self) -> Table:
        """The table as it was when the match began."""
        game, header = self.game(), self.header
        if len(header.players) != header.seats:
            raise ReplayError(
                Text(
                    f"{self.source}, line 1: {header.seats} seats, but {len(header.players)} players",
                    f"{self.source}, ligne 1 : {header.seats} places, mais {len(header.players)} joueurs",
                )
            )
        try:
            if header.start is None:
                return Table(game, header.board, header.seats, header.seed)
            _same_match(header, header.start)
            return Table.load(header.start, game.backend)
        except (ValueError, TypeError) as error:
            raise ReplayError(
                Text(
                    f"{self.source}, line 1: the table cannot be set: {error}",
                    f"{self.source}, ligne 1 : la table ne peut pas être dressée : {text_of(error):fr}",
                )
            ) from error

    def __iter__(self) -> Iterator[tuple[PhaseLine, Table]]:
        """Each phase with the table as it is once the phase has been played again, one table moving on."""
        table = self.table()
        for number, line in enumerate(self.phases):
            try:
                advance(table, line, number)
            except ReplayError as error:
                raise ReplayError(f"{self.source}, line {number + 2}: {error}") from None
            yield line, table


def _same_match(header: Header, start: dict[str, Any]) -> None:
    """The dump of a resumed match repeats the header: check that they agree."""
    for field in ("game", "rules_version", "preset", "params", "board", "seed", "seats"):
        if start.get(field) != getattr(header, field):
            raise ValueError(
                f"start.{field} is {shown(start.get(field))}, but {field} is {shown(getattr(header, field))}"
            )


def advance(table: Table, line: PhaseLine, number: int) -> None:
    """Play a recorded phase on a table and compare the states. A record is never trusted: orders are checked again."""
    where = f"phase {number} (turn {line.turn}, {printable(line.phase, QUOTED_MOST)})"
    turn = table.turn
    if not turn.seats:
        raise ReplayError(f"{where}: the match was over before it")
    if (line.turn, line.phase, line.seats) != (turn.number, turn.phase, turn.seats):
        raise ReplayError(
            f"{where} asks seats {_quoted(line.seats)}, but the rules have turn {turn.number}, {turn.phase}, and seats "
            f"{_quoted(turn.seats)}"
        )
    if len(line.orders) != len(line.seats):
        raise ReplayError(f"{where}: {len(line.seats)} seats, but orders of {len(line.orders)}")
    for seat, orders in zip(line.seats, line.orders, strict=True):
        _give(table, seat, orders, where)
    if line.forfeit is None:
        table.end_phase()
    else:
        _forfeit(table, *line.forfeit, where)
    if table.digest != line.hash:
        raise ReplayError(f"{where}: the state differs from the recorded one")


def _give(table: Table, seat: int, orders: tuple[NamedOrder, ...], where: str) -> None:
    """Give the orders of a seat again, each checked."""
    for count, row in enumerate(order_rows(table.game, orders)):
        if row is None or table.seat(seat).repeat([row]) != 1:
            name = table.game.info.seat_name(seat)
            raise ReplayError(f"{where}, {name}, order {count}: {_quoted(orders[count])} is refused by the rules")


def _forfeit(table: Table, seat: int, cause: str, where: str) -> None:
    """A forfeit: only a seat that is asked can fail; one that waits can resign."""
    game, may = table.game, range(table.seats) if cause == RESIGN else table.turn.seats
    if not game.forfeits or not game.acts(table.world) or seat not in may or cause not in CAUSES:
        raise ReplayError(f"{where}: {_quoted((seat, cause))} is no forfeit that {game.name} knows here")
    table.forfeit(seat, cause)


def _quoted(values: tuple[Any, ...]) -> str:
    return printable(str(list(values)), QUOTED_MOST)
