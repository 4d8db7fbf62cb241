"""Moving pictures of real matches, for the README: `make pages`, then `.venv/bin/python docs/films.py`.

Chromium draws them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "pictures"
JOUTE = (sys.executable, "-m", "joute")
SEED = "3"
MOST_BYTES = 1_500_000
"""What they may weigh together."""


class Film(NamedTuple):
    """Some turns of a match."""

    game: str
    champions: tuple[str, ...]
    turns: str
    size: str = "480x360"


FILMS = (
    Film("casus_belli", ("sniper", "random", "random"), "10-30"),
    Film("portails", ("warden", "weaver"), "20-40"),
)


def make(film: Film) -> Path:
    """Play the match, and write its film."""
    path = FOLDER / f"{film.game}.gif"
    with tempfile.TemporaryDirectory() as folder:
        match = str(Path(folder, "match.jsonl"))
        play = ("run", film.game, *film.champions, "--seed", SEED, "-o", match)
        show = ("watch", match, "--video", str(path), "--turns", film.turns, "--speed", "5", "--size", film.size)
        for words in (play, show):
            subprocess.run([*JOUTE, *words], check=True, stdout=subprocess.DEVNULL)
    return path


if __name__ == "__main__":
    made = [make(film) for film in FILMS]
    for path in made:
        print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")
    sys.exit(sum(path.stat().st_size for path in made) > MOST_BYTES)
