"""What champions print, where their authors look for it."""

from __future__ import annotations

import json

import pytest

from tests.champions.test_printing import TALKER

CLEARING = TALKER.replace('print("x" * 20_000)', 'print("\\x1b[2J")')
"""It prints what would clear a terminal."""


def test_it_is_shown_by_run_show_rerun_and_check(joute, tmp_path):
    (tmp_path / "talker.py").write_text(CLEARING)
    ran = joute("run", "portails", "talker.py", "idle", "--set", "NB_TOURS=3", "--log", "-o", "match.jsonl")
    assert ran.out.startswith("before the match, talker.py:\n  loading\n  init\nturn 1, talker.py:\n  turn 1\nturn 2")
    assert "\n  turn 2\n  ␛[2J\nturn 3, talker.py:\n  turn 3\n" in ran.out
    shown = joute("show", "match.jsonl", "--phase", "2")
    assert shown.out.endswith("turn 1, talker.py:\n  turn 1\n")
    shown = joute("show", "match.jsonl", "--turn", "1", "--seat", "0")
    assert shown.out.endswith("before the match, talker.py:\n  loading\n  init\nturn 1, talker.py:\n  turn 1\n")
    assert "talker.py:\n" not in joute("show", "match.jsonl", "--turn", "1", "--seat", "1").out
    again = joute("rerun", "match.jsonl", "--seat", "0", "talker.py")
    assert again.out.startswith("turn 1: loading\nturn 1: init\nturn 1: turn 1\nturn 2: turn 2\nturn 2: ␛[2J\n")
    data = json.loads(joute("rerun", "match.jsonl", "--seat", "0", "talker.py", "--json").out)
    assert data["notes"][1] == {"turn": 1, "print": "turn 1\n"}
    checked = joute("check", "talker.py", "--game", "portails")
    assert "\n    turn 1: loading\n    turn 1: init\n    turn 1: turn 1\n" in checked.out


@pytest.mark.parametrize("option", ["--json", "--repeat=2"])
def test_a_log_is_for_one_match_and_for_people(joute, option):
    done = joute("run", "portails", "idle", "idle", "--log", option)
    assert done.code == 2
    assert "--log goes neither with --json nor with --repeat" in done.err


def test_notes_of_a_seat_that_there_is_not_are_nobody_s(joute, tmp_path):
    joute("run", "portails", "idle", "idle", "--set", "NB_TOURS=1", "-o", "match.jsonl")
    lines = (tmp_path / "match.jsonl").read_text().splitlines()
    forged = json.loads(lines[1]) | {"private": {"-1": {"print": "forged"}, "7": {"print": "forged"}}}
    (tmp_path / "match.jsonl").write_text("\n".join([lines[0], json.dumps(forged), *lines[2:]]) + "\n")
    shown = joute("show", "match.jsonl", "--phase", "1")
    assert shown.code == 0
    assert "forged" not in shown.out


def test_the_last_callback_is_no_turn(joute, tmp_path):
    (tmp_path / "last.py").write_text("def jouer_tour():\n    pass\ndef partie_fin():\n    print('bye')\n")
    ran = joute("run", "portails", "last.py", "idle", "--set", "NB_TOURS=3", "--log")
    assert ran.out.startswith("the end, last.py:\n  bye\n")
