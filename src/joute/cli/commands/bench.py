"""joute bench"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from joute.cli.options import chosen_game, default_game, examples, has_numba, json_option

if TYPE_CHECKING:
    from joute.cli.measures import Measure, Measured
    from joute.core.game import Game

LONG_S, SHORT_S = 1.5, 0.15


class Row(NamedTuple):
    """A measure to be taken: how long, or only once; or, without one, what is missing."""

    name: str
    measure: Measure | None
    once: bool = False


@click.command(
    "bench", epilog=examples("joute bench", "joute bench GAME --quick", "joute bench GAME --json > bench.jsonl")
)
@click.argument("game", required=False)
@json_option
@click.option("--quick", is_flag=True, help="Shorter measures, and nothing native afresh.")
def command(game: str | None, as_json: bool, quick: bool) -> None:
    """Measure the speed of the engine on GAME.

    Each number stands beside a calibration loop of plain Python that was timed at the same moment; compare ratios
    rather than numbers between runs and machines.
    """
    from joute.cli.measures import LOOP, calibrate
    from joute.cli.measures import as_json as measured_json
    from joute.cli.output.printing import print_json, print_table

    chosen = chosen_game(game or default_game())
    rows: list[tuple[str, str, str]] = []
    for row, taken in _taken(chosen, quick):
        if taken is None:
            from joute.cli.measures import FAST

            print(f"{row.name}: needs numba: {FAST}", file=sys.stderr)
            rows.append((row.name, "needs numba", FAST))
        else:
            rows.append((row.name, _value(taken), _loops(taken)))
            if as_json:
                print_json({"game": chosen.name} | measured_json(taken))
    if not as_json:
        print(
            f"{chosen.name}, preset {chosen.preset}; one loop is {LOOP:,} additions, {calibrate() * 1e3:.1f} ms now\n"
        )
        print_table(("measure", "value", "against the loop"), rows, right=("value", "against the loop"))


def _taken(game: Game, quick: bool) -> Iterator[tuple[Row, Measured | None]]:
    from joute.cli.measures import measured, once

    for row in _rows(game, quick):
        print(f"measuring {row.name}", file=sys.stderr, flush=True)
        if row.measure is None:
            yield row, None
        else:
            yield row, once(row.measure) if row.once else measured(row.measure, SHORT_S if quick else LONG_S)


def _rows(game: Game, quick: bool) -> Iterator[Row]:
    from joute.cli import measures

    short = [
        *measures.matches(game),
        measures.phases(game, "interpreted"),
        *measures.call_measures(game),
        *measures.table_measures(game),
    ]
    yield from (Row(measure.name, measure) for measure in short)
    yield from (Row(measure.name, measure, once=not measure.rate) for measure in measures.crowds(game))
    yield from (Row(measure.name, measure, once=True) for measure in measures.start_measures(game))
    if not has_numba():
        yield Row("native play", None)
        return
    if not quick:
        yield from (Row(measure.name, measure, once=True) for measure in measures.compile_measures(game))
    native = game.native()
    _warm(native)
    fast = [measures.phases(native, "native"), *(measures.batch(native, threads) for threads in (1, 2))]
    yield from (Row(measure.name, measure) for measure in fast)


def _warm(game: Game) -> None:
    """Compile, or load from the cache, before anything is timed."""
    from joute.cli import measures

    print("compiling", file=sys.stderr, flush=True)
    measures.phases(game, "native").work(0.0)
    measures.batch(game, 1).work(0.0)


def _value(taken: Measured) -> str:
    """A time, or a number a second."""
    measure, seconds = taken.measure, taken.seconds
    if measure.rate:
        return f"{1 / seconds:,.0f} {measure.unit}/s"
    return f"{seconds * 1e3:,.1f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def _loops(taken: Measured) -> str:
    if taken.measure.rate:
        return f"{taken.loops:,.1f} {taken.measure.unit} a loop"
    return f"{taken.loops:,.2f} loops"
