"""joute doctor"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from joute.cli.french import french
from joute.cli.options import examples, json_option
from joute.core.text import read_here, words

if TYPE_CHECKING:
    from joute.champions.checks.doctor import Health
    from joute.cli.libraries.inventory import Found


@click.command("doctor", epilog=examples("joute doctor", "joute doctor --json"))
@json_option
@french(
    """Dit comment les champions sont isolés ici, dans quels langages on peut les écrire, et quels jeux sont natifs."""
)
def command(as_json: bool) -> None:
    """Say how champions are kept apart here, which languages they can be written in, and which games play natively."""
    from joute.champions.sandbox.limits import NO_WALLS

    if sys.platform != "linux":
        print(json.dumps({"level": "none", "why": str(NO_WALLS)}) if as_json else read_here(NO_WALLS))
        return
    from joute.champions.checks.doctor import health
    from joute.cli.libraries.inventory import inventory
    from joute.cli.output.printing import print_json

    machine, libraries = health(), inventory()
    if as_json:
        data = machine._asdict() | {"level": str(machine.level), "builds": machine.builds._asdict()}
        data["python_calls"] = machine.python_calls._asdict()
        data["walls"] = [one._asdict() | {"about": str(one.about)} for one in data.pop("protections")]
        data["languages"] = [language._asdict() for language in machine.languages]
        data["libraries"] = [library._asdict() for library in libraries]
        print_json(data)
    else:
        print("\n".join([*summary(machine), "", *library_lines(libraries)]))


def summary(machine: Health) -> list[str]:
    """What a person reads."""
    from joute.arena.jobs.busy import BUSY

    lines = [
        words(
            f"Champions that are not bundled run at level «{machine.level}».",
            f"Les champions qui ne sont pas fournis tournent au niveau « {machine.level} ».",
        )
    ]
    if machine.why:
        lines.append(words(f"There is no sandbox: {machine.why}", f"Il n'y a pas de bac à sable : {machine.why}"))
    lines += ["", words("A champion...", "Un champion...")]
    for protection in machine.protections:
        remedy = (
            f": {protection.remedy}"
            if protection.remedy and not protection.stands and protection.remedy != machine.why
            else ""
        )
        lines.append(f"  {_yes(protection.stands)}  {read_here(protection.about)}{remedy}")
    lines += [
        "",
        words(
            f"Builds: {machine.builds.how}{f': {machine.builds.remedy}' if machine.builds.remedy else ''}",
            f"Constructions : {machine.builds.how}{f' : {machine.builds.remedy}' if machine.builds.remedy else ''}",
        ),
    ]
    lines += ["", words("Languages", "Langages")]
    for language in machine.languages:
        remedy = f": {language.remedy}" if language.remedy else ""
        lines.append(f"  {_yes(language.ready)}  {language.name} ({language.needs}){remedy}")
    calls = machine.python_calls
    answered = (
        words("by a game's library", "par la bibliothèque d'un jeu")
        if calls.native
        else words(f"in Python, which is slower: {calls.remedy}", f"en Python, ce qui est plus lent : {calls.remedy}")
    )
    lines += [
        "",
        words(
            f"Calls of Python champions are answered {answered}.",
            f"Les appels des champions en Python reçoivent leur réponse {answered}.",
        ),
    ]
    lines += [
        "",
        words(
            f"{machine.cores} cores: --pin gives each of so many champions one of its own.",
            f"{machine.cores} cœurs : --pin en donne un à chacun, jusqu'à ce nombre de champions.",
        ),
    ]
    busy = (
        words(
            ": this machine is busy, and matches take longer",
            " : cette machine est occupée, et les matchs durent plus longtemps",
        )
        if machine.core_share < BUSY
        else ""
    )
    return [
        *lines,
        words(
            f"A program gets {machine.core_share:.0%} of a core at the moment{busy}.",
            f"Un programme obtient {machine.core_share:.0%} d'un cœur en ce moment{busy}.",
        ),
    ]


def _yes(there: bool) -> str:
    return words("yes", "oui") if there else words("NO ", "NON")


def library_lines(libraries: Sequence[Found]) -> list[str]:
    """The same for libraries: one line each."""
    lines = [words("Libraries for native play", "Bibliothèques pour le jeu natif")]
    for library in libraries:
        where = library.remedy or f"{library.where}, {library.file}"
        lines.append(
            words(
                f"  {_yes(not library.remedy)}  {library.game} for {library.machine}: {where}",
                f"  {_yes(not library.remedy)}  {library.game} pour {library.machine} : {where}",
            )
        )
    return lines
