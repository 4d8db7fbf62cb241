"""What is made once and kept on this machine: folders by what they were made of, the oldest removed in the end."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

KEPT_MOST, KEPT_S = 200, 24 * 3600
"""How many things of a kind are kept, and how long at least."""


def kept_folder(kind: str) -> Path | None:
    """Where things of a kind are kept; None where there is no home that can be written to."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    root = Path(base) / "joute" / kind
    with suppress(OSError):
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.access(root, os.W_OK):
            return root
    return None


def cache_folder(kind: str) -> Path:
    """The same; a private folder for where there is no home, never one that somebody else may have made."""
    return kept_folder(kind) or Path(tempfile.mkdtemp(prefix=f"joute-{kind}-"))


def prune(cache: Path, most: int = KEPT_MOST) -> None:
    """Of many folders in a cache, the oldest go, if nobody can be using them."""
    with suppress(OSError):
        found = sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime)
        for path in found[: max(0, len(found) - most)]:
            if path.stat().st_mtime < time.time() - KEPT_S:
                remove(path)


def remove(folder: str | Path) -> None:
    """Whatever a champion has made of it: what is closed, or nested too deeply for Python, is left to programs."""
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        if os.path.exists(folder):
            subprocess.run(["sh", "-c", 'chmod -R u+rwx "$0"; rm -rf "$0"', folder], stderr=subprocess.DEVNULL)
