"""Thinking ahead by trying plans out: a *plan* is the orders of one turn, and each is tried on copies of the position.

A tree of plans grows from the position (Monte Carlo tree search). In it decides whoever is asked alone; where several
are asked at once, the seat that thinks decides, and the plans of the others are drawn anew, independently, for each
try. Plans come from a policy whose weights are disturbed a little; a node gets another one each time that it has been
visited often enough for those that it has (progressive widening). Below the tree all seats play by the policy, up to a
horizon, where the position is judged by its standings. Nodes hold plans and no positions: each try plays from the
beginning, so chance falls anew, and a plan that is refused on the way ends there. With a tree of one plan this is flat
Monte Carlo. In the fog each try begins with what the seat knows, completed by the game's `determinise` where it has
one; without it all is tried as if that was everything, interpreted, since a view may hold values that no index can be.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from joute.core.game import Game
from joute.core.policy import Policy, Thinking
from joute.core.policy_player import BoundPolicy, Plan, PolicyPlayer, bound
from joute.core.world import AnyWorld

CURIOSITY = 0.7
"""How much plans that were seldom tried are preferred (UCB1)."""
WIDTH = 1.5
"""A node visited n times has up to WIDTH * sqrt(n) plans."""
UNDECIDED = 0.8
"""How much of the way from even to won the judgement of an unfinished match tells; the rest is for its end."""


class Node:
    """What has come of a plan: how often it was tried, the sum of its values for who decided, the plans after it."""

    __slots__ = ("plan", "plans", "total", "visits")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.plans: list[Node] = []
        self.visits = 0
        self.total = 0.0

    def wide(self) -> bool:
        """Whether it has plans enough for its visits."""
        return len(self.plans) > WIDTH * math.sqrt(self.visits)

    def best(self) -> Node:
        """The plan to try next."""
        curious = CURIOSITY * math.sqrt(math.log(self.visits + 1))
        return max(self.plans, key=lambda one: one.total / one.visits + curious / math.sqrt(one.visits))


class Search:
    """The search of one turn."""

    def __init__(
        self, player: PolicyPlayer, world: AnyWorld, seat: int, minds: Any, thinking: Thinking, seed: int
    ) -> None:
        self._player, self._game, self._seats = player, player.game, player.seats
        self._world, self._seat, self._minds, self._thinking = world, seat, minds, thinking
        self._random = Random(seed)
        self._lead = self._leads(world)
        self._scale = 0.0
        self._judged = 0
        self.root = Node(player.nothing)

    def best(self, first: Plan) -> Plan:
        """The plan to play: `first`, unless another one has turned out better."""
        self.root.plans.append(Node(first))
        began, tries = time.perf_counter(), 0
        while self._goes_on(tries, time.perf_counter() - began):
            with suppress(IndexError):
                self._try()
            tries += 1
        return max(self.root.plans, key=lambda node: node.visits).plan

    def _goes_on(self, tries: int, spent_s: float) -> bool:
        """Whether there is time for a try as long as those before."""
        most, time_s = self._thinking.tries, self._thinking.time_s
        if most is not None and tries >= most:
            return False
        return time_s is None or spent_s + (spent_s / tries if tries else 0.0) < time_s

    def _try(self) -> None:
        """Go down the tree, play on to the horizon, and note what came of it."""
        world, phases = self._possible(), 0
        minds = self._drawn()
        node, path = self.root, list[tuple[Node, int]]()
        while phases < self._thinking.depth and len(path) < self._thinking.plies:
            mover = self._mover(world)
            if mover is None:
                if not self._player.phase(world, -1, self._player.nothing, minds):
                    break
            else:
                node = self._next(node, world, mover, minds)
                self._player.phase(world, mover, node.plan, minds)
                path.append((node, mover))
            phases += 1
            if path and node.visits == 0:
                break
        self._player.play(world, minds, self._thinking.depth - phases)
        values = self._values(world)
        self.root.visits += 1
        for node, mover in path:
            node.visits += 1
            node.total += values[mover]

    def _possible(self) -> AnyWorld:
        """A copy of the position; in the fog one that may be true, where the game can tell."""
        world, determinise = self._game.copy(self._world), determiniser(self._game)
        if self._game.foggy and determinise is not None:
            determinise(world, self._seat, self._game.generator(self._random.getrandbits(32)))
        return world

    def _drawn(self) -> Any:
        """What the seats go by in one try: other chances each time."""
        return self._player.policy.copied(self._minds, [self._random.getrandbits(32) for _ in range(self._seats)])

    def _mover(self, world: AnyWorld) -> int | None:
        """The seat that decides: the one that thinks, or one that is asked alone."""
        asked = self._game.turn(world, self._seats).seats
        if not asked or not self._game.acts(world):
            return None
        if self._seat in asked:
            return self._seat
        return asked[0] if len(asked) == 1 else None

    def _next(self, node: Node, world: AnyWorld, mover: int, minds: Any) -> Node:
        """The plan to try after those of a node: a new one, or one that it has."""
        untried = next((one for one in node.plans if one.visits == 0), None)
        if untried is not None:
            return untried
        if not node.wide():
            made = Node(self._player.turn(world, mover, self._disturbed(minds, mover) if node.plans else minds))
            if all(made.plan != one.plan for one in node.plans):
                node.plans.append(made)
                return made
        return node.best()

    def _disturbed(self, minds: Any, seat: int) -> Any:
        return disturbed(self._player.policy, minds, seat, self._thinking.noise, self._random)

    # Judging

    def _leads(self, world: AnyWorld) -> list[int]:
        """By how much each seat stands above the best of the others."""
        standing: Callable[[AnyWorld, int], int] = self._game.kernels.standing or self._game.kernels.score
        worth = [int(standing(world, seat)) for seat in range(self._seats)]
        return [own - max(worth[:seat] + worth[seat + 1 :], default=0) for seat, own in enumerate(worth)]

    def _values(self, world: AnyWorld) -> Sequence[float]:
        """What a position is worth to each seat, from lost to won: by its lead, as compared to the lead now and to how
        much leads have changed in the tries until now."""
        leads = self._leads(world)
        if not self._game.turn(world, self._seats).seats:
            return [(1 + _ended(lead) * (UNDECIDED + (1 - UNDECIDED) * self._far(abs(lead)))) / 2 for lead in leads]
        changes = [lead - before for lead, before in zip(leads, self._lead, strict=True)]
        self._judged += 1
        self._scale += (abs(changes[self._seat]) - self._scale) / self._judged
        return [(1 + UNDECIDED * self._far(change)) / 2 for change in changes]

    def _far(self, change: int) -> float:
        """How far a change of a lead goes, from -1 to 1."""
        return math.tanh(change / (1 + 2 * self._scale))


def _ended(lead: int) -> int:
    """1 for a match that is won, -1 for one that is lost."""
    return (lead > 0) - (lead < 0)


def determiniser(game: Game) -> Any:
    """What completes a view of a game; None where it has nothing of the kind."""
    return getattr(game.kernels, "determinise", None)


def searching(policy: Policy, game: Game) -> BoundPolicy:
    """A policy as a search plays it."""
    blind = game.foggy and determiniser(game) is None
    return BoundPolicy(policy, game) if blind else bound(policy, game)


def disturbed(policy: BoundPolicy, minds: Any, seat: int, noise: float, random: Random) -> Any:
    """Minds of which one seat has weights near its own, within their bounds."""
    given = {
        name: min(max(round(weight * (1 + random.gauss(0, noise)) + random.gauss(0, noise)), low), high)
        for (name, weight), (_, low, high) in zip(
            policy.weights(minds, seat).items(), policy.policy.bounds.values(), strict=True
        )
    }
    return policy.weighted(minds, seat, given)
