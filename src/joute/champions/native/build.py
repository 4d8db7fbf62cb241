"""Building a champion: a copy of its folder, compiled with the game's API into one shared library that is kept."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from joute.champions.cache import cache_folder
from joute.champions.errors import ChampionError
from joute.core.game import Game

from . import box, cfamily, ocaml, rust
from .languages import ADAPTER, Entry, detect, files, flags, sources
from .prose import MARK
from .tools import TOOLCHAINS, CompilerFailed, Wrap, require, run

TEXT = Path(__file__).parent / "text"
OURS = ".joute"
"""Where our part of a build lies, beside the copy of the champion's files."""
FLAGS = ("-O2", "-fPIC", "-fno-gnu-unique", "-w", f"-I{OURS}", "-I.")
C_FLAGS = ("-fcommon", "-fexceptions", "-Wno-implicit-function-declaration", "-Wno-int-conversion")
FORGOTTEN = (
    "algorithm",
    "climits",
    "cmath",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "functional",
    "limits",
    "memory",
)
"""Headers that the compilers of old let a champion use without including them."""
OLD_STANDARDS = (
    ("-std=gnu++14", "-fpermissive"),
    ("-std=gnu++14", "-fpermissive", *(part for name in FORGOTTEN for part in ("-include", name))),
    ("-std=gnu++17", "-fpermissive"),
)
STANDARDS = (("-std=gnu++17",), ("-std=gnu++20",))
KEPT_MOST = 1000
"""How many libraries and objects the cache holds."""
WRAPPED = ("exit", "_exit", "abort", "__assert_fail", "malloc", "calloc", "realloc")
HEADERS: dict[str, tuple[str, Callable[[Game, str], str]]] = {
    "c": ("api.h", cfamily.c_header),
    "cxx": ("api.hh", cfamily.cxx_header),
    "ocaml": ("api.ml", ocaml.module),
    "rust": ("api.rs", rust.module),
}
"""The file in which each language finds the API."""


def build(
    folder: Path,
    game: Game,
    settings: Mapping[str, Any] | None = None,
    wrap: Wrap | None = None,
    cache: Path | None = None,
) -> Path:
    """The library of a folder's champion, from the cache if nothing has changed; raises ChampionError."""
    entry = detect(folder, settings)
    if wrap is None and box.stands():
        wrap = box.boxed
    if entry is None:
        raise ChampionError(f"{folder}: no compiled champion here; expected champion.c, .cc, .ml or .rs")
    try:
        content = {entry.file: (folder / entry.file).read_bytes()} if (settings or {}).get("alone") else files(folder)
        plan = Build(entry, content, game, settings, wrap)
    except OSError as fault:
        raise ChampionError(f"{folder}: cannot be read: {fault}") from None
    place = cache or cache_folder("native")
    library = place / f"{plan.digest}.so"
    if library.is_file():
        with suppress(OSError):
            os.utime(library)  # what is used is not the oldest
    else:
        require(entry.language)
        try:
            plan.make(library)
        except CompilerFailed as failed:
            raise ChampionError(f"{folder}: the champion cannot be built:\n{failed}") from None
    return library


class Build:
    """One build: what it is made of, and the steps."""

    def __init__(
        self,
        entry: Entry,
        content: Mapping[str, bytes],
        game: Game,
        settings: Mapping[str, Any] | None,
        wrap: Wrap | None,
    ) -> None:
        self.entry = entry
        self.game = game
        self.settings = dict(settings or {})
        self.wrap = wrap
        self.content = dict(content) | self._header(content)
        self.sources = sources(entry, self.content, settings)
        self.ours = self._ours()
        self.first = tuple(self.settings.get("build") or ())
        """What the champion's folder wants to be run before it is compiled."""
        self.digest = _digest(entry.language, [*self.sources, *self.first], self.content, self.ours)

    def make(self, library: Path) -> None:
        """Compile and link; the library appears whole or not at all."""
        with tempfile.TemporaryDirectory(prefix="joute-build-") as name:
            self.place = Path(name)
            for path, text in (*self.content.items(), *((f"{OURS}/{n}", t.encode()) for n, t in self.ours.items())):
                (self.place / path).parent.mkdir(parents=True, exist_ok=True)
                (self.place / path).write_bytes(text)
            if self.first:
                self._run(*self.first)
                self.sources = sources(self.entry, files(self.place), self.settings)
            steps = {"c": self._c, "cxx": self._cxx, "ocaml": self._ocaml, "rust": self._rust}
            with ThreadPoolExecutor(2) as pool:
                support = pool.submit(self._support, library.parent)
                objects = steps[self.entry.language]()
                self._link([*support.result(), *objects])
            _kept(self.place / OURS / "champion.so", library)

    # What it is made of

    def _header(self, content: Mapping[str, bytes]) -> dict[str, bytes]:
        """The API as the match has it, in place of a copy of ours; the header of an old folder stays."""
        name, write = HEADERS[self.entry.language]
        theirs = content.get(name)
        if (theirs is None and self.entry.old) or (theirs is not None and MARK.encode() not in theirs[:200]):
            return {}
        return {name: write(self.game, "en").encode()}

    def _ours(self) -> dict[str, str]:
        """The texts that are compiled with the champion's."""
        texts = {path.name: path.read_text() for path in sorted(TEXT.iterdir()) if path.suffix in (".cc", ".hh")}
        texts |= {"callbacks.hh": cfamily.callbacks(self.game), "glue.cc": cfamily.glue(self.game.api)}
        if self.entry.language == "c" and ADAPTER not in self.sources:
            texts["adapter.cc"] = cfamily.adapter(self.game.api)
        if self.entry.language == "ocaml" and ADAPTER not in self.sources:
            texts["ocaml_callbacks.cc"] = ocaml.callbacks(self.game)
        elif self.entry.language == "ocaml" and b"caml_startup" not in self.content[ADAPTER]:
            texts["ocaml_callbacks.cc"] = ocaml.STARTED
        if self.entry.language == "rust":
            champion = self.content[self.entry.file].decode(errors="replace")
            texts["root.rs"] = rust.root(self.game, self.entry.file, champion)
        return texts

    # The steps

    def _run(self, *command: str) -> str:
        return run(command, self.place, self.wrap)

    def _support(self, cache: Path) -> list[str]:
        """The host's side and the API: the same for every champion of a game, so kept too."""
        names = ("host.cc", "glue.cc")
        texts = {name: text for name, text in self.ours.items() if name in (*names, "joute.hh", "callbacks.hh")}
        digest = _digest("support", [], {}, texts)
        objects = []
        for name in names:
            kept = cache / f"{digest}-{Path(name).stem}.o"
            made = f"{OURS}/{Path(name).stem}.o"
            if kept.is_file():
                shutil.copyfile(kept, self.place / made)
            else:
                self._run(
                    "g++", "-std=gnu++17", *FLAGS, "-fvisibility-inlines-hidden", "-c", f"{OURS}/{name}", "-o", made
                )
                _kept(self.place / made, kept)
            objects.append(made)
        return objects

    def _c(self) -> list[str]:
        made = [self._cxx_object(name) if name.endswith(".cc") else self._c_object(name) for name in self.sources]
        return made + ([self._cxx_object(f"{OURS}/adapter.cc")] if "adapter.cc" in self.ours else [])

    def _cxx(self) -> list[str]:
        return [self._cxx_object(name) for name in self.sources]

    def _c_object(self, name: str) -> str:
        made = _object(name)
        self._run("gcc", *FLAGS, *C_FLAGS, *flags(self.content)[1], "-c", name, "-o", made)
        return made

    def _cxx_object(self, name: str, *more: str) -> str:
        """Compiled to the standard of its time; what the first attempt says is what counts."""
        made, said = _object(name), ""
        own, asked = flags(self.content)
        standards = OLD_STANDARDS if self.entry.old else STANDARDS
        for standard in ((own, "-fpermissive"), *standards) if own else standards:
            try:
                self._run("g++", *FLAGS, *standard, *asked, *more, "-c", name, "-o", made)
                return made
            except CompilerFailed as failed:
                said = said or str(failed)
        raise CompilerFailed(said)

    def _ocaml(self) -> list[str]:
        where = self._run("ocamlopt", "-where").strip()
        texts = [name for name in self.sources if name.endswith(".ml")]
        texts += [f"{name}i" for name in texts if f"{name}i" in self.content]
        ordered = self._run("ocamldep", "-sort", *texts).split()
        needed = set(re.findall(r"\b(Unix|Str)\b", self._run("ocamldep", "-modules", *texts)))
        libraries = [f"{name.lower()}.cmxa" for name in ("Unix", "Str") if name in needed]
        paths = [f"-I{where}/{name.lower()}" for name in needed if Path(where, name.lower()).is_dir()]
        made = f"{OURS}/ocaml_champion.o"
        self._run("ocamlopt", "-O3", "-w", "-a", "-I", ".", *paths, *libraries, "-output-obj", "-o", made, *ordered)
        cxx = [f"{OURS}/ocaml.cc", *(f"{OURS}/{name}" for name in self.ours if name == "ocaml_callbacks.cc")]
        cxx += [ADAPTER] if ADAPTER in self.sources else []
        objects = [self._cxx_object(name, f"-I{where}", "-fpermissive") for name in cxx]
        extra = [{"Unix": "-lunix", "Str": "-lcamlstr"}[name] for name in sorted(needed)]
        return [made, *objects, f"-L{where}", *extra, "-lasmrun_pic", "-Wl,--wrap=caml_fatal_uncaught_exception"]

    def _rust(self) -> list[str]:
        champion = self.content[self.entry.file].decode(errors="replace")
        self._explain(phase.callback for phase in self.game.phases if phase.acts and not rust.has(phase, champion))
        made = f"{OURS}/libchampion.a"
        flags = ("--edition", "2021", "--crate-type", "staticlib", "--crate-name", "champion", "-Copt-level=2")
        self._run("rustc", *flags, "-Ccodegen-units=1", "-Awarnings", "-o", made, f"{OURS}/root.rs")
        return [made, "-lpthread", "-Wl,--gc-sections", "-Wl,-s"]

    def _link(self, objects: list[str]) -> None:
        """One library; functions that an old header has and the game has not are told when they are called."""
        wraps = [f"-Wl,--wrap={name}" for name in WRAPPED]
        command = [
            "g++",
            "-shared",
            "-o",
            f"{OURS}/champion.so",
            *objects,
            *wraps,
            "-Wl,-Bsymbolic",
            "-Wl,--no-undefined",
        ]
        command += ["-lm", "-ldl"]
        try:
            self._run(*command)
        except CompilerFailed as failed:
            missing = set(re.findall(r"undefined reference to `(\w+)'", str(failed)))
            self._explain(missing)
            if not missing or not all(name.startswith("api_") for name in missing):
                raise
            self._run(*command, self._stubs(missing))

    def _explain(self, names: Iterable[str]) -> None:
        missing = set(names)
        for phase in self.game.phases:
            if phase.callback in missing:
                raise CompilerFailed(
                    f"the function {phase.callback}() is missing, or not exported with C linkage; the engine calls it "
                    f"when it is your turn"
                )

    def _stubs(self, missing: Iterable[str]) -> str:
        lines = ['#include "joute.hh"']
        for name in sorted(missing):
            text = f"{name.removeprefix('api_')} is not a function of {self.game.name}"
            lines.append(f'extern "C" void {name}() {{ joute::die("{text}"); }}')
        (self.place / OURS / "stubs.cc").write_text("\n".join(lines) + "\n")
        return self._cxx_object(f"{OURS}/stubs.cc")


def _object(name: str) -> str:
    return f"{OURS}/{name.replace('/', '-')}.o"


def _digest(kind: str, names: list[str], content: Mapping[str, bytes], ours: Mapping[str, str]) -> str:
    """A hash of all that a build depends on, the compilers included."""
    digest = blake2b(digest_size=16)
    programs = {name for chain in TOOLCHAINS.values() for name in chain.programs} if kind == "support" else set()
    programs |= set(TOOLCHAINS[kind].programs) if kind in TOOLCHAINS else set()
    for program in sorted(programs):
        found = shutil.which(program)
        digest.update(f"{found}\0{os.stat(found).st_mtime_ns if found else 0}\0".encode())
    digest.update(f"{kind}\0{names}\0{FLAGS}{C_FLAGS}{STANDARDS}{OLD_STANDARDS}{WRAPPED}\0".encode())
    for name, text in (*content.items(), *((name, text.encode()) for name, text in ours.items())):
        digest.update(f"{name}\0{len(text)}\0".encode("utf-8", "surrogateescape"))
        digest.update(text)
    return digest.hexdigest()


def _kept(made: Path, place: Path) -> None:
    """Put a file into the cache at once and whole; one that another has put there stays, for it may be in use."""
    handle, name = tempfile.mkstemp(dir=place.parent)
    os.close(handle)
    shutil.copyfile(made, name)
    os.chmod(name, 0o644)
    with suppress(FileExistsError):
        os.link(name, place)
    os.unlink(name)
    _prune(place.parent)


def _prune(cache: Path, most: int = KEPT_MOST) -> None:
    """Of many files in the cache, the oldest go."""
    with suppress(OSError):  # somebody else may be at it
        found = sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        for path in found[: max(0, len(found) - most)]:
            path.unlink()
