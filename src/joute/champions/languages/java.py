"""Java: built by javac; `Api.java`, which a champion extends, documents the API and speaks the line protocol.

A champion of the old contest, `Prologin.java`, is played by `Joute.java` with the types of its own `Interface.java`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

from joute.champions.players.protocol import api_digest
from joute.core.api import Function
from joute.core.game import Game
from joute.core.text import Text
from joute.core.types import Array, Bool, Enum, Json, Struct, Type, Void

from .api.notes import RUNTIMES, with_notes
from .api.old_functions import in_utf8, own_api, with_bodies
from .api.reference import TITLES, by_kind, callback_doc, constant_docs, fields_of, localized
from .api.source_text import block, safe
from .debugger import Debugger, Target
from .language import C_COMMENT, NUMBER, ChampionFiles, Commands, Constants, Extra, Language, Tools

if TYPE_CHECKING:
    from joute.champions.sources.recipe import Recipe

HEAD = Text(
    "The API of {}, written by `joute new`: all you may call is here. There is nothing to change in this file.",
    "L'API de {}, écrite par `joute new` : tout ce qui peut être appelé est ici. Rien n'est à y changer.",
)
PLAY = Text(
    "Play the match with a champion. Does not return.",
    "Joue la partie avec un champion. Ne revient pas.",
)
INDENT = "    "
JNI = ".joute/jni.so"
"""Where the library of `runtimes/jni.c` lies, in the folder that is built."""
INTERFACE = "Interface.java"
"""Of a folder of the old contest: declares the functions of its engine."""
OURS = (".joute/Api.java", f".joute/{INTERFACE}", ".joute/Joute.java")
CALLBACK = """\
    @Override
    public void {0}() {{
        run("{1}");
    }}"""
CLASSES = "classes"
"""Where javac writes, in the copy of the folder that is built."""
QUICK = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""A short-lived program, javac too, starts sooner with the simplest collector and without the second compiler."""
KEYWORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends false "
    "final finally float for goto if implements import instanceof int interface long native new null package private "
    "protected public return short static strictfp super switch synchronized this throw throws transient true try void "
    "volatile while _ clone equals finalize getClass hashCode notify notifyAll toString wait play main"
)
"""Of the language and, after `_`, the methods of every object and of `Api`."""
RESERVED = frozenset(KEYWORDS.split())
ASK = {"query": "$ask", "action": "$give", "undo": "$act"}
"""How the library is asked, for each kind of function."""


def library(game: Game, lang: str) -> str:
    """The text of `Api.java`."""
    text = (RUNTIMES / "Api.java").read_text(encoding="utf-8")
    lines = _callbacks(game, lang)
    lines += _constants(game, lang)
    lines += [line for kind in game.api.enums.values() for line in ("", *_enum(kind))]
    lines += [line for kind in game.api.structs.values() for line in ("", *_struct(kind))]
    numbers = {name: number for number, name in enumerate(game.api.functions)}
    for kind, functions in by_kind(game):
        lines += ["", f"// {localized(TITLES[kind], lang)}"]
        for function in functions:
            lines += ["", *_function(function, numbers[function.name], lang)]
    body = "\n".join(f"{INDENT}{line}" if line else "" for line in lines)
    for mark, content in {
        "@HEAD@": localized(HEAD, lang).format(game.name),
        "@PLAY@": localized(PLAY, lang),
        "@JNI@": JNI,
        "@DIGEST@": api_digest(game.api),
        "@API@": body,
    }.items():
        text = text.replace(mark, content)
    return with_notes(text, game, lang)


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    lines = ["public class Champion extends Api {"]
    for phase in game.phases:
        lines += [f"    // {callback_doc(game, phase, lang)}", "    @Override"]
        lines += [f"    public void {safe(phase.callback, RESERVED)}() {{", "    }", ""]
    lines += ["    public static void main(String[] arguments) {", "        play(new Champion());", "    }", "}"]
    return "\n".join(lines) + "\n"


def _callbacks(game: Game, lang: str) -> list[str]:
    lines = [f"// {localized(TITLES['callbacks'], lang)}"]
    for phase in game.phases:
        name = safe(phase.callback, RESERVED)
        lines += ["", *block(callback_doc(game, phase, lang))]
        lines += [f"public abstract void {name}();"] if phase.acts else [f"public void {name}() {{", "}"]
    cases = [
        f'{INDENT * 2}case "{phase.callback}" -> {safe(phase.callback, RESERVED)}();'
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
    lines = ["", f"// {localized(TITLES['constants'], lang)}", ""] if game.constants else []
    for name, value in game.constants.items():
        note = f" // {value}" + (f": {docs[name]}" if docs.get(name) else "")
        kind, own = _value_type(value), safe(name, RESERVED)
        constant = f'$constants.get("{name}")'
        lines.append(f"public static final {kind} {own} = {_cast(kind, constant)};{note}")
    return lines


def _value_type(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "int" if isinstance(value, int) else "String" if isinstance(value, str) else "Object"


def _cast(kind: str, value: str) -> str:
    return {"int": f"$int({value})", "Object": value}.get(kind, f"({kind}) {value}")


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
        "    public boolean $words() {",
        "        return $put(value);",
        "    }",
        "",
        f"    static {name} $of(Object found) {{",
        "        return $of($int(found));",
        "    }",
        "",
        f"    static {name} $of(int found) {{",
        "        return switch (found) {",
        *(f"            case {int(member)} -> {member.name};" for member in kind),
        f'            default -> throw new IllegalArgumentException("no {name}: " + found);',
        "        };",
        "    }",
        "}",
        "",
        *(f"public static final {name} {member.name} = {name}.{member.name};" for member in kind),
    ]


def _struct(kind: Any) -> list[str]:
    name = kind.__name__
    fields = [(field, safe(field, RESERVED), of) for field, of in fields_of(kind)]
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
        "",
        "    public boolean $words() {",
        f"        return {' && '.join(_put(of, own) for _, own, of in fields)};",
        "    }",
        *_row_reader(kind),
        "}",
    ]


def _row_reader(kind: Any) -> list[str]:
    """The method that reads a struct from a row."""
    if Struct(kind).width is None:
        return []
    parts, word = [], 0
    for _, of in fields_of(kind):
        parts.append(_get(of, f"at + {word}" if word else "at"))
        word += of.width or 0
    name = kind.__name__
    return ["", f"    static {name} $at(int at) {{", f"        return new {name}({', '.join(parts)});", "    }"]


def _put(kind: Type, value: str) -> str:
    """The call that writes a value as words, or is false."""
    return f"$put({value}, {kind.most})" if isinstance(kind, Array) else f"$put({value})"


def _get(kind: Type, at: str) -> str:
    """The value of a type whose words lie in a row."""
    return f"{kind.kind.__name__}.$at({at})" if isinstance(kind, Struct) else _of_number(kind, f"$word({at})")


def _of_number(kind: Type, number: str) -> str:
    if isinstance(kind, Enum):
        return f"{kind.kind.__name__}.$of({number})"
    return f"{number} != 0" if isinstance(kind, Bool) else number


def _answer(kind: Type) -> str:
    """What the library has answered."""
    if isinstance(kind, Array):
        return f"$rows({kind.item.width}, at -> {_get(kind.item, 'at')})"
    return _get(kind, "$ROWS") if isinstance(kind, Struct) else _of_number(kind, "$answer()")


def _function(function: Function, number: int, lang: str) -> list[str]:
    names = [safe(argument.name, RESERVED) for argument in function.arguments]
    types = [_type(argument.type) for argument in function.arguments]
    arguments = ", ".join(f"{kind} {name}" for kind, name in zip(types, names, strict=True))
    call = f"{'$order' if function.kind == 'action' else '$call'}({', '.join([_quoted(function.name), *names])})"
    body = f"{call};" if isinstance(function.returns, Void) else f"return {_read(function.returns, call)};"
    here = _answered_here(function, number, names) if function.kernel or function.kind in ("action", "undo") else []
    return [
        *block(localized(function.doc, lang)),
        f"public static synchronized {_type(function.returns)} {safe(function.name, RESERVED)}({arguments}) {{",
        *here,
        f"    {body}",
        "}",
    ]


def _answered_here(function: Function, number: int, names: list[str]) -> list[str]:
    """The lines of a function that has the library answer, unless the engine must judge an argument."""
    put = [_put(argument.type, name) for name, argument in zip(names, function.arguments, strict=True)]
    ask = f"{ASK[function.kind]}({number})"
    return [
        "    $at = $GIVEN;",
        f"    if ({' && '.join(['$awake', *put, ask])}) {{",
        f"        return {_answer(function.returns)};",
        "    }",
    ]


def _quoted(text: str) -> str:
    return f'"{text}"'


def _read(kind: Type, value: str, depth: int = 0) -> str:
    """The expression that makes a value of a type from what JSON holds."""
    if isinstance(kind, Array):
        part = f"v{depth}"
        return f"$list({value}, {part} -> {_read(kind.item, part, depth + 1)})"
    if isinstance(kind, (Enum, Struct)):
        return f"{kind.kind.__name__}.$of({value})"
    if isinstance(kind, Bool):
        return f"(Boolean) {value}"
    return value if isinstance(kind, Json) else f"$int({value})"


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


def commands(recipe: Recipe) -> Commands:
    files: Sequence[str] = (recipe.entry,) if recipe.alone else recipe.sources
    files = files or sorted(path.name for path in recipe.folder.glob("*.java"))
    started = Path(recipe.entry).stem
    if recipe.old:
        files, started = [*(file for file in files if file != INTERFACE), *OURS], "Joute"
    compiler = ("javac", *(f"-J{option}" for option in QUICK), "-encoding", "UTF-8", "-g", "-nowarn", "-d", CLASSES)
    return Commands(
        build=(*compiler, *(f"./{file}" for file in files)),
        run=("java", *QUICK, "-Xshare:auto", "-cp", CLASSES, started),
    )


def extra(champion: ChampionFiles) -> Extra:
    """The library by which Java calls that of a game, and what plays a champion of the old contest."""
    files, command = _jni()
    return Extra(files | _old_texts(champion) if champion.old else files, command)


def _old_texts(champion: ChampionFiles) -> dict[str, str]:
    """`Api.java`, the champion's own `Interface.java` with a body for each function, and what plays it."""
    game = champion.game
    phases = {phase.callback: phase for phase in game.phases}.values()
    text = (RUNTIMES / "Joute.java").read_text(encoding="utf-8")
    for mark, content in {
        "@CALLBACKS@": "\n\n".join(CALLBACK.format(safe(p.callback, RESERVED), p.callback) for p in phases),
        "@NEEDED@": ", ".join(_quoted(phase.callback) for phase in phases if phase.acts),
        "@GAME@": game.name,
    }.items():
        text = text.replace(mark, content)
    own = with_bodies(own_api(champion, INTERFACE, "java"), "native", "Joute.call({given})")
    own = re.sub(r"\bSystem\.load(Library)?\([^()]{0,300}\)", "", own)
    return in_utf8(champion, ".java") | dict(zip(OURS, (library(game, "en"), own, text), strict=True))


def _jni() -> tuple[dict[str, str], tuple[str, ...]]:
    """What is compiled to call the library of a game, where there are a compiler of C and the headers of the JDK."""
    compiler = which("javac")
    headers = Path(compiler).resolve().parents[1] / "include" if compiler else None
    if headers is None or which("gcc") is None or not (headers / "jni.h").exists():
        return {}, ()
    source = JNI.replace(".so", ".c")
    text = (RUNTIMES / "jni.c").read_text(encoding="utf-8")
    flags = ("-O2", "-fPIC", "-shared", f"-I{headers}", f"-I{headers / 'linux'}")
    return {source: text}, ("gcc", *flags, source, "-o", JNI, "-ldl")


def debugged(run: tuple[str, ...], port: int) -> tuple[str, ...]:
    """The command of a champion that, once it is told to (`debug` of a turn), waits for a debugger at this port."""
    agent = f"transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:{port},onthrow=Api$$Debug,launch=true"
    return run[0], f"-agentlib:jdwp={agent}", *run[1:]


def jdb(target: Target) -> list[str]:
    """jdb, which reads its first commands in the home folder."""
    champion = Path(target.entry).stem
    stops = [f"stop in {champion}.{safe(name, RESERVED)}" for name in target.callbacks]
    (target.scratch / ".jdbrc").write_text("\n".join([*stops, "resume", ""]))
    home = f"-J-Duser.home={target.scratch}"
    return ["jdb", home, "-sourcepath", str(target.folder), "-attach", f"127.0.0.1:{target.port}"]


LANGUAGE = Language(
    name="java",
    order=70,
    etc=("java*",),
    suffixes=(".java",),
    entry="Champion.java",
    starter=starter,
    api_file="Api.java",
    api_text=library,
    notes='Debug.log("gold", 3);\nDebug.Draw.cell(3, 4, "red");',
    tools=Tools(("javac", "java"), ("default-jdk-headless",)),
    commands=commands,
    extra=extra,
    constants=Constants((".java",), rf"\bint[ \t]+(\w+)[ \t]*=[ \t]*{NUMBER}[ \t]*;", C_COMMENT),
    debugger=Debugger(Tools(("jdb",), ("default-jdk-headless",)), jdb, debugged),
    built_suffixes=(".class",),
    out_of_memory=("java.lang.OutOfMemoryError",),
)
