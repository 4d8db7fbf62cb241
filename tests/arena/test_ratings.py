"""Ratings: the fit is the likeliest, and depends on nothing but the results."""

from __future__ import annotations

from itertools import combinations, permutations
from math import exp, log
from random import Random

import numpy
import pytest

from joute.arena.ratings import (
    PRIOR,
    SCALE,
    START,
    Ranked,
    Rating,
    Stages,
    _curvature,
    _Expected,
    _value,
    covariance,
    fit,
    pattern,
    rated,
    updated,
)


def ranked(tables, ranks, legs=None):
    """Results, each on a leg of its own unless it is said."""
    return [Ranked(*result) for result in zip(tables, ranks, legs or range(len(tables)), strict=True)]


def theta_of(entrants, tables, ranks):
    return fit(Stages(entrants, ranked(tables, ranks)))


def test_a_ranking_without_ties_is_plackett_luce():
    found = pattern((2, 1, 3))
    assert found.wins == ((1, 1.0), (0, 1.0))
    assert found.shares == ((0, 1, 1.0), (0, 0, 1.0), (0, 2, 1.0), (1, 0, 1.0), (1, 2, 1.0))
    assert found.stages == 2


def test_a_draw_of_two_is_half_a_win_for_each():
    found = pattern((1, 1))
    assert found.wins == ((0, 0.5), (1, 0.5))
    assert found.shares == ((0, 0, 1.0), (0, 1, 1.0))


def test_a_draw_counts_as_the_mean_of_all_orders_where_strengths_are_equal():
    stages = Stages(3, [Ranked((0, 1, 2), (1, 1, 1))])
    orders = [Stages(3, [Ranked((0, 1, 2), order)]) for order in permutations((1, 2, 3))]
    zero, added = numpy.zeros(3), 3 * PRIOR * log(2)
    mean = sum(_value(order, zero) for order in orders) / len(orders)
    assert _value(stages, zero) == pytest.approx(mean) == pytest.approx(-log(6) - added)


def test_two_entrants_have_the_odds_of_their_wins_and_the_draws_that_are_added():
    tables, ranks = [(0, 1)] * 40, [(1, 2)] * 30 + [(2, 1)] * 10
    theta = theta_of(2, tables, ranks)
    assert theta[0] == pytest.approx(-theta[1])
    expected = 40 / (1 + exp(-2 * theta[0])) + PRIOR / (1 + exp(-theta[0]))
    assert expected == pytest.approx(30 + PRIOR / 2)


def test_no_step_from_the_fit_is_likelier():
    random = Random(1)
    tables = [tuple(random.sample(range(6), 4)) for _ in range(60)]
    ranks = [random.choice([(1, 2, 3, 4), (1, 1, 3, 4), (2, 1, 2, 4), (1, 1, 1, 1), (4, 1, 2, 2)]) for _ in tables]
    stages = Stages(6, ranked(tables, ranks))
    theta = fit(stages)
    best = _value(stages, theta)
    steps = numpy.random.default_rng(2).normal(scale=0.05, size=(200, 6))
    assert all(_value(stages, theta + step) < best for step in steps)


def test_strengths_that_made_the_results_are_found_again():
    random = numpy.random.default_rng(3)
    true = numpy.linspace(-1.5, 1.5, 8)
    tables, ranks = [], []
    for _ in range(6000):
        table = random.choice(8, 4, replace=False)
        order = numpy.argsort(-(true[table] + random.gumbel(size=4)))  # the Plackett-Luce model itself
        tables.append(tuple(int(one) for one in table))
        ranks.append(tuple(int(rank) for rank in 1 + order.argsort()))
    assert theta_of(8, tables, ranks) == pytest.approx(true, abs=0.1)


@pytest.fixture(scope="module")
def results():
    random = Random(4)
    tables = [tuple(random.sample(range(12), 2)) for _ in range(300)]
    ranks = [random.choice([(1, 2), (2, 1), (1, 1)]) if sum(table) % 3 else (1, 2) for table in tables]
    return ranked(tables, ranks, [match // 20 for match in range(300)])


def test_the_order_of_matches_changes_nothing(results):
    assert rated(12, Random(5).sample(results, 300)) == rated(12, results)


def test_the_order_of_seats_changes_nothing(results):
    turned = [Ranked(table[::-1], ranks[::-1], leg) for table, ranks, leg in results]
    assert rated(12, turned) == rated(12, results)


def test_who_won_or_lost_everything_has_a_finite_rating():
    found = rated(3, ranked([(0, 1), (1, 2), (0, 2)] * 10, [(1, 2)] * 30))
    points = [one.points for one in found]
    assert points == sorted(points, reverse=True)
    assert points[1] == 1500
    assert all(one.low <= one.points <= one.high and abs(one.high) < 5000 for one in found)


def test_who_has_not_played_has_no_rating_and_changes_none():
    first, none, second = rated(3, [Ranked((0, 2), (1, 2))])
    assert none is None
    assert [first, second] == rated(2, [Ranked((0, 1), (1, 2))])
    assert rated(0, []) == []
    assert rated(2, []) == [None, None]


def test_all_draws_leave_all_equal_and_nobody_certain():
    found = rated(4, ranked([(0, 1, 2, 3)] * 5, [(1, 1, 1, 1)] * 5))
    assert [one.points for one in found] == [1500] * 4
    assert all(one.high - one.points > 20 for one in found)
    assert {(one.best_rank, one.worst_rank) for one in found} == {(1, 4)}


def test_four_hundred_points_are_ten_wins_to_one_loss():
    assert pytest.approx(10) == exp(400 / SCALE)


# How sure it is


def reach(rating: Rating) -> float:
    return rating.high - rating.points


def test_two_matches_of_a_leg_with_one_winner_tell_as_much_as_one():
    """Of 40 legs won 24 to 16 from both seats: as sure as of 40 single matches, but for the added draws."""
    legs = [leg for leg in range(40) for _ in range(2)]
    twice = ranked([(0, 1), (1, 0)] * 40, [(1, 2), (2, 1)] * 24 + [(2, 1), (1, 2)] * 16, legs)
    once = ranked([(0, 1)] * 40, [(1, 2)] * 24 + [(2, 1)] * 16)
    apart = [Ranked(table, ranks, number) for number, (table, ranks, _) in enumerate(twice)]
    assert reach(rated(2, twice)[0]) == pytest.approx(reach(rated(2, once)[0]), rel=0.03)
    assert reach(rated(2, twice)[0]) == pytest.approx(2**0.5 * reach(rated(2, apart)[0]), rel=0.03)


def test_legs_that_both_seats_share_are_surer_than_single_matches():
    """Where the first seat always wins, each leg says the same: that they are equal."""
    shared = ranked([(0, 1), (1, 0)] * 20, [(1, 2)] * 40, [leg for leg in range(20) for _ in range(2)])
    apart = ranked([(0, 1)] * 40, [(1, 2), (2, 1)] * 20)
    one, other = rated(2, shared)[0], rated(2, apart)[0]
    assert one.points == other.points == 1500
    assert 0 < reach(one) < reach(other) / 2


def test_errors_are_those_of_the_likelihood_where_the_model_is_right():
    random = numpy.random.default_rng(7)
    true = numpy.linspace(-1, 1, 6)
    results = []
    for leg in range(600):
        for pair in combinations(range(6), 2):
            won = random.random() < 1 / (1 + exp(true[pair[1]] - true[pair[0]]))
            results.append(Ranked(pair, (1, 2) if won else (2, 1), leg))
    stages = Stages(6, results)
    theta = fit(stages)
    by_model = numpy.linalg.inv(_curvature(stages, _Expected.of(stages, theta)))
    centre = numpy.eye(6) - 1 / 6
    found, expected = (numpy.diag(centre @ one @ centre) for one in (covariance(stages, theta), by_model))
    assert found == pytest.approx(expected, rel=0.05)


def test_possible_ranks_are_below_who_is_better_for_sure():
    found = rated(4, ranked([(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)] * 30, [(1, 2), (1, 1)] * 90))
    # 0 beats 1, 2 and 3 in every match; all others are drawn
    assert [(one.best_rank, one.worst_rank) for one in found] == [(1, 1), (2, 4), (2, 4), (2, 4)]


def legs_drawn(random, true, legs, same):
    """A round robin; with `same`, who wins a leg wins it from both seats."""
    results = []
    for leg in range(legs):
        for one, other in combinations(range(len(true)), 2):
            chance = 1 / (1 + exp(true[other] - true[one]))
            first = random.random() < chance
            second = first if same else random.random() < chance
            results += [
                Ranked((one, other), (1, 2) if first else (2, 1), leg),
                Ranked((other, one), (2, 1) if second else (1, 2), leg),
            ]
    return results


@pytest.mark.slow
@pytest.mark.parametrize("same", [False, True])
@pytest.mark.parametrize(("entrants", "legs"), [(9, 1), (6, 8)])
def test_intervals_hold_the_truth_as_often_as_they_say(entrants, legs, same):
    """Sixteen matches each, or eighty; `bench/intervals.py` has more."""
    true = numpy.linspace(1, -1, entrants)
    held = ranks = 0
    for number in range(300):
        found = rated(entrants, legs_drawn(numpy.random.default_rng(number), true, legs, same))
        held += sum(one.low <= 1500 + SCALE * own <= one.high for one, own in zip(found, true, strict=True))
        ranks += sum(one.best_rank <= rank <= one.worst_rank for rank, one in enumerate(found, 1))
    assert 0.93 <= held / (300 * entrants) <= 0.97
    assert ranks / (300 * entrants) >= 0.95


# While matches come in


def test_running_ratings_are_those_of_openskill():
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    (winner,), (loser,) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert updated([START, START], [1, 2]) == [(winner.mu, winner.sigma), (loser.mu, loser.sigma)]
    assert updated([START, START], [2, 1]) == [(loser.mu, loser.sigma), (winner.mu, winner.sigma)]


def test_a_draw_of_equals_moves_nobody_but_makes_both_surer():
    one, other = updated([START, START], [1, 1])
    assert one == other
    assert one.mu == pytest.approx(START.mu)
    assert one.sigma < START.sigma
