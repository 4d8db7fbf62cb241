"""An added language: one file, added to a copy of the engine, is found everywhere and plays a match."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import joute

GAME = "chartichaud"
SHELL = r'''
"""Shell: run by sh; `joute.sh` speaks the line protocol."""

from joute.champions.languages.language import Commands, Language, Tools

RUNTIME = """\
# The API of @GAME@. Every function leaves its answer in $answer.
call() {
  echo "{\\"type\\":\\"call\\",\\"id\\":1,\\"function\\":\\"$1\\",\\"arguments\\":[$2]}"
  read -r answer
  answer=${answer#*\\"value\\":}
  answer=${answer%?}
}
play() {
  read -r hello
  echo '{"type":"ready","joute":"champion/1"}'
  while read -r line; do
    case $line in *'"type":"over"'*) exit ;; esac
    callback=${line##*\\"callback\\":\\"}
    "${callback%%\\"*}"
    echo '{"type":"end"}'
  done
}
"""


def starter(game, lang):
    callbacks = [f"{phase.callback}() {{\n  :\n}}" for phase in game.phases]
    return "\n".join([". ./joute.sh", *callbacks, "play", ""])


def api_text(game, lang):
    functions = game.api.functions.values()
    lines = [f"# {getattr(f.doc, lang)}\n{f.name}() {{ IFS=,; call {f.name} \"$*\"; unset IFS; }}" for f in functions]
    return RUNTIME.replace("@GAME@", game.name) + "\n".join([*lines, ""])


LANGUAGE = Language(
    name="shell",
    suffixes=(".sh",),
    entry="champion.sh",
    starter=starter,
    api_file="joute.sh",
    api_text=api_text,
    tools=Tools(("sh", "no-such-shell|sh"), ("dash",)),
    commands=lambda recipe: Commands(build=(), run=("sh", recipe.entry)),
)
'''
KNOWN = ["python", "c", "cxx", "ocaml", "rust", "javascript", "java", "go", "csharp", "php"]
Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python on a copy of the engine with one more file."""
    copy = tmp_path_factory.mktemp("engine")
    skipped = shutil.ignore_patterns("__pycache__", "static", "tests", "node_modules")
    shutil.copytree(Path(joute.__file__).parent, copy / "joute", ignore=skipped)
    (copy / "joute" / "champions" / "languages" / "shell.py").write_text(SHELL)
    environment = os.environ | {"PYTHONPATH": str(copy), "JOUTE_GAMES": "", "LC_ALL": "C.UTF-8"}

    def run(*words: str, folder: Path | None = None, code: int = 0) -> str:
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=folder or copy, env=environment, capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    return run


def recipe(run: Run, path: Path) -> dict[str, Any]:
    code = (
        "import json, sys; from pathlib import Path; from joute.champions.sources.recipe import recipe_of; "
        "print(json.dumps(recipe_of(Path(sys.argv[1]))._asdict(), default=str))"
    )
    found: dict[str, Any] = json.loads(run("-c", code, str(path)))
    return found


def test_a_folder_and_a_file_of_it_are_detected(run: Run, tmp_path: Path) -> None:
    (tmp_path / "champion.sh").touch()
    (tmp_path / "bot.sh").touch()
    folder, file = recipe(run, tmp_path), recipe(run, tmp_path / "bot.sh")
    assert (folder["language"], folder["run"], folder["alone"]) == ("shell", ["sh", "champion.sh"], False)
    assert (file["language"], file["run"], file["alone"]) == ("shell", ["sh", "bot.sh"], True)


def test_languages_that_were_there_before_come_first(run: Run, tmp_path: Path) -> None:
    (tmp_path / "champion.sh").touch()
    (tmp_path / "champion.java").touch()
    assert recipe(run, tmp_path)["language"] == "java"


def test_a_manifest_may_name_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "champion.sh").touch()
    (tmp_path / "champion.py").touch()
    (tmp_path / "champion.toml").write_text('language = "shell"\n')
    assert recipe(run, tmp_path)["run"] == ["sh", "champion.sh"]
    (tmp_path / "champion.toml").write_text('language = "cobol"\n')
    code = "from pathlib import Path; from joute.champions.sources.manifest import manifest_of; manifest_of(Path('.'))"
    assert f"expected one of {', '.join(KNOWN)}, shell, other" in run("-c", code, folder=tmp_path, code=1)


def test_the_doctor_looks_for_what_it_needs(run: Run) -> None:
    checks = json.loads(run("-m", "joute.cli", "doctor", "--json"))["languages"]
    assert [check["name"] for check in checks] == [*KNOWN, "shell"]
    assert checks[-1] == {"name": "shell", "needs": "sh, no-such-shell or sh", "ready": True, "remedy": ""}


@pytest.mark.parametrize("level", ["none", "process", "sandbox"])
def test_its_kit_plays_a_match(run: Run, tmp_path: Path, level: str) -> None:
    if level == "sandbox" and shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is missing: make system")
    assert "|php|shell]" in run("-m", "joute.cli", "new", "--help")
    run("-m", "joute.cli", "new", GAME, "mine", "--lang", "shell", "--doc", "fr", folder=tmp_path)
    mine = tmp_path / "mine"
    names = {".vscode", "README.md", "board.txt", "champion.sh", "champion.toml", "joute.sh", "tests.toml"}
    assert {path.name for path in mine.iterdir()} == names
    assert "Votre champion est `champion.sh`" in (mine / "README.md").read_text(encoding="utf-8")
    text = (mine / "champion.sh").read_text()
    turn = 'player\n  [ "$answer" = 0 ] && autofarm'
    (mine / "champion.sh").write_text(text.replace("jouer_tour() {\n  :", f"jouer_tour() {{\n  {turn}"))
    words = ["run", GAME, "mine", "idle", "--set", "max_turns=4", "--isolation", level, "-o", "match.jsonl", "--json"]
    result = json.loads(run("-m", "joute.cli", *words, folder=tmp_path))
    assert (result["void"], result["reports"][0]["verdict"], result["reports"][0]["faults"]) == ("", "OK", [])
    record = [json.loads(line) for line in (tmp_path / "match.jsonl").read_text().splitlines()]
    assert [line["orders"] for line in record if line.get("phase") == "turn" and line["seats"] == [0]] == [
        [[["autofarm"]]],
        [[["autofarm"]]],
    ]
