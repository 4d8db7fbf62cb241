"""What several commands ask for: a game with its preset and parameters, a seed, JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from joute.core.game import Game

F = TypeVar("F", bound=Callable[..., Any])
SEED_MOST = 2**64 - 1


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


def seed_option(default: int, preset: bool = True) -> Callable[[F], F]:
    """--seed; without `preset` the command sees None where none was given."""
    return click.option(
        "--seed",
        type=int,
        metavar="N",
        default=default if preset else None,
        callback=_seed,
        help=f"The seed of all that is random.  [default: {default}]",
    )


def _seed(context: click.Context, parameter: click.Parameter, seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed <= SEED_MOST:
        raise click.BadParameter(f"{seed} is not in the range 0 to {SEED_MOST}")
    return seed


def file_argument(name: str, **settings: Any) -> Callable[[F], F]:
    return click.argument(name, type=click.Path(path_type=Path), **settings)


def has_numba() -> bool:
    """Whether compiled play is possible here."""
    from importlib.util import find_spec

    return find_spec("numba") is not None


def chosen_game(name: str, preset: str | None = None, assignments: Sequence[str] = ()) -> Game:
    """The game a person named, with the parameters they set."""
    from joute.core.params import parse_assignment
    from joute.core.registry import settled_game

    return settled_game(name, preset, dict(parse_assignment(text) for text in assignments))


def default_game() -> str:
    """The game that is shown where none is named: the first with champions of its own."""
    from joute.core.registry import game_names

    names = game_names()
    return next((name for name in names if any((game_folder(name) / "champions").glob("*.py"))), names[0])


def game_folder(name: str) -> Path:
    """The folder of a game, without loading its rules."""
    from importlib import import_module

    from joute.core.registry import GAMES, game_info

    game_info(name)
    return Path(import_module(f"{GAMES}.{name}").__path__[0])
