"""joute verify"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from joute.cli.exits import Exit
from joute.cli.french import french
from joute.cli.options import backend_option, examples, file_argument, json_option
from joute.core.text import read_here, text_of, words

OK, CUT, DIFFERENT, UNREADABLE = "ok", "cut", "different", "unreadable"


@click.command("verify", epilog=examples("joute verify match.jsonl", "joute verify replays/*.jsonl.gz --json"))
@file_argument("replays", nargs=-1, required=True, metavar="REPLAY...")
@backend_option
@json_option
@french("Rejoue chaque REPLAY selon les règles, et compare chaque état et le résultat à l'enregistrement.")
def command(replays: tuple[Path, ...], as_json: bool) -> int:
    """Play each REPLAY again by the rules, and compare every state and the result with the record."""
    from joute.cli.output.printing import print_json

    kinds = set()
    for path in replays:
        report = checked(path)
        kinds.add(report["verdict"])
        if as_json:
            print_json(report | {"message": str(report["message"])})
        else:
            print(summary(report), flush=True)
    if DIFFERENT in kinds:
        return Exit.MISMATCH
    return Exit.NOT_LOADED if UNREADABLE in kinds else Exit.DONE


def checked(path: Path) -> dict[str, Any]:
    """What came of verifying one file."""
    from joute.cli.libraries.choice import prepare_named
    from joute.match.reading import read
    from joute.match.replay import ReplayError
    from joute.match.verify import verify

    try:
        replay = read(path)
        prepare_named(replay.header.game)
        replay.table()
    except ReplayError as error:
        return {"file": str(path), "verdict": UNREADABLE, "phases": 0, "message": text_of(error)}
    check = verify(replay)
    verdict = DIFFERENT if check.difference else CUT if check.cut else OK
    return {"file": str(path), "verdict": verdict, "phases": check.phases, "message": check.difference}


def summary(report: dict[str, Any]) -> str:
    """One line for a person."""
    if report["verdict"] == OK:
        return words(
            f"{report['file']}: ok, {report['phases']} phases", f"{report['file']} : ok, {report['phases']} phases"
        )
    if report["verdict"] == CUT:
        return words(
            f"{report['file']}: cut but consistent, {report['phases']} phases without a result",
            f"{report['file']} : coupé mais cohérent, {report['phases']} phases sans résultat",
        )
    different, unreadable = words("DIFFERENT", "DIFFÉRENT"), words("cannot be read", "lecture impossible")
    word, colon = different if report["verdict"] == DIFFERENT else unreadable, words(": ", " : ")
    message = read_here(report["message"]).replace("\n", " ")
    return colon.join(
        [report["file"], word, message.removeprefix(f"{report['file']}{colon}").removeprefix(f"{word}{colon}")]
    )
