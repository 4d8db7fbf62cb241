"""joute contest"""

from __future__ import annotations

import json
import tomllib

import msgspec
import pytest

from joute.arena.contest import config, model
from joute.arena.contest.doctor import NAMES
from joute.arena.store import Store
from joute.cli.exits import Exit
from joute.cli.main import main


@pytest.mark.parametrize("language", ["en", "fr_FR.UTF-8"])
def test_a_new_contest_can_be_held_as_it_is_and_its_comments_too(tmp_path, monkeypatch, capsys, language):
    monkeypatch.setenv("LC_ALL", language)
    folder = tmp_path / "spring"
    assert main(["contest", "new", str(folder), "--game", "portails"]) == Exit.DONE
    assert config.read(folder).game.game == "portails"
    text = (folder / config.FILE).read_text()
    assert ("# Un concours." in text) == (language != "en")
    shown = [line.removeprefix("# ") for line in text.splitlines() if " = " in line or line.startswith(("[", "# ["))]
    known = tomllib.loads("\n".join(line for line in shown if '"..."' not in line))
    assert set(config.PARTS) <= set(known)
    times = "\n".join(line for line in shown if line.startswith(("[times]", *config.Times.__struct_fields__)))
    (folder / "times.toml").write_text(f'name = "S"\ngame = "portails"\n{times}\n')
    assert None not in msgspec.structs.astuple(config.read(folder / "times.toml").settings.times)
    for part, keys in ((name, set(known[name])) for name in config.PARTS if name != "boards"):
        kind = config.Declared.__annotations__[part].removesuffix(" | None")
        assert keys <= set(getattr(config, kind).__struct_fields__), part
    assert main(["contest", "new", str(folder)]) == Exit.USAGE
    capsys.readouterr()


def test_the_doctor_checks_everything_and_says_what_is_wrong(tmp_path, capsys):
    (tmp_path / config.FILE).write_text(
        'name = "S"\ngame = "portails"\nisolation = "process"\nurl = "http://127.0.0.1:1"\n'
        '[mail]\nhost = "127.0.0.1"\nport = 1\nsender = "a@b"\nsecurity = "none"\n'
        '[sign_on]\nissuer = "http://127.0.0.1:1"\nclient_id = "x"\nclient_secret_file = "missing"\n'
    )
    with Store.open(tmp_path / "store") as store:
        model.begin(store, config.read(tmp_path), "tests")
    assert main(["contest", "doctor", str(tmp_path), "--json"]) == Exit.USAGE
    found = {one["name"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert list(found) == list(NAMES)
    assert [name for name in ("file", "store") if not found[name]["fine"]] == []
    assert found["service"] == {"name": "service", "fine": None, "what": "it does not run"}
    assert "isolation is process" in found["sandbox"]["what"]
    assert "ConnectionRefusedError" in found["mail"]["what"]
    assert "missing: cannot be read" in found["sign-on"]["what"]
    assert [found[name]["fine"] for name in ("sandbox", "mail", "sign-on")] == [False] * 3


def test_a_contest_without_its_packages_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(config, "NEEDED", ("argon2", "no_such_package"))
    (tmp_path / config.FILE).write_text('name = "S"\ngame = "portails"\n')
    assert main(["contest", "doctor", str(tmp_path)]) == Exit.USAGE
    needs = "a contest on the web needs no_such_package; install it: pip install 'joute[contest]'"
    assert needs in capsys.readouterr().out
    assert main(["serve", "--contest", str(tmp_path), "--port", "0"]) == Exit.USAGE
    assert needs in capsys.readouterr().err


def test_a_wrong_file_is_told_first(tmp_path, capsys):
    (tmp_path / config.FILE).write_text('name = "S"\n')
    assert main(["contest", "doctor", str(tmp_path)]) == Exit.USAGE
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("  NO   file: ")
    assert "game" in line


def test_the_status_is_told_to_people_and_programs(tmp_path, capsys):
    (tmp_path / config.FILE).write_text('name = "S"\ngame = "portails"\n')
    with Store.open(tmp_path / "store") as store:
        model.begin(store, config.read(tmp_path), "tests")
    assert main(["contest", "status", str(tmp_path)]) == Exit.DONE
    assert "DOES NOT RUN: 0 of 0 matches at once" in capsys.readouterr().out
    assert main(["contest", "status", str(tmp_path), "--json"]) == Exit.DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["teams"], told["ranked"]["done"]) == ("S", 0, 0)
    assert main(["contest", "drain", str(tmp_path), "lab-07", "loud"]) == Exit.USAGE
    assert "no worker 'lab-07' that plays" in capsys.readouterr().err
