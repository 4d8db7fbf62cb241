"""Tournaments: played to the end, resumed, corrected, proved."""

from __future__ import annotations

import os
import socket
import threading
from collections import Counter
from hashlib import sha256

import msgspec
import pytest
from sqlalchemy import text

from joute.arena.executors import ExecutorError, Lost
from joute.arena.store import Store, StoreError
from joute.arena.store.check import check
from joute.arena.store.tables import Stage, State
from joute.arena.tournament import actions
from joute.arena.tournament.alone import playing
from joute.arena.tournament.board import board, meetings, summaries
from joute.arena.tournament.contest import join, packages_of
from joute.arena.tournament.declared import TournamentError, packed, read
from joute.arena.tournament.final import final
from joute.arena.tournament.proof import proof
from joute.arena.tournament.runner import Runner
from joute.arena.tournament.seeds import commitment, seed_of
from joute.match import replay as replays
from joute.match.verdict import Verdict

from .cups import Inline, again, all_matches, begun, cup_file, field, named, played


def table(store, tournament):
    with store.reading() as connection:
        return final(connection, again(store, tournament), samples=20)


def states(store, tournament):
    return Counter(match.state for match in all_matches(store, tournament))


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


def test_elimination_ranks_by_how_far_one_came(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "elimination"'))
    played(store, cup, order="dabc")
    lines = [(line.rank, line.name, line.note) for line in table(store, cup).lines]
    assert lines[:2] == [(1, "d", "won the final"), (2, "b", "lost the final")]
    assert {line[2] for line in lines[2:]} == {"out in round 1"}


def test_running_twice_at_once_is_refused(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    with playing(store, cup), pytest.raises(TournamentError, match="'cup' is being played already; stop that first"):
        played(store, cup)


def test_who_plays_it_already_is_told(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    told = []

    def change(job, done):
        if not told:
            with pytest.raises(TournamentError) as refused, playing(store, cup):
                pass
            told.append(str(refused.value))
        return done

    played(store, cup, change)
    assert f" by process {os.getpid()} on {socket.gethostname()};" in told[0]


@pytest.mark.xdist_group("postgres")
def test_a_runner_whose_lock_is_lost_stops_and_leaves_all_to_the_next(empty_database, tmp_path, monkeypatch):
    from joute.arena.tournament import runner

    monkeypatch.setattr(runner, "PULSE_S", 0.0)
    with Store.open(empty_database) as store:
        cup = begun(store, cup_file(tmp_path))

        def change(job, done):
            assert let_go(store) == 1
            return done

        with pytest.raises(StoreError, match="the database cannot be used"):
            played(store, cup, change)
        assert states(store, cup) == {State.DONE: 1, State.RUNNING: 3, State.WAITING: 2}
        assert len(played(store, cup).played) == 5


def let_go(store):
    """Have the server end who holds a lock, as if the connection had been cut; how many."""
    with store.reading() as connection:
        found = connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"))
        return len(found.all())


@pytest.mark.xdist_group("postgres")
def test_results_and_actions_at_the_same_time_never_lose_a_count(empty_database, tmp_path, monkeypatch):
    from joute.arena.tournament import book

    with Store.open(empty_database) as store:
        cup = begun(store, cup_file(tmp_path))
        played(store, cup)
        actions.requeue_match(store, cup, 1)
        other = threading.Thread(target=actions.requeue_match, args=(store, cup, 2))
        real = book.updated

        def slow(*values):
            """Between reading a tally and writing it, let the other come as far as it can."""
            if not other.ident:
                other.start()
                while other.is_alive() and not waiting(store):
                    pass
            return real(*values)

        monkeypatch.setattr(book, "updated", slow)
        played(store, cup)
        other.join()
        played(store, cup)
        assert {entrant.games for entrant in field(store, cup).values()} == {4}
        assert check(store) == []


def waiting(store):
    """Whether a transaction waits for another."""
    with store.reading() as connection:
        return connection.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar()


def test_a_name_is_used_once(store, tmp_path):
    begun(store, cup_file(tmp_path))
    with pytest.raises(TournamentError, match="there is a tournament 'cup' already"):
        begun(store, cup_file(tmp_path))


def test_a_tournament_of_other_rules_is_not_gone_on_with(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    other = msgspec.structs.replace(cup, settings=msgspec.structs.replace(cup.settings, rules_version=99))
    with pytest.raises(TournamentError, match="was begun with version 99 of the rules of toy"):
        Runner(store, other, Inline(packages_of(store)))


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
    header = replays.read(store.replays.path(first.replay)).header
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
    with pytest.raises(ExecutorError, match=r"5 matches in a row failed for good, .* \(OSError: no room\)"):
        played(store, cup, lambda job, done: Lost(job.key, "Traceback:\n...\nOSError: no room"))
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
    assert actions.requeue_all(store, cup, unplayed=True) == 1
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
    assert field(store, cup)["c"].games == 4  # one more was under way when it was set aside
    assert states(store, cup) == {State.DONE: 10, State.ASIDE: 2}
    assert again(store, cup).stage == Stage.DONE
    last = table(store, cup).lines[-1]
    assert (last.name, last.verdicts) == ("c", {"CRASHED": last.games})
    assert board(store, "cup").faults[0].told == "boom"


def test_who_fails_now_and_then_is_not_set_aside(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab"), 'kind = "round_robin"\nlegs = 4', "set_aside_after = 2"))
    fails = crashing("a", store, cup)
    played(store, cup, lambda job, done: fails(job, done) if int(job.key) % 2 else done)
    assert field(store, cup)["a"].aside == ""


# What an organiser may do


@pytest.fixture
def over(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    played(store, cup, order="abc")
    return cup


def test_one_match_is_played_again_and_counts_once(store, over):
    assert actions.requeue_match(store, over, 3) == 1
    assert sum(entrant.games for entrant in field(store, over).values()) == 10
    assert [job.key for job in played(store, over, order="abc").played] == ["7"]
    assert sum(entrant.games for entrant in field(store, over).values()) == 12
    assert check(store) == []


def test_all_matches_of_an_entrant_are_played_again_and_it_is_taken_back(store, over):
    actions.put_aside(store, over, "b", "a word from the jury")
    assert field(store, over)["b"].aside == "a word from the jury"
    assert actions.requeue_entrant(store, over, "b") == 4
    assert field(store, over)["b"].aside == ""
    assert len(played(store, over).played) == 4
    assert states(store, over) == {State.DONE: 6}


def test_all_matches_are_played_again(store, over):
    assert actions.requeue_all(store, over) == 6
    assert again(store, over).stage == Stage.OPEN
    assert len(played(store, over).played) == 6


def test_setting_aside_stops_what_waits(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    actions.put_aside(store, cup, "a", "late")
    assert len(played(store, cup).played) == 2
    assert states(store, cup) == {State.ASIDE: 4, State.DONE: 2}
    with pytest.raises(TournamentError, match="'a' is set aside already: late"):
        actions.put_aside(store, cup, "a", "late")
    with pytest.raises(TournamentError, match="why is 'b' set aside"):
        actions.put_aside(store, cup, "b", " ")
    with pytest.raises(TournamentError, match=r"'a' is set aside \(late\); take it back: requeue --entrant a"):
        actions.requeue_match(store, cup, next(m.id for m in all_matches(store, cup) if m.state == State.ASIDE))


def test_what_does_not_exist_is_told(store, over):
    with pytest.raises(TournamentError, match="'cup' has no match 99"):
        actions.requeue_match(store, over, 99)
    with pytest.raises(TournamentError, match="no entrant 'nobody'"):
        actions.requeue_entrant(store, over, "nobody")
    actions.requeue_match(store, over, 1)
    with pytest.raises(TournamentError, match="match 7 waits to be played already"):
        actions.requeue_match(store, over, 7)
    with pytest.raises(TournamentError, match="match 1 counts no more: it was replaced"):
        actions.requeue_match(store, over, 1)


def test_a_result_for_a_match_that_was_replaced_meanwhile_is_dropped(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab")))

    def change(job, done):
        if job.key == "1":
            actions.requeue_match(store, cup, 1)
        return done

    executor = played(store, cup, change)
    assert [job.key for job in executor.played] == ["1", "2", "3"]
    assert {name: entrant.games for name, entrant in field(store, cup).items()} == {"a": 2, "b": 2}


ROUND_1 = "later rounds were drawn from results of round 1: {} of their matches would be void"


def labelled(store, tournament):
    """All that counts, by label: who plays, in seat order, and the state."""
    return {
        match.label: ("".join(p.name for p in match.players), match.state) for match in all_matches(store, tournament)
    }


def test_in_elimination_a_match_is_played_again_with_all_that_was_drawn_from_it(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcdefgh"), 'kind = "elimination"'))
    played(store, cup, order="abcdefgh")
    before = labelled(store, cup)
    assert [table for table, _ in before.values()] == ["ah", "de", "bg", "cf", "ad", "bc", "ab"]
    with pytest.raises(TournamentError, match=ROUND_1.format(2)):
        actions.requeue_match(store, cup, 2)
    assert labelled(store, cup) == before
    assert actions.requeue_match(store, cup, 2, redraw=True) == 1
    kept = {label: before[label] for label in ("0/0/0", "0/2/0", "0/3/0", "1/1/0")}
    assert labelled(store, cup) == kept | {"0/1/0": ("de", State.WAITING)}
    assert again(store, cup).stage == Stage.OPEN
    assert len(played(store, cup, order="ebacdfgh").played) == 3
    after = {label: table for label, (table, _) in labelled(store, cup).items()}
    assert (after["0/1/0"], after["1/0/0"], after["2/0/0"]) == ("de", "ae", "eb")
    assert [(line.name, line.note) for line in table(store, cup).lines[:2]] == [
        ("e", "won the final"),
        ("b", "lost the final"),
    ]
    assert check(store) == []


def test_in_swiss_all_later_rounds_are_drawn_anew(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "swiss"\nrounds = 3'))
    played(store, cup, order="abcd")
    with pytest.raises(TournamentError, match=ROUND_1.format(8)):
        actions.requeue_entrant(store, cup, "d")
    assert actions.requeue_entrant(store, cup, "d", redraw=True) == 2
    assert states(store, cup) == {State.DONE: 2, State.WAITING: 2}
    assert len(played(store, cup, order="dabc").played) == 10
    assert states(store, cup) == {State.DONE: 12}
    found = {line.name: line.points for line in table(store, cup).lines}
    assert found == {"d": 6.0, "a": 4.0, "b": 2.0, "c": 0.0}
    assert list(proof(store, again(store, cup))) == []
    assert check(store) == []


def test_a_round_can_be_drawn_anew_while_it_is_played(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "elimination"'))

    def change(job, done):
        if job.key == "3":  # the final
            assert actions.requeue_match(store, cup, 1, redraw=True) == 1
        return done

    executor = played(store, cup, change)
    assert [job.key for job in executor.played] == ["1", "2", "3", "4", "5"]
    assert {label: state for label, (_, state) in labelled(store, cup).items()} == dict.fromkeys(
        ("0/0/0", "0/1/0", "1/0/0"), State.DONE
    )
    assert check(store) == []


def test_who_is_taken_back_in_elimination_plays_on_where_it_was_set_aside(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "elimination"'))
    actions.put_aside(store, cup, "a", "late")
    played(store, cup, order="abcd")
    assert [table for table, _ in labelled(store, cup).values()] == ["bc", "db"]
    with pytest.raises(TournamentError, match=ROUND_1.format(1)):
        actions.requeue_entrant(store, cup, "a")
    assert field(store, cup)["a"].aside == "late"
    assert actions.requeue_entrant(store, cup, "a", redraw=True) == 0
    played(store, cup, order="abcd")
    assert {label: table for label, (table, _) in labelled(store, cup).items()} == {
        "0/0/0": "ad",
        "0/1/0": "bc",
        "1/0/0": "ab",
    }
    assert check(store) == []


def test_who_won_a_level_series_stays_the_winner_when_set_aside_later(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "elimination"'))
    played(store, cup)  # all matches are drawn
    for name in "ad":
        actions.put_aside(store, cup, name, "late")
        found = {line.name: line.note for line in table(store, cup).lines}
        assert found == {"a": "won the final", "b": "lost the final", "c": "out in round 1", "d": "out in round 1"}


def test_of_two_who_were_set_aside_who_had_played_on_has_won(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "elimination"'))
    actions.put_aside(store, cup, "a", "late")
    played(store, cup, order="cdab")
    assert [table for table, _ in labelled(store, cup).values()] == ["bc", "dc"]
    actions.put_aside(store, cup, "d", "late too")
    assert {line.name: line.note for line in table(store, cup).lines} == {
        "c": "won the final",
        "d": "lost the final",
        "a": "out in round 1",
        "b": "out in round 1",
    }


def test_replacing_an_entrant_plays_only_its_matches_again(store, tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.py").write_text(f"# {name}\n")
    cup = begun(store, cup_file(tmp_path, '"a.py", "b.py", "c.py"'))
    played(store, cup)
    before = {match.id: (match.replay, match.ended) for match in all_matches(store, cup)}
    (tmp_path / "b.py").write_text("# b, mended\n")
    plan = read(tmp_path / "cup.toml")
    champion = plan.champion("b.py", "b", packages_of(store))
    assert actions.replace_entrant(store, cup, "b", champion) == 4
    second = played(store, cup)
    assert len(second.played) == 4
    assert all(champion in job.champions for job in second.played)
    after = {match.id: (match.replay, match.ended) for match in all_matches(store, cup)}
    assert {id_: after[id_] for id_ in before if id_ in after} == {
        match.id: before[match.id]
        for match in all_matches(store, cup)
        if "b" not in [player.name for player in match.players]
    }
    with pytest.raises(TournamentError, match="'b' has not changed"):
        actions.replace_entrant(store, cup, "b", champion)


def test_a_ladder_is_ended_by_hand(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abc"), 'kind = "ladder"'))
    executor = Inline(packages_of(store))
    assert Runner(store, cup, executor).run(lambda: len(executor.played) == 9) is False
    assert actions.end(store, cup) == states(store, cup)[State.ASIDE]
    assert again(store, cup).stage == Stage.DONE
    assert states(store, cup)[State.DONE] == 9
    assert played(store, cup).played == []  # resumed, it is over all the same


def test_counting_again_gives_the_same(store, over):
    before = field(store, over)
    actions.count_again(store, over)
    assert field(store, over) == before
    with store.writing() as connection:
        connection.execute(text("UPDATE entrants SET games = 99 WHERE name = 'a'"))
    assert [finding.what for finding in check(store)] == [
        "it has 4 finished matches, but 99 are counted (4 as won, drawn and lost)"
    ]
    actions.count_again(store, over)
    assert field(store, over) == before


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


def test_matches_of_an_entrant_page_by_page(store, over):
    mine = meetings(store, "cup", "a", most=3)
    assert all("a" in [seat.name for seat in meeting.seats] for meeting in mine)
    rest = meetings(store, "cup", "a", before=mine[-1].id)
    assert len({meeting.id for meeting in [*mine, *rest]}) == 4
    with pytest.raises(TournamentError, match="no tournament 'none' in this store; there are cup"):
        meetings(store, "none")
