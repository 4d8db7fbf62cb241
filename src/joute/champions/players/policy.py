"""Playing by a policy: order by order as it says, or by a search on top of it."""

from __future__ import annotations

import time
from random import Random

from joute import debug
from joute.core.policy import Policy, Thinking
from joute.core.policy_player import BoundPolicy, Plan, bound, give_turn, match_seeds, rows_of
from joute.core.sampler import FLAT, SAMPLER
from joute.core.seat import Seat
from joute.core.world import Turn
from joute.match.player import Answer
from joute.match.verdict import Fault

from .options import Options, options
from .search import Search, searching
from .simple import Idle

USUAL_S = 0.05
"""Seconds that a search takes for a turn where nothing else is said."""
CLOCK_SHARE, BANK_SHARE = 0.8, 0.05
"""How much of the time for a callback, and of what is left in the bank, a search uses."""


class PolicyPlay:
    """A policy at a seat. `name` is that of its champion, with the parameters that follow it."""

    def __init__(self, policy: Policy, name: str) -> None:
        self._policy = policy
        self._options: Options = options(policy, name)

    def sit(self, seat: Seat) -> None:
        """A match begins: the memory is empty."""
        played = bound(self._policy, seat.game)
        self._thinking = self._thought(played)
        self._bound = searching(self._policy, seat.game) if self._thinking else played
        dims = seat.game.dims(seat.world.board, seat.seats)
        self._minds = self._bound.minds(dims, match_seeds(0, seat.seats), [self._options.weights] * seat.seats)
        self._random = Random(seat.index)
        self._blunders = bound(SAMPLER, seat.game)
        self._chances = self._blunders.minds(dims, match_seeds(0, seat.seats))

    def _thought(self, played: BoundPolicy) -> Thinking | None:
        """How it searches. A number of tries that nobody asked for is meant for a library: without, it takes long."""
        asked = self._options.thinking
        hasty = asked is not None and asked == self._policy.search and asked.tries is not None
        return None if hasty and played.game.backend != "native" else asked

    def play(self, seat: Seat) -> None:
        """Play one turn. An order that the rules refuse ends it."""
        thinking, (share, slip) = self._thinking, self._options.handicap
        if self._random.random() < slip:
            give_turn(self._blunders, seat, self._chances)
        elif thinking is None:
            give_turn(self._bound, seat, self._minds)
        else:
            seat.repeat(rows_of(self._plan(seat, thinking, share)))

    def _plan(self, seat: Seat, thinking: Thinking, share: float) -> Plan:
        """The plan of this turn. The policy itself plays it once in any case, and so remembers what it sees."""
        player = self._bound.player(seat.world, seat.seats)
        seeds = [self._random.getrandbits(32) for _ in range(seat.seats)]
        before = self._bound.copied(self._minds, seeds)
        first = player.turn(self._bound.own(seat.world), seat.index, self._minds)
        tries = None if thinking.tries is None else max(1, round(share * thinking.tries))
        own = thinking._replace(tries=tries, time_s=_time_s(thinking, share))
        return Search(player, self._bound.own(seat.world), seat.index, before, own, seeds[0]).best(first)


def _time_s(thinking: Thinking, share: float) -> float | None:
    """Seconds to think: those that were asked for, as far as the clock of the callback permits; None: as tries last."""
    clock, bank = debug.time_ms(), debug.bank_ms()
    if clock is not None:
        most = (CLOCK_SHARE * clock + BANK_SHARE * (bank or 0)) / 1000
        return share * min(thinking.time_s or most, most)
    if thinking.tries is not None and thinking.time_s is None:
        return None
    return share * (thinking.time_s or USUAL_S)


class Rollout(Idle):
    """Tries random turns out by playing on at random, and gives the best (flat Monte Carlo)."""

    policy = FLAT

    def __init__(self, name: str) -> None:
        self.name = self.digest = name
        self._play = PolicyPlay(self.policy, name)

    def load(self, seat: Seat) -> Fault | None:
        self.sit(seat)
        return None

    def sit(self, seat: Seat) -> None:
        self._seat = seat
        self._play.sit(seat)

    def ask(self, turn: Turn) -> Answer:
        wall, cpu = time.perf_counter(), time.process_time()
        if self._seat.game.acts(self._seat.world):
            self._play.play(self._seat)
        return Answer((time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3)


class Mcts(Rollout):
    """Grows a tree of random turns, its own and those of others, and gives the best (Monte Carlo tree search)."""

    policy = SAMPLER


GENERIC = {"rollout": Rollout, "mcts": Mcts}
"""The champions that play every game, given or not how, by name."""
