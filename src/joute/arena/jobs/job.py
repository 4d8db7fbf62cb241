"""A job: one match as data, self-contained, to be played anywhere; and what comes back."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from joute import __version__
from joute.champions.errors import ChampionError
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Hosting, Level, Limits, NoSandbox
from joute.champions.sources.find import find
from joute.core.errors import EngineFault
from joute.core.game import Game
from joute.core.registry import game_info, settled_game
from joute.core.seat import Seat
from joute.core.table import Table
from joute.match.player import Player
from joute.match.referee import Outcome, Referee
from joute.match.replay import Recorder, packed
from joute.match.verdict import MESSAGE_KEPT, Fault, Report, Verdict, truncated


class Champion(msgspec.Struct, frozen=True):
    """Who plays: the name it goes by, and the hash of its package; bundled ones are everywhere already."""

    name: str
    kind: Literal["bundled", "package"]
    digest: str
    bundled: str = ""
    """What a bundled one is called by its game, where it goes by another name here."""


class Terms(msgspec.Struct, frozen=True):
    """How champions that are not bundled are hosted, as data."""

    level: Level = Level.SANDBOX
    limits: Limits = Limits()
    strict: bool = False
    """For tournaments, as in `Hosting`."""
    fall_back: bool = False
    """Where no sandbox stands, a process of its own will do, with a warning."""

    def hosting(self, warnings: list[str]) -> Hosting:
        return Hosting(self.level, self.limits, self.strict, warn=warnings.append, fall_back=self.fall_back)


class Job(msgspec.Struct, frozen=True):
    """One match. `key` is what its sender knows it by; the same job gives the same match, clocks aside."""

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
    """The rules it is to be played by; 0 for those that are found."""


class Done(msgspec.Struct, frozen=True):
    """A job that was played. `void` tells of a failure of ours: then nobody has won or lost."""

    key: str
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    reason: str = ""
    verdicts: tuple[tuple[Verdict, str], ...] = ()
    """For each seat the verdict, and what was told of its first failure."""
    wall_ms: tuple[float, ...] = ()
    cpu_ms: tuple[float, ...] = ()
    """How long each seat has thought."""
    replay: bytes = b""
    """The whole replay, compressed."""
    void: str = ""
    unfit: bool = False
    """Whether it is void because this machine cannot play it: another may."""
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()


def cause(why: str) -> str:
    """The line of a failure that says it: the first, or where that begins a traceback, the one that names the error."""
    lines = why.strip().splitlines() or ["nothing was said"]
    if not lines[0].startswith("Traceback"):
        return lines[0]
    last = max(at for at, line in enumerate(lines) if line.startswith("Traceback"))
    return next((line for line in lines[last + 1 :] if line and not line.startswith(" ")), lines[0])


class Sources(Protocol):
    """Where champions that are not bundled are found."""

    def path(self, digest: str) -> Path:
        """The file or folder of a package; raises ChampionError where it is unknown."""


def play(job: Job, packages: Sources) -> Done:
    """Play a job. Nothing that a champion does, and no failure of ours, raises."""
    began, warnings = time.perf_counter(), list[str]()
    try:
        done = _played(job, packages, warnings)
    except (Unfit, NoSandbox) as fault:
        done = Done(job.key, void=str(fault), unfit=True)
    except (Exception, EngineFault) as bug:
        done = Done(job.key, void=truncated("".join(traceback.format_exception(bug)), 8 * MESSAGE_KEPT))
    seconds = round(time.perf_counter() - began, 6)
    return msgspec.structs.replace(done, seconds=seconds, warnings=tuple(dict.fromkeys(warnings)))


class Unfit(ValueError):
    """A job that cannot be played here: why, and what to do."""


def _played(job: Job, packages: Sources, warnings: list[str]) -> Done:
    require_fit(job)
    game = _game(job.game, job.preset, msgspec.json.encode(job.params), job.board)
    table = Table(game, job.board, len(job.champions), job.seed)
    hosting = job.hosting.hosting(warnings)
    recorder, players = Recorder(), list[Player]()
    try:
        players += [_player(game, champion, job.seed, hosting, packages) for champion in job.champions]
        for player in players:
            if hasattr(player, "start"):
                player.start(game)  # processes get ready side by side
        outcome = Referee(table, players, recorder, hosting.limits_record(game)).play()
    finally:
        for player in players:
            player.leave()
    return _done(job.key, outcome, packed(recorder.lines))


def require_fit(job: Job) -> None:
    """A job is played by the engine and the rules that it was made for."""
    if job.engine != __version__:
        raise Unfit(
            f"this job is for joute {job.engine}, and here is joute {__version__}; install the same version everywhere"
        )
    found = game_info(job.game).rules_version
    if job.rules_version not in (0, found):
        raise Unfit(
            f"this job is for version {job.rules_version} of the rules of {job.game}, and here is version {found}; "
            "install the same engine everywhere"
        )


@lru_cache(maxsize=16)
def _game(name: str, preset: str, params: bytes, board: str | None) -> Game:
    game = settled_game(name, preset or None, msgspec.json.decode(params))
    return game if board is None else game.fitted(board)


def _player(game: Game, champion: Champion, seed: int, hosting: Hosting, packages: Sources) -> Player:
    """The player of a champion; one that cannot even be built is a player that cannot be loaded."""
    if champion.kind == "bundled":
        player = find(game, champion.bundled or champion.name, seed)
        player.name = champion.name
        return player
    path = packages.path(champion.digest)
    try:
        player = find(game, str(path), seed, hosting)
    except ChampionError as fault:
        player = Unbuilt(_homely(str(fault), path))
    player.name, player.digest = champion.name, champion.digest
    _tame(player, path)
    return player


class Unbuilt(Idle):
    """A champion that cannot be built."""

    def __init__(self, why: str) -> None:
        self.why = why

    def load(self, seat: Seat) -> Fault | None:
        return Fault(Verdict.LOAD_ERROR, self.why)


def _tame(player: Player, path: Path) -> None:
    """Nobody is waiting here to mend a champion that cannot be loaded: that is a fault in the record."""
    load = player.load

    def loaded(seat: Seat) -> Fault | None:
        try:
            return load(seat)
        except ChampionError as fault:
            return Fault(Verdict.LOAD_ERROR, _homely(str(fault), path))

    player.load = loaded  # type: ignore[method-assign]


def _homely(text: str, path: Path) -> str:
    """A text without the place where this machine keeps a package."""
    folder = path if path.is_dir() else path.parent
    return text.replace(f"{folder}/", "").replace(f"{folder}: ", "")


def _done(key: str, outcome: Outcome, replay: bytes) -> Done:
    result, reports = outcome.result, outcome.reports
    return Done(
        key,
        result.scores,
        () if outcome.void else result.ranks,
        result.reason,
        tuple((report.verdict, _told(report)) for report in reports),
        tuple(round(report.wall_ms, 3) for report in reports),
        tuple(round(report.cpu_ms, 3) for report in reports),
        replay,
        outcome.void,
    )


def _told(report: Report) -> str:
    """What a person wants to know of a champion's first failure."""
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
