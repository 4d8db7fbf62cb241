"""The declaration of a policy, and its library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pytest

import joute
from joute.core.backends.building import require
from joute.core.backends.library import BuildError, digest
from joute.core.backends.native_policy import NativePolicy
from joute.core.columns import Column, rows
from joute.core.errors import ParamError
from joute.core.policy import Policy, Weight, policy_of
from joute.core.policy_player import BoundPolicy, bound

PROSPECTOR = Path(__file__).parents[1] / "games" / "toy" / "champions" / "prospector.py"


class Weights(NamedTuple):
    near: Annotated[int, Weight(3, -5, 5)]


class Memory(NamedTuple):
    goal: Annotated[Column, rows(lambda dims: dims.seats)]


def policy(w: Any, seat: int, weights: Any, rng: list[int], memory: Any, row: list[int]) -> int:
    return 0


def short(w: Any, seat: int, weights: Any) -> int:
    return 0


class Unbounded(NamedTuple):
    near: int


class Inverted(NamedTuple):
    near: Annotated[int, Weight(3, 5, -5)]


class Sizeless(NamedTuple):
    goal: Column


def test_a_policy_says_its_weights_and_their_bounds() -> None:
    declared = Policy(kernel=policy, weights=Weights, memory=Memory)
    assert declared.bounds == {"near": Weight(3, -5, 5)}
    assert declared.settled() == Weights(3)
    assert declared.settled({"near": -5}) == Weights(-5)


def test_weights_and_memory_may_be_left_out() -> None:
    assert Policy(kernel=policy).settled() == ()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"kernel": short}, "policy.kernel: short takes 3 arguments, expected 6"),
        (
            {"kernel": lambda w, seat, weights, rng, memory, row: 0},
            "policy.kernel: <lambda> is no function of a module",
        ),
        ({"weights": Unbounded}, r"Unbounded.near: a weight is written as near: Annotated\[int, Weight\("),
        ({"weights": Memory}, "Memory.goal: a weight is written as"),
        ({"weights": Inverted}, "Inverted.near: found .* of which the default lies between the other two"),
        ({"memory": Sizeless}, r"table goal: rows\(...\) is missing"),
    ],
)
def test_a_wrong_declaration_is_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Policy(**{"kernel": policy, "weights": Weights, "memory": Memory} | parts)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"nera": 1}, "test_policy.py has no weight 'nera'; it has near"),
        ({"near": 6}, "weight near: found 6, expected a number from -5 to 5"),
        ({"near": True}, "weight near: found True, expected a number from -5 to 5"),
    ],
)
def test_a_wrong_weight_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ParamError, match=message):
        Policy(kernel=policy, weights=Weights).settled(given)


def test_a_file_without_a_policy_has_none() -> None:
    assert policy_of(PROSPECTOR.with_name("digger.py")) is None


def test_something_else_of_that_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("POLICY = 3\n")
    with pytest.raises(TypeError, match="POLICY: found 3, expected a Policy"):
        policy_of(tmp_path / "mine.py")


def test_a_library_follows_from_the_text_but_not_from_the_defaults_of_weights(tmp_path: Path) -> None:
    def digest_of(old: str, new: str) -> str:
        (tmp_path / "mine.py").write_text(PROSPECTOR.read_text().replace(old, new))
        found = policy_of(tmp_path / "mine.py")
        assert found is not None
        return digest(game, found)

    game = joute.load_game("toy")
    same = digest_of("", "")
    assert digest_of("Weight(10, 0, 100)", "Weight(57, 0, 100)") == same
    assert digest_of("Weight(10, 0, 100)", "Weight(10, 0, 200)") != same
    assert digest_of("<= 1 or", "<= 2 or") != same
    assert same != digest(game)


def test_a_policy_is_native_where_the_game_is_and_it_has_a_library() -> None:
    game, found = joute.load_game("toy"), policy_of(PROSPECTOR)
    assert found is not None
    require(game, policy=found)
    assert type(bound(found, game)) is BoundPolicy
    assert type(bound(found, game.native())) is NativePolicy


@pytest.mark.parametrize("preset", ["petit", "grand"])
def test_compiled_and_interpreted_orders_are_the_same(preset: str) -> None:
    """Also those of an interpreted policy over a native game, at each step of the same match."""
    game, found = joute.load_game("toy", preset=preset), policy_of(PROSPECTOR)
    assert found is not None
    require(game, policy=found)
    native = game.native()
    tables = [joute.Table(one, seats=3, seed=8) for one in (game, native, native)]
    players = [bound(found, game), bound(found, native), BoundPolicy(found, native)]
    dims = game.dims(tables[0].board, 3)
    minds = [player.minds(dims, range(3), [{"roam": 5}] * 3) for player in players]
    while seats := game.turn(tables[0].world, 3).seats:
        for seat in seats:
            rows = True
            while rows:
                worlds = [table.seat(seat).world for table in tables]
                given = [player.choose(worlds[n], seat, minds[n]) for n, player in enumerate(players)]
                assert given[0] == given[1] == given[2]
                rows = given[0] is not None and all(table.seat(seat).repeat([given[0]]) for table in tables)
        for table in tables:
            table.end_phase()
    assert len({table.digest for table in tables}) == 1
    assert max(tables[0].scores) > 0


def test_what_keeps_a_policy_from_being_compiled_is_said(tmp_path: Path) -> None:
    text = PROSPECTOR.read_text().replace("    remember(w, seat, memory)\n", '    row[0] = len("ab" + seat)\n')
    (tmp_path / "mine.py").write_text(text)
    game, found = joute.load_game("toy"), policy_of(tmp_path / "mine.py")
    assert found is not None
    with pytest.raises(BuildError) as raised:
        require(game, policy=found)
    assert str(raised.value).startswith("mine.py cannot be compiled: it must keep to kernel style")
    assert str(raised.value).endswith('    row[0] = len("ab" + seat)\n    ^')


def test_two_policies_of_one_name_are_two(tmp_path: Path) -> None:
    """Also in one process, with other memories."""
    game = joute.load_game("toy").native()
    for memory in ("coins", "seen"):
        (tmp_path / "mine.py").write_text(
            PROSPECTOR.read_text()
            .replace("memory.coins", f"memory.{memory}")
            .replace("    coins: Annotated", f"    {memory}: Annotated")
        )
        found = policy_of(tmp_path / "mine.py")
        assert found is not None
        player = NativePolicy(found, game, require(game, policy=found))
        table = joute.Table(game, seed=8)
        table.end_phase()
        minds = player.minds(game.dims(table.board, 2), [1, 2])
        assert player.choose(table.seat(0).world, 0, minds) == (0, 1, 1, 0)
