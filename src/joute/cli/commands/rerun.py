"""joute rerun"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from joute.cli.options import backend_option, examples, file_argument, hosting_of, hosting_options, json_option

if TYPE_CHECKING:
    from joute.core.game import Game
    from joute.match.rerun import Difference, Orders, Rerun

SHOWN = 3
"""How many orders are shown of each side."""


@click.command(
    "rerun",
    epilog=examples("joute rerun match.jsonl --seat 0 mine.py", "joute rerun match.jsonl --seat 1 other/ --json"),
)
@file_argument("replay")
@click.option("--seat", type=click.IntRange(0), required=True, metavar="S", help="Whose part it plays, from 0.")
@click.argument("champion")
@hosting_options
@backend_option
@json_option
def command(replay: Path, seat: int, champion: str, as_json: bool, **asked: Any) -> None:
    """Feed the match of REPLAY to CHAMPION, alone, and show where its orders differ from the record."""
    from joute.champions.sources.find import find
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.output.printing import print_json
    from joute.match.reading import read
    from joute.match.rerun import rerun

    hosting, _ = hosting_of(asked)
    record = read(replay)
    prepare_named(record.header.game)
    game = record.game()
    run = rerun(record, seat, find(game, champion, record.header.seed, hosting))
    if as_json:
        print_json(_plain(game, run))
    else:
        print(summary(game, champion, run))


def _plain(game: Game, run: Rerun) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = {"callbacks": run.callbacks, "wall_ms": run.wall_ms, "worst_ms": run.worst_ms}
    plain["difference"] = None if run.difference is None else _plain_difference(game, run.difference)
    plain["fault"] = None if run.fault is None else msgspec.to_builtins(run.fault)
    plain["notes"] = [{"turn": turn, **private} for turn, private in run.notes]
    return plain


def _plain_difference(game: Game, difference: Difference) -> dict[str, Any]:
    from joute.match.replay import named_order

    sides = {"recorded": difference.recorded, "given": difference.given}
    named = {side: [named_order(game, row) for row in orders] for side, orders in sides.items()}
    return difference._asdict() | named


def summary(game: Game, name: str, run: Rerun) -> str:
    """What a person reads."""
    from joute.cli.output.notes import noted
    from joute.cli.output.report import fault_lines, time_text

    printed = [f"turn {turn}: {line}" for turn, private in run.notes for line in noted(private)]
    times = f"{time_text(run.wall_ms)} in all, {time_text(run.worst_ms)} at worst"
    lines = [*printed, f"{name}: {run.callbacks} callbacks, {times}"]
    if run.difference is None:
        lines.append("All its orders are those of the record.")
    else:
        lines += _differs(game, run.difference)
    if run.fault is not None:
        lines += ["", *fault_lines(name, run.fault)]
    return "\n".join(lines)


def _differs(game: Game, difference: Difference) -> list[str]:
    first = f"Its orders first differ in turn {difference.turn}, {difference.phase}, at order {difference.order}:"
    return [
        first,
        f"  recorded   {_orders(game, difference.recorded)}",
        f"  now        {_orders(game, difference.given)}",
    ]


def _orders(game: Game, orders: Orders) -> str:
    more = f", and {len(orders) - SHOWN} more" if len(orders) > SHOWN else ""
    return ", ".join(game.api.shown(row) for row in orders[:SHOWN]) + more or "nothing more"
