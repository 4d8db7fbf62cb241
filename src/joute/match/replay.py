"""Replays: a match as lines of JSON, written as it is played, read back up to the last whole line.

The first line is the header, then one line a phase, then the result. States are not stored: they follow from the
orders, and each phase carries a hash of the state it led to.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from joute import __version__
from joute.core.api import Row
from joute.core.errors import StateError
from joute.core.game import Game
from joute.core.registry import load_game
from joute.core.table import Table
from joute.core.world import Result

from .verdict import Fault, Report

SCHEMA = 1
LINE_MOST = 64 * 2**20
"""No line of a replay may be longer: a hostile file must not fill the memory."""

Word = int | str


class ReplayError(ValueError):
    """A replay that cannot be read or played; says which file and line, and what to do."""


class Named(msgspec.Struct, frozen=True):
    """A player in the header: what it was called, and a hash of what it was."""

    name: str
    digest: str = ""


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


class PhaseLine(msgspec.Struct, frozen=True, tag_field="joute", tag="phase", omit_defaults=True):
    """One phase: who was asked, the orders they gave, the time it took them, and a hash of the state after it."""

    turn: int
    phase: str
    seats: tuple[int, ...]
    orders: tuple[tuple[tuple[Word, ...], ...], ...]
    hash: str
    wall_ms: tuple[float, ...] = ()
    cpu_ms: tuple[float, ...] = ()
    forfeit: tuple[int, str] | None = None
    faults: dict[int, Fault] = {}
    private: dict[int, dict[str, Any]] = {}
    """Logs and drawings by seat, for their owner; a shared replay is stripped of them."""


class ResultLine(msgspec.Struct, frozen=True, tag_field="joute", tag="result", omit_defaults=True):
    """How it ended; `void` tells of a failure of ours, and then nobody has won or lost."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str = ""
    reports: tuple[Report, ...] = ()
    void: str = ""


Line = Header | PhaseLine | ResultLine
_DECODE = msgspec.json.Decoder(Line).decode
_ENCODE = msgspec.json.Encoder().encode


def header_of(table: Table, players: tuple[Named, ...], resumed: bool = False) -> Header:
    """The header of a match about to be played on a table."""
    game = table.game
    return Header(
        schema=SCHEMA,
        engine=__version__,
        game=game.name,
        rules_version=game.info.rules_version,
        preset=game.preset,
        params=game.overrides,
        board=game.boards.write(table.board),
        seed=table.seed,
        seats=table.seats,
        players=players,
        start=table.dump() if resumed else None,
    )


def named_order(game: Game, row: Row) -> tuple[Word, ...]:
    """An order as a replay writes it: the action by name, so that numbers may change."""
    return (game.api.actions[row[0]].name, *row[1:])


def order_row(game: Game, words: tuple[Word, ...]) -> Row | None:
    """The order a replay names, or None if there is no such action."""
    names = [action.name for action in game.api.actions]
    if not words or words[0] not in names or not all(isinstance(word, int) for word in words[1:]):
        return None
    return (names.index(str(words[0])), *(int(word) for word in words[1:]))


class Recorder:
    """Writes a replay line by line; whatever happens, the lines written so far can be read."""

    def __init__(self, target: Path | None = None) -> None:
        self.lines: list[Line] = []
        self._file: IO[bytes] | None = open(target, "wb") if target is not None else None  # noqa: SIM115
        self._zip = zlib.compressobj(wbits=31) if target is not None and target.suffix == ".gz" else None

    def write(self, line: Line) -> None:
        """Add a line, and have it on disk before the match goes on."""
        self.lines.append(line)
        if self._file is None:
            return
        data = _ENCODE(line) + b"\n"
        if self._zip is not None:
            data = self._zip.compress(data) + self._zip.flush(zlib.Z_SYNC_FLUSH)
        self._file.write(data)
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            if self._zip is not None:
                self._file.write(self._zip.flush())
            self._file.close()
            self._file = None

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Replay(msgspec.Struct, frozen=True):
    """A replay in memory. `cut` says that its last line was broken off and left out."""

    header: Header
    phases: tuple[PhaseLine, ...]
    result: ResultLine | None = None
    cut: bool = False

    def game(self) -> Game:
        """The game it was played with; refused if its rules have changed since."""
        header = self.header
        try:
            game = load_game(header.game, header.preset, **header.params)
        except ValueError as fault:
            raise ReplayError(f"this replay cannot be played here: {fault}") from fault
        if game.info.rules_version != header.rules_version:
            raise ReplayError(
                f"this replay was made with version {header.rules_version} of the rules of {game.name} (engine "
                f"{header.engine}); this engine has version {game.info.rules_version} and cannot play it"
            )
        return game

    def table(self) -> Table:
        """The table as it was when the match began."""
        game = self.game()
        try:
            if self.header.start is not None:
                return Table.load(self.header.start)
            return Table(game, self.header.board, self.header.seats, self.header.seed)
        except (StateError, ValueError) as fault:
            raise ReplayError(f"this replay cannot be set up: {fault}") from fault

    def __iter__(self) -> Iterator[tuple[PhaseLine, Table]]:
        """Each phase with the table as it is once the phase has been played again, one table moving on."""
        table = self.table()
        for number, line in enumerate(self.phases):
            advance(table, line, number)
            yield line, table


def advance(table: Table, line: PhaseLine, number: int) -> None:
    """Play a recorded phase on a table. Orders are checked again: a record is never trusted."""
    if line.seats != table.turn.seats or line.turn != table.turn.number or line.phase != table.turn.phase:
        raise ReplayError(
            f"phase {number}: the record has turn {line.turn}, {line.phase}, seats {list(line.seats)}, but the rules "
            f"ask for turn {table.turn.number}, {table.turn.phase}, seats {list(table.turn.seats)}"
        )
    if len(line.orders) != len(line.seats):
        raise ReplayError(f"phase {number}: {len(line.seats)} seats, but orders of {len(line.orders)}")
    for seat, orders in zip(line.seats, line.orders, strict=True):
        for count, words in enumerate(orders):
            row = order_row(table.game, words)
            if row is None or table.seat(seat).repeat([row]) == 0:
                raise ReplayError(f"phase {number}, seat {seat}, order {count}: {list(words)} is refused by the rules")
    if line.forfeit is None:
        table.end_phase()
        return
    seat, cause = line.forfeit
    if not table.game.forfeits or not 0 <= seat < table.seats or cause not in table.game.rules.REASONS:
        raise ReplayError(f"phase {number}: {list(line.forfeit)} is no forfeit of {table.game.name}")
    table.forfeit(seat, cause)


def read(path: Path) -> Replay:
    """Read a replay, plain or compressed. A last line that was broken off is left out; any other fault is told."""
    try:
        return read_lines(_text_lines(path), str(path))
    except (OSError, zlib.error) as fault:
        raise ReplayError(f"{path}: cannot be read: {fault}") from fault


def read_lines(lines: Iterator[tuple[bytes, bool]], name: str) -> Replay:
    """A replay from its lines, each with whether it is whole."""
    header: Header | None = None
    phases: list[PhaseLine] = []
    result: ResultLine | None = None
    for number, (text, whole) in enumerate(lines, 1):
        try:
            line = _DECODE(text)
        except (msgspec.DecodeError, RecursionError) as fault:
            if not whole and header is not None:
                return Replay(header, tuple(phases), result, cut=True)
            raise ReplayError(f"{name}, line {number}: {_explained(text, fault, number)}") from None
        if (header is None) != isinstance(line, Header) or result is not None:
            raise ReplayError(f"{name}, line {number}: a {type(line).__name__} does not belong here")
        if isinstance(line, Header):
            header = line
        elif isinstance(line, PhaseLine):
            phases.append(line)
        else:
            result = line
    if header is None:
        raise ReplayError(f"{name}: the file is empty; a replay begins with a header line")
    return Replay(header, tuple(phases), result, cut=result is None)


def _explained(text: bytes, fault: Exception, number: int) -> str:
    if number == 1:
        found = msgspec.json.decode(text, type=dict) if text[:1] == b"{" and text[-1:] == b"}" else {}
        if found.get("joute") == "replay" and found.get("schema") != SCHEMA:
            return f"schema {found.get('schema')} is not the one this engine reads ({SCHEMA}); use the engine that made it"
        return f"this is no replay of Joute ({fault})"
    return f"damaged: {fault}"


def _text_lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """The lines of a file, decompressed if need be, each with whether its newline was there."""
    rest = b""
    for chunk in _chunks(path):
        *whole, rest = (rest + chunk).split(b"\n")
        yield from ((line, True) for line in whole)
        if len(rest) > LINE_MOST:
            raise ReplayError(f"{path}: a line is longer than {LINE_MOST >> 20} MiB; this is no replay of Joute")
    if rest:
        yield rest, False


def _chunks(path: Path) -> Iterator[bytes]:
    with open(path, "rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        unzip = zlib.decompressobj(wbits=31) if zipped else None
        while chunk := file.read(1 << 16):
            while unzip is not None and chunk:
                yield unzip.decompress(chunk, 1 << 20)
                chunk = unzip.unconsumed_tail
            if unzip is None:
                yield chunk


def result_line(result: Result, reports: tuple[Report, ...], void: str = "") -> ResultLine:
    return ResultLine(result.scores, result.ranks, result.reason, reports, void)
