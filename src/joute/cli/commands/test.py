"""joute test"""

from __future__ import annotations

from pathlib import Path

import click

from joute.cli.exits import Exit, Stop
from joute.cli.french import french
from joute.cli.options import LEVELS, examples, file_argument, json_option
from joute.core.text import located, read_here, words


@click.command(
    "test", epilog=examples("joute test", "joute test mine/tests.toml", "joute test --isolation sandbox --json")
)
@file_argument("file", default="tests.toml")
@click.option(
    "--isolation",
    type=click.Choice(LEVELS),
    default="none",
    show_default=True,
    help=words("How it is kept apart.", "Comment il est isolé."),
)
@json_option
@french("""Lance les tests de FILE : un champion dans des positions, avec des ordres qu'il doit donner, ou pas.

Le fichier (TOML) a une table [[tests]] pour chacun : name ; champion (par défaut le dossier du fichier) ; seat (0) ;
position (un tour d'un replay, "match.jsonl:30", ou une position gardée ; par défaut le premier tour d'un match) ;
expect et forbid (des ordres, par leur nom ou en entier comme ils sont affichés) ; printed (un texte qu'il affiche).
""")
def command(file: Path, isolation: str, as_json: bool) -> int:
    """Run the tests of FILE: a champion in positions, with orders that it must give, or must not.

    The file (TOML) has a table [[tests]] for each: name; champion (by default the folder of the file); seat (0);
    position (a turn of a replay, "match.jsonl:30", or a saved position; by default the first turn of a match);
    expect and forbid (orders, by name or in full, as they are printed); printed (a text that it prints).
    """
    from joute.cli.output.printing import print_json
    from joute.testing import declared_tests

    try:
        tests = declared_tests(file)
    except ValueError as error:
        raise Stop(Exit.USAGE, located(file, error)) from None
    failed = 0
    for number, test in enumerate(tests, 1):
        name, wrong = test.name or f"test {number}", test.wrong(file.parent, isolation)
        failed += bool(wrong)
        if as_json:
            print_json({"name": name, "ok": not wrong, "wrong": [*map(str, wrong)]})
        else:
            state = words("FAILED", "ÉCHEC") if wrong else "ok"
            print("\n".join([f"{state}  {name}", *(f"    {read_here(line)}" for line in wrong)]))
    return Exit.CHAMPION_FAILED if failed else Exit.DONE
