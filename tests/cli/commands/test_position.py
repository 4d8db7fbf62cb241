"""Positions: show --json, position edit and check, and the commands that take what they write."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import joute as engine
from joute.cli.exits import Exit
from joute.testing import first_turn

GAME = "portails"
SHORT = ("--set", "NB_TOURS=6")
TOLD = """from api import *
def partie_init():
    print("ready in", tour_actuel())
def jouer_tour():
    print("plays", tour_actuel())
"""


@pytest.fixture
def position(joute):
    """The position of turn 3 of a match of six turns, as `show --json` prints it."""
    assert joute("run", GAME, "random", "idle", *SHORT, "-o", "match.jsonl").code == Exit.DONE
    text = joute("show", "match.jsonl:3", "--json").out
    Path("position.json").write_text(text)
    return json.loads(text)


def drawing(ran):
    """What was drawn, without the names of the players."""
    assert ran.code == Exit.DONE
    return ran.out.splitlines()[1:]


# Showing


def test_show_json_is_the_dump_with_a_summary(joute, position):
    dump = engine.Replay("match.jsonl").table(3).dump()
    assert {name: value for name, value in position.items() if name != "summary"} == dump
    scores = [row["score"] for row in dump["state"]["players"]]
    assert position["summary"] == {
        "turn": 3,
        "phase": "turn",
        "callback": "jouer_tour",
        "asked": [0],
        "scores": scores,
        "ranks": [1, 2] if scores[0] > scores[1] else [1, 1],
        "over": False,
    }
    assert engine.Table.load(position).dump() == dump


def test_a_position_is_drawn_like_the_turn_it_is_of(joute, position):
    turn = drawing(joute("show", "match.jsonl", "--turn", "3"))
    assert turn[0] == "round 3 / 6   J1 to play"
    assert drawing(joute("show", "match.jsonl:3")) == turn
    assert drawing(joute("show", "position.json")) == turn
    assert drawing(joute("watch", "position.json")) == [*turn, ""]
    rounds = [line for line in joute("watch", "match.jsonl:5").out.splitlines() if line.startswith("round ")]
    assert [line.split()[1] for line in rounds] == ["5", "5", "6", "6", "6", "6"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["show", "match.jsonl:3", "--turn", "3"], "match.jsonl:3 names a turn, and so does an option"),
        (["watch", "match.jsonl:3", "--from-turn", "3"], "match.jsonl:3 names a turn, and so does an option"),
        (["watch", "match.jsonl:3", "--html", "m.html"], "--html goes with FILE, without a turn"),
        (["show", "match.jsonl:3", "--json", "--seat", "0"], "--seat does not go with --json"),
        (["show", "match.jsonl:9"], "turn 9 is not in this replay"),
        (["show", "position.json:4"], "turn 4 is not in this replay, which has turns 3 to 3"),
        (["show", "position.json", "--phase", "1"], "from there on it has 0 phases"),
    ],
)
def test_what_does_not_name_one_position(joute, position, words, told):
    ran = joute(*words)
    assert ran.code == Exit.USAGE
    assert told in ran.err


# Playing


def test_run_plays_on_from_what_show_printed(joute, position):
    for start, replay in (("match.jsonl:3", "turn.jsonl"), ("position.json", "saved.jsonl")):
        assert joute("run", GAME, "random", "idle", "--from", start, "-o", replay).code == Exit.DONE
    turn, saved = engine.Replay("turn.jsonl"), engine.Replay("saved.jsonl")
    assert turn.turns == saved.turns == [3, 4, 5, 6]
    assert turn.orders(3) == saved.orders(3) != {0: [], 1: []}
    assert turn.result.scores == saved.result.scores


@pytest.mark.parametrize("start", ["match.jsonl:3", "position.json"])
def test_check_rehearses_from_a_position(joute, position, start):
    Path("mine.py").write_text(TOLD)
    ran = joute("check", "mine.py", "--from", start, "--isolation", "none", "--json")
    assert ran.code == Exit.DONE
    for trial, seat in zip(json.loads(ran.out)["trials"], (0, 1), strict=True):
        assert (trial["seat"], trial["turns"]) == (seat, 4)
        assert [note["print"] for _, note in trial["notes"]] == [
            "ready in 3\n",
            *(f"plays {n}\n" for n in (3, 4, 5, 6)),
        ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--game", "archipel"], "position.json is of portails, not of archipel"),
        (["--preset", "finale"], "--preset does not go with --from: position.json says it"),
        (["--board", "x"], "--board does not go with --from: position.json says it"),
    ],
)
def test_check_refuses_what_contradicts_a_position(joute, position, words, told):
    Path("mine.py").write_text(TOLD)
    ran = joute("check", "mine.py", "--from", "position.json", *words)
    assert ran.code == Exit.USAGE
    assert told in ran.err


def ended() -> engine.Table:
    """A table at which one of two seats that are asked has ended."""
    table = engine.Table(engine.load_game("toy"))
    table.end(0)
    return table


def ordered() -> engine.Table:
    """A table at which an order is noted."""
    table = first_turn(engine.load_game(GAME))
    assert table.seat(0).call("deplacer", (1, 0)) == 0
    return table


@pytest.mark.parametrize("noted", [ended, ordered])
def test_a_match_begins_between_two_phases(joute, noted):
    table = noted()
    Path("noted.json").write_text(json.dumps(table.dump()))
    ran = joute("run", table.game.name, *["idle"] * table.seats, "--from", "noted.json")
    assert ran.code == Exit.NOT_LOADED
    assert "noted.json: orders are noted in it, or a seat has ended; a match begins between two phases" in ran.err
    assert joute("show", "noted.json").code == Exit.DONE


# Files that may be anything


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": -1}, "seed: found -1, expected a whole number from 0 to 18446744073709551615"),
        ({"more": 1}, "unknown field 'more', expected one of joute, version, game"),
        ({"game": "chess"}, "game 'chess' does not exist"),
        ({"seats": 5}, "seats: portails is played by 2 players, not 5"),
        ({"rules_version": 99}, "rules_version: found 99, this portails has 1"),
        ({"board": "nonsense"}, "wrong.json: board: depart_illisible: line 1: "),
        ({"state": []}, "state: found [], expected dict"),
    ],
)
def test_a_wrong_position_is_refused_by_name_everywhere(joute, position, change, told):
    Path("wrong.json").write_text(json.dumps(position | change))
    for words in (
        ["show", "wrong.json"],
        ["watch", "wrong.json"],
        ["run", GAME, "idle", "idle", "--from", "wrong.json"],
        ["position", "edit", "wrong.json", "--set", "head.turn=3"],
    ):
        ran = joute(*words)
        assert ran.code == Exit.NOT_LOADED
        assert ran.err.startswith("joute: wrong.json: ")
        assert told in ran.err
    assert told in joute("position", "check", "wrong.json").out


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", "[" * 100_000, '{"joute": "replay"}', "{}"])
def test_what_is_no_position_is_refused(joute, text):
    Path("odd.json").write_text(text)
    for words in (["show", "odd.json"], ["position", "check", "odd.json"]):
        ran = joute(*words)
        assert ran.code == Exit.NOT_LOADED
        assert (ran.out + ran.err).count("odd.json") == 1


def test_check_says_of_each_file_whether_it_is_sound(joute, position):
    Path("wrong.json").write_text(json.dumps(position | {"seed": "x"}))
    ran = joute("position", "check", "position.json", "wrong.json", "none.json")
    assert ran.code == Exit.NOT_LOADED
    assert ran.out.splitlines() == [
        "position.json: ok (portails, turn 3, phase turn)",
        "wrong.json: seed: found 'x', expected int",
        "none.json: cannot be read: No such file or directory",
    ]
    ran = joute("position", "check", "position.json", "--json")
    report = {"file": "position.json", "ok": True, "game": GAME, **position["summary"]}
    assert (ran.code, json.loads(ran.out)) == (Exit.DONE, report)


# Editing


def test_assignments_change_a_position(joute, position):
    words = ("--set", "head.turn=5", "--set", "players[1].score=77", "--set", 'portals[2]={"owner": 0}')
    ran = joute("position", "edit", "position.json", *words)
    assert (ran.code, ran.err) == (Exit.NOT_LOADED, "joute: state.portals[2]: field 'shields' is missing\n")
    ran = joute("position", "edit", "position.json", *words[:4], "-o", "other.json")
    assert ran.code == Exit.DONE
    assert ran.out.splitlines() == [
        "written to other.json",
        "Draw it:  joute show other.json",
        "Play it:  joute run portails CHAMPIONS --from other.json",
    ]
    made = json.loads(Path("other.json").read_text())
    position["state"]["head"]["turn"] = position["summary"]["turn"] = 5
    position["state"]["players"][1]["score"] = position["summary"]["scores"][1] = 77
    position["summary"]["ranks"] = [2, 1]
    assert made == position
    assert json.loads(joute("position", "edit", "position.json", *words[:4]).out) == made


@pytest.mark.parametrize(
    ("assignment", "told"),
    [
        ("head.turn=8", "state.head.turn: found 8, expected a number from 1 to 7\n"),
        ("head.turn=7", "state: the round is past the last one although the match is not at its end, or the reverse\n"),
        ("head.turn=x", "state.head.turn: found 'x', expected a number from 1 to 7\n"),
        ("head.day=1", "state.head: unknown field 'day', expected one of turn, phase, player"),
        ("players[0].score=true", "state.players[0].score: found True, expected a number"),
        ("players[2].score=1", "players[2].score: there is no row 2; there are 2"),
        ("players.score=1", "players.score: found 'score', expected the number of a row"),
        ("players[0][1]=1", "players[0][1]: found 1, expected a field"),
        ("head.turn.now=1", "head.turn.now: found 'now', expected no more"),
        ("kings[0].x=1", "kings[0].x: there is no 'kings'; there are head, players, portals"),
        ("players=[]", "state.players: 0 rows, expected 2"),
        ("players[=1", "'players[': expected a place of the state, for instance head.turn or units[3].owner"),
    ],
)
def test_a_wrong_assignment_names_its_place(joute, position, assignment, told):
    ran = joute("position", "edit", "position.json", "--set", assignment)
    assert ran.code == Exit.NOT_LOADED
    assert ran.err.startswith(f"joute: {told}")


def test_a_game_is_edited_from_its_first_turn(joute):
    Path("map.txt").write_text("0 0\n4 4\n.....\n.X...\n.....\n...X.\n.....\n")
    ran = joute("position", "edit", GAME, "--board", "map.txt", "--seed", "7", "--set", "players[0].x=2")
    made = json.loads(ran.out)
    assert (made["seed"], made["params"]) == (7, {"TAILLE_TERRAIN": 5})
    assert (made["summary"]["turn"], made["summary"]["callback"]) == (1, "jouer_tour")
    assert [row["x"] for row in made["state"]["players"]] == [2, 4]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["position.json", "--seed", "1", "--set", "head.turn=3"], Exit.USAGE, "--seed goes with the name of a game"),
        (["position.json"], Exit.USAGE, "there is no terminal here for an editor"),
        (["position.json", "--set", "head.turn"], Exit.USAGE, "expected NAME=VALUE"),
        (["position.json", "--set", "head.turn=3", "-o", "no/p.json"], Exit.USAGE, "no/p.json: cannot be written"),
        (["nothing", "--set", "head.turn=3"], Exit.NOT_LOADED, "nothing: cannot be read"),
    ],
)
def test_what_cannot_be_edited(joute, position, monkeypatch, words, code, told):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    ran = joute("position", "edit", *words)
    assert ran.code == code
    assert told in ran.err


class Terminal(io.StringIO):
    """Somebody who types these answers."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def editor(monkeypatch, tmp_path):
    """Sets an editor that replaces one text after another, each time it is opened; none is left: it does not save."""

    def use(replacements: list[tuple[str, str]], answers: str = "") -> None:
        script = tmp_path / "editor.py"
        script.write_text(
            "import json, pathlib, sys\n"
            "left, file = pathlib.Path('replacements.json'), pathlib.Path(sys.argv[1])\n"
            "(old, new), *rest = json.loads(left.read_text()) or sys.exit()\n"
            "assert old in file.read_text(), old\n"
            "file.write_text(file.read_text().replace(old, new))\n"
            "left.write_text(json.dumps(rest))\n"
        )
        (tmp_path / "replacements.json").write_text(json.dumps(replacements))
        monkeypatch.delenv("VISUAL", raising=False)
        monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
        monkeypatch.setattr(sys, "stdin", Terminal(answers))

    return use


def test_the_editor_shows_the_board_and_every_row(joute, position, editor):
    first, *_ = drawing(joute("show", "match.jsonl:3"))
    editor(
        [
            (f"# {first}\n", ""),
        ]
    )
    ran = joute("position", "edit", "match.jsonl:3", "-o", "same.json")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert json.loads(Path("same.json").read_text()) == position


def test_a_mistake_in_the_editor_is_named_and_it_opens_again(joute, position, editor):
    editor(
        [("head.turn = 3", "head.turn = 'x'"), ("head.turn = 'x'", "head.turn = "), ("turn = \n", "turn = 4\n")],
        "y\ny\n",
    )
    ran = joute("position", "edit", "match.jsonl:3", "-o", "other.json")
    assert ran.code == Exit.DONE
    first, second, _ = ran.err.split("Open the editor again? [Y/n]: ")
    assert first == "joute: state.head.turn: found 'x', expected a number from 1 to 7\n"
    assert second.startswith("joute: this is not valid TOML: Invalid value (at line ")
    assert json.loads(Path("other.json").read_text())["state"]["head"]["turn"] == 4


def test_nothing_is_written_unless_it_is_saved_and_sound(joute, position, editor):
    editor([])
    ran = joute("position", "edit", "match.jsonl:3", "-o", "other.json")
    assert (ran.code, ran.err) == (
        Exit.INTERRUPTED,
        "joute: the editor was closed without saving; nothing is written\n",
    )
    editor([("head.turn = 3", "head.turn = 99")], "n\n")
    ran = joute("position", "edit", "match.jsonl:3", "-o", "other.json")
    assert ran.code == Exit.NOT_LOADED
    assert ran.err.endswith("joute: nothing is written\n")
    assert not Path("other.json").exists()


@pytest.mark.parametrize("name", ["edit", "check"])
def test_every_position_command_has_help_with_examples(joute, name):
    assert f"Examples:\n    joute position {name} " in joute("position", name, "--help").out
