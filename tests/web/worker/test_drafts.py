"""Every brush of every game, on the usual board and on a position: what it leaves loads, or it says why not."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest

from joute import Table, load_game
from joute.core.editor import editor_of
from joute.core.folder import board_names, bundled_board
from joute.core.hand import Cell
from joute.core.text import Text
from joute.web.edits import AddRow, Draft, DropRow, EditAnswer, EditRequest, Paint, Resize, SetFigure
from joute.web.worker.drafts import edited

GAMES = ("archipel", "casus_belli", "chartichaud", "portails", "tours_de_magie")
PALETTES = [
    (game, kind, brush.name)
    for game in GAMES
    for kind in ("board", "position")
    for palette in [getattr(editor_of(load_game(game)), kind)]
    for brush in (*palette.brushes, palette.eraser)
]


def asked(game: str, kind: str, *edits: Any, text: str = "", cell: Cell | None = None, **more: Any) -> EditAnswer:
    return edited(EditRequest(Draft(game, kind, text), list(edits), cell, **more))  # type: ignore[arg-type]


@cache
def usual(game: str, kind: str) -> EditAnswer:
    """The usual board, or a position in which much can be painted: the players own the islands and portals."""
    made = asked(game, kind)
    if (game, kind) == ("archipel", "position"):
        owned = [SetFigure("islands", row, "seat", str(row % 2)) for row in range(6)]
        made = asked(game, kind, *owned, text=made.draft.text)
    if (game, kind) == ("portails", "position"):
        owned = [SetFigure("portals", row, "owner", "0") for row in range(2)]
        made = asked(game, kind, *owned, text=made.draft.text)
    assert (made.trouble, made.refused) == (None, [])
    assert made.scene is not None
    return made


def places(game: str, kind: str, text: str) -> list[Cell]:
    """Cells of every sort; the first two can be joined."""
    if game in ("archipel", "portails"):
        board = load_game(game).board(text if kind == "board" else json.loads(text)["board"], 2, 0)
        spots = board.islands if game == "archipel" else board.portals
        return [*list(zip(spots.x, spots.y, strict=True))[:4], (0, 0)]
    return [(0, 0), (1, 1), (2, 3), (4, 4)]


@pytest.mark.parametrize(("game", "kind", "name"), PALETTES)
def test_what_a_brush_leaves_loads_or_says_why_not(game: str, kind: str, name: str) -> None:
    before = usual(game, kind)
    text = before.draft.text
    palette = getattr(editor_of(load_game(game)), kind)
    (brush,) = [one for one in (*palette.brushes, palette.eraser) if one.name == name]
    amount = brush.amount.usual if brush.amount else 0
    spots = places(game, kind, text)
    strokes = [spots[:2]] if brush.join else [[spot] for spot in spots]
    answers = [asked(game, kind, Paint(name, stroke, amount), text=text) for stroke in strokes]
    changed = 0
    for answer in answers:
        assert answer.scene is not None
        changed += answer.draft.text != text
        if answer.trouble is None:
            loads(answer)
        else:
            assert answer.trouble.text.en
    assert changed or name == "erase"
    again = asked(game, kind, text=answers[-1].draft.text)
    assert (again.draft.text, again.trouble) == (answers[-1].draft.text, answers[-1].trouble)


def loads(answer: EditAnswer) -> None:
    """A board is read back as it is written; a position is loaded."""
    if answer.draft.kind == "position":
        assert Table.load(json.loads(answer.draft.text)).seats == answer.seats
        return
    game = load_game(answer.draft.game, answer.draft.preset, **(answer.draft.params)).fitted(answer.draft.text)
    assert game.boards.write(game.board(answer.draft.text, answer.seats, 0)) == answer.draft.text


@pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in GAMES if game != "tours_de_magie" for name in board_names(load_game(game))],
)
def test_every_bundled_board_can_be_painted(game: str, name: str) -> None:
    answer = asked(game, "board", text=name)
    assert answer.trouble is None or answer.scene is not None
    painted = asked(game, "board", Paint("erase", [(1, 1)]), text=answer.draft.text)
    assert painted.draft.text != answer.draft.text or painted.refused == []
    plain = load_game(game)
    plain = plain.fitted(bundled_board(plain, name))
    assert answer.draft.text == bundled_board(plain, name)


def test_an_island_is_painted_over_the_sea_and_a_start_is_kept_from_it() -> None:
    sea = "0 0\n3 3\no~~~\n~~~~\n~~~~\n~~~o\n"
    made = asked("archipel", "board", Paint("volcano", [(1, 0), (2, 0)], symmetry="turn"), text=sea)  # type: ignore[arg-type]
    assert made.draft.text == "0 0\n3 3\no^^~\n~~~~\n~~~~\n~^^o\n"
    assert made.scene is not None
    assert made.scene["map"] == ["o^^~", "~~~~", "~~~~", "~^^o"]
    kept = asked("archipel", "board", Paint("sea", [(0, 0), (1, 0)]), text=made.draft.text)
    assert [str(why) for why in kept.refused] == [
        "J1 starts on 0, 0: move that start first, since it must be on an island."
    ]
    assert kept.draft.text.splitlines()[2] == "o~^~"
    larger = asked("archipel", "board", Resize(5, 5), text=sea)
    assert (larger.draft.text, larger.size) == ("0 0\n4 4\no~~~~\n~~~~~\n~~~~~\n~~~o~\n~~~~o\n", (5, 5))


def test_a_mirrored_unit_is_the_opponents_and_an_asymmetry_is_shown_where_it_is() -> None:
    board = "chartichaud-map 1\nsize 2 3\nsymmetry central\ngrid\nA1C . .\n. . B1C\nend\n"
    both = asked("chartichaud", "board", Paint("M_0", [(1, 0)], 4, "turn"), text=board)  # type: ignore[arg-type]
    assert (both.trouble, both.draft.text.splitlines()[4:6]) == (None, ["A1C A4M .", ". B4M B1C"])
    one = asked("chartichaud", "board", Paint("gold", [(1, 0)], 9), text=both.draft.text)
    assert one.trouble is not None
    assert (one.trouble.line, one.trouble.cell) == (5, (1, 0))
    assert one.scene is not None
    assert one.scene["cells"][0][1]["gold"] == 9


def test_a_board_becomes_a_position_and_a_position_its_board() -> None:
    board = edited(EditRequest(Draft("portails", "board", "couronne-30", "finale")))
    made = edited(EditRequest(board.draft, turn_into="position"))
    dump = json.loads(made.draft.text)
    assert (dump["board"], dump["params"], dump["summary"]["turn"]) == (board.draft.text, {"TAILLE_TERRAIN": 30}, 1)
    back = edited(EditRequest(made.draft, turn_into="board"))
    assert (back.draft.text, back.draft.preset, back.trouble) == (board.draft.text, "finale", None)
    wrong = edited(EditRequest(msgspec.structs.replace(board.draft, preset="sujet"), turn_into="position"))
    assert (wrong.draft.kind, [str(why)[:16] for why in wrong.refused]) == ("board", ["depart_hors_coin"])


def test_teams_are_as_many_as_asked_for() -> None:
    made = asked("casus_belli", "position", seats=3)
    assert (made.seats, len(json.loads(made.draft.text)["state"]["characters"])) == (3, 9)
    moved = asked("casus_belli", "position", Paint("elfe", [(5, 5)], 3), text=made.draft.text, cell=(5, 5))
    assert (moved.trouble, moved.refused) == (None, [])
    assert [sheet.title for sheet in moved.here] == [Text("Elfe of J3", "Elfe de J3")]
    refused = asked("casus_belli", "position", Paint("elfe", [(5, 5)], 4), text=made.draft.text)
    assert [str(why) for why in refused.refused] == ["There is no team 4: they are numbered 1 to 3."]


def test_numbers_are_set_row_by_row_and_kept_in_their_bounds() -> None:
    start = asked("tours_de_magie", "position", Paint("wizards_0", [(5, 5)], 7)).draft.text
    less = asked("tours_de_magie", "position", SetFigure("groups", 0, "deplacables", "3"), text=start, cell=(5, 5))
    (sheet,) = less.here
    assert [(figure.name, figure.value) for figure in sheet.figures] == [("sorciers", "7"), ("deplacables", "3")]
    more = asked("tours_de_magie", "position", SetFigure("groups", 0, "deplacables", "8"), text=start, cell=(5, 5))
    assert more.trouble is not None
    assert more.trouble.text.en == (
        "state: a group counts nothing, or wizards that are engaged, or more movable wizards than it can"
    )
    far = asked("tours_de_magie", "position", SetFigure("head", 0, "turn", "999"), text=start)
    assert [str(why) for why in far.refused] == ["turn: found 999, expected a number from 0 to 100"]
    gone = asked("tours_de_magie", "position", DropRow("groups", 0), text=start)
    assert (gone.trouble, json.loads(gone.draft.text)["state"]["groups"]) == (None, [])


def test_a_size_that_is_a_parameter_begins_an_empty_board() -> None:
    made = asked("tours_de_magie", "board", Paint("tower_0", [(1, 1)]), Resize(9, 9))
    assert (made.draft.params, made.size, made.trouble) == ({"TAILLE_TERRAIN": 9}, (9, 9), None)
    assert made.draft.text.splitlines()[1] == "........."
    even = asked("tours_de_magie", "board", Resize(8, 8))
    assert [str(why) for why in even.refused] == [
        "parameter TAILLE_TERRAIN: found 8, expected an odd number from 3 to 61"
    ]


def test_a_position_in_which_nobody_can_act_is_told() -> None:
    start = asked("archipel", "position").draft.text
    over = asked(
        "archipel", "position", SetFigure("head", 0, "turn", "201"), SetFigure("head", 0, "phase", "3"), text=start
    )
    assert (over.trouble, over.over) == (None, True)


def test_a_game_that_declares_nothing_is_changed_row_by_row() -> None:
    made = asked("toy", "position")
    assert made.trouble is None
    tables = {sheet.table for sheet in made.match}
    assert "head" in tables
    (turn,) = [
        figure for sheet in made.match if sheet.table == "head" for figure in sheet.figures if figure.name == "turn"
    ]
    changed = asked("toy", "position", SetFigure("head", 0, "turn", "3"), text=made.draft.text)
    assert (int(turn.value), json.loads(changed.draft.text)["state"]["head"]["turn"]) == (0, 3)
    painted = asked("toy", "position", Paint("sand", [(0, 0)]), text=made.draft.text)
    assert [str(why) for why in painted.refused] == ["there is no brush 'sand'"]
    board = asked("toy", "board", Paint("sand", [(0, 0)]))
    assert [str(why) for why in board.refused] == ["The text cannot be taken apart as it stands: mend it, then paint."]
    added = asked("toy", "position", AddRow(made.grows[0]), text=made.draft.text) if made.grows else made
    assert added.scene is not None


HOSTILE = [
    "",
    "[" * 100_000,
    "{}",
    "null",
    '{"joute": "table"}',
    '{"joute": "table", "game": "archipel", "version": 1e999}',
    "9" * 5000,
    "\x00\ud800",
]


@pytest.mark.parametrize("text", HOSTILE[1:])
@pytest.mark.parametrize("kind", ["board", "position"])
def test_a_hostile_text_is_told_apart_and_kept(kind: str, text: str) -> None:
    answer = asked("archipel", kind, Paint("erase", [(0, 0)]), SetFigure("", 0, "x", "1"), text=text)
    assert answer.draft.text == text
    assert answer.trouble is not None
    assert answer.scene is None
    assert len(answer.refused) == 1


@pytest.mark.parametrize("value", [[], "x", 1.5, None, 10**30, -1, {"a": 1}])
def test_a_hostile_dump_is_told_apart_and_kept(value: Any) -> None:
    dump = json.loads(asked("archipel", "position").draft.text)
    for name in dump["state"]:
        broken = json.dumps(dump | {"state": dump["state"] | {name: value}})
        answer = asked("archipel", "position", Paint("erase", [(0, 0)]), text=broken)
        fits = (name, value) == ("boats", [])
        assert (answer.trouble is None) == fits
        assert fits or answer.draft.text == broken
    other = asked("portails", "position", text=json.dumps(dump))
    assert other.trouble is not None
    assert other.trouble.text.en == "game: found 'archipel', expected 'portails'"
