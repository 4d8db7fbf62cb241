"""Positions made by hand: as text for an editor, or by assignments."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from joute.core.errors import StateError, shown
from joute.core.params import parse_assignment
from joute.core.table import Table
from joute.core.text import Text, text_of

SHORT = ("seed", "orders", "ended")
"""The fields of a dump that the text has besides board and state; the others stay as they are."""
STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
"""One step of a path: a name, or the number of a row."""
EXPECTED: dict[type, Text] = {
    list: Text("the number of a row", "le numéro d'une rangée"),
    dict: Text("a field", "un champ"),
}
"""Which step leads into a table or a row."""


# As text


def position_text(table: Table, heading: Iterable[str]) -> str:
    """A position in TOML, a line a row, under comments."""
    dump = table.dump()
    lines = [f"# {line}".rstrip() for line in heading]
    lines += [f"{name} = {dump[name]}" for name in SHORT]
    lines += ["board = " + _block(dump["board"]), "", "[state]"]
    lines += [line for name, rows in dump["state"].items() for line in _table_lines(_key(name), rows)]
    return "\n".join([*lines, ""])


def _block(text: str) -> str:
    return json.dumps(text, ensure_ascii=False) if "'''" in text else f"'''\n{text}'''"


def _table_lines(name: str, rows: Any) -> Iterator[str]:
    """A record as its fields, a column on one line, other tables a row a line, with its number."""
    if isinstance(rows, Mapping):
        yield from (f"{name}.{_key(field)} = {value}" for field, value in rows.items())
    elif not rows or not isinstance(rows[0], Mapping):
        yield f"{name} = {rows}"
    else:
        yield f"{name} = ["
        for number, row in enumerate(rows):
            fields = ", ".join(f"{_key(field)} = {value}" for field, value in row.items())
            yield f"  {{ {fields} }},  # {number}"
        yield "]"


def _key(name: str) -> str:
    return name if name.isascii() and name.isidentifier() else json.dumps(name, ensure_ascii=False)


def read_position(table: Table, text: str) -> Table:
    """The position that a text describes, which was made from `table`; StateError names the place of a mistake."""
    import tomllib  # slow to load

    try:
        fields = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise StateError(Text(f"this is not valid TOML: {error}", f"ce n'est pas du TOML : {error}")) from None
    return _loaded(table, table.dump() | fields)


# By assignments


def assigned(table: Table, assignments: Sequence[str]) -> Table:
    """The same position with other values: `head.turn=12`, `units[3].owner=1`, or a whole row or table as JSON."""
    dump = table.dump()
    for assignment in assignments:
        path, value = parse_assignment(assignment)
        _assign(dump["state"], path, value)
    return _loaded(table, dump)


def _assign(state: Any, path: str, value: Any) -> None:
    steps = [int(row) if row else name for name, row in STEP.findall(path)]
    if not steps or STEP.sub("", path):
        raise StateError(
            Text(
                f"{shown(path)}: expected a place of the state, for instance head.turn or units[3].owner",
                f"{shown(path)} : attendu une place de l'état, par exemple head.turn ou units[3].owner",
            )
        )
    place = state
    for step in steps[:-1]:
        place = _inside(place, step, path)
    _inside(place, steps[-1], path, missing=True)
    place[steps[-1]] = value


def _inside(place: Any, step: int | str, path: str, missing: bool = False) -> Any:
    """What lies one step further; `missing`: a field that is left out may be given."""
    if isinstance(place, list) and isinstance(step, int):
        if step < len(place):
            return place[step]
        raise StateError(
            Text(
                f"{path}: there is no row {step}; there are {len(place)}",
                f"{path} : il n'y a pas de rangée {step} ; il y en a {len(place)}",
            )
        )
    if isinstance(place, dict) and isinstance(step, str):
        if step in place or missing:
            return place.get(step)
        raise StateError(
            Text(
                f"{path}: there is no {shown(step)}; there are {', '.join(place)}",
                f"{path} : il n'y a pas de {shown(step)} ; il y a {', '.join(place)}",
            )
        )
    expected = EXPECTED.get(type(place), Text("no more", "rien de plus"))
    raise StateError(
        Text(
            f"{path}: found {shown(step)}, expected {expected}", f"{path} : trouvé {shown(step)}, attendu {expected:fr}"
        )
    )


def _loaded(table: Table, dump: Mapping[str, Any]) -> Table:
    try:
        return Table.load(dump, table.game.backend)
    except (ValueError, TypeError) as error:
        raise StateError(text_of(error)) from None
