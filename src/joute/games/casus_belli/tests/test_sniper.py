"""What the champion `sniper` knows, in positions made by hand, and matches that it wins."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.sources.find import bundled, find
from joute.core.backends.building import require
from joute.core.policy import Policy, policy_of
from joute.core.policy_player import BoundPolicy, give_turn, match_seeds
from joute.core.seat import Seat
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Verdict

from .vocabulary import PRESETS, map_text, played

VOLEUR, BARBARE, ELFE = range(3)
NORMALE, TRAITRISE, BASTOOOON = 0, 2, 3
P9 = ("map P9", "given phase attaque")


@cache
def sniper() -> Policy:
    found = policy_of(Path(str(bundled(joute.load_game("casus_belli"))["sniper"])))
    assert found is not None
    return found


def ordered(table: joute.Table, seat: int = 0) -> dict[int, tuple[int, ...]]:
    """What it orders each of its characters in this phase: an attack and its target, or a path and a direction."""
    policy = BoundPolicy(sniper(), table.game)
    minds = policy.minds(table.game.dims(table.board, table.seats), match_seeds(0, table.seats))
    give_turn(policy, table.seat(seat), minds)
    return {row[2]: tuple(row[5:]) for row in table.seat(seat).orders}


def match(names: list[str], seed: int, preset: str = "sujet", board: str | None = None) -> MatchResult:
    game = joute.load_game("casus_belli", preset)
    table = joute.Table(game, board, len(names), seed)
    return Referee(table, [find(game, name, seed) for name in names]).play()


# Attacks


@pytest.mark.parametrize("preset", PRESETS)
def test_three_blows_make_a_death(preset: str) -> None:
    """Knife 5, hammer 3, bow 2: all at the same one of two, who is at full life."""
    puts = ("put V0 4,2 EST", "put B0 2,2 EST", "put E0 2,3 EST", "put B1 5,2 NORD", "put E1 6,4 NORD")
    table = played(*P9, *(f"given {put}" for put in puts), preset=preset)
    orders = ordered(table)
    assert orders[VOLEUR] == (NORMALE, 5, 2)
    assert orders[ELFE][1:] == (5, 2)
    table.end_phase()
    assert table.scores == [1, -1]


def test_traitrise_where_they_share_a_cell() -> None:
    table = played(*P9, "given put V0 4,2 EST", "given put B1 4,2 NORD", "given put E1 4,2 NORD")
    assert ordered(table)[VOLEUR] == (TRAITRISE, 4, 2)
    table.end_phase()
    assert table.scores == [2, -2]


def test_who_can_be_killed_comes_before_who_cannot() -> None:
    table = played(*P9, "given put V0 4,2 EST", "given put B1 4,1 NORD", "given put E1 5,2 NORD 5")
    assert ordered(table)[VOLEUR] == (NORMALE, 5, 2)


def test_who_is_about_to_die_is_hit_by_a_friend() -> None:
    """The knife kills the Barbare, who has struck himself, too: nobody gets the point."""
    puts = ("put V0 8,4 SUD", "put B0 4,2 NORD 3", "put E0 0,2 EST", "put V1 4,3 NORD")
    table = played(*P9, *(f"given {put}" for put in puts))
    assert ordered(table)[BARBARE] == (NORMALE, 4, 2)
    table.seat(1).call("perso_attaque", (1, VOLEUR, 10, 0), NORMALE, (4, 2))
    table.end_phase()
    assert table.scores == [0, 0]


def test_who_is_in_no_danger_is_not_hit() -> None:
    """The same, but the enemy looks away: Bastoooon takes eight from it, and spares the Barbare himself."""
    puts = ("put V0 8,4 SUD", "put B0 4,2 NORD 3", "put E0 0,2 EST", "put V1 4,3 SUD")
    table = played(*P9, *(f"given {put}" for put in puts))
    orders = ordered(table)
    assert orders[ELFE][1:] == (4, 3)
    assert orders[BARBARE] == (BASTOOOON, 4, 2)


# Walks


def walk(table: joute.Table, rank: int) -> tuple[int, int, int]:
    """Where somebody ends a walk, and where he looks then."""
    order = ordered(table)[rank]
    here = table.seat(0).call("perso_position", (0, rank, 10, 0))
    x, y = order[2 * order[0] - 1 : 2 * order[0] + 1] if order[0] else here
    return x, y, order[-1]


def test_the_elfe_goes_under_trees_when_an_enemy_is_in_sight() -> None:
    rows = [".........", ".........", "..FF.....", "..FF.....", "........."]
    board = map_text("0,0", rows, "0 50").splitlines()
    puts = ["given put E0 3,1 EST", "given put B0 0,4 EST", "given put V1 6,1 OUEST"]
    table = played("maptext", *(f"  {line}" for line in board), "given phase deplacement", *puts)
    x, y, _ = walk(table, ELFE)
    assert rows[y][x] == "F"


def test_they_settle_under_trees() -> None:
    table = joute.Table(joute.load_game("casus_belli"), seats=2, seed=3)
    policy = BoundPolicy(sniper(), table.game)
    minds = policy.minds(table.game.dims(table.board, 2), match_seeds(0, 2))
    while table.turn.phase != "attaque":
        if table.game.acts(table.world):
            give_turn(policy, table.seat(0), minds)
        table.end_phase()
    places = [row["cell"] for row in table.dump()["state"]["characters"][:3]]
    assert [table.board.ground[cell] for cell in places] == [2, 2, 2]


# Matches


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("other", ["hunter", "ambush", "random", "idle"])
def test_it_beats_the_others(other: str, preset: str) -> None:
    for seed, names in enumerate([["sniper", other], [other, "sniper"]]):
        outcome = match(names, seed, preset)
        assert not outcome.void
        assert outcome.result.winners == (names.index("sniper"),)


def test_it_ends_above_three_others() -> None:
    outcome = match(["hunter", "ambush", "sniper", "random"], 1)
    assert outcome.result.winners == (2,)


@pytest.mark.parametrize("board", ["3 1 1 0 1 4 ...", "1 1 0 0 0 3 .", "4 4 1 1 0 4 T~F. F..# ~_#. ...."])
@pytest.mark.parametrize("preset", PRESETS)
def test_it_stands_odd_boards(board: str, preset: str) -> None:
    outcome = match(["sniper", "hunter", "sniper"], 2, preset, board.replace(" ", "\n"))
    assert not outcome.void
    assert [report.verdict for report in outcome.reports] == [Verdict.OK] * 3


def test_no_order_is_ever_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[Any] = []
    monkeypatch.setattr(Seat, "on_refusal", staticmethod(lambda count, answer, row: refused.append(row)))
    match(["sniper"] * 4, 5)
    assert refused == []


def test_it_plays_the_same_on_both_backends() -> None:
    pytest.importorskip("numba")
    game = joute.load_game("casus_belli")
    require(game, policy=sniper())
    digests = []
    for played_on in (game, game.native()):
        table = joute.Table(played_on, seats=2, seed=4)
        Referee(table, [find(played_on, name, 1) for name in ("sniper", "hunter")]).play()
        digests.append(table.digest)
    assert digests[0] == digests[1]
