"""joute test"""

from __future__ import annotations

from pathlib import Path

import click

from joute.cli.exits import Exit, Stop
from joute.cli.options import LEVELS, examples, file_argument, json_option


@click.command(
    "test", epilog=examples("joute test", "joute test mine/tests.toml", "joute test --isolation sandbox --json")
)
@file_argument("file", default="tests.toml")
@click.option("--isolation", type=click.Choice(LEVELS), default="none", show_default=True, help="How it is kept apart.")
@json_option
def command(file: Path, isolation: str, as_json: bool) -> int:
    """Run the tests of FILE: a champion in positions, with orders that it must give, or must not.

    The file (TOML) has a table [[tests]] for each: name; champion (by default the folder of the file); seat (0);
    position (a turn of a replay, "match.jsonl:30", or a saved position; by default the first turn of a match);
    expect and forbid (orders, by name or in full as they are printed); printed (a text that it prints).
    """
    from joute.cli.output.printing import print_json
    from joute.testing import declared_tests

    try:
        tests = declared_tests(file)
    except ValueError as error:
        raise Stop(Exit.USAGE, f"{file}: {error}") from None
    failed = 0
    for number, test in enumerate(tests, 1):
        name, wrong = test.name or f"test {number}", test.wrong(file.parent, isolation)
        failed += bool(wrong)
        if as_json:
            print_json({"name": name, "ok": not wrong, "wrong": wrong})
        else:
            print("\n".join([f"{'FAILED' if wrong else 'ok'}  {name}", *(f"    {line}" for line in wrong)]))
    return Exit.CHAMPION_FAILED if failed else Exit.DONE
