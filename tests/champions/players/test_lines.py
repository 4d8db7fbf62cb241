"""Champions that speak one JSON object a line: the conversation, and everything a champion may do wrong in it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import joute
from joute import debug
from joute.champions.errors import ChampionError
from joute.champions.players.lines import LinesChampion
from joute.champions.players.mirror import Mirror
from joute.champions.players.protocol import (
    LINE_MOST,
    Asked,
    Deviation,
    Limits,
    Words,
    hello_at,
    line_of,
    plain,
    read_line,
    schema,
)
from joute.champions.players.simple import Idle
from joute.champions.sources.find import find
from joute.core.backends import library
from joute.core.backends.seat import NativeSeat
from joute.core.layout import RUN
from joute.core.seat import Seat
from joute.core.world import Turn
from joute.match.player import Answer
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Fault, Verdict
from tests.champions.lines_support import HostedTable

DOCS = Path(__file__).parents[3] / "docs"
HEAD = """
import json, os, sys, time
def read():
    line = sys.stdin.readline()
    if not line: sys.exit()
    return json.loads(line)
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def send(type, **fields):
    say(json.dumps({"type": type, **fields}))
def call(name, *values):
    send("call", id=7, function=name, arguments=list(values))
    return read()
def end(**fields):
    send("end", **fields)
hello = read()
"""
READY = 'send("ready", joute="champion/1")\n'
LOOP = """
while (asked := read())["type"] == "turn":
    if asked["callback"] == "%s":
        turn(asked)
    else:
        end()
"""

Make = Callable[..., LinesChampion]


@pytest.fixture
def champion(tmp_path: Path) -> Make:
    """A champion of some Python text that runs as a program of its own; `game` is the one whose turns it plays."""
    count = iter(range(100))

    def make(text: str, start: str = READY, callback: str = "jouer_tour", **limits: Any) -> LinesChampion:
        folder = tmp_path / str(next(count))
        folder.mkdir()
        (folder / "bot.py").write_text(f"{HEAD}{start}{text}{LOOP % callback}", encoding="utf-8")
        (folder / "champion.toml").write_text(f"run = {json.dumps([sys.executable, '-S', 'bot.py'])}\n")
        found = find(joute.load_game("toy"), str(folder))
        assert isinstance(found, LinesChampion)
        for name, value in limits.items():
            setattr(found, name, value)
        return found

    return make


def turn(text: str) -> str:
    return "def turn(asked):\n" + "".join(f"    {line}\n" for line in text.splitlines())


def play(player: Any, game: str = "chartichaud", **params: Any) -> MatchResult:
    """A short match against one that does nothing."""
    settled = joute.load_game(game, **(params or {"max_turns": 2}))
    return Referee(joute.Table(settled), [player, Idle()]).play()


def fault_of(player: LinesChampion, strikes: int = 1) -> Fault:
    """The fault of a champion."""
    outcome = play(player)
    assert outcome.void == ""
    assert len(outcome.reports[0].faults) == strikes
    assert_gone(player)
    return outcome.reports[0].faults[0]


def assert_gone(player: LinesChampion) -> None:
    assert player._child is None


def ask(player: LinesChampion) -> Answer:
    seat = joute.Table(joute.load_game("chartichaud")).seat(0)
    player.load(seat)
    player.sit(seat)
    return player.ask(Turn(0, "turn", "jouer_tour", (0,)))


# The conversation


def test_champion_plays_and_its_orders_count(champion: Make) -> None:
    player = champion(turn("assert call('farm', 0, 0)['value'] == 0\nend()"))
    board = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"
    table = joute.Table(joute.load_game("chartichaud", max_turns=4), board)
    outcome = Referee(table, [player, Idle()]).play()
    assert outcome.reports[0].verdict == Verdict.OK
    assert outcome.result.scores == (2, 0)
    assert_gone(player)


def test_hello_tells_the_game_the_seat_and_the_whole_api(champion: Make) -> None:
    text = "keys = sorted(hello)\nsys.stderr.write(json.dumps(hello))\nend()"
    player = champion(turn(text), callback="jouer_placement")
    seat = joute.Table(joute.load_game("toy", "grand"), seats=3).seat(1)
    told = json.loads(line_of(hello_at(seat)))
    assert (told["joute"], told["game"], told["preset"]) == ("champion/1", "toy", "grand")
    assert (told["seat"], told["seats"], told["ok"]) == (1, 3, 3)
    assert told["constants"] == {"NB_TOURS": 30, "max_turns": 30, "PREMIER_JOUEUR": 1, "TAILLE": 9}
    assert told["enums"]["outil"] == {"PELLE": 0, "PIOCHE": 1}
    assert told["structs"] == {"position": [{"name": "y", "type": "int"}, {"name": "x", "type": "int"}]}
    assert told["functions"]["deplacer"] == {
        "kind": "action",
        "arguments": [{"name": "chemin", "type": "position array"}],
        "returns": "erreur",
    }
    assert told["callbacks"][1] == {"name": "jouer_placement", "phase": "placement", "acts": True}
    assert told["limits"]["line_bytes"] == LINE_MOST
    player.load(seat)
    player.sit(seat)
    assert player.ask(Turn(0, "placement", "jouer_placement", (1,))).fault is None
    player.leave()
    assert json.loads(player.output) == told


def test_values_travel_as_json(champion: Make) -> None:
    text = """
here = call("ou_est", 0)["value"]
assert sorted(here) == ["x", "y"], here
assert call("pieces", here)["value"] == call("pieces", [here["y"], here["x"]])["value"] >= 0
assert call("est_creusee", here)["value"] is False
steps = [[here["y"] + dy, here["x"] + dx] for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))]
assert any(call("deplacer", [step])["value"] == hello["ok"] for step in steps)
path = call("chemin_prevu")["value"]
assert len(path) == 1 and [path[0]["y"], path[0]["x"]] in steps
assert call("annuler")["value"] is True
assert call("afficher_position", here)["value"] is None
end()
"""
    player = champion(turn(text), callback="jouer_placement")
    outcome = play(player, "toy", NB_TOURS=1)
    assert outcome.reports[0].faults == ()
    assert outcome.reports[0].verdict == Verdict.OK
    assert player.output.startswith("{ y=")


def test_answer_carries_the_id_of_its_call(champion: Make) -> None:
    text = "send('call', id=-12345678901, function='gold', arguments=[])\nassert read()['id'] == -12345678901\nend()"
    assert play(champion(turn(text))).reports[0].faults == ()


def test_calls_before_ready_are_answered_and_count_for_nothing(champion: Make) -> None:
    start = "sys.stderr.write(str([call('gold'), call('autofarm')]))\n"
    player = champion(turn("end()"), start=start + READY)
    assert play(player).reports[0].faults == ()
    assert player.output.startswith("[{'type': 'return', 'id': 7, 'value': 25}")


def test_over_is_said_at_the_end(champion: Make, tmp_path: Path) -> None:
    place = tmp_path / "over"
    player = champion(turn("end()"))
    bot = player.recipe.folder / "bot.py"
    bot.write_text(bot.read_text() + f"open({str(place)!r}, 'w').write(asked['type'])\n")
    play(player)
    assert place.read_text() == "over"


def test_time_is_measured(champion: Make) -> None:
    player = champion(turn("sum(range(10**6))\nend()"))
    answer = ask(player)
    player.leave()
    assert answer.fault is None
    assert answer.cpu_ms > 0
    assert answer.cpu_ms > 1


def test_notes_and_drawings_are_recorded_in_a_turn_and_get_no_answer(champion: Make) -> None:
    text = """send('note', text='gold 3')
send('note', mark=True)
send('draw', shape='cell', at=[1, 2])
send('draw', shape='line', at=[1, 2, 3.5, 4], color='blue')
send('draw', shape='circle', at=[1, 2], radius=2)
send('draw', shape='text', at=[1, 2], text='here')
assert call('gold')['id'] == 7
end(error='it fell')"""
    player = champion(turn(text), READY.replace("send", "send('note', text='too early'); send", 1))
    answer = ask(player)
    player.leave()
    assert answer.fault is not None
    assert answer.fault.message == "it fell"
    assert answer.private == {
        "log": ["gold 3"],
        "mark": [""],
        "draw": [
            ["cell", 1, 2, "red"],
            ["line", 1, 2, 3.5, 4, "blue"],
            ["circle", 1, 2, 2, "red"],
            ["text", 1, 2, "here", "red"],
        ],
    }


# What a champion may do wrong


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("say('thinking')", "a line on standard output is not JSON"),
        ("say('[1, 2]')", "a line is an array, expected an object with a type"),
        ("say('3')", "a line is a number, expected an object with a type"),
        ("say('{}')", "the type of a message must be ready, call, note, draw, learnt, end: there is none"),
        ("send('move')", 'the type of a message must be ready, call, note, draw, learnt, end: found "move"'),
        ("send('end', moves=[])", "the message end is malformed: Object contains unknown field `moves`"),
        (
            "send('end', orders=[['a']])",
            "the message end is malformed: Expected `int`, got `str` - at `$.orders[0][0]`",
        ),
        ("send('end', orders=[])", "protocol: chartichaud takes each order by a call, not in a list"),
        ("send('call', id='a', function='gold')", "the message call is malformed: Expected `int`, got `str`"),
        ("send('call', id=1)", "the message call is malformed: Object missing required field `function`"),
        ("send('call', id=1, function='f', arguments={})", "Expected `array`, got `object` - at `$.arguments`"),
        ('say(\'{"type":"call","id":1,"function":"f","arguments":\' + \'[\' * 100000)', "not JSON"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "not JSON"),
        ("send('ready', joute='champion/1')", "protocol: unexpected message ready in a turn; send call as often"),
        ("say('')", "a line on standard output is not JSON"),
        (
            "send('draw', shape='line', at=[1, 2])",
            "the message draw is malformed: line: `at` has 2 numbers, expected 4",
        ),
        ("send('draw', shape='disc', at=[1, 2])", "the message draw is malformed: Invalid enum value 'disc'"),
    ],
)
def test_line_out_of_the_protocol_is_explained(champion: Make, text: str, message: str) -> None:
    fault = fault_of(champion(turn(text)))
    assert fault.verdict == Verdict.INVALID
    assert message in fault.message
    assert (fault.turn, fault.callback) == (0, "jouer_tour")


def test_wrong_line_is_shown(champion: Make) -> None:
    assert fault_of(champion(turn("say('I move \\x1b[31mnorth')"))).message.endswith(
        "\n  the line: I move \\x1b[31mnorth"
    )


def test_line_too_long_is_refused_without_being_read_to_its_end(champion: Make) -> None:
    fault = fault_of(champion(turn("while True: sys.stdout.write('x' * 65536)")))
    assert fault.verdict == Verdict.INVALID
    assert fault.message.startswith(f"a line is longer than {LINE_MOST} bytes")
    assert len(fault.message) < 500


def test_unknown_function_is_explained_to_the_champion_and_in_the_fault(champion: Make) -> None:
    player = champion(turn("sys.stderr.write(call('march', 1)['error'])\nend()"))
    fault = fault_of(player)
    assert fault.verdict == Verdict.INVALID
    assert fault.message.startswith("chartichaud has no function 'march'; it has move, build, farm, autofarm, player")
    assert fault.output.startswith(fault.message)
    assert fault.last_call == "march(1)"


def test_wrong_number_of_arguments_is_explained(champion: Make) -> None:
    fault = fault_of(champion(turn("assert 'error' in call('farm', 1)\nend()")))
    assert fault.message == "farm(y: int, x: int) takes 2 arguments, 1 given"
    assert (fault.verdict, fault.last_call) == (Verdict.INVALID, "farm(1)")


def test_champion_goes_on_after_a_wrong_call_until_the_third_strike(champion: Make) -> None:
    player = champion(turn("call('march')\nend()"), callback="jouer_placement")
    outcome = play(player, "toy", NB_TOURS=6)
    assert [fault.turn for fault in outcome.reports[0].faults] == [0, 1, 2]
    assert outcome.reports[0].stopped


def test_malformed_arguments_get_the_answer_of_the_rules(champion: Make) -> None:
    text = "assert call('farm', 'three', None)['value'] == 7\nassert call('farm', 1e99, {})['value'] == 7\nend()"
    assert play(champion(turn(text))).reports[0].faults == ()


def test_failed_callback_is_a_crash_with_its_traceback(champion: Make) -> None:
    fault = fault_of(champion(turn("call('farm', 0, 9)\nend(error='Oops: no', traceback='at line 3')")))
    assert (fault.verdict, fault.message, fault.traceback) == (Verdict.CRASHED, "Oops: no", "at line 3")
    assert fault.last_call == "farm(0, 9) = NO_SUCH_UNIT"


def test_exit_is_a_crash_with_its_code_and_log(champion: Make) -> None:
    fault = fault_of(champion(turn("sys.stderr.write('good-bye')\nsys.exit(3)")))
    assert fault.verdict == Verdict.CRASHED
    assert fault.message == "the champion's program ended in the middle of the match (exit code 3)"
    assert fault.output == "good-bye"


def test_signal_is_named(champion: Make) -> None:
    fault = fault_of(champion(turn("os.kill(os.getpid(), 11)")))
    assert fault.message.endswith("(killed by SIGSEGV)")


def test_death_for_want_of_memory_is_named(champion: Make) -> None:
    text = "sys.stderr.write('FATAL ERROR: JavaScript heap out of memory')\nsys.stderr.flush()\nos.abort()"
    assert fault_of(champion(turn(text))).verdict == Verdict.OUT_OF_MEMORY


def test_closed_output_is_told(champion: Make) -> None:
    fault = fault_of(champion(turn("os.close(1)\nsys.stdin.read()")))
    assert (fault.verdict, fault.message) == (Verdict.INVALID, "the champion closed its standard output or input")


def test_silence_ends_at_the_deadline(champion: Make) -> None:
    fault = fault_of(champion(turn("sys.stdin.read()"), callback_s=0.2))
    assert (fault.verdict, fault.message) == (Verdict.TIMED_OUT, "the champion did not answer in time")


def test_endless_calls_end_at_the_deadline(champion: Make) -> None:
    assert fault_of(champion(turn("while True: call('gold')"), callback_s=0.2)).verdict == Verdict.TIMED_OUT


def test_champion_that_reads_no_answers_ends_at_the_deadline(champion: Make) -> None:
    text = "while True: send('call', id=1, function='view', arguments=[])"
    assert fault_of(champion(turn(text), callback_s=0.5)).verdict == Verdict.TIMED_OUT


def test_log_may_be_endless_and_its_end_is_kept(champion: Make) -> None:
    text = "for n in range(300000): sys.stderr.write('noise ')\nsys.stderr.write('the end')\nsys.stderr.flush()\nend()"
    player = champion(turn(text))
    assert play(player).reports[0].faults == ()
    assert player.output.endswith("noise the end")
    assert len(player.output) == 4000


def test_end_said_twice_is_refused(champion: Make) -> None:
    player = champion(turn('sys.stdout.write(\'{"type":"end"}\\n\' * 2)\nsys.stdout.flush()'), callback="partie_init")
    fault = fault_of(player)
    assert fault.message == 'protocol: a line before the champion\'s turn\n  the line: {"type":"end"}'
    assert fault.callback == "jouer_tour"


def test_children_that_hold_the_pipes_are_killed_with_the_champion(champion: Make, tmp_path: Path) -> None:
    place = tmp_path / "pid"
    text = f"if os.fork() == 0:\n    open({str(place)!r}, 'w').write(str(os.getpid()))\n    time.sleep(600)\n"
    text += f"while not (os.path.exists({str(place)!r}) and open({str(place)!r}).read()): pass\nend()"
    assert play(champion(turn(text), callback="partie_init")).reports[0].faults == ()
    assert ended(int(place.read_text()))


def ended(pid: int) -> bool:
    """Whether a process that was killed is gone, which may take a moment."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 10)[0])
    finally:
        os.close(handle)


# Orders that the champion has noted


PLACEMENT = Turn(0, "placement", "jouer_placement", (0,))
FLAG = [3, 7]
"""The order signaler(7) of toy."""


def toy_seat() -> Seat:
    table = joute.Table(joute.load_game("toy"))
    table.end_phase()
    return table.seat(0)


def ask_toy(player: LinesChampion) -> tuple[Answer, Seat]:
    seat = toy_seat()
    player.load(seat)
    answer = player.ask(PLACEMENT)
    player.leave()
    return answer, seat


def test_orders_of_end_are_repeated_on_the_seat(champion: Make) -> None:
    player = champion(turn(f"end(orders=[{FLAG}])"), callback="jouer_placement")
    answer, seat = ask_toy(player)
    assert answer.fault is None
    assert seat.orders == [tuple(FLAG)]


def test_orders_replace_those_that_were_noted(champion: Make) -> None:
    text = f"assert call('signaler', 1)['value'] == hello['ok']\nend(orders=[{FLAG}])"
    answer, seat = ask_toy(champion(turn(text), callback="jouer_placement"))
    assert answer.fault is None
    assert seat.orders == [tuple(FLAG)]


def test_call_is_answered_after_the_orders_that_come_with_it(champion: Make) -> None:
    text = f"""
send("call", id=1, function="annuler", orders=[{FLAG}])
assert read()["value"] is True
send("call", id=2, function="annuler", orders=[])
assert read()["value"] is False
send("call", id=3, function="moi", orders=[{FLAG}])
read()
end()
"""
    answer, seat = ask_toy(champion(turn(text), callback="jouer_placement"))
    assert answer.fault is None
    assert seat.orders == [tuple(FLAG)]


@pytest.mark.parametrize("row", [[], [99], [3], [3, 7, 7], [3, -5], [3, 2**31], [0, 10**9], [3, 2**80], [-1, 0]])
@pytest.mark.parametrize("message", ["end(orders={})", "send('call', id=1, function='moi', orders={}); read()"])
def test_forged_order_stops_the_champion(champion: Make, row: list[int], message: str) -> None:
    text = message.format([FLAG, row])
    answer, _ = ask_toy(champion(turn(text), callback="jouer_placement"))
    assert answer.fault is not None
    assert answer.dead
    assert (answer.fault.verdict, answer.fault.message) == (
        Verdict.INVALID,
        f"the order {row!r} is refused by the rules",
    )


@pytest.mark.parametrize(
    ("last", "shown"),
    [
        ({"function": "signaler", "words": [1000], "answer": 10}, "signaler(1000) = VALEUR_INVALIDE"),
        ({"function": "ou_est", "words": [9], "answer": 1}, "ou_est(9) = { y=-1, x=-1 }"),
        (
            {"function": "deplacer", "words": [2, 1, 2, 3, 4], "answer": 3},
            "deplacer([{ y=1, x=2 }, { y=3, x=4 }]) = OK",
        ),
        ({"function": "deplacer", "words": [10**9], "answer": 3}, ""),
        ({"function": "deplacer", "words": [], "answer": 3}, ""),
        ({"function": "ou_est", "words": [], "answer": 3}, ""),
        ({"function": "no", "words": [], "answer": 3}, ""),
    ],
)
def test_champion_that_fails_tells_its_last_call(champion: Make, last: dict[str, Any], shown: str) -> None:
    answer, _ = ask_toy(champion(turn(f"end(error='no', last={last})"), callback="jouer_placement"))
    assert answer.fault is not None
    assert answer.fault.last_call == shown


# Getting ready


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("end()\n", "protocol: unexpected message end while waiting for ready; after hello the champion answers ready"),
        ("send('ready')\n", "Object missing required field `joute`"),
        ("send('ready', joute='champion/2')\n", "Invalid enum value 'champion/2' - at `$.joute`"),
        ("sys.stderr.write('no luck')\nsys.exit(1)\n", "(exit code 1)\nwhat it printed last:\nno luck"),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("send('ready', joute='champion/1', callbacks=['partie_init'])\n", "the function jouer_tour() is missing"),
    ],
)
def test_champion_that_does_not_get_ready_is_explained(champion: Make, start: str, message: str) -> None:
    player = champion(turn("end()"), start=start)
    with pytest.raises(ChampionError) as caught:
        play(player)
    assert message in str(caught.value)
    assert_gone(player)


def test_champion_that_never_gets_ready_ends_at_the_deadline(champion: Make) -> None:
    player = champion(turn("end()"), start="sys.stdin.read()\n", start_s=0.2)
    with pytest.raises(ChampionError, match="did not answer in time"):
        play(player)


def test_program_that_is_missing_is_named(champion: Make) -> None:
    player = champion(turn("end()"))
    player.recipe = player.recipe._replace(run=("no-such-program-of-ours",))
    with pytest.raises(ChampionError, match="needs the program 'no-such-program-of-ours'"):
        play(player)
    assert_gone(player)


def test_leaving_twice_or_before_the_start_does_nothing(champion: Make) -> None:
    player = champion(turn("end()"))
    player.leave()
    play(player)
    player.leave()
    assert_gone(player)


def test_limits_are_announced(champion: Make) -> None:
    player = champion(turn("sys.stderr.write(str(hello['limits']['time_ms']))\nend()"), limits=Limits(time_ms=1234))
    play(player)
    assert player.output == "1234"


def test_a_bug_of_ours_voids_the_match(champion: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> int:
        raise KeyError("ours")

    player = champion(turn("call('gold')\nend()"))
    game = joute.load_game("chartichaud", max_turns=2)
    monkeypatch.setitem(game.api.functions, "gold", game.api.functions["gold"]._replace(asked=broken))
    outcome = Referee(joute.Table(game), [player, Idle()]).play()
    assert "KeyError in gold()" in outcome.void
    assert [report.faults for report in outcome.reports] == [(), ()]
    assert_gone(player)


def test_a_turn_says_what_is_left_in_the_bank(champion: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    player = champion(turn('send("note", text=str(asked.get("bank_ms")))\nend()'))
    assert ask(player).private == {"log": ["None"]}
    monkeypatch.setattr(debug, "_bank_ms", 7.5)
    again = player.ask(Turn(2, "turn", "jouer_tour", (0,)))
    assert again.private == {"log": ["7.5"]}
    player.release()


# The schema


def transcript() -> list[tuple[str, Any]]:
    lines = (DOCS / "en" / "protocol.md").read_text(encoding="utf-8").splitlines()
    return [(line[0], json.loads(line[2:])) for line in lines if line[:2] in ("> ", "< ") and line[2:3] == "{"]


def validator(part: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**schema(), "anyOf": [{"$ref": f"#/$defs/{part}"}]})


def test_published_schema_is_that_of_the_messages() -> None:
    assert json.loads((DOCS / "protocol.schema.json").read_text(encoding="utf-8")) == schema()
    jsonschema.Draft202012Validator.check_schema(schema())


def test_documented_conversation_follows_the_schema() -> None:
    talk = transcript()
    assert [message["type"] for _, message in talk] == (
        ["hello", "ready", "turn", "end", "turn", "call", "return", "call", "return", "note", "draw", "end", "over"]
    )
    for side, message in talk:
        validator("FromEngine" if side == ">" else "FromChampion").validate(message)


@pytest.mark.parametrize("name", joute.core.registry.game_names())
def test_hello_of_every_game_follows_the_schema(name: str) -> None:
    hello = json.loads(line_of(hello_at(joute.Table(joute.load_game(name)).seat(0))))
    validator("FromEngine").validate(hello)
    known = {"int", "bool", "json", "void", *hello["enums"], *hello["structs"]}
    for function in hello["functions"].values():
        for kind in (function["returns"], *(argument["type"] for argument in function["arguments"])):
            assert kind.removesuffix(" array") in known


def test_what_a_champion_needs_to_answer_calls_itself_follows_the_schema() -> None:
    hosted = HostedTable(joute.load_game("toy"))
    assert isinstance(hosted.view.seat, NativeSeat)
    mirror = Mirror(hosted.view.seat)
    mirror.follow()
    offer = json.loads(line_of(hello_at(hosted.view.seat, native=mirror.offer())))
    validator("FromEngine").validate(offer)
    path = Path(offer["native"]["libraries"][library.this_machine()])
    assert path == hosted.table.game.library_path
    hosted.begin()
    first, second = mirror.news(), mirror.news()
    block = hosted.view.world.state.block
    assert (first.length, first.new, second) == (len(block), True, Words(len(block), [], new=False))
    assert b"".join(data for _, data in first.runs).strip(b"\0")
    hosted.table.end_phase()
    hosted.begin()
    third = mirror.news()
    assert 0 < len(third.runs) < len(block) / RUN
    for start, data in third.runs:
        assert block[start : start + len(data) // 8].tobytes() == data
    validator("FromEngine").validate(json.loads(line_of(Asked(1, "placement", "jouer_placement", third))))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "ready"},
        {"type": "ready", "joute": "champion/2"},
        {"type": "call", "id": 1},
        {"type": "call", "id": "1", "function": "f"},
        {"type": "end", "moves": []},
        {"type": "end", "orders": [1]},
        {"type": "note", "text": 1},
        {"type": "draw", "shape": "cell", "at": [1]},
        {"type": "draw", "shape": "cell", "at": [1, "2"]},
        {"type": "go"},
        [],
    ],
)
def test_schema_refuses_what_the_engine_refuses(message: Any) -> None:
    assert not validator("FromChampion").is_valid(message)
    with pytest.raises(Deviation):
        read_line(json.dumps(message).encode())


def test_documented_conversation_is_what_is_said(champion: Make) -> None:
    """The champion of the document, on a board where it holds: the engine's lines are those printed there."""
    talk = transcript()
    said = [message for side, message in talk if side == "<" and message["type"] == "call"]
    board = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"
    seat = joute.Table(joute.load_game("chartichaud"), board)
    seat.end_phase()
    answers = [message["value"] for side, message in talk if message["type"] == "return"]
    assert [plain(seat.seat(0).call(call["function"], *call["arguments"])) for call in said] == answers


def test_descriptors_are_closed(champion: Make) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for text in ("end()", "sys.exit()", "say('x')"):
        play(champion(turn(text)))
    assert len(os.listdir("/proc/self/fd")) == before


def test_champion_plays_where_sessions_are_forbidden(champion: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    start = subprocess.Popen

    def walled(*words: Any, start_new_session: bool = False, **settings: Any) -> Any:
        if start_new_session:
            raise PermissionError(1, "Operation not permitted")
        return start(*words, **settings)

    monkeypatch.setattr(subprocess, "Popen", walled)
    assert play(champion(turn("end()"))).reports[0].verdict == Verdict.OK
    assert fault_of(champion(turn("sys.stdin.read()"), callback_s=0.2)).verdict == Verdict.TIMED_OUT


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"type": "ready", "joute": "champion/1", "\\u001b[2J": 0}', r"unknown field `\x1b[2J`"),
        (b'{"type": "' + b"x" * 9000 + b'"}', "the type of a message must be ready, call, note, draw, learnt, end"),
        (b'{"type": "end", "' + b"x" * 9000 + b'": 1}', "the message end is malformed: Object contains unknown field"),
    ],
)
def test_what_a_wrong_line_says_is_escaped_and_short(line: bytes, message: str) -> None:
    with pytest.raises(Deviation) as caught:
        read_line(line)
    assert message in str(caught.value)
    assert str(caught.value).replace("\n  the line: ", "").isprintable()
    assert len(str(caught.value)) < 1000
