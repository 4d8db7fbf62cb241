"""joute watch"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from joute.cli.exits import say
from joute.cli.french import french
from joute.cli.options import backend_option, examples, file_argument, notes_option
from joute.core.text import words

if TYPE_CHECKING:
    from joute.match.positions import Positions

SLOWEST, FASTEST, SPEED = 0.5, 32.0, 4.0
"""Phases a second."""


@click.command(
    "watch",
    epilog=examples(
        "joute watch match.jsonl",
        "joute watch match.jsonl --seat 0 --speed 8",
        "joute watch match.jsonl --html match.html",
        "joute watch match.jsonl | less",
    ),
)
@file_argument("replay")
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
@french("""Rejoue REPLAY dans le terminal ; la touche ? y donne les autres.

Là où la sortie n'est pas un terminal, les positions sont écrites l'une après l'autre.
""")
def command(
    replay: Path, seat: int | None, speed: float, from_turn: int | None, html: Path | None, notes: bool
) -> None:
    """Play REPLAY in the terminal; press ? there for the keys.

    Where the output is no terminal, the positions are printed one after another.
    """
    if html is not None:
        _write_page(replay, html, notes)
        return
    if notes:
        raise click.UsageError(words("--notes goes with --html", "--notes va avec --html"))
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.player.drawing import require_seat, turn_start
    from joute.match.positions import Positions
    from joute.match.reading import read

    record = read(replay)
    prepare_named(record.header.game)
    positions = Positions(record, str(replay))
    require_seat(positions, seat)
    play(positions, seat, speed, 0 if from_turn is None else turn_start(positions, from_turn))


def _write_page(replay: Path, html: Path, notes: bool) -> None:
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.output.page import write_page
    from joute.match.reading import read

    record = read(replay, lenient=True)
    prepare_named(record.header.game)
    damage = write_page(html, record, notes)
    if damage:
        say(f"{replay}: {damage}")
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
