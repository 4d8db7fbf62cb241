"""Pictures of a film: stills, and the frames of a stretch of turns."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from joute.core.text import Text
from joute.web.wire import Drawing

from .chromium import Chromium, NoPicture, address

SIDE_LEAST, SIDE_MOST = 64, 3840
PIXELS_MOST = 3840 * 2160
FRAMES_MOST = 3_000
"""Frames of one video."""
GIF_FRAMES_MOST, GIF_PIXELS_MOST = 600, 1280 * 1280
"""Of a moving picture, whose frames all stay in memory."""
HOLD_HUNDREDTHS = 200
"""How long the last frame of a moving picture stays, in hundredths of a second."""


class Size(NamedTuple):
    """The size of a picture, in pixels."""

    width: int
    height: int

    @classmethod
    def of(cls, text: str) -> Size:
        """WxH; raises NoPicture."""
        width, cross, height = text.lower().partition("x")
        if not (cross and width.isdecimal() and height.isdecimal() and len(text) < 12):
            raise NoPicture(
                Text(
                    f"{text!r} is no size; a size is two numbers, such as 1280x720",
                    f"{text!r} n'est pas une taille ; une taille est faite de deux nombres, comme 1280x720",
                )
            )
        size = cls(int(width), int(height))
        fits = all(SIDE_LEAST <= side <= SIDE_MOST for side in size)
        if not fits or size.width * size.height > PIXELS_MOST:
            raise NoPicture(
                Text(
                    f"{text}: a side has {SIDE_LEAST} to {SIDE_MOST} pixels, and both together at most 3840x2160",
                    f"{text} : un côté a de {SIDE_LEAST} à {SIDE_MOST} pixels, et les deux ensemble au plus 3840x2160",
                )
            )
        return size


class Stretch(NamedTuple):
    """Which moments to show."""

    first: float
    last: float
    frames: int

    def at(self, number: int) -> float:
        return self.first + (self.last - self.first) * number / max(1, self.frames - 1)


class Diagram(NamedTuple):
    """What a picture of the board alone shows."""

    pixels: float
    """The width of a cell."""
    part: tuple[float, float, float, float] | None = None
    """Left, top, columns and rows of the part to show; None: all of the board."""
    shapes: Sequence[Drawing] = ()
    """What is drawn over it."""


class Studio:
    """The page of a film in a browser, with a canvas of one size."""

    def __init__(self, browser: Chromium, size: Size, seat: int | None) -> None:
        self._browser = browser
        self.size = size
        seen = "null" if seat is None else seat
        browser.run(f"studio.then((studio) => studio.begin({size.width}, {size.height}, {seen}))")
        self.turns: list[int] = browser.run("studio.then((studio) => studio.film.head.peek().turns)")

    @property
    def last(self) -> int:
        """The last position."""
        return len(self.turns) - 1

    def position(self, turn: int) -> int:
        """The first position of a turn; raises NoPicture."""
        found = next((at for at, one in enumerate(self.turns) if one >= turn), None)
        if found is None:
            raise _no_turn(turn, self.turns[-1])
        return found

    def stretch(self, first: int, last: int, speed: float, per_second: int) -> Stretch:
        """From the beginning of a turn to the end of another, at so many positions a second."""
        begin = self.position(first)
        self.position(last)
        end = max(begin, next((at for at, one in enumerate(self.turns) if one > last), self.last))
        return Stretch(begin, end, round((end - begin) * per_second / speed) + 1)

    def png(self, at: float) -> bytes:
        """A moment as a picture."""
        return base64.b64decode(self._browser.run(f"studio.then((studio) => studio.still({at!r}))"))

    def diagram(self, at: int, diagram: Diagram) -> bytes:
        """The board alone, as a WebP picture."""
        wanted = msgspec.json.encode(diagram._asdict()).decode()
        return base64.b64decode(self._browser.run(f"studio.then((studio) => studio.diagram({at}, {wanted}))"))

    def gif(self, stretch: Stretch, per_second: int) -> Iterator[bytes]:
        """A moving picture, in as many steps as it has frames; all but the last yield nothing."""
        for number in range(stretch.frames):
            end = number == stretch.frames - 1
            hundredths = HOLD_HUNDREDTHS if end else round(100 / per_second)
            self._browser.run(f"studio.then((studio) => studio.add({stretch.at(number)!r}, {hundredths}))")
            yield base64.b64decode(self._browser.run("studio.then((studio) => studio.finished())")) if end else b""


@contextmanager
def studio(page: bytes, size: Size, language: str = "en", seat: int | None = None) -> Iterator[Studio]:
    """A browser that draws a film, from the single page of it; `seat`: as that seat sees it."""
    with tempfile.TemporaryDirectory(prefix="joute-studio-") as folder:
        file = Path(folder) / "film.html"
        file.write_bytes(page)
        with Chromium(address(file, language)) as browser:
            yield Studio(browser, size, seat)


def _no_turn(turn: int, last: int) -> NoPicture:
    return NoPicture(
        Text(f"there is no turn {turn}: the last one is {last}", f"il n'y a pas de tour {turn} : le dernier est {last}")
    )
