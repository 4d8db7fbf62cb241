"""Replays as pages of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from joute.cli.exits import Exit, Stop
from joute.core.text import words

if TYPE_CHECKING:
    from joute.match.replay import Replay


def write_page(path: Path, replay: Replay, notes: bool) -> str:
    """Write the viewer with a replay inside; what is wrong with the replay, if anything."""
    from joute.web.film.single import page

    data, damage = page(replay, notes)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Stop(
            Exit.USAGE,
            words(f"{path}: cannot be written: {error.strerror}", f"{path} : écriture impossible : {error.strerror}"),
        ) from error
    return damage
