"""joute store"""

from __future__ import annotations

import click

from joute.cli.exits import Exit
from joute.cli.french import french
from joute.cli.options import examples, json_option, store_option
from joute.core.text import words


@click.group("store", epilog=examples("joute store check", "joute store check --store contest --json"))
@french("Prend soin d'un entrepôt : la base et les replays que remplissent les tournois et l'arène web.")
def command() -> None:
    """Look after a store: the database and the replays that tournaments and the web arena fill."""


@command.command("check", epilog=examples("joute store check --store contest"))
@store_option
@click.option(
    "--mend",
    is_flag=True,
    help=words(
        "Remove files that no match refers to, and name each.",
        "Retire les fichiers auxquels aucun match ne renvoie, et nomme chacun.",
    ),
)
@json_option
@french("Trouve et explique chaque incohérence d'un entrepôt.")
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
                remedy = words(f"what to do: {finding.remedy}", f"que faire : {finding.remedy}")
                print(f"{finding.where}: {finding.what}\n  {done or remedy}")
    if not as_json:
        _print_summary(opened.name, wrong, left)
    return Exit.MISMATCH if wrong else Exit.DONE


def _print_summary(name: str, wrong: int, left: int) -> None:
    state = (
        words(
            f"{wrong} thing{'s are' if wrong > 1 else ' is'} wrong",
            f"{wrong} chose{'s ne vont' if wrong > 1 else ' ne va'} pas",
        )
        if wrong
        else words("all is well", "tout va bien")
    )
    print(f"{name}: {state}")
    if left:
        many = (
            words(f"{left} files that nothing needs are", f"{left} fichiers inutiles sont")
            if left > 1
            else words("one file that nothing needs is", "un fichier inutile est")
        )
        print(
            words(
                f"{many} there, left by a program that was killed; remove what is old:  joute store check --mend",
                f"{many} là, laissé{'s' if left > 1 else ''} par un programme qu'on a tué ; retirez ce qui est "
                "vieux :  joute store check --mend",
            )
        )
