"""What horde knows, and that it ends above three masons."""

from __future__ import annotations

from typing import Any

import pytest

import joute
from joute.champions.sources.find import find
from joute.core.folder import bundled_board
from joute.core.world import Turn
from joute.match.referee import Referee

from .vocabulary import GAME, PRESETS


def orders_of(table: joute.Table, seat: int = 0) -> list[Any]:
    """The orders that horde gives in this phase; none of them is refused."""
    own = table.seat(seat)
    refused: list[Any] = []
    own.on_refusal = lambda *what: refused.append(what)
    player = find(table.game, "horde")
    assert player.load(own) is None
    assert player.ask(Turn(table.turn.number, table.turn.phase, table.turn.callback, (seat,))).fault is None
    assert refused == []
    return list(own.orders)


def table_at(
    phase: int, groups: list[dict[str, int]], turn: int = 40, towers: list[dict[str, int]] | None = None
) -> joute.Table:
    """A table with these groups of wizards and, without others, no towers."""
    data = joute.Table(joute.load_game(GAME, "finale")).dump()
    data["state"]["head"] |= {"turn": turn, "phase": phase}
    data["state"]["towers"] = towers or []
    rest = {"engages": 0, "occupant": 1}
    data["state"]["groups"] = [
        {**rest, **group, "deplacables": group["sorciers"]}
        for group in sorted(groups, key=lambda group: (group["x"], group["y"], group["seat"]))
    ]
    return joute.Table.load(data)


CONSTRUCTION, MOVES, SIEGE = 1, 2, 4


def test_all_magic_becomes_wizards() -> None:
    assert orders_of(table_at(CONSTRUCTION, [])) == [(2, 10)]


def test_an_army_takes_the_base_that_it_can() -> None:
    army = {"x": 20, "y": 1, "seat": 0, "sorciers": 200}
    assert orders_of(table_at(MOVES, [army])) == [(3, 20, 1, 24, 1, 200)]


def test_wizards_go_home_before_an_intruder() -> None:
    own, enemy = {"x": 4, "y": 0, "seat": 0, "sorciers": 30}, {"x": 2, "y": 2, "seat": 1, "sorciers": 20}
    orders = orders_of(table_at(MOVES, [own, enemy]))
    assert (3, 4, 0, 0, 0, 21) in orders


def test_wizards_stop_before_a_group_that_beats_them() -> None:
    """A base is entered all the same: others may join."""
    own, enemy = {"x": 11, "y": 0, "seat": 0, "sorciers": 20}, {"x": 15, "y": 0, "seat": 1, "sorciers": 20}
    more = {"x": 15, "y": 8, "seat": 0, "sorciers": 200}
    assert (3, 11, 0, 14, 0, 20) in orders_of(table_at(MOVES, [own, enemy, more]))
    assert (3, 11, 0, 15, 0, 21) in orders_of(table_at(MOVES, [own | {"sorciers": 21}, enemy, more]))
    home, near = enemy | {"x": 0, "occupant": 0}, own | {"x": 4}
    assert (3, 4, 0, 0, 0, 20) in orders_of(table_at(MOVES, [near, home]))


def test_the_last_rounds_are_for_the_artefact() -> None:
    army = {"x": 15, "y": 5, "seat": 0, "sorciers": 200}
    assert orders_of(table_at(MOVES, [army], turn=97)) == [(3, 15, 5, 15, 9, 200)]


def test_two_groups_do_not_attack_a_tower_that_has_fallen() -> None:
    tower = {"x": 10, "y": 10, "seat": 1, "portee": 3, "vie": 10, "attaque": 10, "neuve": 0}
    groups = [{"x": 9, "y": 10, "seat": 0, "sorciers": 8}, {"x": 11, "y": 10, "seat": 0, "sorciers": 8}]
    orders = orders_of(table_at(SIEGE, groups, towers=[tower]))
    assert orders == [(5, 9, 10, 10, 10, 8), (5, 11, 10, 10, 10, 2)]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seat", range(4))
def test_it_ends_above_three_masons(preset: str, seat: int) -> None:
    game = joute.load_game(GAME, preset).native()
    names = ["mason"] * 4
    names[seat] = "horde"
    outcome = Referee(joute.Table(game), [find(game, name) for name in names]).play()
    assert [report.faults for report in outcome.reports] == [()] * 4
    assert outcome.result.winners == (seat,)


@pytest.mark.parametrize("start", ["concours", "depart-1"])
def test_same_orders_on_both_backends(start: str) -> None:
    digests = set()
    for native in (False, True):
        game = joute.load_game(GAME, "finale", MAX_TOUR=12)
        game = game.native() if native else game
        table = joute.Table(game, bundled_board(game, start))
        outcome = Referee(table, [find(game, "horde") for _ in range(4)]).play()
        assert outcome.void == ""
        assert not outcome.failed
        digests.add(table.digest)
    assert len(digests) == 1
