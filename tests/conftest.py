"""The toy game among the games."""

from __future__ import annotations

import os
from pathlib import Path

GAMES = str(Path(__file__).parent / "games")
if GAMES not in os.environ.get("JOUTE_GAMES", "").split(os.pathsep):
    os.environ["JOUTE_GAMES"] = os.pathsep.join(filter(None, [os.environ.get("JOUTE_GAMES"), GAMES]))
