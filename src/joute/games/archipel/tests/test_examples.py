"""The worked examples of section 8 of the rules, each on both backends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.cli.boards import file_text
from joute.cli.exits import Stop
from joute.core.conformance.recordings import shared
from joute.core.conformance.scenario import Backend, Scenario, interpreted, native
from joute.core.conformance.scenario import read as read_scenarios
from joute.core.errors import BoardError, ParamError

from ..board import Board, read
from ..params import FLEET_MOST
from .vocabulary import FOLDER, GAME, M1, parse, play, position, truth

EXAMPLES = FOLDER / "tests" / "examples.txt"
CASES = read_scenarios(EXAMPLES)
DOCUMENT = shared("rules", "archipel.md")

BACKENDS = [
    pytest.param(interpreted, id="interpreted"),
    pytest.param(native, id="native"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_example(case: Scenario, backend: Backend) -> None:
    play(case, backend)


def test_a_column_in_no_table_is_set_by_its_row() -> None:
    play(parse("case X\ngiven scores[1] = 5\nthen scores[1] = 5"))


def test_examples_are_all_there() -> None:
    assert [case.name for case in CASES] == [f"E{number:02}" for number in range(1, 47)]


def test_examples_are_those_of_the_rules() -> None:
    if not DOCUMENT.exists():
        pytest.skip("the rules document is not beside this checkout")
    fenced = DOCUMENT.read_text(encoding="utf-8").split("```archipel\n")[1:]
    ours = EXAMPLES.read_text(encoding="utf-8").rstrip("\n").split("\n\ncase ")
    assert [block.partition("\n")[2] for block in ours] == [block.partition("\n```")[0] for block in fenced]


GIVEN = "preset finale; map M1\ngiven\n  boat 0 galion P0 (1,1) or 3\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "when\n  P0 deplacer(0, (1,2)) = TROP_LOIN",
            r"scenario:6: E00 \[finale\]: P0 deplacer\(0, \(1,2\)\) = TROP_LOIN: found 0",
        ),
        ("when\n  P0 bateau_existe(0) = 1", "found True, expected 1"),
        ("when\n  P0 count(liste_iles()) = 7", "found 6, expected 7"),
        ("then\n  alive none", r"found \[0\], expected \[\]"),
        ("then\n  boat 0 galion P0 (1,1)", "found"),
        ("then\n  boat 0 galion P0 (1,1) or 3 fixe", "found"),
        ("then\n  boat 1 galion P0 (1,1)", "found"),
        ("then\n  island (1,1) owner 0 gold 21", "found"),
        ("then\n  score 0 1", "found 0, expected 1"),
        ("then\n  tour 2", "found 1, expected 2"),
        ("then\n  over yes", "found False, expected True"),
    ],
)
def test_notation_tells_a_wrong_line(lines: str, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        play(parse(f"case E00 wrong\n{GIVEN}{lines}"), interpreted)


# Examples told in words


@pytest.mark.parametrize("preset", ["sujet", "finale"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TAILLE_TERRAIN", 1),
        ("FIN_PARTIE", 0),
        ("MAX_JOUEURS", 3),
        ("REVENU_ILE", -1),
        ("GALION_COUT", 1.5),
        ("PREMIER_JOUEUR", -1),
        ("EGALITE_ILE", "attaquant"),
        ("BUTIN_ILE", True),
        ("SCORE_APRES_REVENU", 2),
        ("TRANSPORTEURS", ["BATEAU_ERREUR"]),
        ("REVENU_MER", 1),
        ("LIMITE_BATEAUX", FLEET_MOST + 1),
        ("LIMITE_BATEAUX", 2**31),
        ("PREMIER_JOUEUR", 2**31 - 1),
        ("OR_INITIAL", True),
        ("PROPRIETAIRE_DEFEND", "true"),
    ],
)
def test_example_e47_rejected(preset: str, name: str, value: Any) -> None:
    with pytest.raises(ParamError, match=name):
        joute.load_game(GAME, preset, **{name: value})


@pytest.mark.parametrize("preset", ["sujet", "finale"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TAILLE_TERRAIN", 2),
        ("FIN_PARTIE", 1),
        ("LIMITE_BATEAUX", 0),
        ("REVENU_ILE", 0),
        ("PREMIER_JOUEUR", 0),
        ("TRANSPORTEURS", []),
        ("LIMITE_BATEAUX", FLEET_MOST),
        ("PREMIER_JOUEUR", 2**31 - 2),
    ],
)
def test_example_e47_accepted(preset: str, name: str, value: Any) -> None:
    game = joute.load_game(GAME, preset, **{name: value})
    assert game.params[name] == value
    table = joute.Table(game)
    table.end_phase()
    table.end(0)
    table.end(1)
    assert table.turn.number == 2


@pytest.mark.parametrize("backend", BACKENDS)
def test_example_e48(backend: Backend) -> None:
    table = position(parse("case E48\npreset finale; map M1\ngiven\n  boat 0 caravelle P0 (1,1)"), backend)
    seat = table.seat(0)
    assert all(seat.call("charger", 0, 0) == 0 for _ in range(65_536))
    before = truth(table)
    for name, *values in (("charger", 0, 0), ("construire", 1, (1, 1)), ("deplacer", 99, (99, 99))):
        assert seat.call(name, *values) == seat.api.LIMITE_ATTEINTE
    assert truth(table) == before
    assert seat.call("info_ile_or", (1, 1)) == 20
    table.end(0)
    assert table.seat(1).call("construire", 1, (6, 6)) == 0
    table.end(1)
    assert table.seat(0).call("construire", 1, (1, 1)) == 0


def test_example_e49_orders_of_a_late_turn_are_lost() -> None:
    """What the referee does with a late answer: it renews the seat, and the turn ends."""
    table = position(parse("case E49\npreset finale; map M1"), interpreted)
    assert table.seat(0).call("construire", 1, (1, 1)) == 0
    table.seat(0).renew()
    table.end(0)
    assert table.seat(1).call("info_ile_or", (1, 1)) == 20
    assert table.seat(1).call("nombre_bateaux", 0) == 0
    table.end(1)
    assert table.seat(0).call("construire", 1, (1, 1)) == 0
    assert table.seat(0).call("info_bateau", 0).btype == 1
    assert table.seat(0).call("info_ile_or", (1, 1)) == 21


def test_example_e49_a_stopped_champion_keeps_earning() -> None:
    table = position(parse("case E49\npreset finale; map M1"), interpreted)
    for _ in range(3):
        table.end(0)
        table.end(1)
    assert [isle["nb_or"] for isle in truth(table)["islands"]] == [35, 0, 0, 0, 0, 35]


GOOD = "0 0\n3 3\no~~~\n~~~~\n~~~~\n~~~o\n"


def board_of(text: str) -> Board:
    return read(text, {"TAILLE_TERRAIN": 4})


@pytest.mark.parametrize("content", [None, b"\xff" + GOOD.encode()])
def test_example_e50_unreadable(content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "carte.txt").write_bytes(content)
    with pytest.raises(Stop, match=r"carte\.txt: CARTE_ILLISIBLE: "):
        file_text(joute.load_game(GAME), tmp_path / "carte.txt")


def test_example_e50_readable(tmp_path: Path) -> None:
    (tmp_path / "carte.txt").write_bytes(GOOD.encode())
    assert board_of(file_text(joute.load_game(GAME), tmp_path / "carte.txt")) == board_of(GOOD)
    assert board_of(GOOD.replace("~\n~", "~\v~").replace("~\n~", "~\f~")) == board_of(GOOD)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "CARTE_DEPART_ILLISIBLE", "joueur 1"),
        ("\ufeff" + GOOD, "CARTE_DEPART_ILLISIBLE", "joueur 1"),
        (GOOD.replace("~~~~\n", "~~é~\n", 1), "CARTE_CASE_INCONNUE", "x=2, y=1"),
        (GOOD.replace("~~~~\n~~~~", "~~~~\u00a0~~~~"), "CARTE_LONGUEUR_LIGNE", "9 caractères"),
    ],
)
def test_example_e50_other_characters(text: str, code: str, words: str) -> None:
    with pytest.raises(BoardError, match=words) as caught:
        board_of(text)
    assert caught.value.code == code


def test_maps_of_the_examples_load() -> None:
    assert joute.Table(joute.load_game(GAME, TAILLE_TERRAIN=8), M1).turn.callback == "partie_init"
