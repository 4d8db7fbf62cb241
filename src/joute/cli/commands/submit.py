"""joute submit"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from joute.cli.exits import Exit
from joute.cli.french import french
from joute.cli.options import examples, json_option
from joute.core.text import terminal_language, words

if TYPE_CHECKING:
    from joute.cli.contest_client import Contest

AGAIN_S = 1.0


@click.command(
    "submit",
    epilog=examples(
        "joute submit mine --url https://contest.example.org --token TOKEN",
        "joute submit mine --note 'bolder'",
        "joute submit mine.zip --json",
    ),
)
@click.argument("path", type=click.Path(path_type=Path, exists=True), default=".")
@click.option(
    "--url",
    envvar="JOUTE_URL",
    metavar="ADDRESS",
    help=words("Where the contest is; remembered.", "Où est le concours ; c'est gardé."),
)
@click.option(
    "--token",
    envvar="JOUTE_TOKEN",
    metavar="TEXT",
    help=words(
        "A token of your account's page; remembered, for you alone to read.",
        "Un jeton de la page de votre compte ; gardé, lisible de vous seul.",
    ),
)
@click.option("--note", default="", metavar="TEXT", help=words("A note for your team.", "Une note pour votre équipe."))
@click.option("--no-wait", is_flag=True, help=words("Do not wait until it is judged.", "N'attend pas qu'il soit jugé."))
@json_option
@french("""Soumet un champion (un fichier, un dossier ou une archive) à un concours sur le web, et montre son jugement.

Le code de retour est 0 si la version est bonne, 4 si elle est refusée, 3 si elle n'a pas été reçue.
""")
def command(path: Path, url: str | None, token: str | None, note: str, no_wait: bool, as_json: bool) -> int:
    """Submit a champion (a file, a folder or an archive) to a contest on the web, and show how it is judged.

    The exit code is 0 if the version is good, 4 if it failed, 3 if it was not received.
    """
    from joute.cli.contest_client import Contest, place_of, remember
    from joute.cli.output.printing import print_json

    contest = Contest(place_of(url, token))
    name, data = _packed(path)
    received = contest.send("/versions", data, dict, name=name, note=note)
    version = received["version"]
    if not as_json:
        print(received["text"][terminal_language()])
        print(words(f"Version {version['number']}, receipt", f"Version {version['number']}, reçu"), version["receipt"])
    if _typed("url") or _typed("token"):
        remember(contest.place)
    if not no_wait:
        version = _judged(contest, version["number"], quiet=as_json)
    if as_json:
        print_json(version)
    elif not no_wait:
        _print_verdict(version)
    return Exit.CHAMPION_FAILED if version["state"] == "failed" else Exit.DONE


def _typed(option: str) -> bool:
    """Whether an option was typed: what the environment says stays there."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def _packed(path: Path) -> tuple[str, bytes]:
    """What is sent: a folder as an archive of the champion in it, a file as it is."""
    if not path.is_dir():
        return path.name, path.read_bytes()
    from tempfile import TemporaryDirectory

    from joute.arena.jobs.packages import Packages

    with TemporaryDirectory(prefix="joute-") as folder:
        packages = Packages(Path(folder))
        return "champion.tar.gz", packages.data(packages.add(path))


def _judged(contest: Contest, number: int, quiet: bool) -> dict[str, object]:
    """Show the log of a judging as it is written; the version when it is over."""
    start = 0
    while True:
        log = contest.get(f"/versions/{number}/log", dict, **{"from": start})
        start = log["next"]
        if log["text"] and not quiet:
            print(log["text"], end="", flush=True)
        if log["state"] not in ("received", "judging"):
            return contest.get(f"/versions/{number}", dict)
        time.sleep(AGAIN_S)


def _print_verdict(version: dict[str, object]) -> None:
    number = version["number"]
    if version["state"] == "good":
        print(words(f"Version {number} is good.", f"La version {number} est bonne."))
    else:
        why = version["why"]
        print(words(f"Version {number} failed: {why}", f"La version {number} est refusée : {why}"))
