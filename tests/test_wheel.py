"""What is installed from a wheel is all that a checkout has, the pages included, and works without the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
OURS = ROOT / "src"
LEFT_OUT = {"__pycache__"}
pytestmark = pytest.mark.slow  # like all that needs the pages to be built


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("joute-*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def files(folder: Path) -> set[str]:
    found = (path.relative_to(folder) for path in (folder / "joute").rglob("*") if path.is_file())
    return {str(path) for path in found if not LEFT_OUT & set(path.parts)}


def test_a_wheel_holds_every_file(site: Path) -> None:
    foreign = {name for name in files(OURS) if "/native/" in name and f".{os.uname().machine}." not in name}
    assert files(site) == files(OURS) - {name for name in foreign if name.endswith(".so")}
    assert "joute/web/static/index.html" in files(site)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("games",), "chartichaud"),
        (("rules", "portails", "--lang", "fr"), "Portails"),
        (("run", "archipel", "random", "random", "--seed", "1"), "random"),
        (("new", "tours_de_magie", "mine"), "mine"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else None,
)
def test_a_wheel_works_by_itself(site: Path, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    code = "import joute, sys; assert joute.__file__.startswith(sys.argv.pop(1)); from joute.cli.main import main; "
    command = [sys.executable, "-P", "-c", code + "sys.exit(main(sys.argv[1:]))", str(site), *words]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert told in ran.stdout


# Libraries

boxed = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is missing: make system")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Joute with the library of one game, installed from a wheel, without numba and numpy; its Python."""
    pytest.importorskip("numba")
    folder = tmp_path_factory.mktemp("native")
    shutil.copytree(ROOT / "src", folder / "copy" / "src", ignore=shutil.ignore_patterns("__pycache__", "native"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder / "copy")
    here = os.environ | {"PYTHONPATH": str(folder / "copy" / "src")}
    native = folder / "copy" / "src" / "joute" / "native"
    build = ["-m", "joute.cli", "build", "chartichaud", "--machine", os.uname().machine, "--into", str(native)]
    for words in (build, ["-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]):
        subprocess.run([sys.executable, *words], cwd=folder / "copy", env=here, check=True, capture_output=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    (site,) = (folder / "venv").glob("lib/python3*/site-packages")
    (wheel,) = folder.glob("joute-*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(site)
    for name in ("msgspec", "click", "rich", "markdown_it", "mdurl", "pygments"):  # what a wheel of joute requires
        (site / name).symlink_to(Path(str(import_module(name).__file__)).parent)
    return python


PLAY = """
import sys
from importlib.util import find_spec
assert find_spec("numba") is None and find_spec("numpy") is None
from joute import Table, load_game
from joute.core.backends.library import PACKAGED
from joute.core.batch import RandomPlayer
try:
    (PACKAGED / "new").touch()
except OSError as error:
    print(error.strerror)
game = load_game("chartichaud").on()
assert game.library_path.parent == PACKAGED, game.library_path
digests = []
for played in (game, game.on("interpreted")):
    table = Table(played, seed=3)
    RandomPlayer(played, table.world, 2).play(table.world, 3)
    digests.append(table.digest)
print(game.backend, table.turn.phase, len(set(digests)))
"""


def run_installed(python: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run its Python where the installation is read-only, for root too."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JOUTE", "XDG"))}
    environment = bare | {"HOME": str(folder / "nobody")}
    home = str(python.parents[1])
    read_only = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", home, home]
    return subprocess.run([*read_only, python, *words], cwd=folder, env=environment, capture_output=True, text=True)


@boxed
def test_an_installed_wheel_plays_natively_without_numba_and_numpy(installed: Path, tmp_path: Path) -> None:
    ran = run_installed(installed, tmp_path, "-c", PLAY)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "Read-only file system\nnative over 1\n", "")


@boxed
def test_its_commands_play_natively_too(installed: Path, tmp_path: Path) -> None:
    words = ("run", "chartichaud", "settler", "random", "--backend", "native", "-o", "m.jsonl")
    ran = run_installed(installed, tmp_path, "-m", "joute", *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    ran = run_installed(installed, tmp_path, "-m", "joute", "verify", "m.jsonl", "--backend", "interpreted")
    assert (ran.returncode, ran.stderr) == (0, "")


# All that `pip install joute` gives


def plain_requirements(wheel: Distribution) -> set[str]:
    """The distributions that an installation brings along without being asked for more."""
    found, waiting = set[str](), list(wheel.requires or ())
    while waiting:
        requirement = Requirement(waiting.pop())
        marker = requirement.marker
        if requirement.name not in found and (marker is None or marker.evaluate({"extra": ""})):
            found.add(requirement.name)
            waiting += distribution(requirement.name).requires or ()
    return found


@pytest.fixture
def plain(site: Path, tmp_path: Path) -> Path:
    """The Python of an environment in which there is nothing but the wheel and what it requires."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    (packages,) = (tmp_path / "venv").glob("lib/python3*/site-packages")
    (about,) = site.glob("joute-*.dist-info")
    for name in ("joute", about.name):
        (packages / name).symlink_to(site / name)
    for name in plain_requirements(Distribution.at(about)):
        required = distribution(name)
        tops = {file.parts[0] for file in required.files or ()} - {"..", "__pycache__"}
        for top in tops:
            if not (packages / top).exists():
                (packages / top).symlink_to(str(required.locate_file(top)))
    return tmp_path / "venv" / "bin" / "python"


def test_it_serves_without_node_make_or_compiler(plain: Path, tmp_path: Path) -> None:
    bare = {"PATH": str(plain.parent), "HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "JOUTE_BUILD": "never"}
    assert not [tool for tool in ("node", "npm", "make", "cc", "gcc") if shutil.which(tool, path=bare["PATH"])]
    games = {path.parent.name for path in (OURS / "joute" / "games").glob("*/__init__.py")}
    words = [plain, "-m", "joute", "serve", "--demo", "--port", "0", "--store", tmp_path / "store"]
    with subprocess.Popen(words, env=bare, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            with httpx.Client(base_url=said.split()[-1], timeout=60) as client:
                assert 'id="app"' in client.get("/").text
                seats = [{"kind": "champion", "name": "idle"}] * 2
                match = {"game": "chartichaud", "players": seats, "params": {"max_turns": 2}}
                made = client.post("/api/matches", json=match).json()["match"]["id"]
                with client.stream("GET", f"/api/matches/{made}/live") as live:
                    assert live.read()
                assert client.get(f"/api/matches/{made}").json()["state"] == "over"
                assert {one["game"] for one in client.get("/api/matches").json()} == games
        finally:
            server.terminate()
    assert server.returncode == 0
