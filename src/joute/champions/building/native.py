"""Compiling a champion in C, C++, OCaml or Rust into one library, inside a jail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from joute.champions.languages.detect import ADAPTER, Entry, files, flags, sources

from .job import BuildFailed, Native, StepFailed

if TYPE_CHECKING:
    from .inside import Steps

OURS = ".joute"
"""Where our part of a build lies, beside the copy of the champion's files."""
LIBRARY = f"{OURS}/champion.so"
FLAGS = ("-O2", "-fPIC", "-fno-gnu-unique", "-w", f"-I{OURS}")
BESIDE = "-I."
SUPPORT = ("g++", "-std=gnu++17", *FLAGS, "-fvisibility-inlines-hidden")
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
WRAPPED = ("exit", "_exit", "abort", "__assert_fail", "malloc", "calloc", "realloc")
LINK = (*(f"-Wl,--wrap={name}" for name in WRAPPED), "-Wl,-Bsymbolic", "-Wl,--no-undefined", "-lm", "-ldl")
OCAML_FLAGS = ("-O3", "-w", "-a", "-I", ".")
RUST_CRATE = ("--edition", "2021", "--crate-type", "staticlib", "--crate-name", "champion", "-Copt-level=2")
RUST_FLAGS = (*RUST_CRATE, "-Ccodegen-units=1", "-Awarnings")
RULES = (FLAGS, BESIDE, SUPPORT, C_FLAGS, OLD_STANDARDS, STANDARDS, LINK, OCAML_FLAGS, RUST_FLAGS)
"""All that is fixed here and that a library depends on."""


class Compilation:
    """One compilation: the champion's files lie in the folder of `steps` with ours, and its build command has run."""

    def __init__(self, job: Native, content: Mapping[str, bytes], steps: Steps) -> None:
        self._job = job
        self._steps = steps
        self._ours = {name.removeprefix(f"{OURS}/") for name in content if name.startswith(f"{OURS}/")}
        self._content, self._sources = content, job.sources
        if job.named.get("build"):
            self._content = files(steps.folder)
            self._sources = sources(Entry(job.language, job.entry, job.old), self._content, job.named)

    def run(self) -> None:
        """Compile and link."""
        self._explain(self._job.absent)
        compile_all = {"c": self._c, "cxx": self._cxx, "ocaml": self._ocaml, "rust": self._rust}
        try:
            self._link([*self._job.objects, *compile_all[self._job.language]()])
        except StepFailed as failed:
            raise BuildFailed(failed.said) from None

    def _c(self) -> list[str]:
        made = [self._cxx_object(name) if name.endswith(".cc") else self._c_object(name) for name in self._sources]
        return made + ([self._cxx_object(f"{OURS}/adapter.cc")] if "adapter.cc" in self._ours else [])

    def _cxx(self) -> list[str]:
        return [self._cxx_object(name) for name in self._sources]

    def _c_object(self, name: str) -> str:
        made = _object(name)
        self._steps.run("gcc", *FLAGS, BESIDE, *C_FLAGS, *flags(self._content)[1], "-c", name, "-o", made)
        return made

    def _cxx_object(self, name: str, *more: str) -> str:
        """Compiled to the standard of its time; what the first attempt says is what counts."""
        made, first = _object(name), None
        own, asked = flags(self._content)
        standards = OLD_STANDARDS if self._job.old else STANDARDS
        for standard in ((own, "-fpermissive"), *standards) if own else standards:
            try:
                self._steps.run("g++", *FLAGS, BESIDE, *standard, *asked, *more, "-c", name, "-o", made)
                return made
            except StepFailed as failed:
                first = first or failed
        assert first is not None
        raise first

    def _ocaml(self) -> list[str]:
        where = self._steps.run("ocamlopt", "-where").strip()
        texts = [name for name in self._sources if name.endswith(".ml")]
        texts += [f"{name}i" for name in texts if f"{name}i" in self._content]
        ordered = self._steps.run("ocamldep", "-sort", *texts).split()
        needed = set(re.findall(r"\b(Unix|Str)\b", self._steps.run("ocamldep", "-modules", *texts)))
        libraries = [f"{name.lower()}.cmxa" for name in ("Unix", "Str") if name in needed]
        paths = [f"-I{where}/{name.lower()}" for name in needed if Path(where, name.lower()).is_dir()]
        made = f"{OURS}/ocaml_champion.o"
        self._steps.run("ocamlopt", *OCAML_FLAGS, *paths, *libraries, "-output-obj", "-o", made, *ordered)
        cxx = [f"{OURS}/ocaml.cc", *(f"{OURS}/{name}" for name in self._ours if name == "ocaml_callbacks.cc")]
        cxx += [ADAPTER] if ADAPTER in self._sources else []
        objects = [self._cxx_object(name, f"-I{where}", "-fpermissive") for name in cxx]
        extra = [{"Unix": "-lunix", "Str": "-lcamlstr"}[name] for name in sorted(needed)]
        return [made, *objects, f"-L{where}", *extra, "-lasmrun_pic", "-Wl,--wrap=caml_fatal_uncaught_exception"]

    def _rust(self) -> list[str]:
        made = f"{OURS}/libchampion.a"
        self._steps.run("rustc", *RUST_FLAGS, "-o", made, f"{OURS}/root.rs")
        return [made, "-lpthread", "-Wl,--gc-sections", "-Wl,-s"]

    def _link(self, objects: list[str]) -> None:
        """One library; functions that an old header has and the game has not are told when they are called."""
        command = ["g++", "-shared", "-o", LIBRARY, *objects, *LINK]
        try:
            self._steps.run(*command)
        except StepFailed as failed:
            missing = set(re.findall(r"undefined reference to `(\w+)'", str(failed)))
            self._explain(missing)
            if not missing or not all(name.startswith("api_") for name in missing):
                raise
            self._steps.run(*command, self._stubs(missing))

    def _explain(self, missing: Iterable[str]) -> None:
        for callback in self._job.callbacks:
            if callback in missing:
                raise BuildFailed(
                    f"the function {callback}() is missing, or not exported with C linkage; the engine calls it when "
                    f"it is your turn"
                )

    def _stubs(self, missing: Iterable[str]) -> str:
        lines = ['#include "joute.hh"']
        for name in sorted(missing):
            text = f"{name.removeprefix('api_')} is not a function of {self._job.game}"
            lines.append(f'extern "C" void {name}() {{ joute::die("{text}"); }}')
        (self._steps.folder / OURS / "stubs.cc").write_text("\n".join(lines) + "\n")
        return self._cxx_object(f"{OURS}/stubs.cc")


def _object(name: str) -> str:
    return f"{OURS}/{name.replace('/', '-')}.o"
