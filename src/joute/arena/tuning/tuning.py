"""From generation to generation: weights that win against earlier ones, by CMA-ES.

All candidates of a generation meet the same situations, so that what differs is what they do. Everything follows from
the seed: a run that goes on draws again what it drew before, and reads what came of it from its file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy

from joute.core.game import Game
from joute.core.policy import Policy

from .matches import played, values
from .situations import Weights, situations

FILE, WEIGHTS = "generations.jsonl", "weights.json"
MANY = 100
"""From so many weights on, their dependence on each other is not learned."""
SPREAD = 0.2
"""The standard deviation of the first candidates, as a share of the bounds."""
JOIN = 5
"""Each so many generations, the mean joins the league."""


class TuningError(ValueError):
    """Tuning cannot go on as it was asked to; the message says why."""


class Settings(msgspec.Struct, frozen=True):
    """What a run follows from, besides the policy."""

    game: str
    preset: str
    params: dict[str, Any]
    policy: str
    """A hash of its file."""
    seed: int
    population: int
    situations: int
    """How many situations the candidates of a generation meet."""
    seats: int
    start: dict[str, int]


class Generation(msgspec.Struct, frozen=True):
    """What came of a generation: the value of each candidate."""

    number: int
    values: list[float]


class Tuning:
    """A run in a folder: begun, or gone on with."""

    def __init__(self, game: Game, policy: Policy, settings: Settings, folder: Path) -> None:
        if not policy.bounds:
            raise TuningError(f"{policy.path.name}: this policy has no weights")
        self.game, self.policy, self.settings, self.folder = game, policy, settings, folder
        self.generation = 0
        self.league: list[Weights] = [settings.start]
        self._low = numpy.array([low for _, low, _ in policy.bounds.values()], float)
        self._span = numpy.array([max(1, high - low) for _, low, high in policy.bounds.values()], float)
        self._optimiser = _optimiser(self._shares(settings.start), settings.population)
        self._candidates: list[Any] = []

    # The file

    def open(self) -> None:
        """Begin the file, or read what it holds; raises TuningError for that of another run."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file, mine = self.folder / FILE, msgspec.json.encode(self.settings) + b"\n"
        lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
        if not lines:
            file.write_bytes(mine)
            return
        if lines[0] != mine:
            raise TuningError(f"{file}: this is another run; name another folder (--into), or give what was given then")
        whole = [line for line in lines[1:] if line.endswith(b"\n")]
        os.truncate(file, len(lines[0]) + sum(map(len, whole)))  # a line that was cut off is played again
        for line in whole:
            self._ask()
            self._tell(msgspec.json.decode(line, type=Generation).values)

    def _keep(self, generation: Generation) -> None:
        with open(self.folder / FILE, "ab") as file:
            file.write(msgspec.json.encode(generation) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        (self.folder / WEIGHTS).write_text(json.dumps(self.weights, indent=1) + "\n")

    # Generations

    def step(self, threads: int) -> Generation:
        """Play one generation and keep what came of it."""
        candidates = self._ask()
        random = Random(self._seed("situations"))
        met = situations(self.game, self.settings.seats, self.settings.situations, self.league, random)
        each = [values(self.game, self.policy, one, candidates, threads) for one in met]
        done = Generation(self.generation, [sum(own) / len(met) for own in zip(*each, strict=True)])
        self._tell(done.values)
        self._keep(done)
        return done

    def _ask(self) -> list[Weights]:
        """The candidates of the next generation, drawn by its own seed."""
        self._optimiser._rng = numpy.random.RandomState(self._seed("candidates"))
        self._candidates = [self._optimiser.ask() for _ in range(self.settings.population)]
        return [self._weights(one) for one in self._candidates]

    def _tell(self, reached: Sequence[float]) -> None:
        self._optimiser.tell([(one, -value) for one, value in zip(self._candidates, reached, strict=True)])
        self.generation += 1
        if self.generation % JOIN == 0:
            self.league.append(self.weights)

    def _seed(self, what: str) -> int:
        text = f"{self.settings.seed} {self.generation} {what}".encode()
        return int.from_bytes(blake2b(text, digest_size=4).digest(), "big")

    # Weights

    @property
    def weights(self) -> dict[str, int]:
        """Those in the middle of the candidates to come."""
        return self._weights(self._optimiser.mean if hasattr(self._optimiser, "mean") else self._optimiser._mean)

    def _weights(self, shares: Any) -> dict[str, int]:
        numbers = self._low + numpy.clip(shares[: len(self._low)], 0, 1) * self._span
        bounds = self.policy.bounds.items()
        return {name: min(round(float(n)), high) for (name, (_, _, high)), n in zip(bounds, numbers, strict=True)}

    def _shares(self, weights: Weights) -> Any:
        """Weights as shares of their bounds; the method needs two numbers at least."""
        shares = (numpy.array([weights[name] for name in self.policy.bounds], float) - self._low) / self._span
        return shares if len(shares) > 1 else numpy.append(shares, 0.5)

    # What it was good for

    def compared(self, count: int, threads: int) -> Iterator[int]:
        """The weights now against those at the start, in situations that tuning never meets, from every seat: 1 for a
        match that they end before the others on average, 0 for one that they end beside them, -1 behind them."""
        for situation in situations(
            self.game, self.settings.seats, count, [self.settings.start], Random(~self.settings.seed)
        ):
            for seat, result in enumerate(played(self.game, self.policy, situation, [self.weights], threads)):
                others = sum(result.ranks) - result.ranks[seat]
                own = result.ranks[seat] * (self.settings.seats - 1)
                yield (own < others) - (own > others)


def _optimiser(mean: Any, population: int) -> Any:
    from cmaes import CMA, SepCMA

    bounds = numpy.array([[0.0, 1.0]] * len(mean))
    if len(mean) >= MANY:
        return SepCMA(mean, SPREAD, bounds=bounds, population_size=population, seed=0)
    return CMA(mean, SPREAD, bounds=bounds, population_size=population, lr_adapt=True, seed=0)
