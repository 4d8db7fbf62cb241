"""joute run, show, verify, watch and demo: what they print, and how they end when something goes wrong."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import msgspec
import pytest

from joute.cli.exits import Exit
from joute.cli.output.report import Played
from joute.core.backends.building import TOOLS
from joute.core.registry import game_info, game_names
from joute.match.reading import read
from joute.match.referee import MatchResult
from joute.match.replay import PhaseLine
from joute.web.film.replay import ReplayFilm

GAME = "chartichaud"
SHORT = ("--set", "max_turns=6")
SILENT = "from api import *\ndef jouer_tour():\n    pass\n"
FAILS = """from api import *
def jouer_tour():
    print('turn', turn())
    autofarm()
    if turn() == 2:
        1 / 0
"""
INTERRUPTS = "from api import *\ndef jouer_tour():\n    if turn() == 4:\n        raise KeyboardInterrupt\n"


@pytest.fixture
def match(joute):
    """A replay of six turns between idle and random, as its lines."""
    assert joute("run", GAME, "idle", "random", *SHORT, "-o", "match.jsonl").code == Exit.DONE
    return Path("match.jsonl").read_text().splitlines()


def champion(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def write(name: str, lines: list[str]) -> str:
    Path(name).write_text("".join(f"{line}\n" for line in lines))
    return name


# Running


def test_run_ends_with_a_table_and_a_hint(joute):
    ran = joute("run", GAME, "idle", "idle", *SHORT, "--seed", "3")
    assert ran.code == Exit.DONE
    lines = ran.out.splitlines()
    assert lines[0] == "chartichaud, preset sujet, seed 3: a draw between idle (A), idle (B) (turn limit)"
    assert lines[1].split() == [
        "seat",
        "champion",
        "result",
        "rank",
        "score",
        "verdict",
        "strikes",
        "slowest",
        "in",
        "turn",
        "total",
        "time",
    ]
    assert lines[2].split() == ["A", "idle", "draw", "1", "0", "OK", "0", "0.0", "ms", "0", "0.0", "ms"]
    again = "joute run chartichaud idle idle --set max_turns=6 --seed 3"
    assert lines[-1] == f"To keep and watch it:  {again} -o match.jsonl && joute watch match.jsonl"
    assert ran.err == ""


def test_run_says_the_limits_again_also_a_zero(joute):
    ran = joute("run", GAME, "idle", "idle", *SHORT, "--bank-ms", "0", "--pin")
    assert "joute run chartichaud idle idle --bank-ms 0 --pin --set max_turns=6 --seed 0 -o" in ran.out


def test_run_writes_a_replay_and_says_how_to_watch_it(joute):
    ran = joute("run", GAME, "random", champion("mine.py", SILENT), *SHORT, "-o", "m.jsonl")
    assert ran.code == Exit.DONE
    assert ran.out.endswith("\nReplay in m.jsonl\n  joute watch m.jsonl\n  joute verify m.jsonl\n")
    assert joute("verify", "m.jsonl") == (0, "m.jsonl: ok, 8 phases\n", "")


def test_run_on_a_board_file(joute):
    Path("map.txt").write_text("chartichaud-map 1\nsize 1 3\ngrid\nA1M . B1C\nend\n")
    rush = "from api import *\ndef jouer_tour():\n    x = turn() // 2\n    move(M, 0, x, 0, x + 1)\n"
    ran = joute("run", GAME, champion("rush.py", rush), "idle", "--board", "map.txt")
    assert ran.code == Exit.DONE
    assert ran.out.splitlines()[0] == "chartichaud, preset sujet, seed 0: rush.py (A) wins (elimination)"
    assert ran.out.splitlines()[2].split()[:5] == ["A", "rush.py", "won", "1", "5"]
    assert ran.out.splitlines()[3].split()[:5] == ["B", "idle", "lost", "2", "0"]


def test_run_json_is_one_object_a_match_and_nothing_else(joute):
    ran = joute("run", GAME, "idle", "random", *SHORT, "--repeat", "3", "--seed", "5", "--json", "-o", "m.jsonl")
    assert ran.code == Exit.DONE
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert [entry["seed"] for entry in found] == [5, 6, 7]
    assert [entry["replay"] for entry in found] == ["m-5.jsonl", "m-6.jsonl", "m-7.jsonl"]
    first = found[0]
    keys = [
        "game",
        "preset",
        "params",
        "seed",
        "players",
        "scores",
        "ranks",
        "winners",
        "reason",
        "reports",
        "replay",
        "page",
        "void",
    ]
    assert list(first) == keys
    assert (first["game"], first["preset"], first["params"]) == (GAME, "sujet", {"max_turns": 6})
    assert first["players"] == ["idle", "random"]
    assert first["reason"] == "turn_limit"
    assert first["void"] == ""
    assert [report["verdict"] for report in first["reports"]] == ["OK", "OK"]
    assert joute("verify", "m-5.jsonl", "m-6.jsonl", "m-7.jsonl").code == Exit.DONE


def test_repeat_sums_up(joute):
    ran = joute("run", GAME, "idle", champion("mine.py", FAILS.replace("2", "3")), *SHORT, "--repeat", "2")
    assert ran.code == Exit.DONE
    lines = ran.out.splitlines()
    assert lines[0] == "chartichaud, preset sujet, seeds 0 to 1: 2 matches"
    assert lines[1].split() == ["seat", "champion", "wins", "draws", "losses", "mean", "score", "faults"]
    assert lines[2].split() == ["A", "idle", "2", "0", "0", "0.0", "0"]
    assert lines[3].split() == ["B", "mine.py", "0", "0", "2", "0.0", "2"]
    assert "The first failure, on seed 0:" in lines


def test_repeat_puts_the_seed_into_a_compressed_name(joute):
    assert joute("run", GAME, "idle", "idle", *SHORT, "--repeat", "2", "-o", "m.jsonl.gz").code == Exit.DONE
    assert sorted(path.name for path in Path().glob("*.gz")) == ["m-0.jsonl.gz", "m-1.jsonl.gz"]
    assert joute("verify", "m-0.jsonl.gz").out == "m-0.jsonl.gz: ok, 8 phases\n"


def test_a_champion_that_fails_gets_a_paragraph(joute):
    ran = joute("run", GAME, champion("mine.py", FAILS), "idle", *SHORT, "-o", "m.jsonl")
    assert ran.code == Exit.DONE
    for told in (
        "idle (B) wins (crash)",
        "mine.py (A) failed in turn 2, in jouer_tour(): ZeroDivisionError: division by zero",
        "  verdict    CRASHED",
        "  last call  turn() = 2",
        'mine.py", line 6, in jouer_tour',
        "  what it printed last\n    turn 0\n    turn 2\n",
        "    joute run chartichaud mine.py idle --set max_turns=6 --seed 0\n",
        "    joute show m.jsonl --turn 2 --seat 0\n",
        "    joute run chartichaud mine.py idle --from m.jsonl:2\n",
    ):
        assert told in ran.out
    assert joute("verify", "m.jsonl").code == Exit.DONE


def test_a_champion_that_fails_is_code_4_when_strict(joute):
    mine = champion("mine.py", FAILS)
    assert joute("run", GAME, mine, "idle", *SHORT, "--strict").code == Exit.CHAMPION_FAILED
    assert joute("run", GAME, mine, "idle", *SHORT, "--strict", "--json", "--repeat", "2").code == Exit.CHAMPION_FAILED
    assert joute("run", GAME, "idle", "idle", *SHORT, "--strict").code == Exit.DONE


def test_a_void_match_is_code_1_and_nobody_has_lost(joute, monkeypatch):
    from joute.core.game import Game

    resolve = Game.resolve

    def broken(self, world):
        if world.state.head.turn == 3:
            raise RuntimeError("a bug of ours")
        resolve(self, world)

    monkeypatch.setattr(Game, "resolve", broken)
    ran = joute("run", GAME, "idle", "idle", *SHORT, "-o", "m.jsonl")
    assert ran.code == Exit.OUR_FAILURE
    assert "joute: the match on seed 0 is void: joute itself failed, and nobody has won or lost." in ran.err
    assert "lost" not in ran.out
    ran = joute("run", GAME, "idle", "idle", *SHORT, "--json")
    assert ran.code == Exit.OUR_FAILURE
    told = json.loads(ran.out)
    assert told["winners"] == told["ranks"] == []
    assert "a bug of ours" in told["void"]


def test_ctrl_c_leaves_a_replay_up_to_the_last_whole_phase(joute):
    ran = joute("run", GAME, champion("mine.py", INTERRUPTS), "idle", *SHORT, "--isolation", "none", "-o", "m.jsonl")
    assert ran.code == Exit.INTERRUPTED
    assert ran.err == "joute: interrupted; the replay m.jsonl holds what was played\n"
    assert joute("verify", "m.jsonl").out == "m.jsonl: cut but consistent, 5 phases without a result\n"
    assert joute("show", "m.jsonl").out.splitlines()[1] == "turn 4 / 5   A to play"


def test_ctrl_c_in_many_matches_still_sums_up(joute):
    second = "    if turn() == 3 and Path('once').exists():\n        raise KeyboardInterrupt\n"
    text = f"from api import *\nfrom pathlib import Path\ndef jouer_tour():\n{second}"
    mine = champion("mine.py", text + "def partie_fin():\n    Path('once').touch()\n")
    ran = joute("run", GAME, "idle", mine, *SHORT, "--repeat", "3", "--isolation", "none")
    assert ran.code == Exit.INTERRUPTED
    assert ran.out.splitlines()[0] == "chartichaud, preset sujet, seeds 0 to 0: 1 match"


# Playing on


def test_from_plays_on_from_a_turn(joute, match):
    ran = joute("run", GAME, "idle", "idle", "--from", "match.jsonl:4", "-o", "on.jsonl")
    assert ran.code == Exit.DONE
    assert joute("verify", "on.jsonl").out == "on.jsonl: ok, 3 phases\n"
    before = joute("show", "match.jsonl", "--turn", "4").out.splitlines()
    after = joute("show", "on.jsonl", "--turn", "4").out.splitlines()
    assert before[1:] == after[1:]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--from", "match.jsonl:99"], Exit.NOT_LOADED, "turn 99 is not in this replay"),
        (["--from", "none.jsonl:1"], Exit.NOT_LOADED, "none.jsonl: cannot be read"),
        (["--from", "none.json"], Exit.USAGE, "--from: there is no file none.json; expected FILE:TURN, for instance"),
        (
            ["--from", "match.jsonl"],
            Exit.NOT_LOADED,
            "match.jsonl: this is no position: a position is a JSON object, as «table.dump()» makes it",
        ),
        (["--from", "match.jsonl:1", "--seed", "0"], Exit.USAGE, "--seed does not go with --from"),
        (["--from", "match.jsonl:1", "--set", "max_turns=9"], Exit.USAGE, "--set does not go with --from"),
        (["--from", "match.jsonl:1", "--board", "x"], Exit.USAGE, "--board does not go with --from"),
        (["--from", "match.jsonl:1", "--preset", "sujet"], Exit.USAGE, "--preset does not go with --from"),
        (["idle", "--from", "match.jsonl:1"], Exit.USAGE, "2 champions here; 3 given"),
    ],
)
def test_from_refuses_what_contradicts_it(joute, match, words, code, told):
    ran = joute("run", GAME, "idle", "idle", *words)
    assert ran.code == code
    assert told in ran.err


def test_a_clock_and_no_clock_are_refused(joute):
    ran = joute("run", GAME, "idle", "idle", "--clock", "cpu", "--no-clock")
    assert ran.code == Exit.USAGE
    assert ran.err == "joute: --clock and --no-clock contradict each other\nTry 'joute run --help'.\n"


def test_from_refuses_another_game(joute, match, monkeypatch):
    monkeypatch.setattr("joute.core.registry.game_info", lambda name: None)
    ran = joute("run", "archipel", "idle", "idle", "--from", "match.jsonl:1")
    assert ran.code == Exit.USAGE
    assert "match.jsonl:1 is of chartichaud, not of archipel" in ran.err


# Replays


def test_show_draws_the_last_position_or_another(joute, match):
    assert joute("show", "match.jsonl").out.splitlines()[:2] == [
        "Chartichaud: A idle  B random",
        "turn 5 / 5   no one wins (turn limit, equal scores)",
    ]
    assert joute("show", "match.jsonl", "--turn", "3").out.splitlines()[1] == "turn 3 / 5   B to play"
    assert joute("show", "match.jsonl", "--turn", "3", "--phase", "1").out.splitlines()[1] == "turn 4 / 5   A to play"
    assert joute("show", "match.jsonl", "--phase", "0").out.splitlines()[1] == "turn 0 / 5   before the first turn"


def test_show_hides_what_a_seat_does_not_know(joute, match):
    seen = joute("show", "match.jsonl", "--turn", "2", "--seat", "0").out
    assert "as seen by A" in seen
    assert "gold ?" in seen
    assert "░░░░░" in seen
    assert "B3C" not in seen
    whole = joute("show", "match.jsonl", "--turn", "2").out
    assert "░░░░░" not in whole
    assert "A3C" in whole


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--turn", "7"], "turn 7 is not in this replay, which has turns 0 to 5"),
        (["--phase", "9"], "--phase 9: from there on it has 8 phases"),
        (["--seat", "2"], "seat 2 does not exist; match.jsonl has seats 0 to 1 (A, B)"),
    ],
)
def test_show_refuses_a_position_that_is_not_there(joute, match, words, told):
    ran = joute("show", "match.jsonl", *words)
    assert ran.code == Exit.USAGE
    assert told in ran.err


def test_watch_prints_every_position_where_there_is_no_terminal(joute, match):
    ran = joute("watch", "match.jsonl")
    assert ran.code == Exit.DONE
    heads = [line for line in ran.out.splitlines() if line.startswith("turn ")]
    assert len(heads) == 9
    assert heads[0] == "turn 0 / 5   before the first turn"
    assert heads[3] == "turn 2 / 5   A to play"
    assert "\x1b" not in ran.out
    later = [line for line in joute("watch", "match.jsonl", "--from-turn", "5").out.splitlines() if line[:5] == "turn "]
    assert later == heads[6:]


def test_run_watch_prints_every_position_where_there_is_no_terminal(joute):
    ran = joute("run", GAME, "idle", "idle", *SHORT, "--watch")
    assert ran.code == Exit.DONE
    assert len([line for line in ran.out.splitlines() if line.startswith("turn ")]) == 9
    assert "chartichaud, preset sujet, seed 0: a draw" in ran.out


def test_verify_tells_of_the_first_difference(joute, match):
    changed = json.loads(match[3])
    changed["hash"] = "0" * len(changed["hash"])
    bad = write("bad.jsonl", [*match[:3], json.dumps(changed), *match[4:]])
    ran = joute("verify", "match.jsonl", bad)
    assert ran.code == Exit.MISMATCH
    first, second = ran.out.splitlines()
    assert first == "match.jsonl: ok, 8 phases"
    assert second.startswith("bad.jsonl: DIFFERENT: ")
    assert "phase 2" in second


def test_verify_tells_of_an_order_that_the_rules_refuse(joute, match):
    changed = json.loads(match[2])
    changed["orders"] = [[["farm", 5, 5]]]
    bad = write("bad.jsonl", [*match[:2], json.dumps(changed), *match[3:]])
    ran = joute("verify", bad, "--json")
    assert ran.code == Exit.MISMATCH
    told = json.loads(ran.out)
    assert (told["file"], told["verdict"], told["phases"]) == ("bad.jsonl", "different", 1)
    assert joute("show", bad).code == Exit.NOT_LOADED
    assert joute("watch", bad).code == Exit.NOT_LOADED


def test_verify_reads_a_truncated_replay_up_to_its_last_whole_line(joute, match):
    Path("cut.jsonl").write_text("\n".join(match)[: -len(match[-1]) - 20])
    ran = joute("verify", "cut.jsonl")
    assert ran == (0, "cut.jsonl: cut but consistent, 7 phases without a result\n", "")


def test_a_replay_that_cannot_be_read_is_code_3(joute, match):
    header = json.loads(match[0])
    files = [
        write("schema.jsonl", [json.dumps(header | {"schema": 99}), *match[1:]]),
        write("rules.jsonl", [json.dumps(header | {"rules_version": 99}), *match[1:]]),
        write("game.jsonl", [json.dumps(header | {"game": "chess"}), *match[1:]]),
        write("text.jsonl", ["hello"]),
        write("empty.jsonl", []),
        "none.jsonl",
    ]
    for file in files:
        ran = joute("verify", file)
        assert ran.code == Exit.NOT_LOADED
        assert ran.out.startswith(f"{file}: cannot be read: ")
        assert len(ran.out.splitlines()) == 1
        for command in ("show", "watch"):
            ran = joute(command, file)
            assert ran.code == Exit.NOT_LOADED
            assert ran.err.startswith("joute: ")
            assert ran.out == ""


def test_a_mismatch_counts_more_than_a_file_that_cannot_be_read(joute, match):
    bad = write("bad.jsonl", [match[0], *match[2:]])
    assert joute("verify", "none.jsonl", bad).code == Exit.MISMATCH


# The demo


def test_demo_prints_some_frames_and_keeps_the_replay(joute):
    ran = joute("demo", GAME, "--fast", "--seed", "1")
    assert ran.code == Exit.DONE
    assert Path("replays/demo.jsonl").is_file()
    assert "The replay is in replays/demo.jsonl" in ran.out
    assert joute("verify", "replays/demo.jsonl").code == Exit.DONE
    phases = len(Path("replays/demo.jsonl").read_text().splitlines()) - 2
    lines = ran.out.splitlines()
    assert lines.count(lines[0]) == 1 + (phases - 1 + 24) // 25


BACKENDS = ("interpreted", "native")


def lineups():
    """Matches of every game: of random champions, and in one game of others too."""
    for name in game_names():
        yield name, ("random",) * game_info(name).seats
    yield GAME, ("settler", "random", *SHORT)
    yield GAME, ("random", "mine.py", *SHORT)


@pytest.mark.parametrize(("game", "words"), list(lineups()))
def test_both_backends_make_the_same_replay_and_film(joute, game, words):
    pytest.importorskip("numba")
    champion("mine.py", "from api import *\ndef jouer_tour():\n    autofarm()\n")
    for backend in BACKENDS:
        ran = joute("run", game, *words, "--seed", 5, "--backend", backend, "-o", f"{backend}.jsonl")
        assert (ran.code, ran.err) == (Exit.DONE, "")
        for other in BACKENDS:
            assert joute("verify", f"{backend}.jsonl", "--backend", other).code == Exit.DONE
    replays = [untimed(Path(f"{backend}.jsonl")) for backend in BACKENDS]
    assert len(replays[0]) >= 10
    assert replays[0] == replays[1]
    assert film("interpreted.jsonl", "interpreted") == film("interpreted.jsonl", "native")


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_match_goes_on_from_a_turn_on_either_backend(joute, match, backend):
    pytest.importorskip("numba")
    ran = joute("run", GAME, "random", "idle", "--from", "match.jsonl:3", "--backend", backend, "-o", "rest.jsonl")
    assert ran.code == Exit.DONE
    assert joute("verify", "rest.jsonl", "--backend", backend).code == Exit.DONE


def untimed(path: Path) -> list[dict]:
    """The lines of a replay without the times, which differ from run to run."""
    times = ("wall_ms", "cpu_ms", "worst_ms", "load_ms")
    return [
        json.loads(line, object_hook=lambda d: {k: v for k, v in d.items() if k not in times})
        for line in path.read_text().splitlines()
    ]


def film(path: str, backend: str) -> tuple[bytes, list[bytes]]:
    """The film of a replay: its head, and the chunks of every track."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JOUTE_BACKEND", backend)
        made = ReplayFilm(read(Path(path)))
        assert made.table.game.backend == backend
        chunks = [chunk for track in made.tracks.values() for chunk in track.scenes.all()]
        return msgspec.json.encode(made.head()), chunks


def test_a_backend_lasts_as_long_as_its_command(joute, monkeypatch):
    monkeypatch.delenv("JOUTE_BACKEND", raising=False)
    assert joute("run", GAME, "idle", "idle", *SHORT, "--backend", "interpreted").code == Exit.DONE
    assert "JOUTE_BACKEND" not in os.environ


def test_an_unknown_backend_in_the_environment_is_refused(joute, monkeypatch):
    monkeypatch.setenv("JOUTE_BACKEND", "fast")
    ran = joute("run", GAME, "idle", "idle", *SHORT)
    assert (ran.code, ran.err) == (Exit.USAGE, "joute: JOUTE_BACKEND: found 'fast', expected interpreted or native\n")


def test_native_play_without_a_library_or_numba_says_how_to_get_it(joute, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "numba", None)
    ran = joute("run", GAME, "random", "random", "--backend", "native")
    assert (ran.code, ran.out) == (Exit.USAGE, "")
    assert ran.err == f"joute: libraries need numba to be built: {TOOLS}\n"


# Times


def test_run_lists_the_times_of_all_turns(joute):
    ran = joute("run", GAME, "idle", "idle", "--set", "max_turns=2", "--times")
    lines = ran.out.splitlines()
    at = lines.index("")
    assert lines[at + 1].split() == ["turn", "phase", "champion", "wall", "computing"]
    rows = [line.split()[:4] for line in lines[at + 2 : lines.index("", at + 1)]]
    assert rows == [
        ["0", "init", "idle", "(A)"],
        ["0", "init", "idle", "(B)"],
        ["0", "turn", "idle", "(A)"],
        ["1", "turn", "idle", "(B)"],
        ["2", "end", "idle", "(A)"],
        ["2", "end", "idle", "(B)"],
    ]


def test_the_slowest_turn_is_the_first_of_equals():
    lines = [
        PhaseLine(turn, "turn", (0, 1), ((), ()), "", wall_ms=times, cpu_ms=times)
        for turn, times in enumerate([(1.0, 5.0), (3.0, 2.0), (3.0, 1.0)])
    ]
    played = Played(None, ("a", "b"), 0, MatchResult(None, (), "", lines), None)
    assert [played.slowest(seat) for seat in (0, 1, 2)] == ["1", "0", ""]


def test_run_says_where_the_time_of_python_champions_went(joute):
    ran = joute("run", GAME, champion("mine.py", SILENT), "idle", *SHORT, "--profile")
    assert "\nWhere the time of mine.py went, measured:\n" in ran.out
    assert "mine.py:2 jouer_tour\n" in ran.out
    assert ran.out.count("Where the time") == 1
