"""What `joute tournament` prints and writes: tables, CSV, and a report as pages."""

from __future__ import annotations

import csv
import shutil
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from joute.cli.exits import say
from joute.core.control_chars import one_line
from joute.core.text import read_here, terminal_language, words

from .printing import print_json, print_table, rewrite_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from joute.arena.store import Store
    from joute.arena.tournament.columns import Column
    from joute.arena.tournament.model import Tournament
    from joute.arena.tournament.standings import Final
    from joute.arena.tournament.status import TournamentStatus

DUELS_MOST = 12
"""A terminal shows who beat whom up to so many entrants."""


def print_final(final: Final) -> None:
    """The final table, and what is needed to read it."""
    from joute.arena.tournament.columns import FINAL, distinct_of

    played = distinct_of(final.matches["done"], final.distinct)
    open_ = final.matches["waiting"] + final.matches["running"]
    counts = {
        words("to be played", "à jouer"): open_,
        words("annulled or not played", "annulés ou non joués"): final.matches["aside"],
        words("engine failures", "défaillances du moteur"): final.matches["failed"],
    }
    left = "".join(f", {count} {what}" for what, count in counts.items() if count)
    print(
        words(
            f"{final.name}: {final.game}, preset {final.preset}; {played} matches played{left}",
            f"{final.name} : {final.game}, réglage {final.preset} ; {played:fr} matchs joués{left}",
        )
    )
    _print_lines(FINAL, final.lines)
    if 2 < len(final.lines) <= DUELS_MOST:
        print()
        _print_duels(final)
    secret = (
        words(f"revealed: {final.secret}", f"révélé : {final.secret}")
        if final.secret is not None
        else words("secret until the end", "secret jusqu'à la fin")
    )
    print(
        words(
            f"\nSeeds: commitment {final.commitment}, {secret}", f"\nGraines : engagement {final.commitment}, {secret}"
        )
    )


def _print_lines(declared: Sequence[Column], lines: Sequence[object]) -> None:
    """A table by the columns that are declared for terminals."""
    from joute.arena.tournament.columns import columns_on

    columns = columns_on("terminal", declared)
    rows = [[column.cell(line, terminal_language()) for column in columns] for line in lines]
    titles = {column.key: words(column.terminal, column.heading.fr.lower()) for column in columns}
    print_table([*titles.values()], rows, [titles[column.key] for column in columns if column.right])


def _print_duels(final: Final) -> None:
    """Head to head: won, drawn, lost, of the row against the column."""
    names = [line.name for line in final.lines]
    cells: dict[tuple[str, str], str] = {}
    for duel in final.duels:
        cells[duel.one, duel.other] = f"{duel.won}-{duel.drawn}-{duel.lost}"
        cells[duel.other, duel.one] = f"{duel.lost}-{duel.drawn}-{duel.won}"
    rows = [(name, *(cells.get((name, other), "") for other in names)) for name in names]
    print_table((words("won-drawn-lost against", "gagnés-nuls-perdus contre"), *names), rows)


def print_csv(final: Final) -> None:
    """The final table for a spreadsheet."""
    from joute.arena.tournament.columns import FINAL, Show, columns_on
    from joute.match.verdict import Verdict

    columns = [column for column in columns_on("csv", FINAL) if column.show != Show.VERDICTS]
    fields = list(dict.fromkeys(name for column in columns for name in column.fields))
    verdicts = [str(verdict) for verdict in Verdict]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([*fields, *verdicts])
    for line in final.lines:
        counts = [line.verdicts.get(name, 0) for name in verdicts]
        writer.writerow([_harmless(getattr(line, name)) for name in fields] + counts)


def _harmless(value: object) -> object:
    """A value that a spreadsheet does not take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def print_board(board: TournamentStatus) -> None:
    """The state of a tournament."""
    from joute.arena.jobs.job import cause
    from joute.arena.tournament.columns import RUNNING
    from joute.match.verdict import Verdict

    summary = board.summary
    done, total = summary.matches["done"], sum(summary.matches.values()) - summary.matches["replaced"]
    going = words("running", "en cours") if summary.running else words("not running", "à l'arrêt")
    state = words("over", "fini") if summary.stage == "done" else going
    print(
        words(
            f"{summary.name}: {summary.game}, {summary.format}, {state}; {done} of {total} matches played",
            f"{summary.name} : {summary.game}, {summary.format}, {state} ; {done} matchs joués sur {total}",
        )
    )
    _print_lines(RUNNING, board.standings)
    for worker in board.workers:
        print(
            words(
                f"worker {worker.name}: {f'match {worker.match}' if worker.match else 'idle'}",
                f"ouvrier {worker.name} : {f'match {worker.match}' if worker.match else 'libre'}",
            )
        )
    for fault in board.faults[:10]:
        verdict = read_here(Verdict(fault.verdict).text)
        print(f"match {fault.match}: {one_line(fault.name)} {verdict}: {one_line(cause(fault.told))}")
    for failure in board.failures:
        print(
            words(
                f"match {failure.id}, engine failure: {one_line(cause(failure.why))}",
                f"match {failure.id}, défaillance du moteur : {one_line(cause(failure.why))}",
            )
        )


def print_matches(store: Store, tournament: Tournament, as_csv: bool, replays: Path | None) -> None:
    """Every match that counts or will, a line each; `replays` is a folder to copy replays to."""
    import msgspec

    from joute.arena.store.errors import explained
    from joute.arena.store.matches import of_tournament
    from joute.arena.store.schema import LIVE

    with store.reading() as connection:
        live = of_tournament(connection, tournament.id, LIVE)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    seat_columns = ("name", "digest", "score", "rank", "verdict", "told", "wall_ms", "cpu_ms")
    match_columns = ("id", "state", "round", "leg", "reason", "replay")
    if as_csv:
        writer.writerow([*match_columns, "seed", "seat", *seat_columns])
    for match in live:
        if replays is not None and match.replay is not None:
            with explained(str(replays)):
                replays.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(store.replays.path(match.replay), replays / f"{match.id}{store.replays.suffix}")
        seed = match.seed if tournament.revealed or match.ended else None
        if not as_csv:
            print_json(msgspec.to_builtins(match) | {"seed": seed})
            continue
        for seat, player in enumerate(match.players):
            head = [getattr(match, name) for name in match_columns]
            writer.writerow([*head, seed, seat, *(_harmless(getattr(player, name)) for name in seat_columns)])


def write_page(store: Store, final: Final, folder: Path, most: int) -> None:
    """The report of a tournament in a folder of its own, with replays to watch if the viewer is built."""
    from joute.arena.tournament.report import write
    from joute.match.reading import read
    from joute.web.film.single import NoViewer, page, shared_viewer

    try:
        template, files = shared_viewer()
    except NoViewer as error:
        say(
            words(
                f"{error}; the page links to the replays themselves",
                f"{read_here(error)} ; la page renvoie aux replays eux-mêmes",
            )
        )
        write(store, final, folder, most)
        return
    made, total, live = count(1), min(most, final.matches["done"]), sys.stderr.isatty()

    def film(path: Path) -> bytes:
        if live:
            number = next(made)
            rewrite_line(words(f"film {number} of {total} ", f"film {number} sur {total} "))
        return page(read(path), template=template)[0]

    try:
        write(store, final, folder, most, film, files)
    finally:
        if live:
            rewrite_line("")
