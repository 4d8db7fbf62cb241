"""joute contest"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from joute.cli import contest_records, course
from joute.cli.exits import Exit, Stop
from joute.cli.french import french
from joute.cli.options import default_game, examples, file_argument, json_option
from joute.core.text import read_here, words

if TYPE_CHECKING:
    from joute.arena.contest.config import ContestPlan
    from joute.arena.contest.status import ContestStatus


@click.group(
    "contest",
    epilog=examples(
        "joute contest new spring --game GAME",
        "joute contest doctor spring",
        "joute serve --contest spring",
        "joute contest organiser spring olga",
        "joute contest status spring",
        "joute contest backup spring",
    ),
)
@french("Prépare un concours, vérifie ce qu'il lui faut, dit où il en est, le sauvegarde et l'exporte.")
def command() -> None:
    """Prepare a contest, check what it needs, say how it stands, back it up and export it."""


for further in (*contest_records.COMMANDS, *course.COMMANDS):
    command.add_command(further)


@command.command("new", epilog=examples("joute contest new spring --game GAME"))
@file_argument("folder")
@click.option("--game", metavar="GAME", help=words("What is played.", "Ce qui se joue."))
@french("Écrit dans DOSSIER un contest.toml commenté, à compléter.")
def new(folder: Path, game: str | None) -> int:
    """Write a commented contest.toml into FOLDER, to be filled in."""
    from joute.arena.contest.config import FILE, read
    from joute.arena.contest.template import template
    from joute.core.registry import load_game

    game = load_game(game or default_game()).name
    path = folder / FILE
    if path.exists():
        raise Stop(Exit.USAGE, words(f"{path} is there already", f"{path} existe déjà"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(read_here(template(folder.absolute().name, game)), encoding="utf-8")
    except OSError as error:
        raise Stop(
            Exit.USAGE, words(f"{path}: cannot be written: {error}", f"{path} : écriture impossible : {error}")
        ) from None
    read(folder)
    print(
        words(
            f"{path}, for {game}, is ready to be edited. Then:\n  joute contest doctor {folder}\n"
            f"  joute serve --contest {folder}\n  joute contest organiser {folder} YOUR_LOGIN",
            f"{path}, pour {game}, est prêt à être complété. Ensuite :\n  joute contest doctor {folder}\n"
            f"  joute serve --contest {folder}\n  joute contest organiser {folder} VOTRE_LOGIN",
        )
    )
    return Exit.DONE


@command.command("doctor", epilog=examples("joute contest doctor spring", "joute contest doctor spring --json"))
@file_argument("folder")
@json_option
@french("Vérifie le concours de DOSSIER : fichier, entrepôt, base, bac à sable, machines, courriel, horloge...")
def doctor(folder: Path, as_json: bool) -> int:
    """Check the contest of FOLDER: file, store, database, sandbox, workers, mail, sign-on, disk, clock."""
    from joute.arena.contest.doctor import NAMES, examine
    from joute.cli.output.printing import print_json

    wrong, colon = 0, words(":", " :")
    for check in examine(folder):
        wrong += check.fine is False
        if as_json:
            print_json({"name": check.name, "fine": check.fine, "what": str(check.what)})
        else:
            mark = {True: words("yes", "oui"), False: words("NO ", "NON"), None: " - "}[check.fine]
            print(f"  {mark}  {read_here(NAMES[check.name])}{colon} {read_here(check.what)}", flush=True)
    return Exit.USAGE if wrong else Exit.DONE


@command.command("status", epilog=examples("joute contest status spring", "joute contest status spring --json"))
@file_argument("folder")
@json_option
@french("Dit où en est le concours de DOSSIER : service, versions, matchs, machines.")
def status(folder: Path, as_json: bool) -> int:
    """Say how the contest of FOLDER stands: service, versions, matches, machines."""
    import msgspec

    from joute.arena.contest.config import read
    from joute.arena.contest.status import status as status_of
    from joute.arena.store import Store
    from joute.cli.output.printing import print_json

    with Store.open(read(folder).store, create=False) as store:
        shown = status_of(store)
    if as_json:
        print_json(msgspec.to_builtins(shown))
    else:
        print("\n".join(_lines(shown)))
    return Exit.DONE


def _lines(shown: ContestStatus) -> list[str]:
    """What a person reads."""
    service, ranked, versions = shown.service, shown.ranked, shown.versions
    lines = [
        f"{shown.name}, {shown.game}",
        words(
            f"  service     {'plays' if service.alive else 'DOES NOT RUN'}: {service.playing} of {service.capacity} "
            "matches at once",
            f"  service     {'joue' if service.alive else 'NE TOURNE PAS'} : {service.playing} matchs sur "
            f"{service.capacity} à la fois",
        ),
        words(
            f"  versions    {versions['good']} good, {versions['failed']} failed; {versions['received']} wait, the "
            f"longest for {shown.waits_s:.0f} s; of {shown.teams} teams",
            f"  versions    {versions['good']} bonnes, {versions['failed']} échouées ; {versions['received']} "
            f"attendent, au plus depuis {shown.waits_s:.0f} s ; de {shown.teams} équipes",
        ),
        words(
            f"  ranked      {ranked['done']} matches, {shown.last_hour} within an hour; {ranked['failed']} failed; "
            f"{shown.new} versions are new",
            f"  classés     {ranked['done']} matchs, dont {shown.last_hour} en une heure ; {ranked['failed']} "
            f"défaillants ; {shown.new} versions sont nouvelles",
        ),
        words(
            f"  unranked    {shown.unranked} challenges and comparisons wait",
            f"  hors cl.    {shown.unranked} défis et comparaisons attendent",
        ),
        words(
            f"  disk        {shown.free_bytes / (1 << 30):.0f} GB free",
            f"  disque      {shown.free_bytes / (1 << 30):.0f} Go libres",
        ),
    ]
    lines += [words(f"  final       {name}", f"  finale      {name}") for name in shown.finals]
    for one in shown.machines:
        state = words("drained", "retirée") if one.drained else words("lost", "perdue") if one.lost else "ok"
        lines.append(
            words(
                f"  machine     {one.name}: {state}, {one.matches} matches lately, {one.faults} with faults",
                f"  machine     {one.name} : {state}, {one.matches} matchs récents, {one.faults} avec fautes",
            )
        )
    return lines


@command.command("organiser", epilog=examples("joute contest organiser spring olga"))
@file_argument("folder")
@click.argument("login")
@french("""Fait de LOGIN un organisateur du concours de FOLDER, et affiche un lien qui le connecte une fois.

Le compte est créé s'il n'existe pas. C'est aussi le remède d'un organisateur qui a perdu son mot de passe.
""")
def organiser(folder: Path, login: str) -> int:
    """Make LOGIN an organiser of the contest of FOLDER, and print a link that signs in once.

    The account is made if there is none. This also helps an organiser who has lost the password.
    """
    from joute.arena.contest.config import read
    from joute.arena.contest.links import ENTER, for_organiser
    from joute.arena.store import Store

    plan = read(folder)
    with Store.open(plan.store) as store, store.writing() as connection:
        secret = for_organiser(connection, login)
    print(f"{plan.url or 'http://127.0.0.1:8000'}{ENTER}#{secret}")
    if not plan.url:
        print(
            words(
                "contest.toml says no url: put the address of your server in the place of http://127.0.0.1:8000.",
                "contest.toml ne dit pas d'url : mettez l'adresse de votre serveur à la place de "
                "http://127.0.0.1:8000.",
            )
        )
    return Exit.DONE


@command.command(
    "drain", epilog=examples('joute contest drain spring lab-07 "its fan is loud"', "joute contest drain --back ...")
)
@file_argument("folder")
@click.argument("machine")
@click.argument("reason")
@click.option("--back", is_flag=True, help=words("Let it play again instead.", "La laisse rejouer, au contraire."))
@french("Ne donne plus rien à jouer à une machine, pour une RAISON que garde le journal.")
def drain(folder: Path, machine: str, reason: str, back: bool) -> int:
    """Give a machine nothing more to play, for a REASON that the audit log keeps."""
    from joute.arena.contest import workers
    from joute.arena.contest.config import read
    from joute.arena.store import Store

    with Store.open(read(folder).store, create=False) as store, store.writing() as connection:
        change = workers.let_play if back else workers.drain
        change(connection, machine, "joute contest drain", reason)
    return Exit.DONE


@command.command("worker", epilog=examples("joute contest worker https://contest.example.org --token TOKEN"))
@click.argument("url")
@click.option(
    "--token", required=True, metavar="TEXT", help=words("As the organiser gave it.", "Reçu de l'organisateur.")
)
@click.option("--threads", type=click.IntRange(1), metavar="N", help=words("Matches at once.", "Matchs à la fois."))
@french("""Fait jouer cette machine pour le concours d'une URL, jusqu'à Ctrl-C.

Elle se joint à l'ordonnanceur Dask du concours, dont le réseau doit être privé.
""")
def worker(url: str, token: str, threads: int | None) -> int:
    """Let this machine play for the contest at URL, until Ctrl-C.

    It joins the Dask scheduler of the contest, whose network must be private.
    """
    import os
    import sys

    from joute.cli.contest_client import Contest, Place

    address = Contest(Place(url.rstrip("/"), token)).get("/worker", dict[str, str])["scheduler"]
    count = str(threads or max(1, len(os.sched_getaffinity(0)) // 2))
    print(words(f"plays for {address}", f"joue pour {address}"), flush=True)
    words_of_worker = [address, "--no-dashboard", "--nthreads", "1", "--nworkers", count]
    os.execv(sys.executable, [sys.executable, "-m", "distributed.cli.dask_worker", *words_of_worker])


@command.command("workers", epilog=examples("joute contest workers spring --invite"))
@file_argument("folder")
@click.option(
    "--invite",
    is_flag=True,
    help=words(
        "Print the command by which machines join.", "Affiche la commande par laquelle des machines se joignent."
    ),
)
@french("Nomme les machines du concours de DOSSIER, ou en invite.")
def workers_command(folder: Path, invite: bool) -> int:
    """List the machines of the contest of FOLDER, or invite some."""
    from joute.arena.contest import tokens
    from joute.arena.contest.config import read
    from joute.arena.contest.status import status as status_of
    from joute.arena.store import Store
    from joute.arena.store.schema import TokenKind

    plan = read(folder)
    with Store.open(plan.store, create=False) as store:
        if invite:
            _require_cluster(plan)
            with store.writing() as connection:
                secret = tokens.issue(connection, TokenKind.WORKER, note="joute contest workers")
            print(f"joute contest worker {plan.url or 'http://HOST:8000'} --token {secret}")
        else:
            print("\n".join(line for line in _lines(status_of(store)) if line.startswith("  machine")))
    return Exit.DONE


def _require_cluster(plan: ContestPlan) -> None:
    if not plan.workers.cluster:
        raise click.UsageError(
            words(
                'this contest plays on this machine alone; name a Dask scheduler: [workers] cluster = "tcp://..."',
                "ce concours ne joue que sur cette machine ; nommez un ordonnanceur Dask : [workers] cluster = "
                '"tcp://..."',
            )
        )
