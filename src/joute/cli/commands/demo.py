"""joute demo"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from joute.cli.exits import INTERRUPTED, Exit, Stop
from joute.cli.french import french
from joute.cli.options import backend_option, chosen_game, default_game, examples, seed_option
from joute.core.text import read_here, words

if TYPE_CHECKING:
    from joute.cli.player.terminal import Terminal
    from joute.core.game import Game
    from joute.core.table import Table

REPLAY = Path("replays") / "demo.jsonl"
PAUSE_S = 0.08
EVERY = 25
"""Where nobody watches, only so many frames are printed."""


@click.command("demo", epilog=examples("joute demo", "joute demo GAME", "joute demo --fast --seed 7"))
@click.argument("game", required=False)
@seed_option(1)
@click.option(
    "--fast",
    is_flag=True,
    help=words("No pause between the frames, and few of them.", "Sans pause entre les images, et peu d'images."),
)
@backend_option
@french("Montre un match de GAME entre deux champions fournis, coup par coup. Ctrl-C l'arrête à tout moment.")
def command(game: str | None, seed: int, fast: bool) -> None:
    """Watch a match of GAME between two bundled champions, move by move. Ctrl-C ends it at any moment."""
    from joute.cli.libraries.choice import ready

    chosen = ready(chosen_game(game or default_game()))
    names = _names(chosen)
    try:
        REPLAY.parent.mkdir(exist_ok=True)
        _play(chosen, names, seed, slowly=sys.stdin.isatty() and sys.stdout.isatty() and not fast)
    except KeyboardInterrupt:
        saved = (
            words(f"; the replay {REPLAY} holds what was played", f" ; le replay {REPLAY} contient ce qui a été joué")
            if REPLAY.exists()
            else ""
        )
        raise Stop(Exit.INTERRUPTED, f"{read_here(INTERRUPTED)}{saved}") from None
    except OSError as error:
        if not str(error.filename).startswith(str(REPLAY.parent)):
            raise
        raise Stop(
            Exit.USAGE,
            words(
                f"{REPLAY}: cannot be written here: {error.strerror}",
                f"{REPLAY} : écriture impossible ici : {error.strerror}",
            ),
        ) from error


def _names(game: Game) -> list[str]:
    """The game's own champions, as many as play, and chance for the rest."""
    from joute.champions.sources.find import bundled

    own = [champion for champion, path in bundled(game).items() if path is not None]
    return [*own, *["random"] * game.info.seats][: game.info.seats]


def _play(game: Game, names: list[str], seed: int, slowly: bool) -> None:
    from joute.champions.sources.find import find
    from joute.cli.output.report import Played, print_match
    from joute.cli.player.terminal import Terminal
    from joute.core.table import Table
    from joute.match.play import MatchSpec, play_match
    from joute.match.positions import listen
    from joute.match.replay import Recorder

    table = Table(game, seats=len(names), seed=seed)
    listen(table)
    players = [find(game, name, seed) for name in names]
    with Recorder(REPLAY) as recorder:
        spec = MatchSpec(table, players, recorder)
        frames = Printed(names)
        if slowly:
            with Terminal() as terminal:
                match = play_match(spec, OnScreen(terminal, names))
        else:
            match = play_match(spec, frames)
    if match.void:
        raise RuntimeError(match.void)
    frames.frame(table)
    print_match(Played(game, tuple(names), seed, match, REPLAY))
    _print_next(game, names)


class OnScreen:
    """Draws every phase on the whole screen and pauses; q ends the pauses."""

    def __init__(self, terminal: Terminal, names: list[str]) -> None:
        self.terminal = terminal
        self.names = names
        self.patient = True

    def __call__(self, table: Table, line: Any) -> None:
        from joute.cli.player.drawing import drawn
        from joute.match.positions import listen

        if self.patient:
            self.terminal.show(
                drawn(table, self.names),
                [(words("q: go to the end   Ctrl-C: stop", "q : aller à la fin   Ctrl-C : arrêter"), "dim")],
            )
            self._pause()
        listen(table)

    def _pause(self) -> None:
        due = time.monotonic() + PAUSE_S
        while self.patient and (left := due - time.monotonic()) > 0:
            self.patient = self.terminal.key(left) != "q"


class Printed:
    """Prints a phase now and then."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.phases = 0

    def __call__(self, table: Table, line: Any) -> None:
        from joute.match.positions import listen

        if self.phases % EVERY == 0 and table.turn.seats:
            self.frame(table)
        self.phases += 1
        listen(table)

    def frame(self, table: Table) -> None:
        from joute.cli.output.paint import print_lines
        from joute.cli.player.drawing import drawn

        print_lines([*drawn(table, self.names), []])


def _print_next(game: Game, names: list[str]) -> None:
    ideas = {
        f"joute watch {REPLAY}": words("step through it, forwards and backwards", "pas à pas, en avant et en arrière"),
        f"joute rules {game.name}": words("how the game is played", "comment on y joue"),
        f"joute champions {game.name}": words("who else plays it", "qui d'autre y joue"),
        f"joute run {game.name} mine.py {names[0]} --watch": words(
            "your own champion, once you have written it", "votre propre champion, une fois écrit"
        ),
    }
    print(words(f"\nThe replay is in {REPLAY}. Next:", f"\nLe replay est dans {REPLAY}. Ensuite :"))
    for line, why in ideas.items():
        print(f"  {line:<{max(map(len, ideas))}}  {why}")
