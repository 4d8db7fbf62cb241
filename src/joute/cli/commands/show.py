"""joute show"""

from __future__ import annotations

import click

from joute.cli.exits import Exit, Stop
from joute.cli.french import french
from joute.cli.options import backend_option, examples, json_option
from joute.cli.positions import opened
from joute.core.text import words

EXAMPLES = examples(
    "joute show match.jsonl",
    "joute show match.jsonl:40",
    "joute show match.jsonl --turn 40 --seat 1",
    "joute show match.jsonl:40 --json > position.json",
    "joute show position.json",
)


@click.command("show", epilog=EXAMPLES)
@click.argument("file", metavar="FILE[:TURN]")
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
@json_option
@backend_option
@french("""Dessine une position d'un replay, la dernière si on n'en demande pas d'autre ; ou une position gardée.

Dessous, ce que les champions ont affiché : avec un tour dans ce tour, sinon avant cette position. Avec --json c'est une
position gardée, comme `run --from`, `check --from`, `position edit` et `joute.Table.load` la prennent.
""")
def command(file: str, turn: int | None, phase: int | None, seat: int | None, as_json: bool) -> None:
    """Draw one position of a replay, the last one if no other is asked for; or that of a saved position.

    Under it is what champions printed: with a turn in that turn, else on the way to the position. With --json it is a
    saved position, as `run --from`, `check --from`, `position edit` and `joute.Table.load` take it.
    """
    from joute.cli.output.paint import print_lines
    from joute.cli.output.printing import print_json
    from joute.cli.player.drawing import drawn, lines_at, require_seat, turn_notes, turn_start
    from joute.match.start import saved

    if as_json and seat is not None:
        raise click.UsageError(
            words(
                "--seat does not go with --json: a saved position is the whole truth",
                "--seat ne va pas avec --json : une position gardée est toute la vérité",
            )
        )
    positions, turn = opened(file, turn)
    require_seat(positions, seat)
    index = positions.last
    if turn is not None or phase is not None:
        start = 0 if turn is None else turn_start(positions, turn)
        index = start + (phase or 0)
        if index > positions.last:
            raise Stop(
                Exit.USAGE,
                words(
                    f"{file}: --phase {phase}: from there on it has {positions.last - start} phases",
                    f"{file} : --phase {phase} : à partir de là il a {positions.last - start} phases",
                ),
            )
    if as_json:
        print_json(saved(positions.at(index)))
    elif turn is not None and phase is None:
        print_lines([*drawn(positions.at(index), positions.names, seat), *turn_notes(positions, turn, seat)])
    else:
        print_lines(lines_at(positions, index, seat))
