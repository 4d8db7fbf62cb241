"""What a person types on a line: a word, a cell, or the number of an offer with a cell and an amount."""

from __future__ import annotations

import re
from typing import NamedTuple

from joute.core.game import Game
from joute.core.hand import Cell, at
from joute.core.scenes import Grid
from joute.core.text import Text

COMMA = re.compile(r"\s*,\s*")
CELL = re.compile("([0-9]{1,6}),([0-9]{1,6})")
NUMBER = re.compile("[0-9]{1,10}")


class Typed(NamedTuple):
    """A line; an empty one has nothing."""

    word: str = ""
    number: int | None = None
    cell: Cell | None = None
    amount: int | None = None


class Wrong(ValueError):
    """A line that means nothing: why, and what was expected."""


def read_line(text: str, game: Game, grid: Grid | None) -> Typed:
    """The parts of a line: `word`, `CELL`, `OFFER`, `OFFER CELL`, `OFFER AMOUNT` or `OFFER CELL AMOUNT`."""
    parts = COMMA.sub(",", text.strip()).split()
    if not parts:
        return Typed()
    if any(character.isalpha() or character == "?" for character in parts[0]):
        return Typed(parts[0].lower())
    number = None if "," in parts[0] else parts.pop(0)
    cell = _cell(parts.pop(0), game, grid) if parts and "," in parts[0] else None
    amount = parts.pop(0) if parts and number is not None else None
    if parts or any(part is not None and not NUMBER.fullmatch(part) for part in (number, amount)):
        raise _wrong(text)
    return Typed("", None if number is None else int(number), cell, None if amount is None else int(amount))


def _wrong(text: str) -> Wrong:
    return Wrong(
        Text(
            f"«{text:.40}» is no order: expected the number of an offer, a cell such as 3,4, or a command (help).",
            f"« {text:.40} » n'est pas un ordre : attendu le numéro d'une offre, une case comme 3,4, ou une commande "
            "(aide).",
        )
    )


def _cell(text: str, game: Game, grid: Grid | None) -> Cell:
    found = CELL.fullmatch(text)
    if found is None:
        raise _wrong(text)
    first, second = int(found[1]), int(found[2])
    cell = (second, first) if game.scenes.axes == "yx" else (first, second)
    if grid is not None and not grid.holds(*cell):
        last = at(game, (grid.columns - 1, grid.rows - 1))
        raise Wrong(
            Text(
                f"There is no cell {first}, {second}: the board ends with {last}.",
                f"Il n'y a pas de case {first}, {second} : la carte finit en {last}.",
            )
        )
    return cell
