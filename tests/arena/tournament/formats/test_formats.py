"""Formats: who plays whom, at which seats, on which leg."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from joute.arena.tournament.formats.contract import History, Situation, Slot, SlotResult, Strength, points_of
from joute.arena.tournament.formats.elimination import Elimination
from joute.arena.tournament.formats.ladder import Ladder
from joute.arena.tournament.formats.round_robin import RoundRobin
from joute.arena.tournament.formats.swiss import Swiss, paired
from joute.arena.tournament.formats.tables import Tables


def chance(purpose: str, number: int) -> Random:
    return Random(f"{purpose}/{number}")


def situation(entrants: int, seats: int = 2, played=(), aside=(), **more) -> Situation:
    results = {one.slot.label: one for one in played}
    return Situation(entrants, seats, frozenset(aside), results, chance, **more)


def better_wins(slot: Slot) -> SlotResult:
    """The first in the list wins, and so on."""
    order = sorted(slot.table)
    return SlotResult(
        slot, tuple(1 + order.index(place) for place in slot.table), tuple(-place for place in slot.table)
    )


def played_out(shape, entrants: int, seats: int = 2, result=better_wins) -> list[SlotResult]:
    """A tournament whose rounds follow from rounds, to its end."""
    played: list[SlotResult] = []
    while slots := shape.more(situation(entrants, seats, played)):
        assert len({slot.label for slot in slots}) == len(slots)
        played += [result(slot) for slot in slots]
    return played


# Points


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (0.5, 0.5)),
        ((2, 1, 4, 3), (2 / 3, 1, 0, 1 / 3)),
        ((1, 1, 3, 3), (5 / 6, 5 / 6, 1 / 6, 1 / 6)),
        ((1, 1, 1, 1), (0.5, 0.5, 0.5, 0.5)),
    ],
)
def test_points_are_even_between_first_and_last_and_shared_by_equals(ranks, points):
    assert points_of(ranks) == pytest.approx(points)


# Round robin


@pytest.mark.parametrize("entrants", [2, 3, 6, 7])
def test_round_robin_has_each_pair_at_both_seats_on_each_leg(entrants):
    slots = RoundRobin(legs=3).more(situation(entrants))
    wanted = {
        (one, other, leg) for one in range(entrants) for other in range(entrants) if one != other for leg in range(3)
    }
    assert Counter((*slot.table, slot.leg) for slot in slots) == Counter(wanted)
    assert len({slot.label for slot in slots}) == len(slots) == RoundRobin(legs=3).total(entrants, 2)


def test_round_robin_is_balanced_at_the_end_of_each_round():
    slots = RoundRobin().more(situation(8))
    for number in range(7):
        assert Counter(place for slot in slots if slot.round == number for place in slot.table) == dict.fromkeys(
            range(8), 2
        )


def test_round_robin_of_four_seats_has_each_table_with_each_rotation():
    slots = RoundRobin().more(situation(6, 4))
    assert Counter(tuple(sorted(slot.table)) for slot in slots) == dict.fromkeys(combinations(range(6), 4), 4)
    seats = Counter((place, seat) for slot in slots for seat, place in enumerate(slot.table))
    assert set(seats.values()) == {10}


def test_round_robin_labels_stay_when_somebody_joins():
    before = {slot.label: (slot.table, slot.leg) for slot in RoundRobin(legs=2).more(situation(5))}
    after = {slot.label: (slot.table, slot.leg) for slot in RoundRobin(legs=2).more(situation(6))}
    assert before.items() <= after.items()


def test_round_robin_of_a_hundred_entrants_and_four_seats_is_refused():
    why = RoundRobin().impossible(100, 4)
    assert why == (
        '15684900 matches, and at most 1000000 are planned; play fewer legs, or kind = "tables", which samples them'
    )


# Sampled tables


def spread(counts) -> int:
    return max(counts) - min(counts)


def test_a_hundred_entrants_at_tables_of_four_are_balanced():
    slots = Tables(rounds=100).more(situation(100, 4))
    assert len(slots) == 2500
    games = Counter(place for slot in slots for place in slot.table)
    assert set(games.values()) == {100}
    seats = Counter((place, seat) for slot in slots for seat, place in enumerate(slot.table))
    assert spread([seats[place, seat] for place in range(100) for seat in range(4)]) <= 2
    met = Counter(pair for slot in slots for pair in combinations(sorted(slot.table), 2))
    times = [met[pair] for pair in combinations(range(100), 2)]
    assert sum(times) / len(times) == pytest.approx(300 / 99)
    assert (min(times), max(times)) == (2, 5)


def test_who_is_left_over_plays_next():
    slots = Tables(rounds=7).more(situation(7, 4))
    games = Counter(place for slot in slots for place in slot.table)
    assert games == dict.fromkeys(range(7), 4)


def test_tables_need_enough_entrants():
    assert Tables(rounds=1).impossible(3, 4) == "3 entrants cannot fill a table of 4 seats"


# Swiss


def test_swiss_never_pairs_two_twice_and_finds_the_best():
    played = played_out(Swiss(rounds=5), 16)
    pairs = Counter(frozenset(one.slot.table) for one in played)
    assert set(pairs.values()) == {2}  # both seats
    assert len(pairs) == 40
    lines = Swiss(rounds=5).standings(situation(16, 2, played))
    assert (lines[0].entrant, lines[0].points) == (0, 10.0)
    assert (lines[-1].entrant, lines[-1].points) == (15, 0.0)


def test_swiss_of_an_odd_number_gives_each_a_rest_at_most_once():
    played = played_out(Swiss(rounds=4), 7)
    lines = Swiss(rounds=4).standings(situation(7, 2, played))
    assert sorted(line.byes for line in lines) == [0, 0, 0, 1, 1, 1, 1]
    assert sum(line.points for line in lines) == 4 * 2 * 4


def test_swiss_can_play_as_many_rounds_as_there_are_opponents():
    played = played_out(Swiss(rounds=7), 8)
    assert {frozenset(one.slot.table) for one in played} == {frozenset(pair) for pair in combinations(range(8), 2)}


def test_swiss_of_four_seats():
    played = played_out(Swiss(rounds=3), 10, 4)
    assert Counter(one.slot.round for one in played) == {0: 8, 1: 8, 2: 8}


def test_swiss_gives_the_points_of_one_who_was_set_aside_to_the_other():
    slots = Swiss(rounds=2).more(situation(2))
    lines = Swiss(rounds=2).standings(situation(2, 2, [SlotResult(slot) for slot in slots], aside=[1]))
    assert [(line.entrant, line.points) for line in lines] == [(0, 2.0), (1, 0.0)]


def test_swiss_draws_nobody_who_is_set_aside():
    slots = Swiss(rounds=2).more(situation(5, aside=[2]))
    assert {place for slot in slots for place in slot.table} == {0, 1, 3, 4}


def test_swiss_pairs_neighbours_who_have_not_met():
    met = Counter({(0, 1): 1, (2, 3): 1})
    assert paired([0, 1, 2, 3], 2, met, {}) == [(0, 2), (1, 3)]


def test_swiss_lets_two_meet_again_where_nothing_else_is_left():
    assert paired([0, 1], 2, Counter({(0, 1): 1}), {}) == [(0, 1)]


def test_swiss_adds_up_the_points_of_all_opponents_each_round():
    played = played_out(Swiss(rounds=3), 5)
    points = {line.entrant: line.points for line in Swiss(rounds=3).standings(situation(5, 2, played))}
    for line in Swiss(rounds=3).standings(situation(5, 2, played)):
        mine = [one.slot for one in played if line.entrant in one.slot.table]
        met = {(slot.round, other) for slot in mine for other in slot.table if other != line.entrant}
        assert line.opponents == sum(points[other] for _, other in met)


def test_too_many_rounds_are_refused():
    assert Swiss(rounds=8).impossible(8, 2) == ('8 rounds, but 8 entrants have met after 7; use kind = "round_robin"')


# Elimination


def test_elimination_of_eight_has_the_best_two_meet_in_the_final():
    shape = Elimination()
    played = played_out(shape, 8)
    assert [(one.slot.round, one.slot.table) for one in played] == [
        (0, (0, 7)),
        (0, (3, 4)),
        (0, (1, 6)),
        (0, (2, 5)),
        (1, (0, 3)),
        (1, (1, 2)),
        (2, (0, 1)),
    ]
    ranks = shape.ranking(situation(8, 2, played))
    assert [ranks[place][0] for place in range(8)] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert tuple(str(ranks[place][1]) for place in range(3)) == ("won the final", "lost the final", "out in round 2")


def test_elimination_gives_the_best_a_free_first_round():
    played = played_out(Elimination(), 5)
    assert [(one.slot.round, one.slot.table) for one in played] == [(0, (3, 4)), (1, (0, 3)), (1, (1, 2)), (2, (0, 1))]


def test_a_series_changes_seats_and_stops_when_it_is_decided():
    played = played_out(Elimination(best_of=5), 2)
    assert [one.slot.table for one in played] == [(0, 1), (1, 0), (0, 1)]
    assert [one.slot.leg for one in played] == [0, 0, 1]


def test_a_draw_is_half_a_point_and_scores_decide_a_level_series():
    def drawn(slot: Slot) -> SlotResult:
        return SlotResult(slot, (1, 1), tuple(place for place in slot.table))

    shape = Elimination(best_of=3)
    played = played_out(shape, 2, result=drawn)
    (series,) = shape.bracket(situation(2, 2, played))[0]
    assert (series.points, series.winner, series.why) == ((1.5, 1.5), 1, "level, on scores")


def test_a_series_that_is_level_in_everything_goes_to_the_better_seeded():
    shape = Elimination(best_of=1)
    played = played_out(shape, 2, result=lambda slot: SlotResult(slot, (1, 1), (0, 0)))
    (series,) = shape.bracket(situation(2, 2, played))[0]
    assert (series.winner, series.why) == (0, "level, the better seeded")


def test_who_is_set_aside_loses_the_series():
    shape = Elimination(best_of=3)
    (series,) = shape.bracket(situation(2, aside=[0]))[0]
    assert (series.winner, series.why) == (1, "the other was set aside")
    assert shape.more(situation(2, aside=[0])) == []


def test_a_series_with_a_match_that_failed_through_us_waits():
    shape = Elimination()
    (slot,) = shape.more(situation(2))
    assert shape.more(situation(2, 2, [SlotResult(slot)])) == []
    (series,) = shape.bracket(situation(2, 2, [SlotResult(slot)]))[0]
    assert (series.winner, series.missing) == (None, True)


def test_a_drawn_bracket_follows_from_the_chance_it_is_given():
    shape = Elimination(seeding="draw")
    first = [slot.table for slot in shape.more(situation(8))]
    assert first == [slot.table for slot in shape.more(situation(8))]
    assert first != [slot.table for slot in Elimination().more(situation(8))]
    assert sorted(place for table in first for place in table) == list(range(8))


@pytest.mark.parametrize(
    ("shape", "entrants", "seats", "why"),
    [
        (Elimination(), 8, 4, "elimination is for 2 seats, not 4; use swiss or tables"),
        (Elimination(best_of=2), 8, 2, "best_of = 2: an odd number is needed, so that a series has a winner"),
        (Elimination(), 1, 2, "1 entrants cannot fill a table of 2 seats"),
        (Ladder(), 1, 2, "1 entrants cannot fill a table of 2 seats"),
    ],
)
def test_impossible_formats_are_told(shape, entrants, seats, why):
    assert shape.impossible(entrants, seats) == why


# Ladder


def test_a_ladder_has_the_least_known_play_whom_it_may_as_well_beat_as_not():
    strengths = [Strength(40, 1), Strength(25, 8), Strength(10, 1), Strength(26, 1)]
    slots = Ladder().more(situation(4, strengths=strengths, history=History()))
    assert [(slot.label, slot.table) for slot in slots] == [("0/0", (1, 3)), ("0/1", (3, 1))]


def test_the_first_matches_of_who_has_just_joined_come_before_all_others():
    strengths = [Strength(25, 8, games=10), Strength(25, 2, games=7, pending=2), Strength(25, 8, games=3)]
    ladder, history = Ladder(first=10), History()
    tables = []
    for _ in range(3):
        slots = ladder.more(situation(3, strengths=strengths, history=history))
        history.add(slots)
        tables.append(slots[0].table[0])
        strengths = [
            one._replace(pending=one.pending + 2 * (place in slots[0].table)) for place, one in enumerate(strengths)
        ]
    assert tables == [1, 2, 2]


def test_those_whose_strength_is_fixed_are_opponents_only():
    fixed = Strength(25, 8, games=10, fixed=True)
    history = History()
    for _ in range(20):
        history.add(Ladder().more(situation(3, strengths=[fixed, Strength(25, 1), fixed], history=history)))
    assert [table[0] for table in history.tables] == [1] * 20
    assert Ladder().more(situation(2, strengths=[fixed] * 2, history=History())) == []


def test_a_ladder_counts_what_is_not_over_yet():
    strengths = [Strength(25, 8, pending=8), Strength(25, 7), Strength(25, 6)]
    slots = Ladder().more(situation(3, strengths=strengths, history=History()))
    assert slots[0].table == (1, 2)


def test_a_ladder_of_equals_has_all_meet_all():
    history = History()
    strengths = [Strength(25, 3)] * 6
    for _ in range(60):
        games = Counter(place for pair, times in history.met.items() for place in pair for _ in range(times))
        known = [one._replace(pending=games[place]) for place, one in enumerate(strengths)]
        history.add(Ladder().more(situation(6, strengths=known, history=history)))
    assert history.legs == 60
    assert history.met == dict.fromkeys(combinations(range(6), 2), 8)


@pytest.mark.parametrize(("entrants", "seats", "most"), [(12, 2, 4), (6, 2, 4), (3, 2, 2), (9, 4, 4)])
def test_a_ladder_gives_nobody_more_than_twice_its_share(entrants, seats, most):
    """One of whom nothing is ever known sits at no more than `most` of the legs in which all could play twice."""
    history = History()
    strengths = [Strength(25, 8), *[Strength(25, 1)] * (entrants - 1)]
    for _ in range(60):
        history.add(Ladder().more(situation(entrants, seats, strengths=strengths, history=history)))
    legs = 2 * (entrants // seats)
    windows = [history.tables[first : first + legs] for first in range(60 - legs)]
    assert max(sum(0 in table for table in window) for window in windows) == most


def test_a_ladder_ends_where_it_was_told_to():
    history = History([Slot(str(leg), leg, leg, (0, 1)) for leg in range(3)])
    strengths = [Strength(25, 8)] * 2
    assert len(Ladder(most=8).more(situation(2, strengths=strengths, history=history))) == 2
    assert Ladder(most=6).more(situation(2, strengths=strengths, history=history)) == []


def test_a_ladder_stops_when_too_few_are_left():
    strengths = [Strength(25, 8)] * 2
    assert Ladder().more(situation(2, aside=[0], strengths=strengths, history=History())) == []
