"""What a language is to the engine: everything in one `Language`, which each module of this folder defines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from joute.champions.building.compilation import Compilation
    from joute.champions.sources.recipe import Recipe
    from joute.core.game import Game

    from .debugger import Debugger

ADAPTER = "interface.cc"
"""The adapter in C++ that folders of the old contests bring, for any language that is linked with it."""

OLD_STEMS = ("prologin", "Prologin")
"""How the file is called, without its suffix, that a folder of the old contests starts from."""

GameText = Callable[["Game", str], str]
"""Writes a file for a game, documented in `en` or `fr`."""


class Tools(NamedTuple):
    """Programs that a language needs, and the Debian packages that install them."""

    programs: tuple[str, ...] = ()
    """All are needed; of those written `a|b`, one."""
    packages: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        """The programs that are not installed."""
        from shutil import which  # slow to load, and rarely needed

        return [program for program in self.programs if not any(map(which, program.split("|")))]

    @property
    def install(self) -> str:
        """The command that installs them."""
        return f"apt install {' '.join(self.packages)}"


NO_TOOLS = Tools()


class Commands(NamedTuple):
    """How a champion that speaks the line protocol is built (not at all, where empty) and run, in its folder."""

    build: tuple[str, ...]
    run: tuple[str, ...]


class Extra(NamedTuple):
    """What the engine adds to a champion that has a build command: files, over those of its folder, and a command."""

    files: Mapping[str, str] = {}
    command: tuple[str, ...] = ()


class ChampionFiles(NamedTuple):
    """The files of a champion that is about to be compiled for a game."""

    game: Game
    entry: str
    content: Mapping[str, bytes]
    sources: Sequence[str]

    @property
    def old(self) -> bool:
        """Whether its folder has the layout of the old contests."""
        return is_old(self.entry)

    @property
    def has_adapter(self) -> bool:
        return ADAPTER in self.sources

    @property
    def entry_text(self) -> str:
        return self.content[self.entry].decode(errors="replace")


def is_old(entry: str) -> bool:
    """Whether the file that a champion starts from has the name that the old contests gave it."""
    return PurePath(entry).stem in OLD_STEMS


def no_files(game: Game, lang: str) -> dict[str, str]:
    """For languages whose kits have nothing but a starter and the API."""
    return {}


def no_texts(champion: ChampionFiles) -> dict[str, str]:
    """For languages that need nothing compiled besides the champion's files and the shared glue."""
    return {}


def no_extra(champion: ChampionFiles) -> Extra:
    """For languages whose champions are all that is built."""
    return Extra()


def none_absent(champion: ChampionFiles) -> list[str]:
    """For languages whose missing callbacks the linker finds."""
    return []


class Library(NamedTuple):
    """How a champion is compiled into a shared library, which is linked with the API and loaded by its host."""

    tools: Tools
    """The programs that a build runs."""
    compile: Callable[[Compilation], list[str]]
    """Compiles the sources, inside the jail; returns the objects and flags to link."""
    flags: tuple[str, ...] = ()
    """The compiler flags that `compile` uses: they are part of the cache key."""
    texts: Callable[[ChampionFiles], dict[str, str]] = no_texts
    """Files that the engine adds to the build, by name."""
    absent: Callable[[ChampionFiles], list[str]] = none_absent
    """Callbacks that the champion must have and lacks, where that shows before compiling."""
    takes_adapter: bool = True
    """Whether the adapter of a folder of the old contests is compiled too."""
    unlisted: tuple[str, ...] = ()
    """Sources that are compiled even where a Makefile lists others and not these."""
    real_programs: Mapping[str, Callable[[str], str]] = {}
    """For programs that may only be proxies: from the path of the proxy to that of the real program."""


class Constants(NamedTuple):
    """How files declare whole numbers by name, as the old contests did for those of their API."""

    suffixes: tuple[str, ...]
    declaration: str
    """A pattern; its groups are a name and its number."""
    comment: str

    def read(self, text: str) -> dict[str, int]:
        """The numbers that a text declares, by name in capitals; a name with several numbers is left out."""
        import re

        numbers: dict[str, set[int]] = {}
        for name, number in re.findall(self.declaration, re.sub(self.comment, "", text, flags=re.S), re.M):
            numbers.setdefault(name.upper(), set()).add(int(number))
        return {name: found.pop() for name, found in numbers.items() if len(found) == 1}


NUMBER = r"\(?(-?\d{1,10})\)?"
C_COMMENT = r"/\*.*?(?:\*/|\Z)|//[^\n]*"
"""Of C and the languages that look like it; one that does not end takes the rest, so that it is looked for once."""
C_CONSTANTS = Constants(
    suffixes=(".h", ".hh", ".hpp", ".c", ".cc", ".cpp"),
    declaration=rf"^[ \t]*(?:#[ \t]*define[ \t]+|(?:static )?const(?:expr)? int )(\w+)[ \t=]+{NUMBER}[ \t;]*$",
    comment=C_COMMENT,
)


class Language(NamedTuple):
    """One language. It has `commands`, or a `library`, or neither where its champions run in our own Python."""

    name: str
    suffixes: tuple[str, ...]
    """Of all its source files; the first is the usual one."""
    entry: str
    """The starter's file in a kit."""
    starter: GameText
    """Writes a champion that does nothing, for games without a starter in this language."""
    api_file: str
    """The file in which a champion finds the API."""
    api_text: GameText
    kit_files: Callable[[Game, str], dict[str, str]] = no_files
    """Further files of a kit, by name."""
    tools: Tools = NO_TOOLS
    """What the doctor looks for."""
    commands: Callable[[Recipe], Commands] | None = None
    extra: Callable[[ChampionFiles], Extra] = no_extra
    """What is built with a champion that has a build command; raises ChampionError where that lacks a file."""
    library: Library | None = None
    debugger: Debugger | None = None
    """What `joute rerun --debug` starts; None: Python's, in our own process."""
    constants: Constants | None = None
    """How the API files of the old contests declare constants, where there were any."""
    order: int = 100
    """Languages are listed in this order, then by name."""
    tried: int | None = None
    """Where it comes among the candidates of a folder, if that is not `order`."""
    aliases: tuple[str, ...] = ()
    etc: tuple[str, ...] = ()
    """What its programs read of /etc, as patterns: a sandbox shows it."""
    digest_suffixes: tuple[str, ...] = ()
    """The files that identify a champion, by suffix; without any, all its files do."""
    built_suffixes: tuple[str, ...] = ()
    """Of files that its compilers write: they are not part of what is built again."""
    notes: str = ""
    """How a champion notes and draws (`joute.debug`), as the README of a kit shows it; empty where it cannot."""
    out_of_memory: tuple[str, ...] = ()
    """What its run time prints when memory runs out."""
