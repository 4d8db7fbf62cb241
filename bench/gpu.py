"""Batches on a graphics processor: their games are those of the processor and of the interpreter; how fast they are.

    python bench/gpu.py                        # all games, in their last preset; needs CuPy and a graphics processor
    python bench/gpu.py portails:finale --games 32768 131072 --phases 100

A line for each game and number of games: phases and orders a second of random play from the first position.
"""

from __future__ import annotations

import argparse
import time

import joute
from joute.core.batch import RandomPlayer
from joute.core.conformance.trial import values_of

COMPARED = 256
STEPS = 40


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
            phases, orders = measure(table, given.device, games, given.phases)
            print(
                f"{name}: {games:,} games: {phases / 1e6:,.1f} M phases/s, {orders / 1e6:,.1f} M orders/s", flush=True
            )


if __name__ == "__main__":
    main()
