"""A tournament at the terminal: where it may run, interrupted between two results, told in a line of progress."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from joute.cli.exits import say

from .printing import rewrite_line

if TYPE_CHECKING:
    from joute.arena.jobs.job import Champion
    from joute.arena.store import Store
    from joute.arena.tournament.config import Settings
    from joute.arena.tournament.model import Tournament
    from joute.arena.tournament.runner import Event

SHOWN_S = 0.2
"""How often the line of progress changes."""


def fallen(settings: Settings, champions: Sequence[Champion]) -> str:
    """Why the sandbox that these champions are to play in does not stand on this machine; empty if it does."""
    from joute.champions.checks.doctor import health
    from joute.champions.sandbox.limits import Level

    if settings.terms.level != Level.SANDBOX or all(champion.kind == "bundled" for champion in champions):
        return ""
    found = health()
    missing = ", ".join(wall.name for wall in found.protections if not wall.stands)
    return "" if found.level == Level.SANDBOX else found.why or f"these walls do not stand: {missing}"


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """An interruption is heard between two results, so that the workers are told and nothing is left behind."""
    heard: list[int] = []

    def hear(number: int, frame: Any) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(number)

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(heard)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def progress(store: Store, tournament: Tournament) -> Iterator[Callable[[Event], None]]:
    """A line on the terminal that says how far it is; failures of ours and who is set aside on lines of their own."""
    from joute.arena.store.matches import counts
    from joute.arena.store.schema import State
    from joute.arena.tournament.formats.contract import When

    with store.reading() as connection:
        found = counts(connection, tournament.id)
    planned = found[State.DONE] + found[State.WAITING] + found[State.RUNNING]
    total = planned if tournament.settings.format.when == When.ONCE else None
    done, shown, live = found[State.DONE], 0.0, sys.stderr.isatty()

    def write(text: str) -> None:
        if live:
            rewrite_line(text)

    def tell(event: Event) -> None:
        nonlocal done, shown
        if event.kind == "done":
            done += 1
        else:
            write("")
            say(_told(event))
        if event.kind != "done" or time.monotonic() - shown > SHOWN_S:
            shown = time.monotonic()
            write(f"{done}{f' of {total}' if total else ''} matches ")

    write(f"{done}{f' of {total}' if total else ''} matches ")
    try:
        yield tell
    finally:
        write("")


def _told(event: Event) -> str:
    if event.kind == "aside":
        return f"{event.text} keeps failing and is set aside"
    from joute.arena.jobs.job import cause

    word = "failed for good, through us" if event.kind == "failed" else "failed through us and is played again"
    return f"match {event.match} {word}: {cause(event.text)}"
