"""Libraries for every machine: the same games, word for word, on x86-64, AArch64 (in an emulator) and WebAssembly."""

from __future__ import annotations

import shutil
import subprocess
from array import array
from functools import cache
from pathlib import Path

import pytest

from joute import Table, load_game
from joute.core.backends.blocks import plans_of
from joute.core.backends.building import build
from joute.core.backends.library import Machine, find, this_machine
from joute.core.batch import LOG_LENGTH, RandomPlayer
from joute.core.game import Game
from joute.core.playout import TALLY_COLUMNS

pytest.importorskip("numba")
pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
SEEDS = range(1, 5)
GAMES = ["chartichaud", "portails"]


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} missing: make system")


def library(game: Game, machine: Machine) -> Path:
    """The library of a game for a machine, built into the cache if it is not there."""
    return find(game, machine) or next(build(game, [machine]))


def games_file(game: Game, path: Path) -> Path:
    """Several games from one beginning, each with its own generator, as the drivers read them."""
    world = Table(game.native(), seed=1).world
    state, rest = world.state.block, world.scratch.block
    head = (len(SEEDS), len(state), len(rest), game.api.row_most, LOG_LENGTH, TALLY_COLUMNS, game.info.seats)
    parts = (array("q", head), state * len(SEEDS), rest, array("q", SEEDS))
    path.write_bytes(b"".join(words.tobytes() for words in parts))
    return path


@cache
def interpreted(name: str) -> list[str]:
    """The digests of the games played by the interpreter."""
    game, digests = load_game(name), []
    for seed in SEEDS:
        world = Table(game, seed=1).world
        RandomPlayer(game, world, game.info.seats).play(world, seed)
        digests.append(fnv(plans_of(game).state.pack({"state": world.state}).tobytes()))
    assert len(set(digests)) == len(SEEDS)
    return digests


def fnv(data: bytes) -> str:
    """FNV-1a of 64 bits."""
    digest = 14695981039346656037
    for byte in data:
        digest = (digest ^ byte) * 1099511628211 % 2**64
    return f"{digest:016x}"


def driver(compiler: str, folder: Path) -> Path:
    """The driver in C, compiled."""
    path = folder / "driver"
    subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-o", path, HERE / "driver.c", "-ldl"], check=True)
    return path


def digests(*command: str | Path) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_the_digest_is_the_usual_one() -> None:
    assert fnv(b"") == "cbf29ce484222325"
    assert fnv(b"foobar") == "85944171f73967e8"


@needs("gcc")
@pytest.mark.skipif(this_machine() != Machine.X86_64, reason="another machine")
@pytest.mark.parametrize("name", GAMES)
def test_x86_64_plays_the_games_of_the_interpreter(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    made, file = library(game, Machine.X86_64), games_file(game, tmp_path / "games")
    assert digests(driver("gcc", tmp_path), made, file) == interpreted(name)


@needs("aarch64-linux-gnu-gcc", "qemu-aarch64", "ld.lld")
@pytest.mark.parametrize("name", GAMES)
def test_aarch64_plays_the_games_of_the_interpreter(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    made, file = library(game, Machine.AARCH64), games_file(game, tmp_path / "games")
    emulator = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
    assert digests(*emulator, driver("aarch64-linux-gnu-gcc", tmp_path), made, file) == interpreted(name)


@needs("node", "wasm-ld")
@pytest.mark.parametrize("name", GAMES)
def test_webassembly_plays_the_games_of_the_interpreter(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    made, file = library(game, Machine.WASM32), games_file(game, tmp_path / "games")
    assert digests("node", HERE / "driver.mjs", made, file) == interpreted(name)
