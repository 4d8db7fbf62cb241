"""The terminal player in a terminal, and the positions it shows."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from joute.cli.exits import Exit
from joute.cli.main import main
from joute.cli.output.paint import cropped, painted
from joute.match.positions import KEEP_EVERY, Positions

from ..terminals import DOWN, END, HOME, LEFT, RIGHT, UP, terminal


@pytest.fixture(scope="module")
def replay(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("player") / "match.jsonl"
    words = ["run", "chartichaud", "random", "random", "--set", "max_turns=120", "--seed", "2", "-o", str(path)]
    assert main(words) == Exit.DONE
    return path


def test_the_keys_of_the_player(replay):
    with terminal("watch", str(replay), "--speed", "0.5") as screen:
        screen.until(" position 0/122  0.5 a second  all seats")
        screen.press(" ")
        screen.until(" paused ")
        screen.press(RIGHT)
        assert "turn 0 / 119" in screen.until(" position 1/122")
        screen.press(RIGHT + RIGHT)
        screen.until(" position 3/122")
        screen.press(LEFT)
        screen.until(" position 2/122")
        screen.press(UP)
        screen.until("  1 a second")
        screen.press("+")
        screen.until("  2 a second")
        screen.press(DOWN + "-" + "-" + "-")
        screen.until("  0.5 a second")
        screen.press("s")
        assert "as seen by " in screen.until("seat A")
        screen.press("s")
        screen.until("seat B")
        screen.press("s")
        screen.until("all seats")
        screen.press(END)
        screen.until(" end ")
        screen.press(HOME)
        assert "before the first turn" in screen.until(" position 0/122")
        screen.press("?")
        screen.until("one phase back, one forward")
        screen.press("?")
        screen.until("before the first turn")
        screen.press("q")
        assert screen.ended() == Exit.DONE
        assert "\x1b[?1049l" in screen.seen


def test_the_player_plays_on_by_itself_to_the_end(replay):
    with terminal("watch", str(replay), "--speed", "32", "--from-turn", "115") as screen:
        screen.until(" position 116/122")
        screen.until(" end  ")
        screen.press("q")
        assert screen.ended() == Exit.DONE


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_the_terminal_is_restored_when_the_player_is_stopped(replay, ending):
    with terminal("watch", str(replay), "--speed", "0.5") as screen:
        screen.until(" position 0/122")
        screen.process.send_signal(ending)
        assert screen.ended() == Exit.INTERRUPTED
        assert "\x1b[?25h\x1b[?1049l" in screen.seen


def test_the_terminal_is_restored_when_a_replay_turns_out_to_be_wrong(replay, tmp_path):
    lines = replay.read_text().splitlines()
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join([*lines[:3], lines[5], *lines[4:]]) + "\n")
    with terminal("watch", str(bad), "--speed", "32") as screen:
        assert "\x1b[?1049l" in screen.until("joute: ")
        assert screen.ended() == Exit.NOT_LOADED


def test_run_watch_opens_the_player(tmp_path):
    words = ("run", "chartichaud", "idle", "idle", "--set", "max_turns=4", "--watch")
    with terminal(*words, folder=tmp_path) as screen:
        screen.until(" position 0/6")
        screen.press("q")
        assert screen.ended() == Exit.DONE
        assert "preset sujet, seed 0: a draw" in screen.seen


def test_demo_in_a_terminal(tmp_path):
    with terminal("demo", "chartichaud", folder=tmp_path) as screen:
        screen.until("Ctrl-C: stop")
        screen.press("q")
        screen.until("The replay is in replays/demo.jsonl")
        assert screen.ended() == Exit.DONE


def test_ctrl_c_in_the_demo(tmp_path):
    with terminal("demo", "chartichaud", folder=tmp_path) as screen:
        screen.until("Ctrl-C: stop")
        screen.process.send_signal(signal.SIGINT)
        screen.until("joute: interrupted; the replay replays/demo.jsonl holds what was played")
        assert screen.ended() == Exit.INTERRUPTED


# The positions


def test_positions_are_the_same_forwards_and_backwards(replay):
    positions = Positions.of(replay)
    forwards = [positions.at(index).digest for index in range(positions.last + 1)]
    backwards = [positions.at(index).digest for index in range(positions.last, -1, -1)]
    assert backwards == forwards[::-1]
    fresh = Positions.of(replay)
    jumps = [positions.last, 3, KEEP_EVERY + 1, KEEP_EVERY, KEEP_EVERY - 1, 0, 100, 99]
    assert [fresh.at(index).digest for index in jumps] == [forwards[index] for index in jumps]


def test_a_step_back_after_a_long_way_plays_at_most_one_stretch_again(replay, monkeypatch):
    from joute.match import positions as module

    positions = Positions.of(replay)
    positions.at(positions.last)
    positions._near.clear()
    played = []
    advance = module.advance
    monkeypatch.setattr(module, "advance", lambda *words: (played.append(words[2]), advance(*words)))
    positions.at(99)
    assert played == list(range(KEEP_EVERY, 99))
    played.clear()
    for index in range(98, KEEP_EVERY, -1):
        positions.at(index)
    assert played == []


# Colours


def test_a_line_is_painted_and_cropped():
    line = [("turn 3", "title"), ("  ", ""), ("A", "seat0")]
    assert painted(line, colour=False) == "turn 3  A"
    assert painted(line, colour=True) == "\x1b[1mturn 3\x1b[0m  \x1b[1;38;5;33mA\x1b[0m"
    assert cropped(line, 7) == [("turn 3", "title"), (" ", "")]
    assert cropped(line, 80) == line
