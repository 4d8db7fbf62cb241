"""What a game says of itself before it is loaded: the INFO of its folder's `__init__.py`."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from .text import Text

ColourName = Literal["blue", "orange", "green", "pink", "yellow", "violet", "red", "lime"]
"""The colours that seats may have, in the order in which seats have them where a game names none."""
COLOURS: tuple[ColourName, ...] = get_args(ColourName)
COLOUR_TEXTS: dict[ColourName, Text] = {
    "blue": Text("blue", "bleu"),
    "orange": Text("orange", "orange"),
    "green": Text("green", "vert"),
    "pink": Text("pink", "rose"),
    "yellow": Text("yellow", "jaune"),
    "violet": Text("violet", "violet"),
    "red": Text("red", "rouge"),
    "lime": Text("lime", "vert clair"),
}


class Info(NamedTuple):
    """Titles and one-line summaries in both languages, how many may play, and the version of its rules."""

    title: str
    summary_en: str
    summary_fr: str
    seats_least: int
    seats_most: int
    seats: int
    rules_version: int
    seat_names: tuple[str, ...] = ()
    """What players are called on screen; without it, by number."""
    seat_colours: tuple[ColourName, ...] = ()
    """The colours that the game's own document names for its seats; without them, those of COLOURS in turn."""

    def seat_name(self, seat: int) -> str:
        return self.seat_names[seat] if seat < len(self.seat_names) else f"J{seat + 1}"

    def seat_colour(self, seat: int) -> ColourName | None:
        """The colour that the game names for a seat."""
        return self.seat_colours[seat] if seat < len(self.seat_colours) else None

    def seat_shade(self, seat: int) -> int:
        """The number of a seat's colour: of the one the game names, in COLOURS, or of the seat."""
        colour = self.seat_colour(seat)
        return seat if colour is None else COLOURS.index(colour)
