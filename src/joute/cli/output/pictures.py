"""Replays as pictures and videos: what was asked for becomes a file, whole or not at all."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from joute.cli.exits import Exit, Stop, say
from joute.core.text import terminal_language, words

from .files import write_file
from .printing import rewrite_line

if TYPE_CHECKING:
    from joute.match.replay import Replay
    from joute.web.picture.studio import Studio

KINDS = (".mp4", ".webm", ".gif")
PER_SECOND, GIF_PER_SECOND = 25, 10
"""Frames a second."""
IMAGE_SIZE, VIDEO_SIZE, GIF_SIZE = "1200x630", "1280x720", "640x400"


def turns_of(text: str | None) -> tuple[int, int] | None:
    """A-B, or one turn; None: all of them."""
    if text is None:
        return None
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()) or int(last or first) < int(first):
        raise click.UsageError(
            words(
                f"--turns {text}: two turns are expected, the first one first, such as 10-40",
                f"--turns {text} : il faut deux tours, le premier d'abord, comme 10-40",
            )
        )
    return int(first), int(last or first)


def write_image(path: Path, replay: Replay, turn: int | None, size: str | None, seat: int | None) -> None:
    """Write a picture of the beginning of a turn, or of the end."""
    if path.suffix.lower() != ".png":
        raise click.UsageError(words(f"--image {path}: a picture is a .png", f"--image {path} : une image est un .png"))
    with _drawn(replay, size or IMAGE_SIZE, seat) as studio:
        write_file(path, studio.png(studio.last if turn is None else studio.position(turn)))


def write_video(
    path: Path, replay: Replay, turns: tuple[int, int] | None, speed: float, size: str | None, seat: int | None
) -> Path:
    """Write a video of some turns; what was written: without ffmpeg a folder of frames, unless a .gif is wanted."""
    from joute.web.picture.video import encode, find_ffmpeg

    kind = path.suffix.lower()
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise click.UsageError(
            words(f"--video {path}: a video is one of {known}", f"--video {path} : une vidéo est l'un de {known}")
        )
    gif = kind == ".gif"
    per_second = GIF_PER_SECOND if gif else PER_SECOND
    target = path if gif or find_ffmpeg() else path.with_suffix(".frames")
    with _whole(target) as part, _drawn(replay, size or (GIF_SIZE if gif else VIDEO_SIZE), seat) as studio:
        first, last = turns or (studio.turns[0], studio.turns[-1])
        stretch = studio.stretch(first, last, speed, per_second)
        _require_few(stretch.frames, studio, gif)
        tell = _progress(stretch.frames)
        if gif:
            for made in tell(studio.gif(stretch, per_second)):
                last_made = made
            part.write_bytes(last_made)
            return target
        frames = tell(studio.png(stretch.at(number)) for number in range(stretch.frames))
        if target == path:
            encode(frames, part, per_second)
            return target
        part.mkdir()
        for number, frame in enumerate(frames):
            (part / f"{number:05}.png").write_bytes(frame)
    return target


def by_hand(frames: Path, video: Path) -> str:
    """The command that makes the video of a folder of frames."""
    from joute.web.picture.video import encoding

    return shlex.join(encoding(str(frames / "%05d.png"), video, PER_SECOND))


@contextmanager
def _drawn(replay: Replay, size: str, seat: int | None) -> Iterator[Studio]:
    from joute.web.film.single import page
    from joute.web.picture.chromium import NoPicture, find_chromium, missing
    from joute.web.picture.studio import Size, studio

    wanted = Size.of(size)
    if find_chromium() is None:
        raise NoPicture(missing())
    data, damage = page(replay)
    if damage:
        say(damage)
    with studio(data, wanted, terminal_language(), seat) as made:
        yield made


def _require_few(frames: int, studio: Studio, gif: bool) -> None:
    """Refuse what would take too long, or too much memory."""
    from joute.web.picture.studio import FRAMES_MOST, GIF_FRAMES_MOST, GIF_PIXELS_MOST

    most = GIF_FRAMES_MOST if gif else FRAMES_MOST
    if frames > most:
        raise Stop(
            Exit.USAGE,
            words(
                f"this makes {frames} frames, and at most {most} are made; name fewer --turns, or a greater --speed",
                f"cela fait {frames} images, et il y en a au plus {most} ; nommez moins de tours (--turns), ou une "
                "plus grande vitesse (--speed)",
            ),
        )
    if gif and studio.size.width * studio.size.height > GIF_PIXELS_MOST:
        raise Stop(
            Exit.USAGE,
            words(
                "a .gif of this size would be too large; choose a smaller --size, or an .mp4",
                "un .gif de cette taille serait trop grand ; choisissez une --size plus petite, ou un .mp4",
            ),
        )


def _progress(total: int) -> Callable[[Iterator[bytes]], Iterator[bytes]]:
    """Count frames on a line of the terminal as they pass."""

    def counted(frames: Iterator[bytes]) -> Iterator[bytes]:
        live = sys.stderr.isatty()
        try:
            for number, frame in enumerate(frames, 1):
                if live:
                    rewrite_line(words(f"frame {number} of {total} ", f"image {number} sur {total} "))
                yield frame
        finally:
            if live:
                rewrite_line("")

    return counted


@contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """Where to write a file or folder that gets its name when it is whole; of one that is not, nothing stays."""
    if target.suffix == ".frames" and target.exists():
        raise Stop(Exit.USAGE, words(f"{target} is there already; remove it", f"{target} existe déjà ; supprimez-le"))
    part = target.with_name(f".{target.stem}.{os.getpid()}{target.suffix}")
    try:
        yield part
        os.replace(part, target)
    except OSError as error:
        raise Stop(
            Exit.USAGE,
            words(
                f"{target}: cannot be written: {error.strerror}", f"{target} : écriture impossible : {error.strerror}"
            ),
        ) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
        with suppress(OSError):
            part.unlink()
