"""Batches on a graphics processor: their games are those of the processor and of the interpreter; how fast they are.

    python bench/gpu.py                        # all games, in their last preset; needs CuPy and a graphics processor
    python bench/gpu.py portails:finale --games 32768 131072 --phases 100

A line for each game and number of games: phases and orders a second from the first position, of random play and of the
policies that come with the game.
"""

from __future__ import annotations

import argparse
import time

import joute
from joute.champions.sources.find import policies
from joute.core.batch import RandomPlayer
from joute.core.conformance.trial import values_of
from joute.core.policy import Policy
from joute.core.sampler import SAMPLER

COMPARED = 256
STEPS = 40
POLICY_PHASES = 4
POLICY_SECONDS = 4.0
"""A policy is measured over so many phases, again and again, until so much time has passed or all games are over."""


def first(name: str, preset: str | None) -> joute.Table:
    game = joute.load_game(name, preset=preset or joute.load_game(name).parameters.presets[-1])
    return joute.Table(game.native(), seed=1)


def compare(table: joute.Table, device: str) -> None:
    """Play and step the same games on both processors, one of them interpreted too."""
    seeds = range(COMPARED)
    here, there = joute.Batch(table, seeds), joute.Batch(table, seeds, device=device)
    for most in (1, 10, 100, 2**62):
        here.play(most, threads=8)
        there.play(most)
        require((here.states.flat() == host(there.states.flat())).all(), f"states after {most} phases")
    require((here.orders, here.phases) == (there.orders, there.phases), "orders and phases")
    require(here.results() == there.results(), "results")
    slow = table.game.interpreted
    world = slow.new(table.board, table.seats, table.seed)
    RandomPlayer(slow, world, table.seats).play(world, seeds[-1])
    require(values_of(slow, world.state) == values_of(table.game, there.world(len(seeds) - 1).state), "interpreter")
    here.reset()
    there.reset()
    for number in range(STEPS):
        orders = some_orders(table, here, number)
        require((here.legal(orders) == host(there.legal(orders))).all(), "legal orders")
        for one, other in zip(here.step(orders), there.step(orders), strict=True):
            require((one == host(other)).all(), f"step {number}")
        require((here.observe().flat() == host(there.observe().flat())).all(), f"observation after step {number}")


def compare_policy(table: joute.Table, policy: Policy, device: str) -> None:
    """Play the same games by a policy, each seat with weights of its own."""
    ends = [{name: weight[end] for name, weight in policy.bounds.items()} for end in (1, 2)]
    own = [None, *ends]
    weights = [[own[(game + seat) % 3] for seat in range(table.seats)] for game in range(COMPARED)]
    here, there = (joute.Batch(table, range(COMPARED), policy, weights, device=one) for one in ("cpu", device))
    for most in (1, 10, 40):
        here.play(most, threads=8)
        there.play(most)
        require((here.states.flat() == host(there.states.flat())).all(), f"states by the policy, {most} phases on")
    require((here.orders, here.phases) == (there.orders, there.phases), "orders and phases by the policy")


def some_orders(table: joute.Table, batch: joute.Batch, number: int) -> list[list[int]]:
    """A row for each game: a legal order of some, the end of the turn for others."""
    generator, rows = table.game.generator(number), []
    for index, seat in enumerate(batch.acting.tolist()):
        row = table.game.sample(batch.world(index), seat, generator) if seat >= 0 and (index + number) % 5 else None
        rows.append(list(row or [-1]))
    width = max(map(len, rows))
    return [row + [0] * (width - len(row)) for row in rows]


def measure(table: joute.Table, device: str, games: int, phases: int) -> tuple[float, float]:
    """Phases and orders a second."""
    batch = joute.Batch(table, range(games), device=device)
    began = time.perf_counter()
    batch.play(phases)  # it ends when all games have: its tally is read
    spent = time.perf_counter() - began
    return batch.phases / spent, batch.orders / spent


def measure_policy(table: joute.Table, policy: Policy, device: str, games: int) -> tuple[float, float]:
    """The same by a policy."""
    batch = joute.Batch(table, range(games), policy, device=device)
    began, before = time.perf_counter(), -1
    while batch.phases > before and time.perf_counter() - began < POLICY_SECONDS:
        before = batch.phases
        batch.play(POLICY_PHASES)
    spent = time.perf_counter() - began
    return batch.phases / spent, batch.orders / spent


def host(array: object) -> object:
    return array.get() if hasattr(array, "get") else array


def require(truth: object, what: str) -> None:
    if not truth:
        raise SystemExit(f"different: {what}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=joute.game_names(), metavar="game[:preset]")
    parser.add_argument("--games", nargs="+", type=int, default=[32_768, 131_072])
    parser.add_argument("--phases", type=int, default=2**62, help="at most so many of each game")
    parser.add_argument("--device", default="cuda")
    given = parser.parse_args()
    for name in given.names:
        table = first(*name.partition(":")[::2])
        began = time.perf_counter()
        compare(table, given.device)
        print(f"{name}: {COMPARED} games equal, {time.perf_counter() - began:.1f} s", flush=True)
        for games in given.games:
            tell(f"{name}: {games:,} games", *measure(table, given.device, games, given.phases))
        for policy in own_policies(table):
            began = time.perf_counter()
            compare_policy(table, policy, given.device)
            what = f"{name}, {policy.path.stem}"
            print(f"{what}: {COMPARED} games equal, {time.perf_counter() - began:.1f} s", flush=True)
            for games in given.games:
                tell(f"{what}: {games:,} games", *measure_policy(table, policy, given.device, games))


def own_policies(table: joute.Table) -> list[Policy]:
    """The policies that come with a game, where batches can play by them."""
    return [] if table.game.rules.fog else [one for one in policies(table.game) if one is not SAMPLER]


def tell(what: str, phases: float, orders: float) -> None:
    print(f"{what}: {phases / 1e6:,.2f} M phases/s, {orders / 1e6:,.2f} M orders/s", flush=True)


if __name__ == "__main__":
    main()
