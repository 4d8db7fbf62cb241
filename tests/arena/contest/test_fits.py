"""Once ranked play has closed, the table is a fit to all results."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from joute.arena.contest import fits, model, versions
from joute.arena.contest.config import Times
from joute.arena.contest.table import table
from joute.arena.jobs.job import JobResult
from joute.arena.ratings import in_points
from joute.arena.store.matches import by_id, of_tournament
from joute.arena.store.schema import State
from joute.arena.tournament.results import file_result
from joute.arena.tournament.schedule import history_of, schedule
from joute.match.verdict import Verdict

from .springs import begun, submitted, team

NAMES = ("Ana", "Bob", "Cleo")


def filled(store, folder):
    """A contest with some results, filed in any order: who comes first in the alphabet wins."""
    contest = begun(store, folder)
    for name in NAMES:
        version = submitted(store, contest, team(store, name), folder, f"# {name}\ndef jouer_tour():\n    pass\n")
        with store.writing() as connection:
            versions.judged(connection, contest, version, "")
    with store.writing() as connection:
        history = history_of(connection, contest.ladder)
        for _ in range(20):
            schedule(connection, contest.ladder, history)
        ids = [match.id for match in of_tournament(connection, contest.ladder.id, [State.WAITING])]
    for id_ in Random(1).sample(ids, len(ids)):
        with store.reading() as connection:
            names = [player.name for player in by_id(connection, [id_])[0].players]
        ranks = tuple(1 + sorted(names).index(name) for name in names)
        ok = ((Verdict.OK, ""),) * 2
        file_result(store, contest.ladder, id_, JobResult(str(id_), (0, 0), ranks, "", ok, (0.0,) * 2, (0.0,) * 2, b""))
    return contest


def shown(store, contest):
    with store.reading() as connection:
        return {row.name: in_points(row.rating) for row in table(connection, contest)}


def test_at_the_cut_off_the_table_is_a_fit_to_all_results(store, tmp_path):
    contest = filled(store, tmp_path)
    live = shown(store, contest)
    past = Times(ranked_closes=datetime.now(UTC) - timedelta(seconds=1))
    with store.writing() as connection:
        model.set_times(connection, contest, past, "olga", "over")
    closed = model.load(store)
    assert shown(store, closed) == live
    key = fits.renew(store, closed.ladder, None)
    fitted = shown(store, closed)
    assert fits.renew(store, closed.ladder, key) == key
    assert fitted["Ana"] != live["Ana"]
    assert fitted["Ana"][0] > fitted["Bob"][0] > fitted["Cleo"][0]
    assert {fitted[name][1] < fitted[name][0] < fitted[name][2] for name in NAMES} == {True}
    assert fitted["idle"] == live["idle"]
