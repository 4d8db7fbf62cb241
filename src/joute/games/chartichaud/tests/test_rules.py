"""The rules clause by clause, where no worked example pins them; the scenarios run on both backends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import joute
from joute.core.conformance.scenario import interpreted, native
from joute.core.errors import StateError
from joute.core.events import noted
from joute.games.chartichaud.rules import RULES
from joute.games.chartichaud.rules.turns import Fight
from joute.games.chartichaud.rules.vocabulary import UNKNOWN
from joute.games.chartichaud.tests.vocabulary import ERRORS, play, token, truth

Scenario = Callable[[str], joute.Table]
Position = Callable[..., joute.Table]

LINE = "maptext\n  chartichaud-map 1\n  size 1 6\n  gold A 40\n  grid\n  5+A2C1B A1M . . . 5+B1C\n  end\n"
INT32_MOST = 2**31 - 1


@pytest.fixture(
    params=[
        pytest.param(interpreted, id="interpreted"),
        pytest.param(native, id="native"),
    ]
)
def backend(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    chosen: Callable[[Any], Any] = request.param
    return chosen


@pytest.fixture
def scenario(backend: Callable[[Any], Any]) -> Scenario:
    """Plays a scenario and gives the table."""
    return lambda text: play(text, backend)


@pytest.fixture
def position(backend: Callable[[Any], Any]) -> Position:
    """A table at its first turn from the rows of a map."""

    def found(*rows: str, headers: str = "", preset: str | None = None, **params: Any) -> joute.Table:
        text = f"chartichaud-map 1\nsize {len(rows)} {len(rows[0].split())}\n{headers}grid\n"
        game = backend(joute.load_game("chartichaud", preset, **params))
        table = joute.Table(game, text + "".join(f"{row}\n" for row in rows) + "end\n")
        table.end_phase()
        return table

    return found


def content(table: joute.Table) -> list[list[list[int]]]:
    """Every word of the true state, derived ones included."""
    return table.game.layout.snapshot(table.state)


def answer(table: joute.Table, seat: int, name: str, *arguments: Any) -> str:
    """The name of an action's answer; a refusal is checked to change nothing."""
    before = content(table)
    found = ERRORS[table.seat(seat).call(name, *arguments)]
    assert found == "ok" or content(table) == before
    return found


# 4.1  State


def test_4_1_the_current_player_is_a_on_even_turns(scenario: Scenario) -> None:
    scenario(f"{LINE}then player A\nP0 end\nthen player B\nP1 end\nthen player A\nthen turn 2")


def test_4_1_a_map_may_start_on_any_turn(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 3
  turn 7
  grid
  A1C . 1+B1C
  end
then turn 7
then player B
then no_end A NOT_YOUR_TURN
P1 farm(0, 2) = OK
P1 end
then turn 8
then player A
""")


def test_4_1_the_turns_are_partie_init_then_one_seat_each_then_partie_fin(backend: Callable[[Any], Any]) -> None:
    table = joute.Table(backend(joute.load_game("chartichaud", max_turns=2)))
    assert table.turn == (0, "init", "partie_init", (0, 1))
    table.end_phase()
    assert table.turn == (0, "turn", "jouer_tour", (0,))
    table.end(0)
    assert table.turn == (1, "turn", "jouer_tour", (1,))
    table.end(1)
    assert table.turn == (2, "end", "partie_fin", (0, 1))
    assert not table.result.over
    table.end_phase()
    assert table.turn == (2, "over", "", ())
    assert table.result == (True, (0, 0), (1, 1), "turn_limit")


# 4.2  One action per unit


def test_4_2_units_are_interchangeable_and_counted(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 4
  grid
  A3C . . B1C
  end
P0 ready(C, 0, 0) = 3
P0 move(C, 0, 0, 0, 1) = OK
P0 ready(C, 0, 0) = 2
P0 ready(C, 0, 1) = 0
P0 move(C, 0, 0, 0, 1) = OK
P0 move(C, 0, 0, 0, 1) = OK
P0 ready(C, 0, 0) = 0
P0 units(0, C, 0, 1) = 3
P0 move(C, 0, 0, 0, 1) = NO_SUCH_UNIT
P0 move(C, 0, 1, 0, 0) = ALREADY_ACTED
""")


@pytest.mark.parametrize(("fresh", "ready"), [("true", 1), ("false", 0)])
def test_4_2_fresh_units_act_as_the_parameter_says(scenario: Scenario, fresh: str, ready: int) -> None:
    scenario(f"""
with fresh_units_act={fresh}
maptext
  chartichaud-map 1
  size 1 4
  gold A 50
  grid
  A1C A2B . B1C
  end
P0 build(0, 0, B) = OK
P0 ready(C, 0, 0) = 0
P0 ready(B, 0, 0) = {ready}
P0 build(0, 1, C) = OK
P0 ready(B, 0, 1) = 1
P0 ready(C, 0, 1) = {ready}
P0 build(0, 1, M) = OK
P0 ready(B, 0, 1) = 0
P0 ready(M, 0, 1) = {ready}
P0 end
P1 end
P0 ready(B, 0, 0) = 1
P0 ready(M, 0, 1) = 1
""")


# 4.3 to 4.7  Checks in their order: where two fail, the first answers


ANY_ACTION = ['move("X", 9, 9, 9, 9)', 'move("B", 0, 0, 0, 1)', 'build(9, 9, "X")', "farm(9, 9)", "autofarm()"]


@pytest.mark.parametrize("action", ANY_ACTION)
def test_4_3_match_over_before_not_your_turn_before_all_else(scenario: Scenario, action: str) -> None:
    scenario(f"""
with max_turns=1
{LINE}P1 {action} = NOT_YOUR_TURN
P0 end
then player B
P0 {action} = MATCH_OVER
P1 {action} = MATCH_OVER
""")


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ('move("B", 9, 9, 9, 9)', "CANNOT_MOVE"),
        ('move("X", 9, 9, 9, 9)', "UNKNOWN_KIND"),
        ('move("M", 9, 9, 9, 9)', "OUT_OF_BOARD"),
        ('move("M", 0, 1, 1, 1)', "OUT_OF_BOARD"),
        ('move("M", 1, 1, 0, 1)', "OUT_OF_BOARD"),
        ('move("M", 0, 0, 0, 2)', "NOT_ADJACENT"),
        ('move("M", 0, 0, 0, 0)', "NOT_ADJACENT"),
        ('move("C", 0, 5, 0, 4)', "NO_SUCH_UNIT"),
        ('move("M", 0, 0, 0, 1)', "NO_SUCH_UNIT"),
        ('move("M", 0, 2, 0, 1)', "ALREADY_ACTED"),
    ],
)
def test_4_4_move_checks_in_order(scenario: Scenario, action: str, wanted: str) -> None:
    """Both civilians of the cell have acted, and the military."""
    used = 'P0 farm(0, 0) = OK\nP0 build(0, 0, "B") = OK\nP0 move("M", 0, 1, 0, 2) = OK\n'
    scenario(f"{LINE}{used}P0 {action} = {wanted}")


BUILDINGS = """\
maptext
  chartichaud-map 1
  size 1 6
  gold A {gold}
  grid
  1+A1C+B1B A1C+B1B A1C1B 1+A1C1B A1M . B1C
  end
"""


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ('build(9, 9, "X")', "UNKNOWN_KIND"),
        ('build(9, 9, "B")', "OUT_OF_BOARD"),
        ('build(0, 4, "B")', "NO_SUCH_UNIT"),
        ('build(0, 0, "M")', "NO_SUCH_UNIT"),
        ('build(0, 0, "B")', "ALREADY_ACTED"),
        ('build(0, 1, "B")', "ENEMY_BUILDING"),
        ('build(0, 3, "B")', "ALREADY_ACTED"),
        ('build(0, 2, "B")', "BUILDING_LIMIT"),
        ('build(0, 2, "C")', "NOT_ENOUGH_GOLD"),
        ('build(0, 2, "M")', "NOT_ENOUGH_GOLD"),
    ],
)
def test_4_5_build_checks_in_order(scenario: Scenario, action: str, wanted: str) -> None:
    """No gold for anything, an enemy building or a full cell wherever a civilian stands."""
    board = BUILDINGS.format(gold=0).replace("size 1 6", "size 1 7")
    limits = "with enemy_building_blocks=true\nwith max_buildings_per_cell=1\n"
    used = "P0 farm(0, 0) = OK\nP0 farm(0, 3) = OK\n"
    scenario(f"{limits}{board}{used}P0 {action} = {wanted}")


def test_4_5_each_kind_costs_its_price_to_the_last_coin(scenario: Scenario) -> None:
    scenario("""
with price_C=2
with price_M=3
with price_B=4
maptext
  chartichaud-map 1
  size 1 4
  gold A 8
  grid
  A1C2B . . B1C
  end
P0 build(0, 0, "B") = OK
then gold A 4
P0 build(0, 0, "C") = OK
then gold A 2
P0 build(0, 0, "M") = NOT_ENOUGH_GOLD
P0 build(0, 0, "C") = OK
then gold A 0
P0 build(0, 0, "C") = NOT_ENOUGH_GOLD
then cell 0,0 A3C3B
then score A 0
""")


def test_4_5_the_limit_counts_own_buildings_only_and_holds_at_any_value(scenario: Scenario) -> None:
    scenario("""
with max_buildings_per_cell=2
maptext
  chartichaud-map 1
  size 1 3
  gold A 100
  grid
  A3C1B+B2B . B1C
  end
P0 build(0, 0, "B") = OK
P0 build(0, 0, "B") = BUILDING_LIMIT
then cell 0,0 A3C2B+B2B
then gold A 85
""")


def test_4_5_a_full_cell_still_recruits(scenario: Scenario) -> None:
    scenario("""
preset original
maptext
  chartichaud-map 1
  size 1 3
  grid
  A1C1B . B1C
  end
P0 build(0, 0, "B") = BUILDING_LIMIT
P0 build(0, 0, "M") = OK
then cell 0,0 A1C1M1B
""")


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ("farm(9, 0)", "OUT_OF_BOARD"),
        ("farm(0, 9)", "OUT_OF_BOARD"),
        ("farm(0, 1)", "NO_SUCH_UNIT"),
        ("farm(0, 2)", "NO_SUCH_UNIT"),
        ("farm(0, 0)", "ALREADY_ACTED"),
        ("farm(0, 3)", "NO_GOLD"),
        ("farm(0, 4)", "ALREADY_HARVESTED"),
    ],
)
def test_4_6_farm_checks_in_order(scenario: Scenario, action: str, wanted: str) -> None:
    """The cells 0,0, 0,3 and 0,4 have been harvested; the gold of the first two was the last."""
    board = "maptext\n  chartichaud-map 1\n  size 1 6\n  grid\n  1+A1C A1M . 1+A2C 2+A2C B1C\n  end\n"
    used = "P0 farm(0, 0) = OK\nP0 farm(0, 3) = OK\nP0 farm(0, 4) = OK\n"
    scenario(f"{board}{used}P0 {action} = {wanted}")


def test_4_6_the_mark_lasts_for_the_turn_even_for_a_civilian_that_comes_later(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 4
  grid
  9+A1C1B . . B1C
  end
P0 farm(0, 0) = OK
P0 build(0, 0, "C") = OK
P0 farm(0, 0) = ALREADY_HARVESTED
P0 end
P1 end
P0 farm(0, 0) = OK
then score A 2
""")


def test_4_7_autofarm_does_what_farm_would_on_every_cell(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 2 4
  grid
  3+A1C 3+A2C1M 3+B1C 3+A1B
  A1C 3+A1M 3+A1C+B1C .
  end
P0 farm(0, 1) = OK
P0 autofarm() = OK
then cell 0,0 2+A1C
then cell 0,1 2+A2C1M
then cell 0,2 3+B1C
then cell 0,3 3+A1B
then cell 1,0 A1C
then cell 1,1 3+A1M
then cell 1,2 2+A1C+B1C
then gold A 28
then score A 3
P0 ready(C, 0, 1) = 1
P0 end
P1 autofarm() = OK
then cell 0,2 2+B1C
then cell 1,2 1+A1C+B1C
then score B 2
""")


def test_4_7_autofarm_with_nothing_to_harvest_changes_nothing(position: Position) -> None:
    table = position("A1M 5 B1C")
    before = content(table)
    assert answer(table, 0, "autofarm") == "ok"
    assert content(table) == before


# 4.8  endturn


def test_4_8_acted_counts_and_marks_are_cleared(position: Position) -> None:
    table = position("5+A2C1B . A1M B1C")
    for call in (("farm", 0, 0), ("build", 0, 0, "M"), ("move", "M", 0, 2, 0, 1)):
        assert answer(table, 0, *call) == "ok"
    table.end(0)
    assert truth(table)["cells"] == [
        {"y": 0, "x": 0, "gold": 4, "A_C": 2, "A_M": 1, "A_B": 1},
        {"y": 0, "x": 1, "A_M": 1},
        {"y": 0, "x": 3, "B_C": 1},
    ]


def test_4_8_a_turn_may_be_ended_without_action_by_the_player_asked_only(position: Position) -> None:
    table = position("A1C . B1C")
    before = content(table)
    with pytest.raises(ValueError, match="seat 1 is not asked"):
        table.end(1)
    assert content(table) == before
    table.end(0)
    assert table.turn == (1, "turn", "jouer_tour", (1,))


# 4.9, 4.10  Fights

SURVIVORS = """
 0 -1 -2 -3 -4 -5 -6 -7 -8
 1 -1 -2 -3 -4 -5 -6 -7 -8
 2  1 -1 -3 -4 -5 -6 -7 -8
 3  2  1 -2 -3 -5 -6 -7 -8
 4  3  3 -1 -3 -4 -5 -7 -8
 5  4  4  2  1 -4 -5 -6 -7
 6  5  5  3  3 -2 -3 -6 -7
 7  6  6  5  4 -1 -3 -5 -6
 8  7  7  6  5  4  2 -4 -5
 9  8  8  7  7  5  3  1 -4
10  9  9  8  8  6  6  3 -2
"""
"""4.9  One line for each number of attackers from 0, one column for each number of defenders from 0."""
TABLE = [[int(word) for word in line.split()] for line in SURVIVORS.split("\n")[1:-1]]


def side(player: str, military: int) -> str:
    """Units of a player with one civilian and two buildings."""
    return f"{player}1C{military}M2B" if military else f"{player}1C2B"


@pytest.mark.parametrize("attacking", range(11))
def test_4_9_survivors(position: Position, attacking: int) -> None:
    """On one board, a cell for each number of defenders, for both players as attackers; 4.10 pays for the lost."""
    for attacker, turn in (("A", 0), ("B", 1)):
        defender = "BA"[turn]
        sides = [{attacker: side(attacker, attacking), defender: side(defender, md)} for md in range(9)]
        row = " ".join(f"{both['A']}+{both['B']}" for both in sides)
        table = position(f"A1C {row} B1C", headers=f"turn {turn}\n")
        table.end(turn)
        points = 0
        for md, left in enumerate(TABLE[attacking]):
            wanted = side(attacker, left) if left > 0 else side(defender, -left) if left < 0 else row.split()[md]
            assert token(table, 0, 1 + md) == wanted
            points += 10 * (md - max(0, -left)) + (5 + 2 * 15 if left > 0 else 0)
        assert table.scores[turn] == points
        assert table.scores[1 - turn] == 0


def test_4_9_the_defender_without_military_loses_all_there(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 4
  gold A 100
  grid
  7+A1C2M1B+B3C2B . . B1C
  end
P0 end
then cell 0,0 7+A1C2M1B
then score A 45
then gold A 100
""")


def test_4_9_a_fight_between_large_numbers(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 3
  grid
  A1C A1000000000M+B1M B1000000000C
  end
P0 end
then cell 0,1 A999999999M
then score A 10
""")


def test_4_9_units_elsewhere_take_no_part(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 3 3
  grid
  . A9M .
  A9M A1M+B1M A9M
  . A9M B1C
  end
P0 end
then cell 1,1 B1M
then cell 0,1 A9M
then score A 0
""")


def test_4_10_the_defender_never_scores(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 4
  grid
  A1C A5C3B+B1M A2M+B4M B1C
  end
P0 end
then cell 0,1 B1M
then cell 0,2 B4M
then score A 0
then score B 0
""")


def test_4_9_fights_are_noted_for_who_listens(backend: Callable[[Any], Any]) -> None:
    game = backend(joute.load_game("chartichaud"))
    text = "chartichaud-map 1\nsize 1 5\ngrid\nA1C A2M+B1C1M A1M+B1M A1C+B1C A1M+B1C\nend\n"
    world = game.listening(joute.Table(game, text).world, 8)
    game.resolve(world)
    assert list(noted(world.scratch.events, RULES.events)) == []
    game.resolve(world)
    fights = list(noted(world.scratch.events, RULES.events))
    assert all(type(fight) is Fight for fight in fights)
    assert sorted(fights) == [
        Fight(y=0, x=1, attacker=0, attacking=2, defending=1, survivor=0, left=1),
        Fight(y=0, x=2, attacker=0, attacking=1, defending=1, survivor=1, left=1),
        Fight(y=0, x=4, attacker=0, attacking=1, defending=0, survivor=0, left=1),
    ]


def test_4_9_events_beyond_the_room_are_left_out(backend: Callable[[Any], Any]) -> None:
    game = backend(joute.load_game("chartichaud"))
    text = "chartichaud-map 1\nsize 1 4\ngrid\nA1C A1M+B1M A1M+B1M B1C\nend\n"
    for room in (0, 1):
        world = game.listening(joute.Table(game, text).world, room)
        game.resolve(world)
        game.resolve(world)
        assert len(list(noted(world.scratch.events, RULES.events))) == room


# 4.11  End of the match


def test_4_11_1_elimination_comes_before_the_turn_limit(position: Position) -> None:
    table = position("A1M+B1C A1C .", headers="score B 500\n", max_turns=1)
    table.end(0)
    assert table.result == (False, (5, 500), (1, 2), "elimination")


def test_4_11_1_the_attacker_may_be_the_one_eliminated(position: Position) -> None:
    table = position("A1C+B1M . B1C", headers="score A 9\n")
    table.end(0)
    assert table.result == (False, (9, 0), (2, 1), "elimination")
    assert table.seat(0).call("view")["winner"] == "B"


def test_4_11_1_one_civilian_without_gold_plays_on(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 4
  gold B 0
  grid
  A1M+B9C A1C . B1C
  end
P0 end
then winner -
then player B
""")


def test_4_11_2_the_limit_is_on_completed_turns_of_both(scenario: Scenario) -> None:
    scenario(f"with max_turns=3\n{LINE}" + "P0 end\nP1 end\nthen winner -\n")
    scenario(f"with max_turns=3\n{LINE}" + "P0 end\nP1 end\nP0 end\nthen winner No one\n")


def test_4_11_2_results_at_the_limit(position: Position) -> None:
    for scores, ranks in (((4, 3), (1, 2)), ((3, 4), (2, 1)), ((4, 4), (1, 1))):
        headers = f"score A {scores[0]}\nscore B {scores[1]}\n"
        table = position("A1C . B1C", headers=headers, max_turns=1)
        table.end(0)
        assert table.result == (False, scores, ranks, "turn_limit")


def unfinished(position: Position) -> joute.Table:
    """A has harvested and walked onto an enemy civilian; it would win the fight."""
    table = position("9+A1C A1M 7+B1C . . . 7+B1C", headers="score A 50\n")
    assert answer(table, 0, "farm", 0, 0) == "ok"
    assert answer(table, 0, "move", "M", 0, 1, 0, 2) == "ok"
    return table


@pytest.mark.parametrize("cause", ["timeout", "crash", "resign"])
def test_4_11_3_a_forfeit_gives_the_win_whatever_the_scores(position: Position, cause: str) -> None:
    table = unfinished(position)
    table.forfeit(0, cause)
    assert table.turn == (0, "end", "partie_fin", (0, 1))
    assert table.result == (False, (51, 0), (2, 1), cause)


def test_4_11_3_what_was_done_stands_and_no_fight_is_resolved(position: Position) -> None:
    table = unfinished(position)
    table.forfeit(0, "crash")
    assert [token(table, 0, x) for x in range(7)] == ["8+A1C", ".", "7+A1M+B1C", ".", ".", ".", "7+B1C"]
    assert [player["gold"] for player in truth(table)["players"]] == [26, 25]
    for seat in range(2):
        view = table.seat(seat).call("view")
        assert (view["winner"], view["turn"], view["gold"]) == ("B", 0, {"A": 26, "B": 25})
        assert [table.seat(seat).call("gold_at", 0, x) for x in range(7)] == [8, 0, 7, 0, 0, 0, 7]
        assert [table.seat(seat).call("ready", "C", 0, x) for x in range(7)] == [0] * 7
        assert answer(table, seat, "autofarm") == "match_over"


def test_4_11_3_the_player_who_waits_may_forfeit_too(position: Position) -> None:
    table = unfinished(position)
    table.forfeit(1, "resign")
    assert table.result == (False, (51, 0), (1, 2), "resign")


def test_4_11_3_a_forfeit_before_the_first_turn(backend: Callable[[Any], Any]) -> None:
    table = joute.Table(backend(joute.load_game("chartichaud")))
    table.forfeit(0, "crash")
    assert table.turn == (0, "end", "partie_fin", (0, 1))
    assert table.seat(1).call("view")["winner"] == "B"


@pytest.mark.parametrize("loser", [0, 1])
def test_4_11_once_set_the_winner_never_changes(position: Position, loser: int) -> None:
    table = position("A1C . B1C", headers="score A 1\n", max_turns=1)
    table.end(0)
    for callback in ("partie_fin", ""):
        before = content(table)
        table.forfeit(loser, "crash")
        assert table.turn.callback == callback
        assert content(table) == before
        if callback:
            table.end_phase()


def test_4_11_nothing_is_accepted_after_the_end(position: Position) -> None:
    table = position("5+A1C1B . 5+B1C1B", max_turns=1)
    table.end(0)
    for _ in ("partie_fin", "over"):
        for seat, x in ((0, 0), (1, 2)):
            assert answer(table, seat, "farm", 0, x) == "match_over"
            assert answer(table, seat, "build", 0, x, "C") == "match_over"
            assert answer(table, seat, "move", "C", 0, x, 0, 1) == "match_over"
            assert answer(table, seat, "autofarm") == "match_over"
        table.end_phase() if table.turn.seats else None
    with pytest.raises(ValueError, match="over"):
        table.end_phase()


# 5.1  Which cells


def seen_cells(table: joute.Table, seat: int) -> set[tuple[int, int]]:
    """What the query `visible` says of the board and of a ring around it."""
    call = table.seat(seat).call
    height, width = call("height"), call("width")
    found = {(y, x) for y in range(-1, height + 1) for x in range(-1, width + 1) if call("visible", y, x)}
    view = call("view")["map"]
    assert found == {(y, x) for y in range(height) for x in range(width) if view[y][x] != {}}
    return found


@pytest.mark.parametrize("vision", [0, 1, 2, 3, 100])
def test_5_1_vision_is_a_chebyshev_distance(position: Position, vision: int) -> None:
    table = position(". . . . . B1C", ". . . . . .", ". . A1M . . .", ". . . . . .", ". . . . . .", vision=vision)
    board = {(y, x) for y in range(5) for x in range(6)}
    assert seen_cells(table, 0) == {(y, x) for y, x in board if max(abs(y - 2), abs(x - 2)) <= vision}
    assert seen_cells(table, 1) == {(y, x) for y, x in board if max(y, abs(x - 5)) <= vision}


def test_5_1_a_cell_seen_by_two_stays_seen_when_one_leaves(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 7
  grid
  . . A1C A1M . . B1C
  end
then sees A 0,1
P0 move("M", 0, 3, 0, 4) = OK
then sees A 0,0
then sees A 0,6
P0 move("C", 0, 2, 0, 3) = OK
then hidden A 0,0
then sees A 0,1
""")


def test_5_1_losing_units_loses_sight(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 8
  grid
  A1C . . . A1M B1C1B . B1C
  end
then sees B 0,3
P0 move("M", 0, 4, 0, 5) = OK
then sees B 0,3
P0 end
then cell 0,5 A1M
then hidden B 0,4
then sees B 0,5
then sees A 0,7
""")


# 5.2  What is in a player's view


def test_5_2_the_keys_of_a_view(position: Position) -> None:
    table = position("9+A2C . B1C . 49+B1M", headers="gold A 12\ngold B 30\nscore A 7\n")
    assert answer(table, 0, "farm", 0, 0) == "ok"
    empty = {"C": 0, "M": 0, "B": 0}
    civilian = {"C": 1, "M": 0, "B": 0}
    head = {"player": "A", "winner": "", "height": 1, "width": 5, "turn": 0, "maxTurns": 300, "score": {"A": 8, "B": 0}}
    nothing = {"G": 0, "A": empty, "B": empty}
    shared = [
        {"G": 8, "A": {"C": 2, "M": 0, "B": 0, "Cm": True}, "B": empty},
        nothing,
        {"G": 0, "A": empty, "B": civilian},
    ]
    assert table.seat(0).call("view") == head | {"gold": {"A": 13}, "map": [[*shared, {}, {}]]}
    own = {"G": 49, "A": empty, "B": {"C": 0, "M": 1, "B": 0}}
    assert table.seat(1).call("view") == head | {"gold": {"B": 30}, "map": [[*shared, nothing, own]]}


def test_5_2_the_gold_of_the_opponent_is_nowhere_in_what_a_seat_holds(position: Position) -> None:
    table = position("A1C . . . . B1C", headers="gold A 111\ngold B 222\n")
    for seat, own in ((0, 111), (1, 222)):
        golds = [int(gold) for gold in table.seat(seat).state.players.gold]
        assert golds == ([own, UNKNOWN] if seat == 0 else [UNKNOWN, own])


# 5.3  Flags


def flags(table: joute.Table, seat: int) -> list[str]:
    """The flags of a seat's view, as player, key and cell."""
    rows = table.seat(seat).call("view")["map"]
    return [
        f"{player} {key} {y},{x} {value}"
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        for player in ("A", "B")
        for key, value in cell.get(player, {}).items()
        if key.endswith("m")
    ]


def test_5_3_flags_are_those_of_the_current_player_for_both(position: Position) -> None:
    table = position("5+A2C1M1B B1C1M1B . . .")
    assert flags(table, 0) == flags(table, 1) == ["A Cm 0,0 True", "A Mm 0,0 True", "A Bm 0,0 True"]
    table.end(0)
    assert flags(table, 0) == flags(table, 1) == ["B Cm 0,1 True", "B Mm 0,1 True", "B Bm 0,1 True"]
    table.forfeit(1, "resign")
    assert flags(table, 0) == flags(table, 1) == []


def test_5_3_the_one_who_waits_learns_only_whether_one_has_yet_to_act(position: Position) -> None:
    """Civilians that change places leave no trace but that they have acted: the one who waits holds the same bytes."""
    tables = [position("9+A3C A3C B1C") for _ in range(4)]
    for swaps, table in enumerate(tables):
        for _ in range(swaps):
            assert answer(table, 0, "move", "C", 0, 0, 0, 1) == "ok"
            assert answer(table, 0, "move", "C", 0, 1, 0, 0) == "ok"
    assert [table.seat(0).call("ready", "C", 0, 0) for table in tables] == [3, 2, 1, 0]
    waiting = [table.game.layout.snapshot(table.seat(1).state) for table in tables]
    assert waiting[0] == waiting[1] == waiting[2] != waiting[3]
    views = [table.seat(1).call("view") for table in tables]
    assert views[0] == views[1] == views[2] != views[3]
    assert [flags(table, 1) for table in tables] == [["A Cm 0,0 True", "A Cm 0,1 True"]] * 3 + [[]]


def test_5_3_the_one_who_waits_sees_a_flag_go_out(position: Position) -> None:
    table = position("9+A1C 9 B1C")
    assert flags(table, 1) == ["A Cm 0,0 True"]
    assert answer(table, 0, "farm", 0, 0) == "ok"
    assert flags(table, 1) == []


# 5.4, 6.0  The complete view, at the end


def test_5_4_the_view_at_the_end_is_complete_and_the_same_for_both(position: Position) -> None:
    table = position("2+A1C1M . . . . 7+B1C1B", headers="gold B 30\n", max_turns=1, vision=1)
    assert answer(table, 0, "farm", 0, 0) == "ok"
    table.end(0)
    empty = {"C": 0, "M": 0, "B": 0}
    nothing = {"G": 0, "A": empty, "B": empty}
    wanted = {
        "player": "B",
        "winner": "A",
        "height": 1,
        "width": 6,
        "turn": 1,
        "maxTurns": 1,
        "gold": {"A": 26, "B": 30},
        "score": {"A": 1, "B": 0},
        "viewA": {"0_0": 1, "0_1": 1},
        "viewB": {"0_4": 1, "0_5": 1},
        "map": [
            [
                {"G": 1, "A": {"C": 1, "M": 1, "B": 0}, "B": empty},
                *[nothing] * 4,
                {"G": 7, "A": empty, "B": {"C": 1, "M": 0, "B": 1}},
            ]
        ],
    }
    for _ in ("partie_fin", "over"):
        assert [table.seat(seat).call("view") for seat in range(2)] == [wanted, wanted]
        table.end_phase() if table.turn.seats else None


def test_5_4_an_eliminated_player_sees_everything_at_the_end(position: Position) -> None:
    table = position("A1M+B1C . . . . 3")
    table.end(0)
    assert seen_cells(table, 1) == {(0, x) for x in range(6)}
    view = table.seat(1).call("view")
    assert (view["winner"], view["viewB"], view["viewA"]) == ("A", {}, {"0_0": 1, "0_1": 1, "0_2": 1})


# 6.0  Calls


def test_6_0_the_numbers_of_the_errors_and_kinds() -> None:
    api = joute.Table(joute.load_game("chartichaud")).seat(0).api
    assert [error.name.lower() for error in api.erreur] == ERRORS
    assert [int(error) for error in api.erreur] == list(range(16))
    assert [(kind.name, int(kind)) for kind in api.kind] == [("C", 0), ("M", 1), ("B", 2)]


def test_6_0_in_partie_init_every_action_is_refused_and_nothing_looked_at(backend: Callable[[Any], Any]) -> None:
    table = joute.Table(backend(joute.load_game("chartichaud")), seed=1)
    for seat in range(2):
        assert answer(table, seat, "move", "X", 9, 9, 9, 9) == "not_your_turn"
        assert answer(table, seat, "build", 0, 0, "B") == "not_your_turn"
        assert answer(table, seat, "farm", 0, 0) == "not_your_turn"
        assert answer(table, seat, "autofarm") == "not_your_turn"
    table.end_phase()
    assert answer(table, 0, "autofarm") == "ok"


def test_6_0_queries_in_partie_init(backend: Callable[[Any], Any]) -> None:
    table = joute.Table(backend(joute.load_game("chartichaud")), seed=1)
    a, b = table.seat(0).call, table.seat(1).call
    assert [a("gold"), b("gold"), a("score", 1), b("max_turns"), b("height"), b("width")] == [25, 25, 0, 300, 9, 16]
    assert [a("units", 0, "C", 0, 0), a("gold_at", 1, 0), b("gold_at", 1, 0), b("gold_at", 7, 15)] == [3, 25, -1, 25]
    assert (a("view")["player"], a("view")["gold"], b("view")["gold"]) == ("A", {"A": 25}, {"B": 25})
    assert flags(table, 0) == ["A Cm 0,0 True"]
    assert flags(table, 1) == []


def test_6_0_queries_in_partie_fin_see_everything(position: Position) -> None:
    table = position("2+A1C . . . . 7+B1C2M", headers="gold B 31\n", max_turns=1)
    table.end(0)
    a, b = table.seat(0).call, table.seat(1).call
    assert [a("units", 1, kind, 0, 5) for kind in "CMB"] == [1, 2, 0]
    assert [b("units", 0, kind, 0, 0) for kind in "CMB"] == [1, 0, 0]
    assert [a("gold_at", 0, 5), b("gold_at", 0, 0), a("gold"), b("gold")] == [7, 2, 25, 31]
    assert [a("turn"), b("turn"), a("ready", "C", 0, 0), b("ready", "C", 0, 5)] == [1, 1, 0, 0]
    assert [a("visible", 0, 6), a("visible", 1, 0), a("gold_at", 0, -1), a("ready", "C", 0, 6)] == [
        False,
        False,
        -1,
        -1,
    ]


WRONG = ["x", None, 1.0, [0], (0, 0), {}, 2**31, -(2**31) - 1, 2**64, object()]


@pytest.mark.parametrize("wrong", WRONG, ids=[str(number) for number in range(len(WRONG))])
def test_6_0_wrong_arguments_get_the_answer_of_an_unknown_value(position: Position, wrong: Any) -> None:
    table = position("5+A1C1B . . B1C")
    for number in range(1, 5):
        cells = [0, 0, 0, 1]
        cells[number - 1] = wrong
        assert answer(table, 0, "move", "C", *cells) == "out_of_board"
    assert answer(table, 0, "move", wrong, wrong, 0, 0, 1) == "unknown_kind"
    assert answer(table, 0, "build", wrong, 0, wrong) == "unknown_kind"
    assert answer(table, 0, "build", wrong, 0, "C") == answer(table, 0, "build", 0, wrong, "C") == "out_of_board"
    assert answer(table, 0, "farm", wrong, 0) == answer(table, 0, "farm", 0, wrong) == "out_of_board"
    assert answer(table, 1, "farm", wrong, wrong) == "not_your_turn"
    call = table.seat(0).call
    assert call("visible", wrong, 0) is call("visible", 0, wrong) is False
    assert [call("gold_at", wrong, 0), call("gold_at", 0, wrong), call("score", wrong)] == [-1] * 3
    for number in range(4):
        values: list[Any] = [0, "C", 0, 0]
        values[number] = wrong
        assert call("units", *values) == -1
        assert number == 0 or call("ready", *values[1:]) == -1


def test_6_0_unknown_players_and_kinds(position: Position) -> None:
    call = position("5+A1C1B . . B1C").seat(0).call
    assert [call("score", player) for player in (-1, 0, 1, 2)] == [-1, 0, 0, -1]
    assert [call("units", player, 0, 0, 0) for player in (-1, 0, 1, 2)] == [-1, 1, 0, -1]
    assert [call("units", 0, kind, 0, 0) for kind in (-1, 0, 1, 2, 3, "C", "M", "B", "c", "Cm", "")] == [
        *(-1, 1, 0, 1, -1),
        *(1, 0, 1, -1, -1, -1),
    ]


def test_6_0_queries_change_nothing_and_a_view_is_the_callers_own(position: Position) -> None:
    table = position("5+A1C1B . . B1C")
    before = content(table)
    view = table.seat(0).call("view")
    kept = repr(view)
    view["map"][0][0]["A"]["C"] = 99
    view["gold"]["A"] = 99
    assert repr(table.seat(0).call("view")) == kept
    assert content(table) == before


def test_6_0_results_above_32_bits_are_given_as_the_largest(position: Position) -> None:
    dumped = position("9+A1C1B . B1C").dump()
    dumped["state"]["players"] = [{"gold": 3_000_000_000, "score": 5_000_000_000}, {"gold": 25, "score": INT32_MOST}]
    dumped["state"]["cells"][0] |= {"gold": 4_000_000_000, "A_C": INT32_MOST + 1, "A_B": INT32_MOST}
    loaded = joute.Table.load(dumped)
    call = loaded.seat(0).call
    assert [call("gold"), call("score", 0), call("score", 1), call("gold_at", 0, 0)] == [INT32_MOST] * 4
    assert [call("units", 0, "C", 0, 0), call("ready", "C", 0, 0), call("units", 0, "B", 0, 0)] == [INT32_MOST] * 3
    view = call("view")
    assert (view["gold"], view["score"]) == ({"A": 3_000_000_000}, {"A": 5_000_000_000, "B": INT32_MOST})
    assert call("farm", 0, 0) == call("build", 0, 0, "M") == 0
    assert truth(loaded)["players"][0] == {"gold": 2_999_999_991, "score": 5_000_000_001}


def test_6_0_a_turn_holds_65536_actions(position: Position) -> None:
    table = position("5+A2C B1C")
    assert table.game.orders_most == 65_536
    table.game.orders_most = 300
    farmed = [answer(table, 0, "autofarm") for _ in range(300)]
    assert farmed == ["ok"] * 300
    assert answer(table, 0, "autofarm") == "already_acted"
    assert answer(table, 0, "move", "C", 0, 0, 0, 1) == "already_acted"
    assert answer(table, 1, "autofarm") == "not_your_turn"
    table.end(0)
    assert answer(table, 0, "autofarm") == "not_your_turn"
    assert answer(table, 1, "autofarm") == "ok"


def test_6_0_the_65537th_action_of_a_turn_is_refused() -> None:
    table = joute.Table(joute.load_game("chartichaud", gold_spots=0, height=1, width=2))
    table.end_phase()
    autofarm = table.seat(0).api.autofarm
    assert {autofarm() for _ in range(65_536)} == {0}
    assert ERRORS[autofarm()] == "already_acted"
    assert len(table.seat(0).orders) == 65_536


# Boards of extreme sizes


def test_3_1_the_smallest_board(scenario: Scenario) -> None:
    scenario("""
maptext
  chartichaud-map 1
  size 1 1
  gold A 40
  grid
  3+A1C+B1C
  end
then sees A 0,0
P0 move("C", 0, 0, 0, 0) = NOT_ADJACENT
P0 move("C", 0, 0, 0, 1) = OUT_OF_BOARD
P0 build(0, 0, "B") = OK
P0 end
P1 farm(0, 0) = OK
P1 end
P0 build(0, 0, "M") = OK
P0 end
then cell 0,0 2+A1C1M1B
then winner A
then score A 5
""")


@pytest.mark.parametrize("vision", [0, 100])
def test_3_1_the_largest_board(backend: Callable[[Any], Any], vision: int) -> None:
    table = joute.Table(backend(joute.load_game("chartichaud", height=100, width=100, vision=vision)), seed=5)
    table.end_phase()
    assert answer(table, 0, "move", "C", 0, 0, 1, 0) == "ok"
    table.end(0)
    assert answer(table, 1, "move", "C", 99, 99, 99, 98) == "ok"
    call = table.seat(1).call
    assert [call("visible", 99, 98), call("visible", 99, 99), call("visible", 99, 97)] == [True, True, vision > 0]
    assert call("units", 0, "C", 1, 0) == (1 if vision else -1)
    view = table.seat(1).call("view")["map"]
    assert sum(cell != {} for row in view for cell in row) == (10_000 if vision else 2)


# Loaded positions


def test_a_loaded_position_plays_on(position: Position) -> None:
    table = position("5+A2C . . B1C")
    assert answer(table, 0, "farm", 0, 0) == "ok"
    loaded = joute.Table.load(table.dump())
    assert content(loaded) == content(table)
    assert answer(loaded, 0, "farm", 0, 0) == "already_harvested"


@pytest.mark.parametrize(
    ("head", "cell", "message"),
    [
        ({}, {"acted_C": 4}, "more units of a kind have acted"),
        ({"winner": 1}, {}, "the phase and the winner contradict"),
        ({"phase": 2}, {}, "the phase and the winner contradict"),
        ({"winner": 4}, {}, "head.winner: found 4"),
        ({"reason": 3}, {}, "head.reason and head.winner contradict each other"),
        ({"turn": 300}, {"acted_C": 0}, "head.turn has reached max_turns, but the match goes on"),
        ({"turn": 301}, {}, "state.head.turn: found 301, expected a number from 0 to 300"),
        ({"phase": 2, "winner": 1}, {}, "head.reason and head.winner contradict each other"),
        ({"phase": 2, "winner": 3, "reason": 3}, {}, "head.reason and head.winner contradict each other"),
        ({"phase": 2, "winner": 1, "reason": 1}, {"acted_C": 0}, "head.reason is elimination, but both players have"),
        ({"phase": 3, "winner": 3, "reason": 2}, {"acted_C": 0}, "head.reason is turn_limit, but head.turn is below"),
        ({"phase": 2, "winner": 1, "reason": 2, "turn": 300}, {"acted_C": 0}, "or the winner is not who leads"),
        ({"phase": 2, "winner": 3, "reason": 2, "turn": 300}, {}, "a unit has acted although the turn is over"),
        ({"phase": 2, "winner": 2, "reason": 3}, {"A_C": 0, "acted_C": 0}, "a player has no unit"),
        ({"phase": 2, "winner": 1, "reason": 1}, {"A_C": 0, "acted_C": 0}, "or the winner is not the one who has some"),
        ({}, {"harvested": 2}, "harvested: found 2"),
        ({}, {"A_C": -1}, "A_C: found -1"),
    ],
)
def test_an_impossible_position_is_refused(head: dict[str, int], cell: dict[str, int], message: str) -> None:
    table = joute.Table(joute.load_game("chartichaud", gold_spots=0))
    table.end_phase()
    dumped = table.dump()
    dumped["state"]["head"] |= head
    dumped["state"]["cells"][0] |= {"acted_C": 2} | cell
    with pytest.raises(StateError, match=message):
        joute.Table.load(dumped)


@pytest.mark.parametrize(
    ("head", "cell"),
    [
        ({"turn": 299}, {"acted_C": 0}),
        ({"phase": 2, "winner": 2, "reason": 3}, {}),
        ({"phase": 3, "winner": 1, "reason": 5}, {"acted_C": 0}),
        ({"phase": 2, "winner": 3, "reason": 2, "turn": 300}, {"acted_C": 0}),
        ({"phase": 3, "winner": 2, "reason": 1, "turn": 7}, {"A_C": 0, "acted_C": 0}),
    ],
)
def test_a_position_that_play_can_reach_is_loaded(head: dict[str, int], cell: dict[str, int]) -> None:
    table = joute.Table(joute.load_game("chartichaud", gold_spots=0))
    table.end_phase()
    dumped = table.dump()
    dumped["state"]["head"] |= head
    dumped["state"]["cells"][0] |= {"acted_C": 2} | cell
    state = joute.Table.load(dumped).dump()["state"]
    assert state["head"] == dumped["state"]["head"]
