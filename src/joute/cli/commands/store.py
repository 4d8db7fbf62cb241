"""joute store"""

from __future__ import annotations

import click

from joute.cli.exits import Exit
from joute.cli.options import examples, json_option, store_option


@click.group("store", epilog=examples("joute store check", "joute store check --store contest --json"))
def command() -> None:
    """Look after a store: the database and the replays that tournaments and the web arena fill."""


@command.command("check", epilog=examples("joute store check --store contest"))
@store_option
@click.option("--mend", is_flag=True, help="Remove files that no match refers to, and name each.")
@json_option
def check(store: str | None, mend: bool, as_json: bool) -> int:
    """Find and explain every inconsistency of a store."""
    from joute.arena.store import DEFAULT, Store
    from joute.arena.store.check import REMOVED
    from joute.arena.store.check import check as findings
    from joute.arena.store.check import mend as mended
    from joute.cli.output.printing import print_json

    with Store.open(store or DEFAULT, create=False) as opened:
        left = 0
        for finding in findings(opened):
            if not as_json:
                print(f"{finding.where}: {finding.what}")
            done = mended(finding) if mend else ""
            left += done != REMOVED
            if as_json:
                print_json(finding._asdict() | ({"mended": done} if mend else {}))
            else:
                print(f"  {done}" if done else f"  what to do: {finding.remedy}")
        if not as_json:
            count = f"{left} thing{'s are' if left > 1 else ' is'} wrong" if left else "all is well"
            print(f"{opened.name}: {count}")
    return Exit.MISMATCH if left else Exit.DONE
