"""Champions in C, C++, OCaml and Rust."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..recipe import Recipe
    from .player import NativeChampion


def champion(name: str, recipe: Recipe, digest: str, trusted: bool = False) -> NativeChampion:
    """The player of a recipe, which runs where it is loaded only if it is trusted."""
    from .player import NativeChampion

    return NativeChampion(name, recipe.folder, digest, recipe.settings(), trusted=trusted)
