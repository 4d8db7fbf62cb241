"""From addresses in a champion's library to lines of its sources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from posixpath import normpath

from .compilation import FOLDER, OURS
from .jail import Unsafe, run_build
from .job import BUILD, LOG_MOST, BuildFailed, BuildJob, File
from .keys import search_path

LIBRARY, LINES = "champion.so", "lines"
TRANSLATE = f'addr2line -Cfpie {LIBRARY} "$@" > {LINES}'
FRAME = re.compile(rf"(?: \(inlined by\) )?(.+) at /.*?/{FOLDER}/(.+):(\d+)(?: \(discriminator \d+\))?")
"""A line of addr2line about a source of the champion's folder; those of libraries have other paths."""
LINE_MOST = 500
"""Lines that are longer are left out: the names in them are the champion's."""


def source_lines(library: Path, offsets: Sequence[int]) -> list[str]:
    """The champion's own lines among these addresses, equal ones as one. A jail reads the library, a hostile file."""
    command = ["sh", "-c", TRANSLATE, "sh", *map(hex, offsets)]
    try:
        job = BuildJob([File(LIBRARY, library.read_bytes())], [command], [LINES], BUILD, search_path(), {})
        (made,) = run_build(job).files
    except (OSError, ValueError, BuildFailed, Unsafe):
        return []
    lines = made.content[:LOG_MOST].decode("utf-8", "replace").splitlines()
    found = filter(None, (FRAME.fullmatch(line) for line in lines if len(line) < LINE_MOST))
    frames = [(normpath(file), line, function) for function, file, line in (match.groups() for match in found)]
    own = [f"{file}:{line}, in {function}" for file, line, function in frames if not file.startswith(OURS)]
    runs = [(line, len(list(same))) for line, same in groupby(own)]
    return [f"{line} ({count} times)" if count > 1 else line for line, count in runs]
