"""Building libraries in processes, one for each game, as many at once as there are cores."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from joute.cli.exits import Exit, Stop
from joute.core.backends.building import discard_parts
from joute.core.backends.library import BuildError, Machine, cache_folder
from joute.core.text import words

SILENT_S = 1.0
"""Progress is shown when a build lasts longer than this."""
TICK_S = 0.2
"""Seconds between two changes of the line of progress."""


class Order(NamedTuple):
    """What is to be built, and where: no folder means the cache of the user."""

    games: Sequence[str]
    machines: Sequence[Machine]
    folder: Path | None = None
    force: bool = False


Entry = dict[str, Any]
"""What a worker says of a library: game, champion where it is that of a policy, machine, file, bytes, whether it was
built now, and the seconds."""


def built(order: Order, tell: Callable[[Entry], None] = lambda entry: None) -> None:
    """Build libraries; `tell` hears of each in this thread. No worker and no part of a file outlives it."""
    entries: list[Entry] = []
    with _termination_interrupts(), _Workers(order) as workers, ThreadPoolExecutor(_cores()) as pool:
        waiting = {pool.submit(workers.build, game, entries.append): game for game in order.games}
        try:
            _follow(order, waiting, entries, tell)
        except BaseException:
            workers.stop()
            pool.shutdown(cancel_futures=True)
            raise


def _follow(
    order: Order, waiting: dict[Future[None], str], entries: list[Entry], tell: Callable[[Entry], None]
) -> None:
    """Pass on what the workers say until all have ended; raises the first error."""
    done, began = 0, time.monotonic()
    with _line() as show:
        while waiting:
            ended, _ = wait(waiting, TICK_S, FIRST_COMPLETED)
            while done < len(entries):
                show("")
                tell(entries[done])
                done += 1
            for future in ended:
                del waiting[future]
                future.result()
            if waiting and time.monotonic() - began > SILENT_S:
                names = ", ".join([name for future, name in waiting.items() if future.running()])
                seconds = f"{time.monotonic() - began:.0f} s "
                show(
                    words(
                        f"building {names}: {done} libraries done, {seconds}",
                        f"construction de {names} : {done} bibliothèques faites, {seconds}",
                    )
                )


class _Workers:
    """The processes that build."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._running: set[subprocess.Popen[str]] = set()
        self._temporary = tempfile.TemporaryDirectory(prefix="joute-build-")
        self._stopped = False

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._temporary.cleanup()

    def build(self, game: str, said: Callable[[Entry], None]) -> None:
        """Build the libraries of one game; called in a thread."""
        arguments = [game, str(self._order.folder or ""), "force" if self._order.force else "", *self._order.machines]
        with (
            tempfile.TemporaryFile("w+", dir=self._temporary.name) as errors,
            subprocess.Popen(
                # -P: a file `random.py` in the present folder must not be taken for Python's.
                [sys.executable, "-P", "-m", "joute.cli.libraries.worker", *arguments],
                env=os.environ | {"TMPDIR": self._temporary.name},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            ) as process,
        ):
            self._running.add(process)
            if self._stopped:
                process.kill()
            assert process.stdout is not None
            for line in process.stdout:
                entry = json.loads(line)
                if "error" in entry:
                    raise BuildError(entry["error"])
                said(entry)
            if process.wait() != 0 and not self._stopped:
                errors.seek(0)
                why = errors.read().rstrip()
                raise Stop(
                    Exit.OUR_FAILURE,
                    words(
                        f"the library of {game} cannot be built:\n{why}",
                        f"la bibliothèque de {game} ne peut pas être construite :\n{why}",
                    ),
                )
        self._running.discard(process)

    def stop(self) -> None:
        """Kill every worker, and remove what it left half-written."""
        self._stopped = True
        folder = self._order.folder or cache_folder()
        for process in list(self._running):
            process.kill()
            process.wait()
            if folder is not None:
                discard_parts(folder, process.pid)


@contextmanager
def _termination_interrupts() -> Iterator[None]:
    """Let SIGTERM end a build as Ctrl-C does."""

    def interrupt(number: int, frame: Any) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not interrupt the cleaning up
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _line() -> Iterator[Callable[[str], None]]:
    """A line of progress on the terminal, if there is one; it is cleared at the end."""
    from joute.cli.output.printing import rewrite_line

    live, shown = sys.stderr.isatty(), False

    def show(text: str) -> None:
        nonlocal shown
        if live and (text or shown):
            rewrite_line(text)
            shown = bool(text)

    try:
        yield show
    finally:
        show("")


def _cores() -> int:
    return len(os.sched_getaffinity(0))
