"""The pictures of the README, still and moving, of real matches: `make figures` takes those that are not current.

Beside them lie digests of how they are taken and of the code that shows their games; a test says which are stale.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from drawing import PICTURES, fingerprint, known, remember

import joute
from joute.core.registry import game_info

JOUTE = (sys.executable, "-m", "joute")
SEED = "3"


class Picture(NamedTuple):
    """A turn of a match, or some that move."""

    game: str
    champions: tuple[str, ...]
    turns: str
    size: str


TAKEN = {
    "archipel.png": Picture("archipel", ("admiral", "corsair"), "25", "640x400"),
    "chartichaud.png": Picture("chartichaud", ("marshal", "raider"), "60", "640x400"),
    "portails.png": Picture("portails", ("spider", "warden"), "20", "640x400"),
    "tours_de_magie.png": Picture("tours_de_magie", ("horde", "mason", "rush", "horde"), "40", "640x400"),
    "casus_belli.gif": Picture("casus_belli", ("sniper", "random", "random"), "10-30", "480x360"),
    "portails.gif": Picture("portails", ("warden", "weaver"), "20-40", "480x360"),
}


def digest(picture: Picture) -> str:
    """A hash of how it is taken, of the version of the rules, and of the code that shows the game."""
    scene = Path(joute.__file__).parent / "games" / picture.game / "scene.py"
    how = msgspec.json.encode([picture, SEED, game_info(picture.game).rules_version])
    return fingerprint(how + scene.read_bytes(), picture.game)


def stale() -> Iterator[Path]:
    """The pictures that are missing, or were taken otherwise."""
    paths = {PICTURES / name: picture for name, picture in TAKEN.items()}
    return (path for path, how in paths.items() if not path.is_file() or known(path).get(path.name) != digest(how))


def take(picture: Picture, path: Path) -> None:
    """Play the match, and show it."""
    with tempfile.TemporaryDirectory() as folder:
        match = str(Path(folder, "match.jsonl"))
        moving = ("--video", str(path), "--turns", picture.turns, "--speed", "5")
        shown = moving if path.suffix == ".gif" else ("--image", str(path), "--turn", picture.turns)
        for words in (
            ("run", picture.game, *picture.champions, "--seed", SEED, "-o", match),
            ("watch", match, *shown, "--size", picture.size),
        ):
            subprocess.run([*JOUTE, *words], check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    for path in stale():
        take(TAKEN[path.name], path)
        remember(path, path.name, digest(TAKEN[path.name]))
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
