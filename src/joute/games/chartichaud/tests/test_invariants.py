"""The invariants of 4.13, on random boards, parameters and calls, legal and not, of both players."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import joute
from joute.games.chartichaud.board import FIRST, UNITS, Board, Cell, write_cell
from joute.games.chartichaud.rules.answers import OK
from joute.games.chartichaud.rules.state import Cells, reindex
from joute.games.chartichaud.rules.vocabulary import (
    AUTOFARM,
    BUILD,
    BUILDING,
    FARM,
    KINDS,
    MILITARY,
    MOVE,
    RUNNING,
    A,
    B,
)
from joute.games.chartichaud.tests.fog import scramble

PLAYERS = (A, B)
RANDOMLY = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# Random matches


class Start(NamedTuple):
    """A game and a map to play it on."""

    preset: str
    params: dict[str, Any]
    board: str

    def table(self) -> joute.Table:
        """A table at its first turn."""
        table = joute.Table(joute.load_game("chartichaud", self.preset, **self.params), self.board)
        table.end_phase()
        return table


OVERRIDES = {
    "max_turns": st.integers(4, 30),
    "price_C": st.integers(1, 6),
    "price_M": st.integers(1, 11),
    "price_B": st.integers(1, 16),
    "vision": st.integers(0, 3),
    "fresh_units_act": st.booleans(),
    "max_buildings_per_cell": st.sampled_from([None, 1, 2, 3]),
    "enemy_building_blocks": st.booleans(),
    "elimination_wins": st.booleans(),
}


def some_cells(count: int, rng: Random) -> list[Cell]:
    """Contents of cells to choose from: an empty one first, then mostly little."""
    few, gold = (0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 4), (0, 0, 0, 1, 2, 30)
    cells = [Cell(rng.choice(gold), [rng.choice(few) for _ in range(UNITS)]) for _ in range(count)]
    return [Cell(0, [0] * UNITS), *cells]


CELLS = some_cells(200, Random(0))


@st.composite
def starts(draw: st.DrawFn) -> Start:
    preset = draw(st.sampled_from(["sujet", "original"]))
    params = draw(st.fixed_dictionaries({}, optional=OVERRIDES))
    values = joute.load_game("chartichaud", preset, **params).params
    height, width = draw(st.integers(1, 4)), draw(st.integers(2, 6))
    cells = [sound(draw(st.sampled_from(CELLS)), values) for _ in range(height * width)]
    for player in ("A", "B"):
        cells[draw(st.integers(0, len(cells) - 1))].units[FIRST[player]] += draw(st.integers(1, 3))
    rows = [" ".join(map(write_cell, cells[y * width : (y + 1) * width])) for y in range(height)]
    gold = "".join(f"gold {player} {draw(st.integers(0, 60))}\n" for player in ("A", "B"))
    head = f"chartichaud-map 1\nsize {height} {width}\n{gold}turn {draw(st.integers(0, 3))}\ngrid\n"
    return Start(preset, params, head + "\n".join(rows) + "\nend\n")


def sound(cell: Cell, values: dict[str, Any]) -> Cell:
    """A copy of a cell, with no more buildings than these parameters allow."""
    limit, units = values["max_buildings_per_cell"], list(cell.units)
    for first in FIRST.values():
        if limit is not None:
            units[first + BUILDING] = min(limit, units[first + BUILDING])
    if values["enemy_building_blocks"] and units[FIRST["A"] + BUILDING]:
        units[FIRST["B"] + BUILDING] = 0
    return Cell(cell.gold, units)


class Call(NamedTuple):
    """A call by a seat: the one to move or the one who waits."""

    mover: bool
    name: str
    arguments: tuple[Any, ...]


class Legal(NamedTuple):
    """Some legal actions of the seat to move, as the game samples them."""

    seed: int
    most: int


class End(NamedTuple):
    """The end of the turn."""


NUMBER = st.sampled_from([0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, -1, 2**40, "x", None])
KIND = st.sampled_from([0, 1, 2, "C", "M", "B", 3, "c", None])
MOVER = st.sampled_from([True, True, True, False])
CALLS = st.one_of(
    st.builds(Call, MOVER, st.just("move"), st.tuples(KIND, NUMBER, NUMBER, NUMBER, NUMBER)),
    st.builds(Call, MOVER, st.just("build"), st.tuples(NUMBER, NUMBER, KIND)),
    st.builds(Call, MOVER, st.just("farm"), st.tuples(NUMBER, NUMBER)),
    st.builds(Call, MOVER, st.just("autofarm"), st.just(())),
)
STEPS = st.lists(
    st.one_of(st.builds(Legal, st.integers(0, 2**32 - 1), st.integers(1, 12)), CALLS, st.builds(End)),
    min_size=8,
    max_size=40,
)


# What is watched


class Facts(NamedTuple):
    """What the invariants are about, read from the words of a state."""

    turn: int
    winner: int
    golds: list[int]
    scores: list[int]
    board_gold: int
    units: list[int]
    """Of each player, on the whole board."""


def split(column: list[int], width: int) -> list[list[int]]:
    """The values of a family, a list for each cell."""
    return [column[at : at + width] for at in range(0, len(column), width)]


def units_of(table: joute.Table, player: int) -> list[list[int]]:
    """Numbers of units of each kind of a player, on every cell."""
    return [units[player * KINDS : (player + 1) * KINDS] for units in split(table.state.cells.units, UNITS)]


def facts(table: joute.Table) -> Facts:
    state = table.state
    return Facts(
        state.head.turn,
        state.head.winner,
        list(state.players.gold),
        list(state.players.score),
        sum(state.cells.gold),
        [sum(map(sum, units_of(table, player))) for player in PLAYERS],
    )


def words(table: joute.Table) -> list[list[list[int]]]:
    """A copy of every word of the true state, derived ones included."""
    return table.game.layout.snapshot(table.state)


class Watch:
    """A table under way whose every step is held against the invariants."""

    def __init__(self, start: Start) -> None:
        self.table = start.table()
        self.blocks = self.table.game.params["enemy_building_blocks"]
        self.limit = self.table.game.params["max_buildings_per_cell"]
        self.first = facts(self.table)
        self.harvests = 0
        self.check_state()

    @property
    def mover(self) -> int:
        return facts(self.table).turn % 2

    def step(self, step: Call | Legal | End) -> None:
        if isinstance(step, End):
            self.end()
        elif isinstance(step, Legal):
            self.legal(step)
        else:
            seat = self.mover if step.mover else 1 - self.mover
            self.call(seat, step.name, step.arguments)

    def legal(self, step: Legal) -> None:
        rng = self.table.game.generator(step.seed)
        for _ in range(step.most):
            row = self.table.game.sample(self.table.world, self.mover, rng)
            if row is None:
                return
            action, arguments = self.table.game.api.unflatten(row)
            assert self.call(self.mover, action.name, arguments) == OK

    def call(self, seat: int, name: str, arguments: Any) -> int:
        """One action. Refused, it changes nothing; accepted, only what the mover does."""
        before, kept, mover = facts(self.table), words(self.table), self.mover
        answer: int = self.table.seat(seat).call(name, *arguments)
        if answer != OK:
            assert words(self.table) == kept
            return answer
        now = facts(self.table)
        assert (seat, before.winner, now.turn, now.winner) == (mover, RUNNING, before.turn, RUNNING)
        self.harvests += now.scores[mover] - before.scores[mover]
        assert now.units[mover] >= before.units[mover]
        for fact in ("golds", "scores", "units"):
            assert getattr(now, fact)[1 - mover] == getattr(before, fact)[1 - mover]
        self.check_state()
        self.check_scores(before, now)
        return answer

    def end(self) -> None:
        """The end of a turn: fights, and a new turn."""
        before, mover = facts(self.table), self.mover
        if before.winner:
            assert self.table.turn.seats in ((0, 1), ())
            return
        self.table.end(mover)
        now = facts(self.table)
        assert now.turn == before.turn + 1
        assert (now.golds, now.board_gold) == (before.golds, before.board_gold)
        assert now.scores[1 - mover] == before.scores[1 - mover]
        self.check_state()
        self.check_scores(before, now)
        self.check_rested()
        self.check_peace()

    def check_scores(self, before: Facts, now: Facts) -> None:
        """Scores never decrease; gold on the board plus harvests is constant."""
        assert all(new >= old for new, old in zip(now.scores, before.scores, strict=True))
        assert now.board_gold + self.harvests == self.first.board_gold

    def check_state(self) -> None:
        """No number is negative, no more units have acted than there are, and what is derived is right."""
        state = self.table.state
        assert min(min(column) for table in words(self.table) for column in table) >= 0
        for here, acted in zip(units_of(self.table, self.mover), split(state.cells.acted, KINDS), strict=True):
            assert all(done <= there for done, there in zip(acted, here, strict=True))
        for a, b in zip(*(units_of(self.table, player) for player in PLAYERS), strict=True):
            assert not (self.blocks and a[BUILDING] and b[BUILDING])
            assert self.limit is None or max(a[BUILDING], b[BUILDING]) <= self.limit
        again = self.table.game.copy(self.table.world)
        reindex(again)
        assert again.state == state

    def check_rested(self) -> None:
        """4.8  Nothing has acted and nothing is harvested when a turn begins."""
        assert not any(self.table.state.cells.acted)
        assert not any(self.table.state.cells.harvested)

    def check_peace(self) -> None:
        """After endturn no cell holds military of one player with any unit of the other."""
        for a, b in zip(*(units_of(self.table, player) for player in PLAYERS), strict=True):
            assert not (a[MILITARY] and sum(b))
            assert not (b[MILITARY] and sum(a))


@RANDOMLY
@given(starts(), STEPS)
def test_4_13_invariants_of_every_step(start: Start, steps: list[Call | Legal | End]) -> None:
    watch = Watch(start)
    for step in steps:
        watch.step(step)


@settings(RANDOMLY, max_examples=80)
@given(starts(), st.integers(0, 2**32 - 1))
def test_4_13_invariants_to_the_end_of_a_random_match(start: Start, seed: int) -> None:
    watch = Watch(start._replace(params={"max_turns": 30} | start.params))
    for turn in range(30):
        watch.step(Legal((seed + turn) % 2**32, 12))
        watch.step(End())
    assert watch.table.turn.callback == "partie_fin"


# What is hidden


def told(table: joute.Table, seat: int) -> list[Any]:
    """All that a seat can learn by queries, off the board included."""
    call = table.seat(seat).call
    cells = [(y, x) for y in range(-1, call("height") + 1) for x in range(-1, call("width") + 1)]
    found = [call(name) for name in ("view", "gold", "turn", "player", "opponent", "max_turns", "height", "width")]
    found += [call("score", player) for player in (0, 1, 2)]
    for cell in cells:
        found += [call("visible", *cell), call("gold_at", *cell)]
        found += [call("units", player, kind, *cell) for player in PLAYERS for kind in "CMB"]
        found += [call("ready", kind, *cell) for kind in "CMB"]
    return found


def refusals(table: joute.Table, seat: int, world: Any) -> list[int]:
    """The answer to every action on and around the board, judged on a world."""
    board: Board = table.board
    ys, xs = range(-1, board.height + 1), range(-1, board.width + 1)
    orders = [(AUTOFARM,)]
    for y in ys:
        for x in xs:
            orders.append((FARM, y, x))
            orders += [(BUILD, y, x, kind) for kind in range(-1, 4)]
            steps = ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (0, 0))
            orders += [(MOVE, kind, y, x, y + dy, x + dx) for kind in range(-1, 4) for dy, dx in steps]
    return [table.game.check(world, seat, order) for order in orders]


def played(start: Start, steps: list[Call | Legal | End]) -> joute.Table:
    """The table after some steps of a match that goes on."""
    watch = Watch(start)
    for step in steps:
        kept = watch.table.copy()
        watch.step(step)
        if facts(watch.table).winner:
            return kept
    return watch.table


@settings(RANDOMLY, max_examples=150)
@given(starts(), STEPS, st.sampled_from(PLAYERS), st.integers(0, 2**32 - 1))
def test_4_13_what_is_hidden_changes_no_view_no_answer_and_no_refusal(
    start: Start, steps: list[Call | Legal | End], seat: int, seed: int
) -> None:
    table = played(start, steps)
    twin = table.copy()
    scramble(twin.world, seat, Random(seed))
    assert table.game.unsound(twin.world) == ""
    assert twin.game.view(twin.world, seat).state == table.game.view(table.world, seat).state
    assert told(twin, seat) == told(table, seat)
    judged = [
        refusals(table, seat, world)
        for world in (table.world, twin.world, table.seat(seat).world, twin.seat(seat).world)
    ]
    assert judged[0] == judged[1] == judged[2] == judged[3]


def test_5_2_scrambling_changes_all_that_is_hidden() -> None:
    """Over some seeds every hidden word takes several values, and no other word changes."""
    text = "chartichaud-map 1\nsize 1 6\nturn 1\ngrid\n5+A1C . 9+B3C2M2B 9+B1C 4+B1M .\nend\n"
    table = joute.Table(joute.load_game("chartichaud"), text)
    table.end_phase()
    for call in (("farm", 0, 2), ("build", 0, 2, "M"), ("farm", 0, 3)):
        assert table.seat(1).call(*call) == OK
    twins = [table.copy() for _ in range(60)]
    for seed, twin in enumerate(twins):
        scramble(twin.world, A, Random(seed))
    assert {twin.state.players.gold[A] for twin in twins} == {25}
    assert len({twin.state.players.gold[B] for twin in twins}) > 20
    assert all(twin.state.head == table.state.head for twin in twins)
    assert all(twin.state.players.score == table.state.players.score for twin in twins)
    varied = [{name for name in row(table, c) if len({row(twin, c)[name] for twin in twins}) > 1} for c in range(6)]
    acted, units = {"acted 0", "acted 1", "acted 2"}, {"units 3", "units 4", "units 5"}
    assert varied[:3] == [set(), set(), {"harvested 0"} | acted]
    assert varied[3:] == [{"gold 0", "harvested 0"} | units | acted] * 3


def row(table: joute.Table, cell: int) -> dict[str, int]:
    """The numbers of a cell, by column and place in it."""
    widths = {"gold": 1, "harvested": 1, "units": UNITS, "acted": KINDS}
    assert tuple(widths) == Cells._fields
    found = {name: split(getattr(table.state.cells, name), width)[cell] for name, width in widths.items()}
    return {f"{name} {place}": value for name, values in found.items() for place, value in enumerate(values)}


def test_5_4_nothing_is_scrambled_once_a_winner_is_set() -> None:
    table = joute.Table(joute.load_game("chartichaud", max_turns=1), seed=3)
    table.end_phase()
    table.end(0)
    kept = words(table)
    scramble(table.world, A, Random(0))
    assert words(table) == kept


def test_4_11_an_opponent_out_of_sight_stays_on_the_board() -> None:
    text = "chartichaud-map 1\nsize 1 5\ngrid\nA1C . . . B1C\nend\n"
    for seed in range(50):
        table = joute.Table(joute.load_game("chartichaud"), text)
        scramble(table.world, A, Random(seed))
        assert facts(table).units[B] > 0
