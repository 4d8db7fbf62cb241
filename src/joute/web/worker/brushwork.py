"""What boards and positions under the brush share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from joute.core.editor import BoardEditor, Figure, PositionEditor, Stroke
from joute.core.errors import shown
from joute.core.hand import Cell
from joute.core.text import Text
from joute.web.edits import Choice, FigureValue, Paint

UNREADABLE = Text(
    "The text cannot be taken apart as it stands: mend it, then paint.",
    "Le texte ne peut pas être découpé tel quel : réparez-le, puis peignez.",
)


class CannotChange(ValueError):
    """A change that cannot be made."""


def paint(
    model: Any, palette: BoardEditor | PositionEditor | None, size: tuple[int, int], seats: int, edit: Paint
) -> list[Text]:
    """Draw with a brush of the palette; what it refused."""
    brushes: Sequence[Any] = (*palette.brushes, palette.eraser) if palette else ()
    brush = next((one for one in brushes if one.name == edit.brush), None)
    if brush is None or palette is None:
        name = shown(edit.brush)
        raise CannotChange(Text(f"there is no brush {name}", f"il n'y a pas de pinceau {name}"))
    homes: Sequence[Cell] = palette.homes(model) if palette.homes else ()
    limits = brush.amount
    amount = edit.amount if limits is None else within(limits.words, edit.amount, limits.least, limits.most)
    stroke = Stroke(model, brushes, size, seats, homes)
    stroke.draw(brush, edit.cells, amount, edit.symmetry)
    return stroke.refusals


def within(words: Text, value: int, least: int, most: int) -> int:
    """A number between two others; CannotChange says which."""
    if not least <= value <= most:
        raise CannotChange(
            Text(
                f"{words}: found {value}, expected a number from {least} to {most}",
                f"{words:fr} : trouvé {value}, attendu un nombre de {least} à {most}",
            )
        )
    return value


def no_figure(name: str) -> CannotChange:
    return CannotChange(Text(f"there is no number {shown(name)} here", f"il n'y a pas ici de nombre {shown(name)}"))


def figure_value(figure: Figure, value: int, bounds: tuple[int, int]) -> FigureValue:
    choices = [Choice(number, words) for number, words in figure.choices]
    return FigureValue(figure.name, figure.words, str(value), *bounds, choices)
