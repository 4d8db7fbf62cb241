"""A tournament as a picture: a bracket with byes and what is not known yet, rounds, everybody against everybody."""

from __future__ import annotations

from joute.arena.tournament.admin import put_aside
from joute.arena.tournament.chart import BracketSide, chart
from joute.arena.tournament.standings import Duel

from .cups import begun, cup_file, named, played

BRACKET = 'kind = "elimination"\nbest_of = 3'


def test_a_bracket_shows_byes_and_waits_for_who_is_not_known(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named("a", "b", "c", "d", "e"), BRACKET))
    before = chart(store, "cup")
    assert (before.kind, [len(line) for line in before.bracket]) == ("bracket", [4, 2, 1])
    first, second = before.bracket[0][:2]
    assert (first.sides[0].name, first.sides[1].name, first.bye, first.winner) == ("a", None, True, 0)
    assert ([side.name for side in second.sides], second.bye, second.winner) == (["d", "e"], False, None)
    assert [side.name for tie in before.bracket[1] for side in tie.sides] == ["a", None, "b", "c"]
    assert before.bracket[2][0].sides == (BracketSide(None, 0.0), BracketSide(None, 0.0))
    played(store, cup)
    after = chart(store, "cup")
    final = after.bracket[2][0]
    assert [side.name for side in final.sides] == ["a", "b"]
    assert (final.winner, [side.points for side in final.sides]) == (0, [1.5, 1.5])
    assert final.why is not None
    assert final.why.fr == "à égalité, le mieux classé"


def test_who_is_set_aside_loses_by_forfeit(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named("a", "b"), BRACKET))
    put_aside(store, cup, "a", "overslept")
    tie = chart(store, "cup").bracket[0][0]
    assert (tie.winner, tie.why and tie.why.fr) == (1, "forfait de l'autre")


def test_swiss_rounds_by_everybody(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named("a", "b", "c"), 'kind = "swiss"\nrounds = 2'))
    played(store, cup)
    shown = chart(store, "cup")
    assert (shown.kind, len(shown.rounds)) == ("rounds", 3)
    cells = {row.name: row.cells for row in shown.rounds}
    assert sorted(sum(cell is None for cell in row) for row in cells.values()) == [0, 1, 1]
    for name, row in cells.items():
        for number, cell in enumerate(row):
            if cell is not None:
                (other,) = cell.against
                assert cells[other][number].against == (name,)
                assert (cell.points, cell.live) == (1.0, None)
    assert all(row.note is not None for row in shown.rounds)


def test_everybody_against_everybody(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    assert chart(store, "cup").duels == ()
    played(store, cup)
    shown = chart(store, "cup")
    assert (shown.kind, sorted(shown.names)) == ("cross", ["a", "b", "c"])
    assert sorted(shown.duels, key=lambda duel: (duel.one, duel.other))[0] == Duel("a", "b", 0, 2, 0)
    assert len(shown.duels) == 3


def test_a_picture_that_nobody_could_read_is_not_drawn(store, tmp_path):
    begun(store, cup_file(tmp_path, named(*(f"e{number}" for number in range(33)))))
    assert chart(store, "cup").names == ()
