"""Which language a champion is written in, which file it starts from, and how it is built and run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from joute.champions.errors import ChampionError

from .manifest import FILE, Manifest, manifest_of

STEMS = ("prologin", "Champion", "champion", "main")
"""The file a folder's champion starts from has one of these names, the first that exists."""
SUFFIXES = {
    "python": (".py",),
    "cxx": (".cc", ".cpp", ".cxx", ".C"),
    "c": (".c",),
    "ocaml": (".ml",),
    "rust": (".rs",),
    "javascript": (".js", ".mjs", ".cjs"),
    "java": (".java",),
}
NATIVE = ("c", "cxx", "ocaml", "rust")
"""Languages built into a library that is loaded where the engine's host runs."""
JUNK = ("__pycache__", "__MACOSX")
"""Folders that are no part of a champion."""
CLASSES = "classes"
"""Where the classes of a Java champion go, in the copy of its folder that is built."""

ARCHIVES = (".zip", ".tar.gz", ".tgz")
"""How the names of submissions end."""
PACKAGES = {
    "node": "apt install nodejs",
    "java": "apt install default-jdk-headless",
    "javac": "apt install default-jdk-headless",
}
"""How to get a program."""


class Recipe(NamedTuple):
    """A champion: its language, its folder, the file it starts from, and its commands where it has some.

    `entry` and `sources` are relative to the folder. A recipe with `run` speaks the protocol of lines.
    """

    language: str
    folder: Path
    entry: str
    build: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    alone: bool = False
    """Whether the champion is this file alone, whatever lies beside it."""

    @property
    def native(self) -> bool:
        """Whether it is built into a library that the engine's host loads."""
        return self.language in NATIVE and not self.run

    def settings(self) -> dict[str, Any]:
        """What the builder of libraries wants to know."""
        return {key: getattr(self, key) for key in ("language", "entry", "build", "sources", "alone")}


def recipe_of(path: Path) -> Recipe:
    """How to play the champion in a folder, or the one that is a file; raises ChampionError."""
    if path.is_dir():
        manifest = manifest_of(path)
        return _detected(path) if manifest is None else _declared(path, manifest)
    language = language_of(path.name)
    if language is None:
        raise ChampionError(f"{path}: a champion is a folder, a .zip, a .tar.gz or a file that ends in {_ends()}")
    return _made(language, path.parent, path.name, alone=True)


def is_archive(path: Path) -> bool:
    """Whether a file is to be read as a submission, by its name."""
    return path.name.lower().endswith(ARCHIVES)


def language_of(name: str) -> str | None:
    """The language of a file, by its name."""
    suffix = Path(name).suffix
    return next((language for language, suffixes in SUFFIXES.items() if suffix in suffixes), None)


def _detected(folder: Path) -> Recipe:
    for stem in STEMS:
        for language, suffixes in SUFFIXES.items():
            for suffix in suffixes:
                if (folder / f"{stem}{suffix}").is_file():
                    return _made(language, folder, f"{stem}{suffix}")
    from joute.champions.languages.detect import detect

    listed = detect(folder)
    if listed is not None:
        return _made(listed.language, folder, listed.file)
    raise ChampionError(
        f"{folder}: no champion here; expected a file {', '.join(STEMS[:-1])} or {STEMS[-1]} that ends in {_ends()},"
        " or a champion.toml that says what to run"
    )


def _declared(folder: Path, manifest: Manifest) -> Recipe:
    """What champion.toml says; what it leaves out is found as without it."""
    sources = manifest.sources
    if manifest.run is not None:
        language = manifest.language or "other"
        entry = sources[0] if sources else ""
        return Recipe(language, folder, entry, manifest.build or (), manifest.run, sources)
    if sources:
        language = manifest.language or language_of(sources[0]) or ""
        if not language:
            raise ChampionError(f"{folder}/{FILE}: the language of {sources[0]} is not known; say it in language")
        found = _made(language, folder, sources[0], sources)
    elif manifest.language is not None:
        found = _of_language(folder, manifest.language)
    else:
        found = _detected(folder)
    return found._replace(build=manifest.build) if manifest.build is not None else found


def _of_language(folder: Path, language: str) -> Recipe:
    names = [f"{stem}{suffix}" for stem in STEMS for suffix in SUFFIXES[language]]
    for name in names:
        if (folder / name).is_file():
            return _made(language, folder, name)
    raise ChampionError(f"{folder}: no champion in {language} here; expected one of {', '.join(names)}, or sources")


def _made(language: str, folder: Path, entry: str, sources: tuple[str, ...] = (), alone: bool = False) -> Recipe:
    build, run = _commands(language, folder, entry, sources, alone)
    return Recipe(language, folder, entry, build, run, sources, alone)


def _commands(
    language: str, folder: Path, entry: str, sources: tuple[str, ...], alone: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The commands of the languages that speak the protocol of lines."""
    if language == "javascript":
        return (), ("node", entry)
    if language != "java":
        return (), ()
    files = (entry,) if alone else sources or tuple(sorted(path.name for path in folder.glob("*.java")))
    build = (
        "javac",
        "-J-XX:+UseSerialGC",
        "-J-XX:TieredStopAtLevel=1",
        "-encoding",
        "UTF-8",
        "-nowarn",
        "-d",
        CLASSES,
        *(f"./{file}" for file in files),
    )
    # A short-lived program, javac too, starts sooner without the second compiler and with the simplest collector.
    run = ("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", CLASSES, Path(entry).stem)
    return build, run


def _ends() -> str:
    suffixes = [suffix for group in SUFFIXES.values() for suffix in group]
    return f"{', '.join(suffixes[:-1])} or {suffixes[-1]}"


def files_of(recipe: Recipe) -> list[str]:
    """The files a champion is made of, sorted, relative to its folder: those named, or all that are not hidden."""
    folder = recipe.folder
    if recipe.alone:
        return [recipe.entry]
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in JUNK)
        for name in names:
            path = Path(place, name)
            if not name.startswith(".") and path.is_file() and _inside(folder, path):
                found.append(path.relative_to(folder).as_posix())
    return sorted(found)


def _inside(folder: Path, path: Path) -> bool:
    return not path.is_symlink() or path.resolve().is_relative_to(folder.resolve())


def digest_of(recipe: Recipe) -> str:
    """A hash of what a champion is: its files, with their places in its folder."""
    from hashlib import blake2b

    files = files_of(recipe)
    if recipe.language == "python" and not recipe.run:
        files = [file for file in files if file.endswith(".py")]
    digest = blake2b(digest_size=12)
    for file in files:
        content = (recipe.folder / file).read_bytes()
        digest.update(f"{file}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()


def require(program: str, recipe: Recipe) -> None:
    """A program that is to be run must be there."""
    folder = recipe.folder
    if os.sep in program:
        if not recipe.build and not os.access(folder / program, os.X_OK):
            raise ChampionError(f"{folder}: {program} cannot be run: there is no such program that may be executed")
        return
    from shutil import which

    if which(program) is None:
        how = f"; on Debian and Ubuntu: {PACKAGES[program]}" if program in PACKAGES else ""
        raise ChampionError(f"{folder}: this champion ({recipe.language}) needs the program {program!r}{how}")
