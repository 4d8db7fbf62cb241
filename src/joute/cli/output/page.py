"""Replays as pages of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .files import write_file

if TYPE_CHECKING:
    from joute.match.replay import Replay


def write_page(path: Path, replay: Replay, notes: bool) -> str:
    """Write the viewer with a replay inside; what is wrong with the replay, if anything."""
    from joute.web.film.single import page

    data, damage = page(replay, notes)
    write_file(path, data)
    return damage
