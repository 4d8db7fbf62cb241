"""Values that cross the border to compiled code and come back: every type of the API, in every compiled language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.players.native import NativeChampion
from joute.core.world import Turn
from tests.champions import native_support

PROBES = {
    "c": """
void jouer_placement(void) {
  position a = {1, 2}, b = {3, 4};
  perso_info info = perso_classe_info(PERSO_ELFE);
  position_array path = chemin(a, b);
  int_array s = scores();
  perso_deplace(info, path, ORIENTATION_OUEST);
  perso_attaque(info, ATTAQUE_LOTO, carte_taille());
  position c = {s.datas[0], s.datas[1]}, d = {s.datas[2], (int)s.length};
  if (distance(c, d) == -5 && carte_zone_type(c) == ZONE_MUR) tour_actuel();
  free(path.datas);
  path.length = 1025;
  path.datas = calloc(1025, sizeof *path.datas);
  perso_deplace(info, path, ORIENTATION_NORD);
}
""",
    "cxx": """
void jouer_placement() {
  perso_info info = perso_classe_info(PERSO_ELFE);
  std::vector<position> path = chemin({1, 2}, {3, 4});
  std::vector<int> s = scores();
  perso_deplace(info, path, ORIENTATION_OUEST);
  perso_attaque(info, ATTAQUE_LOTO, carte_taille());
  position c = {s[0], s[1]}, d = {s[2], (int)s.size()};
  if (distance(c, d) == -5 && carte_zone_type(c) == ZONE_MUR) tour_actuel();
  perso_deplace(info, std::vector<position>(1025), ORIENTATION_NORD);
}
""",
    "ocaml": """
let jouer_placement () =
  let info = perso_classe_info Perso_elfe in
  let path = chemin (1, 2) (3, 4) in
  let s = scores () in
  ignore (perso_deplace info path Orientation_ouest);
  ignore (perso_attaque info Attaque_loto (carte_taille ()));
  let c = (s.(0), s.(1)) and d = (s.(2), Array.length s) in
  if distance c d = -5 && carte_zone_type c = Zone_mur then ignore (tour_actuel ());
  ignore (perso_deplace info (Array.make 1025 (0, 0)) Orientation_nord)
""",
    "rust": """
pub fn jouer_placement() {
    let info = perso_classe_info(PersoClasse::PersoElfe);
    let path = chemin(Position { x: 1, y: 2 }, Position { x: 3, y: 4 });
    let s = scores();
    perso_deplace(info, &path, Orientation::OrientationOuest);
    perso_attaque(info, AttaqueType::AttaqueLoto, carte_taille());
    let c = Position { x: s[0], y: s[1] };
    let d = Position { x: s[2], y: s.len() as i32 };
    if distance(c, d) == -5 && carte_zone_type(c) == ZoneType::ZoneMur {
        tour_actuel();
    }
    perso_deplace(info, &vec![Position { x: 0, y: 0 }; 1025], Orientation::OrientationNord);
}
""",
}
OTHERS = {
    "c": "void jouer_attaque(void) {}\nvoid jouer_deplacement(void) {}\n",
    "cxx": "void jouer_attaque() {}\nvoid jouer_deplacement() {}\n",
    "ocaml": "let () =\n"
    + "".join(
        f'  Callback.register "{name}" {use};\n'
        for name, use in (
            ("jouer_placement", "jouer_placement"),
            ("jouer_attaque", "(fun () -> ())"),
            ("jouer_deplacement", "(fun () -> ())"),
        )
    ),
    "rust": "pub fn jouer_attaque() {}\npub fn jouer_deplacement() {}\n",
}
BIG = 2**31 - 1


def seated(champion: NativeChampion, seat: Any) -> NativeChampion:
    assert champion.load(seat) is None
    champion.sit(seat)
    return champion


@pytest.mark.parametrize("language", native_support.LANGUAGES)
def test_structs_enums_and_lists_arrive_as_they_were_sent(tmp_path: Path, language: str) -> None:
    game = joute.load_game("casus_belli")
    api = game.module("api")
    info, path = api.PersoInfo(7, 2, -3, 1), [api.Position(5, 6), api.Position(-7, 8)]
    answers = {
        "perso_classe_info": info,
        "chemin": path,
        "scores": [1, -2, BIG],
        "carte_taille": api.Position(-(2**31), 9),
        "distance": -5,
        "carte_zone_type": api.ZoneType.ZONE_MUR,
    }
    seat = native_support.Scripted(game, answers)
    player = seated(native_support.champion(tmp_path, game, language, PROBES[language] + OTHERS[language]), seat)
    answer = player.ask(Turn(0, "placement", "jouer_placement", (0,)))
    player.leave()
    assert answer.fault is None
    assert seat.calls == [
        ("perso_classe_info", 2),
        ("chemin", (1, 2), (3, 4)),
        ("scores",),
        ("perso_deplace", (7, 2, -3, 1), [(5, 6), (-7, 8)], 3),
        ("carte_taille",),
        ("perso_attaque", (7, 2, -3, 1), 6, (-(2**31), 9)),
        ("distance", (1, -2), (BIG, 3)),
        ("carte_zone_type", (1, -2)),
        ("tour_actuel",),
        ("perso_deplace", (7, 2, -3, 1), None, 0),
    ]


TEXTS = {
    "c": 'void jouer_tour(void) { char* t = view(); farm(strcmp(t, "{\\"é\\":[1]}"), visible(2, 3)); free(t); }',
    "cxx": 'void jouer_tour() { farm(view() != "{\\"é\\":[1]}", visible(2, 3)); }',
    "ocaml": 'let jouer_tour () = ignore (farm (compare (view ()) "{\\"é\\":[1]}") (if visible 2 3 then 1 else 0))\n'
    'let () = Callback.register "jouer_tour" jouer_tour',
    "rust": 'pub fn jouer_tour() { farm((view() != "{\\"é\\":[1]}") as i32, visible(2, 3) as i32); }',
}


@pytest.mark.parametrize("language", native_support.LANGUAGES)
def test_json_comes_as_text_and_truth_values_as_such(tmp_path: Path, language: str) -> None:
    game = joute.load_game("chartichaud")
    seat = native_support.Scripted(game, {"view": {"é": [1]}, "visible": True})
    player = seated(native_support.champion(tmp_path, game, language, TEXTS[language]), seat)
    assert player.ask(Turn(0, "turn", "jouer_tour", (0,))).fault is None
    player.leave()
    assert sorted(seat.calls) == [("farm", 0, 1), ("view",), ("visible", 2, 3)]


def test_ocaml_numbers_beyond_32_bits_are_passed_on_for_the_rules_to_judge(tmp_path: Path) -> None:
    game = joute.load_game("chartichaud")
    seat = native_support.Scripted(game, {})
    text = 'let () = Callback.register "jouer_tour" (fun () -> ignore (gold_at 4611686018427387903 (-1)))'
    player = seated(native_support.champion(tmp_path, game, "ocaml", text), seat)
    assert player.ask(Turn(0, "turn", "jouer_tour", (0,))).fault is None
    assert seat.calls == [("gold_at", 2**62 - 1, -1)]


@pytest.mark.parametrize("name", ["chartichaud", "archipel", "portails", "tours_de_magie", "casus_belli", "toy"])
def test_enumerations_number_their_members_in_declared_order(name: str) -> None:
    for kind in joute.load_game(name).api.enums.values():
        assert [int(member) for member in kind] == list(range(len(kind)))
