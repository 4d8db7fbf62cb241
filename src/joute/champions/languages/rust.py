"""Rust: compiled into a library; the API is the module `api.rs`, whose calls are arrays of integers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from joute.core.api import Function
from joute.core.game import Game
from joute.core.types import Array, Bool, Enum, Json, Struct, Type, Void
from joute.core.world import Phase

from .api.cfamily import types_of
from .api.prose import MARK, Prose, constants, empty_champion, wrapped
from .language import ChampionFiles, Language, Library, Tools

if TYPE_CHECKING:
    from joute.champions.building.compilation import Compilation

BORDER = """\
// How calls travel.

extern "C" {
    fn joute_call(function: i32, words: *const i64, count: usize, answer: *mut *const u8, length: *mut usize) -> i64;
}

fn call(function: i32, words: &[i64]) -> (i64, Vec<u8>) {
    let mut answer: *const u8 = std::ptr::null();
    let mut length: usize = 0;
    unsafe {
        let number = joute_call(function, words.as_ptr(), words.len(), &mut answer, &mut length);
        let bytes = if length == 0 { Vec::new() } else { std::slice::from_raw_parts(answer, length).to_vec() };
        (number, bytes)
    }
}

trait Carried: Sized {
    fn put(&self, words: &mut Vec<i64>);
    fn of(word: i64) -> Self {
        Self::take(&mut std::iter::once(word))
    }
    fn take(words: &mut dyn Iterator<Item = i64>) -> Self;
}

impl Carried for i32 {
    fn put(&self, words: &mut Vec<i64>) {
        words.push(i64::from(*self));
    }
    fn take(words: &mut dyn Iterator<Item = i64>) -> Self {
        words.next().unwrap_or(0) as i32
    }
}

impl Carried for bool {
    fn put(&self, words: &mut Vec<i64>) {
        words.push(i64::from(*self));
    }
    fn take(words: &mut dyn Iterator<Item = i64>) -> Self {
        words.next().unwrap_or(0) != 0
    }
}

fn put_list<T: Carried>(items: &[T], most: usize, words: &mut Vec<i64>) {
    if items.len() > most {
        words.push(-1);
        return;
    }
    words.push(items.len() as i64);
    for item in items {
        item.put(words);
    }
}

fn take_list<T: Carried>(words: &mut dyn Iterator<Item = i64>) -> Vec<T> {
    let length = words.next().unwrap_or(0);
    (0..length).map(|_| T::take(words)).collect()
}

fn words_of(bytes: &[u8]) -> impl Iterator<Item = i64> + '_ {
    bytes.chunks_exact(4).map(|b| i64::from(i32::from_ne_bytes([b[0], b[1], b[2], b[3]])))
}
"""
ROOT = """\
#[allow(dead_code)]
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
}
"""
KEYWORDS = (
    "as async await become box break const continue crate do dyn else enum extern false final fn for if impl in let "
    "loop macro match mod move mut override priv pub ref return static struct super trait true try type typeof unsafe "
    "unsized use virtual where while yield"
)
RESERVED = frozenset(KEYWORDS.split())
CRATE = ("--edition", "2021", "--crate-type", "staticlib", "--crate-name", "champion", "-Copt-level=2")
FLAGS = (*CRATE, "-Ccodegen-units=1", "-Awarnings")


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
    lines += ["", *wrapped("// ", f"{say.callbacks} {', '.join(p.callback for p in game.phases)}"), "", BORDER]
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
    """How a type is put into a call and taken from its answer."""
    name = _name(kind)
    if isinstance(kind, Enum):
        yield from _carrier(
            name,
            "words.push(*self as i64);",
            ["match words.next().unwrap_or(0) {"]
            + [f"    {int(item)} => {name}::{camel(item.name)}," for item in kind.kind]
            + [f'    word => panic!("{name}: {{}}", word),', "}"],
        )
    elif isinstance(kind, Struct):
        puts = " ".join(_put(field, f"self.{name_of(part)}") for part, field in kind.fields)
        takes = [f"    {name_of(part)}: {_take(field)}," for part, field in kind.fields]
        yield from _carrier(name, puts, [f"{name} {{", *takes, "}"])


def _carrier(name: str, puts: str, takes: list[str]) -> Iterator[str]:
    yield from ("", f"impl Carried for {name} {{", "    fn put(&self, words: &mut Vec<i64>) {")
    yield from (f"        {puts}", "    }", "    fn take(words: &mut dyn Iterator<Item = i64>) -> Self {")
    yield from (f"        {line}" for line in takes)
    yield from ("    }", "}")


def _put(kind: Type, value: str) -> str:
    return f"put_list(&{value}, {kind.most}, words);" if isinstance(kind, Array) else f"{value}.put(words);"


def _take(kind: Type) -> str:
    return "take_list(words)" if isinstance(kind, Array) else f"{_name(kind)}::take(words)"


def _caller(number: int, function: Function) -> Iterator[str]:
    arguments = ", ".join(f"{name_of(arg.name)}: {_name(arg.type, given=True)}" for arg in function.arguments)
    back = "" if isinstance(function.returns, Void) else f" -> {_name(function.returns)}"
    yield f"pub fn {name_of(function.name)}({arguments}){back} {{"
    if function.arguments:
        yield "    let mut joute_sent = Vec::new();"
        yield from (f"    {_sent(arg.type, name_of(arg.name))}" for arg in function.arguments)
    yield f"    {_answer(function.returns, number, '&joute_sent' if function.arguments else '&[]')}"
    yield "}"


def _sent(kind: Type, name: str) -> str:
    sent = "&mut joute_sent"
    return f"put_list({name}, {kind.most}, {sent});" if isinstance(kind, Array) else f"{name}.put({sent});"


def _answer(kind: Type, number: int, sent: str) -> str:
    called = f"call({number}, {sent})"
    if isinstance(kind, Void):
        return f"{called};"
    if isinstance(kind, Json):
        return f"String::from_utf8_lossy(&{called}.1).into_owned()"
    if isinstance(kind, Array):
        return f"take_list(&mut words_of(&{called}.1))"
    if isinstance(kind, Struct):
        return f"{_name(kind)}::take(&mut words_of(&{called}.1))"
    return f"{called}.0 != 0" if isinstance(kind, Bool) else f"{_name(kind)}::of({called}.0)"


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
    build.run("rustc", *FLAGS, "-o", made, build.added("root.rs"))
    return [made, "-lpthread", "-Wl,--gc-sections", "-Wl,-s"]


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
    tools=Tools(("rustc",), ("rustc",)),
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
