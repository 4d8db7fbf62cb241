"""What can be checked of a release without publishing it (docs/en/release.md): `make release-check`, in some minutes.

It needs PyPI, and git. Wheels are for this machine and for any; `make wheel` makes those of the others.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import joute

ROOT = Path(__file__).parents[1]
OLDEST, NEWEST = 11, 14
"""The minor versions of Python 3 that are looked for."""
LARGEST = 25 * 10**6
"""Bytes that a wheel may have."""
HIDDEN = ("node", "npm", "make", "cc", "gcc", "clang")
DEMO_S = 120


def main() -> None:
    step("what is left for a person")
    for left in unready():
        print(f"  {left}")
    with tempfile.TemporaryDirectory(prefix="joute-release-") as name:
        folder = Path(name)
        wheel, pure, source = built(folder / "dist")
        step("metadata and sizes")
        tools = made(folder / "tools", Path(sys.executable))
        run(tools / "pip", "install", "--quiet", "twine", "uv", "pipx")
        run(tools / "twine", "check", "--strict", wheel, pure, source)
        for file in (wheel, pure, source):
            require(file.stat().st_size < LARGEST, f"{file.name} is larger than {LARGEST / 1e6:.0f} MB")
            print(f"  {file.name}: {file.stat().st_size / 1e6:.1f} MB")
        for python in pythons():
            step(f"the wheel with {python}")
            check_installed(installed(folder / python.name, python, wheel), native=True)
        step("the wheel for any machine, and the source distribution")
        check_installed(installed(folder / "pure", Path(sys.executable), pure), native=False)
        check_installed(installed(folder / "source", Path(sys.executable), source), native=False)
        step("uv and pipx")
        for command in (("uv", "tool", "install"), ("pipx", "install")):
            place = folder / command[0]
            homes = {"UV_TOOL_DIR": str(place), "PIPX_HOME": str(place)}
            bins = {"UV_TOOL_BIN_DIR": str(place / "bin"), "PIPX_BIN_DIR": str(place / "bin")}
            uses = {"PIPX_DEFAULT_PYTHON": sys.executable, "UV_PYTHON": sys.executable}
            run(tools / command[0], *command[1:], wheel, env=os.environ | homes | bins | uses)
            require(said(place / "bin" / "joute", "--version") == f"joute {joute.__version__}", "another version")
    print("all that can be checked here is right")


# Steps


def unready() -> Iterator[str]:
    """What keeps this commit from being a release, though all may be right with it."""
    status = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True)
    if status.returncode:
        yield f"git cannot tell whether the working tree is clean: {status.stderr.strip()}"
    elif status.stdout:
        yield "the working tree is not clean: commit, or stash"
    changes = (ROOT / "CHANGELOG.md").read_text()
    if f"## {joute.__version__}\n" not in changes:
        yield f"CHANGELOG.md has no section {joute.__version__}"
    if "## Unreleased" in changes:
        yield "CHANGELOG.md has changes that are not released: give them the name of the version"


def built(folder: Path) -> tuple[Path, Path, Path]:
    """The wheel for this machine, the one for any, and the source distribution."""
    step("libraries, wheels, source distribution")
    machine = platform.machine()
    native = ROOT / "src/joute/native"
    shutil.rmtree(native, ignore_errors=True)  # it may have libraries of other sources
    run(sys.executable, "-m", "joute", "build", "--machine", machine, "--machine", "wasm32", "--into", native)
    hatch = (sys.executable, "-m", "hatchling", "build", "-d", folder)
    for target in (machine, "any"):
        run(*hatch, "-t", "wheel", env=os.environ | {"JOUTE_MACHINE": target})
    run(*hatch, "-t", "sdist")
    shutil.rmtree(native)
    return next(folder.glob(f"*_{machine}.whl")), next(folder.glob("*-any.whl")), next(folder.glob("*.tar.gz"))


def pythons() -> Iterator[Path]:
    """Every supported Python that can be had here, each once; those that are missing are named."""
    for minor in range(OLDEST, NEWEST + 1):
        name = f"python3.{minor}"
        there = [shutil.which(name), *sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/{name}"))]
        works = [path for path in map(Path, filter(None, there)) if _runs(path)]
        if works:
            yield works[0]
        else:
            print(f"  {name} is not here: it is not tested")


def _runs(python: Path) -> bool:
    return subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0


def made(folder: Path, python: Path) -> Path:
    """The programs of an empty virtual environment."""
    run(python, "-m", "venv", folder)
    return folder / "bin"


def installed(folder: Path, python: Path, package: Path) -> Path:
    programs = made(folder, python)
    run(programs / "pip", "install", "--quiet", package)
    return programs


def check_installed(programs: Path, native: bool) -> None:
    """Play a match and serve, with nothing on the PATH but what was installed, and no library of this user's."""
    with tempfile.TemporaryDirectory() as folder:
        bare = {"PATH": str(programs), "HOME": folder, "JOUTE_BUILD": "never", "LC_ALL": "C.UTF-8"}
        require(not any(shutil.which(program, path=bare["PATH"]) for program in HIDDEN), "tools are not hidden")
        joute_ = programs / "joute"
        require(said(joute_, "--version", env=bare) == f"joute {joute.__version__}", "another version is installed")
        code = "import joute; print({joute.load_game(name).on().backend for name in joute.game_names()})"
        backends = said(programs / "python", "-P", "-c", code, env=bare, cwd=folder)
        require(backends == str({"native" if native else "interpreted"}), f"games are played {backends}")
        game = said(programs / "python", "-P", "-c", "import joute; print(joute.game_names()[0])", env=bare)
        run(joute_, "run", game, "random", "random", "-o", "match.jsonl", env=bare, cwd=folder)
        run(joute_, "verify", "match.jsonl", env=bare, cwd=folder)
        with demo(joute_, bare, Path(folder)) as address:
            page = urlopen(address).read().decode()
            require("<html" in page and "arena is not built" not in page, "there are no pages")
            require(urlopen(f"{address}api/matches").status == 200, "the arena does not answer")


@contextmanager
def demo(program: Path, environment: dict[str, str], folder: Path) -> Iterator[str]:
    """`joute serve --demo`; its address."""
    words = [program, "serve", "--demo", "--port", "0", "--store", folder / "store"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, text=True, env=environment, cwd=folder, **pipes) as server:
        assert server.stdout is not None
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            require(found is not None, "the arena does not open")
            yield str(found and found[0])
        finally:
            server.terminate()
            server.wait(DEMO_S)


# Doing and saying


def step(what: str) -> None:
    print(f"- {what}", flush=True)


def require(right: bool, remedy: str) -> None:
    if not right:
        sys.exit(f"release-check: {remedy}")


def run(*words: object, **more: object) -> None:
    done = subprocess.run([*map(str, words)], cwd=more.pop("cwd", ROOT), capture_output=True, text=True, **more)  # type: ignore[call-overload]
    require(done.returncode == 0, f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")


def said(*words: object, **more: object) -> str:
    """What a program prints."""
    done = subprocess.run([*map(str, words)], cwd=more.pop("cwd", ROOT), capture_output=True, text=True, **more)  # type: ignore[call-overload]
    require(done.returncode == 0, f"{' '.join(map(str, words))} failed:\n{done.stderr}")
    return str(done.stdout).strip()


if __name__ == "__main__":
    main()
