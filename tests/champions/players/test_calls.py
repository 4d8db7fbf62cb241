"""Calls of Python champions through the extension: the same answers, types and exceptions as in Python alone."""

from __future__ import annotations

import gc
import inspect
import shutil
import socket
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from itertools import islice
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType
from typing import Any

import pytest

import joute
from joute.champions.hosting.wire import HostOrder, framed, framed_news
from joute.champions.players import calls
from joute.champions.players.python import PythonChampion
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import bundled, find
from joute.core.api import Function, Row
from joute.core.backends import exchange
from joute.core.backends.seat import LOG_WORDS, NativeSeat
from joute.core.conformance.trial import play_phase, random_value
from joute.core.errors import EngineBug
from joute.core.game import Game
from joute.core.registry import game_names
from joute.core.seat import Seat, TooManyOrders
from joute.core.table import Table
from joute.core.types import INT32_LEAST, INT32_MOST, Array, Enum, Struct, Type
from joute.core.world import Turn
from joute.match.referee import Referee
from joute.match.verdict import Report, Verdict
from tests.champions.lines_support import HostedTable

pytest.importorskip("numba", reason="numba is missing: pip install 'joute[build]'")
pytestmark = pytest.mark.skipif(not calls.available(), reason="the extension is missing: python hatch_build.py")

POSITIONS = 12
"""How many positions of a game are looked at."""
ROUNDS = 6
"""How many times each function is called in a position."""


@pytest.fixture(params=game_names())
def game(request: pytest.FixtureRequest) -> Game:
    return joute.load_game(request.param).native()


def champion(folder: Path, game: Game, text: str = "") -> PythonChampion:
    """A champion of one text, whose other callbacks do nothing."""
    own = "".join(f"def {phase.callback}(): pass\n" for phase in game.phases)
    (folder / "mine.py").write_text(f"from api import *\n{own}{text}", encoding="utf-8")
    return PythonChampion("mine", folder / "mine.py", "")


@contextmanager
def playing(player: PythonChampion) -> Iterator[None]:
    """As while the champion's own code runs."""
    player._begin()
    try:
        yield
    finally:
        player._end()


def in_python(monkeypatch: pytest.MonkeyPatch, player: PythonChampion, seat: Seat) -> PythonChampion:
    """Load a champion as if there were no extension."""
    with monkeypatch.context() as patch:
        patch.setattr(calls, "_calls", None)
        player.load(seat)
    return player


def functions_of(player: PythonChampion) -> dict[str, Any]:
    return vars(player._environment.modules["api"])


def turn_of(table: Table, seat: int) -> Turn:
    return table.turn._replace(seats=(seat,))


# Equal answers


class OddIndex(int):
    def __index__(self) -> int:
        raise ValueError("odd")


class Index:
    def __index__(self) -> int:
        return 1


class OddTuple(tuple):  # type: ignore[type-arg]
    def __iter__(self) -> Iterator[Any]:
        raise ValueError("odd")


class LongList(list):  # type: ignore[type-arg]
    def __len__(self) -> int:
        return 10**6


class Exits:
    def __index__(self) -> int:
        raise SystemExit(3)


class Other(IntEnum):
    ONE = 1


NUMBERS: tuple[Any, ...] = (
    *(True, False, Other.ONE, OddIndex(2), Index(), Exits(), None, float("nan"), 1.0, "C", "x", b"1", (1,), [1], {}),
    *(INT32_LEAST, INT32_MOST, INT32_LEAST - 1, INT32_MOST + 1, 2**63, -(2**63), 2**64 + 1, 10**30, object, ...),
)


def hostile(kind: Type, rng: Random) -> Any:
    """A value in place of one of a type: nearly right, or not at all."""
    if rng.random() < 0.1 or not isinstance(kind, (Struct, Array)):
        return rng.choice(NUMBERS)
    parts = [field for _, field in kind.fields] if isinstance(kind, Struct) else [kind.item] * rng.randrange(4)
    values = [value_of(part, rng) for part in parts]
    if isinstance(kind, Array) and rng.random() < 0.2:
        values = [random_value(kind.item, rng)] * (kind.most + rng.randrange(2))
    names = [name for name, _ in kind.fields] if isinstance(kind, Struct) else []
    shapes: list[Callable[[], Any]] = [
        lambda: tuple(values),
        lambda: values,
        lambda: OddTuple(values),
        lambda: LongList(values),
        lambda: (value for value in values),
        lambda: [*values, 0],
        lambda: tuple(values[1:]),
        lambda: set(map(repr, values)),
        lambda: dict(zip(names, values, strict=False)),
        lambda: {"other": 1, **dict(zip(names, values, strict=False))},
    ]
    if isinstance(kind, Struct):
        shapes += [lambda: kind.kind(*values), lambda: type("Sub", (kind.kind,), {})(*values)]
    return rng.choice(shapes)()


def value_of(kind: Type, rng: Random) -> Any:
    """A value for an argument, mostly of its type, in one of the forms that are allowed."""
    if rng.random() < 0.15:
        return hostile(kind, rng)
    value = random_value(kind, rng)
    if isinstance(kind, Struct):
        return rng.choice((value, tuple(value), list(value), value._asdict()))
    if isinstance(kind, Array):
        return rng.choice((value, tuple(value)))
    if isinstance(kind, Enum) and rng.random() < 0.5:
        return rng.choice([*kind.kind, *kind.kind.__members__])
    return value


def arguments(function: Function, seed: int) -> list[Any]:
    rng = Random(seed)
    values = [value_of(argument.type, rng) for argument in function.arguments]
    if rng.random() < 0.03:
        values.append(0)
    if rng.random() < 0.03:
        values = values[1:]
    return values


def outcome(call: Callable[..., Any], values: list[Any], **named: Any) -> Any:
    """What a call answers, with all types, or what it raises."""
    try:
        return typed(call(*values, **named))
    except BaseException as raised:
        return type(raised), str(raised)


def typed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value), [typed(part) for part in value]
    if isinstance(value, dict):
        return dict, [(typed(key), typed(part)) for key, part in value.items()]
    return type(value), value


def positions(game: Game) -> Iterator[tuple[Table, int]]:
    """Tables at phases of several random games, each with a seat: one that is asked, or another."""
    for seed in range(4):
        table, rng = Table(game, seed=seed), Random(seed)
        for number in islice(range(10**6), 3 * POSITIONS):
            if not table.turn.seats:
                break
            if number % 12 < POSITIONS // 4:
                waiting = [seat for seat in range(table.seats) if seat not in table.turn.seats]
                yield table, rng.choice(waiting) if waiting and rng.random() < 0.2 else rng.choice(table.turn.seats)
            play_phase(table, rng)


def test_every_call_answers_as_in_python(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = (champion(tmp_path, game) for _ in range(2))
    fast.load(Table(game).seat(0))
    in_python(monkeypatch, slow, Table(game).seat(0))
    assert slow._library is None
    answered = dict.fromkeys(game.api.functions, 0)
    for number, (table, index) in enumerate(positions(game)):
        twins = table.copy(), table.copy()
        for player, twin in zip((fast, slow), twins, strict=True):
            player.sit(twin.seat(index))
        assert type(fast._library._native) is NativeSeat
        with playing(fast), playing(slow):
            for turn in range(ROUNDS):
                for place, (name, function) in enumerate(game.api.functions.items()):
                    values = arguments(function, (number * ROUNDS + turn) * 1000 + place)
                    one, other = (outcome(functions_of(player)[name], values) for player in (fast, slow))
                    assert one == other, (name, values)
                    answered[name] += fast._library._caller.answered
                    assert fast._last_call() == slow._last_call()
        for twin in twins:
            assert twin.seat(index).orders == twins[1].seat(index).orders
            assert twin.dump() == twins[1].dump()
    by_library = {f.name for f in game.api.functions.values() if f.kind in ("action", "undo") or f.kernel is not None}
    live = {f.name for f in game.api.actions} if game.live else set()
    assert {name for name, count in answered.items() if count} >= by_library - live
    assert {name for name, count in answered.items() if count} <= by_library


def test_functions_look_as_in_python(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = (champion(tmp_path, game) for _ in range(2))
    fast.load(Table(game).seat(0))
    in_python(monkeypatch, slow, Table(game).seat(0))
    kinds = set()
    for name in game.api.functions:
        one, other = functions_of(fast)[name], functions_of(slow)[name]
        assert (one.__name__, one.__doc__, one.__module__) == (other.__name__, other.__doc__, other.__module__)
        assert list(inspect.signature(one).parameters) == list(inspect.signature(other).parameters) == ["values"]
        assert outcome(one, [], odd=1) == outcome(other, [], odd=1)
        kinds |= {type(one), type(other)}
    assert kinds == {BuiltinFunctionType, FunctionType}


@pytest.mark.slow
def test_bundled_champions_play_the_same_match(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    own = [name for name, path in bundled(game).items() if path is not None]
    found = []
    for extension in (calls._calls, None):
        monkeypatch.setattr(calls, "_calls", extension)
        players = [find(game, own[seat % len(own)]) for seat in range(game.info.seats)]
        result = Referee(Table(game, seed=3), players).play()
        assert result.void == ""
        assert [report.verdict for report in result.reports] == [Verdict.OK] * len(players)
        found.append([(line.orders, line.hash) for line in result.record[1:-1]])  # type: ignore[union-attr]
    assert found[0] == found[1]


# The last call, and its order among others


@pytest.fixture
def toy() -> Game:
    return joute.load_game("toy").native()


def asked(folder: Path, game: Game, text: str) -> tuple[PythonChampion, Any, Seat]:
    """What comes of the toy's first callback with orders: the champion, its answer and its seat."""
    player, table = champion(folder, game, f"def jouer_placement():\n    {text}\n"), Table(game)
    table.end_phase()
    seat = table.seat(0)
    player.load(table.copy().seat(0))
    player.sit(seat)
    return player, player.ask(table.turn), seat


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("moi()", "moi() = 0"),
        ("moi(); signaler(3)", "signaler(3) = OK"),
        ("signaler('x'); signaler(3)", "signaler(3) = OK"),
        ("signaler(3); signaler('x')", "signaler('x') = VALEUR_INVALIDE"),
        ("signaler(3); annuler()", "annuler() = True"),
        ("annuler()", "annuler() = False"),
        ("signaler(True)", "signaler(1) = OK"),
        ("est_creusee((1, 2))", "est_creusee({ y=1, x=2 }) = False"),
        ("y, x = ou_est(0); deplacer([(y + 1, x)]); chemin_prevu()", "chemin_prevu() = [{ y=1, x=2 }]"),
        ("moi(); afficher_outil(PIOCHE)", "afficher_outil(PIOCHE) = None"),
        ("moi(1)", "moi(1)"),
    ],
)
def test_the_last_call_is_the_last(toy: Game, tmp_path: Path, text: str, shown: str) -> None:
    _, answer, _ = asked(tmp_path, toy, f"{text}; 1 / 0")
    assert answer.fault.last_call == shown


def test_a_call_inside_a_call_comes_before_it(toy: Game, tmp_path: Path) -> None:
    text = "class Odd:\n        def __index__(self): return moi() + 5\n    signaler(Odd()); 1 / 0"
    _, answer, _ = asked(tmp_path, toy, text)
    assert answer.fault.last_call == "signaler(5) = OK"


def test_orders_reach_the_seat_with_what_it_had_noted_before(toy: Game, tmp_path: Path) -> None:
    player, answer, seat = asked(tmp_path, toy, "signaler(7)")
    assert answer.fault is None
    assert [toy.api.shown(row) for row in seat.orders] == ["signaler(7)"]
    assert seat.call("annuler") is True
    assert seat.call("signaler", 8) == toy.ok
    player.ask(Turn(0, "", "jouer_placement", (0,)))
    assert [toy.api.shown(row) for row in seat.orders] == ["signaler(8)", "signaler(7)"]


def test_a_long_log_grows(toy: Game, tmp_path: Path) -> None:
    player, answer, seat = asked(tmp_path, toy, "print([signaler(n % 9) for n in range(301)][-2:])")
    assert answer.fault is None
    assert player.output == f"[{toy.ok}, {toy.orders_refusal}]\n"
    assert [row[1] for row in seat.orders] == [n % 9 for n in range(300)]
    assert player._library is not None
    assert player._library._native is not None
    assert player._library._native.exchange[exchange.LOG_ROOM] > LOG_WORDS


def test_a_bug_of_the_engine_is_raised_at_every_call_after_it(toy: Game, tmp_path: Path) -> None:
    table = Table(toy)
    player = champion(tmp_path, toy)
    player.load(table.seat(0))
    api = functions_of(player)
    with playing(player):
        assert api["moi"]() == 0
        player._seat.call = lambda *_: 1 // 0  # type: ignore[method-assign]
        for function, values in (("signaler", ["x"]), ("moi", []), ("signaler", [1])):
            assert outcome(api[function], values) == (EngineBug, "ZeroDivisionError in signaler()")


def test_outside_a_callback_calls_are_answered_at_the_seat(toy: Game, tmp_path: Path) -> None:
    player, _, seat = asked(tmp_path, toy, "pass")
    api = functions_of(player)
    answers: list[int] = []
    thread = threading.Thread(target=lambda: answers.append(api["signaler"](4)))
    thread.start()
    thread.join()
    assert answers == [toy.ok]
    assert [toy.api.shown(row) for row in seat.orders] == ["signaler(4)"]
    assert not player._library._caller.answered  # type: ignore[union-attr]


def test_a_seat_without_a_library_is_played_in_python(toy: Game, tmp_path: Path) -> None:
    player, _, _ = asked(tmp_path, toy, "pass")
    player.sit(Table(toy.interpreted, seed=5).seat(1))
    with playing(player):
        assert functions_of(player)["moi"]() == 1
    assert not player._library._caller.answered  # type: ignore[union-attr]


def test_an_audited_seat_sees_all_calls(toy: Game, tmp_path: Path) -> None:
    from joute.champions.checks.call_audit import AuditedSeat, CallAudit

    player, seat = champion(tmp_path, toy), AuditedSeat(Table(toy).seat(0), CallAudit())
    player.load(seat)  # type: ignore[arg-type]
    functions_of(player)["moi"]()
    assert seat.audit.calls == 1


def test_an_extension_of_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "LAYOUT", (*calls.LAYOUT[:-1], 9))
    assert not calls.available()


def test_too_many_orders_are_a_fault(tmp_path: Path) -> None:
    game = joute.load_game("portails").native()
    table = Table(game)
    table.end_phase()
    row = game.sample(table.world, 0, game.generator(1))
    assert row is not None
    action, plain = game.api.unflatten(row)
    player = champion(tmp_path, game)
    player.load(table.seat(0))
    with playing(player):
        assert player._library is not None
        assert player._library._native is not None
        player._library._native.exchange[exchange.ORDERS] = game.orders_most
        message = f"a turn of portails holds at most {game.orders_most} orders"
        assert outcome(functions_of(player)[action.name], plain) == (TooManyOrders, message)
    assert str(player._too_many) == message


# In a process of its own


LEVELS = [
    pytest.param(Level.SANDBOX, marks=pytest.mark.skipif(shutil.which("bwrap") is None, reason="no bubblewrap")),
    Level.PROCESS,
]
AMPLE = Limits(time_ms=20_000, start_ms=60_000, memory_mb=128)


def hosted(folder: Path, toy: Game, level: Level, text: str) -> Report:
    """What comes of a champion in a host, whose first callback with orders has this text."""
    (folder / "mine.py").write_text(
        f"from api import *\nimport os\ndef jouer_marche(): pass\ndef jouer_placement():\n    {text}\n",
        encoding="utf-8",
    )
    player = find(toy, str(folder / "mine.py"), 0, Hosting(level, AMPLE))
    outcome = Referee(Table(toy), [player, Idle()]).play()
    assert outcome.void == ""
    return outcome.reports[0]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("text", "answered", "died"),
    [
        ("signaler('x'); est_creusee((1, 2))", "est_creusee({ y=1, x=2 }) = False", "est_creusee({ y=1, x=2 })"),
        ("est_creusee((1, 2)); pieces({'y': 1, 'x': 2})", "pieces({ y=1, x=2 }) = 0", "pieces({ y=1, x=2 })"),
        ("signaler(9); annuler()", "annuler() = True", "annuler()"),
        ("signaler(9); annuler(); moi(); annuler(*[])", "annuler() = False", "annuler()"),
    ],
)
def test_a_host_knows_the_last_call(
    toy: Game, tmp_path: Path, level: Level, text: str, answered: str, died: str
) -> None:
    assert hosted(tmp_path, toy, level, f"{text}; 1 / 0").faults[0].last_call == answered
    assert hosted(tmp_path, toy, level, f"{text}; os._exit(3)").faults[0].last_call == died


@pytest.mark.parametrize("level", LEVELS)
def test_in_a_host_the_library_answers_and_orders_count(toy: Game, tmp_path: Path, level: Level) -> None:
    text = "raise Exception(f'{type(signaler).__name__} {signaler(3)} {annuler()} {annuler()} {ou_est(0)!r}')"
    fault = hosted(tmp_path, toy, level, text).faults[0]
    assert fault.message == f"Exception: builtin_function_or_method {toy.ok} True False Position(y=0, x=2)"


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("name", "champion", "params"), [("toy", "digger", {}), ("chartichaud", "raider", {"max_turns": 30})]
)
def test_a_hosted_match_is_the_same(name: str, champion: str, params: dict[str, Any], level: Level) -> None:
    game = joute.load_game(name, **params).native()
    path = str(bundled(game)[champion])
    records = []
    for hosting in (None, Hosting(level, AMPLE)):
        result = Referee(Table(game, seed=2), [find(game, path, 0, hosting) for _ in range(game.info.seats)]).play()
        assert [report.verdict for report in result.reports] == [Verdict.OK] * game.info.seats
        records.append([(line.orders, line.hash) for line in result.record[1:-1]])  # type: ignore[union-attr]
    assert records[0] == records[1]
    assert any(any(orders) for orders, _ in records[0])


# Memory


def calls_of(player: PythonChampion, game: Game, odd: bool) -> Callable[[], None]:
    """Several calls of every function that the library answers, with ordinary arguments or with odd ones too."""
    rng = Random(1)
    given = [
        (functions_of(player)[function.name], [make(argument.type, rng) for argument in function.arguments])
        for function in game.api.functions.values()
        if function.kernel is not None or (function.kind in ("action", "undo") and not game.live)
        for make in [value_of if odd else random_value] * 5
    ]

    def run() -> None:
        for call, values in given:
            with suppress(SystemExit):
                call(*values)
        player._seat.renew()  # so that accepted orders do not pile up

    return run


@pytest.mark.slow
@pytest.mark.parametrize(("odd", "times"), [(False, 100_000), (True, 5_000)])
def test_nothing_leaks(game: Game, tmp_path: Path, odd: bool, times: int) -> None:
    player, table = champion(tmp_path, game), Table(game)
    player.load(table.seat(0))
    table.end_phase()
    player.sit(table.seat(0))
    run = calls_of(player, game, odd)
    known = [None, True, False, *game.api.structs.values(), *game.api.enums.values()]
    with playing(player):
        for _ in range(3):
            run()
        gc.collect()
        tracemalloc.start()
        before, counts = tracemalloc.get_traced_memory()[0], [sys.getrefcount(one) for one in known]
        for _ in range(times // (5 * len(game.api.functions))):
            run()
        gc.collect()
        after, now = tracemalloc.get_traced_memory()[0], [sys.getrefcount(one) for one in known]
        tracemalloc.stop()
    assert after - before < 20_000
    assert [new - old for old, new in zip(counts, now, strict=True) if abs(new - old) > 20] == []


def test_a_champion_that_has_left_is_forgotten(toy: Game, tmp_path: Path) -> None:
    import weakref

    player, _, _ = asked(tmp_path, toy, "moi()")
    gone = weakref.ref(player)
    player.leave()
    del player
    gc.collect()
    assert gone() is None


def test_no_memory_is_an_exception(toy: Game, tmp_path: Path) -> None:
    testcapi = pytest.importorskip("_testcapi")
    table = Table(toy)
    table.end_phase()
    player = champion(tmp_path, toy)
    player.load(table.seat(0))
    api = functions_of(player)
    failed = 0
    with playing(player):
        y, x = api["ou_est"](0)
        assert api["deplacer"]([(y + 1, x), (y + 2, x)]) == toy.ok
        expected = api["chemin_prevu"]()
        before = sys.getrefcount(type(expected[0]))
        for allowed in range(12):
            answer = None
            testcapi.set_nomemory(allowed)
            try:
                answer = api["chemin_prevu"]()
            except MemoryError:
                failed += 1
            finally:
                testcapi.remove_mem_hooks()
            assert answer is None or answer == expected
        del answer
        after = sys.getrefcount(type(expected[0]))
    assert after == before
    assert failed > 2


# Live games


def test_an_order_of_a_live_game_is_a_round_trip_without_python(tmp_path: Path) -> None:
    ours, engines = socket.socketpair()
    hosted = HostedTable(joute.load_game("chartichaud"), ours.fileno())
    player = champion(tmp_path, hosted.view.game)
    player.load(hosted.view.seat)
    hosted.table.end_phase()
    seat = hosted.begin()
    before = list(seat.world.state.block)
    row = next(row for row in sampled(seat) if seat.game.api.unflatten(row)[0].name == "move")
    hosted.send(HostOrder(1, row))
    engines.sendall(framed_news(hosted.receive_news()))  # in advance: this process cannot do both at once
    hosted.send = None  # type: ignore[assignment,method-assign]
    move, values = seat.game.api.unflatten(row)
    with playing(player):
        assert functions_of(player)["move"](*values) == seat.game.ok
    assert engines.recv(1000) == framed(HostOrder(1, row))
    assert list(seat.world.state.block) == list(hosted.table.view(0).state.block) != before
    assert seat.exchange[exchange.ORDERS] == 1
    assert player._last == (move, tuple(values), seat.game.ok)
    ours.close()
    engines.close()


def sampled(seat: Seat) -> Iterator[Row]:
    for seed in range(1000):
        row = seat.game.sample(seat.world, seat.index, seat.game.generator(seed))
        if row is not None:
            yield row
