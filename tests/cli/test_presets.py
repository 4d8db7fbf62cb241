"""Champions that were made for another preset: run, check and tournaments say so, and what to type instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from joute.cli.exits import Exit
from tests.champions.checks.test_own_constants import SUJET, folder

CALLBACK = "def jouer_tour():\n    pass\n"
SAYS = "its own api.py says TAILLE_TERRAIN 30, «sujet» has 40 (and 11 more)"
PLAIN = ("--isolation", "none")


@pytest.fixture
def old(joute, tmp_path):
    """A folder for the preset «finale»."""
    path = folder(tmp_path / "old one", "python")
    (path / "prologin.py").write_text(CALLBACK)
    return path


def test_run_names_the_preset_and_repeats_the_options(joute, old):
    ran = joute("run", "portails", "old one", "random", "--seed", "3", *PLAIN, "--repeat", "2")
    assert ran.code == Exit.DONE
    command = "joute run portails 'old one' random --preset finale --seed 3 --repeat 2 --isolation none"
    assert ran.err == f"joute: warning: old one: {SAYS}: {command}\n"
    assert joute("run", "portails", "old one", "random", "--preset", "finale", *PLAIN).err == ""


def test_run_says_of_each_champion_once(joute, old):
    ran = joute("run", "portails", "old one", "old one", *PLAIN, "--json")
    assert ran.err.count("warning") == 1
    assert ran.err.endswith("joute run portails 'old one' 'old one' --preset finale --json --isolation none\n")


def test_of_a_match_under_way_nothing_can_be_chosen(joute, old):
    assert joute("run", "portails", "idle", "idle", "-o", "match.jsonl").err == ""
    ran = joute("run", "portails", "old one", "idle", "--from", "match.jsonl:99", *PLAIN)
    assert ran.err == f"joute: warning: old one: {SAYS}: it was made for «finale»\n"
    ran = joute("check", "old one", "--from", "match.jsonl:99", *PLAIN)
    assert ran.err == f"joute: warning: old one: {SAYS}: it was made for «finale»\n"


def test_what_a_parameter_or_no_preset_explains(joute, old, tmp_path):
    fitting = folder(tmp_path / "new", "python", SUJET)
    (fitting / "prologin.py").write_text(CALLBACK)
    ran = joute("run", "portails", "new", "idle", "--set", "NB_TOURS=2", *PLAIN)
    why = "its own api.py says NB_TOURS 100, this match has 2: by a parameter that is set, or by the board"
    assert ran.err == f"joute: warning: new: {why}\n"
    (fitting / "api.py").write_text("COUT_LIEN = 77\n")
    ran = joute("run", "portails", "new", "idle", *PLAIN)
    why = "its own api.py says COUT_LIEN 77, «sujet» has 1: no preset of portails has all of its constants"
    assert ran.err == f"joute: warning: new: {why}\n"


def test_check_names_the_preset_and_its_last_line_repeats_the_options(joute, old):
    ran = joute("check", "old one", "--game", "portails", "--set", "NB_TOURS=3", *PLAIN)
    assert ran.code == Exit.DONE
    assert ran.err.endswith(
        ": joute check 'old one' --game portails --preset finale --set NB_TOURS=3 --isolation none\n"
    )
    last = "Play a match:  joute run portails 'old one' random --set NB_TOURS=3 --isolation none"
    assert ran.out.splitlines()[-1] == last


def test_tournaments_say_what_to_write_into_their_file(joute, old):
    Path("cup.toml").write_text(
        'name = "cup"\ngame = "portails"\nisolation = "process"\n[format]\nkind = "round_robin"\n'
        '[[entrants]]\nname = "ours"\nchampion = "old one"\n[[entrants]]\nname = "idle"\nchampion = "idle"\n'
    )
    said = f'joute: warning: ours: {SAYS}: preset = "finale" in cup.toml\n'
    assert joute("tournament", "check", "cup.toml").err == said
    assert joute("tournament", "run", "cup.toml", "--workers", "1").err.startswith(said)
