"""joute show"""

from __future__ import annotations

import click

from joute.cli.exits import Exit, Stop
from joute.cli.options import backend_option, examples, json_option
from joute.cli.positions import opened

EXAMPLES = examples(
    "joute show match.jsonl",
    "joute show match.jsonl:40",
    "joute show match.jsonl --turn 40 --seat 1",
    "joute show match.jsonl:40 --json > position.json",
    "joute show position.json",
)


@click.command("show", epilog=EXAMPLES)
@click.argument("file", metavar="FILE[:TURN]")
@click.option("--turn", type=click.IntRange(0), metavar="N", help="The position in which turn N begins.")
@click.option("--phase", type=click.IntRange(0), metavar="K", help="K phases later (than the start, without --turn).")
@click.option("--seat", type=int, metavar="S", help="Only what seat S (from 0) may know.")
@json_option
@backend_option
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
        raise click.UsageError("--seat does not go with --json: a saved position is the whole truth")
    positions, turn = opened(file, turn)
    require_seat(positions, seat)
    index = positions.last
    if turn is not None or phase is not None:
        start = 0 if turn is None else turn_start(positions, turn)
        index = start + (phase or 0)
        if index > positions.last:
            raise Stop(Exit.USAGE, f"{file}: --phase {phase}: from there on it has {positions.last - start} phases")
    if as_json:
        print_json(saved(positions.at(index)))
    elif turn is not None and phase is None:
        print_lines([*drawn(positions.at(index), positions.names, seat), *turn_notes(positions, turn, seat)])
    else:
        print_lines(lines_at(positions, index, seat))
