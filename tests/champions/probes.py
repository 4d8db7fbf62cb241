"""Probing champions: the same program in every compiled language and in Python, written from the API of a game.

In each callback in which orders count it makes calls at random, queries, orders and undos alike. Of the arguments some
are hostile, and half of the structs are the last of their type that was answered. It mixes every answer into a hash
(FNV-1a), which it prints. In the last callback it fails, so that what it printed can be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from joute.champions.languages import ocaml, rust
from joute.champions.languages.api.cfamily import mangled, types_of
from joute.core.api import Function
from joute.core.game import Game
from joute.core.types import Array, Enum, Json, Struct, Type, Void

LEAST, MOST = -(2**31), 2**31 - 1
STEP, MORE, PRIME, BASIS = 1664525, 1013904223, 16777619, 2166136261
SPREAD, BELOW = 40, 4
"""Of ordinary numbers: how many there are, and how many of them are below zero."""


def functions(game: Game) -> list[Function]:
    """The functions that are probed: all but those that print."""
    return [function for function in game.api.functions.values() if function.kind != "show"]


def text(game: Game, language: str, calls: int) -> str:
    """The champion that makes so many calls in each callback."""
    return "\n".join([*WRITERS[language](game, calls), ""])


def _kinds(game: Game) -> list[Type]:
    return [kind for kind in types_of(game.api) if not isinstance(kind, (Void, Json))]


# Python


def _python(game: Game, calls: int) -> Iterator[str]:
    yield PYTHON
    for kind in _kinds(game):
        yield f"def make_{mangled(kind)}({'most' if isinstance(kind, Array) else ''}):"
        if isinstance(kind, Enum):
            yield f"    return roll() % {len(kind.kind)}"
        elif isinstance(kind, Struct):
            yield f"    if roll() % 2 and {kind.kind.__name__} in seen: return seen[{kind.kind.__name__}]"
            yield f"    return ({''.join(f'make_{mangled(field)}(), ' for _, field in kind.fields)})"
        elif isinstance(kind, Array):
            yield f"    return [make_{mangled(kind.item)}() for _ in range(size(most))]"
        else:
            yield "    return roll() % 2 == 1" if kind.name == "bool" else "    return number()"
    yield "PROBES = ["
    for function in functions(game):
        yield f"    lambda: {function.name}({', '.join(_made(arg.type) for arg in function.arguments)}),"
    yield "]"
    for phase in game.phases:
        yield f"def {phase.callback}():"
        yield f"    probe({calls})" if phase.acts else "    pass"
    yield "    raise RuntimeError"


PYTHON = f"""
from api import *
import json
rolled, mixed, seen = 1, {BASIS}, {{}}
def roll():
    global rolled
    rolled = (rolled * {STEP} + {MORE}) & 0xFFFFFFFF
    return rolled >> 8
def mix(word):
    global mixed
    mixed = ((mixed ^ (word & 0xFFFFFFFF)) * {PRIME}) & 0xFFFFFFFF
def number():
    n = roll()
    return ({LEAST}, {MOST}, -1)[n % 16] if n % 16 < 3 else n // 16 % {SPREAD} - {BELOW}
def size(most):
    n = roll() % 8
    return most + 1 if n == 7 else n
def mix_all(answer):
    if isinstance(answer, dict):
        for byte in json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode():
            mix(byte)
    elif isinstance(answer, list):
        mix(len(answer))
        for item in answer:
            mix_all(item)
    elif isinstance(answer, tuple):
        seen[type(answer)] = answer
        for part in answer:
            mix_all(part)
    elif answer is not None:
        mix(int(answer))
def probe(calls):
    for _ in range(calls):
        mix_all(PROBES[roll() % len(PROBES)]())
    print(f"{{mixed:08x}}")
"""


def _made(kind: Type) -> str:
    return f"make_{mangled(kind)}({kind.most if isinstance(kind, Array) else ''})"


# C and C++


def _c(game: Game, calls: int) -> Iterator[str]:
    yield from ("#include <limits.h>", CFAMILY)
    for kind in _kinds(game):
        name, tag = kind.name.replace(" ", "_"), mangled(kind)
        if isinstance(kind, Array):
            yield f"static {name} make_{tag}(unsigned most) {{ {name} v; v.length = size(most);"
            yield "  v.datas = calloc(v.length + 1, sizeof *v.datas);"
            yield f"  for (unsigned i = 0; i < v.length; i++) v.datas[i] = make_{mangled(kind.item)}(); return v; }}"
            yield f"static void mix_{tag}({name} v) {{ mix(v.length);"
            yield f"  for (unsigned i = 0; i < v.length; i++) mix_{mangled(kind.item)}(v.datas[i]); free(v.datas); }}"
        else:
            yield from _cfamily_value(kind)
    yield "static void mix_json(char* v) { for (char* c = v; *c; c++) mix((unsigned char)*c); free(v); }"
    yield from _cfamily_probe(game, calls, "{}_array", "void")


def _cxx(game: Game, calls: int) -> Iterator[str]:
    yield from ("#include <climits>", "#include <cstdio>", "#include <cstdlib>", CFAMILY)
    for kind in _kinds(game):
        if isinstance(kind, Array):
            name, tag = f"std::vector<{kind.item.name}>", mangled(kind)
            yield f"static {name} make_{tag}(unsigned most) {{ {name} v(size(most));"
            yield f"  for (auto&& item : v) item = make_{mangled(kind.item)}(); return v; }}"
            yield f"static void mix_{tag}(const {name}& v) {{ mix(v.size());"
            yield f"  for (auto&& item : v) mix_{mangled(kind.item)}(item); }}"
        else:
            yield from _cfamily_value(kind)
    yield "static void mix_json(const std::string& v) { for (unsigned char c : v) mix(c); }"
    yield from _cfamily_probe(game, calls, "std::vector<{}>", "")


CFAMILY = f"""
static unsigned rolled = 1, mixed = {BASIS}u;
static unsigned roll() {{ rolled = rolled * {STEP}u + {MORE}u; return rolled >> 8; }}
static void mix(unsigned word) {{ mixed = (mixed ^ word) * {PRIME}u; }}
static int number() {{
  unsigned n = roll();
  return n % 16 == 0 ? INT_MIN : n % 16 == 1 ? INT_MAX : n % 16 == 2 ? -1 : (int)(n / 16 % {SPREAD}) - {BELOW};
}}
static unsigned size(unsigned most) {{ unsigned n = roll() % 8; return n == 7 ? most + 1 : n; }}
"""


def _cfamily_value(kind: Type) -> Iterator[str]:
    name, tag = kind.name, mangled(kind)
    if isinstance(kind, Struct):
        makes = " ".join(f"v.{part} = make_{mangled(field)}();" for part, field in kind.fields)
        mixes = " ".join(f"mix_{mangled(field)}(v.{part});" for part, field in kind.fields)
        yield f"static {name} seen_{tag}; static int any_{tag};"
        yield f"static {name} make_{tag}() {{ if (roll() % 2 && any_{tag}) return seen_{tag};"
        yield f"  {name} v; {makes} return v; }}"
        yield f"static void mix_{tag}({name} v) {{ seen_{tag} = v; any_{tag} = 1; {mixes} }}"
        return
    count = len(kind.kind) if isinstance(kind, Enum) else 2
    made = f"({name})(roll() % {count})" if isinstance(kind, Enum) or name == "bool" else "number()"
    yield f"static {name} make_{tag}() {{ return {made}; }}"
    yield f"static void mix_{tag}({name} v) {{ mix((unsigned)v); }}"


def _cfamily_probe(game: Game, calls: int, many: str, nothing: str) -> Iterator[str]:
    """Arguments are made before the call: in C their order would be anybody's guess."""
    count = len(functions(game))
    yield f"static void probe({nothing}) {{ for (int i = 0; i < {calls}; i++) switch (roll() % {count}) {{"
    for number, function in enumerate(functions(game)):
        names = [
            many.format(arg.type.item.name) if isinstance(arg.type, Array) else arg.type.name
            for arg in function.arguments
        ]
        makes = " ".join(f"{name} a{at} = {_made(function.arguments[at].type)};" for at, name in enumerate(names))
        call = f"{function.name}({', '.join(f'a{at}' for at in range(len(names)))})"
        mixes = "" if isinstance(function.returns, Void) else f"mix_{mangled(function.returns)}"
        yield f"  case {number}: {{ {makes} {mixes}({call}); break; }}"
    yield '} fprintf(stderr, "%08x\\n", mixed); }'
    for phase in game.phases:
        last = phase is game.phases[-1]
        body = "abort();" if last else "probe();" if phase.acts else ""
        yield f"void {phase.callback}({nothing}) {{ {body} }}"


# OCaml


def _ocaml(game: Game, calls: int) -> Iterator[str]:
    yield OCAML
    for kind in _kinds(game):
        tag = mangled(kind)
        if isinstance(kind, Enum):
            yield f"let make_{tag} () : {tag} = Obj.magic (roll () mod {len(kind.kind)})"
            yield f"let mix_{tag} (v : {tag}) = mix (Obj.magic v : int)"
        elif isinstance(kind, Array):
            yield f"let make_{tag} most = let n = size most in let v = Array.make n (Obj.magic 0) in"
            yield f"  for i = 0 to n - 1 do v.(i) <- make_{mangled(kind.item)} () done; v"
            yield f"let mix_{tag} v = mix (Array.length v); Array.iter mix_{mangled(kind.item)} v"
        elif isinstance(kind, Struct):
            parts = [f"p{at}" for at in range(len(kind.fields))]
            names = [ocaml.name_of(name) for name, _ in kind.fields]
            whole = (
                f"({', '.join(parts)})"
                if kind.name in ocaml.TUPLES
                else "{ " + "; ".join(f"{name} = {part}" for name, part in zip(names, parts, strict=True)) + " }"
            )
            makes = " ".join(
                f"let {part} = make_{mangled(field)} () in" for part, (_, field) in zip(parts, kind.fields, strict=True)
            )
            mixes = "; ".join(
                f"mix_{mangled(field)} {part}" for part, (_, field) in zip(parts, kind.fields, strict=True)
            )
            yield f"let seen_{tag} : {tag} option ref = ref None"
            yield f"let make_{tag} () : {tag} = match roll () mod 2, !seen_{tag} with 1, Some v -> v"
            yield f"  | _ -> {makes} {whole}"
            yield f"let mix_{tag} ({whole} as v : {tag}) = seen_{tag} := Some v; {mixes}"
        elif kind.name == "bool":
            yield "let make_bool () = roll () mod 2 = 1\nlet mix_bool v = mix (if v then 1 else 0)"
        else:
            yield "let make_int () = number ()\nlet mix_int = mix"
    yield "let mix_json v = String.iter (fun c -> mix (Char.code c)) v"
    yield f"let probe () = for _ = 1 to {calls} do match roll () mod {len(functions(game))} with"
    for number, function in enumerate(functions(game)):
        makes = " ".join(
            f"let a{at} = make_{mangled(arg.type)} {arg.type.most if isinstance(arg.type, Array) else '()'} in"
            for at, arg in enumerate(function.arguments)
        )
        call = f"{ocaml.name_of(function.name)} {' '.join(f'a{at}' for at in range(len(function.arguments))) or '()'}"
        mixes = "" if isinstance(function.returns, Void) else f"mix_{mangled(function.returns)}"
        yield f"  | {number} -> {makes} {mixes} ({call})"
    yield '  | _ -> assert false\n  done; Printf.eprintf "%08x\\n%!" !mixed'
    for phase in game.phases:
        last = phase is game.phases[-1]
        body = 'failwith "over"' if last else "probe ()" if phase.acts else "()"
        yield f'let () = Callback.register "{phase.callback}" (fun () -> {body})'


OCAML = f"""
let rolled = ref 1
let mixed = ref {BASIS}
let roll () = rolled := (!rolled * {STEP} + {MORE}) land 0xFFFFFFFF; !rolled lsr 8
let mix word = mixed := ((!mixed lxor (word land 0xFFFFFFFF)) * {PRIME}) land 0xFFFFFFFF
let number () = let n = roll () in
  match n mod 16 with 0 -> ({LEAST}) | 1 -> {MOST} | 2 -> -1 | _ -> n / 16 mod {SPREAD} - {BELOW}
let size most = let n = roll () mod 8 in if n = 7 then most + 1 else n
"""


# Rust


def _rust(game: Game, calls: int) -> Iterator[str]:
    yield RUST
    for kind in _kinds(game):
        tag, name = mangled(kind), rust._name(kind)
        if isinstance(kind, Enum):
            cases = " ".join(f"{at} => {name}::{rust.camel(item.name)}," for at, item in enumerate(kind.kind))
            yield f"fn make_{tag}() -> {name} {{ match roll() % {len(kind.kind)} {{ {cases} _ => unreachable!() }} }}"
            yield f"fn mix_{tag}(v: {name}) {{ mix(v as u32) }}"
        elif isinstance(kind, Array):
            item = mangled(kind.item)
            yield f"fn make_{tag}(most: u32) -> {name} {{ (0..size(most)).map(|_| make_{item}()).collect() }}"
            yield f"fn mix_{tag}(v: {name}) {{ mix(v.len() as u32); for item in v {{ mix_{item}(item) }} }}"
        elif isinstance(kind, Struct):
            fields = [(rust.name_of(part), mangled(field)) for part, field in kind.fields]
            yield f"static SEEN_{tag}: Mutex<Option<{name}>> = Mutex::new(None);"
            yield f"fn make_{tag}() -> {name} {{"
            yield f"    if roll() % 2 == 1 {{ if let Some(v) = *SEEN_{tag}.lock().unwrap() {{ return v; }} }}"
            yield f"    {name} {{ {' '.join(f'{n}: make_{t}(),' for n, t in fields)} }}"
            yield "}"
            yield f"fn mix_{tag}(v: {name}) {{"
            yield f"    *SEEN_{tag}.lock().unwrap() = Some(v);"
            yield f"    {' '.join(f'mix_{t}(v.{n});' for n, t in fields)}"
            yield "}"
        elif kind.name == "bool":
            yield "fn make_bool() -> bool { roll() % 2 == 1 }\nfn mix_bool(v: bool) { mix(v as u32) }"
        else:
            yield "fn make_int() -> i32 { number() }\nfn mix_int(v: i32) { mix(v as u32) }"
    yield "fn mix_json(v: String) { for byte in v.bytes() { mix(byte as u32) } }"
    yield f"fn probe() {{ for _ in 0..{calls} {{ match roll() % {len(functions(game))} {{"
    for number, function in enumerate(functions(game)):
        makes = " ".join(f"let a{at} = {_made(arg.type)};" for at, arg in enumerate(function.arguments))
        given = ", ".join(f"{'&' * isinstance(arg.type, Array)}a{at}" for at, arg in enumerate(function.arguments))
        mixes = "" if isinstance(function.returns, Void) else f"mix_{mangled(function.returns)}"
        yield f"  {number} => {{ {makes} {mixes}({rust.name_of(function.name)}({given})) }}"
    yield '  _ => unreachable!() } } eprintln!("{:08x}", MIXED.load(Relaxed)); }'
    for phase in game.phases:
        last = phase is game.phases[-1]
        body = "std::panic::panic_any(1)" if last else "probe()" if phase.acts else ""
        yield f"pub fn {phase.callback}() {{ {body} }}"


RUST = f"""
use std::sync::atomic::{{AtomicU32, Ordering::Relaxed}};
use std::sync::Mutex;
static ROLLED: AtomicU32 = AtomicU32::new(1);
static MIXED: AtomicU32 = AtomicU32::new({BASIS});
fn roll() -> u32 {{
    let next = ROLLED.load(Relaxed).wrapping_mul({STEP}).wrapping_add({MORE});
    ROLLED.store(next, Relaxed);
    next >> 8
}}
fn mix(word: u32) {{ MIXED.store((MIXED.load(Relaxed) ^ word).wrapping_mul({PRIME}), Relaxed) }}
fn number() -> i32 {{
    let n = roll();
    match n % 16 {{ 0 => i32::MIN, 1 => i32::MAX, 2 => -1, _ => (n / 16 % {SPREAD}) as i32 - {BELOW} }}
}}
fn size(most: u32) -> u32 {{ let n = roll() % 8; if n == 7 {{ most + 1 }} else {{ n }} }}
"""
WRITERS = {"python": _python, "c": _c, "cxx": _cxx, "ocaml": _ocaml, "rust": _rust}
