"""JavaScript: run by node; `joute.js` documents every function of the API and speaks the line protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from joute.champions.players.protocol import api_digest
from joute.core.api import Function
from joute.core.game import Game
from joute.core.text import Text
from joute.core.types import Array, Bool, Enum, Json, Lettered, Struct, Type, Void

from .api.notes import with_notes
from .api.positions import positions_text
from .api.reference import TITLES, by_kind, callback_doc, constant_docs, fields_of, localized
from .api.source_text import block, safe
from .debugger import Debugger, Target
from .language import Commands, Language, Tools

if TYPE_CHECKING:
    from joute.champions.sources.recipe import Recipe

HEAD = Text(
    "The API of {}, written by `joute new`: all you may call is below. There is nothing to change here.",
    "L'API de {}, écrite par `joute new` : tout ce qui peut être appelé est plus bas. Rien n'est à changer ici.",
)
PLAY = Text(
    "Play the match: give your callbacks, by name. Does not return.",
    "Joue la partie : donnez vos fonctions, par leur nom. Ne revient pas.",
)
KEYWORDS = (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends "
    "false finally for function if implements import in instanceof interface let new null package private protected "
    "public return static super switch this throw true try typeof undefined var void while with yield"
)
RESERVED = frozenset(KEYWORDS.split())
ASK = {"query": "$ask", "action": "$give", "undo": "$act"}
"""How the library is asked, for each kind of function."""


def library(game: Game, lang: str) -> str:
    """The text of `joute.js`."""
    text = (Path(__file__).parent / "runtimes" / "joute.js").read_text(encoding="utf-8")
    parts = [*_constants(game, lang), *_enums(game, lang), *_structs(game, lang)]
    numbers = {name: number for number, name in enumerate(game.api.functions)}
    for kind, functions in by_kind(game):
        parts += ["", f"// {localized(TITLES[kind], lang)}"]
        for function in functions:
            parts += ["", *_function(function, numbers[function.name], lang)]
    for mark, content in {
        "@HEAD@": localized(HEAD, lang).format(game.name),
        "@PLAY@": localized(PLAY, lang),
        "@DIGEST@": api_digest(game.api),
        "@LOOKAHEAD@": positions_text("position.js", game, lang),
        "@API@": "\n".join(parts).strip(),
        "@EXPORTS@": "\n".join(f"  {name}," for name in ["play", "debug", "joute", *exported(game)]),
    }.items():
        text = text.replace(mark, content)
    return with_notes(text, game, lang)


def exported(game: Game) -> list[str]:
    """All names of the API, in the order of the file."""
    names = list(game.constants)
    for kind in game.api.enums.values():
        names += [kind.__name__, *(member.name for member in kind)]
    return [safe(name, RESERVED) for name in dict.fromkeys([*names, *game.api.functions])]


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    lines = ['"use strict";', "", 'const api = require("./joute");']
    for phase in game.phases:
        lines += ["", f"// {callback_doc(game, phase, lang)}", f"function {phase.callback}() {{}}"]
    names = ", ".join(phase.callback for phase in game.phases)
    return "\n".join([*lines, "", f"api.play({{ {names} }});"]) + "\n"


def _constants(game: Game, lang: str) -> list[str]:
    docs = constant_docs(game, lang)
    lines = ["", f"// {localized(TITLES['constants'], lang)}", ""] if game.constants else []
    for name, value in game.constants.items():
        note = f" // {value}" + (f": {docs[name]}" if docs.get(name) else "")
        lines.append(f"const {safe(name, RESERVED)} = $hello.constants.{name};{note}")
    return lines


def _enums(game: Game, lang: str) -> list[str]:
    lines = ["", f"// {localized(TITLES['enums'], lang)}"] if game.api.enums else []
    for kind in game.api.enums.values():
        lines += ["", f"/** @typedef {{number}} {kind.__name__} */", f"const {kind.__name__} = Object.freeze({{"]
        lines += [f"  {member.name}: {int(member)}," for member in kind]
        lines += ["});", *(f"const {member.name} = {kind.__name__}.{member.name};" for member in kind)]
    return lines


def _structs(game: Game, lang: str) -> list[str]:
    lines = ["", f"// {localized(TITLES['structs'], lang)}"] if game.api.structs else []
    for kind in game.api.structs.values():
        lines += ["", f"/** @typedef {{{_shape(kind)}}} {kind.__name__} */", *_words_of(kind)]
    return lines


def _words_of(kind: Any) -> list[str]:
    """The functions that write a struct as words, and read it from a row."""
    fields = fields_of(kind)
    names = ", ".join(f'"{name}"' for name, _ in fields)
    items = " && ".join(_put(of, f"value[{number}]") for number, (_, of) in enumerate(fields))
    parts = " && ".join(_put(of, f"value.{name}") for name, of in fields)
    lines = [
        f"const $names{kind.__name__} = [{names}];",
        f"function $put{kind.__name__}(value) {{",
        f"  if ($tuple(value, {len(fields)})) return {items};",
        f"  return $object(value, $names{kind.__name__}) && {parts};",
        "}",
    ]
    if Struct(kind).width is not None:
        read, word = [], 0
        for name, of in fields:
            read.append(f"{name}: {_get(of, f'at + {2 * word}' if word else 'at')}")
            word += of.width or 0
        lines += [f"function $get{kind.__name__}(at) {{", f"  return {{ {', '.join(read)} }};", "}"]
    return lines


def _put(kind: Type, value: str) -> str:
    """The call that writes a value of a type as words, or is false."""
    if isinstance(kind, Array):
        item = _put(kind.item, "item")
        return f"$list({value}, {kind.most}, (item) => {item})"
    if isinstance(kind, Struct):
        return f"$put{kind.kind.__name__}({value})"
    if isinstance(kind, Enum) and issubclass(kind.kind, Lettered):
        return f"$lettered({value}, {kind.kind.__name__})"
    return f"$bool({value})" if isinstance(kind, Bool) else f"$int({value})"


def _get(kind: Type, at: str) -> str:
    """The value of a type whose words lie at an index."""
    if isinstance(kind, Struct):
        return f"$get{kind.kind.__name__}({at})"
    return f"$words[{at}] !== 0" if isinstance(kind, Bool) else f"$words[{at}]"


def _answer(kind: Type) -> str:
    """What the library has answered."""
    if isinstance(kind, Array):
        return f"$rows({kind.item.width}, (at) => {_get(kind.item, 'at')})"
    return _get(kind, "$ROWS" if isinstance(kind, Struct) else "$ANSWER")


def _shape(kind: Any) -> str:
    return "{" + ", ".join(f"{field}: {_type(of)}" for field, of in fields_of(kind)) + "}"


def _function(function: Function, number: int, lang: str) -> list[str]:
    names = [safe(argument.name, RESERVED) for argument in function.arguments]
    notes = [f"@param {{{_type(of.type)}}} {name}" for name, of in zip(names, function.arguments, strict=True)]
    notes.append(f"@returns {{{_type(function.returns)}}}")
    name = safe(function.name, RESERVED)
    return [
        *block(localized(function.doc, lang), notes=tuple(notes)),
        f"function {name}({', '.join(names)}) {{",
        *(_answered_here(function, number, names) if function.kernel or function.kind in ("action", "undo") else ()),
        f'  return {"$order" if function.kind == "action" else "$call"}("{function.name}", arguments);',
        "}",
    ]


def _answered_here(function: Function, number: int, names: list[str]) -> list[str]:
    """The lines of a function that has the library answer, unless an argument is not of its type."""
    put = [_put(argument.type, name) for name, argument in zip(names, function.arguments, strict=True)]
    ask = f"{ASK[function.kind]}({number})"
    conditions = " && ".join(["$awake", f"arguments.length === {len(names)}", *put, ask])
    return ["  $at = $GIVEN;", f"  if ({conditions}) return {_answer(function.returns)};"]


def _type(kind: Type) -> str:
    if isinstance(kind, Array):
        return f"{_type(kind.item)}[]"
    if isinstance(kind, (Enum, Struct)):
        return str(kind.kind.__name__)
    names = {Void: "void", Json: "object", Bool: "boolean"}
    return next((name for base, name in names.items() if isinstance(kind, base)), "number")


def commands(recipe: Recipe) -> Commands:
    return Commands(build=(), run=("node", recipe.entry))


def inspected(run: tuple[str, ...], port: int) -> tuple[str, ...]:
    """The command of a champion that, once it is told to (`debug` of a turn), can be inspected at this port."""
    return run[0], f"--inspect-port=127.0.0.1:{port}", *run[1:]


def inspect(target: Target) -> list[str]:
    return ["node", "inspect", f"127.0.0.1:{target.port}"]


LANGUAGE = Language(
    name="javascript",
    order=60,
    aliases=("js",),
    suffixes=(".js", ".mjs", ".cjs"),
    entry="champion.js",
    starter=starter,
    api_file="joute.js",
    api_text=library,
    notes='api.debug.log("gold", 3);\napi.debug.draw.cell(3, 4, "red");',
    tools=Tools(("node",), ("nodejs",)),
    commands=commands,
    debugger=Debugger(Tools(("node",), ("nodejs",)), inspect, inspected),
    out_of_memory=("JavaScript heap out of memory",),
)
