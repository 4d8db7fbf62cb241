"""The `joute` command, for benches that measure what a user would run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def joute(*words: str, folder: Path) -> str:
    """What the command prints, in a folder."""
    command = [sys.executable, "-m", "joute.cli", *words]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout + done.stderr
