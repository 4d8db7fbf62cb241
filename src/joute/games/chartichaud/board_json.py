"""The JSON form of a map (rules, 3.6)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from joute.core.errors import BoardError
from joute.core.maptext import whole_number
from joute.core.text import Text

from .board import (
    DEFAULTS,
    FIRST,
    FORMAT,
    KINDS,
    PARTS,
    PLAYERS,
    SYMMETRIES,
    UNITS,
    VERSION,
    Board,
    Cell,
    Head,
    Location,
    assembled,
    cell_number,
    cells_of,
    check_on_board,
    header_value,
    note_once,
    shown,
)

INTEGER_MOST = 10**30


class Pairs(list[tuple[str, Any]]):
    """A JSON object in reading order, duplicates included."""

    def first(self, name: str) -> object:
        return next((value for key, value in self if key == name), None)


def read_json(text: str) -> Board:
    """3.6  Read the JSON form: format and version, then the other keys in reading order, then the cells."""
    source = parse_json(text)
    header = source.first("format"), source.first("version")
    if header != (FORMAT, VERSION) or type(header[1]) is not int:
        message = Text(
            f"format is {shown(header[0])} and version {shown(header[1])}; expected '{FORMAT}' and {VERSION}",
            f"format vaut {shown(header[0])} et version {shown(header[1])} ; attendu '{FORMAT}' et {VERSION}",
        )
        raise BoardError("map/magic", message)
    head = dict(DEFAULTS)
    names = read_keys(source, head)
    if not {"height", "width"} <= names:
        raise BoardError(
            "map/size-missing",
            Text("height or width is missing; expected both", "height ou width manque ; attendu les deux"),
        )
    if "cells" not in names:
        raise BoardError(
            "map/grid-missing",
            Text(
                "cells is missing; expected the list of the non-empty cells",
                "cells manque ; attendu la liste des cases non vides",
            ),
        )
    return assembled(head, read_cells(source.first("cells"), head))


def parse_json(text: str) -> Pairs:
    """3.6  The JSON object itself. Huge integers are cut: they are out of every bound anyway."""
    try:
        source = json.loads(text, object_pairs_hook=Pairs, parse_int=lambda digits: whole_number(digits, INTEGER_MOST))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BoardError(
            "map/magic",
            Text(
                f"not well-formed JSON at {place}: {error.msg}; expected one object",
                f"ce n'est pas du JSON correct (ligne {error.lineno}, colonne {error.colno}) : {error.msg} ; "
                "attendu un objet",
            ),
        ) from None
    except RecursionError:
        raise BoardError(
            "map/magic",
            Text(
                "the JSON is nested too deep; expected at most four levels",
                "le JSON est trop imbriqué ; attendu quatre niveaux au plus",
            ),
        ) from None
    assert isinstance(source, Pairs), "a JSON text that begins with { is an object"
    return source


def read_keys(source: Pairs, head: Head) -> set[str]:
    """3.6  The keys that the header lines of the text form stand for; give the names met."""
    columns, pairs = ("height", "width", "turn", "symmetry"), ("gold", "score")
    names: set[str] = set()
    for name, value in source:
        note_key(name, names, ("format", "version", *columns, *pairs, "cells"))
        if name in columns:
            head[name] = header_value(name, name, value, Location())
        elif name in pairs:
            read_pair(name, value, head)
    return names


def read_pair(name: str, value: object, head: Head) -> None:
    """3.6  The gold or the score of the two players."""
    if not isinstance(value, Pairs):
        raise BoardError(
            "map/header-value",
            Text(
                f'{name} is {shown(value)}; expected an object such as {{"A": 0}}',
                f'{name} vaut {shown(value)} ; attendu un objet comme {{"A": 0}}',
            ),
        )
    names: set[str] = set()
    for player, amount in value:
        note_key(player, names, PLAYERS)
        column = f"{name} {player}"
        head[column] = header_value(column, column, amount, Location())


def note_key(name: str, names: set[str], known: Sequence[str]) -> None:
    """3.7  A key is known, and given once."""
    check_known(name, known, Location())
    if name in names:
        raise BoardError(
            "map/header-duplicate",
            Text(f"the key {name} is given twice; keep one", f"la clé {name} est donnée deux fois ; gardez-en une"),
        )
    names.add(name)


def check_known(name: str, known: Sequence[str], at: Location) -> None:
    """3.7  A key is one of those of its object."""
    if name not in known:
        raise at.error(
            "map/header-unknown",
            Text(
                f"found the key {shown(name)}; expected {', '.join(known)}",
                f"trouvé la clé {shown(name)} ; attendu {', '.join(known)}",
            ),
        )


def read_cells(source: object, head: Head) -> list[Cell]:
    """3.6  The list of cells; those not listed are empty."""
    if not isinstance(source, list) or isinstance(source, Pairs):
        raise BoardError(
            "map/header-value",
            Text(f"cells is {shown(source)}; expected a list", f"cells vaut {shown(source)} ; attendu une liste"),
        )
    cells = [Cell(0, [0] * UNITS)] * (head["height"] * head["width"])
    seen: set[tuple[int, int]] = set()
    for index, item in enumerate(source):
        y, x = read_position(item, index, head)
        if (y, x) in seen:
            raise BoardError(
                "map/cell-duplicate",
                Text(
                    f"cells[{index}] is listed already; keep one",
                    f"cells[{index}] est déjà dans la liste ; gardez-en une",
                ),
                cell=(y, x),
            )
        seen.add((y, x))
        cells[y * head["width"] + x] = read_json_cell(item, Location(cell=(y, x)))
    return cells


def read_position(item: object, index: int, head: Head) -> tuple[int, int]:
    """3.6  Where an item of `cells` stands."""
    y, x = (item.first("y"), item.first("x")) if isinstance(item, Pairs) else (None, None)
    if not (isinstance(y, int) and isinstance(x, int)) or bool in (type(y), type(x)):
        found = f"y {shown(y)} and x {shown(x)}" if isinstance(item, Pairs) else shown(item)
        raise BoardError(
            "map/cell-syntax",
            Text(
                f"cells[{index}] has {found}; expected an object with integers y and x",
                f"cells[{index}] a {found} ; attendu un objet avec les entiers y et x",
            ),
        )
    check_on_board(f"cells[{index}]", y, x, head["height"], head["width"])
    return y, x


def read_json_cell(item: Pairs, at: Location) -> Cell:
    """3.6  What an item of `cells` holds, in any order."""
    gold, units = 0, [0] * UNITS
    seen: list[str] = []
    for name, value in item:
        check_known(name, ("y", "x", *PARTS), at)
        note_once(name, seen, at)
        if name == "G":
            gold = cell_number("gold", value, at)
        elif name in PLAYERS:
            read_json_units(name, value, units, at)
    if not gold and not any(units):
        raise at.error(
            "map/cell-syntax",
            Text(
                "the cell is empty; expected G, A or B, or no such cell in the list",
                "la case est vide ; attendu G, A ou B, ou pas cette case dans la liste",
            ),
        )
    return Cell(gold, units)


def read_json_units(player: str, value: object, units: list[int], at: Location) -> None:
    """3.6  The units of one player on a cell."""
    if not isinstance(value, Pairs) or not value:
        found = "an empty object" if value == [] and isinstance(value, Pairs) else shown(value)
        raise at.error(
            "map/cell-syntax",
            Text(
                f'{player} is {found}; expected an object such as {{"C": 3}}',
                f'{player} vaut {found} ; attendu un objet comme {{"C": 3}}',
            ),
        )
    seen: list[str] = []
    for kind, count in value:
        check_known(kind, KINDS, at)
        note_once(kind, seen, at)
        units[FIRST[player] + KINDS.index(kind)] = cell_number(kind, count, at)


def write_json(board: Board) -> str:
    """3.6  The canonical JSON form."""
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "height": board.height,
            "width": board.width,
            "gold": dict(zip(PLAYERS, board.players.gold, strict=True)),
            "score": dict(zip(PLAYERS, board.players.score, strict=True)),
            "turn": board.turn,
            "symmetry": SYMMETRIES[board.symmetry],
            "cells": [write_json_cell(y, x, cell) for y, x, cell in cells_of(board) if cell.gold or any(cell.units)],
        }
    )


def write_json_cell(y: int, x: int, cell: Cell) -> dict[str, Any]:
    """3.6  One item of `cells`."""
    item: dict[str, Any] = {"y": y, "x": x}
    if cell.gold:
        item["G"] = cell.gold
    for player in PLAYERS:
        units = {kind: count for kind, count in zip(KINDS, cell.of(player), strict=True) if count}
        item |= {player: units} if units else {}
    return item
