"""PettingZoo's AEC: one seat after the other gives one order a step, or ends its turn."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from .episode import Episode, Seeds, Setting


class SeatsInTurn(AECEnv[str, Any, int]):
    """All seats of a match. Where several are asked at once, they give their orders one after the other, unseen by each
    other. A number that the mask does not offer is refused, and counts towards the most that a turn has."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.metadata = setting.metadata | {"is_parallelizable": False}
        self.render_mode = None
        self.setting = setting
        self.possible_agents = setting.agents
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(setting.numbering.size) for agent in self.possible_agents}
        self.observation_spaces = {agent: setting.observation_space() for agent in self.possible_agents}
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. The seed chooses the board, where there are several, and the chance of the match; without one,
        those that follow the last one."""
        self.episode = Episode(self.setting, self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        return self.episode.observe(self._seat(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.episode.give(self._seat(agent), int(action))
        over = self.episode.over
        for one, reward in zip(self.agents, self.episode.rewards(), strict=True):
            self.rewards[one], self.terminations[one] = reward, over
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        """Whose number is next, and what it is told besides."""
        waiting = self.episode.waiting
        self.agent_selection = self.possible_agents[waiting[0] if waiting else 0]
        for agent in self.agents if self.episode.over else [self.agent_selection]:
            self.infos[agent] = self.episode.info(self._seat(agent))

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)
