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


def seed_option(**settings: Any) -> Callable[[F], F]:
    kind = click.IntRange(0, SEED_MOST)
    return click.option("--seed", type=kind, metavar="N", help="What chance follows from (0).", **settings)


def file_argument(name: str, **settings: Any) -> Callable[[F], F]:
    return click.argument(name, type=click.Path(path_type=Path), **settings)


def chosen_game(name: str, preset: str | None = None, assignments: Sequence[str] = ()) -> Game:
    """The game a person named, with the parameters they set."""
    from joute.core.params import parse_assignment
    from joute.core.registry import load_game

    return load_game(name, preset, **dict(parse_assignment(text) for text in assignments))


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
