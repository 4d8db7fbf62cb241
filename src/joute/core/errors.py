"""Errors meant for people: what was wrong, where, and what to do about it."""

from __future__ import annotations

from .text import Text, text_of

TEXT_MOST = 300
"""How many characters of what a stranger wrote a message repeats."""


VALUE_MOST = 60
"""How many characters of a wrong value a message shows."""


def printable(text: str, most: int = TEXT_MOST) -> str:
    """A text fit for one line of a message: short, and control characters escaped."""
    short = text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in short)


def shown(value: object, most: int = VALUE_MOST) -> str:
    """A value as a message shows it, whatever it is: short, however large or deep it may be."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep, or a number of too many digits
        text = f"a large {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."


def require_callable(declared: object, *names: str, optional: tuple[str, ...] = ()) -> None:
    """Raise TypeError unless these parts of a declaration can be called; the optional ones may be None."""
    for name in (*names, *optional):
        part = getattr(declared, name)
        if not callable(part) and not (part is None and name in optional):
            raise TypeError(f"{type(declared).__name__}.{name}: found {part!r:.60}, expected a function")


class BoardError(ValueError):
    """A board that cannot be used: a stable `code`, a sentence, where it went wrong (`cell` as the game writes it)."""

    def __init__(
        self, code: str, message: str | Text, line: int | None = None, cell: tuple[int, int] | None = None
    ) -> None:
        where = [Text(f"line {line}", f"ligne {line}")] if line is not None else []
        where += [Text(f"cell {cell[0]},{cell[1]}", f"case {cell[0]},{cell[1]}")] if cell is not None else []
        place, french = ", ".join(text.en for text in where), ", ".join(text.fr for text in where)
        english = ": ".join(filter(None, [code, place, str(message)]))
        super().__init__(Text(english, " : ".join(filter(None, [code, french, text_of(message).fr]))))
        self.code = code
        self.message = str(message)
        self.line = line
        self.cell = cell


class ParamError(ValueError):
    """A parameter that does not exist or a value it cannot take."""


class StateError(ValueError):
    """A dumped state or table that cannot be loaded."""


class EngineBug(BaseException):
    """A bug of the engine, met while a champion was playing. Not an `Exception`: no champion may swallow it."""
