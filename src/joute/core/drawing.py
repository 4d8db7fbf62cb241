"""Drawing a scene for a terminal: lines of (text, style), and what the drawings of all games share.

A game's `scene.py` draws with these; the colours of the styles are the terminal's affair, which may have none: a letter
or a shape says whose something is, and a style only repeats it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .info import Info
from .text import Text, words

Part = tuple[str, str]
"""A text and its style."""
Line = list[Part]

SEAT_STYLES = 10
STYLES = ("", "dim", "bold", "gold", "hidden", "title", "warn", *(f"seat{seat}" for seat in range(SEAT_STYLES)))
COLUMNS = 100
"""How wide a drawing should be at most."""
MORE = Text("more", "autres")
EDGE = 3
"""The width of the row numbers, unless a game has more rows than fit."""


def seat_style(seat: int) -> str:
    """The style of a seat."""
    return f"seat{seat % SEAT_STYLES}"


def recoloured(lines: Iterable[Line], info: Info) -> list[Line]:
    """The same lines in the colours that a game names for its seats."""
    shades = {seat_style(seat): seat_style(info.seat_shade(seat)) for seat in range(len(info.seat_colours))}
    return [[(text, shades.get(style, style)) for text, style in line] for line in lines]


# Grids


def ruler(labels: Iterable[str], edge: int = EDGE) -> Line:
    """The line above a grid: the label of each column, as wide as the column."""
    return [(" " * edge + "".join(labels).rstrip(), "dim")]


def tens(width: int, gap: str = "", edge: int = EDGE) -> Line:
    """A ruler for columns of one character and a gap: the tens of every tenth column."""
    return ruler((f"{x // 10 % 10 if x % 10 == 0 else ' '}{gap}" for x in range(width)), edge)


def ones(width: int, gap: str = "", edge: int = EDGE) -> Line:
    """A ruler for columns of one character and a gap: the ones of every column."""
    return ruler((f"{x % 10}{gap}" for x in range(width)), edge)


def row_number(y: int, edge: int = EDGE) -> Part:
    """What stands left of a row."""
    return f"{y:>{edge - 1}} ", "dim"


def grid(rows: Iterable[Iterable[Part]], edge: int = EDGE) -> list[Line]:
    """The rows of a grid with their numbers; each row is the parts of its cells."""
    return [[row_number(y, edge), *joined(row)] for y, row in enumerate(rows)]


def joined(parts: Iterable[Part]) -> Line:
    """A line of these parts, neighbours of one style made one."""
    line: Line = []
    for text, style in parts:
        if line and line[-1][1] == style:
            line[-1] = line[-1][0] + text, style
        else:
            line.append((text, style))
    return line


# Texts around a grid


def turn_of(scene: dict[str, Any]) -> str:
    """Which turn it is in a game that counts them from 0: the last one stays when the match is over."""
    last = scene["max_turns"] - 1
    return f"{min(scene['turn'], last)} / {last}"


def to_play(name: str, seat: int) -> Part:
    """Whose turn it is."""
    return words(f"{name} to play", f"à {name} de jouer"), seat_style(seat)


def seen_by(name: str, seat: int) -> Line:
    """As which seat the scene is seen, at the end of a header."""
    return [(words("   as seen by ", "   vu par "), "dim"), (name, seat_style(seat))]


def outcome(players: Sequence[dict[str, Any]]) -> Part:
    """Which of two players, each with `name` and `score`, has won."""
    first, second = (player["score"] for player in players)
    if first == second:
        return words("a draw", "match nul"), "bold"
    winner = int(second > first)
    name = players[winner]["name"]
    return words(f"{name} wins", f"{name} gagne"), seat_style(winner)


def first_of(lines: Sequence[Line], most: int, rest: Text = MORE) -> list[Line]:
    """The first `most` lines, and how many there are besides."""
    left_out = len(lines) - most
    more = words(f"and {left_out} {rest}", f"et {left_out} {rest:fr}")
    return [*lines[:most], [(more, "dim")]] if left_out > 0 else list(lines)


def short_number(number: int, below: int) -> str:
    """A number in few characters: in full below a power of ten, then 12k, then 3e6."""
    if number < below:
        return str(number)
    if number < 1_000_000:
        return f"{number // 1000}k"
    return f"{str(number)[0]}e{len(str(number)) - 1}"
