"""Files that a person asked for."""

from __future__ import annotations

from pathlib import Path

from joute.cli.exits import Exit, Stop
from joute.core.text import words


def write_file(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Stop(
            Exit.USAGE,
            words(f"{path}: cannot be written: {error.strerror}", f"{path} : écriture impossible : {error.strerror}"),
        ) from error
