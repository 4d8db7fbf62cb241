"""Videos: frames go to ffmpeg as they are drawn."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from joute.core.text import Text

from .chromium import NoPicture

CODECS = {
    ".mp4": ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"),
    ".webm": ("-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "32"),
}
"""What ffmpeg is told for each kind of file."""
TOLD = 600
"""Characters of its last words that are repeated."""


def find_ffmpeg() -> str | None:
    return shutil.which("ffmpeg")


def encoding(source: str, target: Path, per_second: int) -> list[str]:
    """The command that puts PNG frames together: from a pipe ("-") or from numbered files."""
    pipe = ("-f", "image2pipe", "-c:v", "png") if source == "-" else ()
    even = ("-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2")  # most codecs want even sides
    frames = ("-framerate", str(per_second), *pipe, "-i", source)
    return ["ffmpeg", "-loglevel", "error", "-y", *frames, *even, *CODECS[target.suffix.lower()], str(target)]


def encode(frames: Iterable[bytes], target: Path, per_second: int) -> None:
    """Write a video of frames as they come; raises NoPicture with ffmpeg's words if it fails."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(encoding("-", target, per_second), stdin=subprocess.PIPE, stderr=errors)
        assert process.stdin is not None
        try:
            for frame in frames:
                process.stdin.write(frame)
            process.stdin.close()
            process.wait()
        except BrokenPipeError:
            process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode:
            errors.seek(0)
            told = errors.read().decode(errors="replace").strip()[-TOLD:]
            raise NoPicture(Text(f"ffmpeg failed: {told}", f"ffmpeg a échoué : {told}"))
