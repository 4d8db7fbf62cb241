"""The commands that other commands suggest: they repeat the options that were given."""

from __future__ import annotations

from joute.cli.exits import Exit

GAME = "chartichaud"


def test_check_suggests_the_same_settings_and_board(joute, tmp_path):
    (tmp_path / "mine.py").write_text("def jouer_tour():\n    pass\n")
    joute("board", "new", GAME, "-o", "a board.txt")
    options = ["--preset", "original", "--set", "max_turns=20", "--board", "a board.txt"]
    ran = joute("check", "mine.py", "--game", GAME, "--isolation", "none", *options)
    assert ran.code == Exit.DONE
    assert ran.out.splitlines()[-1] == (
        f"Play a match:  joute run {GAME} mine.py random --preset original --set max_turns=20 --board 'a board.txt'"
        " --isolation none"
    )


def test_a_language_has_the_names_that_people_give_it(joute):
    assert joute("new", GAME, "mine", "--lang", "C++").out.startswith("mine: .vscode/launch.json, README.md, api.hh")
    assert joute("new", GAME, "other", "--lang", "basic").code == Exit.USAGE


def test_new_suggests_the_same_settings(joute):
    ran = joute("new", GAME, "mine", "--set", "max_turns=20", "--set", "height=9")
    assert ran.out.splitlines()[-3:] == [
        "Try it:",
        f"  joute run {GAME} mine random --board mine/board.txt --set max_turns=20 --set height=9",
        "  joute check mine --set max_turns=20 --set height=9",
    ]


def test_a_new_board_is_shown_and_played_with_the_same_settings(joute):
    ran = joute("board", "new", GAME, "--set", "height=9", "-o", "mine.txt")
    assert ran.out.splitlines() == [
        "written to mine.txt",
        f"Draw it:  joute board show {GAME} mine.txt --set height=9",
        f"Play it:  joute run {GAME} CHAMPIONS --board mine.txt --set height=9",
    ]
