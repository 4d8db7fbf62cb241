"""joute bench"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from joute.cli.french import french
from joute.cli.options import backend_option, chosen_game, default_game, examples, json_option
from joute.core.text import words

if TYPE_CHECKING:
    from joute.cli.measures import Measure, Measured
    from joute.core.game import Game

LONG_S, SHORT_S = 1.5, 0.15
INTERPRETED = "interpreted"


class Row(NamedTuple):
    """A measure to be taken: how long, or only once; or, without one, what is missing."""

    name: str
    measure: Measure | None
    once: bool = False
    missing: str = ""


@click.command(
    "bench", epilog=examples("joute bench", "joute bench GAME --quick", "joute bench GAME --json > bench.jsonl")
)
@click.argument("game", required=False)
@backend_option
@json_option
@click.option(
    "--quick",
    is_flag=True,
    help=words(
        "Shorter measures, and no library built afresh.",
        "Des mesures plus courtes, et aucune bibliothèque construite à neuf.",
    ),
)
@french("""Mesure la vitesse du moteur sur GAME.

Chaque nombre est à côté d'une boucle de Python simple, chronométrée au même moment ; d'une machine ou d'une fois à
l'autre, comparez les rapports plutôt que les nombres.
""")
def command(game: str | None, as_json: bool, quick: bool) -> None:
    """Measure the speed of the engine on GAME.

    Each number stands beside a calibration loop of plain Python that was timed at the same moment; compare ratios
    rather than numbers between runs and machines.
    """
    from joute.cli.libraries.background import undisturbed
    from joute.cli.libraries.choice import ready
    from joute.cli.measures import LOOP, calibrate
    from joute.cli.measures import as_json as measured_json
    from joute.cli.output.printing import print_json, print_table

    chosen = ready(chosen_game(game or default_game()), background=False)
    rows: list[tuple[str, str, str]] = []
    with undisturbed():
        for row, taken in _taken(chosen, quick):
            if taken is None:
                print(f"{row.name}: {row.missing}", file=sys.stderr)
                rows.append((row.name, words("no library", "pas de bibliothèque"), row.missing))
            else:
                rows.append((row.name, _value(taken), _loops(taken)))
                if as_json:
                    print_json({"game": chosen.name, "backend": chosen.backend} | measured_json(taken))
    if not as_json:
        now = f"{calibrate() * 1e3:.1f} ms"
        print(
            words(
                f"{chosen.name}, preset {chosen.preset}, {chosen.backend}; one loop is {LOOP:,} additions, {now} now\n",
                f"{chosen.name}, réglage {chosen.preset}, {chosen.backend} ; une boucle fait {LOOP:,} additions, "
                f"{now} à présent\n",
            )
        )
        columns = (words("measure", "mesure"), words("value", "valeur"), words("against the loop", "contre la boucle"))
        print_table(columns, rows, right=columns[1:])


def _taken(game: Game, quick: bool) -> Iterator[tuple[Row, Measured | None]]:
    from joute.cli.measures import measured, once

    for row in _rows(game, quick):
        print(words(f"measuring {row.name}", f"mesure de {row.name}"), file=sys.stderr, flush=True)
        if row.measure is None:
            yield row, None
        else:
            yield row, once(row.measure) if row.once else measured(row.measure, SHORT_S if quick else LONG_S)


def _rows(game: Game, quick: bool) -> Iterator[Row]:
    from joute.cli import measures

    short = [*measures.matches(game), *measures.call_measures(game), *measures.table_measures(game)]
    yield from (Row(measure.name, measure) for measure in short)
    yield from (Row(measure.name, measure, once=not measure.rate) for measure in measures.crowds(game))
    yield from (Row(measure.name, measure, once=True) for measure in measures.start_measures(game))
    phases = measures.phases(game.on(INTERPRETED), INTERPRETED)
    yield Row(phases.name, phases)
    yield from _native_rows(game, quick)


def _native_rows(game: Game, quick: bool) -> Iterator[Row]:
    """What a library does, and what it takes to make one; without one, how to get it."""
    from joute.cli import measures
    from joute.core.game import chosen_backend

    if game.backend == INTERPRETED:
        if chosen_backend() is None:
            yield Row("native play", None, missing=f"joute build {game.name}")
        return
    if not quick:
        yield from (Row(measure.name, measure, once=True) for measure in measures.build_measures(game))
    fast = [measures.phases(game, game.backend), *(measures.batch(game, threads) for threads in (1, 2))]
    yield from (Row(measure.name, measure) for measure in fast)


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
