"""What the process of a match does: play it, play along one that is played elsewhere, or film a replay."""

from __future__ import annotations

import gzip
import os
import resource
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from joute.champions.errors import ChampionError
from joute.champions.sandbox.limits import Hosting, Level, Limits, NoSandbox
from joute.champions.sources.find import find
from joute.core.registry import settled_game
from joute.core.table import Table
from joute.match.play import MatchSpec, play_match
from joute.match.player import Player as AnyPlayer
from joute.match.player import all_or_none
from joute.match.positions import listen
from joute.match.replay import (
    FILE_MOST,
    Header,
    Line,
    Named,
    NotReplay,
    PhaseLine,
    Recorder,
    Replay,
    ReplayError,
    ResultLine,
    advance,
    header_of,
    read,
)
from joute.web.film.reel import Reel, Reels, head, tracks_of, verdicts_of
from joute.web.wire import Outcome

from .people import Hands, undoes
from .pipe import Begun, Done, Failed, Film, Frame, Gone, JobEnd, Lines, Over, Play, Player, Relay, Shot

MEMORY_MOST = 2 << 30
"""Bytes of address space for a job on what a stranger has sent."""
CPU_S = 120
UNPACKED_MOST = 128 << 20
"""Bytes of a replay from elsewhere, once unpacked."""
_ENCODE = msgspec.json.Encoder().encode
_LINE = msgspec.json.Decoder(Line).decode


def work(pipe: JobEnd) -> None:
    """Do the one job of this process."""
    try:
        job = pipe.receive()
        if isinstance(job, Play):
            play(pipe, job)
        elif isinstance(job, Relay):
            relay(pipe, job)
        elif isinstance(job, Film):
            film(pipe, job)
    except Gone:
        sys.exit(0)
    except (ChampionError, NoSandbox, ReplayError, ValueError, TypeError) as fault:
        pipe.send(Failed(str(fault), isinstance(fault, NotReplay)))
    except MemoryError:
        pipe.send(Failed("this takes more memory than is allowed"))
    except Exception as bug:
        traceback.print_exception(bug)
        pipe.send(Failed(f"a failure of the arena itself: {type(bug).__name__}"))


# A match as it is seen


class Studio:
    """Films a match as it is played, for each track."""

    def __init__(self, pipe: JobEnd, table: Table, header: Header, kinds: Sequence[str], people: Sequence[int]) -> None:
        self.pipe = pipe
        self.table = table
        tracks = tracks_of(table.game, table.seats)
        self.reels = {track: Reel(track) for track in dict.fromkeys([*tracks, *map(str, people)])}
        heads = {track: head(header, reel, table, live=True, kinds=kinds) for track, reel in self.reels.items()}
        pipe.send(Begun(heads, table.game.foggy, undoes(table.game)))
        listen(table)

    def add(self, line: PhaseLine | None = None) -> None:
        """One more position."""
        self.pipe.send(Frame({track: self._shot(reel, line) for track, reel in self.reels.items()}))

    def _shot(self, reel: Reel, line: PhaseLine | None) -> Shot:
        event = reel.add(self.table, line)
        diff = b"" if event.diff is msgspec.UNSET else bytes(event.diff)
        bare = msgspec.structs.replace(event, scene=msgspec.UNSET, diff=msgspec.UNSET)
        return Shot(bare, _ENCODE(reel.scene), diff)


# Playing


def play(pipe: JobEnd, job: Play) -> None:
    table = _table(job)
    hands = Hands(pipe, table, job.clock)
    hosting = Hosting(Level(job.isolation), _limits(job), strict=True)
    players = all_or_none(_player(table, hands, job, hosting, seat, player) for seat, player in enumerate(job.players))
    names = tuple(Named(player.name) for player in players)
    kinds = ["human" if player.kind == "human" else player.name for player in job.players]
    studio = Studio(pipe, table, header_of(table, names), kinds, list(hands.people))
    hands.players, hands.reels = players, studio.reels

    def show(line: PhaseLine | None) -> None:
        studio.add(line)
        for seat in hands.people:
            hands.tell_position(seat, fresh=True)
        listen(table)

    with Recorder(Path(job.replay)) as recorder:
        show(None)
        spec = MatchSpec(table, players, recorder, hosting.limits_record(table.game))
        match = play_match(spec, lambda _, line: show(line))
    result = match.result
    told = Outcome(list(result.scores), list(result.ranks), result.reason)
    pipe.send(Over(told, verdicts_of(match.reports), match.void))


def _table(job: Play) -> Table:
    game = settled_game(job.game, job.preset, job.params)
    game = game if job.board is None else game.fitted(job.board)
    return Table(game, job.board, len(job.players), job.seed)


def _limits(job: Play) -> Limits:
    """Champions beside people, or alone without a clock of their own, have the usual time."""
    alone = all(player.kind == "champion" for player in job.players)
    if job.clock is None or not alone:
        return Limits()
    return Limits(time_ms=job.clock.turn_ms, bank_ms=job.clock.bank_ms)


def _player(table: Table, hands: Hands, job: Play, hosting: Hosting, seat: int, player: Player) -> AnyPlayer:
    if player.kind == "human":
        return hands.person(seat, player.name)
    found = find(table.game, player.path or player.name, job.seed, hosting)
    found.name = player.name
    return found


# A match that is played elsewhere


def relay(pipe: JobEnd, job: Relay) -> None:
    header = _LINE(job.header)
    if not isinstance(header, Header):
        raise ReplayError("the first line of a match is its header")
    table = Replay(header, (), source="this match").table()
    with Recorder(Path(job.replay)) as recorder:
        recorder.write(header)
        studio = Studio(pipe, table, header, (), ())
        studio.add()
        for number, line in enumerate(_lines(pipe)):
            recorder.write(line)
            if isinstance(line, ResultLine):
                told = Outcome(list(line.scores), list(line.ranks), line.reason)
                pipe.send(Over(told, verdicts_of(line.reports), line.void))
                return
            if not isinstance(line, PhaseLine):
                raise ReplayError("a second header")
            listen(table)
            advance(table, line, number)
            studio.add(line)


def _lines(pipe: JobEnd) -> Iterator[Line]:
    """The lines that come in."""
    while True:
        message = pipe.receive()
        if isinstance(message, Lines):
            for text in message.data.splitlines():
                yield _LINE(text)


# Films


def film(pipe: JobEnd, job: Film) -> None:
    """Film a replay, which may be hostile: within limits, and into a folder that is there whole or not at all."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 5))
    source, folder = Path(job.replay), Path(job.folder)
    _require_small(source)
    try:
        replay = msgspec.structs.replace(read(source, lenient=True), source="this replay")
    except ReplayError as fault:  # where we keep it is nobody's business
        raise type(fault)(str(fault).replace(str(source), "this replay")) from None
    reels = Reels(replay)
    found = reels.head()
    making = folder.with_name(f"{folder.name}.{os.getpid()}")
    making.mkdir(parents=True)
    for track, reel in reels.tracks.items():
        (making / f"{track}.json").write_bytes(_ENCODE(reels.head(track)))
        for number, chunk in enumerate(reel.chunks()):
            (making / f"{track}-{number}.gz").write_bytes(chunk)
    with suppress(OSError):  # another may have been quicker
        making.rename(folder)
    pipe.send(Done(found))


def _require_small(path: Path) -> None:
    """Refuse what would unpack to more than a replay may have."""
    most = min(UNPACKED_MOST, FILE_MOST)
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    if not packed:
        return
    total = 0
    try:
        with gzip.open(path) as stream:
            while data := stream.read(2**20):
                total += len(data)
                if total > most:
                    raise ReplayError(f"this replay unpacks to more than {most >> 20} MiB; that is too much")
    except (EOFError, OSError, gzip.zlib.error):  # type: ignore[attr-defined]
        return  # broken off: shown as far as it goes
