"""Debugging: a champion that stops before a callback, in the debugger of its language, on the terminal."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from threading import Thread
from types import FrameType

from joute.champions.errors import ChampionError
from joute.champions.languages.debugger import Debugger, Target
from joute.champions.languages.registry import languages
from joute.champions.players.lines import LinesChampion
from joute.champions.players.python import PythonChampion
from joute.champions.sources.recipe import Recipe
from joute.core.game import Game
from joute.core.text import Text
from joute.match.player import Player

PATIENCE_S = 1e6
"""Seconds for what has no clock."""
ONCE_IT_LISTENS = (
    'until grep -q " 0100007F:$0 00000000:0000 0A" /proc/net/tcp; do kill -0 "$1" 2> /dev/null || exit 99; sleep 0.05;'
    ' done; shift; exec "$@"'
)
"""Waits until a program listens at a port of this machine, then becomes its debugger; exits with NEVER if that ends."""
NEVER = 99


def debugged(player: Player, game: Game) -> AbstractContextManager[Callable[[], None]]:
    """Prepare a player that is not yet loaded; gives what stops it before its next callback.

    The player runs without isolation and without a clock. Raises ChampionError where it cannot be debugged.
    """
    if isinstance(player, PythonChampion):
        return player.debugged()
    recipe: Recipe | None = getattr(player, "recipe", None)
    language = None if recipe is None else languages().get(recipe.language)
    if recipe is None or language is None or language.debugger is None:
        raise ChampionError(
            Text(
                f"{player.name}: there is no debugger for this champion; print, or use «joute test»",
                f"{player.name} : il n'y a pas de débogueur pour ce champion ; affichez, ou servez-vous de "
                "« joute test »",
            )
        )
    missing = language.debugger.tools.missing
    if missing:
        raise ChampionError(
            Text(
                f"{player.name}: {missing[0]} is needed to debug it and is not there; on Debian and Ubuntu: "
                f"{language.debugger.tools.install}",
                f"{player.name} : {missing[0]} est nécessaire pour le déboguer et n'est pas là ; sur Debian et "
                f"Ubuntu : {language.debugger.tools.install}",
            )
        )
    return _outside(player, recipe, game, language.debugger)


@contextmanager
def _outside(player: Player, recipe: Recipe, game: Game, debugger: Debugger) -> Iterator[Callable[[], None]]:
    """A debugger that is another program. It has the terminal until it ends, which it does after the champion."""
    callbacks = tuple(dict.fromkeys(phase.callback for phase in game.phases))
    started: list[subprocess.Popen[bytes]] = []
    port = _prepared(player, debugger)

    def stop() -> None:
        pid = _handed_over(player)
        target = Target(recipe.folder.absolute(), recipe.entry, callbacks, pid, port, Path(scratch))
        command = debugger.command(target)
        started.append(subprocess.Popen(_patient(command, port, pid) if port else command))
        Thread(target=_go_on_without, args=(started[-1], pid), daemon=True).start()

    with tempfile.TemporaryDirectory(prefix="joute-") as scratch, _keyboard_of(started):
        try:
            yield stop
        finally:
            ends = [process.wait() for process in started]
    if NEVER in ends:
        raise ChampionError(
            Text(
                f"{player.name}: it does not wait for a debugger; the file of the API in its folder may be an old one: "
                f"«joute new {game.name} FOLDER --lang {recipe.language}» writes the one of today",
                f"{player.name} : il n'attend pas de débogueur ; le fichier de l'API dans son dossier est "
                f"peut-être ancien : « joute new {game.name} DOSSIER --lang {recipe.language} » écrit celui "
                "d'aujourd'hui",
            )
        )


def _prepared(player: Player, debugger: Debugger) -> int:
    """The port at which a player can be debugged, once it is loaded; 0 if by its pid."""
    if not isinstance(player, LinesChampion):
        return 0
    player.start_s = player.callback_s = PATIENCE_S
    assert debugger.run is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    player.recipe = player.recipe._replace(run=debugger.run(player.recipe.run, port))
    return port


def _handed_over(player: Player) -> int:
    """The pid of a player's process, which waits for the debugger."""
    from joute.champions.hosting.player import HostedChampion

    assert isinstance(player, (LinesChampion, HostedChampion))
    return player.hand_over()


def _patient(command: Sequence[str], port: int, pid: int) -> list[str]:
    return ["sh", "-c", ONCE_IT_LISTENS, f"{port:04X}", str(pid), *command]


def _go_on_without(debugger: subprocess.Popen[bytes], pid: int) -> None:
    """Once a debugger has ended, let the champion run: one that crashes leaves it stopped."""
    debugger.wait()
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGCONT)


@contextmanager
def _keyboard_of(debuggers: Sequence[subprocess.Popen[bytes]]) -> Iterator[None]:
    """Ctrl-C is the debugger's while there is one. A handler, since SIG_IGN would be inherited by it."""

    def interrupted(number: int, frame: FrameType | None) -> None:
        if debuggers and all(process.poll() is not None for process in debuggers):
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
