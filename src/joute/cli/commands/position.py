"""joute position"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from joute.cli.boards import on_board
from joute.cli.exits import Exit, Stop, say
from joute.cli.french import french
from joute.cli.options import chosen_game, examples, file_argument, json_option, seed_option
from joute.cli.output.files import write_file
from joute.core.text import read_here, words

if TYPE_CHECKING:
    from joute.core.table import Table


@click.group(
    "position",
    epilog=examples(
        "joute position edit match.jsonl:40 -o position.json",
        "joute position edit GAME --board map.txt -o position.json",
        "joute position check position.json",
    ),
)
@french("""Fait des positions à la main, et les vérifie.

Une position est un fichier JSON, comme `joute show FILE:TURN --json` et `table.dump()` l'écrivent : le jeu, ses
paramètres et sa carte, et les tables de l'état, ligne par ligne. `joute show` et `watch` la dessinent, `run`, `check`
et `test` la jouent.
""")
def command() -> None:
    """Make positions by hand, and check them.

    A position is a file of JSON, as `joute show FILE:TURN --json` and `table.dump()` write it: the game, its parameters
    and board, and the tables of the state, row by row. `joute show` and `watch` draw it, `run`, `check` and `test` play
    it.
    """


@command.command(
    "edit",
    epilog=examples(
        "joute position edit match.jsonl:40 -o position.json",
        "joute position edit GAME --board map.txt -o position.json",
        "joute position edit position.json --set head.turn=12 --set 'units[3].owner=1' -o other.json",
    ),
)
@click.argument("source", metavar="FILE[:TURN]|GAME")
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="PLACE=VALUE",
    help=words(
        "Set a value of the state, or a row or table as JSON, without an editor; may be repeated.",
        "Donne une valeur de l'état, ou une ligne ou table en JSON, sans éditeur ; peut être répété.",
    ),
)
@click.option(
    "--preset",
    metavar="NAME",
    help=words("Of GAME: a named set of parameter values.", "De GAME : un jeu nommé de valeurs des paramètres."),
)
@click.option(
    "--board",
    metavar="FILE|NAME",
    help=words(
        "Of GAME: a board file, or a board that comes with it.", "De GAME : un fichier de carte, ou une carte fournie."
    ),
)
@seed_option(0, preset=False)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=words("Where to write it.", "Où l'écrire."),
)
@french("""Change une position, et l'écrit en JSON.

C'est un tour d'un replay, une position gardée, ou le premier tour de GAME. Votre éditeur ($VISUAL ou $EDITOR) la montre
en texte, une ligne par rangée, sous un dessin du plateau ; ce que vous enregistrez est vérifié par les règles. Avec
--set, aucun éditeur n'est ouvert.
""")
def edit(source: str, assignments: tuple[str, ...], output: Path | None, **of_game: Any) -> None:
    """Change a position, and write it as JSON.

    It is a turn of a replay, a saved position, or the first turn of GAME. Your editor ($VISUAL or $EDITOR) shows it as
    text, a line a row, under a drawing of the board; what you save is checked by the rules. With --set, no editor is
    opened.
    """
    from joute.cli.output.printing import print_json
    from joute.match.editing import assigned
    from joute.match.start import saved

    if output is not None and not output.parent.is_dir():
        raise Stop(
            Exit.USAGE,
            words(
                f"{output}: cannot be written: there is no folder {output.parent}",
                f"{output} : écriture impossible : il n'y a pas de dossier {output.parent}",
            ),
        )
    table = _source(source, **of_game)
    if assignments:
        changed = assigned(table, assignments)
    elif sys.stdin.isatty():
        changed = _edited(table, source)
    else:
        raise click.UsageError(
            words(
                "there is no terminal here for an editor: change the position by --set PLACE=VALUE",
                "il n'y a pas ici de terminal pour un éditeur : changez la position par --set PLACE=VALEUR",
            )
        )
    if output is None:
        print_json(saved(changed))
        return
    write_file(output, json.dumps(saved(changed)).encode() + b"\n")
    print(words(f"written to {output}", f"écrit dans {output}"))
    drawing, match = f"joute show {output}", f"joute run {table.game.name} CHAMPIONS --from {output}"
    print(words(f"Draw it:  {drawing}\nPlay it:  {match}", f"Dessinez-la :  {drawing}\nJouez-la :  {match}"))


def _source(source: str, preset: str | None, board: str | None, seed: int | None) -> Table:
    """What is changed."""
    from joute.core.registry import game_names
    from joute.match.start import table_from
    from joute.testing import first_turn

    if source not in game_names():
        for option, value in {"--preset": preset, "--board": board, "--seed": seed}.items():
            if value is not None:
                raise click.UsageError(
                    words(
                        f"{option} goes with the name of a game: {source} says it",
                        f"{option} va avec le nom d'un jeu : {source} le dit",
                    )
                )
        return table_from(source)
    game = chosen_game(source, preset)
    game, text = on_board(game, board, game.info.seats, seed or 0)
    return first_turn(game, text, seed=seed or 0)


def _edited(table: Table, source: str) -> Table:
    """The position that a person makes of a table in an editor, in as many attempts as they like."""
    from joute.core.errors import StateError
    from joute.match.editing import position_text, read_position

    text = position_text(table, _heading(table, source))
    while True:
        saved = click.edit(text, extension=".toml")
        if saved is None or not saved.strip():
            raise Stop(
                Exit.INTERRUPTED,
                words(
                    "the editor was closed without saving; nothing is written",
                    "l'éditeur a été fermé sans enregistrer ; rien n'est écrit",
                ),
            )
        try:
            return read_position(table, saved)
        except StateError as error:
            say(read_here(error))
        text = saved
        if not click.confirm(words("Open the editor again?", "Ouvrir l'éditeur à nouveau ?"), default=True, err=True):
            raise Stop(Exit.NOT_LOADED, words("nothing is written", "rien n'est écrit"))


def _heading(table: Table, source: str) -> Iterator[str]:
    from joute.cli.output.paint import painted
    from joute.cli.player.drawing import drawn

    yield words(
        f"{source}: {table.game.name}. Save and close the editor to have it checked; errors name places as here.",
        f"{source} : {table.game.name}. Enregistrez et fermez l'éditeur pour la vérifier ; les erreurs nomment les "
        "places comme ici.",
    )
    yield ""
    yield from (painted(line, colour=False) for line in drawn(table, []))
    yield ""


@command.command("check", epilog=examples("joute position check position.json", "joute position check *.json --json"))
@file_argument("files", nargs=-1, required=True)
@json_option
@french("Vérifie FILES, qui tiennent des positions : chacune va, ou ce qui n'y va pas et où.")
def check(files: tuple[Path, ...], as_json: bool) -> int:
    """Check FILES that hold positions: each is ok, or what is wrong with it and where."""
    from joute.cli.output.printing import print_json

    wrong = 0
    for path in files:
        report = _report(path)
        wrong += not report["ok"]
        if as_json:
            print_json(report)
        elif report["ok"]:
            asked = (
                words("the match is over", "la partie est finie")
                if report["over"]
                else words(f"turn {report['turn']}", f"tour {report['turn']}") + f", phase {report['phase']}"
            )
            print(f"{path}: ok ({report['game']}, {asked})", flush=True)
        else:
            print(report["error"], flush=True)
    return Exit.NOT_LOADED if wrong else Exit.DONE


def _report(path: Path) -> dict[str, Any]:
    from joute.core.table import SUMMARY
    from joute.match.replay import ReplayError
    from joute.match.start import saved, saved_table

    try:
        table = saved_table(path)
    except ReplayError as error:
        return {"file": str(path), "ok": False, "error": str(error)}
    return {"file": str(path), "ok": True, "game": table.game.name, **saved(table)[SUMMARY]}
