"""joute check: a rehearsal in which every deviation of a champion is explained, and nothing else is called one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import joute
from joute.champions.checks.call_audit import KINDS_MOST, CallAudit, MalformedArgument, RefusedOrders
from joute.champions.checks.rehearsal import TURNS, Findings, rehearse
from joute.champions.sandbox.limits import Hosting, Level
from joute.champions.sources.find import find
from joute.cli.exits import Exit
from joute.cli.main import main
from joute.core.registry import game_names
from tests.champions import native_support

HEAD = "from api import *\n"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Checks a champion of some text with the command."""
    monkeypatch.chdir(tmp_path)

    def run(text: str, *words: str, game: str = "chartichaud") -> Ran:
        Path("mine.py").write_text(HEAD + text, encoding="utf-8")
        capsys.readouterr()
        code = main(["check", "mine.py", "--game", game, *words])
        return Ran(code, *capsys.readouterr())

    return run


def findings(text: str, tmp_path: Path, name: str = "toy") -> Findings:
    (tmp_path / "mine.py").write_text(HEAD + text, encoding="utf-8")
    game = joute.load_game(name)
    return rehearse(joute.Table(game), "mine.py", lambda: find(game, str(tmp_path / "mine.py")))


TURN = "def jouer_tour():\n"
QUIET = "def jouer_placement():\n    pass\ndef jouer_marche():\n    pass\n"


def test_sound_champion_is_ok(check: Any) -> None:
    ran = check(f"{TURN}    autofarm()\n")
    assert ran.code == Exit.DONE
    first, idle, random, *rest = ran.out.splitlines()
    assert first == "mine.py, chartichaud, preset sujet: ok"
    assert idle.startswith(f"  against idle, as A: {TURNS} turns, 5 calls, 5 orders, worst turn ")
    assert idle.endswith("; partie_init() once, jouer_tour() 5 times, partie_fin() once")
    assert random.startswith("  against random, as B: ")
    assert rest == ["", "Play a match:  joute run chartichaud mine.py random"]


@pytest.mark.parametrize("name", game_names())
def test_bundled_champions_are_ok_and_every_callback_is_reached(name: str) -> None:
    from joute.champions.sources.find import bundled

    game = joute.load_game(name)
    for champion in bundled(game):
        found = rehearse(joute.Table(game), champion, lambda champion=champion: find(game, champion))
        assert found.ok, champion
        for trial in found.trials:
            assert set(trial.callbacks) == {phase.callback for phase in game.phases}


def test_refused_orders_are_counted_by_code_and_are_no_deviation(check: Any) -> None:
    ran = check(f"{TURN}    move(C, 5, 5, 5, 6)\n    farm(-1, 0)\n    farm(-1, 1)\n")
    assert ran.code == Exit.DONE
    assert "  NO_SUCH_UNIT, 10 times, first move(C, 5, 5, 5, 6)" in ran.out
    assert "  OUT_OF_BOARD, 20 times, first farm(-1, 0)" in ran.out


def test_malformed_arguments_are_explained(check: Any) -> None:
    ran = check(f"{TURN}    farm('three', 0)\n    move('X', 0, 0, 2**40, None)\n")
    assert ran.code == Exit.CHAMPION_FAILED
    assert "mine.py, chartichaud, preset sujet: 4 deviations" in ran.out
    assert "A malformed argument, 10 times: farm('three', 0)" in ran.out
    assert "  y: found 'three', expected a whole number of 32 bits" in ran.out
    assert "  kind: found 'X', expected kind (C, M, B)" in ran.out
    assert "  ny: found 1099511627776, expected a whole number of 32 bits" in ran.out
    assert "  nx: found None, expected a whole number of 32 bits" in ran.out


def test_malformed_structs_and_lists_are_explained(tmp_path: Path) -> None:
    text = "def jouer_placement():\n    deplacer([(0, 0)] * 9)\n    est_creusee((1, 2, 3))\n    deplacer([(0, 'x')])\n"
    found = findings(f"{text}def jouer_marche():\n    pass\n", tmp_path)
    assert [(odd.argument, odd.expected) for odd in found.malformed] == [
        ("chemin", "a list of at most 8 items, each position (y, x)"),
        ("pos", "position (y, x)"),
    ]
    assert found.malformed[0].count > found.malformed[1].count


def test_exceptions_are_told_once_and_counted(check: Any) -> None:
    ran = check(f"{TURN}    print('hello')\n    farm(0, 0)\n    1 / 0\n")
    assert ran.code == Exit.CHAMPION_FAILED
    told = "It failed in turn 0, in jouer_tour(): ZeroDivisionError: division by zero (6 times; this was the first)"
    assert ran.out.count("verdict") == 1
    assert told in ran.out
    assert "  last call  farm(0, 0) = " in ran.out
    assert "line 5, in jouer_tour" in ran.out
    assert "    hello" in ran.out


def test_wrong_calls_are_explained(tmp_path: Path) -> None:
    found = findings("def jouer_placement():\n    score()\ndef jouer_marche():\n    pass\n", tmp_path)
    assert [failing.fault.message for failing in found.faults] == [
        "joute.core.api.WrongCall: score(joueur: int) takes 1 argument, 0 given"
    ]


def test_a_champion_that_fails_too_often_is_not_asked_on(tmp_path: Path) -> None:
    found = findings("def jouer_placement():\n    1 / 0\ndef jouer_marche():\n    pass\n", tmp_path)
    assert [trial.callbacks["jouer_placement"] for trial in found.trials] == [3, 3]
    assert found.faults[0].count == 6


def test_missing_callback_is_explained(check: Any) -> None:
    ran = check("def partie_init():\n    pass\n")
    assert ran.code == Exit.NOT_LOADED
    assert "the function jouer_tour() is missing; the engine calls it when it is your turn" in ran.out


def test_champion_that_cannot_be_found_is_told(check: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "nobody", "--game", "toy"]) == Exit.NOT_LOADED
    assert "no champion 'nobody'" in "".join(capsys.readouterr())


def test_json(check: Any) -> None:
    ran = check(f"{TURN}    farm(0, 99)\n    farm(0, '')\n", "--json", "--set", "max_turns=4")
    data = json.loads(ran.out)
    assert ran.code == Exit.CHAMPION_FAILED
    assert (data["ok"], data["champion"], data["game"], data["preset"]) == (False, "mine.py", "chartichaud", "sujet")
    assert [trial["callbacks"] for trial in data["trials"]] == [
        {"partie_init": 1, "jouer_tour": 2, "partie_fin": 1},
    ] * 2
    assert data["malformed"] == [
        {"call": "farm(0, '')", "argument": "x", "found": "''", "expected": "a whole number of 32 bits", "count": 4}
    ]
    assert data["refusals"] == [{"function": "farm", "code": "OUT_OF_BOARD", "first": "farm(0, 99)", "count": 8}]
    assert data["faults"] == []


def test_deviation_from_the_protocol_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
import sys
sys.stdin.readline()
print('{"type":"ready","joute":"champion/1"}', flush=True)
sys.stdin.readline()
print('my turn!', flush=True)
sys.stdin.readline()
"""
    (tmp_path / "bot.py").write_text(text, encoding="utf-8")
    (tmp_path / "champion.toml").write_text(f"run = {json.dumps(['/usr/bin/python3', '-S', 'bot.py'])}\n")
    assert main(["check", str(tmp_path), "--game", "toy"]) == Exit.CHAMPION_FAILED
    out = capsys.readouterr().out
    assert "It failed in turn 0, in partie_init(): a line on standard output is not JSON" in out
    assert "  the line: my turn!" in out
    assert "  verdict    INVALID" in out


def test_a_board_may_be_given(check: Any) -> None:
    assert check(f"{TURN}    pass\n", "--board", "duel").code == Exit.DONE
    ran = check(f"{TURN}    pass\n", "--board", "no-such-board")
    assert (ran.code, "no board 'no-such-board'" in ran.err) == (Exit.NOT_LOADED, True)


# A champion that takes its process down, or never answers, takes down neither the check nor its explanation


@pytest.mark.parametrize("level", ["process", "sandbox"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("__import__('ctypes').string_at(0)", "its process was killed by the signal SIGSEGV"),
        ("__import__('os')._exit(5)", "its process exited by itself, with exit code 5"),
        ("__import__('os').kill(0, 9)", "its process was killed by the signal SIGKILL"),
        ("__import__('os').closerange(3, 1024)", "its process exited by itself, with exit code 1"),
    ],
)
def test_a_champion_that_ends_itself_is_explained(check: Any, text: str, told: str, level: str) -> None:
    if level == "sandbox" and shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is missing: make system")
    ran = check(f"{TURN}    print('here')\n    farm(0, 3)\n    {text}\n", "--isolation", level)
    assert ran.code == Exit.CHAMPION_FAILED
    assert f"It failed in turn 0, in jouer_tour(): {told}" in ran.out
    assert "  last call  farm(0, 3)\n" in ran.out
    assert "    here\n" in ran.out
    assert ran.out.count("jouer_tour() once") == 2


def test_a_champion_that_never_answers_is_explained_once(check: Any) -> None:
    ran = check(f"{TURN}    farm(0, 3)\n    while True: pass\n", "--time-ms", "200", "--bank-ms", "0")
    assert ran.code == Exit.CHAMPION_FAILED
    assert "It failed in turn 0, in jouer_tour(): no answer after 200 ms and the 0 ms" in ran.out
    assert "  last call  farm(0, 3)\n" in ran.out
    assert "line 4 in jouer_tour" in ran.out
    assert "against random" not in ran.out


def test_a_champion_that_ends_while_it_is_loaded_is_explained(check: Any) -> None:
    ran = check(f"import os\nprint('loading')\nos._exit(7)\n{TURN}    pass\n")
    assert ran.code == Exit.CHAMPION_FAILED
    assert "It failed before the first turn: its process exited by itself, with exit code 7" in ran.out
    assert "    loading\n" in ran.out


def test_what_a_host_says_it_has_seen_is_bounded() -> None:
    malformed = [MalformedArgument(f"f{n}(", "x" * 9999, "", "", 1) for n in range(99)]
    lies = CallAudit(-5, 3, malformed, [RefusedOrders("f", "A", "f()", 4)])
    audit = CallAudit()
    for _ in range(2):
        audit.add(lies)
    assert (audit.calls, audit.orders, len(audit.malformed)) == (0, 6, KINDS_MOST)
    assert len(audit.malformed[0].argument) < 300
    assert [refusal.count for refusal in audit.refusals] == [8]


def test_every_champion_is_watched_alike_in_our_process_and_in_its_own(tmp_path: Path) -> None:
    text = "def jouer_placement():\n    signaler(3)\n    signaler('x')\n    est_creusee((99, 0))\n"
    text = f"{text}def jouer_marche():\n    deplacer([(0, 0)] * 9)\n"
    (tmp_path / "mine.py").write_text(HEAD + text, encoding="utf-8")
    game = joute.load_game("toy")
    found = [
        rehearse(
            joute.Table(game), "mine.py", lambda level=level: find(game, str(tmp_path / "mine.py"), 0, Hosting(level))
        )
        for level in (Level.NONE, Level.PROCESS)
    ]
    for one in found:
        assert one.malformed
        for trial in one.trials:
            trial.worst_ms = 0.0
    assert found[0] == found[1]


@pytest.mark.parametrize("level", [Level.NONE, Level.PROCESS])
def test_every_call_of_a_compiled_champion_is_watched_on_the_library_too(tmp_path: Path, level: Level) -> None:
    text = "void jouer_placement() { signaler(3); signaler(-1); est_creusee({99, 0}); }\n"
    text = f"{text}void jouer_marche() {{ deplacer(std::vector<position>(9)); }}\n"
    native = native_support.native("toy")
    place = str(native_support.folder(tmp_path, native, "cxx", text))
    found = []
    for game in (native, native.interpreted):
        found.append(rehearse(joute.Table(game), "mine", lambda game=game: find(game, place, 0, Hosting(level))))
        for trial in found[-1].trials:
            trial.worst_ms = 0.0
    assert found[0] == found[1]
    counts = found[0].trials[0].callbacks
    assert found[0].trials[0].calls == 3 * counts["jouer_placement"] + counts["jouer_marche"]
    assert [argument.argument for argument in found[0].malformed] == ["chemin"]
    assert ("signaler", "VALEUR_INVALIDE") in [refusal.key for refusal in found[0].refusals]
