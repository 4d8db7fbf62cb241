"""How a champion is played: its language, the file it starts from, and the commands that build and run it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from joute.champions.errors import ChampionError
from joute.champions.languages.language import is_old
from joute.champions.languages.registry import candidates, languages
from joute.core.text import Text

from .entry import STEMS, entry_names, listed_entry, named_entry
from .manifest import FILE, OTHER, Manifest, manifest_of

JUNK = ("__pycache__", "__MACOSX")
"""Folders that are no part of a champion."""
UNPLAYED = (".hs", ".lhs")
"""How the names of sources in Haskell end."""
ARCHIVES = (".zip", ".tar.gz", ".tgz")
"""How the names of submissions end."""


class Recipe(NamedTuple):
    """A champion: its language, its folder, the file it starts from, and its commands where it has some.

    `entry` and `sources` are relative to the folder. A recipe with `run` speaks the line protocol.
    """

    language: str
    folder: Path
    entry: str
    build: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    alone: bool = False
    """Whether the champion is only this file, whatever lies beside it."""

    @property
    def native(self) -> bool:
        """Whether it is built into a library that the engine's host loads."""
        language = languages().get(self.language)
        return language is not None and language.library is not None and not self.run

    @property
    def old(self) -> bool:
        """Whether its folder has the layout of the old contests."""
        return is_old(self.entry)

    def settings(self) -> dict[str, Any]:
        """What `building.library` needs to know."""
        return {key: getattr(self, key) for key in ("language", "entry", "build", "sources", "alone")}


def recipe_of(path: Path) -> Recipe:
    """How to play the champion in a folder, or the one that is a file; raises ChampionError."""
    if path.is_dir():
        manifest = manifest_of(path)
        return _detected(path) if manifest is None else _declared(path, manifest)
    language = language_of(path.name)
    if language is None:
        _refuse_unplayed(path, [path.name])
        raise ChampionError(
            Text(
                f"{path}: a champion is a folder, a .zip, a .tar.gz or a file that ends in {_ends()}",
                f"{path} : un champion est un dossier, un .zip, un .tar.gz ou un fichier qui finit par {_ends()}",
            )
        )
    return _made(language, path.parent, path.name, alone=True)


def is_archive(path: Path) -> bool:
    """Whether a file is to be read as a submission, by its name."""
    return path.name.lower().endswith(ARCHIVES)


def language_of(name: str) -> str | None:
    """The language of a file, by its name."""
    suffix = Path(name).suffix
    return next((language.name for language in candidates() if suffix in language.suffixes), None)


def _detected(folder: Path) -> Recipe:
    entry = named_entry(folder, candidates()) or listed_entry(folder)
    if entry is not None:
        return _made(entry.language, folder, entry.file)
    _refuse_unplayed(folder, sorted(path.name for path in folder.iterdir()))
    raise ChampionError(
        Text(
            f"{folder}: no champion here; expected a file {', '.join(STEMS[:-1])} or {STEMS[-1]} that ends in "
            f"{_ends()}, or a champion.toml that says what to run",
            f"{folder} : pas de champion ici ; attendu un fichier {', '.join(STEMS[:-1])} ou {STEMS[-1]} qui "
            f"finit par {_ends()}, ou un champion.toml qui dit quoi lancer",
        )
    )


def _refuse_unplayed(path: Path, names: list[str]) -> None:
    """Refuse a champion in a language of the old contests that is not run here, with what can be done instead."""
    found = [name for name in names if name.endswith(UNPLAYED)]
    if found:
        raise ChampionError(
            f"{path}: found {', '.join(found[:5])}: champions in Haskell are not run; the nearest language with a kit"
            " is OCaml («joute new GAME FOLDER --lang ocaml»), and a program in any language may speak the line"
            " protocol («joute protocol»), with a champion.toml that says how to build and run it"
        )


def _declared(folder: Path, manifest: Manifest) -> Recipe:
    """What champion.toml says; what it leaves out is detected as without it."""
    sources = manifest.sources
    if manifest.run is not None:
        language = manifest.language or OTHER
        entry = sources[0] if sources else ""
        return Recipe(language, folder, entry, manifest.build or (), manifest.run, sources)
    if sources:
        language = manifest.language or language_of(sources[0]) or ""
        if not language:
            raise ChampionError(
                Text(
                    f"{folder}/{FILE}: the language of {sources[0]} is not known; say it in language",
                    f"{folder}/{FILE} : le langage de {sources[0]} n'est pas connu ; dites-le dans language",
                )
            )
        recipe = _made(language, folder, sources[0], sources)
    elif manifest.language is not None:
        recipe = _of_language(folder, manifest.language)
    else:
        recipe = _detected(folder)
    return recipe if manifest.build is None else recipe._replace(build=manifest.build)


def _of_language(folder: Path, name: str) -> Recipe:
    language = languages()[name]
    entry = named_entry(folder, [language])
    if entry is None:
        names = ", ".join(entry_names(language))
        raise ChampionError(
            Text(
                f"{folder}: no champion in {name} here; expected one of {names}, or sources",
                f"{folder} : pas de champion en {name} ici ; attendu l'un de {names}, ou sources",
            )
        )
    return _made(name, folder, entry.file)


def _made(language: str, folder: Path, entry: str, sources: tuple[str, ...] = (), alone: bool = False) -> Recipe:
    recipe = Recipe(language, folder, entry, sources=sources, alone=alone)
    commands = languages()[language].commands
    return recipe if commands is None else recipe._replace(**commands(recipe)._asdict())


def _ends() -> str:
    suffixes = [suffix for language in candidates() for suffix in language.suffixes]
    return f"{', '.join(suffixes[:-1])} or {suffixes[-1]}"


def files_of(recipe: Recipe) -> list[str]:
    """The files a champion is made of, sorted, relative to its folder: those named, or all that are not hidden."""
    folder = recipe.folder
    if recipe.alone:
        return [recipe.entry]
    files = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in JUNK)
        for name in names:
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file() and _inside(folder, path):
                files.append(path.relative_to(folder).as_posix())
    return sorted(files)


def _inside(folder: Path, path: Path) -> bool:
    return not path.is_symlink() or path.resolve().is_relative_to(folder.resolve())


def digest_of(recipe: Recipe) -> str:
    """A hash of what a champion is: its files, with their paths in its folder."""
    from hashlib import blake2b

    files = files_of(recipe)
    language = languages().get(recipe.language)
    if language is not None and language.digest_suffixes and not recipe.run:
        files = [file for file in files if file.endswith(language.digest_suffixes)]
    digest = blake2b(digest_size=12)
    for file in files:
        content = (recipe.folder / file).read_bytes()
        digest.update(f"{file}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()


def require(program: str, recipe: Recipe) -> None:
    """Raise ChampionError if a program that a recipe runs is not installed."""
    folder = recipe.folder
    if os.sep in program:
        if not recipe.build and not os.access(folder / program, os.X_OK):
            raise ChampionError(
                Text(
                    f"{folder}: {program} cannot be run: no such program, or not executable (chmod +x)",
                    f"{folder} : {program} ne peut pas être lancé : ce programme n'existe pas, ou n'est pas exécutable "
                    "(chmod +x)",
                )
            )
        return
    from shutil import which

    if which(program) is None:
        known = [language.tools for language in languages().values() if language.commands is not None]
        how = [f"; on Debian and Ubuntu: {tools.install}" for tools in known if program in tools.programs]
        raise ChampionError(
            Text(
                f"{folder}: this champion ({recipe.language}) needs the program {program!r}{''.join(how)}",
                f"{folder} : ce champion ({recipe.language}) a besoin du programme {program!r}{''.join(how)}",
            )
        )
