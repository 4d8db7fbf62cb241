"""What is wrong with a champion, said to the person who wrote it."""

from __future__ import annotations


class ChampionError(ValueError):
    """A champion that cannot be found or loaded: where, why, and what to do."""
