"""Share images of matches: drawn once by a Chromium of this machine, with low priority, and kept beside the film."""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path

from joute.web import errors
from joute.web.errors import Refusal
from joute.web.film.single import NoViewer, filed_page
from joute.web.picture.chromium import NoPicture, find_chromium
from joute.web.picture.studio import Size, studio

SIZE = Size(1200, 630)
"""What sites that show links expect."""
WAITING_MOST = 8
"""So many may wait for the one that is drawn."""
LOG = logging.getLogger("joute.web")


class Pictures:
    """The pictures of films; one is drawn at a time."""

    def __init__(self) -> None:
        self.browser = find_chromium() is not None
        """Whether this machine can draw."""
        self._slot = asyncio.Lock()
        self._asked = 0

    async def of(self, film: Path, language: str) -> bytes | None:
        """The PNG of the last position of a film; None where it cannot be drawn here. Refuses when many wait."""
        path = film / f"picture-{language}.png"
        if not path.is_file():
            if not self.browser:
                return None
            if self._asked > WAITING_MOST:
                raise Refusal(errors.TOO_MANY, 10, what=errors.PICTURES, wait=10)
            self._asked += 1
            try:
                async with self._slot:
                    if not path.is_file():
                        await asyncio.to_thread(_draw, film, path, language)
            except (NoPicture, NoViewer) as error:
                LOG.warning("no picture of %s: %s", film.name, error)
                return None
            finally:
                self._asked -= 1
        return await asyncio.to_thread(path.read_bytes)


def _draw(film: Path, target: Path, language: str) -> None:
    with studio(filed_page(film), SIZE, language) as made:
        data = made.png(made.last)
    part = target.with_suffix(f".{os.getpid()}")
    part.write_bytes(data)
    part.rename(target)
