"""A game that is built in a few seconds, for tests of building."""

from __future__ import annotations

from pathlib import Path


def tiny(folder: Path, resolve: str = "w.state.head.turn += STEP", step: int = 1) -> None:
    """A game of one phase without end, small enough to compile in a moment."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").write_text(
        "from joute.core.info import Info\nINFO = Info('Tiny', 'One.', 'Un.', 1, 1, 1, rules_version=1)\n"
    )
    (folder / "params.py").write_text(
        "from typing import NamedTuple\nfrom joute.core.params import Parameters\n"
        f"class Params(NamedTuple): pass\nPARAMETERS = Parameters(Params, ('only',))\nSTEP = {step}\n"
    )
    (folder / "board.py").write_text(
        "from typing import NamedTuple\nfrom joute.core.boards import Boards\n"
        "class Board(NamedTuple):\n    size: int\n"
        "def made(params, seats, seed): return Board(0)\ndef read(text, params): return Board(0)\n"
        "BOARDS = Boards(kind=Board, read=read, write=str, generate=made, default=made)\n"
    )
    (folder / "api.py").write_text("from joute.core.api import Conventions\nCONVENTIONS = Conventions()\n")
    (folder / "rules.py").write_text(TINY_RULES.replace("RESOLVE", resolve))


TINY_RULES = """
from dataclasses import dataclass
from typing import Annotated, NamedTuple
from joute.core.columns import Column, rows
from joute.core.rules import Rules
from joute.core.world import Phase
from .board import Board
from .params import STEP, Params

@dataclass(slots=True)
class Head:
    turn: int
    phase: int

class State(NamedTuple):
    head: Head
    marks: Annotated[Column, rows(2)]

class Scratch(NamedTuple):
    events: Annotated[Column, rows(0)]

def setup(w, seats, seed):
    w.state.head.turn = 0

def reindex(w):
    pass

def asked(w, seat):
    return True

def sample(w, seat, rng, row):
    return 0

def score(w, seat):
    return w.state.head.turn

def resolve(w):
    RESOLVE

RULES = Rules(
    state=State, board=Board, params=Params, scratch=Scratch, phases=(Phase("play", "play"),), ok=0, actions=(),
    setup=setup, reindex=reindex, asked=asked, resolve=resolve, score=score, sample=sample,
)
"""


BLOCKS = """
import os, signal
BEGUN = open(os.environ["BEGUN"], "w")
open(os.path.join(os.environ["LEAVES"], f".tiny.{os.getpid()}.part"), "w").close()
BEGUN.write("begun")
BEGUN.flush()
signal.pause()
"""


def blocked(folder: Path) -> None:
    """The same game, whose build never ends: it writes to the pipe BEGUN, and leaves a part of a file in the folder
    LEAVES."""
    tiny(folder)
    (folder / "rules.py").write_text(BLOCKS)
