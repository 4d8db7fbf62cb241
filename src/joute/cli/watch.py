"""joute watch"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import examples, file_argument

if TYPE_CHECKING:
    from .film import Film

SLOWEST, FASTEST, SPEED = 0.5, 32.0, 4.0
"""Phases a second."""


@click.command(
    "watch",
    epilog=examples(
        "joute watch match.jsonl", "joute watch match.jsonl --seat 0 --speed 8", "joute watch match.jsonl | less"
    ),
)
@file_argument("replay")
@click.option("--seat", type=int, metavar="S", help="Only what seat S (from 0) may know.")
@click.option(
    "--speed",
    type=click.FloatRange(SLOWEST, FASTEST),
    default=SPEED,
    show_default=True,
    metavar="X",
    help="Phases a second.",
)
@click.option("--from-turn", type=click.IntRange(0), metavar="N", help="Begin with turn N.")
def command(replay: Path, seat: int | None, speed: float, from_turn: int | None) -> None:
    """Play REPLAY in the terminal; press ? there for the keys.

    Where the output is no terminal, the positions are printed one after another.
    """
    from .film import Film

    film = Film.of(replay)
    film.require_seat(seat)
    play(film, seat, speed, 0 if from_turn is None else film.turn_start(from_turn))


def play(film: Film, seat: int | None = None, speed: float = SPEED, start: int = 0) -> None:
    """The terminal player where there is a terminal, else all the frames."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from .player import Player

        Player(film, seat, speed, start).run()
        return
    from .paint import print_lines

    for index in range(start, film.last + 1):
        print_lines([*film.lines(index, seat), []])
