"""joute watch"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from joute.cli.exits import say
from joute.cli.french import french
from joute.cli.options import backend_option, examples, notes_option
from joute.cli.positions import opened
from joute.core.text import words

if TYPE_CHECKING:
    from joute.match.positions import Positions
    from joute.match.replay import Replay

SLOWEST, FASTEST, SPEED = 0.5, 32.0, 4.0
"""Phases a second."""


@click.command(
    "watch",
    epilog=examples(
        "joute watch match.jsonl",
        "joute watch match.jsonl:40",
        "joute watch match.jsonl --seat 0 --speed 8",
        "joute watch match.jsonl --html match.html",
        "joute watch match.jsonl:40 --image match.png",
        "joute watch match.jsonl --video match.gif --turns 10-40 --speed 8",
        "joute watch match.jsonl | less",
    ),
)
@click.argument("file", metavar="FILE[:TURN]")
@click.option(
    "--seat",
    type=int,
    metavar="S",
    help=words("Only what seat S (from 0) may know.", "Seulement ce que la place S (à partir de 0) peut savoir."),
)
@click.option(
    "--speed",
    type=click.FloatRange(SLOWEST, FASTEST),
    default=SPEED,
    show_default=True,
    metavar="X",
    help=words("Phases a second.", "Phases par seconde."),
)
@click.option(
    "--from-turn", type=click.IntRange(0), metavar="N", help=words("Begin with turn N.", "Commence au tour N.")
)
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=words(
        "Write a page that plays it in any browser, offline, instead.",
        "Écrit plutôt une page qui le rejoue dans tout navigateur, hors ligne.",
    ),
)
@click.option(
    "--image",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=words(
        "Write a picture (.png) of a turn, or of the end, instead.",
        "Écrit plutôt une image (.png) d'un tour, ou de la fin.",
    ),
)
@click.option(
    "--turn", type=click.IntRange(0), metavar="N", help=words("With --image: which turn.", "Avec --image : quel tour.")
)
@click.option(
    "--video",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=words(
        "Write a video (.mp4, .webm by ffmpeg, else its frames; or .gif) instead.",
        "Écrit plutôt une vidéo (.mp4, .webm par ffmpeg, sinon ses images ; ou .gif).",
    ),
)
@click.option("--turns", metavar="A-B", help=words("With --video: which turns.", "Avec --video : quels tours."))
@click.option(
    "--size", metavar="WxH", help=words("Of the picture or video, in pixels.", "De l'image ou de la vidéo, en pixels.")
)
@notes_option
@backend_option
@french("""Rejoue un replay dans le terminal ; la touche ? y donne les autres. Une position gardée est montrée : rien
n'y est joué.

Là où la sortie n'est pas un terminal, les positions sont écrites l'une après l'autre.
""")
def command(
    file: str,
    seat: int | None,
    speed: float,
    from_turn: int | None,
    html: Path | None,
    image: Path | None,
    turn: int | None,
    video: Path | None,
    turns: str | None,
    size: str | None,
    notes: bool,
) -> None:
    """Play a replay in the terminal; press ? there for the keys. A saved position is shown: nothing is played in it.

    Where the output is no terminal, the positions are printed one after another.
    """
    _require_one({"--html": html, "--image": image, "--video": video})
    _require_with("--image", image, {"--turn": turn})
    _require_with("--video", video, {"--turns": turns})
    _require_with("--image, --video", image or video, {"--size": size})
    if html is not None:
        _write_page(file, html, notes)
        return
    if image is not None:
        _write_image(file, image, turn, size, seat)
        return
    if video is not None:
        _write_video(file, video, turns, speed, size, seat)
        return
    if notes:
        raise click.UsageError(words("--notes goes with --html", "--notes va avec --html"))
    from joute.cli.player.drawing import require_seat, turn_start

    positions, turn = opened(file, from_turn)
    require_seat(positions, seat)
    play(positions, seat, speed, 0 if turn is None else turn_start(positions, turn))


def _require_one(outputs: dict[str, Path | None]) -> None:
    given = [name for name, path in outputs.items() if path is not None]
    if len(given) > 1:
        raise click.UsageError(words(f"{' and '.join(given)}: choose one", f"{' et '.join(given)} : choisissez-en un"))


def _require_with(output: str, path: Path | None, options: dict[str, object]) -> None:
    for name, value in options.items():
        if value is not None and path is None:
            raise click.UsageError(words(f"{name} goes with {output}", f"{name} va avec {output}"))


def _record(file: str) -> tuple[Replay, int | None]:
    """A replay of which pictures are made, and the turn that was named with it."""
    from joute.cli.libraries.choice import prepare_named
    from joute.match.start import parted, record_at

    path, turn = parted(file)
    record = record_at(path, lenient=True)
    prepare_named(record.header.game)
    return record, turn


def _require_seat(record: Replay, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < len(record.header.players):
        most = len(record.header.players) - 1
        raise click.UsageError(
            words(f"--seat {seat}: seats are 0 to {most}", f"--seat {seat} : les places vont de 0 à {most}")
        )


def _write_image(file: str, image: Path, turn: int | None, size: str | None, seat: int | None) -> None:
    from joute.cli.output.pictures import write_image

    record, named = _record(file)
    _require_seat(record, seat)
    write_image(image, record, named if turn is None else turn, size, seat)
    print(words(f"Picture in {image}", f"Image dans {image}"))


def _write_video(file: str, video: Path, turns: str | None, speed: float, size: str | None, seat: int | None) -> None:
    from joute.cli.output.pictures import by_hand, turns_of, write_video

    wanted = turns_of(turns)
    record, named = _record(file)
    _require_seat(record, seat)
    made = write_video(video, record, wanted or (None if named is None else (named, named)), speed, size, seat)
    if made == video:
        print(words(f"Video in {video}", f"Vidéo dans {video}"))
        return
    print(
        words(
            f"ffmpeg is not on this machine: the frames are in {made}. Where it is, this makes the video:",
            f"ffmpeg n'est pas sur cette machine : les images sont dans {made}. Là où il est, ceci fait la vidéo :",
        )
    )
    print(f"  {by_hand(made, video)}")


def _write_page(file: str, html: Path, notes: bool) -> None:
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.output.page import write_page
    from joute.match.start import parted, record_at

    path, turn = parted(file)
    if turn is not None:
        raise click.UsageError(
            words(
                "a page has all turns: --html goes with FILE, without a turn",
                "une page a tous les tours : --html va avec FILE, sans tour",
            )
        )
    record = record_at(path, lenient=True)
    prepare_named(record.header.game)
    damage = write_page(html, record, notes)
    if damage:
        say(f"{file}: {damage}")
    print(words(f"Page in {html}: open it in a browser", f"Page dans {html} : ouvrez-la dans un navigateur"))


def play(positions: Positions, seat: int | None = None, speed: float = SPEED, start: int = 0) -> None:
    """The terminal player where there is a terminal, else all the frames."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from joute.cli.player.player import ReplayPlayer

        ReplayPlayer(positions, seat, speed, start).run()
        return
    from joute.cli.output.paint import print_lines
    from joute.cli.player.drawing import lines_at

    for index in range(start, positions.last + 1):
        print_lines([*lines_at(positions, index, seat), []])
