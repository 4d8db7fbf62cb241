"""Where points come from: harvests and fights, each counted on its own."""

from __future__ import annotations

import joute
from joute.champions.sources.find import find
from joute.core.points import Tally
from joute.games.chartichaud.scene import POINTS
from joute.match.positions import listen
from joute.match.referee import Referee

BOARD = "chartichaud-map 1\nsize 1 4\ngrid\nA1C A4M B2C3M B1C\nend\n"


def test_4_6_what_was_harvested_is_gone_from_the_board() -> None:
    table = joute.Table(joute.load_game("chartichaud"), seed=1)
    tally, before = Tally(POINTS), gold(table)
    tally.add(table.game, table.world, table.scores, {})

    def count(_: object, __: object) -> None:
        tally.add(table.game, table.world, table.scores, {})
        assert tally.parts is not None
        assert sum(harvested for harvested, _, _ in tally.parts) == before - gold(table)
        assert [sum(own) for own in tally.parts] == table.scores

    Referee(table, [find(table.game, name) for name in ("raider", "settler")]).play(count)
    harvests, fights, _ = zip(*tally.parts or (), strict=True)
    assert sum(harvests) > 100
    assert sum(fights) > 0


def gold(table: joute.Table) -> int:
    return sum(int(gold) for gold in table.state.cells.gold)


def test_4_10_an_attacker_that_loses_is_paid_for_what_it_destroyed() -> None:
    table, tally = joute.Table(joute.load_game("chartichaud").fitted(BOARD), BOARD), Tally(POINTS)
    table.end_phase()
    tally.add(table.game, table.world, table.scores, {})
    listen(table)
    for _ in range(4):
        assert table.seat(0).call("move", "M", 0, 1, 0, 2) == table.game.ok
    table.end_phase()
    tally.add(table.game, table.world, table.scores, {})
    assert (table.scores, tally.parts) == ([20, 0], [[0, 20, 0], [0, 0, 0]])
