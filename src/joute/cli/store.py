"""joute store"""

from __future__ import annotations

import click

from .exits import Exit
from .options import examples, json_option, store_option


@click.group("store", epilog=examples("joute store check", "joute store check --store contest --json"))
def command() -> None:
    """Look after a store: the database and the replays that tournaments and the web arena fill."""


@command.command("check", epilog=examples("joute store check --store contest"))
@store_option
@json_option
def check(store: str | None, as_json: bool) -> int:
    """Find and explain everything in a store that cannot be so."""
    from joute.arena.store import DEFAULT, Store
    from joute.arena.store.check import check as findings

    from .printing import print_json

    with Store.open(store or DEFAULT, create=False) as opened:
        found = findings(opened)
        for finding in found:
            if as_json:
                print_json(finding._asdict())
            else:
                print(f"{finding.where}: {finding.what}\n  what to do: {finding.remedy}")
        if not as_json:
            count = f"{len(found)} thing{'s are' if len(found) > 1 else ' is'} wrong" if found else "all is well"
            print(f"{opened.name}: {count}")
    return Exit.MISMATCH if found else Exit.DONE
