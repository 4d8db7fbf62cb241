"""Errors meant for people: what was wrong, where, and what to do about it."""

from __future__ import annotations


class BoardError(ValueError):
    """A board that cannot be used: a stable `code`, a sentence, and the place where it went wrong."""

    def __init__(self, code: str, message: str, line: int | None = None, cell: tuple[int, int] | None = None) -> None:
        place = [f"line {line}"] if line is not None else []
        place += [f"cell {cell[0]},{cell[1]}"] if cell is not None else []
        super().__init__(": ".join([code, *([", ".join(place)] if place else []), message]))
        self.code = code
        self.message = message
        self.line = line
        self.cell = cell


class ParamError(ValueError):
    """A parameter that does not exist or a value it cannot take."""


class StateError(ValueError):
    """A dumped state or table that cannot be loaded."""


class EngineFault(BaseException):
    """A bug of ours met while a champion was playing. Not an `Exception`: no champion may swallow it."""
