"""The suite every game must pass. A game's own test file is three lines:

game = load_game("mine")

@pytest.mark.parametrize(**parameters(game, scramble=scramble))
def test_conformance(check: Check) -> None:
    check()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ..game import Game
from . import drafts, hands, play, points, purity, records, sight, twins
from .trial import Scramble, Trial

__all__ = ["Check", "Scramble", "Trial", "parameters", "suite"]

Check = Callable[[], None]

INTERPRETED: tuple[Callable[[Trial], None], ...] = (
    play.same_seed_same_game,
    play.random_orders_are_never_refused,
    play.games_end_and_rank,
    play.seats_merge_in_any_order,
    play.events_change_nothing,
    play.derived_tables_are_kept,
    purity.reading_changes_nothing,
    purity.scenes_can_be_shown,
    purity.scratch_holds_nothing,
    purity.indices_and_values_stay_in_bounds,
    purity.hostile_arguments_are_answered,
    records.dumps_load_again,
    records.corrupted_dumps_are_refused,
    records.views_are_not_loaded,
    sight.checks_agree_on_view_and_truth,
    sight.views_are_canonical,
    sight.views_leak_nothing,
    sight.determinised_views_are_truths,
    drafts.copies_are_independent,
    drafts.orders_out_of_turn_are_dropped,
    drafts.undo_restores_the_draft,
    hands.offers_are_accepted,
    hands.orders_are_offered,
    hands.refusals_are_described,
    hands.clicks_are_explained,
    hands.marks_are_described,
    points.points_add_up,
)
NATIVE: tuple[Callable[[Trial], None], ...] = (
    twins.native_tables_are_equal,
    twins.native_kernels_answer_alike,
    twins.native_playouts_are_equal,
)
BOUNDS: tuple[Callable[[Trial], None], ...] = (twins.native_indices_stay_in_bounds,)
PARTS = {"interpreted": INTERPRETED, "native": NATIVE, "bounds": BOUNDS}


def suite(
    game: Game,
    *,
    boards: Sequence[str | None] = (None,),
    seats: int | None = None,
    seeds: Sequence[int] = (0, 1, 2),
    scramble: Scramble | None = None,
    phases: int = 16,
    parts: Sequence[str] = ("interpreted", "native"),
) -> Iterator[tuple[str, Check]]:
    """The checks by name, for each board.

    `scramble` changes at random what a seat may not know, and is needed by games with fog. `phases` is how many are
    looked at closely in the game of each seed. `parts` are out of interpreted, native and bounds; the last compiles
    the game once more, with every index checked, and is slow.
    """
    for number, board in enumerate(boards):
        trial = Trial(game, board, game.info.seats if seats is None else seats, tuple(seeds), phases, scramble)
        for part in parts:
            for check in PARTS[part]:
                name = check.__name__ if len(boards) == 1 else f"{check.__name__}-board{number}"
                yield name, partial(check, trial)


def parameters(game: Game, **options: Any) -> dict[str, Any]:
    """The suite as the arguments of `pytest.mark.parametrize`, for a test that takes `check`."""
    checks = list(suite(game, **options))
    return {"argnames": "check", "argvalues": [check for _, check in checks], "ids": [name for name, _ in checks]}
