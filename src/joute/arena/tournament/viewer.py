"""What those who look at tournaments may see: whoever shows anything of one asks here.

A tournament may be held back and released round by round. Then nothing tells of later rounds: no result, count, rating,
queue, time or number of a match.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from joute.core.text import Text

from .config import TournamentError
from .model import Tournament

HALF = 24
"""Bits of each half of a public number, which a JavaScript number holds exactly."""
ROUNDS = 6


class Numbers:
    """Public numbers of matches. With a secret they are shuffled: they tell neither order nor how many there are."""

    def __init__(self, secret: str = "") -> None:
        self._key = secret.encode()[:64]

    def public(self, id_: int) -> int:
        """The number that the public knows a match by."""
        left, right = id_ >> HALF, id_ & (1 << HALF) - 1
        for step in range(ROUNDS if self._key else 0):
            left, right = right, left ^ self._mixed(step, right)
        return left << HALF | right

    def real(self, number: int) -> int:
        """The number of that match in the store."""
        left, right = number >> HALF, number & (1 << HALF) - 1
        for step in reversed(range(ROUNDS if self._key else 0)):
            left, right = right ^ self._mixed(step, left), left
        return left << HALF | right

    def _mixed(self, step: int, half: int) -> int:
        data = bytes([step]) + half.to_bytes(6, "big")
        return int.from_bytes(blake2b(data, key=self._key, digest_size=3).digest(), "big")


class Viewer(NamedTuple):
    """Who looks: by default an organiser, who may see everything, with the numbers of the store."""

    everything: bool = True
    numbers: Numbers = Numbers()
    hidden: frozenset[str] = frozenset()
    """Names of tournaments of which nothing is shown."""

    def rounds(self, tournament: Tournament) -> int | None:
        """How many rounds of a tournament they may see; None: all. Raises TournamentError for one that is hidden."""
        if tournament.name in self.hidden:
            raise TournamentError(Text(f"no tournament {tournament.name!r}", f"pas de tournoi {tournament.name!r}"))
        return None if self.everything else tournament.released

    def told(self, message: str) -> str:
        """What they may read of what a champion's fault said: that may be its own words, which are private."""
        return message if self.everything else ""


ORGANISER = Viewer()
