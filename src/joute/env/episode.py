"""One match as learners play it: seats give orders by their numbers; phases in which nobody can act are passed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from gymnasium import spaces

from joute.core.game import Game
from joute.core.table import Table

from .masks import NO_LIST, List, Masks
from .numbering import END, Numbering
from .observing import Observing

NUMBERS_MOST = 256
"""How many numbers a seat gives in a phase: the last of them ends its turn, whatever it is."""


class Setting:
    """A game, its boards and its number of seats: all that does not change from match to match."""

    def __init__(
        self,
        name: str,
        game: Game,
        boards: Sequence[str] = (),
        seats: int | None = None,
        rows: Mapping[str, int] | None = None,
    ) -> None:
        self.name, self.game = name, game
        self.seats = game.info.seats if seats is None else seats
        self.boards = list(boards) or [Table(game, seats=self.seats).dump()["board"]]
        every = [game.dims(game.board(text, self.seats, 0), self.seats) for text in self.boards]
        self.numberings = [Numbering(game, dims) for dims in every]
        self.numbering = self.numberings[0]
        for number, other in enumerate(self.numberings):
            if other.size != self.numbering.size:
                raise ValueError(
                    f"board {number} has {other.size} numbers for orders, board 0 {self.numbering.size}; "
                    "the boards of an environment are of one size"
                )
        self.observing = Observing(game, every, list(self.numbering.items.values()), rows)

    @property
    def agents(self) -> list[str]:
        return [f"seat_{seat}" for seat in range(self.seats)]

    @property
    def metadata(self) -> dict[str, Any]:
        game = self.game
        return {"name": self.name, "render_modes": [], "rules_version": game.info.rules_version, "preset": game.preset}

    def observation_space(self) -> Any:
        low, high = self.observing.bounds
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=numpy.int32),
                "action_mask": spaces.Box(0, 1, (self.numbering.size,), dtype=numpy.int8),
            }
        )


class Seeds:
    """The seeds of matches, one after the other."""

    def __init__(self) -> None:
        self._generator = numpy.random.default_rng()

    def next(self, seed: int | None) -> int:
        """The seed of the next match; `seed` begins a new series."""
        if seed is not None:
            self._generator = numpy.random.default_rng(seed)
        return int(self._generator.integers(2**32))


class Episode:
    """A match under way."""

    def __init__(self, setting: Setting, seed: int) -> None:
        self.setting, game = setting, setting.game
        board = seed % len(setting.boards)
        self.table = Table(game, setting.boards[board], setting.seats, seed // len(setting.boards))
        self.masks = Masks(game, setting.numberings[board])
        self._begin_phase()

    def _begin_phase(self) -> None:
        """Pass over the phases in which orders do not count."""
        game, table = self.setting.game, self.table
        while table.turn.seats and not game.acts(table.world):
            table.end_phase()
        self.waiting = list(table.turn.seats)
        """The seats that have not ended the phase, in their order."""
        self._lists = [NO_LIST] * table.seats
        self._given = [0] * table.seats

    @property
    def over(self) -> bool:
        return not self.table.turn.seats

    def give(self, seat: int, number: int) -> bool:
        """Give the order of a number, or end the turn of the seat; whether the rules accept it. What they refuse
        changes nothing."""
        if not 0 <= number < self.setting.numbering.size:
            raise ValueError(f"found {number}, expected a number from 0 to {self.setting.numbering.size - 1}")
        self._given[seat] += 1
        if number != END and self._given[seat] < NUMBERS_MOST:
            return self._order(seat, number)
        self.waiting.remove(seat)
        if not self.waiting:
            self.table.end_phase()
            self._begin_phase()
        return True

    def _order(self, seat: int, number: int) -> bool:
        place, game = self.table.seat(seat), self.setting.game
        found = self.masks.order(place.world, seat, number, self._lists[seat])
        if isinstance(found, List):
            self._lists[seat] = found
            return True
        if found is None or place.order(found) != game.ok:
            return False
        self._lists[seat] = NO_LIST
        return True

    def mask(self, seat: int) -> Any:
        """Which numbers a seat can give: none if it has ended the phase, or is not asked."""
        if seat in self.waiting and self._given[seat] < NUMBERS_MOST - 1:
            return self.masks.mask(self.table.seat(seat).world, seat, self._lists[seat])
        mask = numpy.zeros(self.setting.numbering.size, dtype=numpy.int8)
        mask[END] = seat in self.waiting
        return mask

    def observe(self, seat: int) -> dict[str, Any]:
        given = self._lists[seat]
        width = self.setting.numbering.items.get(given.action, 1)
        seen = self.setting.observing.observe(self.table.seat(seat).world, seat, given, width)
        return {"observation": seen, "action_mask": self.mask(seat)}

    def info(self, seat: int) -> dict[str, Any]:
        """The turn, and the scores as a seat knows them; the final ones, and the ranks, once the match is over."""
        world = self.table.world if self.over else self.table.seat(seat).world
        result = self.setting.game.result(world, self.table.seats)
        told = {"turn": self.table.turn.number, "phase": self.table.turn.phase, "scores": list(result.scores)}
        return told | {"ranks": list(result.ranks)} if self.over else told

    def rewards(self) -> list[float]:
        """Zero for all until the end; then the share of the others that a seat is ahead of, less that ahead of it."""
        return list(final_rewards(self.table.result.ranks).tolist()) if self.over else [0.0] * self.table.seats


def final_rewards(ranks: Any) -> Any:
    """What ranks are worth, of one match or of each row of many: the sum is zero, the sole winner has 1, the sole loser
    -1."""
    ranks = numpy.asarray(ranks)
    ahead = numpy.sign(ranks[..., None, :] - ranks[..., :, None]).sum(axis=-1)
    return ahead / max(1, ranks.shape[-1] - 1)
