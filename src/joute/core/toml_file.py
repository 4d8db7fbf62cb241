"""Reading TOML files that people write, which may be anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .text import Text


def read_toml(path: Path, most: int) -> dict[str, Any]:
    """The content of a file of at most so many bytes; ValueError says what is wrong with it, without its name."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(Text(f"cannot be read: {error.strerror}", f"lecture impossible : {error.strerror}")) from None
    if len(data) > most:
        raise ValueError(
            Text(f"{len(data)} bytes; at most {most} are read", f"{len(data)} octets ; on en lit {most} au plus")
        )
    return parsed_toml(data)


def parsed_toml(data: bytes) -> dict[str, Any]:
    """The content of what may be TOML; ValueError says what is wrong with it."""
    import tomllib  # slow to load

    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(Text(f"this is not valid TOML: {error}", f"ce n'est pas du TOML correct : {error}")) from None
