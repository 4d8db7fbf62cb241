"""C#: built by mcs, run by mono; `Api.cs`, which a champion extends, documents the API and speaks the line protocol.

A champion of the old contest, `prologin.cs`, is played by `Joute.cs` with the types of its own `api.cs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from shutil import which
from typing import TYPE_CHECKING, Any

from joute.core.api import Function
from joute.core.game import Game
from joute.core.text import Text
from joute.core.types import Array, Bool, Enum, Json, Struct, Type, Void

from .api.notes import RUNTIMES, notes_text
from .api.old_functions import in_utf8, own_api, with_bodies
from .api.prose import MARK, Prose, constants, wrapped
from .api.reference import TITLES, by_kind, callback_doc, fields_of, localized
from .api.source_text import safe
from .language import ChampionFiles, Commands, Extra, Language, Tools

if TYPE_CHECKING:
    from joute.champions.sources.recipe import Recipe

PLAY = Text("Play the match with a champion. Does not return.", "Joue la partie avec un champion. Ne revient pas.")
API = "Api.cs"
PROGRAM = "champion.exe"
STACK = ".joute/mono.so"
"""Where the library of `runtimes/mono.c` lies, in the folder that is built."""
RUN = f'[ -e {STACK} ] && export LD_PRELOAD="$PWD/{STACK}"; exec mono --debug {PROGRAM}'
INDENT = "    "
OLD_API = "api.cs"
"""Of a folder of the old contest: declares the functions of its engine."""
OURS = (".joute/Api.cs", f".joute/old_{OLD_API}", ".joute/Joute.cs")
ATTRIBUTE = r"\[\s*(?:\w+\.)*(?:MethodImpl|DllImport)(?:Attribute)?\s*\((?:[^()]|\([^()]{0,300}\)){0,300}\)\s*\]"
"""How a function is marked that is not in the text."""
CALLBACK = """        public override void {0}() {{ Run("{1}"); }}"""
KEYWORDS = (
    "abstract as base bool break byte case catch char checked class const continue decimal default delegate do double "
    "else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal "
    "is lock long namespace new null object operator out override params private protected public readonly ref return "
    "sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked "
    "unsafe ushort using virtual void volatile while Equals GetHashCode GetType MemberwiseClone ReferenceEquals "
    "ToString Finalize Main Play Turn"
)
"""Of the language and, after `while`, the methods of every object and of `Api`."""
RESERVED = frozenset(KEYWORDS.split())


def library(game: Game, lang: str) -> str:
    """The text of `Api.cs`."""
    say = Prose(lang)
    types = [line for kind in game.api.enums.values() for line in ("", *_enum(kind))]
    types += [line for kind in game.api.structs.values() for line in ("", *_struct(kind))]
    lines = [*_callbacks(game, lang), *_constants(game, say)]
    for kind, functions in by_kind(game):
        lines += ["", f"// {localized(TITLES[kind], lang)}"]
        for function in functions:
            lines += ["", *_doc(say.doc(function.doc)), *_function(function)]
    text = notes_text(API, game, lang)
    for mark, content in {
        "@HEAD@": "\n".join(wrapped("// ", f"{MARK}: {say.header(game)}")),
        "@PLAY@": localized(PLAY, lang),
        "@TYPES@": "\n".join(types).strip(),
        "@API@": "\n".join(f"{INDENT}{line}" if line else "" for line in lines),
    }.items():
        text = text.replace(mark, content)
    return text


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    lines = ["public class Champion : Api", "{"]
    for phase in game.phases:
        lines += [f"    // {callback_doc(game, phase, lang)}"]
        lines += [f"    public override void {safe(phase.callback, RESERVED)}()", "    {", "    }", ""]
    lines += ["    public static void Main()", "    {", "        Play(new Champion());", "    }", "}"]
    return "\n".join(lines) + "\n"


def _callbacks(game: Game, lang: str) -> Iterator[str]:
    yield f"// {localized(TITLES['callbacks'], lang)}"
    phases = {phase.callback: phase for phase in game.phases}.values()
    for phase in phases:
        name = safe(phase.callback, RESERVED)
        yield from ("", *_doc(callback_doc(game, phase, lang)))
        yield f"public abstract void {name}();" if phase.acts else f"public virtual void {name}() {{ }}"
    yield from ("", "private void JouteCallback(string name)", "{", f"{INDENT}switch (name)", f"{INDENT}{{")
    for phase in phases:
        yield f'{INDENT * 2}case "{phase.callback}": {safe(phase.callback, RESERVED)}(); break;'
    yield from (f"{INDENT}}}", "}")


def _constants(game: Game, say: Prose) -> Iterator[str]:
    yield from ("", f"// {localized(TITLES['constants'], say.lang)}")
    for name, value, doc in constants(game, say.lang):
        kind = "bool" if isinstance(value, bool) else "int"
        yield from ("", *_doc(doc), f"public const {kind} {safe(name, RESERVED)} = {str(value).lower()};")
    for enum in game.api.enums.values():
        yield ""
        for member in enum:
            name = safe(member.name, RESERVED)
            yield f"public const {enum.__name__} {name} = {enum.__name__}.{name};"


def _enum(kind: Any) -> Iterator[str]:
    yield from (f"public enum {kind.__name__}", "{")
    yield from (f"    {safe(member.name, RESERVED)} = {int(member)}," for member in kind)
    yield "}"


def _struct(kind: Any) -> Iterator[str]:
    name = kind.__name__
    fields = [(field, safe(field, RESERVED), of) for field, of in fields_of(kind)]
    yield from (f"public struct {name} : JouteStruct", "{")
    yield from (f"    public {_type(of)} {own};" for _, own, of in fields)
    yield from ("", f"    public {name}({', '.join(f'{_type(of)} {own}' for _, own, of in fields)})", "    {")
    yield from (f"        this.{own} = {own};" for _, own, _ in fields)
    yield from ("    }", "", f"    public static bool operator ==({name} a, {name} b) {{ return a.Equals(b); }}")
    yield from ("", f"    public static bool operator !=({name} a, {name} b) {{ return !a.Equals(b); }}")
    yield from ("", "    public override bool Equals(object other) { return base.Equals(other); }")
    yield from ("", "    public override int GetHashCode() { return base.GetHashCode(); }")
    given = ", ".join(own for _, own, _ in fields)
    yield from ("", f"    object[] JouteStruct.JouteFields() {{ return new object[] {{ {given} }}; }}")
    yield from ("", f"    internal static {name} JouteOf(object value)", "    {")
    yield "        var found = (Dictionary<string, object>)value;"
    read = [_read(of, f'found["{field}"]') for field, _, of in fields]
    yield from (f"        return new {name}({', '.join(read)});", "    }", "}")


def _function(function: Function) -> Iterator[str]:
    arguments = [(safe(argument.name, RESERVED), argument.type) for argument in function.arguments]
    named = ", ".join(f"{_type(kind, 'IEnumerable')} {name}" for name, kind in arguments)
    call = f"JouteLines.Call({', '.join([_quoted(function.name), *(name for name, _ in arguments)])})"
    yield f"public static {_type(function.returns)} {safe(function.name, RESERVED)}({named})"
    body = f"{call};" if isinstance(function.returns, Void) else f"return {_read(function.returns, call)};"
    yield from ("{", f"    {body}", "}")


def _doc(text: str) -> list[str]:
    """A documentation comment, which is XML; none without a text."""
    from html import escape  # slow to load, and rarely needed

    lines = wrapped("/// ", escape(text, quote=False))
    return ["/// <summary>", *lines, "/// </summary>"] if lines else []


def _quoted(text: str) -> str:
    return f'"{text}"'


def _read(kind: Type, value: str) -> str:
    """The expression that makes a value of a type from what JSON holds."""
    if isinstance(kind, Array):
        return f"JouteLines.List({value}, item => {_read(kind.item, 'item')})"
    if isinstance(kind, Struct):
        return f"{kind.kind.__name__}.JouteOf({value})"
    if isinstance(kind, Enum):
        return f"({kind.kind.__name__})(long){value}"
    if isinstance(kind, Bool):
        return f"(bool){value}"
    return value if isinstance(kind, Json) else f"(int)(long){value}"


def _type(kind: Type, many: str = "List") -> str:
    if isinstance(kind, Array):
        return f"{many}<{_type(kind.item)}>"
    if isinstance(kind, (Enum, Struct)):
        return str(kind.kind.__name__)
    return {Json: "object", Void: "void", Bool: "bool"}.get(type(kind), "int")


def commands(recipe: Recipe) -> Commands:
    files = (recipe.entry,) if recipe.alone else recipe.sources
    files = files or tuple(sorted(path.name for path in recipe.folder.glob("*.cs")))
    started: tuple[str, ...] = ()
    if recipe.old:
        files, started = (*(file for file in files if file.lower() != OLD_API), *OURS), ("-main:Joute",)
    build = ("mcs", "-debug", "-optimize", "-warn:0", *started, f"-out:{PROGRAM}", *(f"./{file}" for file in files))
    return Commands(build, run=("sh", "-c", RUN))


def extra(champion: ChampionFiles) -> Extra:
    """What mono needs where there is no sandbox, if there is a compiler of C; what plays one of the old contest."""
    old = _old_texts(champion) if champion.old else {}
    if which("gcc") is None:
        return Extra(old)
    source = STACK.replace(".so", ".c")
    text = (RUNTIMES / "mono.c").read_text(encoding="utf-8")
    return Extra(old | {source: text}, ("gcc", "-O2", "-fPIC", "-shared", source, "-o", STACK, "-ldl"))


def _old_texts(champion: ChampionFiles) -> dict[str, str]:
    """`Api.cs` in a namespace, the champion's own `api.cs` with a body for each function, and what plays it."""
    game = champion.game
    phases = {phase.callback: phase for phase in game.phases}.values()
    text = (RUNTIMES / "Joute.cs").read_text(encoding="utf-8")
    for mark, content in {
        "@CALLBACKS@": "\n".join(CALLBACK.format(safe(p.callback, RESERVED), p.callback) for p in phases),
        "@NEEDED@": ", ".join(_quoted(phase.callback) for phase in phases if phase.acts),
        "@GAME@": game.name,
    }.items():
        text = text.replace(mark, content)
    own = re.sub(ATTRIBUTE, "", own_api(champion, OLD_API, "csharp"))
    own = with_bodies(own, "extern", "global::Joute.Call<{type}>({given})")
    ours = f"namespace JouteRuntime\n{{\n{library(game, 'en')}}}\n"
    return in_utf8(champion, ".cs") | dict(zip(OURS, (ours, own, text), strict=True))


LANGUAGE = Language(
    name="csharp",
    order=90,
    aliases=("c#", "cs"),
    etc=("mono",),
    suffixes=(".cs",),
    entry="Champion.cs",
    starter=starter,
    api_file=API,
    api_text=library,
    notes='Debug.log("gold", 3);\nDebug.Draw.cell(3, 4, "red");',
    tools=Tools(("mcs", "mono"), ("mono-mcs", "mono-runtime")),
    commands=commands,
    extra=extra,
    built_suffixes=(".exe", ".mdb"),
    out_of_memory=("System.OutOfMemoryException",),
)
