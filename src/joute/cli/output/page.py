"""Replays as pages of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from joute.cli.exits import Exit, Stop

if TYPE_CHECKING:
    from joute.match.replay import Replay


def write_page(path: Path, replay: Replay, notes: bool) -> str:
    """Write the viewer with a replay inside; what is wrong with the replay, if anything."""
    from joute.web.film.single import page

    data, damage = page(replay, notes)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Stop(Exit.USAGE, f"{path}: cannot be written: {error.strerror}") from error
    return damage
