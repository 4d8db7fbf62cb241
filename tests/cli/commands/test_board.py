"""`joute board`: list, check, show, new and fairness."""

from __future__ import annotations

import json
from pathlib import Path

from joute.cli.exits import Exit

GAME = "chartichaud"
BOARD = "chartichaud-map 1\nsize 1 6\n# two settlers\ngrid\n5+A1C . . . . 5+B1C\nend\n"


def test_board_check_says_ok_or_where_it_is_wrong(joute):
    Path("good.txt").write_text(BOARD)
    Path("bad.txt").write_text(BOARD.replace("end\n", ""))
    assert joute("board", "check", GAME, "good.txt") == (0, "good.txt: ok (1 x 6)\n", "")
    ran = joute("board", "check", GAME, "good.txt", "bad.txt", "none.txt")
    assert ran.code == Exit.NOT_LOADED
    good, bad, none = ran.out.splitlines()
    assert good == "good.txt: ok (1 x 6)"
    assert bad.startswith("bad.txt: map/rows: line 5: ")
    assert none == "none.txt: cannot be read: No such file or directory"
    told = [
        json.loads(line) for line in joute("board", "check", GAME, "good.txt", "bad.txt", "--json").out.splitlines()
    ]
    assert [entry["ok"] for entry in told] == [True, False]


def test_board_check_says_what_it_ignores(joute):
    text = joute("board", "new", "archipel").out
    Path("more.txt").write_text(text + "~~~\n# a comment\nand more\n")
    ran = joute("board", "check", "archipel", "more.txt")
    assert ran == (
        0,
        "more.txt: ok (32 x 32)\n"
        "  ignored: line 35: '~~~', past the 32 rows of the map\n"
        "  ignored: line 37: 'and more', past the 32 rows of the map\n",
        "",
    )
    told = json.loads(joute("board", "check", "archipel", "more.txt", "--json").out)
    assert [part.partition(":")[0] for part in told["ignored"]] == ["line 35", "line 37"]


def test_board_show_draws_it(joute):
    Path("good.txt").write_text(BOARD)
    ran = joute("board", "show", GAME, "good.txt")
    assert ran.code == Exit.DONE
    assert ran.out.splitlines()[4] == " 0  5                                                 5"
    assert ran.out.splitlines()[5] == "    A1C       ·         ·         ·         ·         B1C"


def test_board_new_is_the_board_of_its_seed(joute):
    first = joute("board", "new", GAME, "--seed", "7")
    assert first.code == Exit.DONE
    assert first.out.startswith("chartichaud-map 1\nsize 9 16\ngrid\n")
    assert joute("board", "new", GAME, "--seed", "7").out == first.out
    assert joute("board", "new", GAME, "--seed", "8").out != first.out
    small = joute("board", "new", GAME, "--set", "height=2", "--set", "width=3", "-o", "small.txt")
    assert small.out.splitlines()[0] == "written to small.txt"
    assert Path("small.txt").read_text().startswith("chartichaud-map 1\nsize 2 3\n")
    assert joute("board", "check", GAME, "small.txt").out == "small.txt: ok (2 x 3)\n"


def test_board_new_has_the_json_form(joute):
    ran = joute("board", "new", GAME, "--json-form")
    assert ran.code == Exit.DONE
    assert json.loads(ran.out)["height"] == 9


def test_board_list_has_maps_and_boards_made_from_seeds(joute):
    maps = joute("board", "list", GAME).out.splitlines()
    assert [line.split()[0] for line in maps[1:]] == ["classic", "duel", "garrison", "gold_rush", "grand", "river"]
    made = json.loads(joute("board", "list", "tours_de_magie", "--json").out)
    assert made[7] == {"name": "depart-7", "size": "", "about": "Made from seed 7."}
    assert len(made) == 129


def test_boards_made_from_seeds_are_drawn_checked_and_played_by_name(joute):
    made = joute("board", "new", "tours_de_magie", "--seed", "7", "-o", "seven.txt")
    assert made.code == Exit.DONE
    shown = joute("board", "show", "tours_de_magie", "depart-7")
    assert shown.out.count("towers  5") == 4
    assert joute("board", "show", "tours_de_magie", "seven.txt") == shown
    assert joute("board", "check", "tours_de_magie", "seven.txt").out == "seven.txt: ok\n"
    rounds = ("--set", "MAX_TOUR=2")
    run = joute("run", "tours_de_magie", *["random"] * 4, "--board", "depart-7", *rounds, "-o", "seven.jsonl")
    assert run.code == Exit.DONE
    assert json.loads(Path("seven.jsonl").read_text().splitlines()[0])["board"] == Path("seven.txt").read_text()
    assert joute("verify", "seven.jsonl").out == "seven.jsonl: ok, 10 phases\n"
    unknown = joute("run", "tours_de_magie", *["random"] * 4, "--board", "depart-0")
    assert unknown.code == Exit.NOT_LOADED
    assert (
        "no board 'depart-0': there is no such file, and tours_de_magie comes with concours to depart-128"
        in unknown.err
    )


SHORT = ("--set", "max_turns=6", "--workers", "1")


def test_board_fairness_says_who_wins_by_seat(joute):
    ran = joute("board", "fairness", GAME, "--board", "duel", "--matches", "10", *SHORT)
    assert (ran.code, ran.err) == (Exit.DONE, "")
    head, row = ran.out.splitlines()
    assert head.split() == ["board", "played", "counted", "drawn", "seats"]
    again = json.loads(joute("board", "fairness", GAME, "--board", "duel", "--matches", "10", "--json", *SHORT).out)
    (told,) = again
    assert row.split()[:4] == ["duel", str(told["played"]), str(told["counted"]), str(told["drawn"])]
    assert told["played"] == 16
    assert told["drawn"] + sum(seat["wins"] for seat in told["seats"]) == told["counted"]


def test_board_fairness_has_a_line_for_all_boards_together(joute):
    Path("mine.txt").write_text(BOARD)
    words = ("board", "fairness", GAME, "--board", "duel", "--board", "mine.txt", "--matches", "1", "--json", *SHORT)
    duel, mine, both = json.loads(joute(*words).out)
    assert [line["board"] for line in (duel, mine, both)] == ["duel", "mine.txt", "all together"]
    for name in ("played", "counted", "drawn"):
        assert both[name] == duel[name] + mine[name]
    assert duel["played"] == mine["played"] == 16


def test_board_fairness_refuses_what_cannot_be_played(joute):
    ran = joute("board", "fairness", GAME, "--board", "none.txt")
    assert (ran.code, ran.out) == (Exit.NOT_LOADED, "")
    assert "no board 'none.txt'" in ran.err
    assert joute("board", "fairness", GAME, "--seats", "3").code == Exit.USAGE
