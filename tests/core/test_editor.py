"""What a game declares to be painted, and what symmetry makes of a stroke."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from joute import load_game
from joute.core.editor import (
    BoardEditor,
    Brush,
    Editor,
    Figure,
    Letters,
    PositionEditor,
    Sheet,
    Sketch,
    Stroke,
    Symmetry,
    brought_along,
    editor_of,
    images,
)
from joute.core.text import Text

WORDS = Text("grass", "herbe")


def put(sketch: Sketch, cell: tuple[int, int], amount: int) -> Text | None:
    sketch.put(cell, str(amount))
    return None


def brush(kind: str = "grass", **more) -> Brush[Sketch]:
    return Brush(kind=kind, words=WORDS, **({"paint": put} | more))


def field(columns: int, rows: int) -> Sketch:
    return Sketch({}, [["."] * columns for _ in range(rows)])


def drawn(sketch: Sketch) -> str:
    return "/".join(map("".join, sketch.rows))


# Declarations


def test_a_brush_paints_or_joins_and_names_are_distinct() -> None:
    with pytest.raises(TypeError, match="brush grass: expected a function, either paint or join"):
        brush(paint=None)
    with pytest.raises(TypeError, match="brush grass: expected a function, either paint or join"):
        brush(join=lambda sketch, one, other: None)
    with pytest.raises(TypeError, match="brush grass is given twice"):
        BoardEditor(read=Letters().read, write=Letters().write, brushes=(brush(),), eraser=brush())
    with pytest.raises(TypeError, match="pallette"):
        Editor(pallette=())  # type: ignore[call-arg]


def test_a_misspelt_column_is_refused_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("archipel")
    for table, column in (("boats", "gold"), ("ships", "nb_or")):
        sheet = Sheet(table=table, figures=(Figure(column, WORDS),))
        editor = Editor(position=PositionEditor(brushes=(), eraser=brush(), sheets=(sheet,)))  # type: ignore[arg-type]
        monkeypatch.setattr(type(game), "module", lambda self, name, editor=editor: SimpleNamespace(EDITOR=editor))
        with pytest.raises(TypeError, match=rf"archipel.web.editor: the state has no {table}.{column}"):
            editor_of(game)
    monkeypatch.setattr(type(game), "module", lambda self, name: SimpleNamespace(EDITR=0))
    with pytest.raises(TypeError, match=r"archipel.web.editor: found EDITOR = None, expected an Editor"):
        editor_of(game)


def test_a_game_need_not_declare_anything() -> None:
    assert editor_of(load_game("toy")) == Editor()


# Symmetry


@pytest.mark.parametrize(
    ("symmetry", "expected"),
    [
        (Symmetry.NONE, [(1, 0)]),
        (Symmetry.TURN, [(1, 0), (2, 2)]),
        (Symmetry.COLUMNS, [(1, 0), (2, 0)]),
        (Symmetry.ROWS, [(1, 0), (1, 2)]),
        (Symmetry.BOTH, [(1, 0), (2, 0), (2, 2), (1, 2)]),
    ],
)
def test_a_cell_and_its_images_on_four_columns_and_three_rows(symmetry: Symmetry, expected: list) -> None:
    assert [turned((1, 0)) for turned in images(symmetry, 4, 3)] == expected


def test_four_quarter_turns_of_a_square() -> None:
    assert [turned((1, 0)) for turned in images(Symmetry.QUARTER, 4, 4)] == [(1, 0), (3, 1), (2, 3), (0, 2)]


def test_the_image_of_a_seat_is_of_whoever_starts_there_else_of_the_next_one() -> None:
    def of(seat: int) -> Brush[Sketch]:
        return brush("tower", seat=seat, paint=lambda sketch, cell, amount: sketch.put(cell, "abcd"[seat]))

    brushes = [of(seat) for seat in range(4)]
    corners = [(0, 0), (2, 0), (0, 2), (2, 2)]
    sketch = field(3, 3)
    Stroke(sketch, brushes, (3, 3), 4, corners).draw(brushes[0], [(0, 0)], 0, Symmetry.QUARTER)
    assert drawn(sketch) == "a.b/.../c.d"
    sketch = field(3, 3)
    Stroke(sketch, brushes, (3, 3), 4, corners).draw(brushes[1], [(1, 0)], 0, Symmetry.TURN)
    assert drawn(sketch) == ".b./.../.c."
    sketch = field(3, 1)
    Stroke(sketch, brushes[:2], (3, 1), 2).draw(brushes[1], [(0, 0)], 0, Symmetry.COLUMNS)
    assert drawn(sketch) == "b.a"


def test_a_stroke_stays_on_the_board_and_tells_each_reason_once() -> None:
    why = Text("no", "non")
    stroke = Stroke(field(2, 2), [], (2, 2), 2)
    stroke.draw(brush(paint=lambda sketch, cell, amount: why), [(0, 0), (1, 1), (2, 0), (-1, 0)], 0, Symmetry.TURN)
    assert stroke.refusals == [why]
    stroke = Stroke(field(2, 1), [], (2, 1), 2)
    stroke.draw(brush(), [(0, 0)], 7, Symmetry.QUARTER)
    assert stroke.refusals == [
        Text("Quarter turns need a square board.", "Les quarts de tour demandent un plateau carré.")
    ]
    stroke.draw(brush(single=True), [(0, 0), (1, 0)], 7, Symmetry.NONE)
    assert drawn(stroke.model) == ".7"


# Texts of letters


def test_a_text_of_numbers_and_letters_is_taken_apart_and_put_together() -> None:
    letters = Letters((("x", "y"), ("turns",)))
    sketch = letters.read("1 2\n30\nab\ncd\nef\n")
    assert sketch == Sketch({"x": 1, "y": 2, "turns": 30}, [["a", "b"], ["c", "d"], ["e", "f"]])
    assert letters.write(sketch) == "1 2\n30\nab\ncd\nef\n"
    sketch.resize(3, 2, ".")
    assert (drawn(sketch), sketch.size) == ("ab./cd.", (3, 2))
    sketch.resize(1, 3, ".")
    assert drawn(sketch) == "a/c/."


@pytest.mark.parametrize("text", ["", "1", "1 2", "1 2 3", "1 x 3 ab", "1 -2 3 ab", "1 2 3 ab c", f"1 2 {'9' * 19} ab"])
def test_a_text_of_another_form_is_left_alone(text: str) -> None:
    assert Letters((("x", "y"), ("turns",))).read(text) is None


def test_what_follows_a_square_is_left_out() -> None:
    assert Letters(square=True).read("ab\ncd\n# a comment\n") == Sketch({}, [["a", "b"], ["c", "d"]])
    assert Letters(square=True).read("ab\n") is None


def test_the_last_column_stays_the_last() -> None:
    assert [brought_along(at, 10, 6) for at in (0, 4, 8, 9)] == [0, 4, 5, 5]
    assert [brought_along(at, 6, 10) for at in (0, 4, 5)] == [0, 4, 9]
