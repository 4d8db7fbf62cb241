"""What tests of hostile champions share: a match of one against a sound one, and all that must hold after it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec

import joute
from joute.champions.hosting.player import HostedChampion
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.match.referee import MatchResult, Referee
from joute.match.replay import PhaseLine, Recorder
from joute.match.verdict import Fault, Verdict
from tests.champions.processes import living

TURNS = 6
AMPLE = Limits(time_ms=20_000, bank_ms=100, start_ms=20_000, memory_mb=128, processes=16, tmp_mb=8)
"""For those who are ended by something else than the clock, however busy the machine is."""
SHORT = Limits(time_ms=1000, bank_ms=100, start_ms=20_000, memory_mb=128, processes=16, tmp_mb=8)
"""For those who never answer."""
SOUND = "from api import *\ndef jouer_placement():\n    signaler(7)\ndef jouer_marche():\n    pass\n"
HEAD = """from api import *
from joute import debug
import os, signal, socket, subprocess, sys, threading, time
def jouer_marche():
    pass
"""
LEFT = Path("/tmp"), Path("/dev/shm"), Path("/var/tmp"), Path.home()


def champion(folder: Path, text: str, limits: Limits = AMPLE) -> HostedChampion:
    folder.mkdir()
    folder.chmod(0o700)
    (folder / "main.py").write_text(text)
    (folder / "secret.txt").write_text("secret")
    return HostedChampion(folder.name, folder / "main.py", "", Hosting(Level.SANDBOX, limits, strict=True), folder)


class Match:
    """A match of a hostile champion at seat 0 against a sound one, and all that was seen of it."""

    def __init__(self, folder: Path, text: str, limits: Limits = AMPLE) -> None:
        self.marks: list[str] = []
        hostile, sound = champion(folder / "hostile", HEAD + text, limits), champion(folder / "sound", SOUND, Limits())
        self.recorder = Recorder()
        table = joute.Table(joute.load_game("toy", max_turns=TURNS))
        before = files_left(folder)
        for player in (hostile, sound):
            started = player._started

            def noted(game, started=started):
                process = started(game)
                self.marks.append(process.mark)
                return process

            player._started = noted
        self.outcome: MatchResult = Referee(table, [hostile, sound], self.recorder).play()
        self.new_files = files_left(folder) - before

    @property
    def verdict(self) -> Verdict:
        return self.outcome.reports[0].verdict

    @property
    def fault(self) -> Fault:
        return self.outcome.reports[0].faults[0]

    @property
    def logged(self) -> list[str]:
        lines = [line for line in self.recorder.lines if isinstance(line, PhaseLine)]
        return [text for line in lines for text in line.private.get(0, {}).get("log", [])]

    def unharmed(self) -> None:
        """Nobody else has noticed anything."""
        assert self.outcome.void == ""
        report = self.outcome.reports[1]
        assert (report.verdict, report.strikes) == (Verdict.OK, 0)
        turns = [line for line in self.recorder.lines if isinstance(line, PhaseLine) and line.phase == "placement"]
        assert [line.orders[1] for line in turns] == [(("signaler", 7),)] * TURNS
        assert self.outcome.result.over
        assert len(self.marks) == 2
        assert [pid for mark in self.marks for pid in living(mark)] == []
        assert self.new_files == set()


def files_left(folder: Path) -> set[Path]:
    """What lies where a champion might leave something."""
    found = {path for place in LEFT if os.access(place, os.R_OK) for path in place.glob("hostile-*")}
    return found | {path for path in folder.rglob("*") if path.is_file() and path.parent.name in ("hostile", "sound")}


def turn(text: str) -> str:
    """A champion that does something in its first turn, and logs what was refused."""
    body = "".join(f"        {line}\n" for line in text.strip().splitlines())
    return (
        "tried = []\ndef jouer_placement():\n    if tried:\n        return\n    tried.append(1)\n    try:\n"
        f"{body}    except OSError as refusal:\n        debug.log(type(refusal).__name__)\n"
        "    else:\n        debug.log('done')\n"
    )


SPINS = """
def spin():
    while True: pass
{start}
def jouer_placement():
    pass
"""
WAYS = {
    "thread": "threading.Thread(target=spin, daemon=True).start()",
    "threads": "for _ in range(2): threading.Thread(target=spin, daemon=True).start()",
    "process": "os.fork() or spin()",
    "grandchild": "os.wait() if os.fork() else os._exit(0) if os.fork() else spin()",
}


def spinner(folder: Path, level: Level, way: str) -> HostedChampion:
    folder.mkdir()
    (folder / "main.py").write_text(HEAD + SPINS.format(start=WAYS[way]))
    hosting = Hosting(level, msgspec.structs.replace(AMPLE, processes=16), strict=True)
    return HostedChampion("spinner", folder / "main.py", "", hosting, folder)


def seated(champion: HostedChampion, game: str = "toy") -> joute.Table:
    """A table at which a champion sits, loaded and waiting to be asked."""
    table = joute.Table(joute.load_game(game))
    assert champion.load(table.copy().seat(0)) is None
    champion.sit(table.seat(0))
    return table


def state(task: Path) -> str:
    return (task / "stat").read_text().rpartition(")")[2].split()[0]


def insert(file: Path, after: str, text: str) -> None:
    """Put a text into a file, after the first place that matches a pattern."""
    before = file.read_text()
    place = re.search(after, before)
    assert place is not None, f"{file} has no {after}"
    file.write_text(before[: place.end()] + text + before[place.end() :])
