"""Reading replays: plain or compressed, line by line, up to the last whole line; a file may be anything."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from joute.core.errors import printable
from joute.core.text import Text, text_of

from .replay import GZIP, QUOTED_MOST, SCHEMA, BackLine, Header, Line, PhaseLine, Replay, ReplayError, ResultLine

LINE_MOST, FILE_MOST = 64 * 2**20, 2**30
"""No line and no replay may be longer, in bytes once unpacked: a hostile file must not fill the memory."""
_DECODE = msgspec.json.Decoder(Line).decode


class NotReplay(ReplayError):
    """A file whose first line is no header that this engine reads: something else, or of another schema."""


def read(path: Path, lenient: bool = False) -> Replay:
    """Read a replay, plain or compressed. A last line that was broken off is left out; any other damage is an error.

    A lenient reader takes the lines before the first damaged one, if there is a header.
    """
    try:
        lines = _text_lines(path)
        return read_lines(_while_readable(lines) if lenient else lines, str(path), lenient)
    except (OSError, zlib.error) as error:
        raise ReplayError(Text(f"{path}: cannot be read: {error}", f"{path} : lecture impossible : {error}")) from error


def read_lines(lines: Iterator[tuple[bytes, bool]], name: str, lenient: bool = False) -> Replay:
    """A replay from its lines, each with whether it is whole."""
    record: list[Line] = []
    damage = ""
    for number, (text, whole) in enumerate(lines, 1):
        try:
            line = _line(text, record[-1] if record else None)
        except ReplayError as error:
            if record and not whole and isinstance(error, _Broken):
                break
            told = text_of(error)
            message = Text(
                f"line {number}: {printable(told.en, QUOTED_MOST)}",
                f"ligne {number} : {printable(told.fr, QUOTED_MOST)}",
            )
            if record and lenient:
                damage = message.en
                break
            raise (ReplayError if record else NotReplay)(Text(f"{name}, {message}", f"{name}, {message:fr}")) from None
        record.append(line)
    if not record:
        raise NotReplay(
            Text(
                f"{name}: the file is empty; a replay begins with a header line",
                f"{name} : le fichier est vide ; un replay commence par une ligne d'en-tête",
            )
        )
    header = record[0]
    assert isinstance(header, Header)
    result = record[-1] if isinstance(record[-1], ResultLine) else None
    return Replay(header, _standing(record), result, cut=result is None, source=name, damage=damage)


def _standing(record: list[Line]) -> tuple[PhaseLine, ...]:
    """The phases that count: those that were not taken back."""
    phases: list[PhaseLine] = []
    for line in record:
        if isinstance(line, PhaseLine):
            phases.append(line)
        elif isinstance(line, BackLine):
            del phases[line.phases :]
    return tuple(phases)


SECOND_HEADER = Text("a second header", "un second en-tête")
NO_HEADER = Text(
    "this is no replay of Joute: it does not begin with a header",
    "ce n'est pas un replay de Joute : il ne commence pas par un en-tête",
)


class _Broken(ReplayError):
    """A line that is no JSON: broken off if it is the last."""


def _line(text: bytes, before: Line | None) -> Line:
    """One line, which must fit behind the one before."""
    if isinstance(before, ResultLine):
        raise ReplayError(Text("nothing may follow the result", "rien ne peut suivre le résultat"))
    try:
        line: Line = _DECODE(text)
    except msgspec.ValidationError as error:
        raise ReplayError(_explained(text, before, error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _Broken(_explained(text, before, error)) from None
    except (RecursionError, ValueError) as error:
        raise ReplayError(_explained(text, before, error)) from None
    if isinstance(line, Header) != (before is None):
        raise ReplayError(SECOND_HEADER if before else NO_HEADER)
    if isinstance(line, Header) and line.schema != SCHEMA:
        raise ReplayError(_other_schema(line.schema))
    return line


def _explained(text: bytes, before: Line | None, error: Exception) -> Text:
    """Why a line cannot be read; the header of another schema may have any other field."""
    if before is not None:
        return Text(f"damaged: {error}", f"abîmée : {error}")
    try:
        stamp = msgspec.json.decode(text, type=_Stamp)
    except (ValueError, RecursionError):
        stamp = _Stamp()
    if stamp.joute == "replay" and stamp.schema != SCHEMA:
        return _other_schema(stamp.schema)
    return Text(
        f"this is no replay of Joute, or it is damaged: {error}",
        f"ce n'est pas un replay de Joute, ou il est abîmé : {error}",
    )


class _Stamp(msgspec.Struct):
    """What every schema of replays says."""

    joute: str = ""
    schema: int = SCHEMA


def _other_schema(schema: int) -> Text:
    return Text(
        f"schema {schema} is not the one this engine reads, which is {SCHEMA}; use the engine that made the replay",
        f"le schéma {schema} n'est pas celui que lit ce moteur, {SCHEMA} ; prenez le moteur qui a fait le replay",
    )


def _text_lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """The lines of a file, decompressed if need be, each with whether it is whole."""
    total = 0
    with open(path, "rb") as file:
        packed = file.read(len(GZIP)) == GZIP
        file.seek(0)
        stream = gzip.GzipFile(fileobj=file) if packed else file
        try:
            while text := stream.readline(LINE_MOST + 1):
                total += len(text)
                if len(text) > LINE_MOST or total > FILE_MOST:
                    raise ReplayError(
                        Text(
                            f"{path}: {_too_long(len(text))}; this is no replay of Joute",
                            f"{path} : {_too_long(len(text)):fr} ; ce n'est pas un replay de Joute",
                        )
                    )
                yield text, text.endswith(b"\n")
        except EOFError:  # packed, and broken off
            yield b"", False


def _while_readable(lines: Iterator[tuple[bytes, bool]]) -> Iterator[tuple[bytes, bool]]:
    """The same lines; where they cannot be unpacked any further, an empty one, which is damaged."""
    first = next(lines, None)
    if first is None:
        return
    yield first
    try:
        yield from lines
    except (OSError, zlib.error):
        yield b"", True


def _too_long(line: int) -> Text:
    if line > LINE_MOST:
        return Text(f"a line is longer than {LINE_MOST >> 20} MiB", f"une ligne a plus de {LINE_MOST >> 20} Mio")
    return Text(f"it is longer than {FILE_MOST >> 20} MiB", f"il a plus de {FILE_MOST >> 20} Mio")
