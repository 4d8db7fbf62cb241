"""The referee: failing champions, bugs of ours, interruptions. Played on the toy game, where strikes count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.players.python import PythonChampion
from joute.champions.players.simple import Idle, Random
from joute.champions.sources.find import find
from joute.core.game import Game
from joute.core.seat import Seat
from joute.core.world import Result, Turn
from joute.match.player import Answer, Player
from joute.match.reading import read
from joute.match.referee import MatchResult, Referee
from joute.match.replay import PhaseLine, Recorder
from joute.match.verdict import Fault, Report, Verdict
from joute.match.verify import Check, verify

STEADY = """
def partie_init():
    print("init")
def jouer_placement():
    signaler(100 + tour())
def jouer_marche():
    signaler(200 + tour())
    passer()
def partie_fin():
    print("fin")
"""
STEADY_PLACEMENT, STEADY_MARCHE = "signaler(100 + tour())", "signaler(200 + tour())"
TURNS = 3


@pytest.fixture
def game() -> Game:
    return joute.load_game("toy", NB_TOURS=TURNS)


@pytest.fixture
def champion(tmp_path: Path, game: Game) -> Callable[[str], PythonChampion]:
    """Makes a champion of a text."""
    count = iter(range(100))

    def make(text: str) -> PythonChampion:
        path = tmp_path / f"champion{next(count)}.py"
        path.write_text(f"from api import *\n{text}", encoding="utf-8")
        found = find(game, str(path))
        assert isinstance(found, PythonChampion)
        return found

    return make


def play(game: Game, *players: Player, **options: Any) -> tuple[MatchResult, list[PhaseLine]]:
    recorder = Recorder()
    outcome = Referee(joute.Table(game, seats=len(players), seed=5), players, recorder).play(**options)
    return outcome, [line for line in recorder.lines if isinstance(line, PhaseLine)]


def orders_of(lines: list[PhaseLine], seat: int) -> list[Any]:
    """A seat's orders of every phase in which it was asked."""
    return [line.orders[line.seats.index(seat)] for line in lines if seat in line.seats]


def steady_orders() -> list[Any]:
    turns = [[(("signaler", 100 + turn),), (("signaler", 200 + turn), ("passer",))] for turn in range(TURNS)]
    return [(), *(orders for turn in turns for orders in turn), ()]


class Scripted(Idle):
    """A champion whose process is played: answers by callback."""

    def __init__(self, answers: dict[str, Answer], fault: Fault | None = None) -> None:
        self.answers = answers
        self.fault = fault
        self.asked: list[str] = []
        self.left = 0

    def load(self, seat: Seat) -> Fault | None:
        return self.fault

    def ask(self, turn: Turn) -> Answer:
        self.asked.append(turn.callback)
        return self.answers.get(turn.callback, Answer(1.0, 0.5))

    def leave(self) -> None:
        self.left += 1


# Steady play


def test_a_match_asks_everybody_and_records_every_order(game: Game, champion: Any) -> None:
    first, second = champion(STEADY), champion(STEADY)
    outcome, lines = play(game, first, second)
    assert [(line.turn, line.phase, line.seats) for line in lines] == [
        (0, "init", (0, 1)),
        *(
            (turn, phase, seats)
            for turn in range(TURNS)
            for phase, seats in [("placement", (0, 1)), ("marche", (0,)), ("marche", (1,))]
        ),
        (TURNS, "fin", (0, 1)),
    ]
    assert orders_of(lines, 0) == orders_of(lines, 1) == steady_orders()
    assert first.output == second.output == "init\nfin\n"
    assert outcome.void == ""
    assert all(r.verdict == Verdict.OK and r.strikes == 0 and r.wall_ms >= r.worst_ms > 0 for r in outcome.reports)


def test_orders_in_partie_init_and_partie_fin_are_dropped(game: Game, champion: Any) -> None:
    text = STEADY.replace('print("init")', "print(signaler(9) == OK)").replace('print("fin")', "signaler(9)")
    noisy = champion(text)
    outcome, lines = play(game, noisy, Idle())
    assert noisy.output == "True\n"
    assert orders_of(lines, 0) == steady_orders()
    assert outcome.reports[0].verdict == Verdict.OK


def test_champions_must_be_as_many_as_seats(game: Game) -> None:
    with pytest.raises(ValueError, match=r"^1 champions for 2 seats$"):
        Referee(joute.Table(game), [Idle()])


def test_a_table_with_noted_orders_is_refused(game: Game) -> None:
    table = joute.Table(game)
    table.end_phase()
    table.seat(0).call("signaler", 1)
    with pytest.raises(ValueError, match=r"^orders are noted at this table"):
        Referee(table, [Idle(), Idle()])


def test_watcher_sees_every_phase_after_it_was_recorded(game: Game) -> None:
    recorder, seen = Recorder(), []

    def watch(table: joute.Table, line: PhaseLine) -> None:
        assert recorder.lines[-1] is line
        seen.append((line.phase, table.digest == line.hash))

    Referee(joute.Table(game), [Idle(), Idle()], recorder).play(watch)
    assert len(seen) == 2 + 3 * TURNS
    assert all(same for _, same in seen)


def test_watcher_that_fails_is_no_bug_of_the_match(game: Game) -> None:
    players = [Scripted({}), Scripted({})]

    def watch(table: joute.Table, line: PhaseLine) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        play(game, *players, watch=watch)
    assert [player.left for player in players] == [1, 1]


# Strikes


def test_callback_that_raises_loses_its_orders_and_only_those(game: Game, champion: Any) -> None:
    failing = champion(STEADY.replace(STEADY_PLACEMENT, f"{STEADY_PLACEMENT}\n    if tour() == 1: raise KeyError('x')"))
    outcome, lines = play(game, failing, champion(STEADY))
    wanted = steady_orders()
    assert wanted[3] == (("signaler", 101),)
    wanted[3] = ()
    assert orders_of(lines, 0) == wanted
    assert orders_of(lines, 1) == steady_orders()
    report = outcome.reports[0]
    assert (report.verdict, report.strikes, report.stopped) == (Verdict.CRASHED, 1, False)
    assert [(fault.turn, fault.callback, fault.message) for fault in report.faults] == [
        (1, "jouer_placement", "KeyError: 'x'")
    ]
    assert [sorted(line.faults) for line in lines] == [[0] if at == 4 else [] for at in range(len(lines))]
    assert lines[4].faults[0] == report.faults[0]
    assert failing.output == "init\nfin\n"


def test_third_strike_is_the_last(game: Game, champion: Any) -> None:
    failing = champion(STEADY.replace(STEADY_MARCHE, f"{STEADY_MARCHE}\n    print(tour())\n    1 / 0"))
    outcome, lines = play(joute.load_game("toy", NB_TOURS=5), failing, champion(STEADY))
    assert failing.output == "init\n0\n1\n2\n"
    given = orders_of(lines, 0)
    assert [bool(orders) for orders in given] == [False, *[True, False] * 3, *[False, False] * 2, False]
    assert (outcome.reports[0].strikes, outcome.reports[0].stopped) == (3, True)
    assert orders_of(lines, 1)[: len(steady_orders()) - 1] == steady_orders()[:-1]
    assert outcome.result.over


def test_failing_in_partie_init_costs_one_strike(game: Game, champion: Any) -> None:
    outcome, lines = play(game, champion(STEADY.replace('print("init")', "1 / 0")), champion(STEADY))
    assert (outcome.reports[0].strikes, outcome.reports[0].stopped) == (1, False)
    assert orders_of(lines, 0) == orders_of(lines, 1) == steady_orders()


def test_failing_in_partie_fin_changes_nothing(game: Game, champion: Any) -> None:
    plain, before = play(game, champion(STEADY), champion(STEADY))
    failed, after = play(game, champion(STEADY.replace('print("fin")', "1 / 0")), champion(STEADY))
    assert failed.result == plain.result
    assert [line.hash for line in after] == [line.hash for line in before]
    assert [report.strikes for report in failed.reports] == [1, 0]


def test_two_champions_that_fail_in_one_phase_both_pay(game: Game, champion: Any) -> None:
    text = STEADY.replace(STEADY_PLACEMENT, f"{STEADY_PLACEMENT}\n    if tour() == 0: 1 / 0")
    outcome, lines = play(game, champion(text), champion(STEADY), champion(text))
    assert [report.strikes for report in outcome.reports] == [1, 0, 1]
    assert lines[1].orders == ((), (("signaler", 100),), ())
    assert sorted(lines[1].faults) == [0, 2]


def test_a_dead_champion_is_not_called_again(game: Game) -> None:
    killed = Answer(7.0, 3.0, Fault(Verdict.TIMED_OUT, "too slow", 0, "jouer_placement"), dead=True)
    dead = Scripted({"jouer_placement": killed})
    outcome, lines = play(game, dead, Random(1))
    assert dead.asked == ["partie_init", "jouer_placement"]
    assert outcome.reports[0] == Report(Verdict.TIMED_OUT, 1, True, 8.0, 7.0, 3.5, (killed.fault,))
    assert dead.left == 1
    assert lines[1].wall_ms[0] == 7.0
    assert lines[2].wall_ms == (0.0,)
    assert outcome.reports[1].verdict == Verdict.OK


def test_the_last_failure_is_how_a_champion_ended(game: Game) -> None:
    crash = Answer(1.0, 1.0, Fault(Verdict.CRASHED, "first"))
    late = Answer(1.0, 1.0, Fault(Verdict.TIMED_OUT, "then"), dead=True)
    outcome, _ = play(game, Scripted({"partie_init": crash, "jouer_marche": late}), Idle())
    assert outcome.reports[0].verdict == Verdict.TIMED_OUT
    assert [fault.message for fault in outcome.reports[0].faults] == ["first", "then"]


def test_time_out_is_a_forfeit_of_its_own_name_where_failing_forfeits() -> None:
    game = joute.load_game("chartichaud")
    late = Answer(1.0, 1.0, Fault(Verdict.TIMED_OUT, "too slow"), dead=True)
    outcome = Referee(joute.Table(game), [Idle(), Scripted({"jouer_tour": late})]).play()
    assert outcome.result == Result(True, (0, 0), (1, 2), "timeout")


def test_a_champion_that_cannot_be_loaded_has_empty_turns(game: Game, champion: Any) -> None:
    absent = Scripted({}, Fault(Verdict.LOAD_ERROR, "no such program"))
    outcome, lines = play(game, absent, champion(STEADY))
    assert absent.asked == []
    assert (outcome.reports[0].verdict, outcome.reports[0].stopped) == (Verdict.LOAD_ERROR, True)
    assert orders_of(lines, 1) == steady_orders()


def test_texts_of_a_fault_are_bounded_and_can_be_written(game: Game, tmp_path: Path) -> None:
    long = "\ud800é" + "x" * 10**6 + "end"
    fault = Fault(Verdict.CRASHED, long, last_call=long, traceback=long, output=long)
    player = Scripted({"partie_init": Answer(0.0, 0.0, fault)})
    player.name = "\udcff" + "n" * 1000  # type: ignore[misc]
    path = tmp_path / "match.jsonl"
    with Recorder(path) as recorder:
        Referee(joute.Table(game), [player, Idle()], recorder).play()
    assert path.stat().st_size < 40_000
    replay = read(path)
    told = replay.phases[0].faults[0]
    assert told.message.startswith("\\ud800éxxx")
    assert told.message.endswith("xend")
    assert "\n[999005 characters left out]\n" in told.message
    assert replay.header.players[0].name.startswith("\\udcffnnn")


# Matches under way


def under_way(game: Game, phases: int) -> joute.Table:
    table = joute.Table(game, seed=5)
    for _ in range(phases):
        table.end_phase()
    return table


def test_those_who_join_a_match_under_way_first_get_ready_without_effect(game: Game, champion: Any) -> None:
    text = STEADY.replace('print("init")', "print('ready', tour(), signaler(1) == OK)")
    joining, recorder = champion(text), Recorder()
    table = under_way(game, 4)
    outcome = Referee(table, [joining, Idle()], recorder).play()
    assert joining.output == "ready 1 True\nfin\n"
    lines = [line for line in recorder.lines if isinstance(line, PhaseLine)]
    assert orders_of(lines, 0) == steady_orders()[3:]
    assert outcome.reports[0].strikes == 0
    assert recorder.lines[0].start is not None  # type: ignore[union-attr]


def test_actions_of_a_module_that_is_imported_have_no_effect_under_way(champion: Any) -> None:
    game = joute.load_game("chartichaud")
    table = joute.Table(game, "chartichaud-map 1\nsize 1 3\ngrid\n5+A1C . B1C\nend\n")
    table.end_phase()
    before = table.digest
    player = champion("print(farm(0, 0) == OK)\ndef jouer_tour():\n    1 / 0\n")
    Referee(table, [player, Idle()])._sit()
    assert player.output == "True\n"
    assert table.digest == before
    assert table.seat(0).orders == []


def test_failing_to_get_ready_under_way_costs_a_strike(game: Game, champion: Any) -> None:
    outcome = Referee(under_way(game, 4), [champion(STEADY.replace('print("init")', "1 / 0")), Idle()]).play()
    assert outcome.reports[0].strikes == 1
    assert outcome.reports[0].faults[0].callback == "partie_init"


# Bugs of ours

SIGNAL = 3
"""The number of the action `signaler`."""


def break_kernel(monkeypatch: pytest.MonkeyPatch, game: Game, name: str, value: int = 101) -> None:
    """A kernel that divides by zero once somebody has raised the flag `value`, or tries to."""
    sound = getattr(game.kernels, name)

    def broken(w: Any, *rest: Any) -> Any:
        if value in w.state.walkers.flag or (name == "check" and rest[1][:2] == (SIGNAL, value)):
            return 1 // 0
        return sound(w, *rest)

    monkeypatch.setattr(game.kernels, name, broken)


def assert_void(outcome: MatchResult) -> None:
    seats = len(outcome.reports)
    assert "ZeroDivisionError: integer division or modulo by zero" in outcome.void
    assert "return 1 // 0" in outcome.void
    assert outcome.result == Result(False, (0,) * seats, (1,) * seats)
    for report in outcome.reports:
        assert (report.verdict, report.strikes, report.stopped) == (Verdict.INTERNAL_ERROR, 0, False)
        assert report.faults == ()


SWALLOWING = {
    "nothing": STEADY_PLACEMENT,
    "exceptions": f"try: {STEADY_PLACEMENT}\n    except Exception: pass",
    "everything": f"try: {STEADY_PLACEMENT}\n    except: pass",
    "everything often": f"for _ in range(50):\n        try: {STEADY_PLACEMENT}\n        except: pass",
    "to raise its own": f"try: {STEADY_PLACEMENT}\n    except: raise ValueError",
    "to exit": f"try: {STEADY_PLACEMENT}\n    except: raise SystemExit",
}


@pytest.mark.parametrize("swallows", SWALLOWING)
def test_bug_in_a_call_voids_the_match_whatever_the_champion_swallows(
    game: Game, champion: Any, monkeypatch: pytest.MonkeyPatch, swallows: str
) -> None:
    break_kernel(monkeypatch, game, "check")
    # The other champion has failed before: that is forgiven too.
    other = champion(STEADY.replace('print("init")', "1 / 0"))
    outcome, lines = play(game, other, champion(STEADY.replace(STEADY_PLACEMENT, SWALLOWING[swallows])))
    assert_void(outcome)
    assert "EngineBug: ZeroDivisionError in signaler()" in outcome.void
    assert outcome.void.endswith("\nturn 1, placement, orders by seat: [[], []]")
    assert len(lines) == 4


def test_bug_in_resolving_voids_the_match_and_keeps_the_orders(
    game: Game, champion: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    break_kernel(monkeypatch, game, "resolve")
    path = tmp_path / "match.jsonl"
    with Recorder(path) as recorder:
        outcome = Referee(joute.Table(game), [champion(STEADY), Random(3)], recorder).play()
    assert_void(outcome)
    assert "turn 1, placement, orders by seat: [[[3, 101]], [" in outcome.void
    replay = read(path)
    assert replay.result is not None
    assert replay.result.void == outcome.void
    assert [report.verdict for report in replay.result.reports] == [Verdict.INTERNAL_ERROR] * 2
    monkeypatch.undo()
    assert verify(replay) == Check(4)


@pytest.mark.parametrize("kernel", ["asked", "apply", "score", "hide"])
def test_bug_in_any_kernel_voids_the_match(
    game: Game, champion: Any, monkeypatch: pytest.MonkeyPatch, kernel: str
) -> None:
    break_kernel(monkeypatch, game, kernel, value=200 + TURNS - 1)
    outcome, _ = play(game, champion(STEADY), champion(STEADY))
    assert_void(outcome)


def test_bug_of_a_champion_of_ours_voids_the_match(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.kernels, "sample", lambda *_: 1 // 0)
    outcome, _ = play(game, Random(1), Idle())
    assert "ZeroDivisionError" in outcome.void


def test_bug_while_a_champion_is_imported_voids_the_match(
    game: Game, champion: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_kernel(monkeypatch, game, "check", 7)
    outcome, lines = play(game, champion(f"try: signaler(7)\nexcept: pass\n{STEADY}"), Idle())
    assert_void(outcome)
    assert lines == []


# Interruptions


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_interruption_leaves_a_replay_of_whole_phases(game: Game, champion: Any, tmp_path: Path, suffix: str) -> None:
    text = STEADY.replace(STEADY_MARCHE, f"{STEADY_MARCHE}\n    if tour() == 1: raise KeyboardInterrupt")
    path, other = tmp_path / f"match{suffix}", Scripted({})
    recorder = Recorder(path)
    with pytest.raises(KeyboardInterrupt):
        Referee(joute.Table(game), [champion(text), other], recorder).play()
    assert other.left == 1
    # Nobody has closed the file yet.
    replay = read(path)
    assert replay.cut
    assert [line.turn for line in replay.phases] == [0, 0, 0, 0, 1]
    assert verify(replay) == Check(5, cut=True)
    recorder.close()
    assert read(path) == replay
