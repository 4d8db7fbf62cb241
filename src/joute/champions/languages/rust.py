"""Rust: compiled into a library; the API is the module `api.rs`, whose calls are rows of words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from joute.core.api import Function
from joute.core.game import Game
from joute.core.types import Array, Enum, Json, Struct, Type, Void
from joute.core.world import Phase

from .api.cfamily import types_of
from .api.notes import notes_text
from .api.positions import positions_text
from .api.prose import MARK, Prose, constants, empty_champion, wrapped
from .debugger import gdb
from .language import ChampionFiles, Language, Library, Tools

if TYPE_CHECKING:
    from joute.champions.building.compilation import Compilation

BORDER = """\
// How calls travel: as rows of words.

extern "C" {
    fn joute_call(
        function: i32, words: *const i64, count: usize, malformed: bool, width: usize, rows: *mut *const i64,
    ) -> i64;
    fn joute_text(function: i32, words: *const i64, count: usize, length: *mut usize) -> *const u8;
}

fn call_number(function: i32, words: &[i64], malformed: bool) -> i64 {
    unsafe { joute_call(function, words.as_ptr(), words.len(), malformed, 0, std::ptr::null_mut()) }
}

fn call_row<T: Carried>(function: i32, words: &[i64], malformed: bool) -> T {
    let mut rows: *const i64 = std::ptr::null();
    unsafe {
        joute_call(function, words.as_ptr(), words.len(), malformed, T::WIDTH, &mut rows);
        T::take(std::slice::from_raw_parts(rows, T::WIDTH))
    }
}

fn call_rows<T: Carried>(function: i32, words: &[i64], malformed: bool) -> Vec<T> {
    let mut rows: *const i64 = std::ptr::null();
    unsafe {
        let number = joute_call(function, words.as_ptr(), words.len(), malformed, T::WIDTH, &mut rows);
        std::slice::from_raw_parts(rows, number as usize * T::WIDTH).chunks_exact(T::WIDTH).map(T::take).collect()
    }
}

fn call_text(function: i32, words: &[i64]) -> String {
    let mut length: usize = 0;
    unsafe {
        let text = joute_text(function, words.as_ptr(), words.len(), &mut length);
        String::from_utf8_lossy(std::slice::from_raw_parts(text, length)).into_owned()
    }
}

trait Carried: Sized {
    const WIDTH: usize;
    fn put(&self, words: &mut Vec<i64>);
    fn take(row: &[i64]) -> Self;
}

impl Carried for i32 {
    const WIDTH: usize = 1;
    fn put(&self, words: &mut Vec<i64>) {
        words.push(i64::from(*self));
    }
    fn take(row: &[i64]) -> Self {
        row[0] as i32
    }
}

impl Carried for bool {
    const WIDTH: usize = 1;
    fn put(&self, words: &mut Vec<i64>) {
        words.push(i64::from(*self));
    }
    fn take(row: &[i64]) -> Self {
        row[0] != 0
    }
}

// Whether the list is too long.
fn put_list<T: Carried>(items: &[T], most: usize, words: &mut Vec<i64>) -> bool {
    let too_long = items.len() > most;
    words.push(if too_long { -1 } else { items.len() as i64 });
    if !too_long {
        for item in items {
            item.put(words);
        }
    }
    too_long
}
"""
ROOT = """\
#[allow(warnings)]
#[path = "../api.rs"]
mod api;
#[path = "../@"]
mod champion;

extern "C" {
    fn joute_fail(message: *const std::os::raw::c_char);
}

thread_local! {
    static MESSAGE: std::cell::RefCell<String> = std::cell::RefCell::new(String::new());
}

#[no_mangle]
pub extern "C" fn joute_start() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        eprintln!("{}", text);
        MESSAGE.with(|message| *message.borrow_mut() = text);
    }));
}

fn guarded(run: fn()) {
    if std::panic::catch_unwind(run).is_err() {
        let text = MESSAGE.with(|message| message.borrow().replace('\\0', " "));
        let text = std::ffi::CString::new(text).unwrap_or_default();
        unsafe { joute_fail(text.as_ptr()) }
    }
    let _ = std::io::Write::flush(&mut std::io::stdout());
}
"""
KEYWORDS = (
    "as async await become box break const continue crate do dyn else enum extern false final fn for if impl in let "
    "loop macro match mod move mut override priv pub ref return static struct super trait true try type typeof unsafe "
    "unsized use virtual where while yield"
)
RESERVED = frozenset(KEYWORDS.split())
CRATE = ("--edition", "2021", "--crate-type", "staticlib", "--crate-name", "champion", "-Copt-level=2", "-g")
FLAGS = (*CRATE, "-Ccodegen-units=1")


def module(game: Game, lang: str) -> str:
    """api.rs of the Rust kit."""
    say = Prose(lang)
    lines = [*wrapped("// ", f"{MARK}: {say.header(game)}"), "#![allow(dead_code)]", ""]
    for name, value, doc in constants(game, say.lang):
        lines += wrapped("/// ", doc) if doc else []
        lines.append(f"pub const {name}: {'bool' if isinstance(value, bool) else 'i32'} = {str(value).lower()};")
    kinds = types_of(game.api)
    for kind in kinds:
        lines += _declared(kind)
    for number, function in enumerate(game.api.functions.values()):
        lines += ["", *wrapped("/// ", say.doc(function.doc)), *_caller(number, function)]
    lines += ["", notes_text("notes.rs", game, lang), positions_text("position.rs", game, lang)]
    lines += [*wrapped("// ", f"{say.callbacks} {', '.join(p.callback for p in game.phases)}"), "", BORDER]
    for kind in kinds:
        lines += _carriers(kind)
    return "\n".join([*lines, ""])


def root(game: Game, file: str, champion: str) -> str:
    """The root of the crate: the callbacks that the champion's text has, panics caught."""
    lines = [ROOT.replace("@", file)]
    for phase in game.phases:
        if has(phase, champion):
            lines += ["#[no_mangle]", f'pub extern "C" fn {phase.callback}() {{']
            lines += [f"    guarded(champion::{phase.callback})", "}", ""]
    return "\n".join(lines)


def has(phase: Phase, champion: str) -> bool:
    """Whether a champion's text has the callback of a phase."""
    return re.search(rf"\bfn\s+{phase.callback}\s*\(", champion) is not None


def name_of(name: str) -> str:
    return f"r#{name}" if name in RESERVED else name


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _name(kind: Type, given: bool = False) -> str:
    """A type; lists that are given are borrowed."""
    if isinstance(kind, Array):
        return f"&[{_name(kind.item)}]" if given else f"Vec<{_name(kind.item)}>"
    if isinstance(kind, (Enum, Struct)):
        return str(kind.kind.__name__)
    return {"int": "i32", "json": "String"}.get(kind.name, kind.name)


def _declared(kind: Type) -> Iterator[str]:
    derived = "Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord"
    if isinstance(kind, Enum):
        yield from ("", f"#[derive({derived}, Copy)]", f"pub enum {_name(kind)} {{")
        yield from (f"    {camel(item.name)} = {int(item)}," for item in kind.kind)
        yield "}"
    elif isinstance(kind, Struct):
        flat = kind.width is not None
        yield from ("", f"#[derive({derived}{', Copy' if flat else ''})]", f"pub struct {_name(kind)} {{")
        yield from (f"    pub {name_of(name)}: {_name(field)}," for name, field in kind.fields)
        yield "}"


def _carriers(kind: Type) -> Iterator[str]:
    """How a type is put into a list of a call, and taken from a row of an answer."""
    name = _name(kind)
    if isinstance(kind, Enum):
        takes = ["match row[0] {", *(f"    {int(item)} => {name}::{camel(item.name)}," for item in kind.kind)]
        yield from _carrier(kind, [*takes, f'    word => panic!("{name}: {{}}", word),', "}"])
    elif isinstance(kind, Struct):
        takes, at = [f"{name} {{"], 0
        for part, field in kind.fields:
            width = field.width or 0
            takes.append(f"    {name_of(part)}: {_name(field)}::take(&row[{at}..{at + width}]),")
            at += width
        yield from _carrier(kind, [*takes, "}"])


def _carrier(kind: Type, takes: list[str]) -> Iterator[str]:
    words = ", ".join(_words(kind, "self"))
    yield from ("", f"impl Carried for {_name(kind)} {{", f"    const WIDTH: usize = {kind.width};")
    yield from ("    fn put(&self, words: &mut Vec<i64>) {", f"        words.extend_from_slice(&[{words}]);", "    }")
    yield from ("    fn take(row: &[i64]) -> Self {", *(f"        {line}" for line in takes), "    }", "}")


def _words(kind: Type, value: str) -> list[str]:
    """The words of a value that is no list."""
    if isinstance(kind, Struct):
        return [word for part, field in kind.fields for word in _words(field, f"{value}.{name_of(part)}")]
    return [f"{'*' if value == 'self' else ''}{value} as i64"]


def _caller(number: int, function: Function) -> Iterator[str]:
    arguments = ", ".join(f"{name_of(arg.name)}: {_name(arg.type, given=True)}" for arg in function.arguments)
    back = "" if isinstance(function.returns, Void) else f" -> {_name(function.returns)}"
    yield f"pub fn {name_of(function.name)}({arguments}){back} {{"
    sent, malformed = "&[]", "false"
    if any(isinstance(arg.type, Array) for arg in function.arguments):
        yield from (f"    {line}" for line in _sent(function))
        sent, malformed = "&joute_sent", "joute_malformed"
    elif function.arguments:
        words = [word for arg in function.arguments for word in _words(arg.type, name_of(arg.name))]
        sent = f"&[{', '.join(words)}]"
    yield f"    {_answer(function.returns, number, sent, malformed)}"
    yield "}"


def _sent(function: Function) -> Iterator[str]:
    """The words of a call with lists."""
    yield "let mut joute_sent = Vec::new();"
    yield "let mut joute_malformed = false;"
    for arg in function.arguments:
        name = name_of(arg.name)
        if isinstance(arg.type, Array):
            yield f"joute_malformed |= put_list({name}, {arg.type.most}, &mut joute_sent);"
        else:
            yield f"{name}.put(&mut joute_sent);"


def _answer(kind: Type, number: int, sent: str, malformed: str) -> str:
    if isinstance(kind, Json):
        return f"call_text({number}, {sent})"
    given = f"({number}, {sent}, {malformed})"
    if isinstance(kind, (Array, Struct)):
        return f"{'call_rows' if isinstance(kind, Array) else 'call_row'}{given}"
    if isinstance(kind, Void):
        return f"call_number{given};"
    return f"{_name(kind)}::take(&[call_number{given}])"


# Building and the kit


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    use = "#[allow(unused_imports)]\nuse crate::api::*;"
    return empty_champion(game, lang, "api.rs", use, "pub fn {}() {{\n}}")


def texts(champion: ChampionFiles) -> dict[str, str]:
    return {"root.rs": root(champion.game, champion.entry, champion.entry_text)}


def absent(champion: ChampionFiles) -> list[str]:
    """Callbacks that the champion must have and lacks: the crate's root would export none of that name."""
    text = champion.entry_text
    return [phase.callback for phase in champion.game.phases if phase.acts and not has(phase, text)]


def compile_sources(build: Compilation) -> list[str]:
    made = build.added("libchampion.a")
    build.compile("rustc", *FLAGS, "-o", made, build.added("root.rs"))
    return [made, "-lpthread", "-Wl,--gc-sections"]


def behind_rustup(proxy: str) -> str:
    """The real rustc: a build does not see the home folder in which rustup's proxy looks for it."""
    import subprocess

    # Run in /: rustup obeys a file of the folder in which it is run, which may be a stranger's.
    try:
        asked = subprocess.run([proxy, "--print", "sysroot"], cwd="/", capture_output=True, text=True, check=False)
    except OSError:
        return proxy
    real = os.path.join(asked.stdout.strip(), "bin", "rustc")
    return real if asked.returncode == 0 and os.access(real, os.X_OK) else proxy


LANGUAGE = Language(
    name="rust",
    order=50,
    suffixes=(".rs",),
    entry="champion.rs",
    starter=starter,
    api_file="api.rs",
    api_text=module,
    notes='debug::log(format!("gold {}", 3));\ndebug::draw::cell(3, 4, "red");',
    tools=Tools(("rustc",), ("rustc",)),
    debugger=gdb("break champion::champion::{}"),
    library=Library(
        tools=Tools(("rustc", "g++"), ("rustc", "g++")),
        compile=compile_sources,
        flags=FLAGS,
        texts=texts,
        absent=absent,
        takes_adapter=False,
        real_programs={"rustc": behind_rustup},
    ),
    built_suffixes=(".rlib",),
)
