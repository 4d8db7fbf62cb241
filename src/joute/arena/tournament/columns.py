"""The columns of a tournament's tables, declared once for terminal, CSV, report and page.

A column shows one or more fields of a line: `standings.Line` in the final table, `status.Standing` in the running
order. To add one to what is shown, add an entry to FINAL or RUNNING; the page gets the entries with its data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Literal

import msgspec

from joute.core.text import Text, text_of

Medium = Literal["terminal", "csv", "report", "page"]


class Show(StrEnum):
    """How the fields of a column are shown. The page has the same list, to show numbers and verdicts in French too."""

    TEXT = "text"
    COUNT = "count"
    DISTINCT = "distinct"
    """A number of matches, and how many of them are no copies of others; one number where those are all."""
    NUMBER = "number"
    WHOLE = "whole"
    """A number, rounded to an integer."""
    TENTH = "tenth"
    """A number with one decimal."""
    WHOLE_RANGE = "whole_range"
    RANGE = "range"
    """Two integers; one where they are equal."""
    RECORD = "record"
    """Won, drawn and lost in one cell."""
    SKILL = "skill"
    """Mu and its uncertainty: 3 sigma in a terminal, 2 on the page."""
    VERDICTS = "verdicts"
    FAULTS = "faults"
    """The verdicts other than OK."""
    REMARK = "remark"
    """Why an entrant was set aside, or else the note of the format; the page has it on a line of its own."""


class Column(msgspec.Struct, frozen=True):
    """One column: what it is called, which fields of a line it shows, how and where."""

    key: str
    heading: Text
    show: Show
    fields: tuple[str, ...]
    terminal: str = ""
    """Its heading in a terminal, which is narrow."""
    media: tuple[Medium, ...] = ("terminal", "csv", "report", "page")

    @property
    def right(self) -> bool:
        """Whether it is aligned to the right, as numbers are."""
        return self.show in (Show.COUNT, Show.DISTINCT, Show.NUMBER, Show.WHOLE, Show.TENTH)

    def cell(self, line: object, language: str = "en") -> str:
        """What it shows of a line; a dash for what is not known yet."""
        values = [getattr(line, name) for name in self.fields]
        shown = "–" if None in values and self.show != Show.REMARK else _SHOWN[self.show](*values)
        return f"{text_of(shown):{language}}"


def columns_on(medium: Medium, columns: Sequence[Column]) -> tuple[Column, ...]:
    return tuple(column for column in columns if medium in column.media)


def _range(low: object, high: object) -> Text | str:
    return str(low) if low == high else Text(f"{low} to {high}", f"{low} à {high}")


def distinct_of(games: int, distinct: int) -> Text:
    """How many matches, and how many of them are no copies of others."""
    if games == distinct:
        return text_of(games)
    return Text(f"{distinct} distinct of {games}", f"{distinct} distincts sur {games}")


def _counted(verdicts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in verdicts.items())


def _remark(*fields: Any) -> Text | str:
    *notes, aside = fields
    if aside:
        return Text(f"set aside: {aside}", f"écarté : {aside}")
    return next((note for note in notes if note), "")


_SHOWN: dict[Show, Callable[..., Text | str]] = {
    Show.TEXT: str,
    Show.COUNT: str,
    Show.DISTINCT: distinct_of,
    Show.NUMBER: lambda value: f"{round(value, 2):g}",
    Show.WHOLE: lambda value: f"{value:.0f}",
    Show.TENTH: lambda value: f"{value:.1f}",
    Show.WHOLE_RANGE: lambda low, high: _range(round(low), round(high)),
    Show.RANGE: _range,
    Show.RECORD: lambda wins, draws, losses: f"{wins}-{draws}-{losses}",
    Show.SKILL: lambda mu, sigma: f"{mu:.1f} ± {3 * sigma:.1f}",
    Show.VERDICTS: _counted,
    Show.FAULTS: lambda verdicts: (
        _counted({name: n for name, n in verdicts.items() if name != "OK"}) or Text("none", "aucun")
    ),
    Show.REMARK: _remark,
}

PRINTED: tuple[Medium, ...] = ("terminal", "csv", "report")
RANK = Column("rank", Text("Rank", "Rang"), Show.COUNT, ("rank",), "rank")
NAME = Column("name", Text("Name", "Nom"), Show.TEXT, ("name",), "entrant")
GAMES = Column("games", Text("Played", "Joués"), Show.COUNT, ("games",), "games")
WINS = Column("wins", Text("Won", "Gagnés"), Show.COUNT, ("wins",), "won", PRINTED)
DRAWS = Column("draws", Text("Drawn", "Nuls"), Show.COUNT, ("draws",), "drawn", PRINTED)
LOSSES = Column("losses", Text("Lost", "Perdus"), Show.COUNT, ("losses",), "lost", PRINTED)
RECORD = Column(
    "record",
    Text("Won – drawn – lost", "Gagnés – nuls – perdus"),
    Show.RECORD,
    ("wins", "draws", "losses"),
    media=("page",),
)
POINTS = Column("points", Text("Points", "Points"), Show.NUMBER, ("points",), "points")

FINAL = (
    RANK,
    NAME,
    Column("rating", Text("Rating", "Cote"), Show.WHOLE, ("rating",), "rating"),
    Column("interval", Text("95 % interval", "Intervalle à 95 %"), Show.WHOLE_RANGE, ("low", "high"), "95 %"),
    Column(
        "possible_ranks", Text("Possible ranks", "Rangs possibles"), Show.RANGE, ("best_rank", "worst_rank"), "ranks"
    ),
    msgspec.structs.replace(GAMES, show=Show.DISTINCT, fields=("games", "distinct")),
    WINS,
    DRAWS,
    LOSSES,
    RECORD,
    POINTS,
    Column("champion", Text("Champion", "Champion"), Show.TEXT, ("champion",), media=("csv",)),
    Column("digest", Text("Hash", "Empreinte"), Show.TEXT, ("digest",), media=("csv",)),
    Column("faults", Text("Failed", "En défaut"), Show.FAULTS, ("verdicts",), "faults", ("terminal", "page")),
    Column("verdicts", Text("Verdicts", "Verdicts"), Show.VERDICTS, ("verdicts",), media=("csv", "report")),
    Column("remark", Text("Remarks", "Remarques"), Show.REMARK, ("note", "aside"), "", PRINTED),
)
"""The final table."""

RUNNING = (
    RANK,
    NAME,
    Column("skill", Text("Skill", "Force"), Show.TENTH, ("skill",), "skill", ("terminal",)),
    Column("estimate", Text("Skill", "Estimation"), Show.SKILL, ("mu", "sigma"), "estimate", ("terminal", "page")),
    GAMES,
    WINS,
    DRAWS,
    LOSSES,
    RECORD,
    msgspec.structs.replace(POINTS, media=("page",)),
    Column("remark", Text("Remarks", "Remarques"), Show.REMARK, ("aside",), "", ("terminal",)),
)
"""The order while it is played."""
