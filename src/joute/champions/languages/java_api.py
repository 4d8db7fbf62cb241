"""The API for Java: `Api.java`, which documents every function and speaks the protocol of lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from joute.core.api import Function
from joute.core.game import Game
from joute.core.types import Array, Bool, Enum, Json, Struct, Type, Void

from .reference import TITLES, by_kind, callback_doc, constant_docs, fields_of, said
from .text import JAVA, block, safe

HEAD = {
    "en": "The API of {}, written by `joute new`: all you may call is here. There is nothing to change in this file.",
    "fr": "L'API de {}, écrite par `joute new` : tout ce qui peut être appelé est ici. Rien n'est à y changer.",
}
PLAY = {
    "en": "Play the match with a champion. Does not return.",
    "fr": "Joue la partie avec un champion. Ne revient pas.",
}
INDENT = "    "


def library(game: Game, lang: str) -> str:
    """The text of `Api.java`."""
    text = (Path(__file__).parent / "runtimes" / "Api.java").read_text(encoding="utf-8")
    lines = _callbacks(game, lang)
    lines += _constants(game, lang)
    lines += [line for kind in game.api.enums.values() for line in ("", *_enum(kind))]
    lines += [line for kind in game.api.structs.values() for line in ("", *_struct(kind))]
    for kind, functions in by_kind(game):
        lines += ["", f"// {said(TITLES[kind], lang)}"]
        for function in functions:
            lines += ["", *_function(function, lang)]
    body = "\n".join(f"{INDENT}{line}" if line else "" for line in lines)
    for mark, content in {"@HEAD@": HEAD[lang].format(game.name), "@PLAY@": PLAY[lang], "@API@": body}.items():
        text = text.replace(mark, content)
    return text


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    lines = ["public class Champion extends Api {"]
    for phase in game.phases:
        lines += [f"    // {callback_doc(game, phase, lang)}", "    @Override"]
        lines += [f"    public void {safe(phase.callback, JAVA)}() {{", "    }", ""]
    lines += ["    public static void main(String[] arguments) {", "        play(new Champion());", "    }", "}"]
    return "\n".join(lines) + "\n"


def _callbacks(game: Game, lang: str) -> list[str]:
    lines = [f"// {said(TITLES['callbacks'], lang)}"]
    for phase in game.phases:
        name = safe(phase.callback, JAVA)
        lines += ["", *block(callback_doc(game, phase, lang))]
        lines += [f"public abstract void {name}();"] if phase.acts else [f"public void {name}() {{", "}"]
    cases = [
        f'{INDENT * 2}case "{phase.callback}" -> {safe(phase.callback, JAVA)}();'
        for phase in {phase.callback: phase for phase in game.phases}.values()
    ]
    return [
        *lines,
        "",
        "private void $callback(String name) {",
        f"{INDENT}switch (name) {{",
        *cases,
        f'{INDENT * 2}default -> System.err.println("unknown callback " + name);',
        f"{INDENT}}}",
        "}",
    ]


def _constants(game: Game, lang: str) -> list[str]:
    docs = constant_docs(game, lang)
    lines = ["", f"// {said(TITLES['constants'], lang)}", ""] if game.constants else []
    for name, value in game.constants.items():
        note = f" // {value}" + (f": {docs[name]}" if docs.get(name) else "")
        kind, own = _value_type(value), safe(name, JAVA)
        found = f'$constants.get("{name}")'
        lines.append(f"public static final {kind} {own} = {_cast(kind, found)};{note}")
    return lines


def _value_type(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "int" if isinstance(value, int) else "String" if isinstance(value, str) else "Object"


def _cast(kind: str, found: str) -> str:
    return {"int": f"$int({found})", "Object": found}.get(kind, f"({kind}) {found}")


def _enum(kind: Any) -> list[str]:
    name = kind.__name__
    members = ", ".join(f"{member.name}({int(member)})" for member in kind)
    return [
        f"public enum {name} implements $Value {{",
        f"    {members};",
        "",
        "    public final int value;",
        "",
        f"    {name}(int value) {{",
        "        this.value = value;",
        "    }",
        "",
        "    public Object $json() {",
        "        return value;",
        "    }",
        "",
        f"    static {name} $of(Object found) {{",
        f"        for ({name} member : values()) {{",
        "            if (member.value == $int(found)) {",
        "                return member;",
        "            }",
        "        }",
        f'        throw new IllegalArgumentException("no {name}: " + found);',
        "    }",
        "}",
        "",
        *(f"public static final {name} {member.name} = {name}.{member.name};" for member in kind),
    ]


def _struct(kind: Any) -> list[str]:
    name = kind.__name__
    fields = [(field, safe(field, JAVA), of) for field, of in fields_of(kind)]
    inside = ", ".join(f"{_type(of)} {own}" for _, own, of in fields)
    reads = [_read(of, f'found.get("{field}")') for field, _, of in fields]
    return [
        f"public record {name}({inside}) implements $Value {{",
        "    public Object $json() {",
        f"        return List.<Object>of({', '.join(own for _, own, _ in fields)});",
        "    }",
        "",
        f"    static {name} $of(Object value) {{",
        "        Map<?, ?> found = (Map<?, ?>) value;",
        f"        return new {name}({', '.join(reads)});",
        "    }",
        "}",
    ]


def _function(function: Function, lang: str) -> list[str]:
    names = [safe(argument.name, JAVA) for argument in function.arguments]
    types = [_type(argument.type) for argument in function.arguments]
    arguments = ", ".join(f"{kind} {name}" for kind, name in zip(types, names, strict=True))
    call = f"$call({', '.join([_quoted(function.name), *names])})"
    body = f"{call};" if isinstance(function.returns, Void) else f"return {_read(function.returns, call)};"
    return [
        *block(said(function.doc, lang)),
        f"public static {_type(function.returns)} {safe(function.name, JAVA)}({arguments}) {{",
        f"    {body}",
        "}",
    ]


def _quoted(text: str) -> str:
    return f'"{text}"'


def _read(kind: Type, found: str, depth: int = 0) -> str:
    """The expression that makes a value of a type from what JSON holds."""
    if isinstance(kind, Array):
        part = f"v{depth}"
        return f"$list({found}, {part} -> {_read(kind.item, part, depth + 1)})"
    if isinstance(kind, (Enum, Struct)):
        return f"{kind.kind.__name__}.$of({found})"
    if isinstance(kind, Bool):
        return f"(Boolean) {found}"
    return found if isinstance(kind, Json) else f"$int({found})"


def _type(kind: Type, boxed: bool = False) -> str:
    if isinstance(kind, Array):
        return f"List<{_type(kind.item, boxed=True)}>"
    if isinstance(kind, (Enum, Struct)):
        return str(kind.kind.__name__)
    if isinstance(kind, Json):
        return "Object"
    if isinstance(kind, Void):
        return "void"
    if isinstance(kind, Bool):
        return "Boolean" if boxed else "boolean"
    return "Integer" if boxed else "int"
