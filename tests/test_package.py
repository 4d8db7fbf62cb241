"""What is said of the package outside of it: the container, the README, the release."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

import joute
from joute.cli.commands.serve import command as serve

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def instructions() -> list[tuple[str, str]]:
    """Those of the Containerfile."""
    lines = [line for line in (ROOT / "Containerfile").read_text().splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def test_the_container_installs_what_make_wheel_makes() -> None:
    said = instructions()
    assert [word for word, _ in said] == [
        *("FROM", "RUN", "COPY", "RUN", "RUN", "USER", "WORKDIR", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD")
    ]
    (source, _) = dict(said)["COPY"].split()
    assert source == "dist/*.whl"
    for word, shell in said:
        if word == "RUN":
            subprocess.run(["sh", "-n", "-c", shell], check=True)


def test_the_container_serves_with_options_that_there_are() -> None:
    said = dict(instructions())
    assert said["ENTRYPOINT"] == '["joute"]'
    name, *words = shlex.split(said["CMD"].strip("[]").replace(",", " "))
    assert name == "serve"
    with click.Context(serve) as context:
        serve.parse_args(context, words)
    assert context.params["demo"] is True
    assert context.params["host"] == "0.0.0.0"
    assert context.params["store"].startswith(f"{said['VOLUME']}/")


def test_every_python_that_is_named_is_supported() -> None:
    named = re.findall(r":: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
    assert named == ["3.11", "3.12", "3.13"]
    assert "Python 3.11, 3.12 and 3.13 are tested." in (ROOT / "docs/en/install.md").read_text()


@pytest.mark.parametrize("page", ["README.md", "docs/en/install.md", "docs/en/tournaments.md", "docs/en/libraries.md"])
def test_every_extra_that_is_named_exists(page: str) -> None:
    text = (ROOT / page).read_text()
    assert set(re.findall(r"joute\[(\w+)\]", text)) <= set(PROJECT["optional-dependencies"])


def test_what_the_readme_points_to_is_there() -> None:
    text = (ROOT / "README.md").read_text()
    named = {*re.findall(r"\]\(([^):]+)\)", text), *re.findall(r"`((?:docs|bench)/[\w./-]+)`", text)}
    assert {name for name in named if not (ROOT / name).exists()} == set()
    films = [ROOT / name for name in named if name.endswith(".gif")]
    assert len(films) == 2
    assert sum(path.stat().st_size for path in films) < 1_500_000


def test_the_changelog_knows_this_version() -> None:
    assert f"\n## {joute.__version__}\n" in (ROOT / "CHANGELOG.md").read_text()
