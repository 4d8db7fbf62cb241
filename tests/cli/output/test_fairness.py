"""Who wins by seat, in words and as data."""

from __future__ import annotations

import pytest

from joute.arena.fairness import SeatReport, together
from joute.cli.output.fairness import plain, print_reports, sentence
from joute.core.info import Info
from tests.arena.test_fairness import report_of

INFO = Info("T", "", "", 2, 4, 2, 1)


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (report_of(60, 40), "J1 wins 60 % [50, 70]: no clear difference"),
        (report_of(61, 39), "J1 wins 61 % [51, 71]: an advantage"),
        (report_of(39, 61), "J1 wins 39 % [29, 49]: a disadvantage"),
        (report_of(0, 0, drawn=9), "nothing decided"),
        (report_of(0, 3), "J1 wins 0 % [0, 71]: no clear difference"),
        (report_of(20, 22, 30, 28), "J3 wins 30 % [19, 43]: no clear difference"),
        (report_of(45, 10, 5, 40), "J1 wins 45 % [33, 58]: an advantage; J2 wins 10 % [4, 20]: a disadvantage; "
         "J3 wins 5 % [1, 13]: a disadvantage; J4 wins 40 % [28, 53]: an advantage"),
    ],
)  # fmt: skip
def test_the_answer_in_words(report, words):
    assert sentence(INFO, report) == words


def test_the_same_as_data():
    assert plain(INFO, report_of(61, 39, drawn=5)) == {
        "board": "here",
        "boards": 1,
        "played": 105,
        "counted": 105,
        "drawn": 5,
        "seats": [
            {"seat": 0, "name": "J1", "wins": 61, "share": 0.61, "interval": [0.5073, 0.706], "advantage": 1},
            {"seat": 1, "name": "J2", "wins": 39, "share": 0.39, "interval": [0.294, 0.4927], "advantage": -1},
        ],
    }


def test_without_a_decided_match_there_is_no_share():
    seats = plain(INFO, report_of(0, 0, drawn=3))["seats"]
    assert [(seat["share"], seat["interval"], seat["advantage"]) for seat in seats] == [(None, [0.0, 1.0], 0)] * 2


def test_lines_that_are_no_board_are_named_in_french(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR")
    usual = SeatReport("(usual)", [None], 2)
    print_reports(INFO, [usual, SeatReport("amas-40", [""], 2), together([usual])])
    names = [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()]
    assert names == ["carte", "(habituelle)", "amas-40", "toutes ensemble"]
