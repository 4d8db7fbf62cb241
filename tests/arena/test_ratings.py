"""Ratings: the fit is the likeliest, and depends on nothing but the results."""

from __future__ import annotations

from itertools import permutations
from math import exp, log, sqrt
from random import Random

import numpy
import pytest

from joute.arena import ratings
from joute.arena.ratings import PRIOR, SCALE, START, Rating, Stages, _value, bootstrap, fit, pattern, rated, updated


def theta_of(entrants, tables, ranks):
    stages = Stages(entrants, tables, ranks)
    return fit(stages, numpy.ones(len(tables)), numpy.full(entrants, PRIOR), numpy.zeros(entrants))


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
    stages = Stages(3, [(0, 1, 2)], [(1, 1, 1)])
    orders = [Stages(3, [(0, 1, 2)], [order]) for order in permutations((1, 2, 3))]
    zero, one, none = numpy.zeros(3), numpy.ones(1), numpy.zeros(3)
    mean = sum(_value(order, zero, one, none) for order in orders) / len(orders)
    assert _value(stages, zero, one, none) == pytest.approx(mean) == pytest.approx(-log(6))


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
    stages = Stages(6, tables, ranks)
    ones, prior = numpy.ones(60), numpy.full(6, PRIOR)
    theta = fit(stages, ones, prior, numpy.zeros(6))
    best = _value(stages, theta, ones, prior)
    steps = numpy.random.default_rng(2).normal(scale=0.05, size=(200, 6))
    assert all(_value(stages, theta + step, ones, prior) < best for step in steps)


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
    return tables, ranks


def test_the_order_of_matches_changes_nothing(results):
    tables, ranks = results
    order = list(range(300))
    Random(5).shuffle(order)
    again = rated(12, [tables[match] for match in order], [ranks[match] for match in order], samples=50)
    assert again == rated(12, tables, ranks, samples=50)


def test_the_order_of_seats_changes_no_rating(results):
    tables, ranks = results
    turned = rated(12, [table[::-1] for table in tables], [rank[::-1] for rank in ranks], samples=2)
    assert [one.points for one in turned] == [one.points for one in rated(12, tables, ranks, samples=2)]


def test_intervals_follow_from_the_seed(results):
    tables, ranks = results
    assert rated(12, tables, ranks, 1, 20) == rated(12, tables, ranks, 1, 20)
    assert rated(12, tables, ranks, 1, 20) != rated(12, tables, ranks, 2, 20)


def test_who_won_or_lost_everything_has_a_finite_rating():
    found = rated(3, [(0, 1), (1, 2), (0, 2)] * 10, [(1, 2)] * 30, samples=50)
    points = [one.points for one in found]
    assert points == sorted(points, reverse=True)
    assert points[1] == 1500
    assert all(one.low <= one.points <= one.high and abs(one.high) < 5000 for one in found)


def test_who_has_not_played_is_average():
    found = rated(3, [(0, 1)], [(1, 2)], samples=10)
    assert found[2].points == 1500
    assert rated(0, [], []) == []
    assert rated(1, [], [], samples=10) == [Rating(1500, 1500, 1500, 1, 1)]


def test_those_of_one_rating_share_their_ranks_in_the_samples():
    ranks = [(one.best_rank, one.worst_rank) for one in rated(5, [(0, 1)] * 4, [(1, 2)] * 4)]
    assert ranks == [(1, 1), (5, 5), (2, 2), (2, 2), (2, 2)]


def test_all_draws_leave_all_equal():
    found = rated(4, [(0, 1, 2, 3)] * 5, [(1, 1, 1, 1)] * 5, samples=10)
    assert [one.points for one in found] == [1500] * 4


def test_four_hundred_points_are_ten_wins_to_one_loss():
    assert pytest.approx(10) == exp(400 / SCALE)


@pytest.mark.slow
def test_intervals_hold_the_truth_about_as_often_as_they_say():
    held = total = 0
    true = numpy.linspace(-1, 1, 6)
    for number in range(40):
        random = numpy.random.default_rng(number)
        tables = [tuple(int(one) for one in random.choice(6, 2, replace=False)) for _ in range(240)]
        chances = [1 / (1 + exp(true[other] - true[one])) for one, other in tables]
        ranks = [(1, 2) if random.random() < chance else (2, 1) for chance in chances]
        found = rated(6, tables, ranks, number, 100)
        held += sum(one.low <= 1500 + SCALE * own <= one.high for one, own in zip(found, true, strict=True))
        total += 6
    assert 0.90 <= held / total <= 0.98


def missed(legs: int, monkeypatch) -> float:
    """How far one step ends from a fit to the end, against the spread of the samples; the mean of 60 entrants."""
    random = numpy.random.default_rng(1)
    true = numpy.linspace(-1, 1, 60)
    tables = [pair for _ in range(legs) for pair in permutations(range(60), 2)]
    chances = [1 / (1 + exp(true[other] - true[one])) for one, other in tables]
    stages = Stages(60, tables, [(1, 2) if random.random() < chance else (2, 1) for chance in chances])
    theta = fit(stages, numpy.ones(len(tables)), numpy.full(60, PRIOR), numpy.zeros(60))
    found = []
    for rows in (0, len(stages.entrant)):
        monkeypatch.setattr(ratings, "REFIT_ROWS", rows)
        found.append(bootstrap(stages, theta, 1, 50))
    quick, full = (sampled - sampled.mean(axis=1, keepdims=True) for sampled in found)
    return float((numpy.sqrt(((quick - full) ** 2).mean(axis=0)) / full.std(axis=0)).mean())


@pytest.mark.parametrize("legs", [1, 4])
def test_what_one_step_misses_falls_with_the_root_of_the_matches(legs, monkeypatch):
    """As what is of the second order must: a wrong slope or curvature would miss as much however much is played."""
    games = 2 * 59 * legs
    assert missed(legs, monkeypatch) * sqrt(games) == pytest.approx(1.6, rel=0.05)


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
