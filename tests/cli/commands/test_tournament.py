"""joute tournament: what an organiser types and reads."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from sqlalchemy import update

from joute.arena.store import Store
from joute.arena.store.matches import of_tournament
from joute.arena.store.schema import State, players, tournaments
from joute.arena.tournament.admin import put_aside
from joute.arena.tournament.model import find
from joute.arena.tournament.runner import Event
from joute.cli.exits import Exit
from joute.cli.main import main
from joute.cli.output.progress import progress
from tests.arena.tournament.cups import begun, cup_file, named, played

VIEWER = """<html><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><style>LOOK</style>
{film}<script type="module">WORK</script></html>"""
"""A viewer as the build of the pages makes it, in little."""


@pytest.fixture
def cup(tmp_path, monkeypatch):
    """A tournament that is over, in the store beside its file."""
    monkeypatch.chdir(tmp_path)
    path = cup_file(Path())
    with Store.open("joute-store") as store:
        played(store, begun(store, path), order="bac")
    return path


def test_check_says_what_it_will_be_and_keeps_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    cup_file(Path(), named(*"abcd"))
    assert main(["tournament", "check", "cup.toml"]) == Exit.DONE
    out = capsys.readouterr().out
    assert "  entrants  4 (0 of their own, 4 bundled)\n  format    round_robin, 12 matches\n" in out
    assert out.endswith("Run it:  joute tournament run cup.toml\n")
    assert os.listdir() == ["cup.toml"]


@pytest.mark.parametrize(
    ("shape", "length"),
    [
        ('kind = "elimination"\nbest_of = 3', "at most 9 matches"),
        ('kind = "swiss"\nrounds = 2', "at most 8 matches"),
        ('kind = "ladder"', "open end"),
    ],
)
def test_check_says_how_long_it_may_be(tmp_path, capsys, shape, length):
    assert main(["tournament", "check", str(cup_file(tmp_path, named(*"abcd"), shape))]) == Exit.DONE
    assert f", {length}\n" in capsys.readouterr().out


def test_check_warns_of_more_legs_than_boards(tmp_path, capsys):
    path = cup_file(tmp_path, shape='kind = "round_robin"\nlegs = 2', more='[boards]\nnames = ["duel"]')
    path.write_text(path.read_text().replace('"toy"', '"chartichaud"').replace('"idle"', '"random"'))
    assert main(["tournament", "check", str(path)]) == Exit.DONE
    assert capsys.readouterr().err.startswith("joute: warning: 2 legs, but chartichaud uses no randomness here")


def test_check_refuses_a_champion_that_is_none(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    cup_file(tmp_path, '"idle", "empty"')
    assert main(["tournament", "check", str(tmp_path / "cup.toml")]) == Exit.USAGE
    assert "entrants: empty: " in capsys.readouterr().err


@pytest.mark.parametrize("isolation", ["none", "process"])
def test_check_rehearses_every_entrant(tmp_path, monkeypatch, capsys, isolation):
    monkeypatch.chdir(tmp_path)
    placing = "def jouer_placement():\n    pass\n"
    (tmp_path / "good.py").write_text(f"{placing}def jouer_marche():\n    pass\n")
    (tmp_path / "wrong.py").write_text("def jouer_placement(:\n")
    (tmp_path / "raises.py").write_text(f"{placing}def jouer_marche():\n    1 / 0\n")
    path = cup_file(Path(), '"idle", "good.py", "wrong.py", "raises.py"')
    path.write_text(path.read_text().replace('"none"', f'"{isolation}"'))
    assert main(["tournament", "check", "cup.toml"]) == Exit.CHAMPION_FAILED
    out, err = capsys.readouterr()
    assert err == ""
    out = out.replace(f"{tmp_path}/", "")  # a process of its own says where it is
    assert [line.strip() for line in out.splitlines() if "fail" in line or "details" in line] == [
        "wrong fails: LOAD_ERROR: wrong.py, line 1: this is not valid Python: invalid syntax",
        "details:  joute check wrong.py --game toy",
        "raises fails: CRASHED in jouer_marche(), turn 0: ZeroDivisionError: division by zero",
        "details:  joute check raises.py --game toy",
        "rehearsal 1 of 3 entrants play without failing",
    ]
    assert sorted(os.listdir()) == ["cup.toml", "good.py", "raises.py", "wrong.py"]


def test_where_no_sandbox_stands_nothing_begins(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("")
    path = cup_file(Path(), '"idle", "bot.py"')
    path.write_text(path.read_text().replace('"none"', '"sandbox"'))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["tournament", "check", "cup.toml"]) == Exit.DONE
    assert (
        "  which is not available on this machine, so nobody is rehearsed: bubblewrap is not installed"
        in capsys.readouterr().out
    )
    assert main(["tournament", "run", "cup.toml"]) == Exit.NOT_LOADED
    said = capsys.readouterr().err
    assert said.startswith('joute: isolation = "sandbox", and there is no sandbox here: bubblewrap is not installed')
    assert said.endswith('isolation = "process" in cup.toml does without\n')
    assert main(["tournament", "status", "cup.toml"]) == Exit.USAGE
    assert capsys.readouterr().err == "joute: no tournament 'cup' in this store; there is none yet\n"


def test_run_begins_plays_to_the_end_and_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("")
    cup_file(Path(), '"idle", "bot.py"')
    assert main(["tournament", "run", "cup.toml", "--workers", "1"]) == Exit.DONE
    out, err = capsys.readouterr()
    assert "Stop it at any time; go on:  joute tournament run cup.toml --workers 1\ncup: toy, preset" in out
    assert err == ""
    for word in ("run", "resume"):
        assert main(["tournament", word, "cup.toml", "--workers", "1"]) == Exit.DONE
        again, err = capsys.readouterr()
        assert (again, err) == (out, "")
    (tmp_path / "bot.py").write_text("# better\n")
    assert main(["tournament", "resume", "cup.toml", "--workers", "1"]) == Exit.DONE
    assert "bot has changed on disk and plays on as it was" in capsys.readouterr().err
    assert main(["tournament", "replace", "cup.toml", "bot"]) == Exit.DONE
    assert capsys.readouterr().out.startswith("2 matches will be played again\n")


def test_commands_need_a_tournament_that_has_begun(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    cup_file(Path())
    assert main(["tournament", "status", "cup.toml"]) == Exit.NOT_LOADED
    assert capsys.readouterr().err == (
        "joute: joute-store: there is no store here: 'cup' has not begun; begin:  joute tournament run cup.toml\n"
    )
    Store.open("joute-store").close()
    assert main(["tournament", "report", "cup.toml"]) == Exit.USAGE
    assert capsys.readouterr().err == "joute: no tournament 'cup' in this store; there is none yet\n"


def test_resume_begins_what_has_not_begun(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    cup_file(Path())
    assert main(["tournament", "resume", "cup.toml", "--workers", "1"]) == Exit.DONE
    assert "; 6 matches played\n" in capsys.readouterr().out


def test_the_report_in_the_terminal(cup, capsys):
    assert main(["tournament", "report", "cup.toml"]) == Exit.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("; 6 matches played")
    assert [line.split()[:2] for line in lines[2:5]] == [["1", "b"], ["2", "a"], ["3", "c"]]
    assert lines[7].split() == ["b", "2-0-0", "2-0-0"]
    assert lines[-1].endswith("revealed: 7")


def test_the_report_as_json_and_csv(cup, capsys):
    main(["tournament", "report", "cup.toml", "--json"])
    found = json.loads(capsys.readouterr().out)
    main(["tournament", "report", "cup.toml", "--csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["name"] for row in rows] == [line["name"] for line in found["lines"]] == ["b", "a", "c"]
    assert [float(row["rating"]) for row in rows] == [line["rating"] for line in found["lines"]]
    assert [row["OK"] for row in rows] == ["4", "4", "4"]


class Page(HTMLParser):
    """What a page links to, and what it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        values = dict(attrs)
        if tag == "a":
            self.links.append(values["href"])
        self.fetched += [values[name] for name in ("src", "data", "action") if values.get(name)]


def test_the_page_needs_nothing_but_its_folder_and_escapes_names(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = cup_file(Path(), named("<script>alert(1)</script>", "b", "c"))
    with Store.open("joute-store") as store:
        played(store, begun(store, path))
    assert main(["tournament", "report", "cup.toml", "--html", "site", "--replays", "4"]) == Exit.DONE
    assert "written to site/index.html" in capsys.readouterr().err
    text = Path("site/index.html").read_text()
    page = Page(text)
    assert "script" not in page.tags
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert page.fetched == []
    assert re.findall(r"https?://", text) == []
    assert len(page.links) == 4
    files = {f"matches/{file.name}" for file in Path("site/matches").iterdir()}
    assert set(page.links) == files - {"matches/viewer.css", "matches/viewer.js"}


def test_the_page_has_films_where_the_viewer_is_built(cup, monkeypatch, capsys):
    from joute.web.film import single

    Path("viewer.html").write_text(VIEWER.format(film=single.EMPTY))
    monkeypatch.setattr(single, "VIEWER", Path("viewer.html"))
    assert main(["tournament", "report", "cup.toml", "--html", "site"]) == Exit.DONE
    page = Page(Path("site/index.html").read_text())
    assert sorted(page.links) == [f"matches/{number}.html" for number in range(1, 7)]
    films = [Path("site", link).read_text() for link in page.links]
    assert all('id="film">{"' in film and "LOOK" not in film and "WORK" not in film for film in films)
    assert sorted(path.name for path in Path("site/matches").iterdir() if path.suffix != ".html") == [
        "viewer.css",
        "viewer.js",
    ]
    assert Path("site/matches/viewer.css").read_text() == "LOOK"
    assert "WORK" in Path("site/matches/viewer.js").read_text()


def test_export_gives_every_match(cup, capsys):
    main(["tournament", "export", "cup.toml", "--replays", "out"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [match["id"] for match in found] == [1, 2, 3, 4, 5, 6]
    assert [player["name"] for player in found[0]["players"]] == ["b", "c"]
    assert len(os.listdir("out")) == 6
    main(["tournament", "export", "cup.toml", "--csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 12
    assert (rows[0]["name"], rows[0]["rank"], rows[1]["name"], rows[1]["rank"]) == ("b", "1", "c", "2")


def test_export_says_where_replays_cannot_be_written(cup, capsys):
    assert main(["tournament", "export", "cup.toml", "--replays", "cup.toml"]) == Exit.NOT_LOADED
    assert capsys.readouterr().err == "joute: cup.toml: File exists\n"


def test_what_was_played_is_told_whatever_became_of_the_champions_on_disk(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("")
    path = cup_file(Path(), '"idle", "bot.py"')
    with Store.open("joute-store") as store:
        played(store, begun(store, path))
    (tmp_path / "bot.py").unlink()
    for word in ("report", "status", "export", "verify"):
        assert main(["tournament", word, "cup.toml"]) == Exit.DONE
    assert capsys.readouterr().err == ""
    assert main(["tournament", "resume", "cup.toml"]) == Exit.USAGE
    assert "entrants: no champion 'bot.py'" in capsys.readouterr().err
    assert main(["tournament", "replace", "cup.toml", "bott"]) == Exit.USAGE


def test_matches_that_were_not_played_are_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = cup_file(Path())
    with Store.open("joute-store") as store:
        cup = begun(store, path)
        put_aside(store, cup, "a", "late")
        played(store, cup)
    assert main(["tournament", "report", "cup.toml"]) == Exit.DONE
    assert capsys.readouterr().out.splitlines()[0].endswith("; 2 matches played, 4 annulled or not played")


def test_a_name_is_no_formula(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = cup_file(Path(), named("=1+1", "b"))
    with Store.open("joute-store") as store:
        played(store, begun(store, path))
    main(["tournament", "report", "cup.toml", "--csv"])
    assert "'=1+1" in [row["name"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out))]


def test_seeds_to_come_are_not_exported(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = cup_file(Path())
    path.write_text(path.read_text().replace("value = 7", "secret = true"))
    with Store.open("joute-store") as store:
        begun(store, path)
    main(["tournament", "export", "cup.toml"])
    assert {json.loads(line)["seed"] for line in capsys.readouterr().out.splitlines()} == {None}


def test_status_verify_and_actions(cup, capsys):
    assert main(["tournament", "status", "cup.toml"]) == Exit.DONE
    assert capsys.readouterr().out.startswith("cup: toy, round_robin, over; 6 of 6 matches played\n")
    assert main(["tournament", "status", "cup.toml", "--json"]) == Exit.DONE
    assert json.loads(capsys.readouterr().out)["summary"]["matches"]["done"] == 6
    assert main(["tournament", "verify", "cup.toml"]) == Exit.DONE
    assert capsys.readouterr().out.endswith("all is as promised\n")
    assert main(["tournament", "set-aside", "cup.toml", "a", "late"]) == Exit.DONE
    capsys.readouterr()
    assert main(["tournament", "requeue", "cup.toml", "--entrant", "a"]) == Exit.DONE
    assert capsys.readouterr().out.startswith("4 matches will be played again\n")
    assert main(["tournament", "requeue", "cup.toml", "--match", "99"]) == Exit.USAGE
    assert capsys.readouterr().err == "joute: 'cup' has no match 99\n"
    assert main(["tournament", "requeue", "cup.toml"]) == Exit.USAGE
    assert "say what: one of --match N" in capsys.readouterr().err
    assert main(["tournament", "end", "cup.toml"]) == Exit.DONE
    assert capsys.readouterr().out == "cup is over; 4 matches were not played\n"


def test_check_of_a_store_sends_nobody_to_play_again_what_counts_no_more(cup, capsys):
    assert main(["tournament", "requeue", "cup.toml", "--match", "1"]) == Exit.DONE
    with Store.open("joute-store") as store:
        for path in store.replays.files():
            path.unlink()
    capsys.readouterr()
    assert main(["store", "check"]) == Exit.MISMATCH
    told = re.findall(r"match (\d) is missing\n  what to do: (.*)", capsys.readouterr().out)
    assert dict(told) == {
        "1": "restore it from a copy, or leave it: no table counts this match",
        **{number: f"play it again: joute tournament requeue FILE --match {number}" for number in "23456"},
    }


def test_what_cannot_be_read_is_damage(cup, capsys):
    with Store.open("joute-store") as store, store.writing() as connection:
        connection.execute(update(tournaments).values(pulse='{"time";'))
    assert main(["tournament", "status", "cup.toml"]) == Exit.NOT_LOADED
    assert "joute-store: the database is damaged or is no store of joute (JSON is malformed" in capsys.readouterr().err
    with Store.open("joute-store") as store, store.writing() as connection:
        connection.execute(update(tournaments).values(settings='{"game";'))
    assert main(["store", "check"]) == Exit.MISMATCH
    assert capsys.readouterr().out.startswith("tournament cup: its settings cannot be read: JSON is malformed")


def test_what_happens_has_a_line_of_its_own_beside_the_progress(cup, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Store.open("joute-store") as store:
        with store.reading() as connection:
            tournament = find(connection, "cup")
        with progress(store, tournament) as tell:
            tell(Event("aside", 3, "ana"))
    line = "\r\x1b[K6 of 6 matches "
    assert capsys.readouterr().err == f"{line}\r\x1b[Kjoute: ana keeps failing and is set aside\n{line}\r\x1b[K"


def test_what_was_drawn_from_a_match_is_void_only_if_that_is_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = cup_file(Path(), named(*"abcd"), 'kind = "elimination"')
    with Store.open("joute-store") as store:
        played(store, begun(store, path))
    words = ["tournament", "requeue", "cup.toml", "--match", "1"]
    assert main(words) == Exit.USAGE
    assert capsys.readouterr().err == (
        "joute: later rounds were drawn from results of round 1: 1 of their matches would be void, and drawn and "
        "played again; if that is what you want, add --redraw\n"
    )
    assert main([*words, "--redraw"]) == Exit.DONE
    assert capsys.readouterr().out.startswith("1 match will be played again\n")


# A disk that is full


@pytest.fixture
def tiny_disk(tmp_path):
    """A disk with room for a store and a few matches."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a disk of its own: sudo make test")
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", place], check=False).returncode:
        pytest.skip("this machine does not let even root mount a tmpfs")
    yield place
    subprocess.run(["umount", place], check=True)


def test_a_full_disk_stops_cleanly_and_resume_goes_on_when_there_is_room(tmp_path, tiny_disk):
    ballast = tiny_disk / "ballast"
    path = cup_file(tmp_path, named(*"abcdef"), 'kind = "round_robin"\nlegs = 6')
    address = str(tiny_disk / "store")
    words = [sys.executable, "-m", "joute.cli", "tournament"]
    with Store.open(address) as store:
        begun(store, path)
    free = os.statvfs(tiny_disk)
    ballast.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - 400_000)))
    resume = [*words, "resume", str(path), "--store", address, "--workers", "1"]
    stopped = subprocess.run(resume, capture_output=True, text=True, check=False)
    assert stopped.returncode == Exit.NOT_LOADED
    assert "no room to write" in stopped.stderr
    assert f"go on:  joute tournament run {path} --store {address}" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=64m", tiny_disk], check=True)
    with Store.open(address) as store, store.reading() as connection:
        before = of_tournament(connection, 1, [State.DONE])
    assert subprocess.run(resume, capture_output=True, check=False).returncode == Exit.DONE
    with Store.open(address) as store, store.reading() as connection:
        after = of_tournament(connection, 1, [State.DONE])
    assert len(after) == 180
    assert before
    assert all(match in after for match in before)


def test_a_busy_machine_is_told_with_the_table(cup, capsys):
    with Store.open("joute-store") as store, store.writing() as connection:
        connection.execute(update(players).values(wall_ms=4000.0, cpu_ms=1000.0))
    assert main(["tournament", "run", str(cup)]) == Exit.DONE
    assert "warning: champions computed in 25% of the time that their clocks ran" in capsys.readouterr().err
