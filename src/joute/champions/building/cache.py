"""Caches in the home folder, one a kind: entries are named by what they were made of, and the oldest are removed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

ENTRIES_MOST, AGE_S = 200, 24 * 3600
"""How many entries a cache keeps, and the age in seconds before which none is removed."""


def home_cache(kind: str) -> Path | None:
    """The cache of a kind in the home folder; None if that cannot be written to."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    root = Path(base) / "joute" / kind
    with suppress(OSError):
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.access(root, os.W_OK):
            return root
    return None


def cache_folder(kind: str) -> Path:
    """The cache of a kind; without a home, a new private folder, never one that somebody else may have made."""
    return home_cache(kind) or Path(tempfile.mkdtemp(prefix=f"joute-{kind}-"))


def prune(cache: Path, most: int = ENTRIES_MOST) -> None:
    """Remove the oldest folders of a cache that has too many, except those that somebody may be using."""
    with suppress(OSError):
        folders = sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime)
        for path in folders[: max(0, len(folders) - most)]:
            if path.stat().st_mtime < time.time() - AGE_S:
                remove(path)


def remove(folder: str | Path) -> None:
    """Remove a folder that a champion wrote. chmod and rm do it where Python cannot: closed folders, very deep ones."""
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        if os.path.exists(folder):
            subprocess.run(["sh", "-c", 'chmod -R u+rwx "$0"; rm -rf "$0"', folder], stderr=subprocess.DEVNULL)
