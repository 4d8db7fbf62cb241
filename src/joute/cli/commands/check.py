"""joute check"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from joute.cli.boards import on_board
from joute.cli.exits import Exit
from joute.cli.french import french
from joute.cli.options import (
    backend_option,
    chosen_game,
    examples,
    game_options,
    given_options,
    hosting_of,
    hosting_options,
    json_option,
)
from joute.cli.positions import from_option, start_table
from joute.cli.presets import once_more, warn_of_presets
from joute.core.text import words

if TYPE_CHECKING:
    from joute.champions.checks.rehearsal import Findings
    from joute.core.table import Table


@click.command(
    "check",
    epilog=examples(
        "joute check .",
        "joute check mine.py --game GAME",
        "joute check mine.py --from match.jsonl:40",
        "joute check submission.zip --game GAME --json",
    ),
)
@click.argument("champion")
@click.option(
    "--game",
    "name",
    metavar="GAME",
    help=words(
        "The game it plays.  [default: what its champion.toml says]",
        "Le jeu auquel il joue.  [défaut : ce que dit son champion.toml]",
    ),
)
@game_options
@click.option(
    "--board",
    metavar="FILE|NAME",
    help=words(
        "A board file, or a board that comes with the game.", "Un fichier de carte, ou une carte fournie avec le jeu."
    ),
)
@from_option
@hosting_options
@backend_option
@json_option
@french("""Fait répéter CHAMPION : quelques tours contre idle et random, chaque écart expliqué.

CHAMPION est un fichier, un dossier ou une archive. Il tourne comme dans un match, dans un bac à sable et sous
l'horloge ; avec --from, à partir de cette position.
""")
def command(champion: str, as_json: bool, **asked: Any) -> int:
    """Rehearse CHAMPION: a few turns against idle and random, with every deviation explained.

    CHAMPION is a file, a folder or an archive. It runs as in a match, in a sandbox and under a clock; with --from, from
    that position on.
    """
    from joute.champions.checks.rehearsal import rehearse
    from joute.champions.sources.find import find
    from joute.cli.libraries.background import undisturbed

    hosting, _ = hosting_of(asked)
    start = _start(champion, **asked)
    game = start.game
    warn_of_presets(game, [(champion, champion)], once_more("joute", "check", champion))
    with undisturbed():
        findings = rehearse(start, champion, lambda: find(game, champion, start.seed, hosting))
    if as_json:
        _print_json(findings)
    else:
        _print(start, findings)
    if findings.load_error:
        return Exit.NOT_LOADED
    return Exit.DONE if findings.ok else Exit.CHAMPION_FAILED


def _start(
    champion: str,
    name: str | None,
    preset: str | None,
    assignments: tuple[str, ...],
    board: str | None,
    start: str | None,
) -> Table:
    """Where the rehearsal begins."""
    from joute.cli.libraries.choice import ready
    from joute.core.table import Table

    if start is not None:
        return start_table(start, name, {"--preset": preset, "--set": assignments, "--board": board})
    game = chosen_game(name or own_game(champion), preset, assignments)
    game, text = on_board(game, board, game.info.seats, 0)
    return Table(ready(game, background=False), text)


def own_game(champion: str) -> str:
    """The game that a champion says it plays."""
    from pathlib import Path

    from joute.champions.sources.manifest import FILE, game_of

    name = game_of(Path(champion))
    if name is None:
        raise click.UsageError(
            words(
                f'--game is missing: which game does {champion} play? (or say game = "..." in its {FILE})',
                f'il manque --game : à quel jeu joue {champion} ? (ou dites game = "..." dans son {FILE})',
            )
        )
    return name


def _print_json(findings: Findings) -> None:
    import msgspec

    from joute.cli.output.printing import print_json

    print_json({"ok": findings.ok, **msgspec.to_builtins(findings)})


def _print(start: Table, findings: Findings) -> None:
    from joute.champions.checks.report import paragraphs, trial_lines

    game = start.game
    count = len(findings.faults) + len(findings.malformed) + bool(findings.load_error)
    verdict = (
        "ok"
        if findings.ok
        else words(f"{count} deviation{'s' if count > 1 else ''}", f"{count} écart{'s' if count > 1 else ''}")
    )
    print(
        words(
            f"{findings.champion}, {findings.game}, preset {findings.preset}: {verdict}",
            f"{findings.champion}, {findings.game}, réglage {findings.preset} : {verdict}",
        )
    )
    for trial in findings.trials:
        print("\n".join(trial_lines(game, trial)))
    for paragraph in paragraphs(findings):
        print("\n" + "\n".join(paragraph))
    if findings.ok:
        opponents = ["random"] * (start.seats - 1)
        words_of_match = ["joute", "run", game.name, findings.champion, *opponents, *given_options("name", "as_json")]
        match = shlex.join(words_of_match)
        print(words(f"\nPlay a match:  {match}", f"\nJouez un match :  {match}"))
