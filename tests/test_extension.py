"""The build hook: a wheel for a machine with extension and libraries, and one for any where nothing can be compiled."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("_calls.c", "_calls.h", "_live.c", "_refusals.c")
NEEDED = (
    *("pyproject.toml", "hatch_build.py", "README.md", ".gitignore", "src/joute/__init__.py"),
    *(f"src/joute/champions/players/{name}" for name in SOURCES),
)
BUILT = "joute/champions/players/_calls.abi3.so"
PURE = "py3-none-any"
WARNING = "built without the extension for Python champions, whose API calls are slower so"
compiler = pytest.mark.skipif(
    shutil.which("cc") is None or not Path(sysconfig.get_path("include"), "Python.h").exists(),
    reason="a C compiler, or Python's headers, are missing",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """What the build needs of this project."""
    for name in NEEDED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run(project: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=project, env=os.environ | environment, capture_output=True, text=True)


def wheel(project: Path, **environment: str) -> tuple[str, set[str], str]:
    """The tag of a built wheel, its files, and what was said."""
    built = run(project, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist", **environment)
    assert built.returncode == 0, built.stderr
    (path,) = (project / "dist").glob("joute-*.whl")
    return path.stem.split("-", 2)[2], set(ZipFile(path).namelist()), built.stderr


@compiler
def test_one_wheel_of_a_platform_serves_all_python_versions(project: Path) -> None:
    tag, files, said = wheel(project)
    assert tag == f"cp311-abi3-manylinux_2_17_{platform.machine()}"
    assert BUILT in files
    assert WARNING not in said
    assert "built without the pages of the web arena" in said
    assert f"built without libraries of games for {platform.machine()}" in said


FOREIGN = "aarch64" if platform.machine() == "x86_64" else "x86_64"


@compiler
@pytest.mark.parametrize("machine", [platform.machine(), FOREIGN])
def test_a_wheel_for_a_machine_has_its_extension_and_its_libraries(project: Path, machine: str) -> None:
    if machine == FOREIGN and shutil.which(f"{FOREIGN}-linux-gnu-gcc") is None:
        pytest.skip(f"{FOREIGN}-linux-gnu-gcc is missing: make system")
    native = project / "src/joute/native"
    native.mkdir()
    for name in ("toy-1.x86_64.so", "toy-1.aarch64.so", "toy-1.wasm32.wasm"):
        (native / name).touch()
    tag, files, said = wheel(project, JOUTE_MACHINE=machine)
    assert tag == f"cp311-abi3-manylinux_2_17_{machine}"
    assert {name for name in files if "/native/" in name} == {
        f"joute/native/{name}" for name in (f"toy-1.{machine}.so", "toy-1.wasm32.wasm")
    }
    assert "libraries of games" not in said
    with ZipFile(*(project / "dist").glob("*.whl")) as packed:
        extension = packed.read(BUILT)
    assert extension[:4] == b"\x7fELF"
    assert extension[18] == {"x86_64": 62, "aarch64": 183}[machine]  # e_machine
    needed = {tuple(map(int, version.split(b"."))) for version in re.findall(rb"GLIBC_([\d.]+)\0", extension)}
    assert max(needed) <= (2, 17)
    assert (project / "src" / BUILT).exists() == (machine != FOREIGN)


def test_a_wheel_for_any_machine_has_neither(project: Path) -> None:
    (project / "src/joute/native").mkdir()
    (project / "src/joute/native/toy-1.x86_64.so").touch()
    tag, files, said = wheel(project, JOUTE_MACHINE="any")
    assert tag == PURE
    assert not [name for name in files if name.endswith(".so")]
    assert WARNING not in said


def test_a_machine_that_is_asked_for_is_built_or_refused(project: Path) -> None:
    refused = run(project, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist", JOUTE_MACHINE="riscv64")
    assert refused.returncode == 1
    assert "no wheel for riscv64: riscv64-linux-gnu-gcc: No such file or directory" in refused.stderr
    assert not list(project.glob("dist/*.whl"))


@pytest.mark.parametrize("broken", ["no compiler", "no headers"])
def test_without_a_compiler_the_wheel_is_pure(project: Path, broken: str) -> None:
    (project / "src" / BUILT).write_bytes(b"of older sources")
    if broken == "no headers":
        (project / "src/joute/champions/players/_calls.c").write_text("#include <nowhere.h>\n")
    tag, files, said = wheel(project, **({"CC": "no-such-compiler"} if broken == "no compiler" else {}))
    assert tag == PURE
    assert BUILT not in files
    assert not (project / "src" / BUILT).exists()
    assert said.count(WARNING) == 1
    assert ("no-such-compiler: No such file or directory" in said) == (broken == "no compiler")


@compiler
def test_it_is_compiled_in_place_by_hand(project: Path) -> None:
    assert run(project, "hatch_build.py").returncode == 0
    folder = project / "src/joute/champions/players"
    assert {path.name for path in folder.iterdir()} == {*SOURCES, "_calls.abi3.so"}
    code = "import _calls; print(_calls.Caller().answered)"
    assert run(folder, "-c", code).stdout == "False\n"
    failed = run(project, "hatch_build.py", CC="no-such-compiler")
    assert (failed.returncode, failed.stderr.count("\n")) == (1, 1)
    assert failed.stderr.startswith(WARNING)
