"""joute test: champions in positions, with the orders to expect."""

from __future__ import annotations

import json

import pytest

from joute.cli.exits import Exit

WALKER = """from api import *
def jouer_tour():
    print("at", position_agent(moi()))
    deplacer((1, 0))
    deplacer((1, 1))
"""
TESTS = """
[[tests]]
name = "it walks"
expect = ["deplacer", "deplacer((1, 1))"]
forbid = ["capturer", "deplacer((9, 9))"]
printed = "at Position(x=0, y=0)"

[[tests]]
expect = ["capturer"]
forbid = ["deplacer((1, 0))"]
printed = "nothing"
"""


@pytest.fixture
def mine(joute, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "champion.py").write_text(WALKER)
    (tmp_path / "mine" / "champion.toml").write_text('game = "portails"\n')
    (tmp_path / "mine" / "tests.toml").write_text(TESTS)
    return tmp_path / "mine"


def test_what_is_expected_and_forbidden(joute, mine):
    ran = joute("test", "mine/tests.toml")
    assert ran.code == Exit.CHAMPION_FAILED
    wrong = ["it did not order capturer", "it ordered deplacer((1, 0))", "it did not print 'nothing'"]
    wrong.append("its orders: deplacer((1, 0)), deplacer((1, 1))")
    assert ran.out.splitlines() == ["ok  it walks", "FAILED  test 2", *(f"    {line}" for line in wrong)]
    data = [json.loads(line) for line in joute("test", "mine/tests.toml", "--json").out.splitlines()]
    assert data == [{"name": "it walks", "ok": True, "wrong": []}, {"name": "test 2", "ok": False, "wrong": wrong}]


def test_turns_of_replays_and_other_seats(joute, mine):
    joute("run", "portails", "idle", "idle", "--set", "NB_TOURS=2", "-o", "mine/match.jsonl")
    text = '[[tests]]\nposition = "match.jsonl:2"\nexpect = ["deplacer((1, 0))"]\n'
    text += '[[tests]]\nseat = 1\nforbid = ["deplacer"]\n'
    (mine / "tests.toml").write_text(text)
    assert joute("test", "mine/tests.toml", "--isolation", "process").code == Exit.DONE


def test_orders_are_known_in_both_forms_and_whatever_the_spaces(joute, mine):
    text = '[[tests]]\nexpect = ["deplacer({ x=1, y=0 })", "deplacer((1,1))"]\n'
    (mine / "tests.toml").write_text(f'{text}[[tests]]\nforbid = ["deplacer({{x=1,y=0}})"]\n')
    assert joute("test", "mine/tests.toml").out.splitlines() == [
        "ok  test 1",
        "FAILED  test 2",
        "    it ordered deplacer({x=1,y=0})",
        "    its orders: deplacer((1, 0)), deplacer((1, 1))",
    ]


def test_an_order_that_the_game_does_not_have_is_no_order_to_forbid(joute, mine):
    (mine / "tests.toml").write_text('[[tests]]\nforbid = ["captrer"]\n')
    ran = joute("test", "mine/tests.toml")
    assert ran.code == Exit.CHAMPION_FAILED
    assert "    portails has no order 'captrer'; it has deplacer, " in ran.out


def test_a_wrong_seat_fails_its_own_test_alone(joute, mine):
    joute("run", "portails", "idle", "idle", "--set", "NB_TOURS=2", "-o", "mine/match.jsonl")
    tests = ["seat = 7", 'seat = 7\nposition = "match.jsonl:2"', 'position = "match.jsonl:9"', "seat = 0"]
    (mine / "tests.toml").write_text("".join(f"[[tests]]\n{test}\n" for test in tests))
    assert joute("test", "mine/tests.toml").out.splitlines() == [
        "FAILED  test 1",
        "    seat 7 has no turn in a match of portails, which has seats 0 to 1",
        "FAILED  test 2",
        "    mine/match.jsonl: seat 7 is not asked in turn 2",
        "FAILED  test 3",
        "    mine/match.jsonl: turn 9 is not in this replay, which has turns 1 to 2",
        "ok  test 4",
    ]


def test_a_champion_that_fails(joute, mine):
    (mine / "champion.py").write_text("def jouer_tour():\n    1 / 0\n")
    ran = joute("test", "mine/tests.toml")
    assert ran.out.startswith("FAILED  it walks\n    it failed: ZeroDivisionError: division by zero\n")
    assert "line 2, in jouer_tour" in ran.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tests = []", "Expected `array` of length >= 1 - at `$.tests`"),
        ("tests = 3", "Expected `array`, got `int` - at `$.tests`"),
        ("x = 1\n[[tests]]", "Object contains unknown field `x`"),
        ("[[tests]]\nseet = 1", "Object contains unknown field `seet` - at `$.tests[0]`"),
        ('[[tests]]\nseat = "a"', "Expected `int`, got `str` - at `$.tests[0].seat`"),
        ("[[tests]]\nexpect = [1]", "Expected `str`, got `int` - at `$.tests[0].expect[0]`"),
        ("[[tests", "this is not valid TOML"),
    ],
)
def test_a_wrong_file_is_explained(joute, mine, text, told):
    (mine / "tests.toml").write_text(text)
    ran = joute("test", "mine/tests.toml")
    assert ran.code == Exit.USAGE
    assert f"mine/tests.toml: {told}" in ran.err


def test_a_file_that_is_not_there_and_a_game_that_is_not_said(joute, mine):
    assert "none.toml: cannot be read: No such file" in joute("test", "none.toml").err
    (mine / "champion.toml").unlink()
    ran = joute("test", "mine/tests.toml")
    assert ran.code == Exit.NOT_LOADED
    assert 'mine: no position, and no game: say game = "..." in its champion.toml' in ran.err
    assert "--game is missing" in joute("check", "mine").err
