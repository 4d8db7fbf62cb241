"""Printing who wins by seat: a line for each board, with the answer in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from joute.core.text import words

from .printing import rewrite_line

if TYPE_CHECKING:
    from joute.arena.fairness import SeatReport
    from joute.core.info import Info

SHOWN_S = 0.2
"""Seconds between two changes of the line of progress."""
IN_FRENCH = {"(usual)": "(habituelle)", "all together": "toutes ensemble"}
"""Names of lines that are no names of boards."""


def print_reports(info: Info, reports: Sequence[SeatReport]) -> None:
    from .printing import print_table

    columns = (
        words("board", "carte"),
        words("played", "joués"),
        words("counted", "comptés"),
        words("drawn", "nuls"),
        words("seats", "places"),
    )
    rows = [
        (words(r.name, IN_FRENCH.get(r.name, r.name)), str(r.played), str(r.counted), str(r.drawn), sentence(info, r))
        for r in reports
    ]
    print_table(columns, rows, right=columns[1:4])


def sentence(info: Info, report: SeatReport) -> str:
    """The answer in words: each seat that clearly wins more or less than its part; of two seats, the first."""
    if not report.decided:
        return words("nothing decided", "rien de décidé")
    seats = range(1 if report.seats == 2 else report.seats)
    told = [seat for seat in seats if report.advantage(seat)]
    if told:
        kinds = {1: words("an advantage", "un avantage"), -1: words("a disadvantage", "un désavantage")}
        shares = [(_share(info, report, seat), kinds[report.advantage(seat)]) for seat in told]
        return "; ".join(words(f"{share}: {kind}", f"{share} : {kind}") for share, kind in shares)
    most = max(seats, key=lambda seat: report.wins[seat])
    return words(
        f"{_share(info, report, most)}: no clear difference", f"{_share(info, report, most)} : pas de différence nette"
    )


def _share(info: Info, report: SeatReport, seat: int) -> str:
    low, high = (round(100 * end) for end in report.interval(seat))
    return words(
        f"{info.seat_name(seat)} wins {100 * report.share(seat):.0f} % [{low}, {high}]",
        f"{info.seat_name(seat)} gagne {100 * report.share(seat):.0f} % [{low}, {high}]",
    )


def plain(info: Info, report: SeatReport) -> dict[str, Any]:
    """The same as data."""
    return {
        "board": report.name,
        "boards": len(report.boards),
        "played": report.played,
        "counted": report.counted,
        "drawn": report.drawn,
        "seats": [
            {
                "seat": seat,
                "name": info.seat_name(seat),
                "wins": report.wins[seat],
                "share": round(report.share(seat), 4) if report.decided else None,
                "interval": [round(end, 4) for end in report.interval(seat)],
                "advantage": report.advantage(seat),
            }
            for seat in range(report.seats)
        ],
    }


@contextmanager
def progress(expected: str, live: bool) -> Iterator[Callable[[int], None]]:
    """A line on the terminal, where there is one, with the number of matches and how many are expected."""
    shown = 0.0

    def show(played: int) -> None:
        nonlocal shown
        if live and time.monotonic() - shown > SHOWN_S:
            shown = time.monotonic()
            rewrite_line(words(f"{played} matches {expected}", f"{played} matchs {expected}"))

    try:
        yield show
    finally:
        if live:
            rewrite_line("")
