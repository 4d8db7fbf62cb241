"""Recordings of the original engines: where they are, and how they are read.

A recording is gzipped JSON lines: a header, calls with their answers, dumps of the state, and the final scores.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

Line = dict[str, Any]


def shared(*parts: str) -> Path:
    """A path in the folder `shared` beside the checkout, whether there is such a folder or not."""
    roots = [folder / "shared" for folder in Path(__file__).resolve().parents]
    return next((root for root in roots if root.is_dir()), roots[0]).joinpath(*parts)


def recordings(folder: Path, game: str) -> list[Path]:
    """The recordings in the folder `recordings` of a game's tests, and those of `shared/traces` where it is there."""
    paths = {path.name: path for root in (shared("traces", game), folder / "recordings") for path in root.glob("*.gz")}
    return [paths[name] for name in sorted(paths)]


def name_of(path: Path) -> str:
    """The number of a recording: 006 of 006.jsonl.gz."""
    return path.name.partition(".")[0]


def lines_of(path: Path) -> list[Line]:
    """The lines of a recording, the header first."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def plain(value: Any) -> Any:
    """An answer as a recording writes it: a position is a list, another structure an object by its fields."""
    if hasattr(value, "_asdict") and value._fields != ("x", "y"):
        return {name: plain(part) for name, part in value._asdict().items()}
    return [plain(part) for part in value] if isinstance(value, (list, tuple)) else value
