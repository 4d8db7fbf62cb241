"""Control characters of strangers: never on a terminal, escaped in files and JSON."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from joute.cli.main import main
from joute.cli.output.printing import console
from joute.core.control_chars import SafeStream, escaped_json, escaped_json_bytes, one_line, visible

GAME = "chartichaud"
EVIL = "\x1b]52;c;ZXZpbA==\x07\x1b]0;evil\x07\x1b[2J\x1b[31m\x9b41m\x7f\b\u202e\u2066"
"""Fills the clipboard, renames the terminal, clears and recolours it, and turns the text round."""
SEEN = "␛]52;c;ZXZpbA==␇␛]0;evil␇␛[2J␛[31m�41m␡␈��"
RAW = [b"\x1b]", b"\x1b[2J", b"\x1b[31m", b"\x07", b"\x7f", b"\x08", "\x9b".encode(), "\u202e".encode()]


SHOWN = ["␛]52", "\\x1b]52", "\\u001b]52"]
"""How it begins where it is shown: as it is printed, in a `repr`, in JSON."""


# Characters


def test_every_control_character_is_one_visible_character() -> None:
    controls = [*map(chr, range(32)), *map(chr, range(0x7F, 0xA0)), *"\u061c\u200e\u200f\u2028\u2029\ufff9"]
    controls += [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\ud800", "\udfff"]
    for character in controls:
        shown = one_line(f"a{character}b")
        assert (len(shown), shown.isprintable(), shown[0], shown[2]) == (3, True, "a", "b"), ascii(character)
    assert visible(EVIL) == SEEN


def test_text_of_several_lines_keeps_lines_and_tabs() -> None:
    assert visible("a\tb\nc\r\n") == "a\tb\nc␍\n"
    assert one_line("a\tb\nc") == "a␉b␊c"


@pytest.mark.parametrize("text", ["", "plain", "Éloïse 日本 🂡 ~", "[bold]not markup[/bold]", "a\u200db"])
def test_other_text_is_left_alone(text: str) -> None:
    assert visible(text) == one_line(text) == text
    assert escaped_json_bytes(text.encode()) == text.encode()


def test_json_keeps_its_value_and_no_control_character() -> None:
    value = [EVIL, "\ud800 é\n\t", {EVIL: 1}]
    text = escaped_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == value
    assert visible(text) == text
    data = escaped_json_bytes(json.dumps([EVIL, "é"], ensure_ascii=False).encode())
    assert json.loads(data) == [EVIL, "é"]
    assert visible(data.decode()) == data.decode()


def test_a_stream_has_no_way_around() -> None:
    stream = SafeStream(sys.stdout)
    for name in ("buffer", "detach"):
        with pytest.raises(AttributeError):
            getattr(stream, name)


def test_rich_shows_neither_control_characters_nor_markup(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.text import Text

    screen = console()
    screen.print(f"[bold]{EVIL}[/bold] :smile:")
    screen.print(Text(EVIL))
    out = capsys.readouterr().out
    assert one_line(out) == out.replace("\n", "␊")
    shown = SEEN.replace("␇", "").replace("␈", "")  # which rich takes out itself
    assert out.splitlines() == [f"[bold]{shown}[/bold] :smile:", shown]


# The command in a terminal


def on_terminal(folder: Path, *words: str) -> bytes:
    """All that a command writes to a terminal, both streams."""
    master, slave = pty.openpty()
    code = "import sys; from joute.cli.main import main; sys.exit(main(sys.argv[1:]))"
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "200"}
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        env=environment,
    )
    os.close(slave)
    written = b""
    try:
        while more := os.read(master, 1 << 16):
            written += more
    except OSError:  # how a terminal says that nobody writes any more
        pass
    os.close(master)
    process.wait(60)
    return written


CHAMPION = f"""
from api import *
import joute.debug

def partie_init():
    print({EVIL!r})

def jouer_tour():
    print({EVIL!r})
    raise ValueError({EVIL!r})
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A champion, a replay, a board and a tournament by somebody who means harm."""
    folder = tmp_path_factory.mktemp("evil")
    name = EVIL.replace("/", "")
    (folder / f"{name}.py").write_text(CHAMPION)
    (folder / "evil.py").write_text(CHAMPION)
    (folder / "broken.py").write_text(f"x = 1\nraise KeyError({EVIL!r})\ndef jouer_tour(): pass\n")
    (folder / "board.txt").write_text(f"chartichaud-map 1\n{EVIL}\n")
    (folder / "cup.toml").write_text('name = "x"\n"\\u001b]52;c;\\u009b41m" = 1\n')
    match = folder / "match.jsonl"
    assert main(["run", GAME, "idle", "random", "--set", "max_turns=4", "-o", str(match)]) == 0
    header, *rest = match.read_text().splitlines()
    told = json.loads(header)
    for player in told["players"]:
        player["name"] = EVIL
    match.write_text("\n".join([json.dumps(told, ensure_ascii=False), *rest]) + "\n")
    (folder / f"{name}.jsonl").write_text(match.read_text())
    (folder / "damaged.jsonl").write_text(json.dumps(told | {"game": EVIL}) + "\n")
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ["run", GAME, "evil.py", "idle", "--isolation", "none"],
        ["run", GAME, f"{EVIL}.py", "idle", "--isolation", "none", "-o", f"{EVIL}-new.jsonl"],
        ["run", GAME, f"{EVIL}.py", "idle", "--isolation", "none", "--repeat", "2"],
        ["run", GAME, "evil.py", "idle", "--isolation", "none", "--json"],
        ["run", GAME, "broken.py", "idle", "--isolation", "none"],
        ["run", GAME, EVIL, "idle"],
        ["run", GAME, "idle", "idle", "--set", f"{EVIL}=1"],
        ["run", GAME, "idle", "idle", "--board", "board.txt"],
        ["run", GAME, "idle", "idle", f"--{EVIL}"],
        ["check", "--game", GAME, f"{EVIL}.py", "--isolation", "none"],
        ["check", "--game", GAME, "broken.py", "--isolation", "none", "--json"],
        ["show", "match.jsonl"],
        ["show", f"{EVIL}.jsonl", "--turn", "99"],
        ["show", "damaged.jsonl"],
        ["watch", "match.jsonl"],
        ["verify", f"{EVIL}.jsonl", "damaged.jsonl"],
        ["verify", f"{EVIL}.jsonl", "--json"],
        ["rerun", "match.jsonl", "--seat", "0", f"{EVIL}.py", "--isolation", "none"],
        ["board", "check", GAME, "board.txt"],
        ["board", "show", GAME, f"{EVIL}.txt"],
        ["tournament", "check", "cup.toml"],
        ["tournament", "status", EVIL],
        ["rules", EVIL],
        ["new", GAME, f"{EVIL}/x", "--lang", EVIL],
        [EVIL],
    ],
    ids=lambda words: ascii(" ".join(words[:3]))[:40],
)
def test_a_terminal_never_gets_them(folder: Path, words: list[str]) -> None:
    written = on_terminal(folder, *words)
    assert written
    assert [raw for raw in RAW if raw in written] == []
    assert any(shown in written.decode() for shown in SHOWN), written


def test_a_pipe_gets_what_a_terminal_gets(folder: Path) -> None:
    words = [sys.executable, "-m", "joute.cli", "show", "match.jsonl"]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=True)
    assert SEEN in done.stdout.decode()
    assert [raw for raw in RAW if raw in done.stdout] == []


def test_a_replay_holds_them_escaped(folder: Path, tmp_path: Path) -> None:
    replay = tmp_path / "match.jsonl"
    words = ["run", GAME, str(folder / "evil.py"), "idle", "--isolation", "none", "-o", str(replay)]
    done = subprocess.run([sys.executable, "-m", "joute.cli", *words], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    data = replay.read_bytes()
    assert [raw for raw in RAW if raw in data] == []
    faults = [fault for line in data.splitlines() for fault in json.loads(line).get("faults", {}).values()]
    assert faults[0]["message"] == f"ValueError: {EVIL}"
    assert faults[0]["output"].count(EVIL) == 2


def test_a_name_with_a_newline_stays_on_its_line(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    name = "mine\njoute: nobody failed.py"
    (folder / name).write_text(CHAMPION)
    main(["run", GAME, str(folder / name), "idle", "--isolation", "none"])
    out = capsys.readouterr().out
    assert "mine␊joute: nobody failed" in out
    assert not any(line.startswith("joute: nobody") for line in out.splitlines())


def test_the_server_logs_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever logs: a handler writes to the stream of its time."""
    import logging

    from joute.core.control_chars import safe_streams

    with safe_streams():
        handler = logging.StreamHandler(sys.stderr)
        record: Any = logging.LogRecord("joute.web", logging.ERROR, "", 0, EVIL, None, None)
        handler.handle(record)
    assert capsys.readouterr().err == f"{SEEN}\n"
