"""joute show"""

from __future__ import annotations

from pathlib import Path

import click

from joute.cli.exits import Exit, Stop
from joute.cli.french import french
from joute.cli.options import backend_option, examples, file_argument
from joute.core.text import words

EXAMPLES = examples(
    "joute show match.jsonl",
    "joute show match.jsonl --turn 40",
    "joute show match.jsonl --turn 40 --seat 1",
)


@click.command("show", epilog=EXAMPLES)
@file_argument("replay")
@click.option(
    "--turn",
    type=click.IntRange(0),
    metavar="N",
    help=words("The position in which turn N begins.", "La position où commence le tour N."),
)
@click.option(
    "--phase",
    type=click.IntRange(0),
    metavar="K",
    help=words("K phases later (than the start, without --turn).", "K phases plus tard (que le début, sans --turn)."),
)
@click.option(
    "--seat",
    type=int,
    metavar="S",
    help=words("Only what seat S (from 0) may know.", "Seulement ce que la place S (à partir de 0) peut savoir."),
)
@backend_option
@french("""Dessine une position de REPLAY : la dernière, si on n'en demande pas d'autre.

Dessous, ce que les champions ont affiché : avec --turn dans ce tour, sinon avant cette position.
""")
def command(replay: Path, turn: int | None, phase: int | None, seat: int | None) -> None:
    """Draw one position of REPLAY: the last one, if no other is asked for.

    Under it is what champions printed: with --turn in that turn, else on the way to the position.
    """
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.output.paint import print_lines
    from joute.cli.player.drawing import drawn, lines_at, require_seat, turn_notes, turn_start
    from joute.match.positions import Positions
    from joute.match.reading import read

    record = read(replay)
    prepare_named(record.header.game)
    positions = Positions(record, str(replay))
    require_seat(positions, seat)
    index = positions.last
    if turn is not None or phase is not None:
        start = 0 if turn is None else turn_start(positions, turn)
        index = start + (phase or 0)
        if index > positions.last:
            raise Stop(
                Exit.USAGE,
                words(
                    f"{replay}: --phase {phase}: from there on it has {positions.last - start} phases",
                    f"{replay} : --phase {phase} : à partir de là il a {positions.last - start} phases",
                ),
            )
    if turn is not None and phase is None:
        print_lines([*drawn(positions.at(index), positions.names, seat), *turn_notes(positions, turn, seat)])
    else:
        print_lines(lines_at(positions, index, seat))
