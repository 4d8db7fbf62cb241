"""What several commands ask for: a game with its preset and parameters, a seed, JSON."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from joute.core.text import words

if TYPE_CHECKING:
    from joute.arena.jobs.executors import Executor
    from joute.arena.jobs.packages import Packages
    from joute.champions.sandbox.limits import Hosting
    from joute.core.game import Game

F = TypeVar("F", bound=Callable[..., Any])
SEED_MOST = 2**64 - 1
BACKENDS, BACKEND = ("interpreted", "native"), "JOUTE_BACKEND"
"""As in `core/game.py`, which help does without."""


def examples(*lines: str) -> str:
    """The epilog of a command."""
    return "\n".join(["\b", words("Examples:", "Exemples :"), *(f"  {line}" for line in lines)])


def game_options(command: F) -> F:
    """--preset and --set."""
    command = click.option(
        "--set",
        "assignments",
        multiple=True,
        metavar="NAME=VALUE",
        help=words("Set a parameter; may be repeated.", "Règle un paramètre ; peut être répété."),
    )(command)
    return click.option(
        "--preset",
        metavar="NAME",
        help=words("A named set of parameter values.", "Un jeu de valeurs des paramètres, par son nom."),
    )(command)


def board_option(command: F) -> F:
    """--board"""
    return click.option(
        "--board",
        metavar="FILE|NAME",
        help=words(
            "A board file, or a board that comes with the game.",
            "Un fichier de carte, ou une carte fournie avec le jeu.",
        ),
    )(command)


def json_option(command: F) -> F:
    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        help=words("Print JSON, for programs.", "Écrit du JSON, pour les programmes."),
    )(command)


def backend_option(command: F) -> F:
    """--backend: for this command, and for the processes that it starts."""
    return click.option(
        "--backend",
        type=click.Choice(BACKENDS),
        expose_value=False,
        callback=_backend,
        help=words(
            "Play on the text of the rules, or on the game's library, which is much faster.  "
            "[default: native where there is a library]",
            "Joue sur le texte des règles (interpreted), ou sur la bibliothèque du jeu (native), bien plus "
            "rapide.  [défaut : native là où il y a une bibliothèque]",
        ),
    )(command)


def _backend(context: click.Context, parameter: click.Parameter, backend: str | None) -> None:
    if backend is not None:
        before = os.environ.get(BACKEND)
        os.environ[BACKEND] = backend
        context.call_on_close(lambda: _restore(before))


def _restore(backend: str | None) -> None:
    if backend is None:
        del os.environ[BACKEND]
    else:
        os.environ[BACKEND] = backend


def notes_option(command: F) -> F:
    return click.option(
        "--notes",
        is_flag=True,
        help=words(
            "In a page, show what the champions noted for themselves (joute.debug).",
            "Dans une page, montre ce que les champions ont noté pour eux-mêmes (joute.debug).",
        ),
    )(command)


def profile_option(command: F) -> F:
    """--profile"""
    return click.option(
        "--profile",
        is_flag=True,
        help=words(
            "Say in which functions Python champions spent their time. Without clock and isolation.",
            "Dit dans quelles fonctions les champions en Python ont passé leur temps. Sans horloge ni isolation.",
        ),
    )(command)


def store_option(command: F) -> F:
    """--store"""
    return click.option(
        "--store",
        metavar="FOLDER|URL",
        help=words(
            "The store: a folder, or a postgresql:// address.  [default: joute-store]",
            "L'entrepôt : un dossier, ou une adresse postgresql://.  [défaut : joute-store]",
        ),
    )(command)


def repeated_options() -> str:
    """What `game_options` and --board were given, to repeat in a follow-up command."""
    others = {str(option.name) for option in click.get_current_context().command.params}
    return "".join(f" {shlex.quote(word)}" for word in given_options(*others - {"preset", "board", "assignments"}))


def executor_options(command: F) -> F:
    """Where many matches are played."""
    for option in (
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help=words(
                "Play on a Dask cluster: the address of its scheduler, or «local» for one on this machine.",
                "Joue sur une grappe Dask : l'adresse de son ordonnanceur, ou « local » pour une grappe sur cette "
                "machine.",
            ),
        ),
        click.option(
            "--workers",
            type=click.IntRange(1),
            metavar="N",
            help=words("Processes here.  [default: all cores]", "Processus ici.  [défaut : tous les cœurs]"),
        ),
    ):
        command = option(command)
    return command


def executor_words() -> list[str]:
    """What `executor_options` were given, to repeat in a follow-up command."""
    given = click.get_current_context().params
    return [
        word for name in ("workers", "cluster") if given[name] is not None for word in (f"--{name}", str(given[name]))
    ]


def executor_of(workers: int | None, cluster: str | None, packages: Packages, live: Path | None = None) -> Executor:
    """What `executor_options` were given; `live`: where matches on this machine are shown as they are played."""
    if cluster is None:
        from joute.arena.jobs.executors.local import LocalExecutor

        return LocalExecutor(workers, packages, live)
    from joute.arena.jobs.executors.dask import DaskExecutor

    from .exits import say

    return DaskExecutor(None if cluster == "local" else cluster, packages, workers, say)


def given_options(*left_out: str, **changed: str) -> list[str]:
    """The options that this command was given, to repeat in another: without some, and with other values for some."""
    context = click.get_current_context()
    repeated: list[str] = []
    for option in context.command.params:
        name = str(option.name)
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        value = changed.get(name, context.params.get(name) if given else None)
        if isinstance(option, click.Option) and name not in left_out and value is not None:
            for one in value if isinstance(value, tuple) else (value,):
                repeated += [max(option.opts, key=len), *([] if option.is_flag else [str(one)])]
    return repeated


LEVELS = ("none", "process", "sandbox")
HOSTING = ("isolation", "time_ms", "bank_ms", "memory_mb", "no_clock", "clock", "pin")
"""The names of `hosting_options`."""


def hosting_options(command: F) -> F:
    """How champions that are not bundled are kept apart, and for how long they may think."""
    for option in (
        click.option(
            "--pin",
            is_flag=True,
            help=words(
                "Give each champion a core of its own, where there are enough.",
                "Donne à chaque champion un cœur à lui, s'il y en a assez.",
            ),
        ),
        click.option(
            "--no-clock",
            is_flag=True,
            help=words(
                "Measure times, but stop nobody for them.", "Mesure les temps, mais n'arrête personne pour cela."
            ),
        ),
        click.option(
            "--clock",
            type=click.Choice(["wall", "cpu"]),
            help=words(
                "On a busy machine, cpu: waiting for a core does not count.  [default: wall]",
                "Sur une machine occupée, cpu : attendre un cœur ne compte pas.  [défaut : wall]",
            ),
        ),
        click.option(
            "--memory-mb",
            type=click.IntRange(32),
            metavar="N",
            help=words("Memory of a champion.  [default: 512]", "Mémoire d'un champion.  [défaut : 512]"),
        ),
        click.option(
            "--bank-ms",
            type=click.IntRange(0),
            metavar="N",
            help=words("Bank for overruns.  [default: 10000]", "Réserve pour les dépassements.  [défaut : 10000]"),
        ),
        click.option(
            "--time-ms",
            type=click.IntRange(1),
            metavar="N",
            help=words("Time for a callback.  [default: 1000]", "Temps pour un appel.  [défaut : 1000]"),
        ),
        click.option(
            "--isolation",
            type=click.Choice(LEVELS),
            help=words(
                "How champions that are not bundled are kept apart; none: those in Python without a clock.  "
                "[default: sandbox, or else process]",
                "Comment isoler les champions qui ne sont pas fournis ; none : ceux en Python sans horloge.  "
                "[défaut : sandbox, sinon process]",
            ),
        ),
    ):
        command = option(command)
    return command


def hosting_of(asked: dict[str, Any]) -> tuple[Hosting, list[str]]:
    """Take the hosting options out of `asked`; returns them, and the arguments that repeat them."""
    import sys

    from joute.champions.hosting.clock import traced
    from joute.champions.sandbox.limits import Hosting, Level, Limits

    from .exits import say

    given = {name: asked.pop(name) for name in HOSTING}
    if given["no_clock"] and given["clock"] is not None:
        raise click.UsageError(
            words("--clock and --no-clock contradict each other", "--clock et --no-clock se contredisent")
        )
    arguments: list[str] = []
    for name, value in given.items():
        if value is not None and value is not False:
            arguments += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    numbers = {name: given[name] for name in ("time_ms", "bank_ms", "memory_mb") if given[name] is not None}
    debugged = sys.gettrace() is not None or traced(os.getpid())
    clock = {"clock": not (given["no_clock"] or debugged), "forgive_waits": given["clock"] == "cpu"}
    limits = Limits(**numbers, **clock)
    level = Level(given["isolation"] or Level.SANDBOX)
    return Hosting(level, limits, pin=given["pin"], warn=say, fall_back=given["isolation"] is None), arguments


def unisolated(asked: dict[str, Any], option: str) -> None:
    """Of the hosting options, choose those that an option needs which works in our own process alone."""
    if asked["isolation"] not in (None, "none"):
        raise click.UsageError(
            words(
                f"{option} does not go with --isolation {asked['isolation']}: it needs none",
                f"{option} ne va pas avec --isolation {asked['isolation']} : il faut none",
            )
        )
    if asked["clock"] is not None:
        raise click.UsageError(words(f"{option} does not go with --clock", f"{option} ne va pas avec --clock"))
    asked |= {"isolation": "none", "no_clock": True}


def seed_option(default: int | None, preset: bool = True) -> Callable[[F], F]:
    """--seed; without `preset` the command sees None where none was given. Default None: at random."""
    return click.option(
        "--seed",
        type=int,
        metavar="N",
        default=default if preset else None,
        callback=_seed,
        help=words(
            f"The seed of all that is random.  [default: {'at random' if default is None else default}]",
            f"La graine de tout ce qui est tiré au hasard.  [défaut : {'au hasard' if default is None else default}]",
        ),
    )


def _seed(context: click.Context, parameter: click.Parameter, seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed <= SEED_MOST:
        raise click.BadParameter(
            words(f"{seed} is not in the range 0 to {SEED_MOST}", f"{seed} n'est pas entre 0 et {SEED_MOST}")
        )
    return seed


def file_argument(name: str, **settings: Any) -> Callable[[F], F]:
    return click.argument(name, type=click.Path(path_type=Path), **settings)


def chosen_game(name: str, preset: str | None = None, assignments: Sequence[str] = ()) -> Game:
    """The game a person named, with the parameters they set."""
    from joute.core.params import parse_assignment
    from joute.core.registry import settled_game

    return settled_game(name, preset, dict(parse_assignment(text) for text in assignments))


def default_game() -> str:
    """The game that is shown where none is named: the first with champions of its own."""
    from joute.core.folder import game_folder
    from joute.core.registry import game_names

    names = game_names()
    return next((name for name in names if any((game_folder(name) / "champions").glob("*.py"))), names[0])
