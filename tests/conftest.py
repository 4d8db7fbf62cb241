"""What all tests share: the toy game among the games, and hypothesis without chance or clock."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import settings

GAMES = str(Path(__file__).parent / "games")
if GAMES not in os.environ.get("JOUTE_GAMES", "").split(os.pathsep):
    os.environ["JOUTE_GAMES"] = os.pathsep.join(filter(None, [os.environ.get("JOUTE_GAMES"), GAMES]))

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("ci")
