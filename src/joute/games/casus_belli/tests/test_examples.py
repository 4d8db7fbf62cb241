"""The worked examples of section 9 of the rules, under both presets and on both backends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.conformance.recordings import shared
from joute.core.conformance.scenario import Backend, Scenario, interpreted, native, read
from joute.core.errors import BoardError

from ..scene import field
from .vocabulary import PRESETS, SEED_MAP, map_text, play, played

CASES = read(Path(__file__).resolve().parent / "examples.txt")
DOCUMENT = shared("rules", "casus_belli.md")
BACKENDS = [
    pytest.param(interpreted, id="interpreted"),
    pytest.param(native, id="native"),
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_example(case: Scenario, preset: str, backend: Backend) -> None:
    play(case, preset, backend)


def test_examples_are_all_there() -> None:
    assert [case.name for case in CASES] == [f"EX-{number:02}" for number in (1, *range(4, 39))]


def test_examples_are_those_of_the_rules() -> None:
    """Every map row and every call of an example of the document is in ours, in order."""
    if not DOCUMENT.exists():
        pytest.skip("the rules document is not beside this checkout")
    sections = re.split(r"^### (?=EX-)", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    ours = {case.name: case for case in CASES}
    for section in sections:
        name = section.split()[0]
        if name in ours:
            calls = re.findall(r"^- when (?:\(`(\w+)`\) )?`(perso_.*?)` → `(\w+)`", section, flags=re.MULTILINE)
            wanted = [(preset, f"P{team_of(call)} {call} = {answer}") for preset, call, answer in calls]
            assert orders(ours[name]) == wanted or name == "EX-36", name  # EX-36 is told in words
            drawn = re.findall(r"```\n(.*?)\n```", section, flags=re.DOTALL)
            rows = drawn[0].splitlines() if drawn else []
            assert ours[name].maptext.splitlines()[4:] == rows, name


def team_of(call: str) -> str:
    """The team of the first character that a call names."""
    return re.findall(r"\b[VBE](\d+)\b", call)[0]


def orders(case: Scenario) -> list[tuple[str, str]]:
    """The orders of a scenario, and the preset each belongs to alone."""
    given = [s for s in case.statements if re.match(r"P\d+ perso_(deplace|attaque)\(", s.text)]
    return [(statement.preset, statement.text) for statement in given]


@pytest.mark.parametrize("line", ["then vie V0 9", "then at V0 0,0 SUD", "then scores 1 0", "then callback partie_fin"])
def test_notation_tells_a_wrong_line(line: str) -> None:
    with pytest.raises(AssertionError, match=r"scenario:6: lines \[sujet\]"):
        played("map P9", "given phase attaque", "given put V0 4,2 EST", line)


# EX-02


ROWS = " / ".join(SEED_MAP.splitlines()[4:])
BAD_MAPS = [
    (f"9 10 / 5 4 / 3 / 20 / {ROWS}", "carte_ligne_longueur", (0, 0), "10 character(s); expected 9; the header"),
    ("3 2 / 0 0 / 1 / 5 / ... / ..", "carte_ligne_longueur", (0, 1), "y = 1 has 2 character(s); expected 3"),
    ("3 2 / 0 0 / 1 / 5 / ...", "carte_ligne_manquante", None, "found 1 row(s)"),
    ("3 1 / 0 0 / 1 / 5 / .X.", "carte_caractere_inconnu", (1, 0), "found 'X'"),
    ("3 2 / 0 0 / 1 / 5 / .X.", "carte_caractere_inconnu", (1, 0), "found 'X'"),
    ("3 2 / 0 0 / 1 / 5 / .X.. / .Y.", "carte_ligne_longueur", (0, 0), "y = 0 has 4 character(s); expected 3"),
    ("3 1 / 3 0 / 1 / 5 / ...", "carte_depart_hors_carte", (3, 0), ""),
    ("3 1 / 1 0 / 1 / 5 / .#.", "carte_depart_mur", (1, 0), ""),
    ("3 1 / 1 0 / 1 / 5 / ... / ...", "carte_donnees_en_trop", None, ""),
    ("3 un / 1 0 / 1 / 5 / ...", "carte_entete_invalide", None, "'un'"),
    ("0 1 / 0 0 / 1 / 5", "carte_dimensions_invalides", None, ""),
    ("3 1 / 1 0 / -1 / 5 / ...", "carte_tours_invalides", None, ""),
]


@pytest.mark.parametrize(("text", "code", "cell", "said"), BAD_MAPS)
def test_ex_02_bad_maps(text: str, code: str, cell: Any, said: str) -> None:
    with pytest.raises(BoardError) as caught:
        joute.Table(joute.load_game("casus_belli"), text.replace(" / ", "\n"), 2)
    assert (caught.value.code, caught.value.cell) == (code, cell)
    assert said in caught.value.message


# EX-03, 5.2, 5.3  The pictures of the seed

FOREST = ["  FFFFF", " FFFFFFF", "FFFFFFFFF", " FFFFFFFF", " FFFFF"]
MARGIN = 10
SIDE = 30
PICTURES = {
    "a": ((3, 2), "EST", {(3, 1), (3, 2), (3, 3), (4, 2)}),
    "b": (
        (4, 0),
        "NORD",
        {(3, 0), (4, 0), (5, 0)}
        | {(x, -1) for x in range(2, 7)}
        | {(x, -2) for x in range(1, 8)}
        | {(x, -3) for x in range(9)},
    ),
    "c": (
        (7, 2),
        "NORD",
        {(6, 2), (7, 2), (8, 2)}
        | {(x, 1) for x in range(7, 10)}
        | {(x, 0) for x in range(7, 11)}
        | {(x, -1) for x in range(7, 12)},
    ),
    "d": ((4, 6), "NORD", {(3, 6), (4, 6), (5, 6)} | {(x, 5) for x in range(2, 7)} | {(6, 4), (7, 4)}),
}
FINALE_MORE = {
    "a": {(5, -1), (5, 5), (6, -2), (6, -1), (6, 5), (6, 6)},
    "b": set(),
    "c": {(3, -1)},
    "d": {(0, 3)},
}


def forest_rows() -> list[str]:
    rows = [["."] * SIDE for _ in range(SIDE)]
    for y, line in enumerate(FOREST):
        for x, letter in enumerate(line):
            if letter == "F":
                rows[MARGIN + y][MARGIN + x] = "F"
    return ["".join(row) for row in rows]


def seen(preset: str, rows: list[str], place: tuple[int, int], direction: int, size: int) -> list[tuple[int, int]]:
    table = joute.Table(joute.load_game("casus_belli", preset), map_text("0,0", rows, "0 5"), 2)
    width = len(rows[0])
    cells = field(table.world, place[1] * width + place[0], direction, size)
    return [(cell % width, cell // width) for cell in cells]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", PICTURES)
def test_ex_03_forest_pictures(name: str, preset: str) -> None:
    (x, y), direction, wanted = PICTURES[name]
    facing = ("NORD", "EST", "SUD", "OUEST").index(direction)
    cells = seen(preset, forest_rows(), (x + MARGIN, y + MARGIN), facing, 3)
    more = FINALE_MORE[name] if preset == "finale" else set()
    assert {(x - MARGIN, y - MARGIN) for x, y in cells} == wanted | more
    assert len(cells) == len(wanted | more)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("direction", range(4))
def test_ex_03_cones_on_open_grass(preset: str, direction: int) -> None:
    rows = ["." * SIDE] * SIDE
    sizes = [len(seen(preset, rows, (15, 15), direction, size)) for size in range(1, 6)]
    assert sizes == [8, 15, 24, 35, 48]


LISTED = [
    [(6, 5), (5, 5), (4, 5), (7, 4), (6, 4), (5, 4), (4, 4), (3, 4)],
    [(5, 4), (5, 5), (5, 6), (6, 3), (6, 4), (6, 5), (6, 6), (6, 7)],
    [(4, 5), (5, 5), (6, 5), (3, 6), (4, 6), (5, 6), (6, 6), (7, 6)],
    [(5, 6), (5, 5), (5, 4), (4, 7), (4, 6), (4, 5), (4, 4), (4, 3)],
]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("direction", range(4))
def test_ex_03_listing_order(preset: str, direction: int) -> None:
    assert seen(preset, ["." * 11] * 11, (5, 5), direction, 1) == LISTED[direction]


# 5.3, 5.4  The pictures of the rules: what is seen is `o` or `f`, the viewer `@`

WALL_PICTURES = [
    (
        ["...........", "...........", ".......#...", ".....#.....", "....#@#...."],
        [".o.........", "..o........", "...o...#...", "....o#o....", "....#@#...."],
        ["ooooo.o.ooo", ".oooo.o.oo.", "..ooo.o#o..", "...oo#oo...", "....#@#...."],
    ),
    (
        [".........", ".........", "......#..", "....@...."],
        ["oooooooo.", ".oooooo..", "..oooo#..", "...o@o..."],
        ["oooooo.oo", ".ooooo.o.", "..oooo#..", "...o@o..."],
    ),
    (
        [".......", "...F...", ".......", "...F...", "..F@F.."],
        [".......", "o..F..o", ".o...o.", "..oFo..", "..F@F.."],
        ["ooo.ooo", "oooFooo", "ooooooo", ".oofoo.", "..f@f.."],
    ),
]


def pictured(preset: str, rows: list[str], under: str) -> list[str]:
    """The picture of what an Elfe sees from `@`, facing NORD."""
    (x, y) = next((row.index("@"), y) for y, row in enumerate(rows) if "@" in row)
    ground = [row.replace("@", under) for row in rows]
    cells = seen(preset, [*ground, "." * len(rows[0])], (x, y), 0, 4)
    shown = [list(row) for row in rows]
    for cx, cy in cells:
        if (cx, cy) != (x, y):
            shown[cy][cx] = "f" if ground[cy][cx] == "F" else "o"
    return ["".join(row) for row in shown]


@pytest.mark.parametrize(("rows", "sujet", "finale"), WALL_PICTURES)
def test_5_3_pictures(rows: list[str], sujet: list[str], finale: list[str]) -> None:
    assert pictured("sujet", rows, ".") == sujet
    assert pictured("finale", rows, ".") == finale


@pytest.mark.parametrize("preset", PRESETS)
def test_5_3_picture_on_forest(preset: str) -> None:
    rows, _, finale = WALL_PICTURES[2]
    assert pictured(preset, rows, "F") == finale


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("direction", range(4))
def test_5_4_tower_picture(preset: str, direction: int) -> None:
    rows = [".........", ".FFFFF...", ".F.#.F...", ".F#T.F...", ".F...F...", ".FFFFF...", "........."]
    wanted = ["oooooooo.", "oFFFFFoo.", "oFo#oFoo.", "oF#ooFoo.", "oFoooFoo.", "oFFFFFoo.", "oooooooo."]
    cells = set(seen(preset, rows, (3, 3), direction, 4))
    shown = ["".join("o" if (x, y) in cells else c for x, c in enumerate(row)) for y, row in enumerate(rows)]
    assert shown == wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_5_4_seed_tower_is_seven_by_seven(preset: str) -> None:
    rows = ["." * 15 for _ in range(15)]
    rows[7] = "." * 7 + "T" + "." * 7
    assert sorted(seen(preset, rows, (7, 7), 0, 3)) == [(x, y) for x in range(4, 11) for y in range(4, 11)]
