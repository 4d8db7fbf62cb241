"""Libraries: named by the text they depend on, checked on demand, and missed with a clear word."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from joute import Table, load_game
from joute.core.backends import library
from joute.core.backends.building import TOOLS, require
from joute.core.backends.library import BuildError, file_name, find, kernel_modules, this_machine
from joute.core.registry import game_names
from tests.core.backends.tiny import tiny

pytest.importorskip("numba")


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ | environment
    )


PLAY = """
import sys
from joute import load_game
game = load_game("tiny").native(checked=len(sys.argv) > 1)
world = game.new(game.board(None, 1, 0), 1, 0)
game.resolve(world)
print(world.state.head.turn, game.library_path.name)
"""


def test_a_changed_constant_gives_another_library_and_the_new_result(tmp_path: Path) -> None:
    seen = []
    for step in (1, 5, 1):
        tiny(tmp_path / "games" / "tiny", step=step)
        done = run(
            PLAY,
            JOUTE_GAMES=str(tmp_path / "games"),
            XDG_CACHE_HOME=str(tmp_path / "cache"),
            PYTHONDONTWRITEBYTECODE="1",
        )
        assert done.returncode == 0, done.stderr
        seen.append(done.stdout.split())
    assert [result for result, _ in seen] == ["1", "5", "1"]
    assert seen[0][1] == seen[2][1] != seen[1][1]
    kept = tmp_path / "cache" / "joute" / "libraries"
    assert {file.name for file in kept.glob("*.so")} == {seen[0][1], seen[1][1]}


def test_a_checked_library_fails_on_a_broken_kernel(tmp_path: Path) -> None:
    tiny(tmp_path / "games" / "tiny", resolve="w.state.marks[1 + STEP] = 1")
    code = PLAY.replace("checked=len(sys.argv) > 1", "checked=True")
    done = run(code, JOUTE_GAMES=str(tmp_path / "games"), XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert done.returncode == 1
    assert "EngineBug: resolve: an index is out of bounds in the library" in done.stderr


def test_a_library_without_numba_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['numba'] = None; from joute import load_game; load_game('toy').native()"
    done = run(code, XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.endswith(f"BuildError: libraries need numba to be built: {TOOLS}\n")


def test_native_play_does_without_numba_and_numpy() -> None:
    require(load_game("toy"))
    code = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = sys.modules['llvmlite'] = None\n"
        "from joute import Table, load_game; from joute.core.batch import RandomPlayer\n"
        "t = Table(load_game('toy').native()); RandomPlayer(t.game, t.world, 2).play(t.world, 1); print(t.turn.phase)"
    )
    assert run(code).stdout == "over\n"


def test_interpreted_play_does_without_numba_and_numpy() -> None:
    code = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "from joute import Table, load_game; from joute.core.batch import RandomPlayer\n"
        "t = Table(load_game('toy')); RandomPlayer(t.game, t.world, 2).play(t.world, 1); print(t.turn.phase)"
    )
    assert run(code).stdout == "over\n"


def test_a_native_game_keeps_the_parameters_of_its_game() -> None:
    one, two = load_game("toy").native(), load_game("toy", NB_TOURS=9).native()
    assert one.library is two.library
    assert (one.params["NB_TOURS"], two.params["NB_TOURS"]) == (6, 9)
    assert (one.backend, load_game("toy").backend) == ("native", "interpreted")


def test_a_checked_library_is_another_file() -> None:
    game, machine = load_game("toy"), this_machine()
    assert machine is not None
    assert file_name(game, machine).startswith("toy-")
    assert file_name(game, machine) != file_name(game, machine, checked=True)


def test_a_library_that_others_can_write_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, machine = load_game("toy"), this_machine()
    assert machine is not None
    path = require(game)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    copy = tmp_path / "joute" / "libraries" / path.name
    copy.parent.mkdir(parents=True)
    copy.write_bytes(path.read_bytes())
    assert find(game) == copy
    copy.chmod(0o666)
    assert find(game) is None


def test_kernels_are_those_of_the_rules_and_of_chance() -> None:
    assert {module.__name__ for module in kernel_modules(load_game("toy"))} == {
        "joute.games.toy.rules",
        "joute.core.chance",
    }


def test_a_world_of_blocks_reads_like_one_of_lists() -> None:
    game = load_game("toy").native()
    table = Table(game, seats=3, seed=4)
    assert (table.state.head.turn, table.state.head.phase) == (0, 0)
    assert table.state.walkers.cell.tolist() == Table(load_game("toy"), seats=3, seed=4).state.walkers.cell
    with pytest.raises(AttributeError, match="treasure"):
        _ = table.state.treasure


@pytest.mark.parametrize("game", game_names())
def test_a_library_depends_on_every_file_of_the_rules(game: str, tmp_path: Path) -> None:
    """In a copy of the game, a line more in any of them makes it another library; what is only shown does not."""
    folder = Path(str(sys.modules[load_game(game).package].__file__)).parent
    copy = tmp_path / "games" / "copied"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("tests", "champions", "kits", "web", "maps"))
    code = (
        "import sys; from pathlib import Path; from joute import load_game\n"
        "from joute.core.backends.library import NO_RULES, _digest, kernel_modules\n"
        "game, folder = load_game('copied'), Path(sys.argv[1])\n"
        "kernels = {Path(module.__file__) for module in kernel_modules(game)}\n"
        "files = sorted(folder.rglob('*.py'))\n"
        "assert {'__init__.py', 'params.py', 'api.py', 'board.py'} <= {file.name for file in files}\n"
        "for file in files:\n"
        "    before, text = _digest(game), file.read_text()\n"
        "    file.write_text(text + '# more')\n"
        "    shown = bool(NO_RULES.intersection(file.relative_to(folder).parts))\n"
        "    assert not (shown and file in kernels), file\n"
        "    assert (_digest(game) == before) == shown, file\n"
        "    file.write_text(text)\n"
        "    assert _digest(game) == before\n"
    )
    environment = os.environ | {"JOUTE_GAMES": str(tmp_path / "games")}
    done = subprocess.run([sys.executable, "-c", code, str(copy)], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in place of the toy's library."""
    monkeypatch.setenv("JOUTE_LIBRARIES", str(tmp_path))
    machine = this_machine()
    assert machine is not None
    path = tmp_path / file_name(load_game("toy"), machine)
    path.write_bytes(b"no library")
    return path


def test_a_library_that_cannot_be_loaded_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(tmp_path, monkeypatch)
    assert load_game("toy").on().backend == "interpreted"
    with pytest.raises(BuildError, match=r"the library of toy cannot be loaded: .*: joute build toy --force"):
        load_game("toy").native()


def test_a_packaged_library_is_loaded_whatever_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = require(load_game("toy"))
    monkeypatch.setattr(library, "PACKAGED", tmp_path)
    (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / path.name).chmod(0o664)
    assert find(load_game("toy")) == tmp_path / path.name


def test_the_cache_is_an_absolute_path_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JOUTE_LIBRARIES", "here")
    assert library.cache_folder() == tmp_path / "here"
    monkeypatch.delenv("JOUTE_LIBRARIES")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert library.cache_folder() is None
    assert not (tmp_path / "relative").exists()


def test_a_native_game_of_a_native_game_is_the_same() -> None:
    game = load_game("toy").native()
    assert game.native().interpreted is game.interpreted
