"""Environments for learning, by name: the game and a version, raised when a number or an observation changes.

    env = joute.env.make("GAME_v1", preset="finale")             # AEC: one order a step
    env = joute.env.make_parallel("GAME_v1")                     # a step is a phase
    env = joute.env.make_vec("GAME_v1", 1024)                    # many games at once
    env = joute.env.GAME_v1.env()                                # as PettingZoo's own modules

`docs/en/learning.md` says what observations, numbers and rewards are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from joute.core.registry import game_names, settled_game

if TYPE_CHECKING:
    from .aec import SeatsInTurn
    from .episode import Setting
    from .parallel import SeatsAtOnce
    from .vector import ManyGames

VERSION = 1
"""Of the numbers of orders, of observations and of rewards, for all games."""
NEEDED = ("numpy", "gymnasium", "pettingzoo")


def names() -> list[str]:
    """The names of all environments."""
    return [f"{game}_v{VERSION}" for game in game_names()]


def make(name: str, *, preset: str | None = None, **options: Any) -> SeatsInTurn:
    """The environment of a game in which each step is one order.

    `boards` are the texts of the boards to play on, of one size: each match has one of them, without any the game's
    default board. `rows` is how many rows of a table are shown, by its name, where boards to come may have more than
    these. `seats` is how many play, `backend` as `Game.on` takes it. All else is a parameter of the game.
    """
    setting = setting_of(name, preset=preset, **options)
    from .aec import SeatsInTurn

    return SeatsInTurn(setting)


def make_parallel(name: str, *, preset: str | None = None, orders: int | None = None, **options: Any) -> SeatsAtOnce:
    """The environment of a game whose seats act at once, in which each step is a phase and a seat gives up to `orders`
    numbers in it. The other options are those of `make`."""
    setting = setting_of(name, preset=preset, **options)
    from .parallel import ORDERS, SeatsAtOnce

    return SeatsAtOnce(setting, ORDERS if orders is None else orders)


def make_vec(
    name: str, games: int, *, preset: str | None = None, autoreset: str = "SameStep", **options: Any
) -> ManyGames:
    """So many games at once on `joute.Batch`, natively; the other options are those of `make`."""
    setting = setting_of(name, preset=preset, **options)
    from .vector import ManyGames

    return ManyGames(setting, games, autoreset)


def setting_of(
    name: str,
    *,
    preset: str | None = None,
    boards: Sequence[str] = (),
    seats: int | None = None,
    rows: Mapping[str, int] | None = None,
    backend: str | None = None,
    **params: Any,
) -> Setting:
    """The game, its boards and its numbers, for an environment of this name."""
    if name not in names():
        raise ValueError(f"environment {name!r} does not exist; there are {', '.join(names())}")
    missing = [module for module in NEEDED if find_spec(module) is None]
    if missing:
        raise ImportError(f"learning environments need {', '.join(missing)}; install them: pip install 'joute[rl]'")
    from .episode import Setting

    game = settled_game(name.rpartition("_v")[0], preset, params)
    return Setting(name, game.on(backend), boards, seats, rows)


def __getattr__(name: str) -> Any:
    """An environment as a module of PettingZoo: its `env`, `raw_env` and `parallel_env`, and `vector_env`."""
    if name not in names():
        raise AttributeError(f"module 'joute.env' has no attribute {name!r}")
    makers: dict[str, Any] = {"env": make, "raw_env": make, "parallel_env": make_parallel, "vector_env": make_vec}
    return SimpleNamespace(**{maker: partial(function, name) for maker, function in makers.items()})
