"""joute play"""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from joute.cli.boards import on_board
from joute.cli.exits import Exit, Stop
from joute.cli.french import french
from joute.cli.options import (
    backend_option,
    board_option,
    chosen_game,
    examples,
    game_options,
    hosting_of,
    hosting_options,
    seed_option,
)
from joute.cli.positions import from_option, resumed_table
from joute.cli.presets import once_more, warn_of_presets
from joute.core.text import Text, words

from .games import players

if TYPE_CHECKING:
    from joute.champions.sandbox.limits import Hosting
    from joute.cli.play.person import Desk
    from joute.core.game import Game
    from joute.core.table import Table
    from joute.match.player import Player
    from joute.match.referee import MatchResult

ME = ("me", "moi")
PERSON = "me"
"""What a person is called in the record."""
FOLDER = Path("replays")
ROOM = (40, 12)
"""The least columns and rows of a screen to play on."""


class Seating(NamedTuple):
    """Who sits where: the name of a champion, or None for a person."""

    game: Game
    table: Table
    names: tuple[str | None, ...]
    hosting: Hosting
    resumed: bool
    path: Path

    @property
    def people(self) -> list[int]:
        return [seat for seat, name in enumerate(self.names) if name is None]

    @property
    def recorded(self) -> list[str]:
        """The names as the replay has them."""
        return [PERSON if name is None else name for name in self.names]


@click.command(
    "play",
    epilog=examples(
        "joute play GAME",
        "joute play GAME mine.py --seat 1",
        "joute play GAME me me                 " + words("# two people at one terminal", "# à deux sur un terminal"),
        "joute play GAME --preset NAME --board map.txt --seed 7 -o match.jsonl",
        "joute play GAME --from match.jsonl:40",
        "joute play GAME --plain",
    ),
)
@click.argument("game")
@click.argument("champions", nargs=-1)
@click.option(
    "--seat",
    type=click.IntRange(0),
    metavar="S",
    help=words("Where you sit, from 0.  [default: 0]", "Votre place, à partir de 0.  [défaut : 0]"),
)
@click.option(
    "--plain",
    is_flag=True,
    help=words(
        "Line by line, without taking the screen over: for screen readers and pipes.",
        "Ligne par ligne, sans prendre tout l'écran : pour lecteurs d'écran et tubes.",
    ),
)
@game_options
@board_option
@seed_option(None)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=words(
        "Where the replay goes (.jsonl, .jsonl.gz).  [default: replays/GAME-1.jsonl, -2, ...]",
        "Où va le replay (.jsonl, .jsonl.gz).  [défaut : replays/GAME-1.jsonl, -2, ...]",
    ),
)
@from_option
@hosting_options
@backend_option
@french("""Jouez GAME vous-même, dans le terminal, contre CHAMPIONS : des fichiers, des dossiers, ou des noms de
champions fournis. Sans eux, des champions fournis prennent les autres places ; « moi » est une personne à ce terminal.

La touche ? donne les autres. Quitter garde le replay ; --from reprend la partie.""")
def command(champions: tuple[str, ...], plain: bool, **asked: Any) -> int:
    """Play GAME yourself, in the terminal, against CHAMPIONS: files, folders, or names of bundled ones. Without them
    bundled ones take the other seats; «me» is a person at this terminal.

    Press ? for the keys. Leaving keeps the replay; --from plays on.
    """
    from joute.cli.output.report import Played, print_faults, print_match, print_next, print_void

    hosting, _ = hosting_of(asked)
    seating = _seated(champions, hosting, **asked)
    named = [(name, name) for name in dict.fromkeys(seating.names) if name is not None]
    warn_of_presets(seating.game, named, once_more("joute", "play", seating.game.name, *champions))
    match = _played(seating, plain)
    played = Played(seating.game, tuple(seating.recorded), seating.table.seed, match, seating.path)
    if match.void:
        print_void(played)
        return Exit.OUR_FAILURE
    print_match(played)
    print_faults(played, shlex.join(["joute", "play", seating.game.name, *champions]))
    print_next(played, "")
    return Exit.DONE


# Who sits where


def _seated(
    champions: tuple[str, ...],
    hosting: Hosting,
    game: str,
    seat: int | None,
    preset: str | None,
    assignments: tuple[str, ...],
    board: str | None,
    seed: int | None,
    output: Path | None,
    start: str | None,
) -> Seating:
    from joute.cli.libraries.choice import ready
    from joute.core.hand import playable
    from joute.core.table import Table

    given = {"--preset": preset, "--set": assignments, "--board": board, "--seed": seed}
    resumed = None if start is None else resumed_table(game, start, given)
    chosen = chosen_game(game, preset, assignments) if resumed is None else resumed.game
    if not playable(chosen):
        raise click.UsageError(
            words(
                f"people cannot play {game}: it has no hand.py",
                f"on ne joue pas {game} soi-même : il n'a pas de hand.py",
            )
        )
    names = _names(chosen, champions, seat, None if resumed is None else resumed.seats)
    path = _replay_path(game, output)
    if resumed is not None:
        return Seating(chosen, resumed, names, hosting, True, path)
    seed = secrets.randbits(32) if seed is None else seed
    chosen, text = on_board(chosen, board, len(names), seed)
    chosen = ready(chosen)
    return Seating(chosen, Table(chosen, text, len(names), seed), names, hosting, False, path)


def _names(game: Game, champions: Sequence[str], seat: int | None, seats: int | None) -> tuple[str | None, ...]:
    """Who sits where: people where «me» is said, else at --seat; bundled champions where nobody else does."""
    named = [None if name in ME else name for name in champions]
    if None in named and seat is not None:
        raise click.UsageError(
            words(f"--seat does not go with «{ME[0]}», which says it", f"--seat ne va pas avec « {ME[1]} », qui le dit")
        )
    people = 0 if None in named else 1
    least, most = (seats, seats) if seats else (game.info.seats_least, game.info.seats_most)
    total = max(least, len(named) + people) if named else seats or game.info.seats
    if total > most:
        you = Text(", and you", ", et vous") if people else Text("", "")
        raise click.UsageError(
            words(
                f"{game.name} is played by {players(least, most)} here; {len(named)} named{you}",
                f"{game.name} se joue ici à {players(least, most)} ; nommés : {len(named)}{you:fr}",
            )
        )
    if seat is not None and seat >= total:
        raise click.UsageError(
            words(
                f"--seat {seat}: the seats are 0 to {total - 1}", f"--seat {seat} : les places vont de 0 à {total - 1}"
            )
        )
    others = cycle(_opponents(game))
    rest = [*named, *(next(others) for _ in range(total - people - len(named)))]
    return tuple(rest if None in named else [*rest[: seat or 0], None, *rest[seat or 0 :]])


def _opponents(game: Game) -> list[str]:
    """The champions that play where none is named: the game's own, the weakest first, or chance."""
    from joute.champions.sources.find import bundled
    from joute.champions.sources.strength import strengths

    own = [name for name, path in bundled(game).items() if path is not None]
    known = strengths(game)
    ranks = list(known.champions) if known is not None else []
    return sorted(own, key=lambda name: -ranks.index(name) if name in ranks else 1) or ["random"]


def _replay_path(game: str, output: Path | None) -> Path:
    if output is None:
        return next(path for n in count(1) if not (path := FOLDER / f"{game}-{n}.jsonl").exists())
    if not output.name.endswith((".jsonl", ".jsonl.gz")):
        raise click.UsageError(
            words(
                f"-o {output}: expected a name in .jsonl or .jsonl.gz; «joute watch FILE --html» makes a page of it",
                f"-o {output} : attendu un nom en .jsonl ou .jsonl.gz ; « joute watch FILE --html » en fait une page",
            )
        )
    return output


# Playing


def _played(seating: Seating, plain: bool) -> MatchResult:
    from joute.cli.play.person import Quit
    from joute.match.play import MatchSpec, play_match
    from joute.match.replay import Recorder

    table, limits = seating.table, seating.hosting.limits_record(seating.game)
    with _writable(seating.path), Recorder(seating.path) as recorder:
        try:
            with _desk(seating, plain) as desk:
                spec = MatchSpec(table, _players(seating, desk), recorder, limits, seating.resumed)
                match = play_match(spec, desk.watch)
                if not match.void:
                    desk.end(table)
        except KeyboardInterrupt as stopped:
            if isinstance(stopped.__cause__, BrokenPipeError):
                raise stopped.__cause__ from None
            code = Exit.DONE if isinstance(stopped, Quit) else Exit.INTERRUPTED
            raise Stop(code, _kept(seating, bool(recorder.lines))) from None
    if not match.void:
        from joute.cli.output.paint import print_lines

        print_lines([desk.outcome(match.result)])
    return match


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    """Make the folder of the replay; what cannot be written is named."""
    try:
        if path.parent == FOLDER:
            FOLDER.mkdir(exist_ok=True)
        yield
    except OSError as error:
        if str(error.filename) not in (str(path), str(path.parent)):
            raise
        raise Stop(
            Exit.USAGE,
            words(
                f"{path}: cannot be written: {error.strerror}; -o names another place",
                f"{path} : écriture impossible : {error.strerror} ; -o en choisit un autre",
            ),
        ) from error


def _kept(seating: Seating, begun: bool) -> str:
    """What is left of a match that was left, and how to play on."""
    if not begun:
        return words("left before the match began", "quitté avant le début du match")
    file, table = seating.path, seating.table
    named = [PERSON if name is None else name for name in seating.names]
    again = shlex.join(["joute", "play", table.game.name, *named, "--from", f"{file}:{table.turn.number}"])
    return words(
        f"left in turn {table.turn.number}; the replay {file} holds what was played. To play on:\n  {again}",
        f"quitté au tour {table.turn.number} ; le replay {file} garde ce qui a été joué. Pour continuer :\n  {again}",
    )


@contextmanager
def _desk(seating: Seating, plain: bool) -> Iterator[Desk]:
    """The whole screen where there is one, else line by line."""
    from joute.cli.play.plain import Plain

    people = seating.people
    you = words("you", "vous") if len(people) == 1 else ""
    names = [you if name is None else name for name in seating.names]
    if plain or not _has_screen() or seating.game.scenes.grid is None:
        yield Plain(seating.table, names, people)
        return
    from joute.cli.play.screen import Screen
    from joute.cli.player.terminal import Terminal

    with Terminal() as terminal:
        yield Screen(seating.table, names, people, terminal)


def _has_screen() -> bool:
    import shutil

    size = shutil.get_terminal_size()
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return on_terminal and size.columns >= ROOM[0] and size.lines >= ROOM[1]


def _players(seating: Seating, desk: Desk) -> list[Player]:
    from msgspec.structs import replace

    from joute.champions.sources.find import find
    from joute.cli.play.person import Person
    from joute.match.player import all_or_none

    hosting = replace(seating.hosting, warn=desk.warn)
    return all_or_none(
        Person(PERSON, desk) if name is None else find(seating.game, name, seating.table.seed, hosting)
        for name in seating.names
    )
