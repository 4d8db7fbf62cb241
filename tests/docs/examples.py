"""The examples of a page, as `docs/README.md` describes them: files, commands with what they print, lines of Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

FILE = re.compile(r"\A(?:#|//|--|;|\(\*|/\*)\s*(?P<name>[\w.-][\w./-]*\.\w+)\b.*\n")
"""The first line of a block that is a file: a comment with its name."""
FENCES = MarkdownIt("commonmark")
SKIPPED = "skip"


class Command(NamedTuple):
    """A command, and what it prints; nothing expected: anything."""

    line: int
    words: str
    expected: str


class Block(NamedTuple):
    """A fenced block of code."""

    line: int
    language: str
    options: tuple[str, ...]
    text: str

    @property
    def file(self) -> str:
        """The file that it is, if it is one."""
        named = FILE.match(self.text)
        return named["name"] if named else ""

    def commands(self) -> Iterator[Command]:
        """The lines after `$ `; the lines between are what is printed."""
        parts = re.split(r"^\$ ", self.text, flags=re.MULTILINE)
        line = self.line + 1 + parts[0].count("\n")
        for part in parts[1:]:
            words, expected = command_of(part)
            yield Command(line, words, expected)
            line += part.count("\n")


def command_of(part: str) -> tuple[str, str]:
    """A command, which a backslash continues on the next line, and what follows it."""
    lines = part.splitlines(keepends=True)
    length = next(number for number, line in enumerate(lines, 1) if not line.endswith("\\\n"))
    return "".join(lines[:length]).rstrip("\n"), "".join(lines[length:])


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    return list(_blocks(page.read_text(encoding="utf-8"), 0))


def _blocks(text: str, above: int) -> Iterator[Block]:
    for token in FENCES.parse(text):
        if token.type == "fence" and token.map:
            language, *options = token.info.split() or [""]
            yield Block(above + token.map[0] + 1, language, tuple(options), token.content)


def fits(printed: str, expected: str) -> bool:
    """Whether a command printed what is expected, where `...` stands for anything and spaces for any spaces."""
    pattern = r"\s+".join(map(re.escape, expected.split())).replace(re.escape("..."), ".*?")
    return re.fullmatch(pattern, " ".join(printed.split()), re.DOTALL) is not None
