"""What a contestant starts from in each compiled language: a starter, and the API in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from joute.champions.building.library import HEADERS
from joute.champions.languages.french import spoken
from joute.champions.languages.prose import Prose, wrapped
from joute.core.game import Game


def c(game: Game, language: str = "en") -> dict[str, str]:
    """The files of a champion in C."""
    return _kit(game, "c", language, "champion.c", _c_starter)


def cxx(game: Game, language: str = "en") -> dict[str, str]:
    """The files of a champion in C++."""
    return _kit(game, "cxx", language, "champion.cc", _cxx_starter)


def ocaml(game: Game, language: str = "en") -> dict[str, str]:
    """The files of a champion in OCaml."""
    return _kit(game, "ocaml", language, "champion.ml", _ocaml_starter)


def rust(game: Game, language: str = "en") -> dict[str, str]:
    """The files of a champion in Rust."""
    return _kit(game, "rust", language, "champion.rs", _rust_starter)


KITS: dict[str, Callable[[Game, str], dict[str, str]]] = {"c": c, "cxx": cxx, "ocaml": ocaml, "rust": rust}


def kit_files(game: Game, language: str, doc_language: str = "en") -> dict[str, str]:
    """The files of a champion in one of the compiled languages, by name."""
    return KITS[language](game, doc_language)


def _kit(game: Game, tongue: str, language: str, entry: str, starter: Callable[[Game, Prose], str]) -> dict[str, str]:
    """The starter that the game's folder has for this language, else one that does nothing."""
    header, write = HEADERS[tongue]
    own = Path(str(game.module("params").__file__)).parent / "kits" / tongue
    found = [path for path in sorted(own.glob("*")) if path.is_file()]
    texts = {path.name: spoken(game, path.read_text("utf-8"), language) for path in found}
    return (texts or {entry: starter(game, Prose(language))}) | {header: write(game, language)}


def _c_starter(game: Game, say: Prose) -> str:
    return _braces(game, say, '#include "api.h"', "void {}(void) {{\n}}")


def _cxx_starter(game: Game, say: Prose) -> str:
    return _braces(game, say, '#include "api.hh"', "void {}() {{\n}}")


def _rust_starter(game: Game, say: Prose) -> str:
    return _braces(game, say, "#[allow(unused_imports)]\nuse crate::api::*;", "pub fn {}() {{\n}}")


def _braces(game: Game, say: Prose, use: str, callback: str) -> str:
    header = use.split('"')[1] if '"' in use else "api.rs"
    lines = [*wrapped("// ", say.starter(game, header)), use]
    for number, phase in enumerate(game.phases):
        lines += ["", *wrapped("// ", say.phase(game, number)), callback.format(phase.callback)]
    return "\n".join([*lines, ""])


def _ocaml_starter(game: Game, say: Prose) -> str:
    lines = [f"(* {say.starter(game, 'api.ml')} *)", "open Api"]
    for number, phase in enumerate(game.phases):
        lines += ["", f"(* {say.phase(game, number)} *)", f"let {phase.callback} () = ()"]
    lines += ["", "let () ="]
    lines += [f'  Callback.register "{phase.callback}" {phase.callback};' for phase in game.phases]
    return "\n".join([*lines, ""])
