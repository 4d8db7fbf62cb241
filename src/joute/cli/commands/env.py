"""joute env"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from joute.cli.exits import Exit, Stop
from joute.cli.french import french
from joute.cli.options import chosen_game, examples, game_options, json_option
from joute.core.text import read_here, words

if TYPE_CHECKING:
    from joute.env.episode import Setting
    from joute.env.numbering import Block


@click.command("env", epilog=examples("joute env GAME", "joute env GAME --preset NAME --json"))
@click.argument("game")
@game_options
@json_option
@french("Dit quel ordre porte quel numéro dans l'environnement d'apprentissage de GAME, et ce qu'on y observe.")
def command(game: str, preset: str | None, assignments: tuple[str, ...], as_json: bool) -> None:
    """Say which order has which number in the learning environment of GAME, and what is observed there."""
    from joute.cli.output.printing import print_json, print_table

    setting = _setting(game, preset, assignments)
    if as_json:
        print_json(_as_data(setting))
        return
    size, values = setting.numbering.size, setting.observing.size
    print(
        words(
            f"{setting.name}, {setting.game.preset}: {size} numbers, {values} values observed\n",
            f"{setting.name}, {setting.game.preset} : {size} numéros, {values} valeurs observées\n",
        )
    )
    rows = [("0", words("end the turn", "finir le tour"), ""), *map(_row, setting.numbering.blocks)]
    print_table((words("numbers", "numéros"), words("order", "ordre"), words("arguments", "arguments")), rows)
    print()
    columns = [
        (
            _span(column.start, column.start + column.rows),
            f"{column.table}.{column.name}",
            f"{column.low}",
            f"{column.high}",
        )
        for column in setting.observing.columns
    ]
    heads = (
        words("values", "valeurs"),
        words("column", "colonne"),
        words("least", "minimum"),
        words("most", "maximum"),
    )
    print_table(heads, columns, right=heads[2:])


def _setting(game: str, preset: str | None, assignments: tuple[str, ...]) -> Setting:
    from joute import env
    from joute.core.game import INTERPRETED

    chosen = chosen_game(game, preset, assignments)
    try:
        return env.setting_of(
            f"{chosen.name}_v{env.VERSION}", preset=chosen.preset, backend=INTERPRETED, **chosen.overrides
        )
    except ImportError as error:
        raise Stop(Exit.USAGE, read_here(error)) from None


def _row(block: Block) -> tuple[str, str, str]:
    """The numbers, the action and the arguments of a block, the one that changes fastest last."""
    name = block.action.name
    if block.adds:
        name = words(f"{name}: one more in its list", f"{name} : un de plus dans sa liste")
    chosen = [f"{digit.name} ({digit.size}: {read_here(digit.values)})" for digit in block.digits]
    return _span(block.first, block.end), name, ", ".join(chosen)


def _span(start: int, end: int) -> str:
    return str(start) if end == start + 1 else f"{start}-{end - 1}"


def _as_data(setting: Setting) -> dict[str, Any]:
    return {
        "name": setting.name,
        "preset": setting.game.preset,
        "rules_version": setting.game.info.rules_version,
        "numbers": setting.numbering.size,
        "values": setting.observing.size,
        "orders": [
            {
                "action": block.action.name,
                "first": block.first,
                "last": block.end - 1,
                "adds_to_list": block.adds,
                "arguments": [{"name": d.name, "size": d.size, "values": d.values.en} for d in block.digits],
            }
            for block in setting.numbering.blocks
        ],
        "columns": [column._asdict() for column in setting.observing.columns],
    }
