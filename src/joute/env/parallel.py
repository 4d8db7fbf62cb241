"""PettingZoo's Parallel, for games in which all seats act at once: a step is a phase."""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import ParallelEnv

from .episode import NUMBERS_MOST, Episode, Seeds, Setting
from .numbering import END

ORDERS = 16
"""How many numbers a seat gives in a phase, where nothing else is said."""


class Orders(spaces.MultiDiscrete[Any]):
    """The numbers that a seat gives in a phase, up to the first END. The mask of one number may be given for all."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__([size] * most)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if isinstance(mask, numpy.ndarray):
            mask = (mask,) * len(self.nvec)
        return super().sample(mask=mask, probability=probability)


class SeatsAtOnce(ParallelEnv[str, Any, Any]):
    """All seats of a match, which give the orders of a phase at once: as many numbers each as there is room for.

    The mask is that of the first number. What the rules refuse where it stands changes nothing, so a number that an
    earlier one of the same step made illegal is passed over.
    """

    def __init__(self, setting: Setting, orders: int = ORDERS) -> None:
        if not 0 < orders < NUMBERS_MOST:
            raise ValueError(f"orders: found {orders}, expected a number from 1 to {NUMBERS_MOST - 1}")
        self.metadata = setting.metadata
        self.render_mode = None
        self.setting = setting
        self.possible_agents = setting.agents
        self.agents: list[str] = []
        self.action_spaces = {agent: Orders(setting.numbering.size, orders) for agent in self.possible_agents}
        self.observation_spaces = {agent: setting.observation_space() for agent in self.possible_agents}
        self._seeds = Seeds()
        if len(Episode(setting, 0).waiting) < 2:
            raise ValueError(f"{setting.game.name}: its seats act in turn, not at once; use the environment of env()")

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match, as in the environment of `env()`."""
        self.episode = Episode(self.setting, self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        return self._told()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Give the orders of each seat and end the phase; a seat without any does nothing."""
        for seat in list(self.episode.waiting):
            self._give(seat, actions.get(self.possible_agents[seat], END))
        observations, infos = self._told()
        rewards = dict(zip(self.agents, self.episode.rewards(), strict=True))
        over = dict.fromkeys(self.agents, self.episode.over)
        truncated = dict.fromkeys(self.agents, False)
        if self.episode.over:
            self.agents = []
        return observations, rewards, over, truncated, infos

    def _give(self, seat: int, numbers: Any) -> None:
        """Give numbers up to END, and end the turn."""
        for number in numpy.atleast_1d(numbers).tolist():
            if number == END:
                break
            self.episode.give(seat, number)
        self.episode.give(seat, END)

    def _told(self) -> tuple[dict[str, Any], dict[str, Any]]:
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            observations[agent], infos[agent] = self.episode.observe(seat), self.episode.info(seat)
        return observations, infos
