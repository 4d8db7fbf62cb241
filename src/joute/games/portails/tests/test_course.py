"""The course of the game, its length, failing champions, and the history (rules, 4.2, 4.7, 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import joute
from joute.core.seat import Seat
from joute.core.world import Turn
from joute.match.player import Answer, Player
from joute.match.referee import Referee
from joute.match.verdict import Fault, Verdict

from .positions import GAME, act, arranged, do, map_text, table_of

P, Q, R = (5, 5), (9, 5), (5, 9)
TRIANGLE = [(P, Q), (Q, R), (P, R)]
CROSS = [(10, 10), (10, 13), (11, 11), (13, 10), (14, 14)]

CORNER = ["capturer", ("deplacer", (1, 0)), "capturer", ("lier", (0, 0)), ("deplacer", (0, 1))]
CORNER += ["capturer", ("lier", (0, 0)), ("lier", (1, 0))]


@pytest.mark.parametrize(("preset", "corner", "score"), [("finale", 29, 130), ("sujet", 39, 524)])
def test_e35_length_of_the_game(preset: str, corner: int, score: int) -> None:
    table = table_of(preset, [(0, 0), (corner, corner)], [(0, 0), (0, 1), (1, 0)])
    do(table, 0, *CORNER)
    turns: list[tuple[int, int]] = []
    while table.turn.callback == "jouer_tour":
        seat = table.turn.seats[0]
        turns.append((table.seat(seat).call("tour_actuel"), seat))
        table.end(seat)
    assert turns == [(turn, seat) for turn in range(1, 101) for seat in (0, 1)]
    assert (table.turn.callback, table.turn.seats) == ("partie_fin", (0, 1))
    assert [table.seat(seat).call("tour_actuel") for seat in (0, 1)] == [101, 101]
    table.end_phase()
    assert (table.result.over, table.result.scores, table.result.ranks) == (True, (score, 0), (1, 2))


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_e36_nothing_at_all(preset: str) -> None:
    table = joute.Table(joute.load_game(GAME, preset))
    phases = 0
    while table.turn.seats:
        table.end_phase()
        phases += 1
    assert (phases, table.scores, table.result.ranks) == (202, [0, 0], (1, 1))


def test_e37_outside_ones_turn() -> None:
    game = joute.load_game(GAME, "finale", PREMIER_JOUEUR=0)
    table = joute.Table(game, map_text(30, [(10, 10), (14, 14)], [(10, 10)]))
    call = table.seat(0).call
    assert (call("tour_actuel"), call("points_action"), call("points_deplacement")) == (1, 42, 6)
    assert act(table, 0, "capturer") == "pa_insuffisants"
    assert act(table, 0, "deplacer", (10, 11)) == "pa_insuffisants"
    assert call("annuler") is False
    assert (call("portail_joueur", (10, 10)), call("score", 0)) == (-1, 0)
    table.end_phase()
    assert (call("position_agent", 0), call("points_action")) == ((10, 10), 42)
    assert act(table, 0, "capturer") == "ok"


@pytest.mark.parametrize("preset", ["sujet", "finale"])
def test_e38_numbers_that_name_nobody(preset: str) -> None:
    seat = joute.Table(joute.load_game(GAME, preset, PREMIER_JOUEUR=0)).seat(0)
    assert (seat.call("score", 2), seat.call("position_agent", -1)) == (-1, (-1, -1))


def test_6_9_points_in_partie_fin_are_those_left() -> None:
    table = table_of("finale", [(10, 10), (14, 14)], CROSS, NB_TOURS=1)
    do(table, 0, "capturer", ("deplacer", (10, 12)))
    table.end(0)
    do(table, 1, "utiliser_turbo")
    table.end(1)
    found = [(table.seat(s).call("points_action"), table.seat(s).call("points_deplacement")) for s in (0, 1)]
    assert found == [(39, 4), (36, 7)]


def test_4_2_the_opponents_points_are_untouched() -> None:
    table = table_of("finale", [(10, 10), (14, 14)], CROSS)
    do(table, 0, "capturer")
    table.end(0)
    assert [table.seat(seat).call("points_action") for seat in (0, 1)] == [39, 42]
    table.end(1)
    assert [table.seat(seat).call("points_action") for seat in (0, 1)] == [42, 42]


def test_6_1_a_score_above_32_bits_is_capped_but_kept() -> None:
    table = table_of("finale", [(0, 0), (29, 29)], [(0, 0)], POINTS_CAPTURE=2**31 - 1)
    do(table, 0, "capturer")
    table.end(0)
    data = table.dump()
    data["state"]["players"][0]["score"] = 2**40
    loaded = joute.Table.load(data)
    assert loaded.seat(1).call("score", 0) == 2**31 - 1
    assert loaded.scores == [2**40, 0]


def test_scores_stop_at_what_a_state_holds() -> None:
    table = arranged("finale", P, dict.fromkeys([P, Q, R], "J0"), TRIANGLE, POINTS_CHAMP=2**31 - 2)
    data = table.dump()
    data["state"]["players"][0]["score"] = 2**62 - 5
    loaded = joute.Table.load(data)
    loaded.end(0)
    assert loaded.scores == [2**62, 0]


# 4.7  Failing champions

Script = Callable[[Seat], Fault | None]


class Scripted(Player):
    """A champion that does what a list says, a turn at a time, and nothing afterwards; a fault may kill it."""

    name = digest = "scripted"

    def __init__(self, *turns: list[Any], fails: dict[int, bool] | None = None) -> None:
        self.turns = turns
        self.fails = fails or {}
        self.asked = 0

    def load(self, seat: Seat) -> Fault | None:
        return None

    def sit(self, seat: Seat) -> None:
        self.seat = seat

    def ask(self, turn: Turn) -> Answer:
        if turn.callback != "jouer_tour":
            return Answer(0.0, 0.0)
        number, self.asked = self.asked, self.asked + 1
        for name, *arguments in self.turns[number] if number < len(self.turns) else ():
            assert self.seat.call(name, *arguments) == 0
        if number in self.fails:
            return Answer(0.0, 0.0, Fault(Verdict.CRASHED, "failed"), dead=self.fails[number])
        return Answer(0.0, 0.0)

    def leave(self) -> None:
        return None


FIRST = [("capturer",), ("deplacer", (13, 10)), ("capturer",), ("lier", (10, 10))]
SECOND = [("deplacer", (10, 13)), ("capturer",), ("lier", (10, 10)), ("lier", (13, 10))]


def match(champion: Scripted) -> list[tuple[list[int], Any, int]]:
    """After each turn of J0: the scores, its pawn, and the shields of (10,10)."""
    game = joute.load_game(GAME, "finale", PREMIER_JOUEUR=0, NB_TOURS=5)
    table = joute.Table(game, map_text(30, [(10, 10), (14, 14)], CROSS))
    found: list[tuple[list[int], Any, int]] = []

    def watch(table: joute.Table, line: Any) -> None:
        if line.phase == "turn" and line.seats == (0,):
            call = table.seat(1).call
            found.append((table.scores, call("position_agent", 0), call("portail_boucliers", (10, 10))))

    outcome = Referee(table, [champion, Scripted()]).play(watch)
    assert outcome.void == ""
    return found


def test_e39_a_champion_that_stops_in_the_middle_of_a_turn() -> None:
    third = [("deplacer", (10, 10)), ("ajouter_bouclier",)]
    champion = Scripted(FIRST, SECOND, third, third, third, fails={2: True})
    assert match(champion) == [
        ([20, 0], (13, 10), 0),
        ([39, 0], (10, 13), 0),
        ([48, 0], (10, 13), 0),
        ([57, 0], (10, 13), 0),
        ([66, 0], (10, 13), 0),
    ]
    assert champion.asked == 3


def test_e44_a_late_turn() -> None:
    fourth = [("deplacer", (10, 10)), ("ajouter_bouclier",)]
    champion = Scripted(FIRST, SECOND, [("deplacer", (10, 10))], fourth, fails={2: False})
    assert match(champion)[2:] == [([48, 0], (10, 13), 0), ([57, 0], (10, 10), 1), ([66, 0], (10, 10), 1)]


# 5  History


def told(table: joute.Table, seat: int) -> dict[str, list[Any]]:
    """The five lists, without the numbers of players."""
    call = table.seat(seat).call
    return {
        "captures": call("hist_portails_captures"),
        "neutralises": call("hist_portails_neutralises"),
        "liens": [tuple(link[:2]) for link in call("hist_liens_crees")],
        "champs": [tuple(field[:3]) for field in call("hist_champs_crees")],
        "boucliers": call("hist_boucliers_ajoutes"),
    }


NOTHING: dict[str, list[Any]] = {"captures": [], "neutralises": [], "liens": [], "champs": [], "boucliers": []}


def test_5_neutralised_and_captured_is_in_both_lists() -> None:
    table = arranged("finale", P, {P: "J1", Q: "J0"})
    do(table, 0, "neutraliser", "capturer", ("lier", Q))
    assert told(table, 1) == NOTHING
    table.end(0)
    assert told(table, 1) == NOTHING | {"captures": [P], "neutralises": [P], "liens": [(P, Q)]}
    assert table.seat(1).call("hist_liens_crees")[0].joueur_l == 0


def test_5_taken_by_virus_is_in_both_lists() -> None:
    table = arranged("sujet", P, {P: "J1"})
    do(table, 0, "utiliser_virus")
    table.end(0)
    assert told(table, 1) == NOTHING | {"captures": [P], "neutralises": [P]}


def test_5_given_away_by_virus_is_in_none() -> None:
    table = arranged("sujet", P, {P: "J0"})
    do(table, 0, "utiliser_virus")
    table.end(0)
    assert told(table, 1) == NOTHING


def test_5_captured_and_given_away_is_in_none() -> None:
    table = arranged("sujet", P, {P: "neutral"})
    do(table, 0, "capturer", "utiliser_virus")
    table.end(0)
    assert told(table, 1) == NOTHING


def test_5_shields_that_went_and_came_back() -> None:
    table = arranged("sujet", P, {P: "J0"}, shields={P: 2}, NB_POINTS_ACTION=60)
    do(table, 0, "utiliser_virus", "utiliser_virus", "ajouter_bouclier", "ajouter_bouclier", "ajouter_bouclier")
    table.end(0)
    assert told(table, 1) == NOTHING | {"boucliers": [P]}


def test_5_a_link_cut_and_made_again_is_not_new() -> None:
    table = arranged("sujet", P, dict.fromkeys([P, Q, R], "J0"), TRIANGLE, NB_POINTS_ACTION=60)
    do(table, 0, "utiliser_virus", "utiliser_virus", ("lier", Q), ("lier", R))
    table.end(0)
    assert told(table, 1) == NOTHING


def test_5_a_link_of_another_owner_before_is_new() -> None:
    portals = {P: "J1", (6, 5): "J1", R: "J0"}
    table = arranged("sujet", P, portals, [(P, (6, 5))], NB_POINTS_ACTION=60)
    do(table, 0, "utiliser_virus", ("deplacer", (6, 5)), "utiliser_virus", ("lier", P))
    table.end(0)
    assert told(table, 1) == NOTHING | {"captures": [P, (6, 5)], "neutralises": [P, (6, 5)], "liens": [(P, (6, 5))]}


def test_5_fields_with_one_new_side() -> None:
    portals = dict.fromkeys([P, Q, R, (20, 20), (20, 25), (25, 20)], "J0")
    old = [((20, 20), (20, 25)), ((20, 25), (25, 20)), ((20, 20), (25, 20))]
    table = arranged("finale", P, portals, [(P, R), (Q, R), *old])
    do(table, 0, ("lier", Q))
    table.end(0)
    assert told(table, 1) == NOTHING | {"liens": [(P, Q)], "champs": [(P, R, Q)]}


def test_5_each_sees_the_last_turn_of_its_opponent_also_at_the_end() -> None:
    table = table_of("finale", [P, Q], [P, Q], NB_TOURS=1)
    do(table, 0, "capturer")
    table.end(0)
    do(table, 1, "capturer", "ajouter_bouclier")
    assert told(table, 1)["captures"] == [P]
    table.end(1)
    assert table.turn.callback == "partie_fin"
    assert told(table, 0) == NOTHING | {"captures": [Q], "boucliers": [Q]}
    assert told(table, 1) == NOTHING | {"captures": [P]}


def test_5_annuler_leaves_no_trace() -> None:
    table = arranged("finale", P, {P: "neutral", Q: "J0"})
    do(table, 0, "capturer", ("lier", Q), "ajouter_bouclier")
    for _ in range(3):
        table.seat(0).call("annuler")
    table.end(0)
    assert told(table, 1) == NOTHING
