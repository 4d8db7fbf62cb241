"""Compiling a champion into one library, inside a jail: what its language does not do itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from joute.champions.languages.registry import languages
from joute.champions.sources.entry import Entry
from joute.champions.sources.makefile import flags

from .inputs import files, sources
from .job import BuildFailed, Native, StepFailed

if TYPE_CHECKING:
    from .inside import Steps

FOLDER = "champion"
"""The folder in which a build runs, somewhere: debug information has its path."""
OURS = ".joute"
"""Where our part of a build lies, beside the copy of the champion's files."""
LIBRARY = f"{OURS}/champion.so"
FLAGS = ("-O2", "-fPIC", "-fno-gnu-unique", f"-I{OURS}")
BESIDE = "-I."
SILENT, WARNINGS, LINES = "-w", "-Wall", "-g"
"""Warnings and lines are for the champion's own sources: a debugger steps over what has no lines."""
SUPPORT = ("g++", "-std=gnu++17", *FLAGS, SILENT, "-fvisibility-inlines-hidden")
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
"""Headers that old compilers let a champion use without including them."""
OLD_STANDARDS = (
    ("-std=gnu++14", "-fpermissive"),
    ("-std=gnu++14", "-fpermissive", *(part for name in FORGOTTEN for part in ("-include", name))),
    ("-std=gnu++17", "-fpermissive"),
)
STANDARDS = (("-std=gnu++17",), ("-std=gnu++20",))
WRAPPED = ("exit", "_exit", "abort", "__assert_fail", "malloc", "calloc", "realloc")
WRAP = tuple(f"-Wl,--wrap={name}" for name in WRAPPED)
LINK = (*WRAP, "-Wl,-Bsymbolic", "-Wl,--no-undefined", "-Wl,--compress-debug-sections=zlib", "-lm", "-ldl")
RULES = (FLAGS, BESIDE, SILENT, WARNINGS, LINES, SUPPORT, OLD_STANDARDS, STANDARDS, LINK)
"""All that is fixed here and that a library depends on: part of the cache key, as the flags of the language are."""


class Compilation:
    """One compilation: the champion's files lie in the folder of `steps` with ours, and its build command has run."""

    def __init__(self, job: Native, content: Mapping[str, bytes], steps: Steps) -> None:
        self._job = job
        self._steps = steps
        self.added_names = {name.removeprefix(f"{OURS}/") for name in content if name.startswith(f"{OURS}/")}
        """The files that the engine has added to the champion's."""
        self.warnings: list[str] = []
        """What compilers said of sources that they took."""
        self.content, self.sources = content, job.sources
        if job.named.get("build"):
            self.content = files(steps.folder)
            self.sources = sources(Entry(job.language, job.entry, job.old), self.content, job.named)

    def build(self) -> None:
        """Compile and link."""
        self._explain(self._job.absent)
        library = languages()[self._job.language].library
        assert library is not None
        try:
            self._link([*self._job.objects, *library.compile(self)])
        except StepFailed as failed:
            raise BuildFailed(failed.message) from None

    # For the languages

    def run(self, *command: str) -> str:
        """Run a program in the folder of the build; what it prints. Raises StepFailed."""
        return self._steps.run(*command)

    def compile(self, *command: str) -> None:
        """Run a compiler, and keep its warnings."""
        self.warnings += filter(None, [self.run(*command).strip()])

    @property
    def old(self) -> bool:
        """Whether it is a folder of an old contest, full of what compilers of today warn of."""
        return self._job.old

    def added(self, name: str) -> str:
        """The path of a file that the engine adds, or that comes of one."""
        return f"{OURS}/{name}"

    @property
    def makefile_flags(self) -> list[str]:
        """The include paths and macros of the champion's Makefile."""
        return flags(self.content)[1]

    def object(self, compiler: str, options: Sequence[str], name: str) -> str:
        """Compile one source with a compiler that takes the options of gcc; the object."""
        made = self.added(f"{name.replace('/', '-')}.o")
        theirs = LINES, SILENT if self.old else WARNINGS
        about = (SILENT,) if name.startswith(OURS) else theirs
        self.compile(compiler, *FLAGS, *about, BESIDE, *options, "-c", name, "-o", made)
        return made

    def cxx_object(self, name: str, *more: str) -> str:
        """Compile one source in C++, by the standard of its time; if all fail, what the first attempt said counts."""
        first = None
        own, asked = flags(self.content)
        standards = OLD_STANDARDS if self._job.old else STANDARDS
        for standard in ((own, "-fpermissive"), *standards) if own else standards:
            try:
                return self.object("g++", (*standard, *asked, *more), name)
            except StepFailed as failed:
                first = first or failed
        assert first is not None
        raise first

    # Linking

    def _link(self, objects: list[str]) -> None:
        """Link one library. Functions of an old header that the game lacks become stubs, which fail when called."""
        command = ["g++", "-shared", "-o", LIBRARY, *objects, *LINK]
        try:
            self.run(*command)
        except StepFailed as failed:
            missing = set(re.findall(r"undefined reference to `(\w+)'", str(failed)))
            self._explain(missing)
            if not missing or not all(name.startswith("api_") for name in missing):
                raise
            self.run(*command, self._stubs(missing))

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
        return self.cxx_object(f"{OURS}/stubs.cc")
