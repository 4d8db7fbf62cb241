"""C: compiled into a library; the API is the header `api.h`, and an adapter in C++ stands behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from joute.core.game import Game

from .api.cfamily import adapter, c_header
from .api.prose import empty_champion
from .debugger import gdb
from .language import C_CONSTANTS, ChampionFiles, Language, Library, Tools

if TYPE_CHECKING:
    from joute.champions.building.compilation import Compilation

OUR_ADAPTER = "adapter.cc"
FLAGS = ("-fcommon", "-fexceptions", "-Wno-error=implicit-function-declaration", "-Wno-error=int-conversion")


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    return empty_champion(game, lang, "api.h", '#include "api.h"', "void {}(void) {{\n}}")


def texts(champion: ChampionFiles) -> dict[str, str]:
    return {} if champion.has_adapter else {OUR_ADAPTER: adapter(champion.game.api)}


def compile_sources(build: Compilation) -> list[str]:
    """Sources in C, and adapters in C++."""
    theirs = [build.cxx_object(name) if name.endswith(".cc") else _object(build, name) for name in build.sources]
    ours = [build.cxx_object(build.added(OUR_ADAPTER))] if OUR_ADAPTER in build.added_names else []
    return theirs + ours


def _object(build: Compilation, name: str) -> str:
    return build.object("gcc", (*FLAGS, *build.makefile_flags), name)


LANGUAGE = Language(
    name="c",
    order=20,
    suffixes=(".c",),
    entry="champion.c",
    starter=starter,
    api_file="api.h",
    api_text=c_header,
    notes='joute_log("gold %d", 3);\njoute_draw_cell(3, 4, "red");',
    tools=Tools(("cc",), ("gcc", "libc6-dev")),
    debugger=gdb(),
    library=Library(
        tools=Tools(("gcc", "g++"), ("g++",)),
        compile=compile_sources,
        flags=FLAGS,
        texts=texts,
    ),
    constants=C_CONSTANTS,
    built_suffixes=(".o", ".so", ".a"),
)
