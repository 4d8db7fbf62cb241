"""joute test"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from joute.cli.exits import Exit, Stop
from joute.cli.options import LEVELS, examples, file_argument, json_option

from .check import own_game

if TYPE_CHECKING:
    from joute.core.table import Table

FILE_MOST = 1 << 20
"""How many bytes a file of tests may have."""


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

    failed = 0
    for test in _read(file):
        wrong = _wrong(test, file.parent, isolation)
        failed += bool(wrong)
        if as_json:
            print_json({"name": test["name"], "ok": not wrong, "wrong": wrong})
        else:
            print("\n".join([f"{'FAILED' if wrong else 'ok'}  {test['name']}", *(f"    {line}" for line in wrong)]))
    return Exit.CHAMPION_FAILED if failed else Exit.DONE


KINDS: dict[str, type | tuple[type, type]] = {
    "name": str,
    "champion": str,
    "position": str,
    "seat": int,
    "expect": list,
    "forbid": list,
    "printed": str,
}


def _read(file: Path) -> list[dict[str, Any]]:
    """The tests of a file, checked."""
    import tomllib

    try:
        data = file.read_bytes()
        if len(data) > FILE_MOST:
            raise Stop(Exit.USAGE, f"{file}: {len(data)} bytes; at most {FILE_MOST} are read")
        table = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise Stop(Exit.NOT_LOADED, f"{file}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Stop(Exit.USAGE, f"{file}: this is not valid TOML: {error}") from None
    tests = table.get("tests")
    if set(table) != {"tests"} or not isinstance(tests, list) or not all(isinstance(test, dict) for test in tests):
        raise Stop(Exit.USAGE, f"{file}: expected tables [[tests]] and nothing else")
    for number, test in enumerate(tests, 1):
        for key, value in test.items():
            if key not in KINDS:
                raise Stop(Exit.USAGE, f"{file}: test {number}: unknown key {key!r}; there are {', '.join(KINDS)}")
            texts = not isinstance(value, list) or all(isinstance(part, str) for part in value)
            if type(value) is not KINDS[key] or not texts:
                raise Stop(Exit.USAGE, f"{file}: test {number}: {key}: found {value!r:.100}")
        test.setdefault("name", f"test {number}")
    return tests


def _wrong(test: dict[str, Any], folder: Path, isolation: str) -> list[str]:
    """What is wrong with the turn that a champion plays; nothing if all is as expected."""
    from joute.testing import play

    champion = folder / test.get("champion", ".")
    seat = test.get("seat", 0)
    turn = play(champion, _position(test, folder, champion, seat), seat, may_fail=True, isolation=isolation)
    if turn.fault is not None:
        return [f"it failed: {turn.fault.message}", *turn.fault.traceback.splitlines()]
    given = [f"{order.name}({', '.join(map(str, order.arguments))})" for order in turn.orders]
    known = {*given, *(text.partition("(")[0] for text in given)}
    wrong = [f"it did not order {order}" for order in test.get("expect", []) if order not in known]
    wrong += [f"it ordered {order}" for order in test.get("forbid", []) if order in known]
    if test.get("printed", "") not in turn.printed:
        wrong.append(f"it did not print {test['printed']!r}")
    return [*wrong, f"its orders: {', '.join(given) or 'none'}"] if wrong else []


def _position(test: dict[str, Any], folder: Path, champion: Path, seat: int) -> Table:
    from joute.core.registry import load_game
    from joute.match.start import table_from
    from joute.testing import first_turn

    if "position" in test:
        return table_from(str(folder / test["position"]), seat)
    return first_turn(load_game(own_game(str(champion))), seat=seat)
