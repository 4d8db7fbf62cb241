"""What a game says of itself before it is loaded: the INFO of its folder's `__init__.py`."""

from __future__ import annotations

from typing import NamedTuple


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

    def seat_name(self, seat: int) -> str:
        return self.seat_names[seat] if seat < len(self.seat_names) else f"J{seat + 1}"
