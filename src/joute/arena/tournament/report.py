"""The report of a tournament as a folder of pages that needs no server."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from jinja2 import Environment, PackageLoader, select_autoescape

from joute.arena.store import Store, StoreError
from joute.arena.store.errors import explained
from joute.arena.store.matches import MatchRow, recent_filed

from . import columns
from .columns import Show
from .model import find
from .standings import Final

PageMaker = Callable[[Path], bytes]
"""Makes the page of a replay."""
MATCHES = "matches"
DUELS_MOST = 60
"""The report shows who beat whom up to so many entrants."""


def write(
    store: Store,
    final: Final,
    folder: Path,
    most: int,
    film: PageMaker | None = None,
    files: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Write index.html, and the last `most` matches to watch, with the files that their pages share.

    Without `film`, the report links to the replays themselves.
    """
    with store.reading() as connection:
        matches = recent_filed(connection, find(connection, final.name).id, most)
    with explained(str(folder)):
        (folder / MATCHES).mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / MATCHES / name).write_text(text, encoding="utf-8")
        links = {match.id: _link(store, match, folder, film) for match in matches}
        environment = Environment(
            loader=PackageLoader("joute.arena.tournament", "pages"), autoescape=select_autoescape()
        )
        environment.filters["date"] = _date
        shown = columns.columns_on("report", columns.FINAL)
        text = environment.get_template("index.html").render(
            final=final,
            columns=[column for column in shown if column.show != Show.REMARK],
            remark=next(column for column in shown if column.show == Show.REMARK),
            matches=matches,
            links=links,
            cells=_cells(final),
            duels=len(final.lines) <= DUELS_MOST,
        )
        (folder / "index.html").write_text(text, encoding="utf-8")


def _link(store: Store, match: MatchRow, folder: Path, film: PageMaker | None) -> str:
    """The link to a match, relative to the report; empty if its replay is lost."""
    try:
        store.replays.get(match.replay or "")
    except StoreError:
        return ""
    path = store.replays.path(match.replay or "")
    name = f"{MATCHES}/{match.id}{'.html' if film else store.replays.suffix}"
    if film:
        (folder / name).write_bytes(film(path))
    else:
        shutil.copyfile(path, folder / name)
    return name


def _cells(final: Final) -> dict[tuple[str, str], str]:
    cells = {(duel.one, duel.other): f"{duel.won}-{duel.drawn}-{duel.lost}" for duel in final.duels}
    return cells | {(duel.other, duel.one): f"{duel.lost}-{duel.drawn}-{duel.won}" for duel in final.duels}


def _date(seconds: float | None) -> str:
    return "" if seconds is None else time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
