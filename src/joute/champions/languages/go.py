"""Go: built by `go build`; `api.go` documents the API and speaks the line protocol."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from joute.core.api import Function
from joute.core.game import Game
from joute.core.types import Array, Bool, Enum, Json, Struct, Type, Void

from .api.notes import notes_text
from .api.prose import MARK, Prose, constants, empty_champion, wrapped
from .api.reference import TITLES, by_kind, callback_doc, fields_of, localized
from .api.source_text import safe
from .language import Commands, Language, Tools

if TYPE_CHECKING:
    from joute.champions.sources.recipe import Recipe

PROGRAM = ".joute/champion"
"""Where the program lies in the folder that is built."""
KEYWORDS = (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var any append bool error false float64 int len main init nil panic "
    "recover string true uint8 uintptr bufio debug filepath fmt json math os runtime strings sync syscall"
)
"""Of the language and, after `var`, what it declares and `api.go` uses."""
RESERVED = frozenset(KEYWORDS.split())


def library(game: Game, lang: str) -> str:
    """The text of `api.go`."""
    say = Prose(lang)
    lines = [*_callbacks(game, lang), *_constants(game, say)]
    lines += [line for kind in game.api.enums.values() for line in ("", *_enum(kind))]
    lines += [line for kind in game.api.structs.values() for line in ("", *_struct(kind))]
    for kind, functions in by_kind(game):
        lines += ["", f"// {localized(TITLES[kind], lang)}"]
        for function in functions:
            lines += ["", *wrapped("// ", say.doc(function.doc)), *_function(function)]
    head = "\n".join(wrapped("// ", f"{MARK}: {say.header(game)}"))
    return f"{head}\n\n" + notes_text("api.go", game, lang).replace("@API@", "\n".join(lines))


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    return empty_champion(game, lang, "api.go", "package main", "func {}() {{\n}}")


def _callbacks(game: Game, lang: str) -> Iterator[str]:
    yield from (f"// {localized(TITLES['callbacks'], lang)}", "func jouteCallback(name string) {", "\tswitch name {")
    for phase in {phase.callback: phase for phase in game.phases}.values():
        yield from (f"\t// {callback_doc(game, phase, lang)}", f'\tcase "{phase.callback}":', f"\t\t{phase.callback}()")
    yield from ("\t}", "}")


def _constants(game: Game, say: Prose) -> Iterator[str]:
    if game.constants:
        yield from ("", f"// {localized(TITLES['constants'], say.lang)}")
        for name, value, doc in constants(game, say.lang):
            yield from ("", *wrapped("// ", doc), f"const {safe(name, RESERVED)} = {str(value).lower()}")


def _enum(kind: Any) -> Iterator[str]:
    name = kind.__name__
    yield from (f"type {name} int", "")
    yield from (f"const {safe(member.name, RESERVED)} {name} = {int(member)}" for member in kind)
    names = ", ".join(f'{int(member)}: "{member.name}"' for member in kind)
    yield from ("", f"func (value {name}) String() string {{", f"\treturn map[{name}]string{{{names}}}[value]", "}")


def _struct(kind: Any) -> Iterator[str]:
    name = kind.__name__
    fields = [(field, safe(field, RESERVED), of) for field, of in fields_of(kind)]
    given = ", ".join(_given(of, f"own.{own}") for _, own, of in fields)
    taken = ", ".join(f'"{field}": &own.{own}' for field, own, _ in fields)
    width = max(len(own) for _, own, _ in fields)
    yield f"type {name} struct {{"
    yield from (f"\t{own:<{width}} {_type(of)}" for _, own, of in fields)
    yield from ("}", "", f"func (own {name}) MarshalJSON() ([]byte, error) {{")
    yield from (f"\treturn json.Marshal([]any{{{given}}})", "}", "")
    yield f"func (own *{name}) UnmarshalJSON(data []byte) error {{"
    yield from (f"\treturn jouteFields(data, map[string]any{{{taken}}})", "}")


def _function(function: Function) -> Iterator[str]:
    arguments = [(safe(argument.name, RESERVED), argument.type) for argument in function.arguments]
    named = ", ".join(f"{name} {_type(kind)}" for name, kind in arguments)
    given = ", ".join([f'"{function.name}"', *(_given(kind, name) for name, kind in arguments)])
    nothing = isinstance(function.returns, Void)
    back = "" if nothing else f" {_type(function.returns)}"
    call = f"jouteCall[any]({given})" if nothing else f"return jouteCall[{_type(function.returns)}]({given})"
    yield from (f"func {safe(function.name, RESERVED)}({named}){back} {{", f"\t{call}", "}")


def _given(kind: Type, value: str) -> str:
    return f"jouteList({value})" if isinstance(kind, Array) else value


def _type(kind: Type) -> str:
    if isinstance(kind, Array):
        return f"[]{_type(kind.item)}"
    if isinstance(kind, (Enum, Struct)):
        return str(kind.kind.__name__)
    return "any" if isinstance(kind, Json) else "bool" if isinstance(kind, Bool) else "int"


def commands(recipe: Recipe) -> Commands:
    files = (recipe.entry,) if recipe.alone else recipe.sources or _files(recipe.folder)
    return Commands(build=("go", "build", "-o", PROGRAM, *(f"./{file}" for file in files)), run=(f"./{PROGRAM}",))


def _files(folder: Path) -> tuple[str, ...]:
    """The sources of the main package."""
    return tuple(sorted(path.name for path in folder.glob("*.go") if not path.name.endswith("_test.go")))


LANGUAGE = Language(
    name="go",
    order=80,
    suffixes=(".go",),
    entry="champion.go",
    starter=starter,
    api_file="api.go",
    api_text=library,
    notes='debug.log("gold", 3)\ndebug.draw.cell(3, 4, "red")',
    tools=Tools(("go",), ("golang-go",)),
    commands=commands,
    out_of_memory=("fatal error: runtime: out of memory", "fatal error: runtime: cannot allocate memory"),
)
