"""The judge: takes the versions that wait, one after the other, and has each judged in a process of its own.

No version is judged twice: who is being judged is marked so in the store. What fails through our own fault is judged
again, a few times.
"""

from __future__ import annotations

import codecs
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from joute.arena.store import Store
from joute.arena.tournament.lock import changing
from joute.arena.tournament.model import packages_of
from joute.champions.building.job import BUILD
from joute.champions.checks.rehearsal import TURNS_MOST
from joute.champions.errors import ChampionError

from . import accounts, versions
from .judging import JudgingTask, Outcome
from .model import Contest, current
from .versions import Version

SHOWN_S = 0.3
"""How often at most the log is written while it grows."""
OPPONENTS = 3
ERROR_BYTES = 4_000
LANGUAGES = {"fr": "fr_FR.UTF-8", "en": "C.UTF-8"}


class Judge:
    """Judges versions, any number at once."""

    def __init__(self, store: Store, house: tuple[str, ...], say: Callable[[str], None]) -> None:
        self.store = store
        self.house = next((name for name in house if name not in ("idle", "random")), None)
        self.say = say
        self._life, self._alive = os.pipe2(os.O_CLOEXEC)
        """A pipe: when this process dies, the kernel closes `_alive`, which kills who is judging."""

    def step(self, contest: Contest, stopped: Callable[[], bool]) -> bool:
        """Judge the version that has waited longest; whether there was one."""
        with self.store.writing() as connection:
            version = versions.next_to_judge(connection, contest.settings.quotas)
        if version is None:
            return False
        try:
            outcome = self._judged(contest, version, stopped)
        except ChampionError as error:  # its package is lost
            outcome = str(error)
        if stopped():
            with self.store.writing() as connection:
                versions.put_back(connection, version)
        elif isinstance(outcome, Outcome):
            self._file(contest, version, outcome)
        else:
            self._failed(version, outcome)
        return True

    def _file(self, contest: Contest, version: Version, outcome: Outcome) -> None:
        with changing(self.store, contest.ladder) as connection:
            versions.judged(connection, current(connection), version, outcome.why, outcome.seconds)

    def _failed(self, version: Version, why: str) -> None:
        """Judging failed, and it is not the fault of the version."""
        with self.store.writing() as connection:
            last = versions.not_judged(connection, version, why)
        self.say(f"version {version.id} could not be judged{', for good' if last else ''}: {why:.1000}")

    def _judged(self, contest: Contest, version: Version, stopped: Callable[[], bool]) -> Outcome | str:
        """Have a version judged: what came of it, or why judging failed."""
        task = self._task(contest, version)
        with _Process(task, self._language(version), self._life) as process:
            log, written, until = "", time.monotonic(), time.monotonic() + _limit_s(task)
            while (text := process.read(SHOWN_S)) is not None:
                log = (log + text)[-versions.LOG_MOST :]
                if stopped():
                    return "stopped"
                if time.monotonic() >= until:
                    return f"it lasted longer than {_limit_s(task):.0f} s"
                if log and time.monotonic() - written >= SHOWN_S:
                    self._show(version, log)
                    written = time.monotonic()
            self._show(version, log)
            return process.outcome()

    def _show(self, version: Version, log: str) -> None:
        with self.store.writing() as connection:
            versions.write_log(connection, version.id, log)

    def _language(self, version: Version) -> str:
        """The language of who has submitted it."""
        with self.store.reading() as connection:
            return "en" if version.account_id is None else accounts.by_id(connection, version.account_id).language

    def _task(self, contest: Contest, version: Version) -> JudgingTask:
        """It is rehearsed on a public board: its log must not show a hidden one."""
        played = contest.ladder.settings
        return JudgingTask(
            str(packages_of(self.store).path(version.digest)),
            played.game,
            played.preset,
            played.params,
            played.seats,
            next(iter(contest.settings.public_boards), None),
            played.terms,
            self.house,
        )


def _limit_s(task: JudgingTask) -> float:
    """How long judging may last: builds, and rehearsals in which every turn takes its time."""
    limits = task.terms.limits
    rehearsal_ms = limits.start_ms + limits.bank_ms + TURNS_MOST * limits.callback_ms
    return 2 * BUILD.time_s + OPPONENTS * rehearsal_ms / 1000


class _Process:
    """The process that judges a version."""

    def __init__(self, task: JudgingTask, language: str, life: int) -> None:
        self._outcome, theirs = os.pipe2(os.O_CLOEXEC)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        environment = {name: value for name, value in os.environ.items() if name not in ("LC_MESSAGES", "LANG")}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "joute.arena.contest.judging", str(theirs), str(life)],
            pass_fds=(theirs, life),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment | {"LC_ALL": LANGUAGES[language], "PYTHONUTF8": "1"},
            process_group=0,
        )
        os.close(theirs)
        assert self._process.stdin is not None
        with suppress(BrokenPipeError), self._process.stdin as stdin:
            stdin.write(msgspec.json.encode(task))

    def __enter__(self) -> _Process:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._outcome)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()

    def read(self, timeout: float) -> str | None:
        """What it has written since; None at its end."""
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], timeout)[0]:
            return ""
        data = os.read(self._process.stdout.fileno(), 65_536)
        return self._decoder.decode(data) if data else None

    def outcome(self) -> Outcome | str:
        """What came of it, or how it ended without telling."""
        code = self._process.wait()
        if select.select([self._outcome], [], [], 0)[0] and (data := os.read(self._outcome, 65_536)):
            return msgspec.json.decode(data, type=Outcome)
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - ERROR_BYTES))
        return f"its process ended with exit code {code}\n{self._errors.read().decode('utf-8', 'replace')}"
