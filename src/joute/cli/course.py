"""joute contest roster and report: a course."""

from __future__ import annotations

from pathlib import Path

import click

from joute.core.text import words

from .exits import Exit, say
from .french import french
from .options import examples, file_argument


@click.command("roster", epilog=examples("joute contest roster course students.csv > links.csv"))
@file_argument("folder")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@french("""Inscrit au concours de FOLDER les étudiants d'un fichier CSV, et affiche pour chacun un lien de connexion.

Colonnes : login, name, real_name, email, group, team ; seule login est nécessaire.
""")
def roster(folder: Path, file: Path) -> int:
    """Enter the students of a CSV file into the contest of FOLDER, and print a link to sign in for each.

    Columns: login, name, real_name, email, group, team; all but login may be left out. Links work once, within a day.
    """
    import csv
    import sys

    from joute.arena.contest.config import FILE, ContestError, read
    from joute.arena.contest.course import import_roster
    from joute.arena.contest.links import ENTER
    from joute.arena.contest.model import begin, current
    from joute.arena.store import Store
    from joute.core.text import Text

    plan = read(folder)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ContestError(
            Text(
                f"{file}: this is not UTF-8; save it as «CSV UTF-8»",
                f"{file} : ce n'est pas de l'UTF-8 ; enregistrez-le en « CSV UTF-8 »",
            )
        ) from None
    with Store.open(plan.store) as store:
        begin(store, plan, "joute contest roster")
        with store.writing() as connection:
            entered = import_roster(connection, current(connection), text, "joute contest roster")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["login", "team", "link"])
    base = plan.url or "http://127.0.0.1:8000"
    writer.writerows([one.login, one.team, f"{base}{ENTER}#{one.secret}" if one.secret else ""] for one in entered)
    if not plan.url:
        say(
            words(
                f'warning: these links open on this machine alone; for others write url = "http://ADDRESS:8000" into '
                f"{folder / FILE}, make the links again, and start with: joute serve --contest {folder} --host 0.0.0.0",
                f"attention : ces liens ne s'ouvrent que sur cette machine ; pour les autres, écrivez url = "
                f'"http://ADRESSE:8000" dans {folder / FILE}, refaites les liens, et lancez : '
                f"joute serve --contest {folder} --host 0.0.0.0",
            )
        )
    return Exit.DONE


@click.command("report", epilog=examples("joute contest report course > results.csv"))
@file_argument("folder")
@french("""Affiche en CSV une ligne par étudiant (ou équipe) : soumissions, fautes, et chaque exercice.

Compte la dernière bonne version reçue avant la limite de l'exercice.
""")
def report(folder: Path) -> int:
    """Print a line of CSV for each student (or team): submissions, faults, and each exercise.

    What counts is the last good version received before the deadline of the exercise.
    """
    import csv
    import sys

    from joute.arena.contest.config import read
    from joute.arena.contest.course import report as rows
    from joute.arena.contest.model import current
    from joute.arena.store import Store

    with Store.open(read(folder).store, create=False) as store, store.reading() as connection:
        csv.writer(sys.stdout, lineterminator="\n").writerows(rows(connection, current(connection)))
    return Exit.DONE


COMMANDS = (roster, report)
