"""A Chromium of this machine without a window, driven over a pipe: no port is open, and nothing is fetched."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from joute.core.text import Text

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
)
ANSWER_S = 60.0
"""Seconds that one answer may take."""
READ, WRITE = 3, 4
"""The descriptors on which Chromium hears and speaks."""
CLEAR_OF = 10


class NoPicture(RuntimeError):
    """A picture cannot be made; the message says why, and what to do."""


def find_chromium() -> str | None:
    """The Chromium of this machine, if it is one whose Chromium we can speak to."""
    if sys.platform != "linux":
        return None
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> Text:
    """What to do where there is none."""
    return Text(
        "pictures are drawn by Chromium on Linux, which is not on this machine; install it (apt install chromium, or "
        "Google's Chrome)",
        "les images sont dessinées par Chromium sous Linux, qui n'est pas sur cette machine ; installez-le (apt "
        "install chromium, ou le Chrome de Google)",
    )


class Chromium:
    """A browser with one page, until it is left."""

    def __init__(self, page: str) -> None:
        program = find_chromium()
        if program is None:
            raise NoPicture(missing())
        self._number = 0
        self._session = ""
        self._heard = bytearray()
        self._folder = tempfile.mkdtemp(prefix="joute-chromium-")
        self._pid = 0
        self._to, hears = _pipe()[::-1]
        self._from, speaks = _pipe()
        try:
            self._start(program, hears, speaks)
            self._open(page)
        except BaseException:
            self.close()
            raise

    def _start(self, program: str, hears: int, speaks: int) -> None:
        """Start it in a group of its own, with low priority."""
        nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        # Chromium's own walls cannot be built by root. The page is ours and has a policy that fetches nothing.
        walls = ["--no-sandbox"] if os.geteuid() == 0 else []
        nice = shutil.which("nice")
        lower = [nice, "-n", "15"] if nice else []
        words = [*lower, program, *FLAGS, *walls, f"--user-data-dir={self._folder}", "about:blank"]
        actions = [(os.POSIX_SPAWN_DUP2, hears, READ), (os.POSIX_SPAWN_DUP2, speaks, WRITE)]
        actions += [(os.POSIX_SPAWN_DUP2, nowhere, number) for number in (0, 1, 2)]
        self._pid = os.posix_spawn(words[0], words, os.environ, file_actions=actions, setpgroup=0)
        for number in (hears, speaks, nowhere):
            os.close(number)

    def _open(self, page: str) -> None:
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._ask("Page.enable")
        self._ask("Page.navigate", url=page)
        self._until(lambda message: message.get("method") == "Page.loadEventFired")

    def run(self, script: str) -> Any:
        """The value of an expression on the page, once it is there."""
        answer = self._ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            told = answer["exceptionDetails"]
            what = told.get("exception", {}).get("description") or told["text"]
            raise NoPicture(Text(f"the page of the film failed: {what}", f"la page du film a échoué : {what}"))
        return answer["result"].get("value")

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        session = {"sessionId": self._session} if self._session else {}
        message = {"id": self._number, "method": method, "params": params, **session}
        with suppress(BrokenPipeError):  # the answer, which does not come, tells that it is gone
            _write(self._to, json.dumps(message).encode() + b"\0")
        answer = self._until(lambda heard: heard.get("id") == self._number)
        if "error" in answer:
            raise _gone(answer["error"].get("message", method))
        result: dict[str, Any] = answer["result"]
        return result

    def _until(self, wanted: Any) -> dict[str, Any]:
        deadline = time.monotonic() + ANSWER_S
        while True:
            message = self._next(deadline)
            if wanted(message):
                return message

    def _next(self, deadline: float) -> dict[str, Any]:
        while (end := self._heard.find(0)) < 0:
            ready, _, _ = select.select([self._from], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise _gone(f"no answer within {ANSWER_S:g} s")
            data = os.read(self._from, 1 << 20)
            if not data:
                raise _gone("it has ended")
            self._heard += data
        message: dict[str, Any] = json.loads(self._heard[:end])
        del self._heard[: end + 1]
        return message

    def close(self) -> None:
        if self._pid:
            with suppress(ProcessLookupError):
                os.killpg(self._pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
        for number in (self._to, self._from):
            os.close(number)
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _pipe() -> tuple[int, int]:
    """A pipe whose ends are none of the descriptors that Chromium expects, and that no other child inherits."""
    import fcntl  # Windows has none

    ends = os.pipe()
    moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, CLEAR_OF) for end in ends)
    for end in ends:
        os.close(end)
    return moved[0], moved[1]


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _gone(what: str) -> NoPicture:
    return NoPicture(
        Text(
            f"Chromium could not draw ({what}); try {find_chromium() or NAMES[0]} --headless --dump-dom about:blank",
            f"Chromium n'a pas pu dessiner ({what}) ; essayez {find_chromium() or NAMES[0]} --headless --dump-dom "
            "about:blank",
        )
    )


def address(page: Path, language: str) -> str:
    """The address of the page of a film on disk, where it draws pictures for us."""
    return f"{page.absolute().as_uri()}?lang={language}#studio"
