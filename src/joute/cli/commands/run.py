"""joute run"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from joute.cli.boards import on_board
from joute.cli.exits import INTERRUPTED, Exit, Stop
from joute.cli.french import french
from joute.cli.options import (
    SEED_MOST,
    backend_option,
    board_option,
    chosen_game,
    examples,
    game_options,
    hosting_of,
    hosting_options,
    json_option,
    notes_option,
    profile_option,
    seed_option,
    unisolated,
)
from joute.cli.positions import from_option, resumed_table
from joute.cli.presets import once_more, warn_of_presets
from joute.core.text import read_here, words

from .games import players

if TYPE_CHECKING:
    from joute.champions.players.profile import Profile
    from joute.champions.sandbox.limits import Hosting
    from joute.cli.output.report import Played
    from joute.core.game import Game
    from joute.core.table import Table
    from joute.match.player import Player
    from joute.match.referee import Watcher
    from joute.match.replay import Origin, PhaseLine, Recorder
    from joute.web.worker.people import Hands

PAGES = (".html", ".htm")
HTTP, PORT = "http", 8080
"""The champion that is a program which plays over HTTP, and where it does."""
SILENT_S = 1.0
"""Progress is shown when the matches last longer than this."""

EXAMPLES = examples(
    "joute run GAME mine.py random",
    "joute run GAME mine.py random --seed 7 -o match.jsonl",
    "joute run GAME mine.py random -o match.html",
    "joute run GAME mine.py other/ --repeat 100 --json > results.jsonl",
    "joute run GAME mine.py random --board map.txt --set NAME=VALUE --watch",
    "joute run GAME mine.py random --from match.jsonl:40",
    "joute run GAME mine.py random --from position.json",
    "joute run GAME mine.py random --log",
    "joute run GAME mine.py random --times",
    "joute run GAME mine.py random --profile",
    "joute run GAME mine.py random --live",
    "joute run GAME http mine.py --port 8080    "
    + words("# where the game has a protocol of its own over HTTP", "# là où le jeu a son protocole HTTP"),
)


class RunPlan(NamedTuple):
    """What is to be played."""

    game: Game
    champions: tuple[str, ...]
    board: str | None
    seed: int
    repeat: int
    output: Path | None
    resumed: Table | None
    hosting: Hosting
    command: str
    """The command, without what differs from match to match."""
    notes: bool = False
    """Whether a page shows what champions noted for themselves."""
    live: str | None = None
    """The arena that shows it while it is played."""
    log: bool = False
    """Whether to show what champions print, turn by turn."""
    profile: bool = False
    """Whether to measure where the time of Python champions goes."""
    port: int = PORT
    """Where programs play over HTTP."""
    origin: Origin | None = None
    """Where the table was taken from."""

    def again(self, seed: int) -> str:
        """The command that plays one of the matches again."""
        return self.command if self.resumed is not None else f"{self.command} --seed {seed}"

    @property
    def paged(self) -> bool:
        """Whether a page is asked for instead of a replay."""
        return self.output is not None and self.output.suffix in PAGES

    def path(self, seed: int) -> Path | None:
        """Where the replay or page of a match goes: one of many has its seed in its name."""
        if self.output is None or self.repeat == 1:
            return self.output
        stem, dot, rest = self.output.name.partition(".")
        return self.output.with_name(f"{stem}-{seed}{dot}{rest}")

    def table(self, seed: int) -> Table:
        from joute.core.table import Table

        if self.resumed is not None:
            return self.resumed.copy()
        return Table(self.game, self.board, len(self.champions), seed)


@click.command("run", epilog=EXAMPLES)
@click.argument("game")
@click.argument("champions", nargs=-1, required=True)
@game_options
@board_option
@seed_option(0, preset=False)
@click.option(
    "--repeat",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help=words("Play N matches, on seeds from --seed on.", "Joue N matchs, sur les graines à partir de --seed."),
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=words(
        "Write the replay (.jsonl, .jsonl.gz), or a page to watch it (.html).",
        "Écrit le replay (.jsonl, .jsonl.gz), ou une page pour le regarder (.html).",
    ),
)
@notes_option
@click.option(
    "--log",
    is_flag=True,
    help=words(
        "Show what champions print and note, turn by turn.",
        "Montre ce que les champions affichent et notent, tour par tour.",
    ),
)
@click.option(
    "--times",
    is_flag=True,
    help=words(
        "List the time of every turn, and how much of it was computing.",
        "Donne le temps de chaque tour, et la part du calcul.",
    ),
)
@profile_option
@click.option(
    "--watch", is_flag=True, help=words("Watch the match once it is played.", "Regarde le match une fois joué.")
)
@json_option
@click.option(
    "--strict",
    is_flag=True,
    help=words(
        f"End with exit code {Exit.CHAMPION_FAILED.value} when a champion failed.",
        f"Finit avec le code {Exit.CHAMPION_FAILED.value} quand un champion a échoué.",
    ),
)
@hosting_options
@from_option
@click.option(
    "--live",
    metavar="[URL]",
    is_flag=False,
    flag_value="http://127.0.0.1:8000",
    help=words(
        "Show the match in a running arena while it is played.",
        "Montre le match dans une arène ouverte pendant qu'il se joue.",
    ),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help=words(
        f"Where the champion «{HTTP}» plays: a program that speaks the game's own protocol.  [default: {PORT}]",
        f"Où joue le champion « {HTTP} » : un programme qui parle le protocole du jeu.  [défaut : {PORT}]",
    ),
)
@backend_option
@french("""Joue un match de GAME entre CHAMPIONS : des fichiers, des dossiers, ou des noms de champions fournis ;
« http » est un programme qui joue par HTTP, là où le jeu a un protocole pour cela.""")
def command(
    champions: tuple[str, ...], repeat: int, watch: bool, times: bool, as_json: bool, strict: bool, **asked: Any
) -> int:
    """Play a match of GAME between CHAMPIONS: files, folders, or names of bundled ones; «http» is a program that plays
    over HTTP, where the game has a protocol for that."""
    live, log, profile, port = (asked.pop(name) for name in ("live", "log", "profile", "port"))
    for option, given in {"--watch": watch, "--log": log, "--times": times, "--profile": profile}.items():
        if given and (as_json or repeat > 1):
            raise click.UsageError(
                words(
                    f"{option} goes neither with --json nor with --repeat",
                    f"{option} ne va ni avec --json ni avec --repeat",
                )
            )
    if live and repeat > 1:
        raise click.UsageError(words("--live does not go with --repeat", "--live ne va pas avec --repeat"))
    if HTTP in champions and repeat > 1:
        raise click.UsageError(words(f"{HTTP} does not go with --repeat", f"{HTTP} ne va pas avec --repeat"))
    if HTTP not in champions and port is not None:
        raise click.UsageError(words(f"--port goes with the champion {HTTP}", f"--port va avec le champion {HTTP}"))
    if profile:
        unisolated(asked, "--profile")
    hosting, options = hosting_of(asked)
    matches: list[Played] = []
    with _prestarted(asked["game"], champions, hosting):
        try:
            plan = _plan(champions, repeat, hosting, options, **asked)
            plan = plan._replace(live=live, log=log, profile=profile, port=PORT if port is None else port)
            _require_viewer(plan)
            sources = [(name, name) for name in dict.fromkeys(champions)]
            warn_of_presets(plan.game, sources, once_more("joute", "run", asked["game"], *champions))
            for played in _matches(plan):
                matches.append(played)
                if as_json:
                    _print_json(played)
                elif repeat == 1:
                    _print_one(played, plan.again(played.seed), watch, times)
        finally:
            if matches and repeat > 1 and not as_json:
                _print_many(matches, plan)
    return _code(matches, strict)


@contextmanager
def _prestarted(game: str, champions: tuple[str, ...], hosting: Hosting) -> Iterator[None]:
    """Have hosts of champions load beside the command, where champions get any."""
    if sys.platform != "linux":
        yield
        return
    from joute.champions.hosting import prestart

    try:
        prestart.start(game, champions, hosting)
        yield
    finally:
        prestart.dismiss()


def _code(matches: list[Played], strict: bool) -> int:
    if any(played.match.void for played in matches):
        return Exit.OUR_FAILURE
    return Exit.CHAMPION_FAILED if strict and any(played.match.failed for played in matches) else Exit.DONE


# What is to be played


def _plan(
    champions: tuple[str, ...],
    repeat: int,
    hosting: Hosting,
    options: list[str],
    game: str,
    preset: str | None,
    assignments: tuple[str, ...],
    board: str | None,
    seed: int | None,
    output: Path | None,
    start: str | None,
    notes: bool,
) -> RunPlan:
    from joute.cli.libraries.choice import ready

    given = {"--preset": preset, "--set": assignments, "--board": board, "--seed": seed}
    resumed = None if start is None else resumed_table(game, start, given)
    chosen = chosen_game(game, preset, assignments) if resumed is None else resumed.game
    first = resumed.seed if resumed is not None else seed or 0
    _require_champions(chosen, len(champions), resumed)
    if first + repeat - 1 > SEED_MOST:
        raise click.UsageError(
            words(
                f"--seed {first} --repeat {repeat}: the last seed would be greater than {SEED_MOST}",
                f"--seed {first} --repeat {repeat} : la dernière graine dépasserait {SEED_MOST}",
            )
        )
    chosen, text = on_board(chosen, board, len(champions), first)
    chosen = ready(chosen) if resumed is None else chosen
    command = ["joute", "run", game, *champions, *options]
    for name, value in (("--preset", preset), ("--board", board), ("--from", start)):
        command += [name, value] if value is not None else []
    for assignment in assignments:
        command += ["--set", assignment]
    origin = None
    if start is not None and resumed is not None:
        from joute.match.start import origin_of

        origin = origin_of(start, resumed)
    again = shlex.join(command)
    return RunPlan(chosen, champions, text, first, repeat, output, resumed, hosting, again, notes, origin=origin)


def _require_champions(game: Game, count: int, resumed: Table | None) -> None:
    least, most = (resumed.seats,) * 2 if resumed is not None else (game.info.seats_least, game.info.seats_most)
    if not least <= count <= most:
        raise click.UsageError(
            words(
                f"{game.name} is played by {players(least, most)} champions here; {count} given",
                f"{game.name} se joue ici à {players(least, most)} champions ; {count} donné{'s' if count > 1 else ''}",
            )
        )


def _require_viewer(plan: RunPlan) -> None:
    """Check that the viewer is built before anything is played."""
    if plan.paged:
        from joute.web.film.single import viewer

        viewer()
    elif plan.notes:
        raise click.UsageError(
            words(
                "--notes is for pages (-o match.html); a replay always holds them",
                "--notes est pour les pages (-o match.html) ; un replay les contient toujours",
            )
        )


# Playing


def _matches(plan: RunPlan) -> Iterator[Played]:
    with _progress(plan.repeat) as advance:
        for seed in range(plan.seed, plan.seed + plan.repeat):
            yield _match(plan, seed)
            advance()


def _match(plan: RunPlan, seed: int) -> Played:
    from joute.cli.output.report import Played
    from joute.match.play import MatchSpec, play_match
    from joute.match.replay import Recorder

    path = None if plan.paged else plan.path(seed)
    table, limits = plan.table(seed), plan.hosting.limits_record(plan.game)
    with Recorder(path) as recorder, _broadcast(plan, recorder) as target, _programs(plan, table) as hands:
        try:
            players = _players(plan, seed, hands)
            profiles = _profiles(players) if plan.profile else ()
            spec = MatchSpec(table, players, target, limits, plan.resumed is not None, plan.origin)
            match = play_match(spec, _logging(plan.champions) if plan.log else None)
        except KeyboardInterrupt:
            saved = (
                words(f"; the replay {path} holds what was played", f" ; le replay {path} contient ce qui a été joué")
                if path and recorder.lines
                else ""
            )
            raise Stop(Exit.INTERRUPTED, f"{read_here(INTERRUPTED)}{saved}") from None
        except OSError as error:
            if path is None or str(error.filename) != str(path):
                raise
            raise Stop(
                Exit.USAGE,
                words(
                    f"{path}: cannot be written: {error.strerror}", f"{path} : écriture impossible : {error.strerror}"
                ),
            ) from error
    played = Played(plan.game, plan.champions, seed, match, path, profiles=profiles)
    return played._replace(page=_page(plan, played)) if plan.paged else played


def _logging(names: tuple[str, ...]) -> Watcher:
    """--log"""
    from joute.cli.output.notes import phase_notes

    def show(_: Table, line: PhaseLine) -> None:
        for text in phase_notes(line, names):
            print(text, flush=True)

    return show


@contextmanager
def _programs(plan: RunPlan, table: Table) -> Iterator[Hands | None]:
    """A server for the programs that play over HTTP, if there are any, until they have heard who has won."""
    if HTTP not in plan.champions:
        yield None
        return
    from joute.cli.programs import seated

    names = [None if name == HTTP else name for name in plan.champions]
    with seated(table, names, plan.port, plan.hosting.limits.clock) as hands:
        yield hands


def _players(plan: RunPlan, seed: int, hands: Hands | None) -> list[Player]:
    from joute.champions.sources.find import find
    from joute.match.player import all_or_none

    hosting = plan.hosting
    players = all_or_none(
        find(plan.game, name, seed, hosting) if hands is None or name != HTTP else hands.client(seat, name)
        for seat, name in enumerate(plan.champions)
    )
    if hosting.pin:
        from joute.champions.hosting.cores import pin

        pin(players, hosting.warn)
    return players


def _profiles(players: Sequence[Player]) -> tuple[Profile | None, ...]:
    """--profile"""
    from joute.champions.players.python import PythonChampion

    return tuple(player.measure() if isinstance(player, PythonChampion) else None for player in players)


def _broadcast(plan: RunPlan, recorder: Recorder) -> Recorder:
    """--live"""
    if plan.live is None:
        return recorder
    from joute.cli.player.live import Broadcast

    return Broadcast(recorder, plan.live)


def _page(plan: RunPlan, played: Played) -> Path:
    from joute.cli.output.page import write_page

    path = plan.path(played.seed)
    assert path is not None
    write_page(path, played.replay, plan.notes)
    return path


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """A bar on standard error when there are many matches and they take a while; gives what to call after each."""
    if total == 1 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    from joute.cli.output.printing import console

    began = time.monotonic()
    with Progress(console=console(stderr=True), transient=True, disable=True) as bar:
        task = bar.add_task(words("matches", "matchs"), total=total)

        def advance() -> None:
            if bar.disable and time.monotonic() - began > SILENT_S:
                bar.disable = False
                bar.start()
            bar.update(task, advance=1)

        yield advance


# Printing


def _print_json(played: Played) -> None:
    from joute.cli.output.printing import print_json
    from joute.cli.output.report import as_json, print_void

    print_json(as_json(played))
    if played.match.void:
        print_void(played)


def _print_one(played: Played, again: str, watch: bool, times: bool) -> None:
    from joute.cli.output.profile import print_profile, print_times
    from joute.cli.output.report import print_faults, print_match, print_next, print_void

    if played.match.void:
        print_void(played)
        return
    if watch:
        _watch(played)
    print_match(played)
    if times:
        print_times([played.called(seat) for seat in range(len(played.names))], played.phases)
    for name, profile in zip(played.names, played.profiles, strict=False):
        if profile is not None:
            print_profile(name, profile)
    print_faults(played, again)
    print_next(played, again)


def _print_many(matches: list[Played], plan: RunPlan) -> None:
    from joute.cli.output.report import print_faults, print_summary, print_void

    print_summary(matches)
    failed = next((played for played in matches if played.match.failed), None)
    if failed is not None:
        print(
            words(f"\nThe first failure, on seed {failed.seed}:", f"\nLe premier échec, sur la graine {failed.seed} :")
        )
        print_faults(failed, plan.again(failed.seed))
    for played in matches:
        if played.match.void:
            print_void(played)
    if plan.output is not None:
        first, last = (plan.path(played.seed) for played in (matches[0], matches[-1]))
        print(
            words(
                f"\n{'Pages' if plan.paged else 'Replays'} in {first} to {last}",
                f"\n{'Pages' if plan.paged else 'Replays'} : de {first} à {last}",
            )
        )


def _watch(played: Played) -> None:
    from joute.match.positions import Positions

    from .watch import play

    play(Positions(played.replay))
