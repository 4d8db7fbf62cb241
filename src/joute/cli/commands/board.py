"""joute board"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from joute.cli.boards import board_text, file_text, first_comment, require_board
from joute.cli.exits import Exit, Stop, say
from joute.cli.french import french
from joute.cli.options import (
    backend_option,
    chosen_game,
    examples,
    executor_of,
    executor_options,
    file_argument,
    game_options,
    json_option,
    repeated_options,
    seed_option,
)
from joute.cli.output.files import write_file
from joute.core.text import Text, located, read_here, text_of, words

from .games import players

if TYPE_CHECKING:
    from joute.arena.fairness import SeatReport
    from joute.core.game import Game
    from joute.core.table import Table

NOT_HERE = Text("not here", "pas ici")
"""The size of a board that these parameters refuse."""
MEASURED_S = 60
"""For how many seconds rounds of matches are begun where no number of matches is asked for."""
USUAL = "(usual)"
"""The board of a match that is given none."""


@click.group(
    "board",
    epilog=examples(
        "joute board list GAME",
        "joute board show GAME mine.txt",
        "joute board check GAME *.txt",
        "joute board new GAME --seed 7 -o board.txt",
        "joute board fairness GAME",
    ),
)
@french("Liste, dessine, vérifie et crée des cartes, et mesure leur équité.")
def command() -> None:
    """List, draw, check and make boards, and measure how fair they are."""


@command.command("list", epilog=examples("joute board list GAME", "joute board list GAME --json"))
@click.argument("game")
@game_options
@json_option
@french("Liste les cartes fournies avec GAME.")
def list_boards(game: str, preset: str | None, assignments: tuple[str, ...], as_json: bool) -> None:
    """List the boards that come with GAME."""
    from joute.cli.output.printing import print_json, print_table
    from joute.core.folder import board_names

    chosen = chosen_game(game, preset, assignments)
    boards = [_entry(chosen, name) for name in board_names(chosen)]
    if as_json:
        print_json([{field: str(value) for field, value in entry.items()} for entry in boards])
    elif boards:
        columns = (words("board", "carte"), words("size", "taille"), words("about", "à propos"))
        print_table(columns, [[*map(read_here, entry.values())] for entry in boards], right=columns[1:2])
        if any(entry["size"] == NOT_HERE for entry in boards):
            print(
                words(
                    f"\n{NOT_HERE}: needs other parameters; 'joute board show {game} BOARD' says why, --set sets them.",
                    f"\n{NOT_HERE:fr} : il faut d'autres paramètres ; 'joute board show {game} CARTE' dit pourquoi, "
                    "--set les règle.",
                )
            )
    else:
        print(
            words(
                f"{game} comes with no boards; 'joute board new {game}' makes one.",
                f"{game} ne vient avec aucune carte ; 'joute board new {game}' en crée une.",
            )
        )


def _entry(game: Game, name: str) -> dict[str, str | Text]:
    """A line of the list; some maps need other parameters than these to be read."""
    text = board_text(game, name)
    checked = _checked(game, name, text)
    seed = game.boards.seeds.get(name)
    made = Text(f"Made from seed {seed}.", f"Faite de la graine {seed}.")
    about = first_comment(text) if seed is None else made
    return {"name": name, "size": checked.get("size", NOT_HERE), "about": about}


def _table(game: Game, text: str) -> Table:
    from joute.core.table import Table

    return Table(game.fitted(text), text)


def _named(name: str, make: Callable[[], Table]) -> Table:
    """A table made from a board; an error names the board."""
    from joute.core.errors import BoardError

    try:
        return make()
    except BoardError as error:
        raise Stop(Exit.NOT_LOADED, located(name, error)) from error


def size(table: Table) -> str:
    """Height by width, where the scene of a game has them."""
    scene = table.scene()
    return f"{scene['height']} x {scene['width']}" if "height" in scene and "width" in scene else ""


@command.command("show", epilog=examples("joute board show GAME NAME", "joute board show GAME mine.txt"))
@click.argument("game")
@click.argument("board")
@game_options
@french("Dessine BOARD, une carte de GAME : fournie, par son nom, ou un fichier.")
def show(game: str, board: str, preset: str | None, assignments: tuple[str, ...]) -> None:
    """Draw a BOARD of GAME: a bundled one by name, or a file."""
    from joute.cli.output.paint import print_lines
    from joute.cli.player.drawing import drawn

    chosen = chosen_game(game, preset, assignments)
    text = board_text(chosen, board)
    print_lines(drawn(_named(board, lambda: _table(chosen, text)), []))


@command.command("check", epilog=examples("joute board check GAME mine.txt other.txt", "joute board check GAME *.txt"))
@click.argument("game")
@file_argument("files", nargs=-1, required=True)
@game_options
@json_option
@french("""Vérifie des fichiers de cartes de GAME.

Dit de chacun qu'il est bon, ou ce qui n'y va pas et où ; et quelles parties d'un bon fichier sont ignorées.
""")
def check(game: str, files: tuple[Path, ...], preset: str | None, assignments: tuple[str, ...], as_json: bool) -> int:
    """Check board FILES of GAME.

    Says of each that it is ok, or what is wrong with it and where; and which parts of a good one are ignored.
    """
    from joute.cli.output.printing import print_json

    chosen = chosen_game(game, preset, assignments)
    wrong = 0
    for path in files:
        report = _checked_file(chosen, path)
        wrong += not report["ok"]
        if as_json:
            print_json(report | ({} if report["ok"] else {"error": str(report["error"])}))
        else:
            print(_summary(report), flush=True)
    return Exit.NOT_LOADED if wrong else Exit.DONE


def _summary(report: dict[str, Any]) -> str:
    if not report["ok"]:
        return read_here(report["error"])
    size = f" ({report['size']})" if report["size"] else ""
    ok = words(f"{report['file']}: ok{size}", f"{report['file']} : ok{size}")
    return "\n".join([ok, *(words(f"  ignored: {part}", f"  ignoré : {part}") for part in report["ignored"])])


def _checked_file(game: Game, path: Path) -> dict[str, Any]:
    try:
        return _checked(game, str(path), file_text(game, path))
    except Stop as error:
        return {"file": str(path), "ok": False, "error": text_of(error)}


def _checked(game: Game, name: str, text: str) -> dict[str, Any]:
    try:
        table = _named(name, lambda: _table(game, text))
    except Stop as error:
        return {"file": name, "ok": False, "error": text_of(error)}
    ignored = table.game.boards.ignored
    parts = ignored(text, table.game.params) if ignored else []
    return {"file": name, "ok": True, "size": size(table), "ignored": parts}


@command.command(
    "new", epilog=examples("joute board new GAME --seed 7 -o board.txt", "joute board new GAME --set NAME=VALUE")
)
@click.argument("game")
@seed_option(0)
@click.option(
    "--seats",
    type=int,
    metavar="N",
    help=words(
        "For how many players, where the game lets them choose.",
        "Pour combien de joueurs, là où le jeu laisse choisir.",
    ),
)
@game_options
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=words("Where to write it.", "Où l'écrire.")
)
@click.option(
    "--json-form",
    is_flag=True,
    help=words("In the JSON form, for games that have one.", "Sous forme JSON, pour les jeux qui en ont une."),
)
@french("Crée une carte de GAME à partir d'une graine.")
def new(
    game: str,
    seed: int,
    seats: int | None,
    preset: str | None,
    assignments: tuple[str, ...],
    output: Path | None,
    json_form: bool,
) -> None:
    """Make a board of GAME from a seed."""
    chosen = chosen_game(game, preset, assignments)
    count = _seats(chosen, seats)
    write = chosen.boards.write_json if json_form else chosen.boards.write
    if write is None:
        raise click.UsageError(
            words(f"boards of {game} have no JSON form", f"les cartes de {game} n'ont pas de forme JSON")
        )
    text = write(chosen.boards.generate(chosen.params, count, seed))
    if output is None:
        print(text, end="" if text.endswith("\n") else "\n")
        return
    write_file(output, text.encode())
    print(words(f"written to {output}", f"écrit dans {output}"))
    file, options = shlex.quote(str(output)), repeated_options()
    drawing, match = f"joute board show {game} {file}{options}", f"joute run {game} CHAMPIONS --board {file}{options}"
    print(words(f"Draw it:  {drawing}\nPlay it:  {match}", f"Dessinez-la :  {drawing}\nJouez-la :  {match}"))


def _seats(game: Game, seats: int | None) -> int:
    least, most = game.info.seats_least, game.info.seats_most
    if seats is not None and not least <= seats <= most:
        raise click.UsageError(
            words(
                f"{game.name} is played by {players(least, most)} players, not {seats}",
                f"{game.name} se joue à {players(least, most)} joueurs, pas {seats}",
            )
        )
    return seats or game.info.seats


@command.command(
    "fairness",
    epilog=examples(
        "joute board fairness GAME",
        "joute board fairness GAME --board NAME --board mine.txt --matches 1000",
        "joute board fairness GAME --json",
    ),
)
@click.argument("game")
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="FILE|NAME",
    help=words("A board.  [default: all of the game]", "Une carte.  [défaut : toutes celles du jeu]"),
)
@click.option(
    "--matches",
    type=click.IntRange(1),
    metavar="N",
    help=words(
        "About how many to play on each board.  [default: a minute of rounds, one at least]",
        "Combien en jouer sur chaque carte, environ.  [défaut : une minute de tours complets, un au moins]",
    ),
)
@click.option(
    "--seats",
    type=int,
    metavar="N",
    help=words("How many play.  [default: the game's own]", "Combien jouent.  [défaut : le nombre habituel du jeu]"),
)
@game_options
@json_option
@executor_options
@backend_option
@french("""Dit quelles places gagnent plus que d'autres sur les cartes de GAME.

Les champions du jeu jouent entre eux et contre eux-mêmes, de toutes les places ; les copies d'un match comptent une
fois. Chaque part a son intervalle : ceux d'une carte contiennent tous la vérité avec une confiance de 95 %.
Interrompue, la mesure dit ce que les tours complets ont montré.
""")
def fairness(
    game: str,
    boards: tuple[str, ...],
    matches: int | None,
    seats: int | None,
    preset: str | None,
    assignments: tuple[str, ...],
    as_json: bool,
    **where: Any,
) -> int:
    """Say which seats win more than others on the boards of GAME.

    The champions of the game play each other and themselves, from all seats; copies of one match count once. Each share
    comes with an interval: those of a board all hold the truth with 95 % confidence. Interrupted, it says what the
    rounds so far have shown.
    """
    from joute.arena.fairness import SeatReport, together
    from joute.cli.output.fairness import plain, print_reports
    from joute.cli.output.printing import print_json

    chosen = chosen_game(game, preset, assignments)
    count = _seats(chosen, seats)
    reports = [SeatReport(name, texts, count) for name, texts in _board_groups(chosen, boards, count).items()]
    code = Exit.DONE
    try:
        _measure(chosen, reports, matches, where, quiet=as_json)
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
        say(
            words(
                "interrupted; this is what whole rounds have shown",
                "interrompu ; voici ce que les tours complets ont montré",
            )
        )
    if len(reports) > 1:
        reports.append(together(reports))
    if as_json:
        print_json([plain(chosen.info, report) for report in reports])
    else:
        print_reports(chosen.info, reports)
    return code


def _measure(
    game: Game, reports: Sequence[SeatReport], matches: int | None, where: dict[str, Any], quiet: bool
) -> None:
    """Play with all champions of the game but the one that does nothing."""
    from joute.arena.fairness import measure
    from joute.arena.jobs.packages import Packages
    from joute.champions.sources.find import bundled
    from joute.cli.libraries.choice import prepare
    from joute.cli.output.fairness import progress

    packages = Packages()
    champions = [packages.champion(game, name) for name in bundled(game) if name != "idle"]
    if where["cluster"] is None:
        prepare([game], background=False)
    end = time.monotonic() + MEASURED_S
    expected = (
        words("in about a minute", "en une minute environ")
        if matches is None
        else words(f"of about {matches * len(reports)}", f"sur {matches * len(reports)} environ")
    )

    def more(report: SeatReport) -> bool:
        return time.monotonic() < end if matches is None else report.played < matches

    live = not quiet and sys.stderr.isatty()
    with executor_of(**where, packages=packages) as executor, progress(expected, live) as show:
        measure(game, reports, champions, executor, more, show)


def _board_groups(game: Game, names: Sequence[str], seats: int) -> dict[str, list[str | None]]:
    """The boards of each line of the report: those that were named, or the usual one and all that come with the game;
    those that are made from seeds share a line."""
    from joute.core.folder import board_names

    if names:
        texts = {name: board_text(game, name) for name in names}
        for name, text in texts.items():
            require_board(game.fitted(text), name, text, seats, 0)
        return {name: [text] for name, text in texts.items()}
    texts, series = {name: board_text(game, name) for name in board_names(game)}, game.boards.seeds
    groups: dict[str, list[str | None]] = {USUAL: [None]}
    maps = {name: text for name, text in texts.items() if name not in series}
    groups |= {name: [text] for name, text in maps.items() if _checked(game, name, text)["ok"]}
    if series:
        groups[game.boards.series] = [texts[name] for name in series]
    return groups
