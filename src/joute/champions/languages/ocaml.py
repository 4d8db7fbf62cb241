"""OCaml: compiled into a library; the API is the module `api.ml`, whose functions are stubs in C++."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from joute.core.api import Api, Function
from joute.core.game import Game
from joute.core.types import Array, Enum, Json, Struct, Type

from .api.cfamily import mangled, types_of
from .api.notes import notes_text
from .api.positions import positions_text
from .api.prose import MARK, Prose, constants, wrapped
from .api.source_text import safe
from .debugger import gdb
from .language import ADAPTER, NUMBER, ChampionFiles, Constants, Language, Library, Tools

if TYPE_CHECKING:
    from joute.champions.building.compilation import Compilation

TUPLES = ("position",)
"""Structs that OCaml champions see as tuples; the others are records."""
STARTED = """\
#include <cstdlib>
extern "C" bool joute_ocaml_start();
extern "C" void joute_start() {
  setenv("OCAMLRUNPARAM", "s=4M", 0);
  joute_ocaml_start();
}
"""
"""For adapters so old that the engine started the runtime; they are careless with the garbage collector, so it has a
larger young heap and comes less often."""
KEYWORDS = (
    "and as assert asr begin class constraint do done downto else end exception external false for fun function "
    "functor if in include inherit initializer land lazy let lor lsl lsr lxor match method mod module mutable new "
    "nonrec object of open or private rec sig struct then to true try type val virtual when while with"
)
RESERVED = frozenset(KEYWORDS.split())
FLAGS = ("-O3", "-g", "-I", ".")
SILENT = ("-w", "-a")
ARGUMENTS_MOST = 5
"""How many arguments a function in C may have before bytecode needs another."""
LIBRARIES = {"Str": "-lcamlstr", "Unix": "-lunix"}
"""Modules of libraries that come with the compiler, and what they are linked with."""


def module(game: Game, lang: str) -> str:
    """api.ml of the OCaml kit."""
    say = Prose(lang)
    header = wrapped("   ", f"{MARK}: {say.header(game)}")
    lines = ["(* " + header[0].strip(), *header[1:-1], header[-1] + " *)", "", *_constants(game, say)]
    for kind in types_of(game.api):
        lines += _declared(kind)
    for number, function in enumerate(game.api.functions.values()):
        lines += ["", *_comment(say.doc(function.doc)), _external(number, function)]
    named = ", ".join(phase.callback for phase in game.phases)
    positions = positions_text("position.ml", game, lang)
    lines += ["", notes_text("notes.ml", game, lang).replace("@POSITIONS@", positions)]
    return "\n".join([*lines, *_comment(f"{say.callbacks} {named}"), ""])


def callbacks(game: Game) -> str:
    """The callbacks of a folder without an adapter of its own: closures that the champion registers by their names."""
    needed = [phase.callback for phase in game.phases if phase.acts]
    lines = ['extern "C" bool joute_ocaml_start();', 'extern "C" void joute_ocaml_need(const char*);']
    lines += ['extern "C" void joute_ocaml_run(const char*);', 'extern "C" void joute_start() {']
    lines += ["  if (!joute_ocaml_start()) return;", *(f'  joute_ocaml_need("{name}");' for name in needed), "}"]
    lines += [f'extern "C" void {p.callback}() {{ joute_ocaml_run("{p.callback}"); }}' for p in game.phases]
    return "\n".join([*lines, ""])


def constructor(name: str) -> str:
    return name.lower().capitalize()


def name_of(name: str) -> str:
    return safe(name, RESERVED)


def _comment(text: str) -> list[str]:
    lines = wrapped("    ", text.replace('"', "''"))
    return (
        ["(** " + lines[0].strip(), *lines[1:-1], lines[-1] + " *)"] if len(lines) > 1 else [f"(** {lines[0][4:]} *)"]
    )


def _constants(game: Game, say: Prose) -> Iterator[str]:
    for name, value, doc in constants(game, say.lang):
        if doc:
            yield from _comment(doc)
        lower = name.lower()
        lower = f"const_{lower}" if lower in game.api.functions or lower in RESERVED else lower
        yield f"let {lower} = {'true' if value is True else 'false' if value is False else f'({value})'}"


def _declared(kind: Type) -> Iterator[str]:
    if isinstance(kind, Enum):
        yield ""
        yield f"type {kind.name} ="
        yield from (f"  | {constructor(item.name)}" for item in kind.kind)
    elif isinstance(kind, Struct) and kind.name in TUPLES:
        yield ""
        names = ", ".join(name for name, _ in kind.fields)
        yield f"type {kind.name} = {' * '.join(_name(field) for _, field in kind.fields)} (* {names} *)"
    elif isinstance(kind, Struct):
        yield ""
        yield f"type {kind.name} = {{"
        yield from (f"  {name_of(name)} : {_name(field)};" for name, field in kind.fields)
        yield "}"


def _name(kind: Type) -> str:
    if isinstance(kind, Array):
        return f"{_name(kind.item)} array"
    return {"json": "string", "void": "unit"}.get(kind.name, kind.name)


def _external(number: int, function: Function) -> str:
    kinds = " -> ".join(_name(arg.type) for arg in function.arguments) or "unit"
    stubs = f'"joute_ocaml_{number}"'
    if len(function.arguments) > ARGUMENTS_MOST:
        stubs = f'"joute_ocaml_bytecode" {stubs}'
    quick = "" if _allocates(function.returns) else " [@@noalloc]"
    return f"external {name_of(function.name)} : {kinds} -> {_name(function.returns)} = {stubs}{quick}"


def _allocates(kind: Type) -> bool:
    """Whether making a value of a type may allocate or raise."""
    return isinstance(kind, (Array, Struct, Json, Enum))


# What stands behind the module


def stubs(api: Api) -> str:
    """Every function of the API, on the values of OCaml."""
    lines = ["namespace {", ""]
    for kind in types_of(api):
        lines += _carriers(kind)
    lines += ["", "}  // namespace", ""]
    for number, function in enumerate(api.functions.values()):
        lines += _stub(number, function)
    return "\n".join([*lines, ""])


def _carriers(kind: Type) -> Iterator[str]:
    """How a type is put into a call and taken from an answer."""
    tag = mangled(kind)
    if isinstance(kind, Enum):
        numbers = ", ".join(str(int(item)) for item in kind.kind)
        cases = " ".join(f"case {int(item)}: return Val_long({at});" for at, item in enumerate(kind.kind))
        yield f"const int numbers_{tag}[] = {{{numbers}}};"
        yield f"inline void put_{tag}(Call& call, value v) {{ call.put(numbers_{tag}[Long_val(v)]); }}"
        yield f"inline value constructor_{tag}(int64_t number) {{"
        yield f'  switch (number) {{ {cases} default: caml_failwith("{tag}: no constructor has this number"); }}'
        yield "}"
        yield f"inline value take_{tag}(At& at) {{ return constructor_{tag}(*at++); }}"
    elif isinstance(kind, Struct):
        puts = " ".join(_put(field, f"Field(v, {at})") for at, (_, field) in enumerate(kind.fields))
        yield f"inline void put_{tag}(Call& call, value v) {{ {puts} }}"
        if kind.width is not None:
            yield from _take_struct(kind)
    elif isinstance(kind, Array):
        yield f"inline void put_{tag}(Call& call, value v, std::size_t most) {{"
        yield "  if (call.put_length(Wosize_val(v), most))"
        yield f"    for (mlsize_t i = 0; i < Wosize_val(v); i++) {{ {_put(kind.item, 'Field(v, i)')} }}"
        yield "}"


def _take_struct(kind: Struct) -> Iterator[str]:
    """A struct is allocated when its parts are there, so that nothing comes between its allocation and its filling."""
    tag, count = mangled(kind), len(kind.fields)
    yield f"value take_{tag}(At& at) {{"
    inner = any(isinstance(field, Struct) for _, field in kind.fields)
    yield f"  CAMLparam0(); CAMLlocalN(parts, {count});" if inner else f"  value parts[{count}];"
    yield from (f"  parts[{at}] = take_{mangled(field)}(at);" for at, (_, field) in enumerate(kind.fields))
    yield f"  value whole = caml_alloc_small({count}, 0);"
    yield f"  for (int i = 0; i < {count}; i++) Field(whole, i) = parts[i];"
    yield "  CAMLreturn(whole);" if inner else "  return whole;"
    yield "}"


def _put(kind: Type, value: str) -> str:
    most = f", {kind.most}" if isinstance(kind, Array) else ""
    return f"put_{mangled(kind)}(call, {value}{most});"


def _stub(number: int, function: Function) -> Iterator[str]:
    arguments = ", ".join(f"value a{at}" for at in range(len(function.arguments))) or "value"
    puts = "".join(f" {_put(arg.type, f'a{at}')}" for at, arg in enumerate(function.arguments))
    yield f'extern "C" value joute_ocaml_{number}({arguments}) {{'
    kind = function.returns
    if isinstance(kind, (Array, Struct)):
        width = kind.item.width if isinstance(kind, Array) else kind.width
        sent = f"number = call.send(); at = kept(call, number, {width});"
        yield f"  int64_t number; At at; {{ Call call({number});{puts} {sent} }}"
    elif isinstance(kind, Json):
        yield f"  static std::string text; {{ Call call({number});{puts} call.send(); text = call.text(); }}"
    else:
        flush = " call.flush();" if function.kind == "show" else ""
        yield f"  int64_t number; {{ Call call({number});{puts}{flush} number = call.send(); }}"
    yield f"  return {_made(kind)};"
    yield "}"


def _made(kind: Type) -> str:
    """The value of an answer."""
    if isinstance(kind, Json):
        return "caml_alloc_initialized_string(text.size(), text.data())"
    if isinstance(kind, Array):
        return f"made<take_{mangled(kind.item)}>(number, at)"
    if isinstance(kind, Struct):
        return f"take_{mangled(kind)}(at)"
    if isinstance(kind, Enum):
        return f"constructor_{mangled(kind)}(number)"
    return {"void": "Val_unit", "bool": "Val_bool(number != 0)"}.get(kind.name, "Val_long(number)")


# Building and the kit


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    say = Prose(lang)
    lines = [f"(* {say.starter(game, 'api.ml')} *)", "open Api"]
    for number, phase in enumerate(game.phases):
        lines += ["", f"(* {say.phase(game, number)} *)", f"let {phase.callback} () = ()"]
    lines += ["", "let () ="]
    lines += [f'  Callback.register "{phase.callback}" {phase.callback};' for phase in game.phases]
    return "\n".join([*lines, ""])


def texts(champion: ChampionFiles) -> dict[str, str]:
    """The runtime with the API, and the callbacks where no adapter of the folder's own defines them."""
    runtimes = Path(__file__).parent / "runtimes"
    runtime, positions = ((runtimes / name).read_text() for name in ("ocaml.cc", "position_ocaml.cc"))
    files = {"ocaml.cc": f"{runtime}\n{stubs(champion.game.api)}\n{positions}"}
    if not champion.has_adapter:
        files["ocaml_callbacks.cc"] = callbacks(champion.game)
    elif b"caml_startup" not in champion.content[ADAPTER]:
        files["ocaml_callbacks.cc"] = STARTED
    return files


def compile_sources(build: Compilation) -> list[str]:
    where = build.run("ocamlopt", "-where").strip()
    modules = [name for name in build.sources if name.endswith(".ml")]
    modules += [f"{name}i" for name in modules if f"{name}i" in build.content]
    ordered = build.run("ocamldep", "-sort", *modules).split()
    needed = set(re.findall(r"\b(Unix|Str)\b", build.run("ocamldep", "-modules", *modules)))
    libraries = [f"{name.lower()}.cmxa" for name in ("Unix", "Str") if name in needed]
    paths = [f"-I{where}/{name.lower()}" for name in needed if Path(where, name.lower()).is_dir()]
    made = build.added("ocaml_champion.o")
    silent = SILENT if build.old else ()
    build.compile("ocamlopt", *FLAGS, *silent, *paths, *libraries, "-output-obj", "-o", made, *ordered)
    ours = [build.added(name) for name in ("ocaml.cc", "ocaml_callbacks.cc") if name in build.added_names]
    theirs = [ADAPTER] if ADAPTER in build.sources else []
    objects = [build.cxx_object(name, f"-I{where}", "-fpermissive") for name in (*ours, *theirs)]
    extra = [LIBRARIES[name] for name in sorted(needed)]
    return [made, *objects, f"-L{where}", *extra, "-lasmrun_pic", "-Wl,--wrap=caml_fatal_uncaught_exception"]


LANGUAGE = Language(
    name="ocaml",
    order=40,
    suffixes=(".ml",),
    entry="champion.ml",
    starter=starter,
    api_file="api.ml",
    api_text=module,
    notes='Joute.log "gold %d" 3;\nJoute.Draw.cell ~color:"red" 3 4;',
    tools=Tools(("ocamlfind|ocamlopt",), ("ocaml-nox",)),
    debugger=gdb("rbreak ^caml.*[._]{}_[0-9]*$"),
    library=Library(
        tools=Tools(("ocamlopt", "ocamldep", "g++"), ("ocaml-nox", "g++")),
        compile=compile_sources,
        flags=(*FLAGS, *SILENT),
        texts=texts,
        unlisted=("api.ml",),
    ),
    constants=Constants((".ml",), rf"^let[ \t]+(\w+)[ \t]*=[ \t]*{NUMBER}[ \t;]*$", r"\(\*.*?(?:\*\)|\Z)"),
    built_suffixes=(".cmi", ".cmo", ".cmx", ".cma", ".cmxa"),
)
