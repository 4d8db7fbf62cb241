"""joute watch --image and --video: real pictures of a real match, whole or not at all."""

from __future__ import annotations

import os
import shutil
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from joute.cli.exits import Exit
from joute.web.api.pages import INDEX, STATIC
from joute.web.picture.chromium import find_chromium

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_chromium() is None, reason="chromium is missing: make system"),
    pytest.mark.skipif(not (STATIC / INDEX).is_file(), reason="the pages are not built: make pages"),
]


@pytest.fixture
def match(joute) -> str:
    ran = joute("run", "portails", "weaver", "warden", "--seed", 3, "--set", "NB_TOURS=4", "-o", "m.jsonl")
    assert ran.code == 0
    return "m.jsonl"


def png_size(data: bytes) -> tuple[int, ...]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", data[16:24])


def gif_frames(data: bytes) -> tuple[tuple[int, ...], list[int]]:
    """The size of a GIF and the delay of each frame, read block by block to its very end."""
    assert data.startswith(b"GIF89a")
    size, at, delays = struct.unpack("<HH", data[6:10]), 13, []

    def past_blocks(at: int) -> int:
        while data[at]:
            at += 1 + data[at]
        return at + 1

    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                delays.append(struct.unpack("<H", data[at + 4 : at + 6])[0])
            at = past_blocks(at + 2)
        else:
            assert data[at] == 0x2C
            left, top, width, height = struct.unpack("<HHHH", data[at + 1 : at + 9])
            assert left + width <= size[0] and top + height <= size[1]  # noqa: PT018
            at = past_blocks(at + 10 + 3 * 256 + 1)
    assert at == len(data) - 1
    return size, delays


def test_a_picture_has_the_size_and_the_turn(joute, match: str) -> None:
    assert joute("watch", match, "--image", "end.png").code == 0
    assert joute("watch", f"{match}:2", "--image", "two.png", "--size", "320x200").code == 0
    assert joute("watch", match, "--turn", 2, "--image", "same.png", "--size", "320x200").code == 0
    assert png_size(Path("end.png").read_bytes()) == (1200, 630)
    assert png_size(Path("two.png").read_bytes()) == (320, 200)
    assert Path("two.png").read_bytes() == Path("same.png").read_bytes()


def test_a_gif_has_a_frame_for_each_tenth_of_a_second(joute, match: str) -> None:
    """Turns 2 to 3 are four positions on, at five a second: 0.8 s, and the moment it begins."""
    ran = joute("watch", match, "--video", "m.gif", "--turns", "2-3", "--speed", 5, "--size", "160x100")
    assert (ran.code, ran.out) == (0, "Video in m.gif\n")
    assert gif_frames(Path("m.gif").read_bytes()) == ((160, 100), [10] * 8 + [200])


@pytest.mark.skipif(shutil.which("ffmpeg") is not None, reason="there is an ffmpeg here")
def test_without_ffmpeg_the_frames_are_left_with_the_command(joute, match: str) -> None:
    ran = joute("watch", match, "--video", "m.mp4", "--turns", "2", "--speed", 10, "--size", "160x100")
    assert ran.code == 0
    assert "ffmpeg -loglevel error -y -framerate 25 -i m.frames/%05d.png" in ran.out
    frames = sorted(Path("m.frames").iterdir())
    assert [frame.name for frame in frames] == [f"{number:05}.png" for number in range(6)]
    assert {png_size(frame.read_bytes()) for frame in frames} == {(160, 100)}
    again = joute("watch", match, "--video", "m.mp4", "--turns", "2", "--size", "160x100")
    assert (again.code, "m.frames is there already" in again.err) == (Exit.USAGE, True)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is missing")
@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_with_ffmpeg_there_is_a_video(joute, match: str, kind: str) -> None:
    assert joute("watch", match, "--video", f"m.{kind}", "--turns", "2", "--size", "161x101").code == 0
    head = Path(f"m.{kind}").read_bytes()[:12]
    assert b"ftyp" in head or head.startswith(b"\x1a\x45\xdf\xa3")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--image", "m.jpg"], "a picture is a .png"),
        (["--image", "m.png", "--turn", "99"], "there is no turn 99: the last one is"),
        (["--image", "m.png", "--size", "9x9"], "a side has 64 to 3840 pixels"),
        (["--image", "m.png", "--size", "9999999x9999999999"], "is no size"),
        (["--image", "m.png", "--seat", "2"], "seats are 0 to 1"),
        (["--image", "no/m.png"], "cannot be written"),
        (["--video", "m.avi"], "a video is one of .mp4, .webm, .gif"),
        (["--video", "m.gif", "--turns", "3-2"], "the first one first"),
        (["--video", "m.gif", "--size", "2000x2000"], "would be too large"),
        (["--image", "m.png", "--video", "m.gif"], "choose one"),
        (["--turns", "1-2"], "--turns goes with --video"),
        (["--size", "100x100"], "--size goes with"),
    ],
)
def test_what_cannot_be_drawn_is_told(joute, match: str, words: list[str], told: str) -> None:
    ran = joute("watch", match, *words)
    assert (ran.code, told in ran.err) == (Exit.USAGE, True), ran.err
    assert [path.name for path in Path().iterdir()] == [match]


def test_without_a_browser_it_says_how_to_get_one(joute, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    ran = joute("watch", match, "--image", "m.png")
    assert (ran.code, "apt install chromium" in ran.err) == (Exit.USAGE, True)


def test_an_interrupted_video_leaves_nothing(joute, match: str) -> None:
    """Ctrl-C once the browser draws: no file, no folder, no browser."""
    words = ["watch", match, "--video", "m.gif", "--speed", "0.5", "--size", "1000x1000"]
    process = subprocess.Popen([sys.executable, "-m", "joute.cli", *words], stderr=subprocess.PIPE)
    browser = None
    while browser is None and process.poll() is None:
        browser = next(filter(_children, _children(process.pid)), None)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told.strip()) == (Exit.INTERRUPTED, b"joute: interrupted")
    assert [path.name for path in Path().iterdir()] == [match]
    assert browser is not None
    with pytest.raises(ProcessLookupError):
        os.kill(browser, 0)


def _children(parent: int) -> list[int]:
    try:
        return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []
