"""joute doctor"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from joute.cli.options import examples, json_option

if TYPE_CHECKING:
    from joute.champions.checks.doctor import Health


@click.command("doctor", epilog=examples("joute doctor", "joute doctor --json"))
@json_option
def command(as_json: bool) -> None:
    """Say how well champions are kept apart on this machine, and in which languages they can be written."""
    from joute.champions.checks.doctor import health
    from joute.cli.output.printing import print_json

    found = health()
    if as_json:
        parts = {"walls": [wall._asdict() for wall in found.protections]}
        parts["languages"] = [language._asdict() for language in found.languages]
        print_json(found._asdict() | {"level": str(found.level), "builds": found.builds._asdict()} | parts)
    else:
        print("\n".join(told(found)))


def told(found: Health) -> list[str]:
    """What a person reads."""
    lines = [f"Champions that are not bundled run at level «{found.level}»."]
    if found.why:
        lines.append(f"There is no sandbox: {found.why}")
    lines += ["", "A champion..."]
    for wall in found.protections:
        remedy = f": {wall.remedy}" if wall.remedy and not wall.stands and wall.remedy != found.why else ""
        lines.append(f"  {'yes' if wall.stands else 'NO '}  {wall.about}{remedy}")
    lines += ["", f"Builds: {found.builds.how}{f': {found.builds.remedy}' if found.builds.remedy else ''}"]
    lines += ["", "Languages"]
    for language in found.languages:
        remedy = f": {language.remedy}" if language.remedy else ""
        lines.append(f"  {'yes' if language.ready else 'NO '}  {language.name} ({language.needs}){remedy}")
    return [*lines, "", f"{found.cores} cores: --pin gives each of so many champions one of its own."]
