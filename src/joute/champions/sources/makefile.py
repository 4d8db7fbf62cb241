"""What the Makefiles of the old contests say: `champion-srcs = prologin.cc $(wildcard paths/*.cc)`, and flags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

FILE = "Makefile"
BYTES_MOST = 1 << 16


def read(folder: Path) -> dict[str, bytes]:
    """The Makefile of a folder by its name, as a part of the folder's content; a link is not followed."""
    path = folder / FILE
    return {} if path.is_symlink() or not path.is_file() else {FILE: path.read_bytes()[:BYTES_MOST]}


def variable(content: Mapping[str, bytes], name: str) -> list[str]:
    """The values of `<target>-<name>` in the Makefile of a folder; those of $(wildcard ...) are patterns."""
    text = content.get(FILE, b"")[:BYTES_MOST].decode(errors="replace").replace("\\\n", " ")
    lists = re.findall(rf"^[ \t]*[\w.]+-{name}[ \t]*[:+?]?=([^#\n]*)", text, re.MULTILINE)
    return re.sub(r"\$\(wildcard ([^()$]*)\)", r"\1", " ".join(lists)).split()


def listed_sources(content: Mapping[str, bytes]) -> list[str]:
    """The sources that a Makefile lists, its patterns replaced by the files that match."""
    names: list[str] = []
    for value in variable(content, "srcs"):
        name = value.removeprefix("./")
        names += sorted(path for path in content if _matches(path, name)) if "*" in name else [name]
    return names


def _matches(path: str, pattern: str) -> bool:
    return path.count("/") == pattern.count("/") and fnmatchcase(path, pattern)


def flags(content: Mapping[str, bytes]) -> tuple[str, list[str]]:
    """Of the flags in a Makefile, the C++ standard, and the include paths and macros; no other can be trusted."""
    given = [flag for name in ("cflags", "cxxflags", "cppflags") for flag in variable(content, name)]
    standard = next((flag for flag in given if re.fullmatch(r"-std=(c|gnu)\+\+\w+", flag)), "")
    paths = [flag for flag in given if re.fullmatch(r"-I(?!/)[\w./-]+", flag) and ".." not in flag]
    macros = [flag for flag in given if re.fullmatch(r"-D\w+(=\w*)?", flag)]
    return standard.replace("=c++", "=gnu++"), paths + macros
