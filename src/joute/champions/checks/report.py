"""What a rehearsal has found, and why a champion failed, in the words of whoever reads it here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from joute import debug
from joute.core.control_chars import one_line
from joute.core.game import Game
from joute.core.text import read_here, words
from joute.match.verdict import Fault

from .rehearsal import Findings, RehearsalTrial

PRINTED_MOST = 20
"""How many lines are shown of what it printed against one opponent."""


def trial_lines(game: Game, trial: RehearsalTrial) -> list[str]:
    """What was played against one opponent, and what the champion printed."""
    called = ", ".join(f"{name}() {_times(count)}" for name, count in trial.callbacks.items())
    played = words(
        f"  against {trial.opponent}, as {game.info.seat_name(trial.seat)}: {trial.turns} turns, {trial.calls} calls,"
        f" {trial.orders} orders, worst turn {time_text(trial.worst_ms)}; {called}",
        f"  contre {trial.opponent}, en {game.info.seat_name(trial.seat)} : {trial.turns} tours, "
        f"{trial.calls} appels, {trial.orders} ordres, tour le plus long {time_text(trial.worst_ms)} ; "
        f"{called}",
    )
    return [played, *_printed(trial)]


def _printed(trial: RehearsalTrial) -> list[str]:
    """What it printed in the first turns."""
    lines = [
        words(f"    turn {turn}: {line}", f"    tour {turn} : {line}")
        for turn, private in trial.notes
        for line in noted(private)
    ]
    more = len(lines) - PRINTED_MOST
    left = [words(f"    and {more} lines more", f"    et {more} lignes de plus")] if more > 0 else []
    return [*lines[:PRINTED_MOST], *left]


def paragraphs(findings: Findings) -> Iterator[list[str]]:
    """Everything that a champion did wrong, and the orders that were refused."""
    if findings.load_error:
        text = findings.load_error.rstrip().splitlines()
        yield [words("It cannot be loaded:", "Il ne peut pas être chargé :"), *(f"    {line}" for line in text)]
    for failing in findings.faults:
        yield _fault_paragraph(failing.fault, failing.count)
    for odd in findings.malformed:
        yield [
            words(
                f"A malformed argument, {_times(odd.count)}: {odd.call}",
                f"Un argument mal formé, {_times(odd.count)} : {odd.call}",
            ),
            words(
                f"  {odd.argument}: found {odd.found}, expected {odd.expected}",
                f"  {odd.argument} : trouvé {odd.found}, attendu {odd.expected}",
            ),
        ]
    if findings.refusals:
        yield [
            words(
                "Orders that the rules refused, which is no failure:",
                "Ordres que les règles ont refusés, ce qui n'est pas un échec :",
            ),
            *(
                words(
                    f"  {refusal.code}, {_times(refusal.count)}, first {refusal.first}",
                    f"  {refusal.code}, {_times(refusal.count)}, d'abord {refusal.first}",
                )
                for refusal in findings.refusals
            ),
        ]


def _fault_paragraph(fault: Fault, count: int) -> list[str]:
    first, *rest = fault_lines(words("It", "Il"), fault)
    often = words(f" ({count} times; this was the first)", f" ({count} fois ; voici la première)") if count > 1 else ""
    return [f"{first}{often}", *rest]


def _times(count: int) -> str:
    return words("once", "une fois") if count == 1 else words(f"{count} times", f"{count} fois")


def time_text(ms: float) -> str:
    return f"{ms:.1f} ms" if ms < 1000 else f"{ms / 1000:.2f} s"


def fault_lines(name: str, fault: Fault) -> list[str]:
    """What happened to a champion, when, and what it was doing."""
    where = (
        words(f"in turn {fault.turn}, in {fault.callback}()", f"au tour {fault.turn}, dans {fault.callback}()")
        if fault.callback
        else words("before the first turn", "avant le premier tour")
    )
    lines = [
        words(
            f"{one_line(name)} failed {where}: {_indented(fault.message)}",
            f"{one_line(name)} a échoué {where} : {_indented(fault.message)}",
        ),
        f"  verdict    {read_here(fault.verdict.text)}",
    ]
    if fault.last_call:
        lines.append(words(f"  last call  {one_line(fault.last_call)}", f"  appel      {one_line(fault.last_call)}"))
    computing = (
        words(f", {time_text(fault.cpu_ms)} of it computing", f", dont {time_text(fault.cpu_ms)} de calcul")
        if fault.cpu_ms
        else ""
    )
    lines.append(
        words(
            f"  time       {time_text(fault.wall_ms)}{computing}", f"  temps      {time_text(fault.wall_ms)}{computing}"
        )
    )
    lines += _block(words("traceback", "trace"), fault.traceback)
    return lines + _block(words("what it printed last", "ses derniers affichages"), fault.output)


def _indented(text: str) -> str:
    """A text of several lines, of which none can pretend to be ours."""
    return text.replace("\n", "\n    ")


def _block(title: str, text: str) -> list[str]:
    return [f"  {title}", *(f"    {line}" for line in text.rstrip().splitlines())] if text.strip() else []


def noted(private: dict[str, Any]) -> list[str]:
    """The notes of one callback as lines, fit for a terminal whatever they hold."""
    notes = debug.bounded(private)
    lines = [
        *notes.get("print", "").splitlines(),
        *(words(f"note: {text}", f"note : {text}") for text in notes.get("log", [])),
    ]
    lines += [words(f"mark: {text}", f"marque : {text}") for text in notes.get("mark", [])]
    return [one_line(line) for line in lines]
