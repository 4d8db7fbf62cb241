"""The entry point of `joute`: what hosts of champions need begins to load before the command itself does."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main() -> int:
    """Run the command that this process was started with; its exit code."""
    if _hosts_champions(sys.argv[1:]):
        from joute.champions.hosting import forkserver

        forkserver.start_early()
    from .main import main as command

    return command()


def _hosts_champions(words: Sequence[str]) -> bool:
    """Whether these words look like a match of champions that get hosts: a wrong guess costs a little time."""
    inside = any(word.endswith("none") for word in words)  # --isolation none, or --isolation=none
    return sys.platform == "linux" and words[:1] == ["run"] and not inside and any(map(os.path.exists, words[1:]))
