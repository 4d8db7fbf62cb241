"""joute rerun"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from joute.cli.exits import say
from joute.cli.french import french
from joute.cli.options import (
    backend_option,
    examples,
    file_argument,
    hosting_of,
    hosting_options,
    json_option,
    profile_option,
    unisolated,
)
from joute.core.text import words

if TYPE_CHECKING:
    from joute.core.game import Game
    from joute.match.rerun import Difference, Orders, Rerun

SHOWN = 3
"""How many orders are shown of each side."""


@click.command(
    "rerun",
    epilog=examples(
        "joute rerun match.jsonl --seat 0 mine.py",
        "joute rerun match.jsonl --seat 0 mine.py --turn 12",
        "joute rerun match.jsonl --seat 0 mine.py --turn 12 --debug",
        "joute rerun match.jsonl --seat 1 other/ --json",
    ),
)
@file_argument("replay")
@click.option(
    "--seat",
    type=click.IntRange(0),
    required=True,
    metavar="S",
    help=words("Whose part it plays, from 0.", "De qui il joue le rôle, à partir de 0."),
)
@click.argument("champion")
@click.option(
    "--turn",
    type=click.IntRange(0),
    metavar="N",
    help=words("End with this turn, and show its orders.", "Finit à ce tour, et montre ses ordres."),
)
@click.option(
    "--debug",
    is_flag=True,
    help=words(
        "Stop before the first callback of the turn (of the match without --turn) in the debugger of its language:"
        " pdb, gdb, node inspect or jdb. Without clock and isolation.",
        "S'arrête avant le premier appel du tour (du match sans --turn) dans le débogueur de son langage "
        ": pdb, gdb, node inspect ou jdb. Sans horloge ni isolation.",
    ),
)
@profile_option
@hosting_options
@backend_option
@json_option
@french("Fait rejouer le match de REPLAY à CHAMPION, seul, et montre où ses ordres diffèrent de l'enregistrement.")
def command(
    replay: Path, seat: int, champion: str, turn: int | None, debug: bool, profile: bool, as_json: bool, **asked: Any
) -> None:
    """Feed the match of REPLAY to CHAMPION, alone, and show where its orders differ from the record."""
    from contextlib import nullcontext

    from joute.champions.debugging import debugged
    from joute.champions.players.python import PythonChampion
    from joute.champions.sources.find import find
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.output.printing import print_json
    from joute.cli.output.profile import print_profile
    from joute.match.player import released_on_error
    from joute.match.reading import read
    from joute.match.rerun import rerun

    for option, given in {"--debug": debug, "--profile": profile}.items():
        if given and as_json:
            raise click.UsageError(words(f"{option} does not go with --json", f"{option} ne va pas avec --json"))
        if given:
            unisolated(asked, option)
    hosting, _ = hosting_of(asked)
    record = read(replay)
    prepare_named(record.header.game)
    game = record.game()
    player = find(game, champion, record.header.seed, hosting)
    measured = player.measure() if profile and isinstance(player, PythonChampion) else None
    if profile and measured is None:
        say(
            words(
                f"{champion} is not in Python, so there is no profile of it",
                f"{champion} n'est pas en Python, donc il n'y a pas de profil",
            )
        )
    with released_on_error([player]), debugged(player, game) if debug else nullcontext() as stop:
        run = rerun(record, seat, player, turn, stop)
    if as_json:
        print_json(_plain(game, run))
    else:
        print(summary(game, champion, run, turn))
    if measured is not None:
        print_profile(champion, measured)


def _plain(game: Game, run: Rerun) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = {"callbacks": run.callbacks, "wall_ms": run.wall_ms, "worst_ms": run.worst_ms}
    plain["difference"] = None if run.difference is None else _plain_difference(game, run.difference)
    plain["fault"] = None if run.fault is None else msgspec.to_builtins(run.fault)
    plain["last"] = [{"phase": phase, "orders": _named(game, orders)} for phase, orders in run.last]
    plain["notes"] = [{"turn": turn, **private} for turn, private in run.notes]
    return plain


def _plain_difference(game: Game, difference: Difference) -> dict[str, Any]:
    sides = {"recorded": difference.recorded, "given": difference.given}
    return difference._asdict() | {side: _named(game, orders) for side, orders in sides.items()}


def _named(game: Game, orders: Orders) -> list[Any]:
    from joute.match.replay import named_order

    return [named_order(game, row) for row in orders]


def summary(game: Game, name: str, run: Rerun, turn: int | None = None) -> str:
    """What a person reads."""
    from joute.champions.checks.report import fault_lines, noted, time_text

    printed = [
        words(f"turn {turn}: {line}", f"tour {turn} : {line}") for turn, private in run.notes for line in noted(private)
    ]
    times = words(
        f"{time_text(run.wall_ms)} in all, {time_text(run.worst_ms)} at worst",
        f"{time_text(run.wall_ms)} en tout, {time_text(run.worst_ms)} au pire",
    )
    ordered = [] if turn is None else [line for part in run.last for line in _ordered(game, turn, *part)]
    lines = [
        *printed,
        *ordered,
        words(f"{name}: {run.callbacks} callbacks, {times}", f"{name} : {run.callbacks} appels, {times}"),
    ]
    if run.difference is None:
        lines.append(words("All its orders are those of the record.", "Tous ses ordres sont ceux de l'enregistrement."))
    else:
        lines += _differs(game, run.difference)
    if run.fault is not None:
        lines += ["", *fault_lines(name, run.fault)]
    return "\n".join(lines)


def _ordered(game: Game, turn: int, phase: str, orders: Orders) -> list[str]:
    count = (
        words(
            f"{len(orders)} order{'s' if len(orders) > 1 else ''}",
            f"{len(orders)} ordre{'s' if len(orders) > 1 else ''}",
        )
        if orders
        else words("no orders", "aucun ordre")
    )
    return [
        words(f"turn {turn}, {phase}: {count}", f"tour {turn}, {phase} : {count}"),
        *(f"  {game.api.shown(row)}" for row in orders),
    ]


def _differs(game: Game, difference: Difference) -> list[str]:
    first = words(
        f"Its orders first differ in turn {difference.turn}, {difference.phase}, at order {difference.order}:",
        f"Ses ordres diffèrent d'abord au tour {difference.turn}, {difference.phase}, à l'ordre {difference.order} :",
    )
    return [
        first,
        words(
            f"  recorded   {_orders(game, difference.recorded)}", f"  enregistré {_orders(game, difference.recorded)}"
        ),
        words(f"  now        {_orders(game, difference.given)}", f"  maintenant {_orders(game, difference.given)}"),
    ]


def _orders(game: Game, orders: Orders) -> str:
    more = (
        words(f", and {len(orders) - SHOWN} more", f", et {len(orders) - SHOWN} de plus") if len(orders) > SHOWN else ""
    )
    return ", ".join(game.api.shown(row) for row in orders[:SHOWN]) + more or words("nothing more", "rien de plus")
