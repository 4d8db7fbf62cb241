"""Tournament formats, found: each module of this package that holds a subclass of `Format` is one."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Union

from . import contract


def _formats() -> dict[str, type[contract.Format]]:
    """The formats by their `kind`, in alphabetical order of their modules."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    classes = [value for module in modules for value in vars(module).values() if isinstance(value, type)]
    formats = [kind for kind in dict.fromkeys(classes) if issubclass(kind, contract.Format)]
    return {str(kind.__struct_config__.tag): kind for kind in formats if kind is not contract.Format}


FORMATS = _formats()

if TYPE_CHECKING:
    Format = contract.Format
else:
    Format = Union[tuple(FORMATS.values())]  # noqa: UP007
    """Any format: msgspec reads it by the tag."""

__all__ = ["FORMATS", "Format"]
