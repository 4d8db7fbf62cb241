"""Telling what language a folder's champion is written in, and which of its files are its sources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from joute.champions.errors import ChampionError

SUFFIXES = {
    "c": (".c",),
    "cxx": (".cc", ".cpp", ".cxx", ".C"),
    "ocaml": (".ml",),
    "rust": (".rs",),
}
OLD_STEM = "prologin"
STEMS = (OLD_STEM, "champion")
ADAPTER = "interface.cc"
"""The adapter that old folders in C and OCaml bring."""
BUILT = (".o", ".so", ".a", ".cmi", ".cmo", ".cmx", ".cma", ".cmxa", ".pyc", ".zip", ".tgz", ".gz", ".class", ".rlib")
FILES_MOST, BYTES_MOST, MAKEFILE_MOST = 2000, 32 << 20, 1 << 16


class Entry(NamedTuple):
    """Where a compiled champion starts."""

    language: str
    file: str
    old: bool = False
    """Whether it has the layout of the contests of old."""


def detect(folder: Path, settings: Mapping[str, Any] | None = None) -> Entry | None:
    """The compiled champion of a folder; None where there is none. The settings win: `language`, `entry`, `sources`."""
    known = dict(settings or {})
    wanted, named = known.get("language"), list(known.get("sources") or ())
    wanted = {"c++": "cxx", "cpp": "cxx"}.get(wanted or "", wanted)
    if wanted is not None and wanted not in SUFFIXES:
        return None
    if wanted and known.get("entry"):
        return Entry(wanted, known["entry"], Path(known["entry"]).stem == OLD_STEM)
    for stem in STEMS:
        for language in [wanted] if wanted else SUFFIXES:
            for suffix in SUFFIXES[language]:
                if (folder / f"{stem}{suffix}").is_file():
                    return Entry(language, f"{stem}{suffix}", stem == OLD_STEM)
    if wanted and named:
        return Entry(wanted, named[0])
    return _listed_entry(folder)


def _listed_entry(folder: Path) -> Entry | None:
    """The champion of a Makefile that lists sources of other names."""
    makefile = folder / "Makefile"
    if makefile.is_symlink() or not makefile.is_file():
        return None
    for name in _words({"Makefile": makefile.read_bytes()[:MAKEFILE_MOST]}, "srcs"):
        for language, suffixes in SUFFIXES.items():
            if name != ADAPTER and name.endswith(suffixes) and (folder / name).is_file():
                return Entry(language, name, old=True)
    return None


def files(folder: Path) -> dict[str, bytes]:
    """The files a champion is built from: all but hidden ones, links and what compilers wrote."""
    found: dict[str, bytes] = {}
    size = 0
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_symlink() or not path.is_file() or path.suffix in BUILT:
            continue
        if any(part.startswith(".") or part in ("__MACOSX", "__pycache__") for part in inside.parts):
            continue
        size += path.stat().st_size
        if size > BYTES_MOST or len(found) >= FILES_MOST:
            raise ChampionError(f"{folder}: more than {FILES_MOST} files or {BYTES_MOST >> 20} MiB to build from")
        found[inside.as_posix()] = path.read_bytes()
    return found


def sources(entry: Entry, content: Mapping[str, bytes], settings: Mapping[str, Any] | None = None) -> list[str]:
    """What is compiled: what the settings name, else what the Makefile lists, else all sources beside the entry."""
    named = (settings or {}).get("sources") or ([entry.file] if (settings or {}).get("alone") else [])
    if named:
        missing = [name for name in named if name not in content]
        if missing:
            raise ChampionError(f"champion.toml names sources that are not there: {', '.join(missing)}")
        return list(named)
    suffixes = SUFFIXES[entry.language]
    place = Path(entry.file).parent
    beside = [name for name in content if Path(name).parent == place and Path(name).suffix in suffixes]
    listed = [name for name in _listed(content) if name in content and Path(name).suffix in suffixes]
    chosen = listed if entry.file in listed else [name for name in beside if name not in _included(content)]
    if entry.language == "ocaml" and listed:
        chosen = [*chosen, *(name for name in ("api.ml",) if name in content and name not in chosen)]
    if entry.language != "rust" and ADAPTER in content and ADAPTER not in chosen:
        chosen = [*chosen, ADAPTER]
    return sorted({entry.file, *chosen})


def flags(content: Mapping[str, bytes]) -> tuple[str, list[str]]:
    """Of the flags that a Makefile has, the standard, and those that say where to look and what is set."""
    words = [*_words(content, "cflags"), *_words(content, "cxxflags"), *_words(content, "cppflags")]
    standard = next((word for word in words if re.fullmatch(r"-std=(c|gnu)\+\+\w+", word)), "")
    inside = [word for word in words if re.fullmatch(r"-I(?!/)[\w./-]+", word) and ".." not in word]
    return standard.replace("=c++", "=gnu++"), inside + [word for word in words if re.fullmatch(r"-D\w+(=\w*)?", word)]


def _listed(content: Mapping[str, bytes]) -> list[str]:
    """The sources that a Makefile of the contests lists: `champion-srcs = prologin.cc $(wildcard paths/*.cc)`."""
    found: list[str] = []
    for word in _words(content, "srcs"):
        name = word.removeprefix("./")
        found += sorted(path for path in content if _matches(path, name)) if "*" in name else [name]
    return found


def _matches(path: str, pattern: str) -> bool:
    return path.count("/") == pattern.count("/") and fnmatchcase(path, pattern)


def _words(content: Mapping[str, bytes], variable: str) -> list[str]:
    """The words of `<target>-<variable>` in a Makefile; those of $(wildcard ...) are patterns."""
    text = content.get("Makefile", b"")[:MAKEFILE_MOST].decode(errors="replace").replace("\\\n", " ")
    lists = re.findall(rf"^[ \t]*[\w.]+-{variable}[ \t]*[:+?]?=([^#\n]*)", text, re.MULTILINE)
    return re.sub(r"\$\(wildcard ([^()$]*)\)", r"\1", " ".join(lists)).split()


def _included(content: Mapping[str, bytes]) -> set[str]:
    """Sources that another one includes: they are not compiled by themselves."""
    pattern = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"(?:\./)?([^"\n]+)"', re.MULTILINE)
    return {name.decode(errors="replace") for text in content.values() for name in pattern.findall(text)}
