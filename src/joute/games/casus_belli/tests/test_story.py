"""6  What a team is told of a resolution: truths that differ in what it cannot know are told alike, byte for byte."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, NamedTuple

import pytest

import joute
from joute.core.text import Text

from ..scene import marks
from .vocabulary import character, played

KNIFE, PALANTIR, FUS_RO_DAH, LOTO = 0, 1, 4, 6


class Truth(NamedTuple):
    """Where the others stand, and what everybody orders: name, attack, target."""

    puts: tuple[str, ...]
    orders: tuple[tuple[str, int, tuple[int, int]], ...]


def position(truth: Truth, life: int, preset: str = "sujet") -> joute.Table:
    """V0 looks west from (2, 2), its friends east from the other end: what is between is hidden from them."""
    puts = (f"V0 2,2 OUEST {life}", "B0 19,0 EST", "E0 19,4 EST", *truth.puts)
    lines = ["seats 3; map P20", "given phase attaque", *(f"given put {put}" for put in puts)]
    table = played(*lines, preset=preset)
    table.world = table.game.listening(table.world, 50)
    return table


def resolved(table: joute.Table, truth: Truth) -> joute.Table:
    for name, attack, target in truth.orders:
        team, rank = character(name)
        assert table.seat(team).call("perso_attaque", (team, rank, 10, 0), attack, target) == 4
    table.end_phase()
    return table


def seen(table: joute.Table) -> str:
    return json.dumps([table.scene(0), marks(table.scene(0))], default=asdict)


BOW = ("E1", KNIFE, (2, 2))
E0_PLAYS = ("E0", LOTO, (12, 2))
V0 = {"character": 0}
WIDTH = 20
PLAYED = {"kind": "struck", "character": 2, "attack": LOTO, "cell": 12 + 2 * WIDTH}
CASES: dict[str, tuple[int, Truth, Truth, list[dict[str, Any]]]] = {
    "who shot": (
        10,
        Truth(("E1 6,2 OUEST", "E2 9,4 EST"), (BOW,)),
        Truth(("E2 6,2 OUEST", "E1 9,4 EST"), (("E2", KNIFE, (2, 2)),)),
        [{"kind": "hurt", **V0, "damage": 2}],
    ),
    "how often": (
        10,
        Truth(("E1 6,2 OUEST", "E2 6,2 OUEST"), (BOW, ("E2", KNIFE, (2, 2)))),
        Truth(("E1 6,2 OUEST", "E2 6,2 OUEST"), (("E1", LOTO, (2, 2)),)),
        [{"kind": "hurt", **V0, "damage": 4}],
    ),
    "what happens to others": (
        10,
        Truth(("V2 15,2 EST", "E1 9,2 EST"), (("E1", LOTO, (15, 2)), ("V2", PALANTIR, (16, 2)))),
        Truth(("V2 15,2 EST", "E1 9,2 EST"), ()),
        [],
    ),
    "whom one's own hit": (
        10,
        Truth(("V1 12,2 OUEST",), (E0_PLAYS,)),
        Truth(("V1 14,4 OUEST",), (E0_PLAYS,)),
        [PLAYED],
    ),
    "how one died": (
        2,
        Truth(("E1 6,2 OUEST",), (BOW,)),
        Truth(("E1 6,2 OUEST",), (("E1", LOTO, (2, 2)),)),
        [{"kind": "died", **V0, "cell": 2 + 2 * WIDTH}],
    ),
    "that one flew before one died": (
        2,
        Truth(
            ("B1 4,2 OUEST", "E1 6,2 OUEST"), (("V0", KNIFE, (1, 2)), ("B1", FUS_RO_DAH, (0, 0)), ("E1", LOTO, (0, 2)))
        ),
        Truth(("B1 4,2 OUEST", "E1 6,2 OUEST"), (("V0", KNIFE, (1, 2)), ("E1", LOTO, (2, 2)))),
        [{"kind": "died", **V0, "cell": 2 + 2 * WIDTH}],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_team_is_not_told(name: str) -> None:
    life, *truths, told = CASES[name]
    tables = [position(truth, life) for truth in truths]
    assert seen(tables[0]) == seen(tables[1])
    first, second = (resolved(table, truth) for table, truth in zip(tables, truths, strict=True))
    assert seen(first) == seen(second)
    assert first.scene(0)["events"] == told
    assert first.scene() != second.scene()


def test_a_team_is_told_of_its_own() -> None:
    """The thrown who lives: where from and to, over both shouts; what it did, and what it lost."""
    truth = Truth(
        ("B1 4,2 OUEST", "B2 5,2 OUEST", "E1 6,2 OUEST"),
        (
            ("V0", PALANTIR, (2, 2)),
            ("B1", FUS_RO_DAH, (0, 0)),
            ("B2", FUS_RO_DAH, (0, 0)),
            ("E1", LOTO, (0, 2)),
        ),
    )
    table = resolved(position(truth, 10), truth)
    assert table.scene(0)["events"] == [
        {"kind": "struck", **V0, "attack": PALANTIR, "cell": 2 * WIDTH},
        {"kind": "thrown", **V0, "start": 2 + 2 * WIDTH, "end": 2 * WIDTH},
        {"kind": "hurt", **V0, "damage": 4},
    ]
    assert [tuple(mark) for mark in marks(table.scene(0))] == [
        ("fight", 0, Text("Voleur J1 loses 4 life", "Voleur J1 perd 4 de vie"))
    ]


def test_a_team_is_told_of_its_own_walks_alone() -> None:
    truth = Truth(("E1 9,2 EST",), ())
    table = resolved(position(truth, 10), truth)
    table.world = table.game.listening(table.world, 50)
    for perso, step in (((0, 0), (1, 2)), ((1, 2), (10, 2))):
        assert table.seat(perso[0]).call("perso_deplace", (*perso, 10, 0), [step], 1) == 4
    table.end_phase()
    assert table.scene(0)["events"] == [{"kind": "walked", **V0, "start": 2 + 2 * WIDTH, "end": 1 + 2 * WIDTH}]
    assert len(table.scene()["events"]) == 2
