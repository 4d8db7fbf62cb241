"""Every reader of what strangers send, on thousands of mutants of valid samples: accepted and usable, or refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .readers import READERS

COUNT = int(os.environ.get("JOUTE_FUZZ", "1000"))
"""How many mutants of each reader."""
STOP_S = 1800
"""A reader that has not come to an end by then hangs."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(READERS))
def test_mutants_are_accepted_or_refused_in_a_sentence(name: str) -> None:
    command = [sys.executable, str(Path(__file__).with_name("worker.py")), name, str(COUNT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=STOP_S, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert told["failures"] == {}
    assert told["accepted"] + told["refused"] == COUNT
    assert told["refused"] > 0
