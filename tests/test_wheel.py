"""What is installed from a wheel is all that a checkout has, the pages included, and works without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

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
    assert files(site) == files(OURS)
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
