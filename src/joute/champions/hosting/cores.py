"""Cores: each hosted champion of a match may have one of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from .player import HostedChampion


def pin(players: Sequence[object], warn: Callable[[str], None]) -> None:
    """Give each hosted champion of a match a core of its own, where there are enough."""
    hosted = [player for player in players if isinstance(player, HostedChampion)]
    cores = sorted(os.sched_getaffinity(0), reverse=True)
    if len(cores) < len(hosted):
        warn(f"{len(hosted)} champions are not pinned: there are only {len(cores)} cores")
        return
    for player, core in zip(hosted, cores, strict=False):
        player.core = core
