"""The conformance suite: the toy game passes it, and each way of breaking the toy is caught by the right check."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random, randrange
from typing import Any

import pytest

from joute.core import layout
from joute.core.api import Me, query
from joute.core.conformance import Check, parameters, suite
from joute.core.conformance import play as play_checks
from joute.core.conformance import trial as trials
from joute.core.game import Game
from joute.core.registry import load_game
from joute.core.seat import Seat
from joute.core.table import Table
from joute.core.world import AnyWorld

FOG = Path(__file__).parents[2] / "games" / "toy" / "tests" / "fog.py"


def load(path: Path) -> Any:
    """A module from a file."""
    spec = spec_from_file_location(f"{path.parent.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def toy(*args: Any, **overrides: Any) -> Game:
    return load_game("toy", *args, **overrides)


def scramble(world: AnyWorld, seat: int, rng: Any) -> None:
    load(FOG).scramble(world, seat, rng)


COVE = "@..2\n.1..\n..3.\n1..@\n"


@pytest.mark.parametrize(**parameters(toy(), scramble=scramble, parts=["interpreted"]))
def test_toy_of_two_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(
    **parameters(
        toy("grand", choc="partage", gestes=["creuser", "signaler"]),
        boards=[COVE, "@\n", None],
        seats=5,
        seeds=[7],
        phases=8,
        scramble=scramble,
        parts=["interpreted"],
    )
)
def test_toy_of_five_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(
    **parameters(toy(NB_TOURS=2), seats=100, seeds=[1], phases=4, scramble=scramble, parts=["interpreted"])
)
def test_toy_of_a_hundred_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(
    **parameters(toy(brouillard=False), seats=3, seeds=[1], scramble=scramble, parts=["interpreted"])
)
def test_toy_without_fog_conforms(check: Check) -> None:
    check()


@pytest.mark.parametrize(**parameters(toy(), scramble=scramble, parts=["native"]))
def test_native_toy_conforms(check: Check) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize(**parameters(toy(), seats=5, scramble=scramble, parts=["bounds"]))
def test_toy_with_checked_indices_conforms(check: Check) -> None:
    check()


# Mutants

Patch = Callable[[pytest.MonkeyPatch, Any], None]


def after(name: str, harm: Callable[..., None]) -> Patch:
    """The rule `name`, followed by some harm."""

    def harmful(rule: Any, rules: Any, w: AnyWorld, *args: Any) -> Any:
        answer = rule(w, *args)
        harm(rules, w, *args)
        return answer

    return instead(name, harmful)


def instead(name: str, other: Callable[..., Any]) -> Patch:
    """Another rule in place of `name`; it is given the old one first."""

    def patch(monkeypatch: pytest.MonkeyPatch, rules: Any) -> None:
        if name in vars(toy().kernels):
            monkeypatch.setattr(Game, "kernels", changed_kernels(rules, name, other))
        else:
            rule = getattr(rules, name)
            monkeypatch.setattr(rules, name, lambda *args: other(rule, rules, *args))

    return patch


def changed_kernels(rules: Any, name: str, other: Callable[..., Any]) -> Any:
    """`Game.kernels` with one of them replaced."""
    made = vars(Game)["kernels"].func

    def kernels(game: Game) -> Any:
        kernels = made(game)
        rule = getattr(kernels, name)
        setattr(kernels, name, lambda *args: other(rule, rules, *args))
        return kernels

    changed = cached_property(kernels)
    changed.__set_name__(Game, "kernels")
    return changed


def hide_and_show_the_chance(rule: Any, rules: Any, w: AnyWorld, seat: int) -> None:
    chance = w.state.head.chance
    rule(w, seat)
    w.state.head.chance = chance


def hide_and_show_a_coin(rule: Any, rules: Any, w: AnyWorld, seat: int) -> None:
    coins = w.state.coins[-1]
    rule(w, seat)
    w.state.coins[-1] = coins


def leave_steps_behind(rule: Any, rules: Any, w: AnyWorld, seat: int) -> None:
    rule(w, seat)
    w.state.steps.cell[-1] = w.state.head.holes
    w.state.coins[0] //= 2


def forget_the_holes(rules: Any, w: AnyWorld) -> None:
    for cell in range(rules.cell_count(w)):
        w.state.ground.dug[cell] = 0


def raise_the_flag(rules: Any, w: AnyWorld, seat: int, order: Any) -> None:
    w.state.walkers.flag[0] += 1


def remember_the_seat(rules: Any, w: AnyWorld, seat: int, order: Any) -> None:
    w.state.plans[0] += 1


def roll_other_dice(rules: Any, w: AnyWorld) -> None:
    w.state.head.chance = randrange(2**32)


def carry_over(rules: Any, w: AnyWorld) -> None:
    w.state.head.chance = (w.state.head.chance + w.scratch.targets[0]) % 2**32


def listen(rules: Any, w: AnyWorld) -> None:
    w.state.head.chance ^= len(w.scratch.events) & 1


def turn_back(rules: Any, w: AnyWorld) -> None:
    w.state.head.turn = 0


def overflow(rules: Any, w: AnyWorld) -> None:
    w.state.walkers.score[0] += 2**63


def pass_twice(rules: Any, w: AnyWorld) -> None:
    w.state.walkers.passed[0] = 2


def refuse_what_is_hidden(rule: Any, rules: Any, w: AnyWorld, seat: int, order: Any) -> int:
    return int(rules.OCCUPIED if w.state.coins[0] > 0 else rule(w, seat, order))


def look_before_the_first_row(rule: Any, rules: Any, w: AnyWorld, seat: int) -> int:
    return int(rule(w, seat) + 0 * w.state.walkers.cell[seat - 100])


def sample_what_is_refused(rule: Any, rules: Any, w: AnyWorld, seat: int, rng: Any, row: Any) -> int:
    row[0], row[1] = rules.SIGNAL, rules.SIGNAL_MOST + 1
    return 2


RULES_MUTANTS: dict[str, tuple[Patch, str, str]] = {
    "hide keeps the chance": (
        instead("hide", hide_and_show_the_chance),
        "views_leak_nothing",
        "head[0].chance",
    ),
    "hide forgets a cell": (instead("hide", hide_and_show_a_coin), "views_leak_nothing", "state.coins"),
    "hide is not idempotent": (instead("hide", leave_steps_behind), "views_are_canonical", "the view of the view"),
    "reindex forgets holes": (
        after("reindex", forget_the_holes),
        "derived_tables_are_kept",
        ".dug is 1, expected 0",
    ),
    "apply forgets a derived table": (after("apply", remember_the_seat), "derived_tables_are_kept", "state.plans[0]"),
    "check changes the state": (after("check", raise_the_flag), "reading_changes_nothing", "check changed the state"),
    "check reads the hidden": (
        instead("check", refuse_what_is_hidden),
        "checks_agree_on_view_and_truth",
        "by seat",
    ),
    "resolve draws elsewhere": (after("end_turn", roll_other_dice), "same_seed_same_game", "head[0].chance"),
    "resolve reads stale scratch": (after("end_turn", carry_over), "scratch_holds_nothing", "head[0].chance"),
    "resolve hears events": (after("end_turn", listen), "events_change_nothing", "head[0].chance"),
    "the match never ends": (after("end_turn", turn_back), "games_end_and_rank", "asks"),
    "a score overflows": (
        after("end_turn", overflow),
        "indices_and_values_stay_in_bounds",
        "outside -9223372036854775808 to",
    ),
    "a value is out of its bounds": (
        after("end_turn", pass_twice),
        "indices_and_values_stay_in_bounds",
        "a kernel writes 2, outside 0 to 1",
    ),
    "a score is read before the table": (
        instead("score", look_before_the_first_row),
        "indices_and_values_stay_in_bounds",
        "negative index",
    ),
    "sample gives a bad order": (
        instead("sample", sample_what_is_refused),
        "random_orders_are_never_refused",
        "sampled orders refused",
    ),
    "every state is unsound": (instead("unsound", lambda *_: 1), "dumps_load_again", "stands nowhere"),
}


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The rules of the toy; a game that would last forever is given up soon."""
    monkeypatch.setattr(play_checks, "PHASES_MOST", 400)
    monkeypatch.setattr(trials, "PHASES_MOST", 400)
    return toy().module("rules")


def failure(check: str, **options: Any) -> str:
    """How one check of the suite fails on a toy loaded now."""
    checks = dict(suite(toy(), **({"scramble": scramble} | options)))
    with pytest.raises((AssertionError, ValueError)) as caught:
        checks[check]()
    return str(caught.value)


@pytest.mark.parametrize("name", RULES_MUTANTS)
def test_mutant_of_the_rules_is_caught(name: str, monkeypatch: pytest.MonkeyPatch, rules: Any) -> None:
    patch, check, message = RULES_MUTANTS[name]
    patch(monkeypatch, rules)
    assert message in failure(check)


def test_query_that_raises_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    @query(why="it is a mutant")
    def pieces(me: Me, pos: int) -> int:
        """Coins. fr: Pièces."""
        return 1 // max(0, pos)

    monkeypatch.setattr(toy().module("api"), "pieces", pieces)
    assert "raised ZeroDivisionError" in failure("hostile_arguments_are_answered")


def test_query_of_a_wrong_type_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    @query(why="it is a mutant")
    def tour(me: Me) -> dict[str, int]:
        """Turns. fr: Tours."""
        return {"tour": {1}}  # type: ignore[dict-item]

    monkeypatch.setattr(toy().module("api"), "tour", tour)
    with pytest.raises(TypeError, match="set is not JSON serializable"):
        dict(suite(toy(), scramble=scramble))["hostile_arguments_are_answered"]()


def test_query_that_changes_the_draft_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    @query(why="it is a mutant")
    def tour(me: Me) -> int:
        """Turns. fr: Tours."""
        me.world.state.head.turn += 1
        return 0

    monkeypatch.setattr(toy().module("api"), "tour", tour)
    assert "a query changed the state: state.head[0].turn" in failure("reading_changes_nothing")
    assert "changed the draft" in failure("hostile_arguments_are_answered")


def test_undo_that_forgets_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seat, "undo", lambda seat: bool(seat.orders) and bool(seat.orders.pop()))
    assert "annuler of " in failure("undo_restores_the_draft")


def test_undo_to_a_wrong_checkpoint_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def undo(seat: Seat) -> bool:
        if not seat.orders:
            return False
        if len(seat.orders) != 100:
            return true_undo(seat)
        seat.orders.pop()
        return True

    true_undo = Seat.undo
    monkeypatch.setattr(Seat, "undo", undo)
    assert "99 orders before it" in failure("undo_restores_the_draft")


def test_copy_that_shares_a_buffer_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = Game.copy

    def sharing(game: Game, world: AnyWorld) -> AnyWorld:
        return copy(game, world)._replace(state=copy(game, world).state._replace(head=world.state.head))

    monkeypatch.setattr(Game, "copy", sharing)
    assert "played on" in failure("copies_are_independent")


def test_orders_that_count_before_the_match_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    merge = Table._merge

    def eager(table: Table, seats: Any) -> None:
        if not table.game.acts(table.world):
            for index in seats:
                for row in table.seat(index).orders:
                    table.game.apply(table.world, index, row)
        merge(table, seats)

    monkeypatch.setattr(Table, "_merge", eager)
    assert "resolved after orders out of turn" in failure("orders_out_of_turn_are_dropped")


def test_merge_at_random_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    merge = Table._merge
    monkeypatch.setattr(Table, "_merge", lambda table, seats: merge(table, Random().sample(seats, len(seats))))
    assert "merged" in failure("seats_merge_in_any_order", seats=20, seeds=[1], phases=8)


def test_loader_that_swallows_fields_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_require_names", lambda *_: None)
    assert "a dump with" in failure("corrupted_dumps_are_refused")


def test_views_that_pass_for_the_truth_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "unsound", lambda game, world: "")
    assert "the view of seat" in failure("views_are_not_loaded")


def test_drawing_in_an_unknown_style_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = replace(toy().scenes, drawing=lambda scene: [[("x", "blink")]])
    monkeypatch.setattr(toy().module("scene"), "SCENES", scenes)
    assert "'blink' is no style" in failure("scenes_can_be_shown")


def test_scene_that_is_no_json_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = replace(toy().scenes, scene=lambda game, world, seat: {1: (2,)})
    monkeypatch.setattr(toy().module("scene"), "SCENES", scenes)
    assert "through JSON" in failure("scenes_can_be_shown")


def test_fog_without_scramble_is_refused() -> None:
    assert "the suite needs scramble(world, seat, rng)" in failure("views_leak_nothing", scramble=None)


def test_scramble_that_does_nothing_is_refused() -> None:
    assert "scramble never changed anything" in failure("views_leak_nothing", scramble=lambda *_: None)


def test_twin_that_differs_is_caught(monkeypatch: pytest.MonkeyPatch, rules: Any) -> None:
    toy().native()
    after("end_turn", overflow_a_little)(monkeypatch, rules)
    assert "state.walkers[0].score" in failure("native_tables_are_equal")
    assert "state.walkers[0].score" in failure("native_playouts_are_equal")


def overflow_a_little(rules: Any, w: AnyWorld) -> None:
    w.state.walkers.score[0] += 1


# The suite itself


def test_suite_names_each_check_once() -> None:
    names = [name for name, _ in suite(toy(), boards=[None, COVE], parts=["interpreted", "native", "bounds"])]
    assert len(names) == len(set(names)) == 2 * (27 + 3 + 1)


def test_suite_needs_no_pytest_numpy_or_numba() -> None:
    code = "import sys, joute.core.conformance; print([n for n in ('pytest', 'numpy', 'numba') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
