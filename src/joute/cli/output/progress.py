"""Running a tournament in a terminal: a check of sandbox and entrants, interruption, a line of progress."""

from __future__ import annotations

import json
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from joute.cli.exits import say
from joute.core.control_chars import one_line
from joute.core.text import read_here, words

from .printing import rewrite_line

if TYPE_CHECKING:
    from joute.arena.jobs.job import Champion
    from joute.arena.store import Store
    from joute.arena.tournament.config import TournamentPlan, TournamentSettings
    from joute.arena.tournament.model import Tournament
    from joute.arena.tournament.runner import Event
    from joute.champions.checks.rehearsal import Findings

SHOWN_S = 0.2
"""Seconds between two changes of the line of progress."""


def missing_sandbox(settings: TournamentSettings, champions: Sequence[Champion]) -> str:
    """Why this machine cannot run the sandbox that these champions need; empty if it can."""
    from joute.champions.checks.doctor import health
    from joute.champions.sandbox.limits import Level

    if settings.terms.level != Level.SANDBOX or all(champion.kind == "bundled" for champion in champions):
        return ""
    machine = health()
    missing = ", ".join(one.name for one in machine.protections if not one.stands)
    if machine.level == Level.SANDBOX:
        return ""
    failing = words(f"these protections do not work: {missing}", f"ces protections ne marchent pas : {missing}")
    return machine.why or failing


def rehearse_all(plan: TournamentPlan, count: int) -> int:
    """Rehearse the `count` entrants that are not bundled, and print what is wrong with each; how many fail."""
    from joute.arena.tournament.entry import rehearsed
    from joute.cli.libraries.background import undisturbed

    failing, live = 0, sys.stderr.isatty()
    with undisturbed():
        for number, (name, findings) in enumerate(rehearsed(plan), 1):
            if live:
                rewrite_line(
                    words(f"rehearsed {number} of {count} ", f"{number} répétés sur {count} ") if number < count else ""
                )
            if not findings.ok:
                failing += 1
                print(
                    words(f"  {name} fails: {_deviation(findings)}", f"  {name} échoue : {_deviation(findings)}"),
                    flush=True,
                )
                again = _check_again(plan.settings, findings.champion)
                print(words(f"            details:  {again}", f"            détails :  {again}"))
    if count:
        print(
            words(
                f"  rehearsal {count - failing} of {count} entrants play without failing",
                f"  répétition {count - failing} inscrits sur {count} jouent sans échouer",
            )
        )
    return failing


def _check_again(settings: TournamentSettings, champion: str) -> str:
    """The command that rehearses an entrant alone, under the settings of its tournament."""
    from joute.core.registry import load_game

    command = ["joute", "check", champion, "--game", settings.game]
    if settings.preset != load_game(settings.game).preset:
        command += ["--preset", settings.preset]
    for name, value in settings.params.items():
        command += ["--set", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    return shlex.join(command)


def _deviation(findings: Findings) -> str:
    """What is wrong with a champion, in one line."""
    from joute.arena.jobs.job import cause
    from joute.match.verdict import Verdict

    if findings.load_error:
        return one_line(f"{read_here(Verdict.LOAD_ERROR.text)}: {cause(findings.load_error)}")
    if findings.faults:
        fault = findings.faults[0].fault
        where = (
            words(f" in {fault.callback}(), turn {fault.turn}", f" dans {fault.callback}(), tour {fault.turn}")
            if fault.callback
            else ""
        )
        return one_line(f"{read_here(fault.verdict.text)}{where}: {fault.message}")
    odd = findings.malformed[0]
    return one_line(
        words(
            f"{odd.call}: {odd.argument}: found {odd.found}, expected {odd.expected}",
            f"{odd.call} : {odd.argument} : trouvé {odd.found}, attendu {odd.expected}",
        )
    )


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Handle SIGINT and SIGTERM between two results, so that workers are stopped in order; a second one interrupts."""
    signals: list[int] = []

    def note(number: int, frame: Any) -> None:
        if signals:
            raise KeyboardInterrupt
        signals.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(signals)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def progress(store: Store, tournament: Tournament) -> Iterator[Callable[[Event], None]]:
    """A line on the terminal with the number of matches; engine failures and exclusions have their own lines."""
    from joute.arena.store.matches import counts
    from joute.arena.store.schema import State
    from joute.arena.tournament.formats.contract import When

    with store.reading() as connection:
        states = counts(connection, tournament.id)
    planned = states[State.DONE] + states[State.WAITING] + states[State.RUNNING]
    total = planned if tournament.settings.format.when == When.ONCE else None
    done, shown, live = states[State.DONE], 0.0, sys.stderr.isatty()

    def write(text: str) -> None:
        if live:
            rewrite_line(text)

    def count() -> str:
        return words(
            f"{done}{f' of {total}' if total else ''} matches ", f"{done} matchs{f' sur {total}' if total else ''} "
        )

    def tell(event: Event) -> None:
        nonlocal done, shown
        if event.kind == "done":
            done += 1
        else:
            write("")
            say(_sentence(event))
        if event.kind != "done" or time.monotonic() - shown > SHOWN_S:
            shown = time.monotonic()
            write(count())

    write(count())
    try:
        yield tell
    finally:
        write("")


def _sentence(event: Event) -> str:
    if event.kind == "outage":
        return event.text
    if event.kind == "aside":
        return words(f"{event.text} keeps failing and is set aside", f"{event.text} ne cesse d'échouer et est écarté")
    from joute.arena.jobs.job import cause

    what = words("is given up", "est abandonné") if event.kind == "failed" else words("is played again", "est rejoué")
    return words(
        f"match {event.match} {what} after an engine failure: {cause(event.text)}",
        f"le match {event.match} {what} après une défaillance du moteur : {cause(event.text)}",
    )
