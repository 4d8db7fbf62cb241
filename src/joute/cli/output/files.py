"""Files that a person asked for."""

from __future__ import annotations

from pathlib import Path

from joute.cli.exits import Exit, Stop


def write_file(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Stop(Exit.USAGE, f"{path}: cannot be written: {error.strerror}") from error
