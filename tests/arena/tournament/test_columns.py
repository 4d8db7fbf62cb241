"""The columns of the final table are declared once: terminal, CSV, report and page follow."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import msgspec
import pytest

from joute.arena.store import Store
from joute.arena.tournament import columns, report, status
from joute.arena.tournament.columns import FINAL, RUNNING, Column, Show, columns_on
from joute.arena.tournament.standings import Final, Line
from joute.arena.tournament.status import Standing
from joute.cli.output.standings import print_csv, print_final
from joute.core.text import Text

from .cups import begun, cup_file, played, table


@pytest.fixture
def final(store: Store, tmp_path: Path) -> Final:
    tournament = begun(store, cup_file(tmp_path))
    played(store, tournament, order="bac")
    return table(store, tournament)


def headings(medium: str, declared: tuple[Column, ...] = FINAL) -> list[str]:
    return [str(column.heading) for column in columns_on(medium, declared)]


def test_what_each_shows(final: Final, capsys: pytest.CaptureFixture[str]) -> None:
    assert headings("page") == [
        "Rank",
        "Name",
        "Rating",
        "95 % interval",
        "Possible ranks",
        "Played",
        "Won – drawn – lost",
        "Points",
        "Failed",
    ]
    assert headings("page", RUNNING) == ["Rank", "Name", "Skill", "Played", "Won – drawn – lost", "Points"]
    print_final(final)
    head, first = capsys.readouterr().out.splitlines()[1:3]
    assert " ".join(head.split()) == "rank entrant rating 95 % ranks games won drawn lost points faults"
    assert first.split()[:2] == ["1", "b"]
    assert first.split()[-6:] == ["4", "4", "0", "0", "4", "none"]
    print_csv(final)
    fields = csv.DictReader(io.StringIO(capsys.readouterr().out)).fieldnames
    known = [name for name in Line.__struct_fields__ if name != "verdicts"]
    assert fields is not None
    assert fields[: len(known)] == known
    assert fields[len(known)] == "OK"


def test_copies_and_what_is_not_known_are_told(final: Final) -> None:
    shown = {column.key: column for column in FINAL}
    line = msgspec.structs.replace(final.lines[0], distinct=1, rating=None, low=None, high=None, best_rank=None)
    keys = ("games", "rating", "interval", "possible_ranks", "remark")
    assert [shown[key].cell(line) for key in keys] == ["1 distinct of 4", "–", "–", "–", ""]
    assert shown["games"].cell(final.lines[0]) == "4"
    assert shown["games"].cell(line, "fr") == "1 distincts sur 4"
    assert shown["faults"].cell(line, "fr") == "aucun"
    assert shown["remark"].cell(msgspec.structs.replace(line, aside="absente"), "fr") == "écarté : absente"


def test_columns_show_fields_that_lines_have() -> None:
    for declared, line in ((FINAL, Line), (RUNNING, Standing)):
        assert {name for column in declared for name in column.fields} <= set(line.__struct_fields__)
        assert len({column.key for column in declared}) == len(declared)


def test_every_way_to_show_a_column_is_known_to_the_page() -> None:
    page = (Path(__file__).parents[3] / "frontend" / "src" / "columns.tsx").read_text()
    assert [show for show in Show if f"\n  {show}: (" not in page] == []


def test_a_column_is_added_by_one_entry(
    final: Final, store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    more = (*FINAL, Column("seen", Text("Strangers met", "Inconnus croisés"), Show.NUMBER, ("losses",), "strangers"))
    monkeypatch.setattr(columns, "FINAL", more)
    print_final(final)
    assert capsys.readouterr().out.splitlines()[1].endswith("strangers")
    print_csv(final)
    assert [row["losses"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out))] == ["0", "2", "4"]
    report.write(store, final, tmp_path / "site", 0)
    page = (tmp_path / "site" / "index.html").read_text()
    assert '<th scope="col" class="n">Strangers met</th>' in page
    assert page.count('<td class="seen n" data-label="Strangers met">4</td></tr>') == 1
    last = msgspec.to_builtins(status.board(store, "cup"))["columns"][-1]
    assert (last["heading"], last["show"], last["fields"]) == (
        {"en": "Strangers met", "fr": "Inconnus croisés"},
        "number",
        ("losses",),
    )
