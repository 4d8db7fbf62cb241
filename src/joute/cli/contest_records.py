"""The commands of `joute contest` that save, export, check and thin out what a contest has recorded."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from joute.cli.exits import Exit
from joute.cli.french import french
from joute.cli.options import examples, file_argument, json_option
from joute.core.text import words

SHOWN_S = 0.1
"""Seconds between two changes of a progress line."""


@contextmanager
def counting(en: str, fr: str) -> Iterator[Callable[[int], None]]:
    """A progress line with a count, where somebody looks on."""
    from joute.cli.output.printing import rewrite_line

    live, shown = sys.stderr.isatty(), 0.0

    def tell(count: int) -> None:
        nonlocal shown
        if live and time.monotonic() - shown > SHOWN_S:
            shown = time.monotonic()
            rewrite_line(f"{count} {words(en, fr)}")

    try:
        yield tell
    finally:
        if live:
            rewrite_line("")


@click.command("backup", epilog=examples("joute contest backup spring", "joute contest backup spring -o night.tar"))
@file_argument("folder")
@click.option(
    "-o",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=words("[default: FOLDER-DATE-TIME.tar]", "[défaut : DOSSIER-DATE-HEURE.tar]"),
)
@french("Écrit le concours de DOSSIER dans un fichier, tel qu'il est à cet instant, pendant qu'il se joue.")
def backup(folder: Path, target: Path | None) -> int:
    """Write the contest of FOLDER into one file, as it is at this moment, while it is played."""
    from joute.arena.contest.backup import SUFFIX, save
    from joute.arena.contest.config import read

    plan = read(folder)
    made = target or Path(f"{plan.path.parent.absolute().name}-{time.strftime('%Y%m%d-%H%M%S')}{SUFFIX}")
    with counting("files", "fichiers") as tell:
        count = save(plan, made, tell)
    size = made.stat().st_size / 1e6
    print(
        words(
            f"{made}: {size:.1f} MB, {count} replays and packages. It has hashes of passwords and addresses of people: "
            f"keep it to yourself. Back:\n  joute contest restore {made} NEW_FOLDER",
            f"{made} : {size:.1f} Mo, {count} replays et paquets. Il contient des empreintes de mots de passe et des "
            f"adresses : gardez-le pour vous. Retour :\n  joute contest restore {made} NOUVEAU_DOSSIER",
        )
    )
    return Exit.DONE


@click.command("restore", epilog=examples("joute contest restore spring-20260401-120000.tar spring"))
@file_argument("file")
@file_argument("folder")
@french("Remet le concours d'une sauvegarde dans DOSSIER, neuf ou vide, et son entrepôt là où son fichier le dit.")
def restore(file: Path, folder: Path) -> int:
    """Put the contest of a backup back into FOLDER, new or empty, and its store where its file says."""
    from joute.arena.contest.backup import restore as restored

    with counting("files", "fichiers") as tell:
        about = restored(file, folder, tell)
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(about.made))
    print(
        words(
            f"{folder}: {about.contest}, as it was on {when}. Go on:\n  joute serve --contest {folder}",
            f"{folder} : {about.contest}, tel qu'il était le {when}. Continuer :\n  joute serve --contest {folder}",
        )
    )
    return Exit.DONE


@click.command("prune", epilog=examples("joute contest prune spring --days 30"))
@file_argument("folder")
@click.option(
    "--days",
    type=click.FloatRange(0),
    required=True,
    metavar="N",
    help=words("What is older goes.", "Ce qui est plus vieux s'en va."),
)
@json_option
@french("""Fait de la place : retire les notes et sorties des vieux matchs classés, les replays des vieux défis, et les
journaux des versions qui ne jouent plus.

Les ordres et résultats des matchs classés restent, et tout ce qui est des finales.
""")
def prune(folder: Path, days: float, as_json: bool) -> int:
    """Make room: drop notes and output of old ranked matches, replays of old challenges, logs of versions at rest.

    Orders and results of ranked matches stay, and all that is of finals.
    """
    from joute.arena.contest import model
    from joute.arena.contest.config import read
    from joute.arena.contest.prune import prune as pruned
    from joute.arena.store import Store
    from joute.cli.output.printing import print_json

    with (
        Store.open(read(folder).store, create=False) as store,
        counting("matches looked at", "matchs regardés") as tell,
    ):
        done = pruned(store, model.load(store), days, "joute contest prune", tell)
    if as_json:
        print_json(done._asdict())
    else:
        print(
            words(
                f"notes of {done.notes} ranked matches, replays of {done.replays} challenges, logs of {done.logs} "
                f"versions: {done.bytes / 1e6:.1f} MB freed",
                f"notes de {done.notes} matchs classés, replays de {done.replays} défis, journaux de {done.logs} "
                f"versions : {done.bytes / 1e6:.1f} Mo libérés",
            )
        )
    return Exit.DONE


@click.command(
    "export",
    epilog=examples(
        "joute contest export spring -o spring-export",
        "joute contest export spring --sources -o spring-sources",
        "joute contest export spring --sources --every -o spring-sources",
    ),
)
@file_argument("folder")
@click.option(
    "-o",
    "target",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help=words("Where to: new or empty.", "Où : neuf ou vide."),
)
@click.option(
    "--sources",
    "as_sources",
    is_flag=True,
    help=words(
        "Only what was submitted, a folder a team, as JPlag and MOSS read it.",
        "Seulement ce qui fut soumis, un dossier par équipe, comme le lisent JPlag et MOSS.",
    ),
)
@click.option(
    "--every",
    is_flag=True,
    help=words("With --sources: every good version.", "Avec --sources : chaque bonne version."),
)
@french("Écrit tout le concours de DOSSIER, sans les données personnelles, pour que chacun le vérifie hors ligne.")
def export(folder: Path, target: Path, as_sources: bool, every: bool) -> int:
    """Write all of the contest of FOLDER, without personal data, for everybody to check offline."""
    from joute.arena.contest.config import read
    from joute.arena.contest.export import README, sources
    from joute.arena.contest.export import export as exported
    from joute.arena.store import Store

    if every and not as_sources:
        raise click.UsageError(words("--every goes with --sources", "--every va avec --sources"))
    with Store.open(read(folder).store, create=False) as store:
        if as_sources:
            count = sources(store, target, every)
            print(words(f"{target}: {count} folders", f"{target} : {count} dossiers"))
            return Exit.DONE
        with counting("files", "fichiers") as tell:
            exported(store, target, tell)
    print((target / README).read_text(encoding="utf-8").rstrip())
    return Exit.DONE


@click.command("verify", epilog=examples("joute contest verify spring-export"))
@file_argument("folder")
@french("""Vérifie, hors ligne, un export : journal d'audit, engagement, graines, cartes, paquets, replays, tableau.

Finit par 0 si tout concorde.
""")
def verify(folder: Path) -> int:
    """Check an export, offline: audit log, commitment, seeds, boards, packages, replays, table.

    Ends with 0 if all fits.
    """
    from joute.arena.contest.verify import verify as differences

    wrong = 0
    with counting("replays played again", "replays rejoués") as tell:
        for sentence in differences(folder, lambda name, replayed: tell(replayed)):
            wrong += 1
            print(sentence, flush=True)
    print(
        words(f"{wrong} things are not as they should be", f"{wrong} choses ne sont pas comme il faut")
        if wrong
        else words("all is as it should be", "tout est comme il faut")
    )
    return Exit.MISMATCH if wrong else Exit.DONE


COMMANDS = (backup, restore, prune, export, verify)
