"""Tournaments: played to the end, resumed, corrected, proved."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import msgspec
import pytest
from sqlalchemy import text

from joute.arena.jobs.executors import ExecutorError, Lost
from joute.arena.store.check import check
from joute.arena.store.schema import Stage, State
from joute.arena.tournament import admin
from joute.arena.tournament.audit import proof
from joute.arena.tournament.config import TournamentError, packed, read
from joute.arena.tournament.entry import join
from joute.arena.tournament.model import packages_of
from joute.arena.tournament.results import FiledResult
from joute.arena.tournament.runner import Runner
from joute.arena.tournament.seeds import commitment, seed_of
from joute.arena.tournament.standings import evidence
from joute.arena.tournament.status import board, meetings, summaries
from joute.core.text import Text
from joute.match import reading
from joute.match.verdict import Verdict

from .cups import Inline, again, all_matches, begun, cup_file, field, named, played, states, table


def crashing(name, store, tournament):
    """Whoever plays, this entrant crashes."""

    def change(job, done):
        names = {match.id: [player.name for player in match.players] for match in all_matches(store, tournament)}
        verdicts = [(Verdict.CRASHED, "boom") if other == name else (Verdict.OK, "") for other in names[int(job.key)]]
        return msgspec.structs.replace(done, verdicts=tuple(verdicts))

    return change


# To the end


def test_a_round_robin_is_played_to_the_end(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    played(store, cup, order="bac")
    found = table(store, cup)
    assert [(line.rank, line.name, line.wins, line.draws, line.losses, line.points) for line in found.lines] == [
        (1, "b", 4, 0, 0, 4.0),
        (2, "a", 2, 0, 2, 2.0),
        (3, "c", 0, 0, 4, 0.0),
    ]
    assert [(duel.one, duel.other, duel.won, duel.drawn, duel.lost) for duel in found.duels] == [
        ("a", "b", 0, 0, 2),
        ("a", "c", 2, 0, 0),
        ("b", "c", 2, 0, 0),
    ]
    assert again(store, cup).stage == Stage.DONE
    assert [match.filed for match in all_matches(store, cup)] == [1, 2, 3, 4, 5, 6]
    assert check(store) == []


def test_matches_of_one_leg_share_seed_and_board(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, shape='kind = "round_robin"\nlegs = 2', more="[boards]\ngenerate = 2"))
    legs = {(match.leg, match.seed, match.board) for match in all_matches(store, cup)}
    assert {(leg, seed) for leg, seed, _ in legs} == {(leg, seed_of("7", "leg", leg)) for leg in (0, 1)}
    assert len(legs) == 2


@pytest.mark.parametrize(
    ("shape", "entrants", "matches"),
    [
        ('kind = "swiss"\nrounds = 2', "abcd", 8),
        ('kind = "elimination"\nbest_of = 3', "abcd", 6),
        ('kind = "ladder"\nmost = 12', "abcd", 12),
        ('kind = "tables"\nrounds = 3', "abcdef", 9),
    ],
)
def test_each_format_ends_with_the_best_first(store, tmp_path, shape, entrants, matches):
    cup = begun(store, cup_file(tmp_path, named(*entrants), shape))
    played(store, cup, order=entrants)
    assert states(store, cup) == {State.DONE: matches}
    assert table(store, cup).lines[0].name == "a"
    assert again(store, cup).stage == Stage.DONE
    assert check(store) == []


def test_swiss_tells_the_points_it_ranks_by_in_both_languages(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abc"), 'kind = "swiss"\nrounds = 1'))
    played(store, cup, order="abc")
    notes = [(line.points, line.note) for line in table(store, cup).lines]
    assert notes == [
        (2, Text("points: 2, of the opponents: 0", "points : 2, des adversaires : 0")),
        (0, Text("points: 2, of the opponents: 0", "points : 2, des adversaires : 0")),
        (0, Text("points: 0, of the opponents: 2", "points : 0, des adversaires : 2")),
    ]


def test_elimination_ranks_by_how_far_one_came(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "elimination"'))
    played(store, cup, order="dabc")
    lines = [(line.rank, line.name, str(line.note)) for line in table(store, cup).lines]
    assert lines[:2] == [(1, "d", "won the final"), (2, "b", "lost the final")]
    assert {line[2] for line in lines[2:]} == {"out in round 1"}


def test_a_name_is_used_once(store, tmp_path):
    begun(store, cup_file(tmp_path))
    with pytest.raises(TournamentError, match="there is a tournament 'cup' already"):
        begun(store, cup_file(tmp_path))


def test_a_tournament_of_other_rules_is_not_gone_on_with(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    other = msgspec.structs.replace(cup, settings=msgspec.structs.replace(cup.settings, rules_version=99))
    with pytest.raises(TournamentError, match="was begun with version 99 of the rules of toy"):
        Runner(store, other, Inline(packages_of(store)))


# Copies of one game


def coursed(store, tournament, course_of):
    """Gives each match a course by its leg, and the win to the entrant that comes first in the alphabet."""

    def change(job, done):
        legs = {match.id: match.leg for match in all_matches(store, tournament)}
        first, second = (champion.name for champion in job.champions)
        ranks = (1, 2) if first < second else (2, 1)
        return msgspec.structs.replace(done, ranks=ranks, scores=ranks[::-1], course=course_of(legs[int(job.key)]))

    return change


def test_copies_of_one_game_count_once_for_ratings(store, tmp_path):
    once = begun(store, cup_file(tmp_path))
    played(store, once, coursed(store, once, lambda leg: "a"))
    path = cup_file(tmp_path, shape='kind = "round_robin"\nlegs = 4')
    path.write_text(path.read_text().replace('name = "cup"', 'name = "copies"'))
    copies = begun(store, path)
    played(store, copies, coursed(store, copies, lambda leg: "a"))
    one, many = table(store, once), table(store, copies)
    assert (one.matches["done"], one.distinct) == (6, 6)
    assert (many.matches["done"], many.distinct) == (24, 6)
    assert [(line.games, line.distinct, line.points) for line in many.lines] == [(16, 4, 16), (16, 4, 8), (16, 4, 0)]
    assert [(line.rating, line.low, line.high) for line in many.lines] == [
        (line.rating, line.low, line.high) for line in one.lines
    ]


def test_games_of_other_courses_or_unknown_ones_are_no_copies(store, tmp_path):
    for name, course_of, distinct in (
        ("cup", str, 12),
        ("halves", lambda leg: str(leg // 2), 6),
        ("old", lambda leg: "", 12),
    ):
        path = cup_file(tmp_path, named(*"abc"), 'kind = "round_robin"\nlegs = 2')
        path.write_text(path.read_text().replace('name = "cup"', f'name = "{name}"'))
        cup = begun(store, path)
        played(store, cup, coursed(store, cup, course_of))
        assert table(store, cup).distinct == distinct


def test_who_wins_in_the_same_way_and_loses_each_time_in_another_is_not_the_loser():
    """Four wins of one course, then a loss: to count each course once would be choosing by the result."""
    results = [
        FiledResult(
            leg + 1, leg, "same" if leg % 5 else f"other {leg}", [1, 2], [1, 2] if leg % 5 else [2, 1], ["OK"] * 2
        )
        for leg in range(1, 51)
    ]
    counting = evidence(results, boards=1)
    won = sum(result.ranks == [1, 2] for result in counting)
    assert (len(counting), won) == (46, 37)  # the first, and all after the fifth leg has shown that the seed matters
    assert evidence([result._replace(course="same") for result in results], boards=1) == [results[0]]
    assert len(evidence([result._replace(course="same") for result in results], boards=0)) == 1


# Stopping and going on


def test_what_was_under_way_when_it_stopped_waits_and_nothing_is_played_twice(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd")))
    executor = Inline(packages_of(store))
    assert Runner(store, cup, executor).run(lambda: len(executor.played) == 5) is False
    assert states(store, cup) == {State.DONE: 5, State.WAITING: 7}
    second = played(store, cup)
    assert len(second.played) == 7
    assert {job.key for job in executor.played} & {job.key for job in second.played} == set()


def test_what_a_dead_runner_left_running_is_played(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    with store.writing() as connection:
        connection.execute(text("UPDATE matches SET state = 'running'"))
    played(store, cup)
    assert states(store, cup) == {State.DONE: 6}


def test_entrants_may_join_a_round_robin(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab")))
    first = played(store, cup)
    plan = read(cup_file(tmp_path, named(*"abc")))
    with store.writing() as connection:
        assert join(connection, cup, plan, packed(plan, packages_of(store))) == []
    assert again(store, cup).stage == Stage.OPEN
    second = played(store, cup)
    assert (len(first.played), len(second.played)) == (2, 4)
    assert {name: entrant.games for name, entrant in field(store, cup).items()} == {"a": 4, "b": 4, "c": 4}


@pytest.mark.parametrize(
    ("entrants", "shape", "more", "message"),
    [
        ("ab", 'kind = "swiss"\nrounds = 1', "", "the entrant 'c' is missing"),
        ("abcd", 'kind = "swiss"\nrounds = 1', "", "'d' comes too late"),
        ("abc", 'kind = "swiss"\nrounds = 2', "", "format changed since the first match"),
        ("abc", 'kind = "swiss"\nrounds = 1', "retries = 9", "retries changed since the first match"),
        ("abc", 'kind = "swiss"\nrounds = 1', "limits.time_ms = 5", "isolation or limits changed since"),
    ],
)
def test_what_may_not_change_is_refused(store, tmp_path, entrants, shape, more, message):
    cup = begun(store, cup_file(tmp_path, named(*"abc"), 'kind = "swiss"\nrounds = 1'))
    plan = read(cup_file(tmp_path, named(*entrants), shape, more))
    champions = packed(plan, packages_of(store))
    with pytest.raises(TournamentError, match=message), store.writing() as connection:
        join(connection, cup, plan, champions)


def test_the_seed_may_not_change(store, tmp_path):
    path = cup_file(tmp_path)
    cup = begun(store, path)
    path.write_text(path.read_text().replace("value = 7", "value = 8"))
    plan = read(path)
    champions = packed(plan, packages_of(store))
    with pytest.raises(TournamentError, match=": seeds changed since the first match"), store.writing() as connection:
        join(connection, cup, plan, champions)


def test_bundled_champions_go_by_the_names_of_their_entrants(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab")))
    executor = played(store, cup)
    assert [[champion.name for champion in job.champions] for job in executor.played] == [["a", "b"], ["b", "a"]]
    first = all_matches(store, cup)[0]
    header = reading.read(store.replays.path(first.replay)).header
    assert [player.name for player in header.players] == ["a", "b"]


# Failures


def test_a_machine_that_cannot_play_plays_nothing_and_all_waits(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    with pytest.raises(ExecutorError, match="this machine cannot play it: no walls"):
        played(store, cup, lambda job, done: msgspec.structs.replace(done, void="no walls", unfit=True))
    assert states(store, cup) == {State.WAITING: 6}
    assert [match.attempts for match in all_matches(store, cup)] == [0] * 6


def test_where_match_after_match_fails_through_us_the_others_wait(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), more="retries = 0"))
    with pytest.raises(ExecutorError, match=r"the engine failed in 5 matches in a row \(OSError: no room\)"):
        played(store, cup, lambda job, done: Lost(job.key, "Traceback:\n  ...\nOSError: no room"))
    assert states(store, cup) == {State.FAILED: 5, State.WAITING: 7}
    failures = iter([True] * 4)
    played(store, cup, lambda job, done: Lost(job.key, "gone") if next(failures, False) else done)
    assert states(store, cup) == {State.FAILED: 9, State.DONE: 3}


def test_our_failures_are_played_again_and_never_counted(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab")))
    failures = iter([Lost("1", "worker gone"), Lost("1", "worker gone")])

    def change(job, done):
        return next(failures, done) if job.key == "1" else done

    executor = played(store, cup, change)
    assert Counter(job.key for job in executor.played) == {"1": 3, "2": 1}
    assert [match.attempts for match in all_matches(store, cup)] == [2, 0]
    assert {name: entrant.games for name, entrant in field(store, cup).items()} == {"a": 2, "b": 2}


def test_what_keeps_failing_through_us_counts_for_nobody_and_can_be_played_again(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab")))
    played(store, cup, lambda job, done: msgspec.structs.replace(done, void="bug") if job.key == "1" else done)
    assert states(store, cup) == {State.FAILED: 1, State.DONE: 1}
    assert again(store, cup).stage == Stage.OPEN
    (failure,) = board(store, "cup").failures
    assert (failure.id, failure.why) == (1, "bug")
    assert admin.requeue_all(store, cup, unplayed=True) == 1
    assert len(played(store, cup).played) == 1
    assert again(store, cup).stage == Stage.DONE
    assert check(store) == []


def test_swiss_draws_no_round_from_one_that_failed_through_us(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab"), 'kind = "swiss"\nrounds = 1', "retries = 0"))
    played(store, cup, lambda job, done: Lost(job.key, "gone"))
    assert states(store, cup) == {State.FAILED: 2}


def test_a_champion_that_keeps_failing_is_set_aside_with_its_reason(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), more="set_aside_after = 3"))
    played(store, cup, crashing("c", store, cup))
    assert field(store, cup)["c"].aside == "failed in 3 matches in a row; the last time CRASHED: boom"
    assert states(store, cup) == {State.DONE: 6, State.ASIDE: 6}
    assert again(store, cup).stage == Stage.DONE
    last = table(store, cup).lines[-1]
    assert (last.name, last.games, last.verdicts, last.rating, last.low, last.worst_rank) == ("c", 0, {}, *[None] * 3)
    assert board(store, "cup").faults[0].told == "boom"
    assert check(store) == []


def test_who_fails_now_and_then_is_not_set_aside(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab"), 'kind = "round_robin"\nlegs = 4', "set_aside_after = 2"))
    fails = crashing("a", store, cup)
    played(store, cup, lambda job, done: fails(job, done) if int(job.key) % 2 else done)
    assert field(store, cup)["a"].aside == ""


# Seeds


def test_secret_seeds_are_committed_to_kept_and_revealed_at_the_end(store, tmp_path):
    path = cup_file(tmp_path)
    path.write_text(path.read_text().replace("value = 7", "secret = true"))
    cup = begun(store, path)
    assert len(cup.secret) == 64
    assert cup.commitment == sha256(cup.secret.encode()).hexdigest() == commitment(cup.secret)
    assert summaries(store)[0].secret is None
    assert table(store, cup).secret is None
    with pytest.raises(TournamentError, match="is not revealed yet"):
        list(proof(store, cup))
    played(store, cup)
    assert table(store, cup).secret == summaries(store)[0].secret == cup.secret
    assert list(proof(store, again(store, cup), replays=True)) == []


def test_a_seed_can_be_checked_by_hand():
    assert seed_of("7", "leg", 3) == int(sha256(b"7/leg/3").hexdigest()[:12], 16)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE matches SET seed = '5' WHERE id = 2", "match 2: its seed is 5, but leg 0 has the seed"),
        ("UPDATE players SET rank = 3 WHERE match_id = 1", "match 1: its replay has another seed or result"),
        ("UPDATE players SET score = 99 WHERE match_id = 1", "match 1: its replay has another seed or result"),
        ("UPDATE players SET digest = 'x' WHERE match_id = 4", "match 4: its replay is of other champions"),
        ("UPDATE tournaments SET secret = '8'", "the secret 8 does not hash to the commitment"),
    ],
)
def test_what_was_tampered_with_is_found(store, tmp_path, change, sentence):
    cup = begun(store, cup_file(tmp_path))
    played(store, cup)
    assert list(proof(store, again(store, cup), replays=True)) == []
    with store.writing() as connection:
        connection.execute(text(change))
    assert next(proof(store, again(store, cup), replays=True)).startswith(sentence)


# What anybody may see


def test_the_board_of_a_tournament_that_runs(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    seen = []

    def change(job, done):
        seen.append(board(store, "cup"))
        return done

    played(store, cup, change)
    first = seen[0]
    assert (first.summary.running, first.summary.stage, first.summary.entrants) == (True, "open", 3)
    assert [meeting.id for meeting in first.running] == [1, 2, 3, 4]
    assert [meeting.id for meeting in first.queue] == [5, 6]
    assert [(worker.name, worker.match) for worker in first.workers] == [("here", 1)]
    last = board(store, "cup")
    assert (last.summary.running, last.workers, last.running, last.queue) == (False, (), (), ())
    assert [meeting.id for meeting in last.recent] == [6, 5, 4, 3, 2, 1]


def test_matches_of_an_entrant_page_by_page(store, tmp_path):
    played(store, begun(store, cup_file(tmp_path)))
    mine = meetings(store, "cup", ["a"], most=3)
    assert all("a" in [seat.name for seat in meeting.seats] for meeting in mine)
    rest = meetings(store, "cup", ["a"], before=mine[-1].id)
    assert len({meeting.id for meeting in [*mine, *rest]}) == 4
    with pytest.raises(TournamentError, match="no tournament 'none' in this store; there are cup"):
        meetings(store, "none")
