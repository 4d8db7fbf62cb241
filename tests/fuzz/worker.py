"""Mutate the samples of one reader a number of times, in a process whose memory is bounded.

python worker.py READER COUNT [SEED]: prints how many were accepted and refused, and everything that went wrong.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import traceback
from pathlib import Path
from random import Random
from typing import Any

MEMORY_MOST = 512 << 20
MESSAGE_MOST = 2000
FAILURES_MOST = 10


def run(name: str, count: int, seed: int) -> dict[str, Any]:
    """How it went."""
    from fuzz.readers import READERS

    reader = READERS[name]
    told: dict[str, Any] = {"reader": name, "accepted": 0, "refused": 0, "failures": {}}
    with tempfile.TemporaryDirectory() as place:
        samples = reader.samples(Path(place))
        for sample in samples:  # a sample that is refused would make a test of nothing
            sound(reader, sample, Path(place))
        for number in range(seed, seed + count):
            one(reader, samples, Random(f"{name} {number}"), Path(place), number, told)
    return told


def sound(reader: Any, sample: Any, place: Path) -> None:
    """A sample is accepted; only what tells of a failure may be refused for what it tells."""
    try:
        reader.read(reader.form(sample), place)
    except reader.errors as refusal:
        if "reported an engine error" not in str(refusal):
            raise


def one(reader: Any, samples: Any, rng: Random, place: Path, number: int, told: dict[str, Any]) -> None:
    """One mutant: accepted, refused in a sentence, or a failure."""
    mutant = reader.mutate(rng, samples)
    try:
        reader.read(mutant, place)
        told["accepted"] += 1
    except reader.errors as refusal:
        told["refused"] += 1
        require_sentence(str(refusal), number, told)
    except BaseException as fault:
        if isinstance(fault, KeyboardInterrupt):
            raise
        frame = traceback.extract_tb(fault.__traceback__)[-1]
        key = f"{type(fault).__name__} at {Path(frame.filename).name}:{frame.lineno}"
        failed(told, key, f"mutant {number}: {traceback.format_exc(limit=-6)[-1500:]}")


def require_sentence(text: str, number: int, told: dict[str, Any]) -> None:
    """A message is short and printable; only a line that is quoted stands on a line of its own."""
    plain = text.replace("\n  the line: ", " ")
    if len(text) > MESSAGE_MOST:
        failed(told, "a long message", f"mutant {number}: {len(text)} characters: {text[:300]!r}")
    elif not text or any(not char.isprintable() for char in plain):
        failed(told, "a message with control characters", f"mutant {number}: {text[:300]!r}")


def failed(told: dict[str, Any], key: str, what: str) -> None:
    if len(told["failures"]) < FAILURES_MOST or key in told["failures"]:
        told["failures"].setdefault(key, what)


if __name__ == "__main__":
    tests = Path(__file__).resolve().parents[1]
    sys.path[0] = str(tests)
    os.environ["JOUTE_GAMES"] = str(tests / "games")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    print(json.dumps(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)))
