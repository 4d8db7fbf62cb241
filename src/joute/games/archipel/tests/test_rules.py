"""The rules clause by clause, where no worked example pins them; the scenarios run on both backends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import joute
from joute.core.errors import ParamError, StateError
from joute.core.events import noted

from ..params import FLEET_MOST
from ..rules import RULES
from ..rules.events import TO_ISLAND, TO_NOBODY, Earned, Fought, Looted, Published, Sunk, Taken
from .vocabulary import GAME, M1, parse, play, position, truth

Scenario = Callable[[str], Any]


@pytest.fixture(
    params=[
        pytest.param(lambda game: game, id="interpreted"),
        pytest.param(lambda game: game.native(), id="native"),
    ]
)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    """Plays a case written in the notation of the examples."""
    return lambda text: play(parse(f"case T\n{text}"), request.param)


# 4.4  Order of play


def test_4_4_partie_init_then_both_players_in_turn_then_partie_fin() -> None:
    table = joute.Table(joute.load_game(GAME, TAILLE_TERRAIN=8, FIN_PARTIE=2), M1)
    seen = []
    while table.turn.seats:
        seen.append((table.turn.callback, table.turn.number, table.turn.seats))
        table.end_phase()
    plays = [("jouer_tour", number, (seat,)) for number in (1, 2) for seat in (0, 1)]
    assert seen == [("partie_init", 1, (0, 1)), *plays, ("partie_fin", 3, (0, 1))]


def test_4_4_a_player_without_island_and_boat_is_still_called(scenario: Scenario) -> None:
    table = scenario(
        "preset sujet; map M1\ngiven\n  boat 0 galion P0 (6,6)\nwhen\n  P0 end; P1 end; P0 end\nthen\n  tour 2"
    )
    assert table.turn.seats == (1,)
    assert table.seat(1).call("mes_iles") == []


# 4.5  Movement


def test_4_5_cargo_travels_and_colonising_needs_no_move_left(scenario: Scenario) -> None:
    scenario(
        """preset finale; map M1
given
  boat 0 caravelle P0 (2,3) or 4
when
  P0 coloniser((2,3)) = OK; P0 deplacer(0, (4,2)) = OK; P0 coloniser((4,2)) = OK
  P0 decharger(0, 4) = OK; P0 charger(0, 1) = OK; P0 construire(BATEAU_GALION, (2,3)) = OR_INSUFFISANT
then
  boat 0 caravelle P0 (4,2) or 1 fixe; island (2,3) owner 0 gold 0; island (4,2) owner 0 gold 3"""
    )


def test_4_5_a_move_to_the_other_end_of_its_range(scenario: Scenario) -> None:
    scenario(
        """preset finale; with GALION_DEPLACEMENT=0 CARAVELLE_DEPLACEMENT=2147483647; map M1
given
  boat 0 galion P0 (0,0); boat 1 caravelle P0 (0,0)
when
  P0 deplacer(0, (0,1)) = TROP_LOIN; P0 deplacer(0, (0,0)) = OK; P0 deplacer(1, (7,7)) = OK
then
  boat 0 galion P0 (0,0) fixe; boat 1 caravelle P0 (7,7) fixe"""
    )


def test_4_5_enemy_galions_prevent_no_action(scenario: Scenario) -> None:
    scenario(
        """preset finale; map M1
given
  boat 0 caravelle P0 (2,3) or 5; boat 1 galion P1 (2,3); boat 2 caravelle P0 (2,3)
when
  P0 coloniser((2,3)) = OK; P0 decharger(0, 5) = OK; P0 construire(BATEAU_GALION, (2,3)) = OK
  P0 transferer(0, 0, 2) = OK; P0 charger(0, 1) = OK
  P0 end
then
  alive 0 2 3; island (2,3) owner 0 gold 0; boat 0 caravelle P0 (2,3) or 1"""
    )


# 4.6  Fights


def test_4_6_step_2_the_attacker_takes_part_by_owning(scenario: Scenario) -> None:
    """A galion that lies on an island of the active player takes it, whoever defends by owning."""
    for preset in ("sujet", "finale"):
        scenario(
            f"""preset {preset}; with PROPRIETAIRE_DEFEND=false; map M1
given
  boat 0 galion P1 (1,1)
when
  P0 end
then
  alive 0; island (1,1) owner 1 gold 20"""
        )


def test_4_6_step_2_a_caravelle_of_the_owner_makes_it_fall_at_once(scenario: Scenario) -> None:
    scenario(
        """preset finale; map M1
given
  boat 0 galion P0 (6,6); boat 1 caravelle P1 (6,6) or 3
when
  P0 end
then
  alive 0; island (6,6) owner 0 gold 20"""
    )


def test_4_6_step_3_galions_count_whether_they_may_move_or_not(scenario: Scenario) -> None:
    scenario(
        """preset finale; map M1
given
  boat 0 galion P0 (3,3) fixe; boat 1 galion P1 (3,3) fixe; boat 2 galion P1 (3,3)
when
  P0 end
then
  alive 1 2; boat 1 galion P1 (3,3) fixe"""
    )


@pytest.mark.parametrize(("owner", "winner"), [("-1", 0), ("0", 0), ("1", 1)])
def test_4_6_step_4_equal_with_egalite_proprietaire(scenario: Scenario, owner: str, winner: int) -> None:
    scenario(
        f"""preset finale; map M1
given
  island (2,3) owner {owner} gold 0; boat 0 galion P0 (2,3); boat 1 galion P1 (2,3)
when
  P0 end
then
  alive {winner}; island (2,3) owner {owner} gold 0"""
    )


@pytest.mark.parametrize("owner", ["-1", "0", "1"])
def test_4_6_step_4_equal_with_egalite_defenseur(scenario: Scenario, owner: str) -> None:
    scenario(
        f"""preset sujet; map M1
given
  turn P1; island (2,3) owner {owner} gold 0; boat 0 galion P0 (2,3); boat 1 galion P1 (2,3)
when
  P1 end
then
  alive 0; boat 0 galion P0 (2,3); island (2,3) owner 0 gold 10; tour 2"""
    )


def test_4_6_step_7_only_boats_of_the_cell_sink(scenario: Scenario) -> None:
    scenario(
        """preset finale; map M1
given
  boat 0 galion P1 (3,3); boat 1 caravelle P1 (3,3); boat 2 caravelle P1 (3,4); boat 3 galion P0 (3,3)
  boat 4 galion P0 (3,3)
when
  P0 end
then
  alive 2 3 4"""
    )


def test_4_6_step_8_losses_with_the_smallest_ids_and_their_cargo(scenario: Scenario) -> None:
    scenario(
        """preset finale; map M1
given
  boat 0 galion P0 (3,3) or 5; boat 1 galion P1 (3,3); boat 2 galion P0 (3,3) or 6; boat 3 galion P1 (3,3)
  boat 4 galion P0 (3,3) or 7; boat 5 galion P1 (3,3) or 2; boat 6 galion P0 (3,3) or 8
  boat 7 caravelle P0 (3,3); boat 8 caravelle P0 (3,3)
when
  P0 end
then
  alive 4 6 7 8; boat 4 galion P0 (3,3) or 7; boat 6 galion P0 (3,3) or 8; boat 7 caravelle P0 (3,3) or 2"""
    )


def test_4_6_step_9_loot_at_sea_goes_to_a_caravelle_even_with_butin_ile(scenario: Scenario) -> None:
    scenario(
        """preset sujet; map M1
given
  boat 0 galion P0 (3,3); boat 1 caravelle P0 (3,3) or 1; boat 2 caravelle P1 (3,3) or 6
when
  P0 end
then
  alive 0 1; boat 1 caravelle P0 (3,3) or 7"""
    )


def test_4_6_several_cells_in_one_turn(scenario: Scenario) -> None:
    scenario(
        """preset sujet; map M1
given
  boat 0 galion P0 (3,3); boat 1 galion P1 (3,3); boat 2 galion P0 (6,6); boat 3 galion P1 (2,3)
  boat 4 caravelle P0 (2,3) or 4; boat 5 caravelle P0 (7,7); boat 6 caravelle P1 (7,7)
when
  P0 end
  P1 liste_id_bateaux_position((3,3)) = [0]; P1 liste_id_bateaux_position((7,7)) = [5, 6]
  P1 liste_id_bateaux_position((2,3)) = [3]; P1 nombre_bateaux(0) = 3; P1 nombre_bateaux(1) = 2
  P1 bateau_existe(1) = false; P1 bateau_existe(4) = false
then
  alive 0 2 3 5 6; island (6,6) owner 0 gold 20; island (2,3) owner 1 gold 4"""
    )


def test_4_6_events_tell_a_fight_whole() -> None:
    case = parse(
        """case T
preset sujet; map M1
given
  boat 0 galion P0 (6,6) or 2; boat 1 galion P0 (6,6); boat 2 galion P0 (6,6); boat 3 galion P1 (6,6)
  boat 4 galion P1 (6,6); boat 5 caravelle P1 (6,6) or 9; boat 6 galion P0 (0,0); boat 7 caravelle P1 (0,0) or 3"""
    )
    table = position(case, lambda game: game)
    world = table.game.listening(table.world, 20)
    table.game.resolve(world)
    told(
        world,
        Fought(cell=54, attacker=0, attacking=3, defending=2, winner=0),
        Taken(cell=54, seat=0, before=1),
        Sunk(cell=54, id=3, seat=1, btype=1, nb_or=0),
        Sunk(cell=54, id=4, seat=1, btype=1, nb_or=0),
        Sunk(cell=54, id=5, seat=1, btype=0, nb_or=9),
        Sunk(cell=54, id=0, seat=0, btype=1, nb_or=2),
        Looted(cell=54, nb_or=9, receiver=TO_ISLAND, winner=0),
        Fought(cell=0, attacker=0, attacking=1, defending=0, winner=0),
        Sunk(cell=0, id=7, seat=1, btype=0, nb_or=3),
        Looted(cell=0, nb_or=3, receiver=TO_NOBODY, winner=0),
    )
    world = table.game.listening(world, 20)
    table.game.resolve(world)
    told(
        world,
        Earned(island=0, seat=0, nb_or=10),
        Earned(island=5, seat=0, nb_or=10),
        Published(seat=0, score=30 + 39 + 3),
        Published(seat=1, score=0),
    )


def told(world: Any, *events: Any) -> None:
    """These events were noted, each of its own kind."""
    found = list(noted(world.scratch.events, RULES.events))
    assert found == list(events)
    assert [type(event) for event in found] == [type(event) for event in events]


# 4.7 to 4.9  Closing, ids, score


def test_4_7_islands_earn_for_whoever_owns_them_then(scenario: Scenario) -> None:
    scenario(
        """preset finale; with SCORE_APRES_REVENU=true; map M1
given
  island (4,2) owner 1 gold 7; island (2,3) owner 0 gold 1
when
  P0 end; P1 end
then
  island (4,2) owner 1 gold 17; island (2,3) owner 0 gold 6; island (4,5) owner -1 gold 0; score 0 31; score 1 42"""
    )


def test_4_8_ids_are_common_and_never_reused(scenario: Scenario) -> None:
    scenario(
        """preset sujet; map M1
given
  boat 0 galion P0 (6,6)
when
  P0 construire(BATEAU_GALION, (1,1)) = OK; P0 construire(BATEAU_ERREUR, (1,1)) = OR_INSUFFISANT
  P0 end
  P1 id_dernier_bateau_construit() = 1
  P1 end
  P0 deplacer(1, (1,2)) = OK; P0 end
  P1 end
  P0 construire(BATEAU_CARAVELLE, (6,6)) = OK
  P0 id_dernier_bateau_construit() = 2
then
  alive 0 1 2"""
    )


def test_4_8_the_id_of_a_sunk_boat_stays_invalid(scenario: Scenario) -> None:
    scenario(
        """preset sujet; map M1
given
  boat 0 caravelle P0 (3,3); boat 1 galion P1 (3,3); boat 2 caravelle P0 (1,1)
when
  P0 end; P1 end
  P0 construire(BATEAU_GALION, (1,1)) = OK
  P0 deplacer(0, (3,3)) = ID_INVALIDE; P0 charger(0, 0) = ID_INVALIDE; P0 transferer(0, 0, 2) = ID_INVALIDE
  P0 bateau_existe(0) = false; P0 info_bateau(0) = info_bateau(-1); P0 nombre_bateaux(0) = 2
then
  alive 1 2 3"""
    )


def test_4_9_the_worth_of_boats_is_their_price(scenario: Scenario) -> None:
    scenario(
        """preset finale; with CARAVELLE_COUT=7 GALION_COUT=2; map M1
given
  boat 0 caravelle P0 (1,1) or 5; boat 1 galion P0 (1,2); boat 2 galion P1 (7,7) or 1
when
  P0 end; P1 end
then
  score 0 34; score 1 23"""
    )


def test_4_9_equal_scores_are_a_draw() -> None:
    table = joute.Table(joute.load_game(GAME, TAILLE_TERRAIN=8, FIN_PARTIE=1), M1)
    while table.turn.seats:
        table.end_phase()
    assert table.result.ranks == (1, 1)
    assert table.result.scores == (30, 30)


# 6.4  The order of the checks


ORDER = """preset finale; with LIMITE_BATEAUX=2 TRANSPORTEURS=["BATEAU_CARAVELLE"]; map M1
given
  boat 0 galion P1 (1,1) or 3; boat 1 caravelle P1 (1,1) or 3; boat 2 caravelle P0 (2,3); boat 3 caravelle P0 (1,1)
when
"""


@pytest.mark.parametrize(
    "line",
    [
        "P0 construire(7, (-1,1)) = POSITION_INVALIDE",
        "P0 construire(7, (0,0)) = ILE_INVALIDE",
        "P0 construire(7, (4,2)) = ILE_INVALIDE",
        "P0 construire(7, (6,6)) = ILE_ENNEMIE",
        "P0 construire(7, (1,1)) = OR_INSUFFISANT",
        "P0 construire(-1, (1,1)) = OR_INSUFFISANT",
        "P0 construire(BATEAU_GALION, (1,1)) = LIMITE_ATTEINTE",
        "P0 charger(0, 99) = ID_INVALIDE",
        "P0 charger(2, 99) = ILE_ENNEMIE",
        "P0 charger(1, 99) = OR_INSUFFISANT",
        "P0 charger(1, 1) = BATEAU_ENNEMI",
        "P0 decharger(0, 99) = ID_INVALIDE",
        "P0 decharger(2, 99) = ILE_ENNEMIE",
        "P0 decharger(1, 99) = BATEAU_ENNEMI",
        "P0 decharger(3, 1) = OR_INSUFFISANT",
        "P0 transferer(99, 0, 2) = ID_INVALIDE",
        "P0 transferer(99, 2, 0) = ID_INVALIDE",
        "P0 transferer(99, 1, 2) = POSITION_INVALIDE",
        "P0 transferer(99, 3, 1) = BATEAU_ENNEMI",
        "P0 transferer(99, 1, 3) = BATEAU_ENNEMI",
        "P0 transferer(99, 3, 3) = OR_INSUFFISANT",
        "P0 coloniser((2,3)) = OK",
    ],
)
def test_6_4_order_of_checks(scenario: Scenario, line: str) -> None:
    scenario(ORDER + "  " + line)


def test_6_4_the_price_comes_before_the_limit(scenario: Scenario) -> None:
    scenario(
        """preset finale; with LIMITE_BATEAUX=0; map M1
given
  island (1,1) owner 0 gold 3
when
  P0 construire(BATEAU_GALION, (1,1)) = OR_INSUFFISANT
  P0 end
  P1 construire(BATEAU_GALION, (6,6)) = LIMITE_ATTEINTE"""
    )


def test_6_1_actions_outside_the_own_turn_run_no_check() -> None:
    table = joute.Table(joute.load_game(GAME, TAILLE_TERRAIN=8, FIN_PARTIE=1), M1)
    calls = [("construire", 1, (1, 1)), ("deplacer", 9, (9, 9)), ("coloniser", (9, 9)), ("charger", 9, 9)]
    calls += [("decharger", 9, 9), ("transferer", 9, 9, 9)]
    while table.turn.seats:
        for seat in {0, 1} - set(table.turn.seats) or {0, 1}:
            assert [table.seat(seat).call(*call) for call in calls] == [1] * len(calls)
        table.end_phase()
    assert table.scores == [30, 30]


# Bounds


def test_gold_stops_at_what_a_state_holds(scenario: Scenario) -> None:
    most = 2**61
    scenario(
        f"""preset sujet; with REVENU_ILE=2147483647 CARAVELLE_COUT=2147483647; map M1
given
  island (1,1) owner 0 gold {most}; island (2,3) owner 0 gold {most}; boat 0 caravelle P0 (1,1) or {most}
  boat 1 caravelle P0 (1,1) or {most}; boat 2 caravelle P0 (1,1) or {most}
when
  P0 charger(0, 1) = OK; P0 info_ile_or((1,1)) = 2147483647; P0 end; P1 end
  P0 score(0) = 2147483647
then
  island (1,1) owner 0 gold {most}; score 0 {2**62}"""
    )


def test_a_limit_beyond_what_a_state_holds_is_refused() -> None:
    assert len(joute.Table(joute.load_game(GAME, LIMITE_BATEAUX=FLEET_MOST)).state.links) == 2 * FLEET_MOST
    message = "parameter LIMITE_BATEAUX: found 65537, expected a whole number from 0 to 65536"
    with pytest.raises(ParamError, match=message):
        joute.load_game(GAME, LIMITE_BATEAUX=FLEET_MOST + 1)


# Loaded states


def spoilt(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """A dump of a small position with one thing changed."""
    case = parse("case T\npreset finale; with LIMITE_BATEAUX=2; map M1\ngiven\n  boat 0 galion P0 (1,1)")
    data = position(case, lambda game: game).dump()
    change(data["state"])
    return data


def test_a_dump_is_loaded_again() -> None:
    table = joute.Table.load(spoilt(lambda state: None))
    assert truth(table)["boats"] == [{"id": 0, "x": 1, "y": 1, "seat": 0, "btype": 1, "nb_or": 0, "deplacable": 1}]
    assert table.seat(0).call("liste_id_bateaux_position", (1, 1)) == [0]


def boat(number: int) -> dict[str, int]:
    return {"id": number, "x": 0, "y": 0, "seat": 0, "btype": 0, "nb_or": 0, "deplacable": 1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s["islands"][0].update(x=2), "an island is not where the board has it"),
        (lambda s: s["islands"][1].update(nb_or=2), "a free island holds gold"),
        (lambda s: s["head"].update(next_id=0), "the ids of the boats do not grow, or reach next_id"),
        (lambda s: (s["boats"].append(boat(0)), s["head"].update(next_id=5)), "the ids of the boats do not grow"),
        (
            lambda s: (s["boats"].extend([boat(1), boat(2)]), s["head"].update(next_id=3)),
            "a player has more boats than LIMITE_BATEAUX",
        ),
        (lambda s: s["head"].update(turn=201), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(turn=202), "state.head.turn: found 202, expected a number from 1 to 201"),
        (lambda s: s["head"].update(turn=0), "state.head.turn: found 0, expected a number from 1 to 201"),
        (lambda s: s["head"].update(phase=2), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(phase=3), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(phase=0, turn=2), "head.turn and head.phase contradict each other"),
        (lambda s: s["head"].update(phase=0, seat=1), "head.seat is not the first seat although no turn is being"),
        (lambda s: s["head"].update(phase=2, turn=201, seat=1), "head.seat is not the first seat although no turn"),
        (lambda s: s["head"].update(phase=3, turn=201, seat=1), "head.seat is not the first seat although no turn"),
        (lambda s: s["head"].update(seat=2), "state.head.seat: found 2, expected a number from 0 to 1"),
        (lambda s: s["head"].update(next_id=2**48), f"expected a number from 0 to {200 * 2 * 65_536}"),
        (lambda s: s["boats"][0].update(x=8), r"state.boats\[0\].x: found 8, expected a number from 0 to 7"),
        (lambda s: s["islands"][0].update(seat=2), r"state.islands\[0\].seat"),
    ],
)
def test_an_impossible_state_is_refused(change: Callable[[dict[str, Any]], object], message: str) -> None:
    with pytest.raises(StateError, match=message):
        joute.Table.load(spoilt(change))


@pytest.mark.parametrize("phase", [2, 3])
def test_the_round_after_the_last_is_loaded_at_the_end(phase: int) -> None:
    data = spoilt(lambda state: state["head"].update(phase=phase, turn=201))
    assert joute.Table.load(data).turn.callback == ("partie_fin" if phase == 2 else "")
