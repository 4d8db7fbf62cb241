"""The backend that a command plays on: what --backend asked for, or native where there is a library."""

from __future__ import annotations

from collections.abc import Sequence

from joute.champions.sources.find import policies
from joute.core.backends.building import require_tools
from joute.core.backends.library import BuildError, Machine, file_name, find, this_machine
from joute.core.game import INTERPRETED, NATIVE, Game, chosen_backend
from joute.core.registry import game_names, load_game
from joute.core.text import Text


def ready(game: Game, background: bool = True) -> Game:
    """The game on the backend that was asked for; its library is prepared."""
    prepare([game], background)
    return game.on()


def prepare_named(name: str, background: bool = True) -> None:
    """Prepare the library of a game that a file names; one that does not exist is refused when the file is played."""
    if name in game_names():
        prepare([load_game(name)], background)


def prepare(games: Sequence[Game], background: bool = True) -> None:
    """Build libraries that are missing: now if native play was asked for, else in the background or not at all."""
    asked = chosen_backend()
    if asked == INTERPRETED or not (background or asked):
        return
    machine = this_machine()
    missing = {game.name: file for game in games if (file := _missing(game, machine)) is not None}
    if not missing:
        return
    if asked == NATIVE:
        _build_now(list(missing), machine)
    elif machine is not None:
        import click

        from .background import begin

        context = click.get_current_context(silent=True)
        begin(missing, machine, quiet=bool(context and context.params.get("as_json")))


def _missing(game: Game, machine: Machine | None) -> str | None:
    """The name of a library that is not there, of a game or of one of its policies."""
    for policy in (None, *policies(game)):
        if find(game, machine, policy=policy) is None:
            return "" if machine is None else file_name(game, machine, policy=policy)
    return None


def _build_now(games: Sequence[str], machine: Machine | None) -> None:
    from .building import Order, built

    if machine is None:
        raise BuildError(
            Text(
                f"libraries are made for {', '.join(Machine)}, not for this machine: --backend {INTERPRETED}",
                f"les bibliothèques sont faites pour {', '.join(Machine)}, pas pour cette machine : --backend "
                f"{INTERPRETED}",
            )
        )
    require_tools([machine])
    built(Order(games, [machine]))
