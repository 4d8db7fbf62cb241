"""Games side by side: the text that graphics processors run plays on this one as the others do, number by number."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

from joute import Batch, Table, load_game
from joute.champions.sources.find import policies
from joute.core.backends.building import preset_plans, require
from joute.core.backends.library import Machine
from joute.core.backends.plane_layout import sizes_of
from joute.core.conformance.trial import values_of
from joute.core.game import Game
from joute.core.policy import Policy
from joute.core.registry import game_names

pytest.importorskip("numba")
from joute.core.backends.cuda import DeviceError, HostDevice

SEEDS = range(11)
STEPS = 25
PRESETS = [
    pytest.param(name, preset, marks=[] if name == "toy" else pytest.mark.slow, id=f"{name}-{preset}")
    for name in game_names()
    for preset in load_game(name).parameters.presets
]
OWN_POLICIES = [
    pytest.param(name, marks=[] if name == "toy" else pytest.mark.slow)
    for name in game_names()
    if load_game(name).rules.fog is None
]


def first(name: str, preset: str | None = None) -> Table:
    return Table(load_game(name, preset=preset).native(), seed=1)


def orders(game: Game, batch: Batch, number: int) -> Any:
    """An order for each game, or the end of a turn."""
    generator, found = game.generator(number), []
    for index, seat in enumerate(batch.acting.tolist()):
        row = game.sample(batch.world(index), seat, generator) if seat >= 0 and (index + number) % 5 else None
        found.append(list(row or [-1]))
    width = max(map(len, found))
    return numpy.array([row + [0] * (width - len(row)) for row in found])


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_games_side_by_side_are_those_one_after_the_other(name: str, preset: str) -> None:
    table = first(name, preset)
    one, two = Batch(table, SEEDS), Batch(table, SEEDS, device=HostDevice())
    for most in (1, 3, 10, 100):
        one.play(most)
        two.play(most)
        assert (one.states.flat() == two.states.flat()).all()
    assert (one.orders, one.phases) == (two.orders, two.phases)
    for number in range(STEPS):
        given = orders(table.game, one, number)
        assert (one.legal(given) == two.legal(given)).all()
        for expected, found in zip(one.step(given), two.step(given), strict=True):
            assert (expected == found).all()
        assert (one.observe().flat() == two.observe().flat()).all()
    one.play()
    two.play()
    assert one.results() == two.results()
    assert values_of(table.game, one.world(3).state) == values_of(table.game, two.world(3).state)


def own_policy(name: str) -> Policy:
    """The policy that comes with a game."""
    return policies(load_game(name))[-1]


@pytest.mark.parametrize("name", OWN_POLICIES)
def test_policies_play_games_side_by_side_as_one_after_the_other(name: str) -> None:
    table, policy = first(name, load_game(name).parameters.presets[-1]), own_policy(name)
    extreme = [{of: weight[end] for of, weight in policy.bounds.items()} for end in (1, 2)]
    own = [None, *extreme]
    seeds = range(4)
    weights = [[own[(game + seat) % 3] for seat in range(table.seats)] for game in seeds]
    one, two = Batch(table, seeds, policy, weights), Batch(table, seeds, policy, weights, device=HostDevice())
    for most in (1, 3, 10, 100):
        one.play(most)
        two.play(most)
        assert (one.states.flat() == two.states.flat()).all()
    one.play()
    two.play()
    assert (one.orders, one.phases) == (two.orders, two.phases)
    assert one.results() == two.results()


def test_policies_that_nobody_weighs_have_their_defaults() -> None:
    table, policy = first("toy"), own_policy("toy")
    one, two = Batch(table, SEEDS, policy), Batch(table, SEEDS, policy, device=HostDevice())
    one.play()
    two.play()
    assert (one.states.flat() == two.states.flat()).all()
    assert one.orders == two.orders > 0
    with pytest.raises(ValueError, match="weights need a row for each of 11 games, and in it one for each seat"):
        Batch(table, SEEDS, policy, [[None] * table.seats], device=HostDevice())


def test_every_value_is_as_wide_as_its_bounds_ask_for() -> None:
    table = first("toy")
    sizes = dict(sizes_of(table.game.layout, table.game.dims(table.board, table.seats)))
    batch = Batch(table, SEEDS, device=HostDevice())
    for path, size in sizes.items():
        values: Any = batch.states
        for part in path:
            values = getattr(values, part)
        assert values.dtype.itemsize == size, path
    assert set(sizes.values()) == {1, 2, 8}


def test_clones_and_resets_are_those_of_any_batch() -> None:
    table = first("toy")
    one, two = Batch(table, SEEDS), Batch(table, SEEDS, device=HostDevice())
    for batch in (one, two):
        batch.play(9)
        saved, single = batch.clone(), batch.clone([4])
        batch.play(3)
        batch.restore(saved)
        batch.restore(single, [0, 7])
        batch.reset([2])
    assert (one.states.flat() == two.states.flat()).all()
    assert (one.acting == two.acting).all()
    one.play()
    two.play()
    assert one.results() == two.results()


def test_a_log_that_is_too_short_is_said() -> None:
    table = first("toy")
    with pytest.raises(ValueError, match=r"toy: a turn takes more than 8 words: Batch\(\.\.\., log=32\)"):
        Batch(table, SEEDS, device=HostDevice(), log=8).play()
    with pytest.raises(ValueError, match=r"toy: a turn takes more than 4 words: Batch\(\.\.\., log=16\)"):
        Batch(table, SEEDS, own_policy("toy"), device=HostDevice(), log=4).play()


def test_without_a_graphics_processor_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(DeviceError, match=r'device="cuda" needs CuPy: pip install "joute\[gpu\]"'):
        Batch(first("toy"), SEEDS, device="cuda")
    with pytest.raises(ValueError, match='found device=\'tpu\', expected "cpu" or "cuda"'):
        Batch(first("toy"), SEEDS, device="tpu")


def ptxas() -> str | None:
    """NVIDIA's assembler, of the system or of the package nvidia-cuda-nvcc."""
    packaged = [path for folder in sys.path for path in Path(folder).glob("nvidia/*/bin/ptxas")]
    return shutil.which("ptxas") or next(map(str, packaged), None)


@pytest.mark.parametrize(
    "name", [pytest.param("toy"), *(pytest.param(n, marks=pytest.mark.slow) for n in game_names() if n != "toy")]
)
def test_every_game_is_built_for_graphics_processors(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    for plans in preset_plans(game):
        path = require(game, machine=Machine.CUDA, plans=plans)
        text = path.read_text()
        assert ".target sm_75" in text
        assert ".extern" not in text
        for function in ("play", "begin", "step", "judge", "view", "outcomes"):
            assert f".visible .entry kernel_batch_{function}(" in text
        assembled(path, tmp_path)


@pytest.mark.parametrize("name", OWN_POLICIES)
def test_the_policy_of_a_game_is_built_for_graphics_processors(name: str, tmp_path: Path) -> None:
    game, policy = load_game(name), own_policy(name)
    path = require(game, policy=policy, machine=Machine.CUDA, plans=preset_plans(game, policy)[-1])
    text = path.read_text()
    assert ".target sm_75" in text
    assert ".extern" not in text
    assert text.count(".visible .entry kernel_batch_policy(") == text.count(".visible") == 1
    assembled(path, tmp_path)


def assembled(path: Path, folder: Path) -> None:
    """Have NVIDIA's assembler read the code, if it is here."""
    assembler = ptxas()
    if assembler is not None:
        subprocess.run([assembler, "-arch=sm_90", path, "-o", folder / "code"], check=True)
