"""The house: who may import whom, no game named outside its folder, a short README in every folder."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import joute

SOURCE = Path(joute.__file__).parent
LAYERS = ("core", "games", "env", "match", "champions", "arena", "web", "cli")
"""A layer imports only what stands before it in this list, and itself."""
GAMES = sorted(path.parent for path in (SOURCE / "games").glob("*/rules*") if path.suffix == ".py" or path.is_dir())
MODULES = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if not {"tests", "champions", "kits"} & set(path.relative_to(SOURCE).parts[2:-1])
)


def imports(path: Path) -> Iterator[str]:
    """The absolute names of all modules that a file imports, wherever it does."""
    package = ["joute", *path.relative_to(SOURCE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*home, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def layer(name: str) -> str | None:
    """The layer of a module of ours."""
    parts = name.split(".")
    return parts[1] if parts[0] == "joute" and len(parts) > 1 and parts[1] in LAYERS else None


def shown(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@pytest.mark.parametrize("path", MODULES, ids=shown)
def test_a_layer_imports_only_what_stands_above_it(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    if parts[0] not in LAYERS:
        return
    allowed = LAYERS[: LAYERS.index(parts[0]) + 1]
    found = {name: layer(name) for name in imports(path)}
    assert [name for name, home in found.items() if home is not None and home not in allowed] == []


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name != "games"], ids=shown)
def test_nobody_imports_a_game_but_the_game_itself(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    own = f"joute.games.{parts[1]}." if parts[0] == "games" else "joute.games.-"
    assert [name for name in imports(path) if name.startswith("joute.games.") and not name.startswith(own)] == []


def outside(name: str) -> bool:
    """Whether a module is neither ours nor of the standard library."""
    return name.split(".")[0] not in {*sys.stdlib_module_names, "joute"}


@pytest.mark.parametrize("path", [path for path in MODULES if shown(path).startswith("core/")], ids=shown)
def test_core_imports_the_standard_library_alone(path: Path) -> None:
    allowed = (
        {"numpy", "numba", "llvmlite", "cupy"}
        if "backends" in path.parts
        else {"numpy"}
        if path.name == "batch.py"
        else set()
    )
    assert [name for name in imports(path) if outside(name) and name.split(".")[0] not in allowed] == []


NOT_RULES = ("api", "scene", "hand", "refusals", "http", "online", "champions", "kits", "tests", "web", "maps")
"""What a game folder holds besides params, boards and rules; these may import more."""


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_rules_import_the_standard_library_core_and_their_own_folder(game: Path) -> None:
    own = f"joute.games.{game.name}"
    for path in game.rglob("*.py"):
        if path.relative_to(game).parts[0].removesuffix(".py") not in NOT_RULES:
            for name in imports(path):
                assert not outside(name), f"{shown(path)} imports {name}"
                assert not name.startswith(tuple(f"{own}.{part}" for part in NOT_RULES)), (
                    f"{shown(path)} imports {name}"
                )
                ours = name.startswith(("joute.core.", f"{own}."))
                assert ours or not name.startswith("joute"), f"{shown(path)} imports {name}"


def test_no_text_outside_games_names_a_game() -> None:
    names = re.compile("|".join(rf"\b{game.name}\b" for game in GAMES), re.IGNORECASE)
    assert GAMES
    found = [
        f"{shown(path)}:{number}"
        for path in sorted(SOURCE.rglob("*"))
        if path.is_file() and path.suffix in (".py", ".md", ".toml", ".json", ".html", ".j2", ".txt", ".ts")
        if path.relative_to(SOURCE).parts[0] != "games" and not {"node_modules", "static", "docs"} & set(path.parts)
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if names.search(line)
    ]
    assert found == []


def folders() -> list[Path]:
    """The folders of the package that hold modules of their own, tests and bundled things aside."""
    held = {path.parent for path in MODULES}
    return sorted(held - {SOURCE, SOURCE / "games"})


@pytest.mark.parametrize("folder", folders(), ids=shown)
def test_each_folder_has_a_readme_of_at_most_ten_lines(folder: Path) -> None:
    readme = folder / "README.md"
    assert readme.is_file()
    assert 1 <= len(readme.read_text().splitlines()) <= 10
