"""Building a compiled champion: its files and ours go into a jail, and one shared library comes out, which is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from joute.champions.errors import ChampionError
from joute.champions.languages import cfamily, ocaml_api, rust_api
from joute.champions.languages.detect import ADAPTER, Entry, detect, files, sources
from joute.champions.languages.prose import MARK
from joute.core.game import Game

from .cache import cache_folder
from .compilers import programs, require
from .jail import Unsafe, run_build
from .job import BUILD, BuildFailed, BuildLimits, File, Job, Native
from .keys import key_of, search_path
from .native import LIBRARY, OURS, RULES, SUPPORT
from .store import checked, found_file, keep_file

TEXT = Path(__file__).parent / "text"
HEADERS: dict[str, tuple[str, Callable[[Game, str], str]]] = {
    "c": ("api.h", cfamily.c_header),
    "cxx": ("api.hh", cfamily.cxx_header),
    "ocaml": ("api.ml", ocaml_api.module),
    "rust": ("api.rs", rust_api.module),
}
"""The file in which each language finds the API."""


OBJECTS = ("host", "glue")
"""Of our texts, those that are the same for every champion of a game, and are compiled once."""


def build(
    folder: Path,
    game: Game,
    settings: Mapping[str, Any] | None = None,
    limits: BuildLimits = BUILD,
    cache: Path | None = None,
) -> Path:
    """The library of a folder's champion, from the cache if nothing has changed; raises ChampionError."""
    entry = detect(folder, settings)
    if entry is None:
        raise ChampionError(f"{folder}: no compiled champion here; expected champion.c, .cc, .ml or .rs")
    try:
        content = {entry.file: (folder / entry.file).read_bytes()} if (settings or {}).get("alone") else files(folder)
        executable = {name for name in content if (folder / name).stat().st_mode & 0o100}
    except OSError as fault:
        raise ChampionError(f"{folder}: cannot be read: {fault}") from None
    plan = Plan(entry, content, game, settings, limits, cache or cache_folder("native"))
    try:
        return plan.library(executable)
    except BuildFailed as failed:
        raise ChampionError(f"{folder}: the champion cannot be built:\n{failed}") from None
    except Unsafe as why:
        raise ChampionError(f"{folder}: {why}") from None


class Plan:
    """What a library is made of."""

    def __init__(
        self,
        entry: Entry,
        content: Mapping[str, bytes],
        game: Game,
        settings: Mapping[str, Any] | None,
        limits: BuildLimits,
        cache: Path,
    ) -> None:
        self.entry = entry
        self.game = game
        self.settings = dict(settings or {})
        self.limits = limits
        self.cache = cache
        self.content = dict(content) | self._header(content)
        self.sources = sources(entry, self.content, settings)
        self.ours = self._ours()

    def library(self, executable: set[str]) -> Path:
        """The library, built if it is not in the cache."""
        support = self._support()
        job = self._job(executable, [])
        place = self.cache / f"{key_of(job, key_of(support), RULES)}.so"
        if not found_file(place):
            require(self.entry.language)
            (made,) = _made(self._job(executable, self._objects(support)))
            keep_file(made.content, place)
        return place

    # What goes into the jails

    def _support(self) -> Job:
        """A jail for the host's side and the API, with nothing of any champion in it."""
        names = (*(f"{name}.cc" for name in OBJECTS), "joute.hh", "callbacks.hh")
        texts = [File(f"{OURS}/{name}", self.ours[name].encode()) for name in names]
        commands = [[*SUPPORT, "-c", f"{OURS}/{name}.cc", "-o", f"{OURS}/{name}.o"] for name in OBJECTS]
        made = [f"{OURS}/{name}.o" for name in OBJECTS]
        return Job(texts, commands, made, BUILD, search_path(), programs("cxx"), apart=True)

    def _objects(self, support: Job) -> list[File]:
        """The finished objects, which are kept for all champions of the game."""
        key = key_of(support)
        places = [self.cache / f"{key}-{name}.o" for name in OBJECTS]
        if all(map(found_file, places)):
            return [File(name, place.read_bytes()) for name, place in zip(support.outputs, places, strict=True)]
        made = _made(support)
        for file, place in zip(made, places, strict=True):
            keep_file(file.content, place)
        return made

    def _job(self, executable: set[str], objects: list[File]) -> Job:
        theirs = [File(name, text, name in executable) for name, text in self.content.items()]
        ours = [File(f"{OURS}/{name}", text.encode()) for name, text in self.ours.items()]
        first = list(self.settings.get("build") or ())
        native = Native(
            self.entry.language,
            self.entry.file,
            self.entry.old,
            self.sources,
            {key: self.settings.get(key) for key in ("build", "sources", "alone")},
            self.game.name,
            [phase.callback for phase in self.game.phases],
            self._absent(),
            [file.name for file in objects],
        )
        found = programs(self.entry.language)
        files = [*theirs, *ours, *objects]
        return Job(files, [first] if first else [], [LIBRARY], self.limits, search_path(), found, native)

    def _absent(self) -> list[str]:
        """In Rust, callbacks that the champion must have and has not."""
        if self.entry.language != "rust":
            return []
        champion = self.content[self.entry.file].decode(errors="replace")
        return [phase.callback for phase in self.game.phases if phase.acts and not rust_api.has(phase, champion)]

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
            texts["ocaml_callbacks.cc"] = ocaml_api.callbacks(self.game)
        elif self.entry.language == "ocaml" and b"caml_startup" not in self.content[ADAPTER]:
            texts["ocaml_callbacks.cc"] = ocaml_api.STARTED
        if self.entry.language == "rust":
            champion = self.content[self.entry.file].decode(errors="replace")
            texts["root.rs"] = rust_api.root(self.game, self.entry.file, champion)
        return texts


def _made(job: Job) -> list[File]:
    return checked(run_build(job), job)
