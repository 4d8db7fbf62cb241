"""Draw the diagrams of the chapters, docs/pictures/GAME/NAME.webp, from `docs/figures`: `make figures`.

Beside the pictures lie digests of what they were drawn from: the scene, the shapes over it, and the code of the board.
What has changed since is drawn again; a test says which pictures are not current.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import msgspec

import joute
from joute.core.table import Table
from joute.match.replay import Named, Replay, header_of
from joute.web.film.single import page
from joute.web.picture.chromium import NoPicture
from joute.web.picture.studio import Diagram, Size, studio
from joute.web.wire import Drawing

HERE = Path(__file__).parent
PICTURES = HERE / "pictures"
PAGES = HERE.parent / "frontend" / "src"
BRUSHES = re.compile(r'from "joute/(\w+)"')
DIGESTS = "digests.json"
"""Beside the pictures of a game: what they were drawn from."""


class Figure(NamedTuple):
    """A diagram: a position, which part of it, and what is drawn over it."""

    table: Table
    diagram: Diagram
    seat: int | None = None
    """Only what this seat may know."""


# Shapes, in columns and rows from the top left corner


def cell(column: float, row: float, colour: str, text: str = "") -> Drawing:
    return Drawing("cell", [column, row], text, colour)


def line(column: float, row: float, to_column: float, to_row: float, colour: str, text: str = "") -> Drawing:
    return Drawing("line", [column, row, to_column, to_row], text, colour)


def circle(column: float, row: float, radius: float, colour: str, text: str = "") -> Drawing:
    return Drawing("circle", [column, row, radius], text, colour)


def text(column: float, row: float, words: str, colour: str = "") -> Drawing:
    return Drawing("text", [column, row], words, colour)


# Pictures


def figures() -> Iterator[tuple[Path, Figure]]:
    """Every figure with the file of its picture."""
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    for module in sorted((HERE / "figures").glob("[a-z]*.py")):
        for name, figure in import_module(f"figures.{module.stem}").FIGURES.items():
            yield PICTURES / module.stem / f"{name}.webp", figure


def digest(figure: Figure) -> str:
    """A hash of all that a picture is drawn from."""
    scene = figure.table.scene(figure.seat)
    drawn = msgspec.json.encode([scene, figure.diagram, figure.seat], order="deterministic")
    return fingerprint(drawn, figure.table.game.name)


def fingerprint(shown: bytes, game: str) -> str:
    """A hash of what is shown of a game, and of the code that draws its board."""
    return hashlib.sha256(b"".join([shown, *(path.read_bytes() for path in board_code(game))])).hexdigest()[:16]


def board_code(game: str) -> list[Path]:
    """The code that draws a board: the game's own, and the brushes it takes from the pages."""
    own = Path(joute.__file__).parent / "games" / game / "web"
    files = [path for path in sorted(own.glob("*.ts")) if not path.name.endswith(".test.ts")]
    brushes = {name for path in files for name in BRUSHES.findall(path.read_text(encoding="utf-8"))}
    return files + [path for name in sorted(brushes) if (path := PAGES / f"{name}.ts").is_file()]


def drawn(figure: Figure) -> bytes:
    """The picture."""
    replay = Replay(header_of(figure.table, (Named(""),) * figure.table.seats, resumed=True), ())
    with studio(page(replay)[0], Size(64, 64), seat=figure.seat) as opened:
        return opened.diagram(0, figure.diagram)


def stale() -> Iterator[tuple[Path, Figure]]:
    """The figures whose picture is missing, or was drawn from something else."""
    return (
        (path, figure)
        for path, figure in figures()
        if not path.is_file() or known(path).get(path.stem) != digest(figure)
    )


def known(path: Path) -> dict[str, str]:
    """What the pictures of a folder were drawn from."""
    digests = path.with_name(DIGESTS)
    return json.loads(digests.read_text()) if digests.is_file() else {}


def remember(path: Path, name: str, digest: str) -> None:
    """Note what a picture was drawn from."""
    path.with_name(DIGESTS).write_text(json.dumps(known(path) | {name: digest}, indent=1, sort_keys=True) + "\n")


def main() -> None:
    for path, figure in stale():
        path.parent.mkdir(exist_ok=True)
        try:
            path.write_bytes(drawn(figure))
        except NoPicture as error:
            sys.exit(str(error))
        remember(path, path.stem, digest(figure))
        print(f"{path.relative_to(HERE)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
