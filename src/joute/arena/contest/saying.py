"""What the service of a contest tells its operator."""

from __future__ import annotations

import os
import sys
import time

import msgspec

LOG, JSON = "JOUTE_LOG", "json"
"""An environment variable, and its value that asks for JSON lines."""


def say(text: str) -> None:
    """Write a line for whoever runs the contest."""
    if os.environ.get(LOG) == JSON:
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        text = msgspec.json.encode({"time": when, "level": "info", "logger": "joute.contest", "message": text}).decode()
    else:
        text = f"joute contest: {text}"
    print(text, file=sys.stderr, flush=True)
