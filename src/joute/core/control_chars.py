"""Control characters in text of strangers (names, prints, notes, file names): never to a terminal as they are.

An escape sequence can recolour a terminal, rename it, fill its clipboard or clear it; a bidirectional override makes a
text read otherwise than it is. Terminals get a visible character for each, JSON its `\\u` escape.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

FORMATS = "\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb"
"""Characters that are not seen and change how others are: direction, lines, annotations."""
OTHERS = f"\x7f-\x9f{FORMATS}\ud800-\udfff"
TEXT = re.compile(f"[\x00-\x08\x0b-\x1f{OTHERS}]")
"""What a text of several lines must not hold: newline and tab may stay."""
LINE = re.compile(f"[\x00-\x1f{OTHERS}]")
PICTURES, DELETE, DELETE_PICTURE, REPLACEMENT = 0x2400, "\x7f", "\u2421", "\ufffd"
RAW_JSON = re.compile(
    rb"\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbf[\xb9-\xbb]"
)
"""The same, but for what every encoder of JSON escapes, in UTF-8."""


def visible(text: str) -> str:
    """A text that a terminal shows as it is: one visible character for each control character, so that columns stay
    columns; newlines and tabs remain."""
    return TEXT.sub(_picture, text)


def one_line(text: str) -> str:
    """The same for what is shown on one line: a name with a newline cannot pretend to be another line."""
    return LINE.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    character = match[0]
    if character < " ":
        return chr(PICTURES + ord(character))
    return DELETE_PICTURE if character == DELETE else REPLACEMENT


def escaped_json(text: str) -> str:
    """JSON whose strings hold no control character as it is; the same value."""
    return TEXT.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def escaped_json_bytes(data: bytes) -> bytes:
    """The same for JSON in UTF-8."""
    if data.isascii() and b"\x7f" not in data:
        return data
    return RAW_JSON.sub(lambda match: b"\\u%04x" % ord(match[0].decode()), data)


class SafeStream:
    """A stream to a terminal or file: what is written to it is made visible. `styled` takes our own escape sequences,
    around text that was made visible before."""

    def __init__(self, stream: TextIO) -> None:
        self.styled = stream

    def write(self, text: str) -> int:
        self.styled.write(visible(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach", "styled"):  # a way around
            raise AttributeError(name)
        return getattr(self.styled, name)


def styled(stream: TextIO) -> TextIO:
    """Where our own escape sequences are written."""
    return getattr(stream, "styled", stream)


@contextmanager
def safe_streams() -> Iterator[None]:
    """Standard output and error without control characters, whoever writes to them."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        stream if isinstance(stream, SafeStream) else cast(TextIO, SafeStream(stream)) for stream in before
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
