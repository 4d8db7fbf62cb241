"""What is wrong with a champion, said to the person who wrote it."""

from __future__ import annotations

from joute.match.player import LoadError


class ChampionError(LoadError):
    """A champion that cannot be found or loaded: where, why, and what to do."""


class NotBuilt(ChampionError):
    """A champion that cannot be built: what the compiler says, or that there is none."""
