"""Playing on the whole screen, in a terminal."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from joute.cli.exits import Exit
from joute.match.reading import read

from ..terminals import DOWN, LEFT, RIGHT, UP, plain, resize, terminal
from .test_plain import OUT, orders_of

ENTER, TAB, ESCAPE, PAGE_DOWN, DELETE = "\n", "\t", "\x1b", "\x1b[6~", "\x1b[3~"
WIDE, NARROW = (150, 50), (80, 24)
PORTAILS = ["play", "portails", "idle", "--seed", "1", "-o", OUT]
STATUS = "Tab next  Enter act  1-9 offer"


def lines_of(text: str) -> list[str]:
    """The last whole screen in what was read."""
    last = text.rpartition("\x1b[H")[2]
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]|\r", "", last).split("\n")


def test_a_match_by_keys(tmp_path):
    with terminal(*PORTAILS, "--set", "NB_TOURS=1", folder=tmp_path, size=WIDE) as screen:
        assert "1 Move  6 move points" in plain(screen.until(STATUS))
        screen.press(DOWN * 4 + RIGHT * 2)
        screen.until("2, 4  Enter: Move, free portal")
        screen.press(ENTER)
        assert "The pawn goes to 2, 4." in plain(screen.until("1 Capture this portal  1 of 42 action points, score +3"))
        screen.press("1")
        screen.until("The portal here is captured.")
        screen.press("u")
        screen.until("Taken back: the portal here is captured.")
        screen.press("1")
        screen.until("1 Add a shield")
        screen.press("o")
        screen.until("the portal here is captured")
        screen.press(" e")
        screen.until("You have won!")
        screen.press(" ")
        shown = screen.until(f"joute verify {OUT}")
        assert screen.ended() == Exit.DONE
    assert "portails, preset sujet, seed 1: me (J1) wins" in plain(shown)
    assert orders_of(path=str(tmp_path / OUT)) == [("deplacer", 2, 4), ("capturer",)]


def test_what_others_did_is_shown_and_told_until_the_first_order(tmp_path):
    words = ["play", "portails", "weaver", "--seed", "1", "--seat", "1", "-o", OUT]
    with terminal(*words, folder=tmp_path, size=WIDE) as screen:
        screen.until("any key: go on")
        screen.press(" ")
        shown = screen.until(STATUS)
        assert "turn 1, J1 weaver:" in plain(shown)
        assert "the pawn goes to 2, 4" in plain(shown)
        assert "\x1b[1;38;5;33;1;97;45m" in shown  # a portal that is another's now
        screen.press("n")
        screen.until("turn 1: J1 takes 2 portals")
        screen.press(" 2")
        screen.until("Turbo.")
        screen.press("x")
        later = screen.until(STATUS).rpartition("\x1b[H")[2]
        assert "J1 weaver:" not in plain(later)
        assert ";45m" not in later
        screen.press("qy")
        screen.until("left in turn 1")
        assert screen.ended() == Exit.DONE


def test_a_number_is_asked_for(tmp_path):
    words = ["play", "archipel", "idle", "--seed", "1", "--set", "FIN_PARTIE=1", "-o", OUT]
    with terminal(*words, folder=tmp_path, size=NARROW) as screen:
        screen.until("2 Build a galion")
        screen.press("2")
        screen.until("How many? 1 to 20:  1 ")
        screen.press("12")
        screen.until("How many? 1 to 20:  12 ")
        screen.press(UP + "\x7f" + "9e")  # 13, 1, 19; e is no answer
        screen.until("How many? 1 to 20:  19 ")
        screen.press("\x7f\x7f99" + ENTER)
        screen.until("Expected a number from 1 to 20.")
        screen.press("3" + ENTER)
        screen.until("A galion is built on 29, 15, and 2 more.")
        screen.press("e")
        screen.until("A draw.")
        screen.press(" ")
        assert screen.ended() == Exit.DONE
    assert orders_of(path=str(tmp_path / OUT)) == [("construire", 1, 29, 15)] * 3


def test_where_to_look_is_chosen_on_the_board(tmp_path):
    with terminal("play", "casus_belli", "idle", "--seed", "1", "-o", OUT, folder=tmp_path, size=WIDE) as screen:
        screen.until("1 Voleur: walk")
        screen.press("1" + RIGHT + ENTER)
        screen.until("4 look west")
        screen.press(UP + ENTER)
        screen.until("Voleur walks to 10, 9, looks north.")
        screen.press(RIGHT + ENTER)
        screen.until("Which?")
        screen.press("1")
        screen.until("Barbare: walk")
        screen.press("2")
        screen.until("Barbare walks to 11, 9, looks east.")
        screen.press("2")
        screen.until("3 look west")
        screen.press(ESCAPE)
        screen.until("2 Elfe: turn on the spot")
        screen.press("qy")
        assert screen.ended() == Exit.DONE


def test_keys_that_mean_nothing_here_do_nothing(tmp_path):
    with terminal(*PORTAILS, folder=tmp_path, size=WIDE) as screen:
        screen.until(STATUS)
        screen.press(DELETE + PAGE_DOWN + "xyz" + LEFT + UP + RIGHT * 30)
        screen.until("30, 0")
        screen.press(ENTER)
        screen.until("30 cells away; move points left: 6.")
        screen.press("1" + LEFT + ENTER)
        screen.until("29 cells away; move points left: 6.")
        screen.press(TAB)
        screen.until("1, 0  Enter: Move")
        screen.press(ESCAPE)
        screen.until(STATUS)
        screen.press(TAB)
        screen.until("0, 0")
        screen.press("?")
        screen.until("shift-Tab: back")
        screen.press("q")
        screen.until("From 0, 0:")
        screen.press("qn")
        screen.until("From 0, 0:")
        screen.press("\x03")
        screen.until("Leave the match?")
        screen.press("y")
        screen.until(f"joute play portails me idle --from {OUT}:1")
        assert screen.ended() == Exit.DONE
    assert read(tmp_path / OUT).result is None


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_the_match_and_keeps_the_record(tmp_path, ending):
    with terminal(*PORTAILS, folder=tmp_path) as screen:
        screen.until(STATUS)
        screen.process.send_signal(ending)
        screen.until("left in turn 1; the replay match.jsonl holds what was played")
        assert screen.ended() == Exit.INTERRUPTED


def test_a_board_larger_than_the_screen_follows_the_cursor(tmp_path):
    words = ["play", "chartichaud", "idle", "--seed", "1", "-o", OUT]
    with terminal(*words, folder=tmp_path, size=NARROW, language="fr_FR.UTF-8") as screen:
        lines = lines_of(screen.until("q quitter"))
        assert (len(lines), max(map(len, lines))) == (24, 78)
        assert " 1 Déplacer un civil  disponibles : 3, 1 à 3" in lines
        assert lines[3].rstrip().endswith("10    11")
        screen.press(RIGHT * 15 + DOWN * 8)
        shown = plain(screen.until("8, 15"))
        assert "13    14    15" in shown
        assert "\n 8 " in shown
        resize(screen.master, *WIDE)
        screen.until("civils et 1 militaire (B : bâtiment")
        screen.press("q")
        screen.until("Quitter le match ?")
        screen.press("o")
        assert screen.ended() == Exit.DONE


def test_people_in_the_fog_change_places_behind_a_curtain(tmp_path):
    with terminal("play", "chartichaud", "me", "me", "--seed", "1", "-o", OUT, folder=tmp_path) as screen:
        assert "A3C  " in plain(screen.until(STATUS))
        screen.press("e")
        screen.until("B: press Enter when you alone look.")
        screen.press("x" + ENTER)
        shown = plain(screen.until("From 8, 15:"))
        assert "as seen by B" in shown
        assert "as seen by A" not in shown
        assert "B3C" in shown
        assert "A3C  " not in shown
        screen.press("qy")
        screen.until("left in turn 1")
        assert screen.ended() == Exit.DONE


def test_a_terminal_too_small_is_played_line_by_line(tmp_path):
    with terminal(*PORTAILS, "--set", "NB_TOURS=1", folder=tmp_path, size=(30, 10)) as screen:
        screen.until("> ")
        screen.press("1 2,4\n")
        screen.until("moves: +1)\r\n> ")
        screen.process.send_signal(signal.SIGINT)
        screen.until("Leave the match?")
        screen.press("n\n")
        screen.until("> ")
        screen.press("1\ne\n")
        screen.until("You have won!")
        assert screen.ended() == Exit.DONE
    assert orders_of(path=str(tmp_path / OUT)) == [("deplacer", 2, 4), ("capturer",)]


def test_every_game_draws_on_a_small_screen(tmp_path):
    for game in ("archipel", "casus_belli", "chartichaud", "portails", "tours_de_magie"):
        with terminal("play", game, "--seed", "1", "-o", f"{game}.jsonl", folder=tmp_path, size=NARROW) as screen:
            lines = lines_of(screen.until("q leave"))
            assert len(lines) == 24
            assert max(map(len, lines)) <= 80
            assert any(line.startswith(" 1 ") for line in lines)
            screen.press("qy")
            assert screen.ended() == Exit.DONE
        assert Path(tmp_path / f"{game}.jsonl").exists()
