"""OCaml: compiled into a library; the API is the module `api.ml`, whose calls are arrays of integers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from joute.core.api import Function
from joute.core.game import Game
from joute.core.types import Array, Bool, Enum, Json, Struct, Type, Void

from .api.cfamily import mangled, types_of
from .api.prose import MARK, Prose, constants, wrapped
from .api.source_text import safe
from .language import ADAPTER, ChampionFiles, Language, Library, Tools

if TYPE_CHECKING:
    from joute.champions.building.compilation import Compilation

TUPLES = ("position",)
"""Structs that OCaml champions see as tuples; the others are records."""
BORDER = """\
(* How calls travel. *)
external joute_words : int -> int array -> int array = "joute_ocaml_words"
external joute_text : int -> int array -> string = "joute_ocaml_text"
type joute_answer = { joute_got : int array; mutable joute_at : int }
let joute_call number arguments = { joute_got = joute_words number (Array.of_list arguments); joute_at = 1 }
let joute_number answer = answer.joute_got.(0)
let joute_take answer =
  let at = answer.joute_at in
  answer.joute_at <- at + 1;
  if at < Array.length answer.joute_got then answer.joute_got.(at) else 0
let joute_put_list put most items rest =
  if Array.length items > most then -1 :: rest else Array.length items :: Array.fold_right put items rest
let joute_take_list take answer =
  let length = joute_take answer in
  if length = 0 then [||] else begin
    let first = take answer in
    let items = Array.make length first in
    for i = 1 to length - 1 do items.(i) <- take answer done;
    items
  end
let joute_put_int (v : int) rest = v :: rest
let joute_take_int answer : int = joute_take answer
let joute_put_bool (v : bool) rest = (if v then 1 else 0) :: rest
let joute_take_bool answer : bool = joute_take answer <> 0
"""
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
FLAGS = ("-O3", "-w", "-a", "-I", ".")
LIBRARIES = {"Str": "-lcamlstr", "Unix": "-lunix"}
"""Modules of libraries that come with the compiler, and what they are linked with."""


def module(game: Game, lang: str) -> str:
    """api.ml of the OCaml kit."""
    say = Prose(lang)
    header = wrapped("   ", f"{MARK}: {say.header(game)}")
    lines = ["(* " + header[0].strip(), *header[1:-1], header[-1] + " *)", "", *_constants(game, say)]
    kinds = types_of(game.api)
    for kind in kinds:
        lines += _declared(kind)
    lines += ["", BORDER]
    for kind in kinds:
        lines += _carriers(kind)
    for number, function in enumerate(game.api.functions.values()):
        lines += ["", *_comment(say.doc(function.doc)), *_caller(number, function)]
    named = ", ".join(phase.callback for phase in game.phases)
    return "\n".join([*lines, "", *_comment(f"{say.callbacks} {named}"), ""])


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


def _carriers(kind: Type) -> Iterator[str]:
    """How a type is put into a call and taken from its answer."""
    tag = mangled(kind)
    if isinstance(kind, Enum):
        puts = " | ".join(f"{constructor(item.name)} -> {int(item)}" for item in kind.kind)
        takes = " | ".join(f"{int(item)} -> {constructor(item.name)}" for item in kind.kind)
        yield f"let joute_put_{tag} (v : {tag}) rest = (match v with {puts}) :: rest"
        yield f"let joute_{tag} word : {tag} = match word with {takes}"
        yield f'  | word -> failwith ("{tag}: " ^ string_of_int word)'
        yield f"let joute_take_{tag} answer : {tag} = joute_{tag} (joute_take answer)"
    elif isinstance(kind, Struct):
        parts = [f"f{at}" for at in range(len(kind.fields))]
        whole = ", ".join(parts)
        if kind.name not in TUPLES:
            named = "; ".join(f"{name_of(name)} = f{at}" for at, (name, _) in enumerate(kind.fields))
            whole = f"{{ {named} }}"
        puts = "rest"
        for part, (_, field) in reversed(list(zip(parts, kind.fields, strict=True))):
            puts = f"{_put(field)} {part} ({puts})"
        yield f"let joute_put_{tag} ({whole} : {kind.name}) rest = {puts}"
        yield f"let joute_take_{tag} answer : {kind.name} ="
        for part, (_, field) in zip(parts, kind.fields, strict=True):
            yield f"  let {part} = joute_take_{mangled(field)} answer in"
        yield f"  {f'({whole})' if kind.name in TUPLES else whole}"
    elif isinstance(kind, Array):
        yield f"let joute_take_{tag} answer : {_name(kind)} = joute_take_list joute_take_{mangled(kind.item)} answer"


def _put(kind: Type) -> str:
    if isinstance(kind, Array):
        return f"joute_put_list ({_put(kind.item)}) {kind.most}"
    return f"joute_put_{mangled(kind)}"


def _caller(number: int, function: Function) -> Iterator[str]:
    arguments = " ".join(f"({name_of(arg.name)} : {_name(arg.type)})" for arg in function.arguments) or "()"
    sent = "[]"
    for arg in reversed(function.arguments):
        sent = f"({_put(arg.type)} {name_of(arg.name)} {sent})"
    yield f"let {name_of(function.name)} {arguments} : {_name(function.returns)} ="
    yield f"  {_answer(function.returns, number, sent)}"


def _answer(kind: Type, number: int, sent: str) -> str:
    if isinstance(kind, Json):
        return f"joute_text {number} (Array.of_list {sent})"
    call = f"joute_call {number} {sent}"
    if isinstance(kind, Void):
        return f"ignore ({call})"
    if isinstance(kind, (Array, Struct)):
        return f"joute_take_{mangled(kind)} ({call})"
    if isinstance(kind, Bool):
        return f"joute_number ({call}) <> 0"
    return f"joute_{kind.name} (joute_number ({call}))" if isinstance(kind, Enum) else f"joute_number ({call})"


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
    """The runtime's start, and the callbacks where no adapter of the folder's own defines them."""
    files = {"ocaml.cc": (Path(__file__).parent / "runtimes" / "ocaml.cc").read_text()}
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
    build.run("ocamlopt", *FLAGS, *paths, *libraries, "-output-obj", "-o", made, *ordered)
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
    tools=Tools(("ocamlfind|ocamlopt",), ("ocaml-nox",)),
    library=Library(
        tools=Tools(("ocamlopt", "ocamldep", "g++"), ("ocaml-nox", "g++")),
        compile=compile_sources,
        flags=FLAGS,
        texts=texts,
        unlisted=("api.ml",),
    ),
    built_suffixes=(".cmi", ".cmo", ".cmx", ".cma", ".cmxa"),
)
