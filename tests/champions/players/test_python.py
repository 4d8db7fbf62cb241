"""Champions in our own process: finding them, loading them, what they are told when they fail, what they cannot do."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.errors import ChampionError
from joute.champions.players.python import PythonChampion
from joute.champions.players.simple import Idle
from joute.champions.sources.find import bundled, find
from joute.core.game import Game
from joute.core.world import Turn
from joute.match.player import Answer
from joute.match.reading import read
from joute.match.referee import MatchResult, Referee
from joute.match.replay import Recorder
from joute.match.verdict import Fault, Verdict

BOARD = "chartichaud-map 1\nsize 9 16\ngrid\n" + "5+A3C" + " ." * 15 + "\n" + (". " * 16 + "\n") * 7
BOARD += ". " * 15 + "B3C\nend\n"
TURN = "def jouer_tour():\n"

Make = Callable[..., PythonChampion]


@pytest.fixture
def game() -> Game:
    return joute.load_game("chartichaud", max_turns=2)


@pytest.fixture
def champion(tmp_path: Path, game: Game) -> Make:
    """Makes a champion of a text, or of bytes, and of the files beside it; each in a folder of its own."""
    count = iter(range(100))

    def make(text: str | bytes, **beside: str) -> PythonChampion:
        folder = tmp_path / f"{next(count)}"
        folder.mkdir()
        for name, content in beside.items():
            (folder / f"{name}.py").write_text(content, encoding="utf-8")
        data = text if isinstance(text, bytes) else f"from api import *\n{text}".encode("utf-8", "surrogatepass")
        (folder / "main.py").write_bytes(data)
        found = find(game, str(folder))
        assert isinstance(found, PythonChampion)
        return found

    return make


def play(*players: Any) -> MatchResult:
    """A match of two turns."""
    return Referee(joute.Table(joute.load_game("chartichaud", max_turns=2), BOARD), players).play()


def fault_of(player: PythonChampion) -> Fault:
    """The only fault of a champion against one that does nothing."""
    outcome = play(player, Idle())
    assert outcome.void == ""
    assert len(outcome.reports[0].faults) == 1
    return outcome.reports[0].faults[0]


def load(player: PythonChampion, game: Game) -> None:
    seat = joute.Table(game, BOARD).seat(0)
    assert player.load(seat) is None
    player.sit(seat)


def ask(player: PythonChampion, game: Game) -> Answer:
    load(player, game)
    return player.ask(Turn(0, "turn", "jouer_tour", (0,)))


# What a verdict says


def test_verdict_says_turn_callback_last_call_place_time_and_output(champion: Make) -> None:
    text = TURN + "    print('thinking')\n    move('C', 0, 0, 0, 1)\n    helper()\ndef helper():\n    return 1 / 0\n"
    player = champion(text)
    fault = fault_of(player)
    main = player.path
    assert (fault.verdict, fault.message) == (Verdict.CRASHED, "ZeroDivisionError: division by zero")
    assert (fault.turn, fault.callback) == (0, "jouer_tour")
    assert fault.last_call == "move(C, 0, 0, 0, 1) = OK"
    assert fault.output == "thinking\n"
    assert 0 < fault.wall_ms < 60_000
    lines = fault.traceback.splitlines()
    assert lines[:3] == [
        "Traceback (most recent call last):",
        f'  File "{main}", line 5, in jouer_tour',
        "    helper()",
    ]
    assert lines[3] == f'  File "{main}", line 7, in helper'
    assert lines[-1] == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("move(C, 8, 15, 8, 14)", "move(C, 8, 15, 8, 14) = NO_SUCH_UNIT"),
        ("build(0, 0, 'B')", "build(0, 0, B) = OK"),
        ("move(0, 0, 0, 1, 0)", "move(C, 0, 0, 1, 0) = OK"),
        ("move(7, 0, 0, 1, 0)", "move(7, 0, 0, 1, 0) = UNKNOWN_KIND"),
        ("farm('three', None)", "farm('three', None) = OUT_OF_BOARD"),
        ("farm(10**20, [1, 2])", "farm(100000000000000000000, [1, 2]) = OUT_OF_BOARD"),
        ("autofarm()", "autofarm() = OK"),
        ("visible(0, 3)", "visible(0, 3) = False"),
        ("gold()", "gold() = 25"),
        ("farm(1, 2, 3)", "farm(1, 2, 3)"),
    ],
)
def test_last_call_is_shown_as_it_was_written(champion: Make, call: str, shown: str) -> None:
    assert fault_of(champion(f"{TURN}    {call}\n    1 / 0\n")).last_call == shown


def test_last_call_is_empty_before_any(champion: Make) -> None:
    assert fault_of(champion(f"{TURN}    1 / 0\n")).last_call == ""


def test_long_last_call_is_bounded(champion: Make) -> None:
    fault = fault_of(champion(f"{TURN}    view()\n    farm('x' * 10**6, list(range(10**5)))\n    1 / 0\n"))
    assert fault.last_call.startswith("farm('xxxxxx")
    assert len(fault.last_call) < 300


def test_values_that_misbehave_when_looked_at_do_not_break_the_verdict(champion: Make) -> None:
    text = "class Odd:\n    def __index__(self):\n        raise SystemExit\n    __repr__ = __index__\n"
    fault = fault_of(champion(f"{text}{TURN}    farm(Odd(), 0)\n"))
    assert fault.message == "the champion called exit(None); a callback ends by returning"
    assert fault.last_call == "farm(...)"


def test_argument_whose_index_raises_is_a_malformed_argument(champion: Make) -> None:
    text = "class Odd:\n    def __index__(self):\n        raise ValueError\n"
    player = champion(f"{text}{TURN}    print(farm(Odd(), 0) == OUT_OF_BOARD)\n")
    assert play(player, Idle()).reports[0].verdict == Verdict.OK
    assert player.output == "True\n"


ODD_VALUES = {
    "integer": "class Odd(int):\n    __ge__ = __le__ = __eq__ = fail\nodd = Odd(3)\n",
    "index": "class Odd:\n    __index__ = fail\nodd = Odd()\n",
    "list": "class Odd(list):\n    __len__ = fail\nodd = Odd()\n",
    "tuple": "class Odd(tuple):\n    __iter__ = fail\nodd = Odd((1, 2))\n",
    "class": "class Odd:\n    __class__ = property(fail)\nodd = Odd()\n",
}


@pytest.mark.parametrize("kind", ODD_VALUES)
@pytest.mark.parametrize("name", ["chartichaud", "toy"])
def test_no_argument_can_void_a_match(champion: Make, kind: str, name: str) -> None:
    calls = {
        "chartichaud": "farm(odd, 0); units(0, odd, 0, 0)",
        "toy": "deplacer(odd); deplacer([odd]); creuser(odd, 0); creuser((odd, 1), odd); pieces(odd)",
    }
    fail = "def fail(*_):\n    raise ValueError\n"
    text = f"{fail}{ODD_VALUES[kind]}{TURN}    {calls[name]}\njouer_placement = jouer_marche = jouer_tour\n"
    player, table = champion(text), joute.Table(joute.load_game(name))
    table.end_phase()
    player.load(table.seat(0))
    assert player.ask(table.turn).fault is None


# What a champion may raise


@pytest.mark.parametrize(
    ("line", "verdict", "message"),
    [
        ("raise MemoryError", Verdict.OUT_OF_MEMORY, "MemoryError"),
        ("raise SystemExit('bye')", Verdict.CRASHED, "the champion called exit('bye'); a callback ends by returning"),
        ("exit(3)", Verdict.CRASHED, "the champion called exit(3); a callback ends by returning"),
        ("raise GeneratorExit", Verdict.CRASHED, "GeneratorExit"),
        ("raise BaseException('all')", Verdict.CRASHED, "BaseException: all"),
        ("raise StopIteration", Verdict.CRASHED, "StopIteration"),
        ("raise ExceptionGroup('g', [ValueError(1)])", Verdict.CRASHED, "ExceptionGroup: g (1 sub-exception)"),
        ("assert 1 == 2, 'no'", Verdict.CRASHED, "AssertionError: no"),
        ("input()", Verdict.CRASHED, "EOFError: EOF when reading a line"),
        ("unit()", Verdict.CRASHED, "NameError: name 'unit' is not defined. Did you mean: 'units'?"),
        ("zzzzzz()", Verdict.CRASHED, "NameError: name 'zzzzzz' is not defined"),
        ("raise NameError('x', name=5)", Verdict.CRASHED, "NameError: x"),
        ("move(kind=C)", Verdict.CRASHED, "TypeError: move() got an unexpected keyword argument 'kind'"),
        ("import joute.core.errors as e; raise e.EngineBug", Verdict.CRASHED, "joute.core.errors.EngineBug"),
        ("raise SyntaxError('odd', ('x', 2, 0, None))", Verdict.CRASHED, 'File "x", line 2\nSyntaxError: odd'),
    ],
)
def test_whatever_is_raised_is_the_champions_fault(champion: Make, line: str, verdict: Verdict, message: str) -> None:
    fault = fault_of(champion(f"{TURN}    {line}\n"))
    assert (fault.verdict, fault.message) == (verdict, message)


def test_callback_with_arguments_is_told_without_our_frames(champion: Make) -> None:
    fault = fault_of(champion("def jouer_tour(turn):\n    pass\n"))
    assert fault.message == "TypeError: jouer_tour() missing 1 required positional argument: 'turn'"
    assert fault.traceback == fault.message


def test_traceback_of_a_wrong_call_ends_at_the_call(champion: Make) -> None:
    player = champion(f"{TURN}    move(C, 0)\n")
    assert fault_of(player).traceback.splitlines()[:-1] == [
        "Traceback (most recent call last):",
        f'  File "{player.path}", line 3, in jouer_tour',
        "    move(C, 0)",
    ]


def test_traceback_begins_in_a_helper_where_the_callback_is_from_there(champion: Make) -> None:
    player = champion("from strategy import jouer_tour\n", strategy=f"{TURN}    1 / 0\n")
    lines = fault_of(player).traceback.splitlines()
    assert lines[1] == f'  File "{player.path.parent.resolve() / "strategy.py"}", line 2, in jouer_tour'


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("def f(n):\n    f(n + 1)\n", "f(0)"),
        ("def f(n):\n    g(n + 1)\ndef g(n):\n    f(n + 1)\n", "f(0)"),
        ("def f(n):\n    gold()\n    f(n + 1)\n", "f(0)"),
        ("def f(n):\n    move(C, 0, 0, 0, 1); move(C, 0, 1, 0, 0); autofarm()\n    f(n + 1)\n", "f(0)"),
    ],
)
def test_endless_recursion_is_the_champions_own(champion: Make, text: str, end: str) -> None:
    fault = fault_of(champion(f"{text}{TURN}    {end}\n"))
    assert fault.verdict == Verdict.CRASHED
    assert fault.message.startswith("RecursionError: ")
    assert len(fault.traceback) < 10_000


def test_no_order_is_half_done_however_deep_the_champion_is(champion: Make, game: Game) -> None:
    text = "import sys\ndef down(n):\n    down(n - 1) if n else move(C, 0, 0, 0, 1)\ndepth = []\n"
    player = champion(f"{text}{TURN}    sys.setrecursionlimit(250)\n    depth.append(1)\n    down(100 + len(depth))\n")
    load(player, game)
    answers = set()
    for _ in range(150):
        table = joute.Table(game, BOARD)
        table.end_phase()
        player.sit(table.seat(0))
        answers.add(player.ask(table.turn).fault is None)
        cells = table.dump()["state"]["cells"]
        assert sum(cell.get("A_C", 0) for cell in cells) == 3
        assert sum(cell.get("acted_C", 0) for cell in cells) == len(table.seat(0).orders)
    assert answers == {True, False}


@pytest.mark.parametrize("limit", [10_000, 2**31 - 1])
def test_recursion_limit_of_a_champion_ends_with_its_callback(champion: Make, limit: int) -> None:
    before = sys.getrecursionlimit()
    player = champion(
        f"import sys\n{TURN}    sys.setrecursionlimit({limit})\n    print(gold(), sys.getrecursionlimit())\n"
    )
    assert play(player, Idle()).reports[0].faults == ()
    assert player.output == f"25 {limit}\n"
    assert sys.getrecursionlimit() == before


ODD_ERRORS = {
    "str raises": "class E(Exception):\n    def __str__(self):\n        raise ValueError\n",
    "str exits": "class E(Exception):\n    def __str__(self):\n        raise SystemExit\n",
    "str is no string": "class E(Exception):\n    def __str__(self):\n        return 3\n",
    "str prints": "class E(Exception):\n    def __str__(self):\n        print('noise')\n        return 'E'\n",
    "repr raises": "class E(SystemExit):\n    @property\n    def code(self):\n        raise ValueError\n",
    "odd syntax error": "class E(SyntaxError):\n    lineno = text = offset = filename = object()\n",
    "no module": "class E(Exception):\n    __module__ = 3\n",
    "odd notes": "class E(Exception):\n    __notes__ = 5\n",
    "surrogates": "class E(Exception):\n    def __str__(self):\n        return '\\ud800'\n",
    "own cause": "class E(Exception):\n    def __init__(self):\n        self.__cause__ = self\n",
}


@pytest.mark.parametrize("kind", ODD_ERRORS)
def test_an_exception_that_cannot_be_shown_is_still_a_fault(
    champion: Make, kind: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    player, path = champion(f"{ODD_ERRORS[kind]}{TURN}    raise E()\n"), tmp_path / "match.jsonl"
    with Recorder(path) as recorder:
        outcome = Referee(joute.Table(joute.load_game("chartichaud"), BOARD), [player, Idle()], recorder).play()
    assert outcome.void == ""
    assert outcome.reports[0].verdict == Verdict.CRASHED
    assert outcome.reports[0].faults[0].message
    assert capfd.readouterr() == ("", "")
    assert read(path).phases[1].faults[0] == outcome.reports[0].faults[0]


def test_huge_messages_and_chains_are_bounded(champion: Make) -> None:
    text = f"{TURN}    try:\n        raise ValueError('a' * 10**7)\n"
    text += "    except ValueError as e:\n        raise KeyError('b' * 10**7) from e\n"
    fault = fault_of(champion(text))
    assert fault.message.startswith("KeyError: 'bbb")
    assert len(fault.message) < 1_100
    assert fault.traceback.startswith("Traceback (most recent call last):\n")
    assert len(fault.traceback) < 8_100


# What a champion prints


def test_tail_of_the_output_is_kept(champion: Make) -> None:
    fault = fault_of(champion(f"{TURN}    print('x' * 10**7)\n    print('the end')\n    1 / 0\n"))
    assert fault.output == "x" * (4000 - 9) + "\nthe end\n"


def test_many_small_writes_are_bounded_too(champion: Make) -> None:
    fault = fault_of(champion(f"import sys\n{TURN}    for n in range(20000): print(n, file=sys.stderr)\n    1 / 0\n"))
    assert len(fault.output) == 4000
    assert fault.output.endswith("19998\n19999\n")


def test_output_of_every_kind_is_caught(champion: Make, capfd: pytest.CaptureFixture[str]) -> None:
    lines = [
        "print('é\\ud800')",
        "sys.stdout.buffer.write(b'bytes\\xff\\n')",
        "sys.stderr.write('err\\n')",
        "sys.stdout.close()",
    ]
    player = champion(
        "import sys\nprint('import')\n" + TURN + "".join(f"    {line}\n" for line in lines) + "    1 / 0\n"
    )
    assert fault_of(player).output == "import\né\\ud800\nbytes\ufffd\nerr\n"
    assert capfd.readouterr() == ("", "")


def test_a_closed_output_is_open_again_in_the_next_callback(champion: Make) -> None:
    player = champion(f"import sys\ndef partie_init():\n    sys.stdout.close()\n{TURN}    print('on')\n")
    assert play(player, Idle()).reports[0].faults == ()
    assert player.output == "on\n"


# What in-process champions cannot disturb

MISCHIEF = {
    "streams": "sys.stdout = sys.stderr = sys.stdin = None",
    "path": "sys.path.clear()",
    "another path": "sys.path = ['/nowhere']",
    "modules": "sys.modules.clear()",
    "other modules": "sys.modules = {}",
    "one module": "del sys.modules['json']; sys.modules['math'] = None",
    "folder": "import os; os.chdir('/')",
    "limit": "sys.setrecursionlimit(100)",
}


@pytest.mark.parametrize("line", MISCHIEF.values(), ids=list(MISCHIEF))
@pytest.mark.parametrize("end", ["pass", "raise ValueError"])
def test_what_is_put_back_after_a_callback(champion: Make, game: Game, line: str, end: str) -> None:
    import json
    import math

    before = (sys.stdin, sys.stdout, sys.stderr, sys.path, sys.modules, os.getcwd(), sys.getrecursionlimit())
    places = list(sys.path)
    answer = ask(champion(f"import sys\n{TURN}    {line}\n    {end}\n"), game)
    assert (answer.fault is None) == (end == "pass")
    after = (sys.stdin, sys.stdout, sys.stderr, sys.path, sys.modules, os.getcwd(), sys.getrecursionlimit())
    assert all(old is new or old == new for old, new in zip(before, after, strict=True))
    assert sys.path == places
    assert (sys.modules["json"], sys.modules["math"]) == (json, math)
    assert "api" not in sys.modules


def test_relative_path_and_another_folder_still_show_the_line(
    champion: Make, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = champion(f"import os\n{TURN}    os.chdir('/')\n    1 / 0  # here\n").path.parent
    monkeypatch.chdir(folder.parent)
    fault = fault_of(find(game, folder.name))  # type: ignore[arg-type]
    assert "    1 / 0  # here\n" in fault.traceback


def test_every_champion_has_its_own_helpers(champion: Make) -> None:
    text = "import utils\nimport pack.deep\nimport space.deep\n" + TURN
    text += "    import late\n    print(utils.NAME, late.NAME, pack.deep.NAME, space.deep.NAME)\n"
    players = []
    for name in ("one", "two"):
        player = champion(text, utils=f"NAME = '{name}'\n", late=f"import utils\nNAME = utils.NAME + ' late {name}'\n")
        for folder in ("pack", "space"):
            (player.path.parent / folder).mkdir()
            (player.path.parent / folder / "deep.py").write_text(f"NAME = '{name} {folder}'\n", encoding="utf-8")
        (player.path.parent / "pack" / "__init__.py").write_text("", encoding="utf-8")
        players.append(player)
    # As a folder is looked at when a champion is found, find them again.
    game = joute.load_game("chartichaud")
    found: list[Any] = [find(game, str(player.path.parent)) for player in players]
    assert [report.faults for report in play(*found).reports] == [(), ()]
    assert [player.output for player in found] == [f"{n} {n} late {n} {n} pack {n} space\n" for n in ("one", "two")]
    assert not {"utils", "late", "pack", "pack.deep", "space", "space.deep", "api"} & sys.modules.keys()


def test_a_module_of_ours_by_the_name_of_a_helper_is_not_seen_and_comes_back(
    champion: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = type(sys)("utils")
    monkeypatch.setitem(sys.modules, "utils", ours)
    player = champion(f"import utils\n{TURN}    print(utils.NAME)\n", utils="NAME = 'own'\n")
    assert play(player, Idle()).reports[0].faults == ()
    assert player.output == "own\n"
    assert sys.modules["utils"] is ours


def test_a_helper_keeps_its_memory_between_callbacks(champion: Make) -> None:
    text = "".join(
        f"def {name}():\n    import memory\n    memory.seen.append('{name}')\n    print(memory.seen)\n"
        for name in ("partie_init", "jouer_tour")
    )
    player = champion(text, memory="seen = []\n")
    play(player, Idle())
    assert player.output == "['partie_init']\n['partie_init', 'jouer_tour']\n"


def test_modules_of_python_stay_shared(champion: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    import json

    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    player = champion(f"import json, colorsys\n{TURN}    print(hasattr(json, 'loads'))\n", json="")
    play(player, Idle())
    assert player.output == "True\n"
    assert sys.modules["json"] is json
    assert "colorsys" in sys.modules


def test_two_copies_of_one_champion_share_nothing(champion: Make, game: Game) -> None:
    path = str(champion(f"count = []\n{TURN}    count.append(1)\n    print(len(count), player())\n").path)
    players: list[Any] = [find(game, path), find(game, path)]
    play(*players)
    assert [player.output for player in players] == ["1 0\n", "1 1\n"]


# The api module


def test_star_import_gives_constants_enumerations_and_documented_functions(champion: Make) -> None:
    names = "PRICE_C, PRICE_M, PRICE_B, VISION, C, M, B, OK, NO_SUCH_UNIT, Kind.M, kind is Kind, Erreur(9)"
    player = champion(f"{TURN}    print(*[{names}])\n    print(farm.__name__, farm.__doc__.splitlines())\n")
    play(player, Idle())
    told, function = player.output.splitlines()
    assert told == "5 10 15 2 0 1 2 0 9 1 True 9"
    assert function.startswith("farm ['farm(y: int, x: int)', '', 'Harvest one gold")
    assert "Récolte" in function


def test_star_import_gives_structs() -> None:
    game = joute.load_game("toy")
    seat = joute.Table(game).seat(0)
    player = PythonChampion("toy", Path(str(bundled(game)["digger"])), "")
    player.load(seat)
    api: Any = player._environment.modules["api"]
    assert api.position is api.Position
    assert api.Position(1, 2).x == 2
    assert api.moi() == 0
    assert api is player._environment.modules["_api"]


def test_api_can_be_imported_late_and_by_helpers(champion: Make) -> None:
    text = (
        f"import helper\n{TURN}    import api\n    from _api import gold\n    print(api.turn(), gold(), helper.ask())\n"
    )
    player = champion(
        text, helper="from api import *\ndef ask():\n    import api\n    return api.gold is gold, gold()\n"
    )
    play(player, Idle())
    assert player.output == "0 25 (True, 25)\n"


def test_a_stub_of_the_api_beside_the_champion_is_not_used(champion: Make) -> None:
    player = champion(f"{TURN}    print(gold())\n", api="def gold():\n    return -99\n")
    play(player, Idle())
    assert player.output == "25\n"


def test_api_answers_harmlessly_while_it_is_imported(champion: Make) -> None:
    player = champion(f"print(turn(), gold(), farm(0, 0) == NOT_YOUR_TURN, units(0, C, 0, 0))\n{TURN}    pass\n")
    outcome = play(player, Idle())
    assert player.output == "0 25 True 3\n"
    assert outcome.result.scores == (0, 0)


def test_what_is_common_in_python_works(champion: Make) -> None:
    text = b"""from __future__ import annotations
from dataclasses import dataclass
import pickle
from typing import NamedTuple
from api import *

@dataclass
class Plan:
    cell: tuple[int, int]

class Step(NamedTuple):
    y: int

def jouer_tour():
    print(Plan((1, 2)), Step(3), __name__, pickle.loads(pickle.dumps(Step(4))))
"""
    player = champion(text)
    assert play(player, Idle()).reports[0].faults == ()
    assert player.output == "Plan(cell=(1, 2)) Step(y=3) main Step(y=4)\n"


def test_text_of_a_champion_is_not_compiled_with_our_options(champion: Make) -> None:
    player = champion(f"def f(x: 1 + 1): pass\n{TURN}    print(f.__annotations__)\n")
    play(player, Idle())
    assert player.output == "{'x': 2}\n"


# Loading

NOTHING = "from api import *\ndef jouer_tour():\n    print('é')\n"


@pytest.mark.parametrize(
    "data",
    [
        b"# -*- coding: latin-1 -*-\n" + NOTHING.encode("latin-1"),
        codecs.BOM_UTF8 + NOTHING.encode(),
        NOTHING.replace("\n", "\r\n").encode(),
        NOTHING.rstrip().encode(),
    ],
    ids=["latin-1", "bom", "crlf", "no newline at the end"],
)
def test_texts_of_every_form_are_read(champion: Make, data: bytes) -> None:
    player = champion(data)
    assert play(player, Idle()).reports[0].faults == ()
    assert player.output == "é\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"def jouer_tour():\n    return (\n", ", line 2: this is not valid Python: '(' was never closed"),
        (b"x = 1\n\ty = 2\n", ", line 2: this is not valid Python: unexpected indent"),
        (b"# coding: martian\n", ": this is not valid Python: "),
        (b"x = '\xe9'\n", ": this is not valid Python: "),
        (b"x = 1\0\n", ": this is not valid Python: "),
        (b"(" * 5000, "this is not valid Python: "),
        (b"", ": the function jouer_tour() is missing; the engine calls it when it is your turn"),
        (b"jouer_tour = 3\n", ": jouer_tour must be an ordinary function, without async or yield"),
        (b"async def jouer_tour():\n    pass\n", ": jouer_tour must be an ordinary function, without async or yield"),
        (b"def jouer_tour():\n    yield\n", ": jouer_tour must be an ordinary function, without async or yield"),
        (b"import nowhere\n", ": the champion failed while it was loaded:\nTraceback (most recent call last):\n"),
        (b"raise SystemExit\n", ": the champion failed while it was loaded:\nTraceback (most recent call last):\n"),
        (b"raise BaseException\n", ": the champion failed while it was loaded:\nTraceback (most recent call last):\n"),
    ],
)
def test_a_champion_that_cannot_be_loaded_is_told_why(champion: Make, data: bytes, message: str) -> None:
    player = champion(data)
    with pytest.raises(ChampionError) as caught:
        play(player, Idle())
    assert str(caught.value).startswith(f"{player.path}")
    assert message in str(caught.value)
    assert "joute/champions" not in str(caught.value)


def test_syntax_error_of_a_helper_names_the_helper(champion: Make) -> None:
    player = champion("import helper\n", helper="\n)\n")
    helper = player.path.parent.resolve() / "helper.py"
    with pytest.raises(ChampionError) as caught:
        play(player, Idle())
    assert str(caught.value) == f"{helper}, line 2: this is not valid Python: unmatched ')'"


def test_a_champion_that_cannot_be_loaded_leaves_an_older_replay_alone(champion: Make, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text("precious", encoding="utf-8")
    table = joute.Table(joute.load_game("chartichaud"), BOARD)
    with pytest.raises(ChampionError), Recorder(path) as recorder:
        Referee(table, [champion("1 / 0\n"), Idle()], recorder).play()
    assert path.read_text(encoding="utf-8") == "precious"


def test_partie_init_and_partie_fin_may_be_missing(champion: Make) -> None:
    outcome = play(champion(f"{TURN}    autofarm()\n"), champion(f"{TURN}    pass\n"))
    assert [report.faults for report in outcome.reports] == [(), ()]
    assert outcome.result.scores == (1, 0)


# Limits of a match, and files that vanish


def test_too_many_orders_are_a_fault_where_the_rules_say_so(champion: Make) -> None:
    game = joute.load_game("toy")
    game.orders_most, game.orders_refusal = 2, None
    player = champion("def jouer_placement():\n    while True: signaler(1)\ndef jouer_marche():\n    pass\n")
    outcome = Referee(joute.Table(game), [player, Idle()]).play()
    assert outcome.void == ""
    assert outcome.reports[0].faults[0].message.endswith("TooManyOrders: a turn of toy holds at most 2 orders")


def test_a_champion_that_catches_the_exception_of_too_many_orders_is_at_fault(champion: Make) -> None:
    game = joute.load_game("toy")
    game.orders_most, game.orders_refusal = 2, None
    text = "    for _ in range(9):\n        try: signaler(1)\n        except Exception: pass\n"
    player = champion(f"def jouer_placement():\n{text}def jouer_marche():\n    pass\n")
    report = Referee(joute.Table(game), [player, Idle()]).play().reports[0]
    assert (report.faults[0].verdict, report.strikes) == (Verdict.INVALID, 3)
    assert report.faults[0].message.endswith("TooManyOrders: a turn of toy holds at most 2 orders")


def test_a_file_that_vanishes_before_it_is_loaded(champion: Make, game: Game) -> None:
    player = champion(NOTHING)
    player.path.unlink()
    with pytest.raises(ChampionError, match=r"main\.py: cannot be read: No such file or directory$"):
        load(player, game)
