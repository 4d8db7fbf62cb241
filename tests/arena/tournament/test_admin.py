"""What an organiser may do: have matches played again, set entrants aside, replace them, end a tournament."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from joute.arena.store.check import check
from joute.arena.store.schema import Stage, State
from joute.arena.tournament import admin
from joute.arena.tournament.audit import proof
from joute.arena.tournament.config import TournamentError, read
from joute.arena.tournament.model import packages_of
from joute.arena.tournament.runner import Runner

from .cups import Inline, again, all_matches, begun, cup_file, field, named, played, states, table


@pytest.fixture
def over(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    played(store, cup, order="abc")
    return cup


def test_one_match_is_played_again_and_counts_once(store, over):
    assert admin.requeue_match(store, over, 3) == 1
    assert sum(entrant.games for entrant in field(store, over).values()) == 10
    assert [job.key for job in played(store, over, order="abc").played] == ["7"]
    assert sum(entrant.games for entrant in field(store, over).values()) == 12
    assert check(store) == []


def test_all_matches_of_an_entrant_are_played_again_and_it_is_taken_back(store, over):
    admin.put_aside(store, over, "b", "a word from the jury")
    assert field(store, over)["b"].aside == "a word from the jury"
    assert admin.requeue_entrant(store, over, "b") == 4
    assert field(store, over)["b"].aside == ""
    assert len(played(store, over).played) == 4
    assert states(store, over) == {State.DONE: 6}


def test_all_matches_are_played_again(store, over):
    assert admin.requeue_all(store, over) == 6
    assert again(store, over).stage == Stage.OPEN
    assert len(played(store, over).played) == 6


def test_setting_aside_stops_what_waits(store, tmp_path):
    cup = begun(store, cup_file(tmp_path))
    admin.put_aside(store, cup, "a", "late")
    assert len(played(store, cup).played) == 2
    assert states(store, cup) == {State.ASIDE: 4, State.DONE: 2}
    with pytest.raises(TournamentError, match="'a' is set aside already: late"):
        admin.put_aside(store, cup, "a", "late")
    with pytest.raises(TournamentError, match="why is 'b' set aside"):
        admin.put_aside(store, cup, "b", " ")
    with pytest.raises(TournamentError, match=r"'a' is set aside \(late\); let it play again: requeue --entrant a"):
        admin.requeue_match(store, cup, next(m.id for m in all_matches(store, cup) if m.state == State.ASIDE))


def test_what_does_not_exist_is_told(store, over):
    with pytest.raises(TournamentError, match="'cup' has no match 99"):
        admin.requeue_match(store, over, 99)
    with pytest.raises(TournamentError, match="no entrant 'nobody'"):
        admin.requeue_entrant(store, over, "nobody")
    admin.requeue_match(store, over, 1)
    with pytest.raises(TournamentError, match="match 7 waits to be played already"):
        admin.requeue_match(store, over, 7)
    with pytest.raises(TournamentError, match="match 1 no longer counts: it was replaced"):
        admin.requeue_match(store, over, 1)


def test_a_result_for_a_match_that_was_replaced_meanwhile_is_dropped(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"ab")))

    def change(job, done):
        if job.key == "1":
            admin.requeue_match(store, cup, 1)
        return done

    executor = played(store, cup, change)
    assert [job.key for job in executor.played] == ["1", "2", "3"]
    assert {name: entrant.games for name, entrant in field(store, cup).items()} == {"a": 2, "b": 2}


# Rounds that are drawn anew

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
        admin.requeue_match(store, cup, 2)
    assert labelled(store, cup) == before
    assert admin.requeue_match(store, cup, 2, redraw=True) == 1
    kept = {label: before[label] for label in ("0/0/0", "0/2/0", "0/3/0", "1/1/0")}
    assert labelled(store, cup) == kept | {"0/1/0": ("de", State.WAITING)}
    assert again(store, cup).stage == Stage.OPEN
    assert len(played(store, cup, order="ebacdfgh").played) == 3
    after = {label: table for label, (table, _) in labelled(store, cup).items()}
    assert (after["0/1/0"], after["1/0/0"], after["2/0/0"]) == ("de", "ae", "eb")
    assert [(line.name, str(line.note)) for line in table(store, cup).lines[:2]] == [
        ("e", "won the final"),
        ("b", "lost the final"),
    ]
    assert check(store) == []


def test_in_swiss_all_later_rounds_are_drawn_anew(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "swiss"\nrounds = 3'))
    played(store, cup, order="abcd")
    with pytest.raises(TournamentError, match=ROUND_1.format(8)):
        admin.requeue_entrant(store, cup, "d")
    assert admin.requeue_entrant(store, cup, "d", redraw=True) == 2
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
            assert admin.requeue_match(store, cup, 1, redraw=True) == 1
        return done

    executor = played(store, cup, change)
    assert [job.key for job in executor.played] == ["1", "2", "3", "4", "5"]
    assert {label: state for label, (_, state) in labelled(store, cup).items()} == dict.fromkeys(
        ("0/0/0", "0/1/0", "1/0/0"), State.DONE
    )
    assert check(store) == []


def test_who_is_taken_back_in_elimination_plays_on_where_it_was_set_aside(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "elimination"'))
    admin.put_aside(store, cup, "a", "late")
    played(store, cup, order="abcd")
    assert [table for table, _ in labelled(store, cup).values()] == ["bc", "db"]
    with pytest.raises(TournamentError, match=ROUND_1.format(1)):
        admin.requeue_entrant(store, cup, "a")
    assert field(store, cup)["a"].aside == "late"
    assert admin.requeue_entrant(store, cup, "a", redraw=True) == 0
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
        admin.put_aside(store, cup, name, "late")
        found = {line.name: str(line.note) for line in table(store, cup).lines}
        assert found == {"a": "won the final", "b": "lost the final", "c": "out in round 1", "d": "out in round 1"}


def test_of_two_who_were_set_aside_who_had_played_on_has_won(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abcd"), 'kind = "elimination"'))
    admin.put_aside(store, cup, "a", "late")
    played(store, cup, order="cdab")
    assert [table for table, _ in labelled(store, cup).values()] == ["bc", "dc"]
    admin.put_aside(store, cup, "d", "late too")
    assert {line.name: str(line.note) for line in table(store, cup).lines} == {
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
    assert admin.replace_entrant(store, cup, "b", champion) == 4
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
        admin.replace_entrant(store, cup, "b", champion)


def test_a_ladder_is_ended_by_hand(store, tmp_path):
    cup = begun(store, cup_file(tmp_path, named(*"abc"), 'kind = "ladder"'))
    executor = Inline(packages_of(store))
    assert Runner(store, cup, executor).run(lambda: len(executor.played) == 9) is False
    assert admin.end(store, cup) == states(store, cup)[State.ASIDE]
    assert again(store, cup).stage == Stage.DONE
    assert states(store, cup)[State.DONE] == 9
    assert played(store, cup).played == []  # resumed, it is over all the same


def test_counting_again_gives_the_same(store, over):
    before = field(store, over)
    admin.count_again(store, over)
    assert field(store, over) == before
    with store.writing() as connection:
        connection.execute(text("UPDATE entrants SET games = 99 WHERE name = 'a'"))
    assert [finding.what for finding in check(store)] == [
        "it has 4 finished matches, but 99 are counted (4 as won, drawn and lost)"
    ]
    admin.count_again(store, over)
    assert field(store, over) == before
