"""joute tournament"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from joute.cli.exits import Exit, Stop, say
from joute.cli.french import french
from joute.cli.options import (
    backend_option,
    examples,
    executor_of,
    executor_options,
    executor_words,
    file_argument,
    json_option,
    store_option,
)
from joute.cli.presets import warn_of_presets
from joute.core.text import read_here, words

if TYPE_CHECKING:
    from joute.arena.store import Store
    from joute.arena.tournament.config import TournamentPlan
    from joute.arena.tournament.model import Tournament


@click.group(
    "tournament",
    epilog=examples(
        "joute tournament check cup.toml",
        "joute tournament run cup.toml",
        "joute tournament report cup.toml --html report",
    ),
)
@french("""Lance un tournoi déclaré dans un fichier, et rend compte de ses résultats.

On peut le tuer à tout moment : `run` continue, ne perd rien et ne répète rien. FILE est un fichier TOML :
`joute docs tournaments` en montre un.
""")
def command() -> None:
    """Run a tournament that is declared in one file, and report its results.

    It may be killed at any moment: `run` goes on, loses nothing and repeats nothing. FILE is a TOML file:
    `joute docs tournaments` shows one.
    """


def _command(name: str, *lines: str) -> Callable[[Callable[..., int]], click.Command]:
    """A sub-command on a tournament file."""

    def made(function: Callable[..., int]) -> click.Command:
        return command.command(name, epilog=examples(*lines))(file_argument("file")(store_option(function)))

    return made


@contextmanager
def _begun(file: Path, store: str | None) -> Iterator[tuple[Tournament, Store]]:
    """The tournament of a file as its store has it, even if champions have changed or are missing on disk."""
    from joute.arena.store import Store
    from joute.arena.tournament.config import named
    from joute.arena.tournament.model import find

    name, where = named(file)
    address = store or where
    if "://" not in address and not Path(address).exists():
        begin = _again("run", file, store)
        raise Stop(
            Exit.NOT_LOADED,
            words(
                f"{address}: there is no store here: {name!r} has not begun; begin:  {begin}",
                f"{address} : il n'y a pas d'entrepôt ici : {name!r} n'a pas commencé ; commencez :  {begin}",
            ),
        )
    with Store.open(address, create=False) as opened:
        with opened.reading() as connection:
            tournament = find(connection, name)
        yield tournament, opened


def _again(name: str, file: Path, store: str | None, *more: str) -> str:
    """A command on the same tournament, to print."""
    return shlex.join(["joute", "tournament", name, str(file), *(["--store", store] if store else []), *more])


# Before


def _warn(plan: TournamentPlan) -> None:
    """Say what of a tournament is likely to be a mistake."""
    if repeats := plan.settings.repeats():
        say(words(f"warning: {repeats}", f"attention : {repeats:fr}"))
    game, folder = plan.settings.settled(), plan.path.parent

    def remedy(preset: str) -> str:
        return words(f'preset = "{preset}" in {plan.path}', f'preset = "{preset}" dans {plan.path}')

    warn_of_presets(game, plan.entrants, remedy, folder)


@_command("check", "joute tournament check cup.toml")
@french("""Dit ce que sera un tournoi, ou ce qui ne va pas dans son fichier, et fait répéter chaque inscrit ;
rien n'est gardé.""")
def check(file: Path, store: str | None) -> int:
    """Say what a tournament will be, or what is wrong with its file, and rehearse every entrant; nothing is stored."""
    import tempfile

    from joute.arena.jobs.packages import Packages
    from joute.arena.tournament.config import packed, read
    from joute.arena.tournament.formats.contract import When
    from joute.cli.output.progress import missing_sandbox, rehearse_all

    plan = read(file)
    with tempfile.TemporaryDirectory(prefix="joute-") as folder:
        champions = packed(plan, Packages(Path(folder)))
    settings, count = plan.settings, len(champions)
    total = settings.format.total(count, settings.seats)
    bundled = sum(champion.kind == "bundled" for champion in champions)
    boards, secret = len(settings.boards) + settings.generate, settings.secret_seeds
    print(
        words(
            f"{plan.name}: {settings.game}, preset {settings.preset}, {settings.seats} seats",
            f"{plan.name} : {settings.game}, réglage {settings.preset}, {settings.seats} places",
        )
    )
    print(
        words(
            f"  entrants  {count} ({count - bundled} of their own, {bundled} bundled)",
            f"  inscrits  {count} ({count - bundled} à eux, {bundled} fourni{'s' if bundled > 1 else ''})",
        )
    )
    most = words("at most ", "au plus ") if settings.format.when == When.BETWEEN else ""
    length = (
        words("open end", "sans fin fixée")
        if total is None
        else words(f"{most}{total} matches", f"{most}{total} matchs")
    )
    print(f"  format    {settings.format.kind}, {length}")
    print(
        words(
            f"  boards    {boards or 'each seed makes its own'}",
            f"  cartes    {boards or 'chaque graine fait la sienne'}",
        )
    )
    print(
        words(
            f"  seeds     {'secret until the end' if secret else f'from {plan.seed}, known to all'}",
            f"  graines   {'secrètes pendant le tournoi' if secret else f'à partir de {plan.seed}, connues de tous'}",
        )
    )
    print(
        words(
            f"  isolation {settings.terms.level}, {settings.terms.limits.callback_ms} ms a callback",
            f"  isolation {settings.terms.level}, {settings.terms.limits.callback_ms} ms par appel",
        )
    )
    why = missing_sandbox(settings, champions)
    if why:
        print(
            words(
                f"            which is not available on this machine, so nobody is rehearsed: {why}",
                f"            qui n'est pas disponible sur cette machine, donc personne ne répète : {why}",
            )
        )
    print(words(f"  store     {store or plan.store}", f"  entrepôt  {store or plan.store}"), flush=True)
    _warn(plan)
    failing = 0 if why else rehearse_all(plan, count - bundled)
    print(words(f"\nRun it:  {_again('run', file, store)}", f"\nLancez-le :  {_again('run', file, store)}"))
    return Exit.CHAMPION_FAILED if failing else Exit.DONE


# Running


@_command("run", "joute tournament run cup.toml", "joute tournament run cup.toml --workers 8")
@executor_options
@backend_option
@french("""Commence un tournoi, ou reprend celui qu'on a arrêté ou tué, et le joue jusqu'au bout.

Les nouveaux inscrits de FILE s'y joignent, là où le format le permet. Une base, un ordonnanceur Dask ou un ouvrier qui
disparaît est attendu. `resume` est un autre nom de cette commande.
""")
def run(file: Path, store: str | None, workers: int | None, cluster: str | None) -> int:
    """Begin a tournament, or go on with one that was stopped or killed, and play it to the end.

    Entrants that are new in FILE join, where the format lets them. A database, a Dask scheduler or a worker that goes
    away meanwhile is waited for. `resume` is another name of this command.
    """
    from joute.arena.store import Store
    from joute.arena.tournament.config import packed, read
    from joute.arena.tournament.entry import enter
    from joute.arena.tournament.model import packages_of
    from joute.cli.output.progress import missing_sandbox

    plan = read(file)
    with Store.open(store or plan.store) as opened:
        champions = packed(plan, packages_of(opened))
        _warn(plan)
        if cluster is None and (why := missing_sandbox(plan.settings, champions)):
            raise Stop(
                Exit.NOT_LOADED,
                words(
                    f'isolation = "sandbox", and there is no sandbox here: {why}; run «joute doctor» for details; '
                    f'isolation = "process" in {file} does without',
                    f'isolation = "sandbox", et il n\'y a pas de bac à sable ici : {why} ; « joute doctor » en dit '
                    f'plus ; isolation = "process" dans {file} s\'en passe',
                ),
            )
        tournament, different = enter(opened, plan, champions)
        for name in different:
            again = _again("replace", file, store, name)
            say(
                words(
                    f"{name} has changed on disk and plays on as it was; to have the new one play:  {again}",
                    f"{name} a changé sur le disque et joue encore tel qu'il était ; pour que le nouveau joue :  "
                    f"{again}",
                )
            )
        return _play(opened, tournament, file, store, workers, cluster)


command.add_command(run, "resume")


def _play(
    store: Store, tournament: Tournament, file: Path, where: str | None, workers: int | None, cluster: str | None
) -> int:
    from joute.arena.jobs.executors import ExecutorError
    from joute.arena.store import StoreError
    from joute.arena.tournament.model import live_folder, packages_of
    from joute.arena.tournament.runner import Runner
    from joute.cli.libraries.background import undisturbed
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.output.progress import progress, stoppable

    if cluster is None:
        prepare_named(tournament.settings.game, background=False)
    goes_on = words(
        f"go on:  {_again('run', file, where, *executor_words())}",
        f"continuer :  {_again('run', file, where, *executor_words())}",
    )
    print(
        words(
            f"{tournament.name}: commitment to the seeds {tournament.commitment}",
            f"{tournament.name} : engagement sur les graines {tournament.commitment}",
        )
    )
    print(words(f"Stop it at any time; {goes_on}", f"Arrêtez-le à tout moment ; {goes_on}"), flush=True)
    try:
        with (
            undisturbed(),
            executor_of(workers, cluster, packages_of(store), live_folder(store)) as executor,
            stoppable() as stopped,
            progress(store, tournament) as tell,
        ):
            ended = Runner(store, tournament, executor, tell).run(stopped)
    except (StoreError, ExecutorError) as error:
        raise Stop(Exit.NOT_LOADED, f"{read_here(error)}.\n{goes_on}") from error
    if not ended:
        raise Stop(Exit.INTERRUPTED, words(f"stopped; {goes_on}", f"arrêté ; {goes_on}"))
    return _report(store, tournament.name, file, where)


def _report(store: Store, name: str, file: Path, where: str | None) -> int:
    """Print the final table, once nothing is left to play."""
    from joute.arena.jobs.busy import busy_warning
    from joute.arena.store.matches import times
    from joute.arena.store.schema import State
    from joute.arena.tournament.model import find
    from joute.arena.tournament.standings import final
    from joute.cli.output.standings import print_final

    with store.reading() as connection:
        tournament = find(connection, name)
        result, warning = (
            final(connection, tournament),
            busy_warning(times(connection, tournament.id), tournament.settings.terms.limits.forgive_waits),
        )
    print_final(result)
    if warning:
        say(words(f"warning: {warning}", f"attention : {warning:fr}"))
    failed = result.matches[str(State.FAILED)]
    if failed:
        again = _again("requeue", file, where, "--all", "--unplayed")
        say(
            words(
                f"the engine failed in {failed} matches, which count for nobody; play them again:  {again}",
                f"le moteur a échoué dans {failed} matchs, qui ne comptent pour personne ; rejouez-les :  {again}",
            )
        )
        return Exit.OUR_FAILURE
    print(
        words(
            f"\nThe page of it:  {_again('report', file, where, '--html', 'report')}",
            f"\nSa page :  {_again('report', file, where, '--html', 'report')}",
        )
    )
    return Exit.DONE


# Reading


@_command("status", "joute tournament status cup.toml", "joute tournament status cup.toml --json")
@json_option
@french("Montre l'état d'un tournoi : classement en cours, file, ouvriers, échecs.")
def status(file: Path, store: str | None, as_json: bool) -> int:
    """Show the state of a tournament: running order, queue, workers, failures."""
    import msgspec

    from joute.arena.tournament.status import board
    from joute.cli.output.printing import print_json
    from joute.cli.output.standings import print_board

    with _begun(file, store) as (tournament, opened):
        shown = board(opened, tournament.name)
    if as_json:
        print_json(msgspec.to_builtins(shown))
    else:
        print_board(shown)
    return Exit.DONE


@_command(
    "report",
    "joute tournament report cup.toml",
    "joute tournament report cup.toml --html report",
    "joute tournament report cup.toml --csv > table.csv",
)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help=words("Print the table as CSV.", "Écrit le tableau en CSV."))
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=words("Write a page, with replays to watch.", "Écrit une page, avec des replays à regarder."),
)
@click.option(
    "--replays",
    type=click.IntRange(0),
    default=500,
    show_default=True,
    metavar="N",
    help=words("How many, the last first.", "Combien, les derniers d'abord."),
)
@french("Le tableau final, ajusté à tous les résultats, avec intervalles, face-à-face et verdicts.")
def report(file: Path, store: str | None, as_json: bool, as_csv: bool, html: Path | None, replays: int) -> int:
    """The final table, fitted to all results, with intervals, head to head and verdicts."""
    import msgspec

    from joute.arena.tournament.standings import final
    from joute.cli.output.printing import print_json
    from joute.cli.output.standings import print_csv, print_final, write_page

    with _begun(file, store) as (tournament, opened):
        with opened.reading() as connection:
            table = final(connection, tournament)
        if html is not None:
            write_page(opened, table, html, replays)
            say(words(f"written to {html / 'index.html'}", f"écrit dans {html / 'index.html'}"))
        if as_json:
            print_json(msgspec.to_builtins(table))
        elif as_csv:
            print_csv(table)
        else:
            print_final(table)
    return Exit.DONE


@_command("export", "joute tournament export cup.toml > matches.jsonl", "joute tournament export cup.toml --csv")
@click.option(
    "--csv",
    "as_csv",
    is_flag=True,
    help=words("A line for each seat of each match, as CSV.", "Une ligne par place de chaque match, en CSV."),
)
@click.option(
    "--replays",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=words("Copy all replays there too.", "Y copie aussi tous les replays."),
)
@french("Écrit chaque match, une ligne chacun : qui, sur quoi, avec quel résultat, et le nom de son replay.")
def export(file: Path, store: str | None, as_csv: bool, replays: Path | None) -> int:
    """Print every match, a line each: who, on what, with which result, and the name of its replay."""
    from joute.cli.output.standings import print_matches

    with _begun(file, store) as (tournament, opened):
        print_matches(opened, tournament, as_csv, replays)
    return Exit.DONE


@_command("verify", "joute tournament verify cup.toml --replays")
@click.option(
    "--replays",
    is_flag=True,
    help=words("Also play every replay again by the rules.", "Rejoue aussi chaque replay selon les règles."),
)
@french("Vérifie que tout s'est joué sur les graines et les cartes promises avant le premier match.")
def verify(file: Path, store: str | None, replays: bool) -> int:
    """Check that all was played on the seeds and boards that were committed to before the first match."""
    from joute.arena.tournament.audit import proof

    with _begun(file, store) as (tournament, opened):
        wrong = 0
        for sentence in proof(opened, tournament, replays):
            wrong += 1
            print(sentence, flush=True)
        print(
            words(
                f"commitment {tournament.commitment}\nsecret     {tournament.secret}",
                f"engagement {tournament.commitment}\nsecret     {tournament.secret}",
            )
        )
        print(
            words(f"{wrong} things are not as promised", f"{wrong} choses ne sont pas comme promis")
            if wrong
            else words("all is as promised", "tout est comme promis")
        )
    return Exit.MISMATCH if wrong else Exit.DONE


# Acting

redraw_option = click.option(
    "--redraw",
    is_flag=True,
    help=words(
        "Where rounds follow from results: make void what was drawn from these, and draw it again.",
        "Là où les rondes suivent des résultats : annule ce qui en a été tiré, et le retire.",
    ),
)


@_command(
    "requeue",
    "joute tournament requeue cup.toml --match 17",
    "joute tournament requeue cup.toml --entrant ana",
    "joute tournament requeue cup.toml --all --unplayed",
)
@click.option("--match", type=int, metavar="N", help=words("One match, by its number.", "Un match, par son numéro."))
@click.option(
    "--entrant",
    metavar="NAME",
    help=words(
        "All matches of an entrant; one that was set aside plays again.",
        "Tous les matchs d'un inscrit ; celui qui était écarté rejoue.",
    ),
)
@click.option("--all", "everything", is_flag=True, help=words("All matches.", "Tous les matchs."))
@click.option(
    "--count",
    is_flag=True,
    help=words(
        "Play nothing, but compute tallies and ratings from all results again.",
        "Ne joue rien, mais recalcule décomptes et cotes de tous les résultats.",
    ),
)
@click.option(
    "--unplayed",
    is_flag=True,
    help=words(
        "Only those in which the engine failed or that were not played.",
        "Seulement ceux où le moteur a échoué ou qui n'ont pas été joués.",
    ),
)
@redraw_option
@french("Fait rejouer des matchs ; leurs anciens résultats restent dans l'entrepôt, mais ne comptent plus.")
def requeue(
    file: Path, store: str | None, match: int | None, entrant: str | None, everything: bool, count: bool, **how: bool
) -> int:
    """Play matches again; their old results stay in the store, but no longer count."""
    from joute.arena.tournament import admin

    if (match is not None) + (entrant is not None) + everything + count != 1:
        raise click.UsageError(
            words(
                "say what: one of --match N, --entrant NAME, --all or --count",
                "dites quoi : l'un de --match N, --entrant NOM, --all ou --count",
            )
        )
    with _begun(file, store) as (tournament, opened):
        if count:
            admin.count_again(opened, tournament)
            print(words("counted again", "compté de nouveau"))
            return Exit.DONE
        if match is not None:
            moved = admin.requeue_match(opened, tournament, match, how["redraw"])
        elif entrant is not None:
            moved = admin.requeue_entrant(opened, tournament, entrant, **how)
        else:
            moved = admin.requeue_all(opened, tournament, **how)
    return _moved(moved, file, store)


def _moved(count: int, file: Path, store: str | None) -> int:
    print(
        words(
            f"{count} match{'' if count == 1 else 'es'} will be played again",
            f"{count} match{'' if count == 1 else 's'} à rejouer",
        )
    )
    if count:
        print(
            words(
                f"If nobody is playing it now:  {_again('run', file, store)}",
                f"Si personne ne le joue à présent :  {_again('run', file, store)}",
            )
        )
    return Exit.DONE


@_command("set-aside", "joute tournament set-aside cup.toml ana 'reads the other side'")
@click.argument("entrant")
@click.argument("reason")
@french("Écarte un inscrit : il ne joue plus, pour une raison (REASON) que tous peuvent lire.")
def set_aside(file: Path, store: str | None, entrant: str, reason: str) -> int:
    """Set an entrant aside: it plays no more, for a REASON that everybody may read."""
    from joute.arena.tournament.admin import put_aside

    with _begun(file, store) as (tournament, opened):
        put_aside(opened, tournament, entrant, reason)
    print(
        words(
            f"{entrant} is set aside; let it play again:  {_again('requeue', file, store, '--entrant', entrant)}",
            f"{entrant} est écarté ; pour qu'il rejoue :  {_again('requeue', file, store, '--entrant', entrant)}",
        )
    )
    return Exit.DONE


@_command("replace", "joute tournament replace cup.toml ana")
@click.argument("entrant")
@redraw_option
@french("Prend ce qui est maintenant sur le disque pour un inscrit ; ses matchs, et eux seuls, sont rejoués.")
def replace(file: Path, store: str | None, entrant: str, redraw: bool) -> int:
    """Use what is on disk now for an entrant; its matches, and no others, are played again."""
    from joute.arena.tournament.admin import replace_entrant
    from joute.arena.tournament.config import read
    from joute.arena.tournament.model import entrant_named, entrants_of, packages_of

    with _begun(file, store) as (tournament, opened):
        plan = read(file)
        with opened.reading() as connection:
            entrant_named(entrants_of(connection, tournament), entrant)
        source = dict(plan.entrants).get(entrant)
        if source is None:
            raise Stop(
                Exit.USAGE,
                words(
                    f"{file} has no entrant {entrant!r} any more; put it back",
                    f"{file} n'a plus d'inscrit {entrant!r} ; remettez-le",
                ),
            )
        champion = plan.champion(source, entrant, packages_of(opened))
        moved = replace_entrant(opened, tournament, entrant, champion, redraw)
    return _moved(moved, file, store)


@_command("end", "joute tournament end cup.toml")
@french("Finit un tournoi maintenant, par exemple un tournoi sans fin, et révèle son secret.")
def end(file: Path, store: str | None) -> int:
    """End a tournament now, one without an end for instance, and reveal its secret."""
    from joute.arena.tournament.admin import end as ended
    from joute.arena.tournament.lock import playing

    with _begun(file, store) as (tournament, opened), playing(opened, tournament):
        left = ended(opened, tournament)
    print(
        words(
            f"{tournament.name} is over; {left} matches were not played",
            f"{tournament.name} est fini ; {left} matchs n'ont pas été joués",
        )
    )
    return Exit.DONE
