"""The reference of a game's API, for people and for programs; and what every language says of it."""

from __future__ import annotations

from typing import Any

from joute.core.api import Function
from joute.core.game import Game
from joute.core.text import Text
from joute.core.types import Struct
from joute.core.world import Phase

from . import positions
from .french import french
from .notes import ABOUT, FUNCTIONS, NoteFunction, signature

TITLES = {
    "api": Text("The champion API of", "L'API des champions de"),
    "preset": Text("Values are those of the preset", "Les valeurs sont celles de la variante"),
    "callbacks": Text("What you write", "Ce que vous écrivez"),
    "constants": Text("Constants", "Constantes"),
    "enums": Text("Enumerations", "Énumérations"),
    "structs": Text("Structures", "Structures"),
    "action": Text("Actions", "Actions"),
    "undo": Text("Taking back", "Annulation"),
    "query": Text("Queries", "Questions"),
    "show": Text("Debugging", "Débogage"),
    "positions": Text("Positions to try things on", "Positions pour essayer des coups"),
    "notes": Text("Notes and drawings", "Notes et dessins"),
}
IN_KITS = Text(
    "The API file of a kit has these functions as its language writes them.",
    "Le fichier d'API d'un kit a ces fonctions telles que son langage les écrit.",
)
KINDS = ("action", "undo", "query", "show")
FIRST = Text(
    "Called once, before the first turn. Orders do not count here.",
    "Appelée une fois, avant le premier tour. Les ordres n'y comptent pas.",
)
LAST = Text(
    "Called once, when the match is over. Orders do not count here.",
    "Appelée une fois, à la fin de la partie. Les ordres n'y comptent pas.",
)
OTHER = Text(
    "Called in the phase «{}». Orders do not count here.", "Appelée en phase « {} ». Les ordres n'y comptent pas."
)
ACTS = Text("Called when it is your turn: give your orders.", "Appelée quand c'est à vous : donnez vos ordres.")
ACTS_IN = Text(
    "Called in the phase «{}», when it is your turn: give your orders.",
    "Appelée en phase « {} », quand c'est à vous : donnez vos ordres.",
)


def localized(doc: Text, lang: str) -> str:
    """A text in `en` or `fr`."""
    return doc.fr if lang == "fr" else doc.en


def callback_doc(game: Game, phase: Phase, lang: str) -> str:
    """What a callback is for."""
    if not phase.acts:
        doc = FIRST if phase is game.phases[0] else LAST if phase is game.phases[-1] else OTHER
    else:
        doc = ACTS if sum(other.acts for other in game.phases) == 1 else ACTS_IN
    return localized(doc, lang).format(phase.name)


def constant_docs(game: Game, lang: str = "en") -> dict[str, str]:
    """What each constant is; parameters are described in English, and their French is in `kits/fr.toml`."""
    known = french(game)
    return {
        name: known.get(param.doc, "") if lang == "fr" else param.doc
        for param in game.parameters.params
        for name in param.constants
    }


def fields_of(struct: Any) -> list[tuple[str, Any]]:
    return list(Struct(struct).fields)


def by_kind(game: Game) -> list[tuple[str, list[Function]]]:
    """The functions, actions first; kinds without any are left out."""
    functions = game.api.functions.values()
    groups = [(kind, [function for function in functions if function.kind == kind]) for kind in KINDS]
    return [(kind, members) for kind, members in groups if members]


def as_data(game: Game) -> dict[str, Any]:
    """The whole API as plain data, documentation in both languages included."""
    docs = {lang: constant_docs(game, lang) for lang in ("en", "fr")}
    return {
        "game": game.name,
        "preset": game.preset,
        "callbacks": [
            {"name": p.callback, "phase": p.name, "acts": p.acts}
            | {lang: callback_doc(game, p, lang) for lang in ("en", "fr")}
            for p in game.phases
        ],
        "constants": {
            name: {"value": value} | {lang: known[name] for lang, known in docs.items() if known[name]}
            for name, value in game.constants.items()
        },
        "enums": {name: {member.name: int(member) for member in kind} for name, kind in game.api.enums.items()},
        "structs": {
            name: [{"name": field, "type": of.name} for field, of in fields_of(kind)]
            for name, kind in game.api.structs.items()
        },
        "functions": {function.name: _function_data(function) for function in game.api.functions.values()},
        "positions": {positions.signature(function): _docs(function) for function in positions.FUNCTIONS},
        "notes": {signature(function, game): _docs(function) for function in FUNCTIONS},
    }


def _docs(function: NoteFunction) -> dict[str, str]:
    return {"en": function.doc.en, "fr": function.doc.fr}


def _function_data(function: Function) -> dict[str, Any]:
    return {
        "kind": function.kind,
        "arguments": [{"name": argument.name, "type": argument.type.name} for argument in function.arguments],
        "returns": function.returns.name,
        "en": function.doc.en,
        "fr": function.doc.fr,
    }


def reference(game: Game, lang: str) -> str:
    """The whole API as Markdown."""
    lines = [f"# {_title('api', lang)} {game.name}", "", f"{_title('preset', lang)} `{game.preset}`.", ""]
    lines += _section("callbacks", lang, [f"- `{p.callback}()`  {callback_doc(game, p, lang)}" for p in game.phases])
    lines += _section("constants", lang, _constants(game, lang))
    lines += _section("enums", lang, _enums(game))
    lines += _section("structs", lang, _structs(game))
    for kind, functions in by_kind(game):
        lines += _section(kind, lang, [_entry(function, lang) for function in functions])
    shown = [f"- `{positions.signature(one)}`  {localized(one.doc, lang)}" for one in positions.FUNCTIONS]
    lines += _section("positions", lang, [f"{localized(positions.ABOUT, lang)} {localized(IN_KITS, lang)}", "", *shown])
    notes = [f"- `{signature(function, game)}`  {localized(function.doc, lang)}" for function in FUNCTIONS]
    lines += _section("notes", lang, [f"{localized(ABOUT, lang)} {localized(IN_KITS, lang)}", "", *notes])
    return "\n".join(lines).rstrip() + "\n"


def _title(name: str, lang: str) -> str:
    return localized(TITLES[name], lang)


def _section(name: str, lang: str, items: list[str]) -> list[str]:
    return [f"## {_title(name, lang)}", "", *items, ""] if items else []


def _constants(game: Game, lang: str) -> list[str]:
    import json  # slow to load

    docs = constant_docs(game, lang)
    return [
        f"- `{name} = {json.dumps(value, ensure_ascii=False)}`" + (f"  {docs[name]}" if docs.get(name) else "")
        for name, value in game.constants.items()
    ]


def _enums(game: Game) -> list[str]:
    return [
        f"- `{name}`: " + ", ".join(f"`{member.name}` = {int(member)}" for member in kind)
        for name, kind in game.api.enums.items()
    ]


def _structs(game: Game) -> list[str]:
    return [
        f"- `{name}`: " + ", ".join(f"`{field}: {of.name}`" for field, of in fields_of(kind))
        for name, kind in game.api.structs.items()
    ]


def _entry(function: Function, lang: str) -> str:
    returns = "" if function.returns.name == "void" else f" -> {function.returns.name}"
    return f"- `{function.signature}{returns}`  \n  {localized(function.doc, lang)}"
