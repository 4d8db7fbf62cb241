"""Boards of a game: what its `board.py` exports as BOARDS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from .errors import require_callable
from .world import B


@dataclass(frozen=True, kw_only=True)
class Boards(Generic[B]):
    """How boards are read, written and made. Parameters come as a mapping by name."""

    kind: type[B]
    """A NamedTuple of numbers, columns and tables (`columns.py`)."""
    read: Callable[[str, Mapping[str, Any]], B]
    """read(text, params): the board a text describes, checked whole; else a BoardError that names the place."""
    write: Callable[[B], str]
    generate: Callable[[Mapping[str, Any], int, int], B]
    """generate(params, seats, seed)"""
    default: Callable[[Mapping[str, Any], int, int], B]
    """The board of a match that is given none."""
    seeds: Mapping[str, int] = field(default_factory=dict)
    """Boards that come with the game by name, besides its maps: the seeds that `generate` makes them from."""
    demands: Callable[[str], dict[str, Any]] | None = None
    """The parameters that the text of a board asks for: its size, say."""
    ignored: Callable[[str, Mapping[str, Any]], list[str]] | None = None
    """ignored(text, params): what of a text `read` does not look at, a sentence each, in the order of the text."""
    veil: Callable[[B], B] | None = None
    """The board without what players may not know, where boards have secrets."""
    write_json: Callable[[B], str] | None = None
    """The board in another game's own format, of JSON."""
    unreadable: str = ""
    """The code of an error in a file that is no text."""

    def __post_init__(self) -> None:
        optional = ("demands", "ignored", "veil", "write_json")
        require_callable(self, "read", "write", "generate", "default", optional=optional)

    @property
    def series(self) -> str:
        """The names of the boards that are made from seeds, as a range; empty where there are none."""
        names = list(self.seeds)
        return f"{names[0]} to {names[-1]}" if names else ""
