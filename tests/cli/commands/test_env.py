"""`joute env`: which order has which number."""

from __future__ import annotations

import json

import pytest

import joute.env
from joute.cli.exits import Exit
from joute.cli.main import main

pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")


def test_it_says_which_order_has_which_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["env", "chartichaud", "--set", "height=3", "--set", "width=4"]) == Exit.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "chartichaud_v1, sujet: 170 numbers, 141 values observed"
    assert lines[2:8] == [
        "numbers  order         arguments",
        "0        end the turn",
        "1-120    move          kind (2: 0 to 1), y (3: 0 to 2), x (4: 0 to 3), ny, nx (5: at most 1 away from y)",
        "121-156  build         y (3: 0 to 2), x (4: 0 to 3), kind (3: 0 to 2)",
        "157-168  farm          y (3: 0 to 2), x (4: 0 to 3)",
        "169      autofarm",
    ]
    assert lines[10].split() == ["0", "seat.seat", "0", "1"]


def test_programs_read_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["env", "casus_belli", "--preset", "finale", "--json"]) == Exit.DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["preset"], told["numbers"], told["values"]) == ("casus_belli_v1", "finale", 7955, 517)
    path, walk, attack = told["orders"]
    assert (path["action"], path["first"], path["last"], path["adds_to_list"]) == ("perso_deplace", 1, 361, True)
    assert [argument["size"] for argument in walk["arguments"]] == [3, 4]
    assert attack["last"] == told["numbers"] - 1
    assert told["columns"][-1] == {
        "table": "list", "name": "items", "start": 453, "rows": 64, "low": -(2**31), "high": 2**31 - 1
    }  # fmt: skip


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(joute.env, "NEEDED", ("numpy", "no_such_library"))
    assert main(["env", "portails"]) == Exit.USAGE
    assert (
        "learning environments need no_such_library; install them: pip install 'joute[rl]'" in capsys.readouterr().err
    )
