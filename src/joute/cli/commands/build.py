"""joute build"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from joute.cli.exits import Exit
from joute.cli.french import french
from joute.cli.options import examples, json_option
from joute.core.text import words

if TYPE_CHECKING:
    from joute.core.backends.library import Machine

MACHINES = ("x86_64", "aarch64", "wasm32", "cuda")
"""As in `core/backends/library.py`, which help does without."""


@click.command(
    "build",
    epilog=examples(
        "joute build",
        "joute build GAME OTHER --force",
        "joute build --machine x86_64 --machine aarch64 --machine wasm32 --into libraries",
        "joute build --machine cuda",
        "joute build --json",
    ),
)
@click.argument("games", nargs=-1)
@click.option(
    "--machine",
    "machines",
    type=click.Choice(MACHINES),
    multiple=True,
    help=words(
        "What it is for; may be repeated.  [default: this machine, and wasm32 if its linker is there]",
        "Pour quelle machine ; peut être répété.  [défaut : celle-ci, et wasm32 si son éditeur de liens est là]",
    ),
)
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=words("Where to write them.  [default: your cache]", "Où les écrire.  [défaut : votre cache]"),
)
@click.option(
    "--force", is_flag=True, help=words("Build also what is there already.", "Construit aussi ce qui est déjà là.")
)
@json_option
@french("""Construit les bibliothèques de GAMES, ou de tous les jeux, et de leurs politiques, pour le jeu natif.

Il faut numba (pip install 'joute[build]'), un éditeur de liens et 15 à 50 secondes par jeu. Se servir d'une
bibliothèque ne demande rien.
""")
def command(games: tuple[str, ...], machines: tuple[str, ...], into: Path | None, force: bool, as_json: bool) -> int:
    """Build the libraries of GAMES, or of all games, and of their policies, for native play.

    It takes numba (pip install 'joute[build]'), a linker and 15 to 50 seconds a game. To use a library takes nothing.
    """
    from joute.cli.libraries.building import Order, built
    from joute.cli.output.printing import print_json
    from joute.core.backends.building import require_tools
    from joute.core.registry import game_info, game_names

    for game in games:
        game_info(game)
    wanted = _machines(machines)
    require_tools(wanted)
    order = Order(list(dict.fromkeys(games)) or game_names(), wanted, into and into.absolute(), force)
    built(order, print_json if as_json else lambda entry: print(summary(entry), flush=True))
    return Exit.DONE


def _machines(names: tuple[str, ...]) -> list[Machine]:
    """The machines that were named; without any, this one and WebAssembly."""
    from joute.core.backends.library import BuildError, Machine, this_machine
    from joute.core.backends.targets import linker

    if names:
        return [Machine(name) for name in dict.fromkeys(names)]
    machines = [this_machine() or Machine.WASM32]
    try:
        linker(Machine.WASM32)
    except BuildError:
        return machines
    return list(dict.fromkeys([*machines, Machine.WASM32]))


def summary(entry: dict[str, Any]) -> str:
    """One line for a person."""
    of = entry["game"] + (f", {entry['champion']}" if entry["champion"] else "")
    name = words(f"{of} for {entry['machine']}", f"{of} pour {entry['machine']}")
    if not entry["built"]:
        return words(f"{name}: there already, {entry['file']}", f"{name} : déjà là, {entry['file']}")
    return words(
        f"{name}: {entry['bytes'] / 1e3:,.0f} kB, {entry['seconds']:.1f} s, {entry['file']}",
        f"{name} : {entry['bytes'] / 1e3:,.0f} ko, {entry['seconds']:.1f} s, {entry['file']}",
    )
