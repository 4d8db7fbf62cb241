"""What several commands ask for: a game with its preset and parameters, a seed, JSON."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

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
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def game_options(command: F) -> F:
    """--preset and --set."""
    command = click.option(
        "--set", "assignments", multiple=True, metavar="NAME=VALUE", help="Set a parameter; may be repeated."
    )(command)
    return click.option("--preset", metavar="NAME", help="A named set of parameter values.")(command)


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(command)


def backend_option(command: F) -> F:
    """--backend: for this command, and for the processes that it starts."""
    return click.option(
        "--backend",
        type=click.Choice(BACKENDS),
        expose_value=False,
        callback=_backend,
        help="Play on the text of the rules, or on the game's library, which is much faster.  "
        "[default: native where there is a library]",
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
        "--notes", is_flag=True, help="In a page, show what the champions noted for themselves (joute.debug)."
    )(command)


def profile_option(command: F) -> F:
    """--profile"""
    return click.option(
        "--profile",
        is_flag=True,
        help="Say in which functions Python champions spent their time. Without clock and isolation.",
    )(command)


def store_option(command: F) -> F:
    """--store"""
    return click.option(
        "--store", metavar="FOLDER|URL", help="The store: a folder, or a postgresql:// address.  [default: joute-store]"
    )(command)


def executor_options(command: F) -> F:
    """Where many matches are played."""
    for option in (
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Play on a Dask cluster: the address of its scheduler, or «local» for one on this machine.",
        ),
        click.option("--workers", type=click.IntRange(1), metavar="N", help="Processes here.  [default: all cores]"),
    ):
        command = option(command)
    return command


def executor_words() -> list[str]:
    """What `executor_options` were given, to repeat in a follow-up command."""
    given = click.get_current_context().params
    return [
        word for name in ("workers", "cluster") if given[name] is not None for word in (f"--{name}", str(given[name]))
    ]


def executor_of(workers: int | None, cluster: str | None, packages: Packages) -> Executor:
    """What `executor_options` were given."""
    if cluster is None:
        from joute.arena.jobs.executors.local import LocalExecutor

        return LocalExecutor(workers, packages)
    from joute.arena.jobs.executors.dask import DaskExecutor

    from .exits import say

    return DaskExecutor(None if cluster == "local" else cluster, packages, workers, say)


def given_options(*left_out: str, **changed: str) -> list[str]:
    """The options that this command was given, to repeat in another: without some, and with other values for some."""
    context = click.get_current_context()
    words: list[str] = []
    for option in context.command.params:
        name = str(option.name)
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        value = changed.get(name, context.params.get(name) if given else None)
        if isinstance(option, click.Option) and name not in left_out and value is not None:
            for one in value if isinstance(value, tuple) else (value,):
                words += [max(option.opts, key=len), *([] if option.is_flag else [str(one)])]
    return words


LEVELS = ("none", "process", "sandbox")
HOSTING = ("isolation", "time_ms", "bank_ms", "memory_mb", "no_clock", "clock", "pin")
"""The names of `hosting_options`."""


def hosting_options(command: F) -> F:
    """How champions that are not bundled are kept apart, and for how long they may think."""
    for option in (
        click.option("--pin", is_flag=True, help="Give each champion a core of its own, where there are enough."),
        click.option("--no-clock", is_flag=True, help="Measure times, but stop nobody for them."),
        click.option(
            "--clock",
            type=click.Choice(["wall", "cpu"]),
            help="On a busy machine, cpu: waiting for a core does not count.  [default: wall]",
        ),
        click.option("--memory-mb", type=click.IntRange(32), metavar="N", help="Memory of a champion.  [default: 512]"),
        click.option("--bank-ms", type=click.IntRange(0), metavar="N", help="Bank for overruns.  [default: 10000]"),
        click.option("--time-ms", type=click.IntRange(1), metavar="N", help="Time for a callback.  [default: 1000]"),
        click.option(
            "--isolation",
            type=click.Choice(LEVELS),
            help="How champions that are not bundled are kept apart.  [default: sandbox, or else process]",
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
        raise click.UsageError(f"{option} does not go with --isolation {asked['isolation']}: it needs none")
    asked |= {"isolation": "none", "no_clock": True}


def seed_option(default: int | None, preset: bool = True) -> Callable[[F], F]:
    """--seed; without `preset` the command sees None where none was given. Default None: at random."""
    return click.option(
        "--seed",
        type=int,
        metavar="N",
        default=default if preset else None,
        callback=_seed,
        help=f"The seed of all that is random.  [default: {'at random' if default is None else default}]",
    )


def _seed(context: click.Context, parameter: click.Parameter, seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed <= SEED_MOST:
        raise click.BadParameter(f"{seed} is not in the range 0 to {SEED_MOST}")
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
