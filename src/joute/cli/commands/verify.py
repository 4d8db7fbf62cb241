"""joute verify"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from joute.cli.exits import Exit
from joute.cli.options import examples, file_argument, json_option

OK, CUT, DIFFERENT, UNREADABLE = "ok", "cut", "different", "unreadable"


@click.command("verify", epilog=examples("joute verify match.jsonl", "joute verify replays/*.jsonl.gz --json"))
@file_argument("replays", nargs=-1, required=True, metavar="REPLAY...")
@json_option
def command(replays: tuple[Path, ...], as_json: bool) -> int:
    """Play each REPLAY again by the rules, and compare every state and the result with the record."""
    from joute.cli.output.printing import print_json

    kinds = set()
    for path in replays:
        found = checked(path)
        kinds.add(found["verdict"])
        if as_json:
            print_json(found)
        else:
            print(told(found), flush=True)
    if DIFFERENT in kinds:
        return Exit.MISMATCH
    return Exit.NOT_LOADED if UNREADABLE in kinds else Exit.DONE


def checked(path: Path) -> dict[str, Any]:
    """What came of verifying one file."""
    from joute.match.replay import ReplayError, read
    from joute.match.verify import verify

    try:
        replay = read(path)
        replay.table()
    except ReplayError as fault:
        return {"file": str(path), "verdict": UNREADABLE, "phases": 0, "message": str(fault)}
    found = verify(replay)
    verdict = DIFFERENT if found.difference else CUT if found.cut else OK
    return {"file": str(path), "verdict": verdict, "phases": found.phases, "message": found.difference}


def told(found: dict[str, Any]) -> str:
    """One line for a person."""
    if found["verdict"] == OK:
        return f"{found['file']}: ok, {found['phases']} phases"
    if found["verdict"] == CUT:
        return f"{found['file']}: cut but consistent, {found['phases']} phases without a result"
    word = "DIFFERENT" if found["verdict"] == DIFFERENT else "cannot be read"
    message = found["message"].removeprefix(f"{found['file']}: ").removeprefix(f"{word}: ").replace("\n", " ")
    return f"{found['file']}: {word}: {message}"
