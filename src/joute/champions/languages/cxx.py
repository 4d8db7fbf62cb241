"""C++: compiled into a library; the API is the header `api.hh`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from joute.core.game import Game

from .api.cfamily import cxx_header
from .api.prose import empty_champion
from .debugger import gdb
from .language import C_CONSTANTS, Language, Library, Tools

if TYPE_CHECKING:
    from joute.champions.building.compilation import Compilation


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    return empty_champion(game, lang, "api.hh", '#include "api.hh"', "void {}() {{\n}}")


def compile_sources(build: Compilation) -> list[str]:
    return [build.cxx_object(name) for name in build.sources]


LANGUAGE = Language(
    name="cxx",
    order=30,
    tried=15,  # before C: a folder with both champion.cc and champion.c is a champion in C++
    aliases=("c++", "cpp"),
    suffixes=(".cc", ".cpp", ".cxx", ".C"),
    entry="champion.cc",
    starter=starter,
    api_file="api.hh",
    api_text=cxx_header,
    notes='joute::log("gold " + std::to_string(3));\njoute::draw::cell(3, 4, "red");',
    tools=Tools(("c++",), ("g++",)),
    debugger=gdb(),
    library=Library(tools=Tools(("g++",), ("g++",)), compile=compile_sources),
    constants=C_CONSTANTS,
    built_suffixes=(".o", ".so", ".a"),
    out_of_memory=("std::bad_alloc",),
)
