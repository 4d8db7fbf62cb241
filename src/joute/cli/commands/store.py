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

    wrong = left = 0
    with Store.open(store or DEFAULT, create=False) as opened:
        for finding in findings(opened):
            done = mended(finding) if mend else ""
            wrong += not finding.harmless
            left += finding.harmless and done != REMOVED
            if as_json:
                more = {"harmless": finding.harmless} | ({"mended": done} if mend else {})
                print_json(finding._asdict() | more)
            elif mend or not finding.harmless:  # files left by a program that was killed are counted below
                print(f"{finding.where}: {finding.what}\n  {done or f'what to do: {finding.remedy}'}")
    if not as_json:
        _print_summary(opened.name, wrong, left)
    return Exit.MISMATCH if wrong else Exit.DONE


def _print_summary(name: str, wrong: int, left: int) -> None:
    state = f"{wrong} thing{'s are' if wrong > 1 else ' is'} wrong" if wrong else "all is well"
    print(f"{name}: {state}")
    if left:
        many = f"{left} files that nothing needs are" if left > 1 else "one file that nothing needs is"
        print(f"{many} there, left by a program that was killed; remove what is old:  joute store check --mend")
