"""The registry: games are found, loading one imports only that one, and a copied folder is another game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import joute.games.chartichaud
from joute import game_names, load_game
from joute.core.registry import game_info

ORIGINAL = Path(joute.games.chartichaud.__file__).parent


def run(code: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ | environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_games_are_found_in_the_package_and_on_the_extra_path() -> None:
    assert {"chartichaud", "toy"} <= set(game_names())
    assert game_names() == sorted(game_names())


def test_the_info_of_a_game() -> None:
    info = game_info("toy")
    assert (info.title, info.seats_least, info.seats_most, info.seats, info.rules_version) == (
        "Treasure islet",
        2,
        100,
        2,
        1,
    )
    assert info.seat_name(2) == "J3"
    assert game_info("chartichaud").seat_name(1) == "B"


@pytest.mark.parametrize("name", ["nope", "", "toy.rules", "../toy"])
def test_an_unknown_game_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(ValueError, match=r"does not exist; there are .*chartichaud.*toy"):
        load_game(name)
    with pytest.raises(ValueError, match="does not exist"):
        game_info(name)


LOADED = """
import sys, joute
{}
mine = [name for name in sys.modules if name.startswith("joute.games.")]
print(sorted({{name.split(".")[2] for name in mine}}), [n for n in ("numpy", "numba") if n in sys.modules])
"""


def test_importing_joute_and_listing_games_loads_none() -> None:
    assert run(LOADED.format("joute.game_names()")) == "[] []\n"


def test_loading_one_game_imports_only_that_one_and_neither_numpy_nor_numba() -> None:
    play = "t = joute.Table(joute.load_game('toy')); t.end_phase(); t.seat(0).call('tour'); t.end_phase(); t.scene()"
    assert run(LOADED.format(play)) == "['toy'] []\n"
    play = "t = joute.Table(joute.load_game('chartichaud')); t.end_phase(); t.seat(0).call('view'); t.end_phase()"
    assert run(LOADED.format(play)) == "['chartichaud'] []\n"


def test_the_info_of_a_game_does_not_load_its_rules() -> None:
    code = "import sys; from joute.core.registry import game_info; game_info('toy')"
    assert run(code + "; print('joute.games.toy.rules' in sys.modules)") == "False\n"


COPY = """
import importlib.util, sys
import joute
from joute.core.conformance import suite

assert "sixth" in joute.game_names(), joute.game_names()
game = joute.load_game("sixth")
spec = importlib.util.spec_from_file_location("fog", sys.argv[1])
fog = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fog)
for name, check in suite(game, seeds=[0], phases=4, scramble=fog.scramble, parts=["interpreted"]):
    check()
print(game.name, game.module("rules").__name__, [name for name in sys.modules if "chartichaud" in name])
"""


def test_a_copy_of_a_game_folder_is_another_game(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "sixth"
    shutil.copytree(ORIGINAL, folder, ignore=shutil.ignore_patterns("__pycache__"))
    fog = folder / "tests" / "fog.py"
    fog.write_text(fog.read_text().replace("joute.games.chartichaud", "joute.games.sixth"))
    code = COPY.replace("sys.argv[1]", repr(str(fog)))
    assert run(code, JOUTE_GAMES=str(tmp_path / "games")) == "sixth joute.games.sixth.rules []\n"
