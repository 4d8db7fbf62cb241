"""Building a compiled champion: its files and ours go into a jail, and a shared library comes out, which is cached."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from joute.champions.errors import ChampionError, NotBuilt
from joute.champions.languages.api import cfamily
from joute.champions.languages.api.positions import positions_text
from joute.champions.languages.api.prose import MARK
from joute.champions.languages.language import ChampionFiles, is_old
from joute.champions.languages.registry import by_name, candidates, compiled, languages
from joute.champions.sources.entry import Entry, listed_entry, named_entry
from joute.core.control_chars import visible
from joute.core.game import Game
from joute.core.text import Text
from joute.match.verdict import TRACEBACK_KEPT, truncated

from .cache import cache_folder
from .compilation import LIBRARY, OURS, RULES, SUPPORT
from .compilers import installed, require
from .inputs import api_of_match, files, sources
from .jail import Unsafe, run_build
from .job import BUILD, LOG_MOST, BuildFailed, BuildJob, BuildLimits, File, Native
from .keys import key_of, search_path
from .store import checked, has_file, put_file

TEXT = Path(__file__).parent / "text"
OBJECTS = ("host", "glue", "position")
"""Of our texts, those that are the same for every champion of a game, and are compiled once."""
POSITIONS = "joute_position.h"


def build(
    folder: Path,
    game: Game,
    settings: Mapping[str, Any] | None = None,
    limits: BuildLimits = BUILD,
    cache: Path | None = None,
    warn: Callable[[str], None] = lambda text: None,
) -> Path:
    """The library of a folder's champion, from the cache if nothing has changed; raises ChampionError.

    `warn` is told what the compiler warns of, where the library had to be built.
    """
    entry, alone = _entry(folder, settings or {}), (settings or {}).get("alone")
    if entry is None:
        names = ", ".join(language.entry for language in compiled())
        raise ChampionError(f"{folder}: no compiled champion here; expected one of {names}")
    try:
        content = {entry.file: (folder / entry.file).read_bytes()} if alone else files(folder)
        executable = {name for name in content if (folder / name).stat().st_mode & 0o100}
    except OSError as error:
        raise ChampionError(f"{folder}: cannot be read: {error}") from None
    library = LibraryBuild(entry, content, game, settings, limits, cache or cache_folder("native"))
    try:
        path, warnings = library.path(executable)
    except BuildFailed as failed:
        raise NotBuilt(_not_built(folder, entry, failed, alone)) from None
    except Unsafe as why:
        raise ChampionError(f"{folder}: {why}") from None
    if warnings:
        warn(f"{folder}: the compiler warns:\n{warnings}")
    return path


def _not_built(folder: Path, entry: Entry, failed: BuildFailed, alone: bool | None) -> Text:
    """What the compiler says; of a file that misses what lies beside it, also that a folder is taken whole."""
    place = folder / entry.file if alone else folder
    told = Text(f"{place}: the champion cannot be built:\n{failed}", f"{place} : compilation impossible :\n{failed}")
    if not alone or not any(f"{path.name}: No such file" in str(failed) for path in folder.iterdir()):
        return told
    return Text(
        f"{told.en}\nA file is built without what lies beside it; name its folder: {folder.absolute()}",
        f"{told.fr}\nUn fichier est compilé sans ce qui est à côté ; nommez son dossier : {folder.absolute()}",
    )


def _entry(folder: Path, settings: Mapping[str, Any]) -> Entry | None:
    """Where a compiled champion starts: as the settings say, `language`, `entry` and `sources`, else as in a recipe."""
    wanted, file, named = settings.get("language"), settings.get("entry"), list(settings.get("sources") or ())
    known = [language for language in candidates() if language.library is not None]
    if wanted:
        known = [language for language in known if language is by_name(wanted)]
        if not known:
            return None
        if file:
            return Entry(known[0].name, file, is_old(file))
    entry = named_entry(folder, known)
    if entry is None and wanted and named:
        return Entry(known[0].name, named[0])
    return entry or listed_entry(folder)


class LibraryBuild:
    """One library: what it is made of, and where it lies in the cache."""

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
        self.language = languages()[entry.language]
        assert self.language.library is not None
        self.library = self.language.library
        self.game = game
        self.settings = dict(settings or {})
        self.limits = limits
        self.cache = cache
        self.content = dict(content) | self._header(content)
        self.sources = sources(entry, self.content, settings)
        self.champion = ChampionFiles(game, entry.file, self.content, self.sources)
        self.ours = self._ours()

    def path(self, executable: set[str]) -> tuple[Path, str]:
        """The library, built if it is not in the cache; and what the compiler warned of when it was."""
        warnings = ""
        support = self._support()
        job = self._job(executable, [])
        path = self.cache / f"{key_of(job, key_of(support), RULES, self.library.flags)}.so"
        if not has_file(path):
            require(self.library)
            job = self._job(executable, self._objects(support))
            finished = run_build(job)
            (made,) = checked(finished.files, job)
            put_file(made.content, path)
            warnings = truncated(visible(finished.warnings[:LOG_MOST].strip()), TRACEBACK_KEPT)
        return path, warnings

    # What goes into the jails

    def _support(self) -> BuildJob:
        """A jail for the host's side and the API, with nothing of any champion in it."""
        names = (*(f"{name}.cc" for name in OBJECTS), "joute.hh", "exchange.hh", "callbacks.hh", POSITIONS)
        texts = [File(f"{OURS}/{name}", self.ours[name].encode()) for name in names]
        commands = [[*SUPPORT, "-c", f"{OURS}/{name}.cc", "-o", f"{OURS}/{name}.o"] for name in OBJECTS]
        made = [f"{OURS}/{name}.o" for name in OBJECTS]
        return BuildJob(texts, commands, made, BUILD, search_path(), installed(SUPPORT[:1]), parallel=True)

    def _objects(self, support: BuildJob) -> list[File]:
        """The finished objects, which are cached for all champions of the game."""
        key = key_of(support)
        paths = [self.cache / f"{key}-{name}.o" for name in OBJECTS]
        if all(map(has_file, paths)):
            return [File(name, path.read_bytes()) for name, path in zip(support.outputs, paths, strict=True)]
        made = checked(run_build(support).files, support)
        for file, path in zip(made, paths, strict=True):
            put_file(file.content, path)
        return made

    def _job(self, executable: set[str], objects: list[File]) -> BuildJob:
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
            self.library.absent(self.champion),
            [file.name for file in objects],
        )
        programs = installed(self.library.tools.programs)
        files = [*theirs, *ours, *objects]
        return BuildJob(files, [first] if first else [], [LIBRARY], self.limits, search_path(), programs, native)

    def _header(self, content: Mapping[str, bytes]) -> dict[str, bytes]:
        """The API as the match has it, if there is none or a copy of ours; the header of an old folder stays."""
        absent = b"" if self.entry.old else MARK.encode()
        ours = api_of_match(self.language, self.game, content.get(self.language.api_file, absent))
        return {name: text.encode() for name, text in ours.items()}

    def _ours(self) -> dict[str, str]:
        """The texts that are compiled with the champion's."""
        shared = {path.name: path.read_text() for path in sorted(TEXT.iterdir()) if path.suffix in (".cc", ".hh")}
        api = self.game.api
        written = {"callbacks.hh": cfamily.callbacks(self.game), "exchange.hh": cfamily.exchange_header(self.game)}
        written |= {"glue.cc": cfamily.glue(api), POSITIONS: positions_text("position.h", self.game, "en")}
        return shared | written | self.library.texts(self.champion)
