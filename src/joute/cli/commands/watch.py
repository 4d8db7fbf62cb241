"""joute watch"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from joute.cli.exits import say
from joute.cli.french import french
from joute.cli.options import backend_option, examples, notes_option
from joute.cli.positions import opened
from joute.core.text import words

if TYPE_CHECKING:
    from joute.match.positions import Positions

SLOWEST, FASTEST, SPEED = 0.5, 32.0, 4.0
"""Phases a second."""


@click.command(
    "watch",
    epilog=examples(
        "joute watch match.jsonl",
        "joute watch match.jsonl:40",
        "joute watch match.jsonl --seat 0 --speed 8",
        "joute watch match.jsonl --html match.html",
        "joute watch match.jsonl | less",
    ),
)
@click.argument("file", metavar="FILE[:TURN]")
@click.option(
    "--seat",
    type=int,
    metavar="S",
    help=words("Only what seat S (from 0) may know.", "Seulement ce que la place S (à partir de 0) peut savoir."),
)
@click.option(
    "--speed",
    type=click.FloatRange(SLOWEST, FASTEST),
    default=SPEED,
    show_default=True,
    metavar="X",
    help=words("Phases a second.", "Phases par seconde."),
)
@click.option(
    "--from-turn", type=click.IntRange(0), metavar="N", help=words("Begin with turn N.", "Commence au tour N.")
)
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=words(
        "Write a page that plays it in any browser, offline, instead.",
        "Écrit plutôt une page qui le rejoue dans tout navigateur, hors ligne.",
    ),
)
@notes_option
@backend_option
@french("""Rejoue un replay dans le terminal ; la touche ? y donne les autres. Une position gardée est montrée : rien
n'y est joué.

Là où la sortie n'est pas un terminal, les positions sont écrites l'une après l'autre.
""")
def command(file: str, seat: int | None, speed: float, from_turn: int | None, html: Path | None, notes: bool) -> None:
    """Play a replay in the terminal; press ? there for the keys. A saved position is shown: nothing is played in it.

    Where the output is no terminal, the positions are printed one after another.
    """
    if html is not None:
        _write_page(file, html, notes)
        return
    if notes:
        raise click.UsageError(words("--notes goes with --html", "--notes va avec --html"))
    from joute.cli.player.drawing import require_seat, turn_start

    positions, turn = opened(file, from_turn)
    require_seat(positions, seat)
    play(positions, seat, speed, 0 if turn is None else turn_start(positions, turn))


def _write_page(file: str, html: Path, notes: bool) -> None:
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.output.page import write_page
    from joute.match.start import parted, record_at

    path, turn = parted(file)
    if turn is not None:
        raise click.UsageError(
            words(
                "a page has all turns: --html goes with FILE, without a turn",
                "une page a tous les tours : --html va avec FILE, sans tour",
            )
        )
    record = record_at(path, lenient=True)
    prepare_named(record.header.game)
    damage = write_page(html, record, notes)
    if damage:
        say(f"{file}: {damage}")
    print(words(f"Page in {html}: open it in a browser", f"Page dans {html} : ouvrez-la dans un navigateur"))


def play(positions: Positions, seat: int | None = None, speed: float = SPEED, start: int = 0) -> None:
    """The terminal player where there is a terminal, else all the frames."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from joute.cli.player.player import ReplayPlayer

        ReplayPlayer(positions, seat, speed, start).run()
        return
    from joute.cli.output.paint import print_lines
    from joute.cli.player.drawing import lines_at

    for index in range(start, positions.last + 1):
        print_lines([*lines_at(positions, index, seat), []])
