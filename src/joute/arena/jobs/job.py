"""A job: one match as data, self-contained, to be played anywhere; and what comes back."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from joute import __version__
from joute.champions.errors import ChampionError
from joute.champions.players.simple import Unbuilt
from joute.champions.sandbox.limits import Hosting, Level, Limits, NoSandbox
from joute.champions.sources.find import find
from joute.core.backends.library import BuildError
from joute.core.errors import EngineBug
from joute.core.game import Game, chosen_backend
from joute.core.registry import game_info, settled_game
from joute.core.table import Table
from joute.match.play import MatchSpec, play_match
from joute.match.player import LoadError, Player, all_or_none
from joute.match.referee import MatchResult
from joute.match.replay import Recorder, course_of, packed
from joute.match.verdict import MESSAGE_KEPT, Fault, Report, Verdict, truncated


class Champion(msgspec.Struct, frozen=True):
    """Who plays: its name, and the hash of its package; bundled champions are on every machine already."""

    name: str
    kind: Literal["bundled", "package"]
    digest: str
    bundled: str = ""
    """The name of a bundled champion, where it plays under another one."""
    given: str = ""
    """The parameters of one that is not bundled, as they follow its name."""


class Terms(msgspec.Struct, frozen=True):
    """How champions that are not bundled are hosted, as data."""

    level: Level = Level.SANDBOX
    limits: Limits = Limits()
    strict: bool = False
    """For tournaments, as in `Hosting`."""
    fall_back: bool = False
    """Whether a process of its own will do where there is no sandbox; with a warning."""

    def hosting(self, warnings: list[str]) -> Hosting:
        return Hosting(self.level, self.limits, self.strict, warn=warnings.append, fall_back=self.fall_back)


class Job(msgspec.Struct, frozen=True):
    """One match. `key` identifies it to its sender; the same job gives the same match, clocks aside."""

    key: str
    game: str
    preset: str
    params: dict[str, Any]
    board: str | None
    """The text of the board; None for the one that the game makes from the seed."""
    seed: int
    champions: tuple[Champion, ...]
    hosting: Terms = Terms()
    engine: str = __version__
    rules_version: int = 0
    """The version of the rules it is for; 0: whichever is installed."""
    backend: str | None = msgspec.field(default_factory=chosen_backend)
    """The backend it is played on, as in `Game.on`: the result is the same."""


class JobResult(msgspec.Struct, frozen=True):
    """What a worker gives back for a job. `void` says why the engine failed: then nobody has won or lost."""

    key: str
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    reason: str = ""
    verdicts: tuple[tuple[Verdict, str], ...] = ()
    """For each seat the verdict, and the message of its first failure."""
    wall_ms: tuple[float, ...] = ()
    cpu_ms: tuple[float, ...] = ()
    """How long each seat has thought."""
    replay: bytes = b""
    """The whole replay, compressed."""
    course: str = ""
    """What was played, as in `course_of`: two results of one table with the same course are one game."""
    void: str = ""
    unfit: bool = False
    """Whether it is void because this machine cannot play it: another may."""
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()
    worker: str = ""
    """The machine that has played it."""


def cause(why: str) -> str:
    """The first line of a failure; of a traceback, or of what a compiler says, also the line that names the error."""
    lines = why.strip().splitlines() or ["no reason given"]
    if not lines[0].startswith("Traceback"):
        said = lines[1:] if lines[0].endswith(":") else []
        errors = [line for line in said if "error" in line] or said
        return " ".join([lines[0], *errors[:1]]).rstrip(" :")
    last = max(at for at, line in enumerate(lines) if line.startswith("Traceback"))
    return next((line for line in lines[last + 1 :] if line and not line.startswith(" ")), lines[0])


class Sources(Protocol):
    """Where champions that are not bundled are found."""

    def path(self, digest: str) -> Path:
        """The file or folder of a package; raises ChampionError where it is unknown."""


FOR = "@"
"""What follows it in the key of a job says for whom it is played."""


def live_name(key: str) -> str:
    """The name of the file that shows a job while it is played."""
    return f"{key.partition(FOR)[0].replace('/', '-')}.jsonl"


def play(job: Job, packages: Sources, live: Path | None = None) -> JobResult:
    """Play a job. Neither a champion nor a bug of the engine makes it raise.

    In the folder `live`, if there is one, a file shows the match while it is played.
    """
    began, warnings = time.perf_counter(), list[str]()
    try:
        with _shown(job, packages, live) as recorder:
            result = _played(job, packages, warnings, recorder)
    except (Unfit, NoSandbox, BuildError) as error:
        result = JobResult(job.key, void=str(error), unfit=True)
    except (Exception, EngineBug) as bug:
        result = JobResult(job.key, void=truncated("".join(traceback.format_exception(bug)), 8 * MESSAGE_KEPT))
    seconds = round(time.perf_counter() - began, 6)
    return msgspec.structs.replace(
        result, seconds=seconds, warnings=tuple(dict.fromkeys(warnings)), worker=os.uname().nodename
    )


@contextmanager
def _shown(job: Job, packages: Sources, folder: Path | None) -> Iterator[Recorder | None]:
    """The recorder of a match that others may watch: its file is there as long as the match lasts."""
    if folder is None:
        yield None
        return
    file = folder / live_name(job.key)
    file.unlink(missing_ok=True)  # of a worker that was killed; who reads that must not read ours
    try:
        with Recorder(file, lambda text: _without_paths(text, job.champions, packages)) as recorder:
            yield recorder
    finally:
        file.unlink(missing_ok=True)


class Unfit(ValueError):
    """A job that cannot be played here: why, and what to do."""


def _played(job: Job, packages: Sources, warnings: list[str], recorder: Recorder | None) -> JobResult:
    require_fit(job)
    game = _game(job.game, job.preset, msgspec.json.encode(job.params), job.board, job.backend)
    table = Table(game, job.board, len(job.champions), job.seed)
    hosting = job.hosting.hosting(warnings)

    def load_fault(seat: int, error: LoadError) -> Fault:
        """Record the error: in a job nobody is there to fix the champion. A bundled one is the engine's to fix."""
        if job.champions[seat].kind == "bundled":
            raise error
        return Fault(Verdict.LOAD_ERROR, str(error))

    players = all_or_none(_player(game, champion, job.seed, hosting, packages) for champion in job.champions)
    spec = MatchSpec(table, players, recorder, limits=hosting.limits_record(game), load_fault=load_fault)
    return _job_result(job.key, play_match(spec), lambda text: _without_paths(text, job.champions, packages))


def require_fit(job: Job) -> None:
    """A job is played by the engine and the rules that it was made for."""
    if job.engine != __version__:
        raise Unfit(
            f"this job is for joute {job.engine}, and here is joute {__version__}; install the same version everywhere"
        )
    installed = game_info(job.game).rules_version
    if job.rules_version not in (0, installed):
        raise Unfit(
            f"this job is for version {job.rules_version} of the rules of {job.game}, and here is version {installed}; "
            "install the same engine everywhere"
        )


@lru_cache(maxsize=16)
def _game(name: str, preset: str, params: bytes, board: str | None, backend: str | None) -> Game:
    game = settled_game(name, preset or None, msgspec.json.decode(params))
    return (game if board is None else game.fitted(board)).on(backend)


def _player(game: Game, champion: Champion, seed: int, hosting: Hosting, packages: Sources) -> Player:
    """The player of a champion; one that cannot even be built is a player that cannot be loaded."""
    player: Player
    if champion.kind == "bundled":
        player = find(game, champion.bundled or champion.name, seed)
        player.name = champion.name
        return player
    path = packages.path(champion.digest)
    try:
        player = find(game, f"{path}:{champion.given}" if champion.given else str(path), seed, hosting)
    except ChampionError as error:
        player = Unbuilt(str(error))
    player.name, player.digest = champion.name, champion.digest
    return player


def _without_paths(text: str, champions: Sequence[Champion], packages: Sources) -> str:
    """A text without the paths where this machine keeps the packages of champions."""
    for champion in champions:
        if champion.kind == "package":
            path = packages.path(champion.digest)
            folder = str(path if path.is_dir() else path.parent)
            text = text.replace(f"{folder}/", "").replace(f"{folder}: ", "").replace(folder, ".")
    return text


def _job_result(key: str, match: MatchResult, clean: Callable[[str], str]) -> JobResult:
    """What comes of a match; `clean` is applied to every text."""
    result, reports = match.result, match.reports
    return JobResult(
        key,
        result.scores,
        () if match.void else result.ranks,
        result.reason,
        tuple((report.verdict, clean(_first_fault(report))) for report in reports),
        tuple(round(report.wall_ms, 3) for report in reports),
        tuple(round(report.cpu_ms, 3) for report in reports),
        packed(match.record, clean),
        course_of(match.record),
        match.void,
    )


def _first_fault(report: Report) -> str:
    """The first failure of a champion, in one message."""
    if not report.faults:
        return ""
    first = report.faults[0]
    where = f"turn {first.turn}, {first.callback}(): " if first.callback else ""
    return f"{where}{first.message}"


def job_for(
    key: str,
    game: Game,
    seed: int,
    champions: Sequence[Champion],
    board: str | None = None,
    hosting: Terms | None = None,
) -> Job:
    """The job of a match of a game with its parameters settled."""
    params: Mapping[str, Any] = game.overrides
    return Job(
        key=key,
        game=game.name,
        preset=game.preset,
        params=dict(params),
        board=board,
        seed=seed,
        champions=tuple(champions),
        hosting=hosting or Terms(),
        rules_version=game.info.rules_version,
    )
