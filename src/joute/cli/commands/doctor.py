"""joute doctor"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from joute.cli.options import examples, json_option

if TYPE_CHECKING:
    from joute.champions.checks.doctor import Health
    from joute.cli.libraries.inventory import Found


@click.command("doctor", epilog=examples("joute doctor", "joute doctor --json"))
@json_option
def command(as_json: bool) -> None:
    """Say how champions are kept apart here, which languages they can be written in, and which games play natively."""
    from joute.champions.checks.doctor import health
    from joute.cli.libraries.inventory import inventory
    from joute.cli.output.printing import print_json

    machine, libraries = health(), inventory()
    if as_json:
        data = machine._asdict() | {"level": str(machine.level), "builds": machine.builds._asdict()}
        data["python_calls"] = machine.python_calls._asdict()
        data["walls"] = [protection._asdict() for protection in data.pop("protections")]
        data["languages"] = [language._asdict() for language in machine.languages]
        data["libraries"] = [library._asdict() for library in libraries]
        print_json(data)
    else:
        print("\n".join([*summary(machine), "", *library_lines(libraries)]))


def summary(machine: Health) -> list[str]:
    """What a person reads."""
    from joute.arena.jobs.busy import BUSY

    lines = [f"Champions that are not bundled run at level «{machine.level}»."]
    if machine.why:
        lines.append(f"There is no sandbox: {machine.why}")
    lines += ["", "A champion..."]
    for protection in machine.protections:
        remedy = (
            f": {protection.remedy}"
            if protection.remedy and not protection.stands and protection.remedy != machine.why
            else ""
        )
        lines.append(f"  {'yes' if protection.stands else 'NO '}  {protection.about}{remedy}")
    lines += ["", f"Builds: {machine.builds.how}{f': {machine.builds.remedy}' if machine.builds.remedy else ''}"]
    lines += ["", "Languages"]
    for language in machine.languages:
        remedy = f": {language.remedy}" if language.remedy else ""
        lines.append(f"  {'yes' if language.ready else 'NO '}  {language.name} ({language.needs}){remedy}")
    calls = machine.python_calls
    answered = "by a game's library" if calls.native else f"in Python, which is slower: {calls.remedy}"
    lines += ["", f"Calls of Python champions are answered {answered}."]
    lines += ["", f"{machine.cores} cores: --pin gives each of so many champions one of its own."]
    busy = ": this machine is busy, and matches take longer" if machine.core_share < BUSY else ""
    return [*lines, f"A program gets {machine.core_share:.0%} of a core at the moment{busy}."]


def library_lines(libraries: Sequence[Found]) -> list[str]:
    """The same for libraries: one line each."""
    lines = ["Libraries for native play"]
    for library in libraries:
        where = library.remedy or f"{library.where}, {library.file}"
        lines.append(f"  {'NO ' if library.remedy else 'yes'}  {library.game} for {library.machine}: {where}")
    return lines
