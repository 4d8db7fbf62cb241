"""Reading TOML files that people write, which may be anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def read_toml(path: Path, most: int) -> dict[str, Any]:
    """The content of a file of at most so many bytes; ValueError says what is wrong with it, without its name."""
    import tomllib  # slow to load

    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None
    if len(data) > most:
        raise ValueError(f"{len(data)} bytes; at most {most} are read")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"this is not valid TOML: {error}") from None
