"""Writes the types of the wire, and the events of each game, as TypeScript, with their docstrings as comments.

`python -m joute.web.typescript` writes `frontend/src/generated` and `web/events.ts` of the games; a test fails where
one of these is out of date.
Annotations are translated as they are written, so that an alias (`Cell`, `Scene`) keeps its name.
"""

from __future__ import annotations

import ast
import enum
import inspect
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from joute.arena.tournament import chart, standings, status
from joute.core import hand, info, scenes, text
from joute.core.registry import game_names, load_game
from joute.core.types import snake
from joute.match import verdict

from . import edits, errors, wire
from .api import tournaments
from .contest import console_wire
from .contest import wire as contest

COMMAND = "python -m joute.web.typescript"
FOLDER = Path(__file__).parents[3] / "frontend" / "src" / "generated"
HEAD = f"// Written by `{COMMAND}`: change the Python types, then run it again.\n"
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "unknown", "None": "null"}
CODES = sorted(kind.code for kind in vars(errors).values() if isinstance(kind, errors.RefusalKind))
SPELLED = {
    "TrackName": ' "all" | `${number}`',
    "RefusalCode": "".join(f'\n  | "{code}"' for code in CODES) + "\n  | `http_${number}`",
}
"""Types that are any string to Python."""
BY_HAND = {"RawScene": "Scene", "RawDiff": "Diff", "RawOrders": "Given[]"}
"""Types that are declared in TypeScript under these names; Python holds them as JSON."""


class Declarations:
    """The types of one TypeScript file, in the order in which they were asked for."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._known: dict[str, Any] = {}

    def add(self, module: ModuleType, *names: str) -> None:
        """Declare names of a module, and whatever their fields mention."""
        for name in names:
            value = getattr(module, name)
            if name in self._known and self._known[name] is not value:
                raise TypeError(f"{module.__name__}.{name}: another type of this file has the same name")
            if name not in self._known and name not in BY_HAND.values():
                self._known[name] = value
                self.parts.append(self._declared(module, name, value))

    def _declared(self, module: ModuleType, name: str, value: Any) -> str:
        if isinstance(value, int):
            return f"{comment(alias_docs(module).get(name))}export const {name} = {value};\n"
        if isinstance(value, type) and issubclass(value, enum.StrEnum):
            return f"{comment(value.__doc__)}export type {name} = {strings(value)};\n"
        if isinstance(value, type) and (is_dataclass(value) or issubclass(value, msgspec.Struct)):
            return self._interface(value)
        spelled = SPELLED.get(name) or f" {self._alias(module, value)}"
        return f"{comment(alias_docs(module).get(name))}export type {name} ={spelled};\n"

    def _alias(self, module: ModuleType, value: Any) -> str:
        if get_origin(value) is Literal:
            return strings(get_args(value))
        if get_origin(value) is tuple:
            return f"readonly [{', '.join(PLAIN[part.__name__] for part in get_args(value))}]"
        if isinstance(value, UnionType):
            members = [member.__name__ for member in get_args(value)]
            self.add(module, *members)
            return " | ".join(members)
        raise TypeError(f"{value!r}: no TypeScript is known for this type")

    def _interface(self, struct: type) -> str:
        module, docs = sys.modules[struct.__module__], field_docs(struct)
        tag, optional = tag_of(struct), optional_fields(struct)
        lines = [f"  {tag};\n"] if tag else []
        for name, annotation in inspect.get_annotations(struct).items():
            if annotation.startswith("ClassVar"):
                continue
            kind = self._type(module, ast.parse(annotation, mode="eval").body)
            lines.append(f"{comment(docs.get(name), '  ')}  {name}{'?' if name in optional else ''}: {kind};\n")
        return f"{comment(vars(struct).get('__doc__'))}export interface {struct.__name__} {{\n{''.join(lines)}}}\n"

    def _type(self, module: ModuleType, node: ast.expr) -> str:
        """An annotation as TypeScript."""
        if isinstance(node, ast.BinOp):  # X | Y
            sides = [self._type(module, side) for side in (node.left, node.right)]
            return " | ".join(side for side in sides if side)
        if isinstance(node, ast.Subscript):
            return self._generic(module, ast.unparse(node.value), node.slice)
        if isinstance(node, ast.Constant):
            return PLAIN[repr(node.value)]
        if isinstance(node, ast.Attribute):  # msgspec.UnsetType: the field is optional
            return ""
        return self._name(module, ast.unparse(node))

    def _generic(self, module: ModuleType, name: str, inner: ast.expr) -> str:
        parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        if name == "Annotated":
            return self._type(module, parts[0])
        if name == "Literal":
            return strings([ast.literal_eval(part) for part in parts])
        if name == "dict":
            return f"Record<{self._type(module, parts[0])}, {self._type(module, parts[1])}>"
        if name in ("list", "tuple"):  # a tuple here is tuple[X, ...]
            item = self._type(module, parts[0])
            return f"({item})[]" if isinstance(parts[0], ast.BinOp) else f"{item}[]"
        raise TypeError(f"{name}[...]: no TypeScript is known for this type")

    def _name(self, module: ModuleType, name: str) -> str:
        if name in PLAIN or name in BY_HAND:
            return PLAIN.get(name) or BY_HAND[name]
        value = getattr(module, name)
        if get_origin(value) is Annotated:  # a plain type with bounds
            return PLAIN[get_args(value)[0].__name__]
        home = sys.modules[value.__module__] if isinstance(value, type) and name not in SPELLED else module
        self.add(home if hasattr(home, name) else module, name)
        return name


def tag_of(struct: type) -> str:
    """The field that tells the members of a union apart."""
    if not issubclass(struct, msgspec.Struct) or struct.__struct_config__.tag is None:
        return ""
    return f"{struct.__struct_config__.tag_field}: {strings([struct.__struct_config__.tag])}"


def optional_fields(struct: type) -> set[str]:
    """Fields that may be missing. The page may leave defaults out; the server writes all but those that are unset."""
    if not issubclass(struct, msgspec.Struct):
        return set()
    sent_by_page = struct.__struct_config__.forbid_unknown_fields
    fields = msgspec.structs.fields(struct)
    return {field.name for field in fields if field.default is msgspec.UNSET or (sent_by_page and not field.required)}


def strings(values: Any) -> str:
    return " | ".join(msgspec.json.encode(value).decode() for value in values)


def comment(doc: str | None, indent: str = "") -> str:
    lines = inspect.cleandoc(doc or "").splitlines()
    if len(lines) < 2:
        return "".join(f"{indent}/** {line} */\n" for line in lines)
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


# The docstrings of fields and aliases: strings that stand behind them


def field_docs(struct: type) -> dict[str, str]:
    (definition,) = ast.parse(inspect.getsource(struct)).body
    assert isinstance(definition, ast.ClassDef)
    return dict(_docs(definition.body))


def alias_docs(module: ModuleType) -> dict[str, str]:
    return dict(_docs(ast.parse(inspect.getsource(module)).body))


def _docs(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for statement, doc in pairwise(body):
        if not (isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant) and isinstance(doc.value.value, str)):
            continue
        if isinstance(statement, ast.AnnAssign):
            yield ast.unparse(statement.target), doc.value.value
        elif isinstance(statement, ast.Assign):
            yield ast.unparse(statement.targets[0]), doc.value.value


# The files


def wire_file() -> str:
    types = Declarations()
    types.add(text, "Text")
    types.add(hand, "Cell", "REPEAT", "Offer")
    types.add(verdict, "Verdict")
    types.add(wire, "CHUNK", "FILM", "TrackName", "FilmHead", "Given", "Notes", "LiveEvent")
    types.add(wire, "SeatRequest", "PlayRequest", "SeatMessage")
    types.add(wire, "GameHead", "NewMatch", "NewMatchAnswer", "Programme", "Problem")
    imports = 'import type { Scene } from "../board";\nimport type { Diff } from "../patch";\n'
    return "\n".join([HEAD, imports, *types.parts])


def tournaments_file() -> str:
    types = Declarations()
    types.add(text, "Text")
    types.parts.clear()
    types.add(status, "TournamentStatus")
    types.add(chart, "Chart")
    types.add(standings, "Final")
    types.add(tournaments, "Action")
    return "\n".join([HEAD, 'import type { Text } from "./wire";\n', *types.parts])


def editor_file() -> str:
    types = Declarations()
    types.add(text, "Text")
    types.add(hand, "Cell")
    types.add(info, "ColourName")
    types.add(scenes, "Axes")
    types.add(wire, "Fork")
    types.parts.clear()
    types.add(edits, "EditRequest", "EditAnswer", "EditorHead")
    imports = (
        'import type { Scene } from "../board";\nimport type { Axes, Cell, ColourName, Fork, Text } from "./wire";\n'
    )
    return "\n".join([HEAD, imports, *types.parts])


CONTEST_TYPES = (
    *("Facts", "PublicTable", "Registration", "Registered", "Codes", "Profile", "TokenHead", "TokenMade", "LinkMade"),
    *("InvitedTo", "TeamPage", "Received", "Versions", "JudgingLog", "Results", "Matches", "Replays", "Compared"),
)


def contest_file() -> str:
    types = Declarations()
    types.add(text, "Text")
    types.parts.clear()
    types.add(contest, *CONTEST_TYPES)
    return "\n".join([HEAD, 'import type { Text } from "./wire";\n', *types.parts])


CONSOLE_TYPES = (
    *(
        "State",
        "Person",
        "TeamRow",
        "VersionRow",
        "VersionLog",
        "MatchPage",
        "LogRow",
        "Finalist",
        "FinalFormat",
        "Act",
    ),
)


def console_file() -> str:
    types = Declarations()
    types.add(contest, "VersionState")
    types.parts.clear()
    types.add(console_wire, *CONSOLE_TYPES)
    return "\n".join([HEAD, 'import type { VersionState } from "./contest";\n', *types.parts])


def events_file(kinds: tuple[Any, ...]) -> str:
    """The events of a game, as its scenes show them (`core.events.named`)."""
    parts = []
    for kind in kinds:
        fields = [("kind", strings([snake(kind.__name__)])), *((name, "number") for name in kind._fields)]
        docs = field_docs(kind)
        lines = "".join(f"{comment(docs.get(name), '  ')}  {name}: {type};\n" for name, type in fields)
        parts.append(f"{comment(kind.__doc__)}export interface {kind.__name__} {{\n{lines}}}\n")
    union = " | ".join(kind.__name__ for kind in kinds)
    return "\n".join([HEAD, *parts, f"export type GameEvent = {union};\n"])


def files() -> dict[Path, str]:
    """The generated files: those of the pages, and the events of each game beside its board."""
    games = map(load_game, game_names())
    made = {
        Path(str(game.module("params").__file__)).parent / "web" / "events.ts": events_file(game.rules.events)
        for game in games
        if game.rules.events
    }
    pages = {
        "wire.ts": wire_file(),
        "editor.ts": editor_file(),
        "tournaments.ts": tournaments_file(),
        "contest.ts": contest_file(),
        "console.ts": console_file(),
    }
    return {FOLDER / name: content for name, content in pages.items()} | made


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, content in files().items():
        path.write_text(content, encoding="utf-8")
