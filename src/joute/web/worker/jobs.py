"""The jobs of a process: play a match, replay one that is played elsewhere, or make the film of a replay."""

from __future__ import annotations

import gzip
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

import msgspec

from joute.champions.errors import ChampionError
from joute.champions.sandbox.limits import Hosting, Level, Limits, NoSandbox
from joute.champions.sources.find import find
from joute.core.registry import settled_game
from joute.core.table import Table
from joute.match.feeding import CannotGoOn
from joute.match.play import MatchSpec, play_match
from joute.match.player import Player, all_or_none, released_on_error
from joute.match.positions import listen
from joute.match.reading import FILE_MOST, NotReplay, read
from joute.match.referee import named
from joute.match.replay import (
    Header,
    Line,
    PhaseLine,
    Recorder,
    Replay,
    ReplayError,
    Restart,
    ResultLine,
    advance,
    header_of,
)
from joute.web.film.replay import ReplayFilm
from joute.web.film.track import Track, head, tracks_of, verdicts_of
from joute.web.wire import Outcome, ProposalKind

from .clients import NOBODY_CAME, Clients
from .drafts import edited
from .people import Hands, undoes
from .pipe import (
    DraftEdited,
    EditJob,
    FilmJob,
    FilmMade,
    FollowJob,
    Frame,
    JobEnd,
    JobFailed,
    Lines,
    MatchBegun,
    MatchEnded,
    PipeClosed,
    PlayerSpec,
    PlayJob,
    PositionJob,
    RelayJob,
    Shot,
)
from .positions import position
from .progress import Pending, alone, pending_file, saved, so_far, take_back
from .talk import TakenBack, proposals

POLL_S = 0.1
"""Seconds between two looks at a replay that another program writes."""
MEMORY_MOST = 2 << 30
"""Bytes of address space for making a film of what anybody may have sent."""
CPU_S = 120
"""Seconds of CPU time for making a film."""
EDIT_CPU_S = 20
"""Seconds of CPU time for what is asked of a draft."""
UNPACKED_MOST = 128 << 20
"""Bytes of a replay once it is unpacked."""
_ENCODE = msgspec.json.Encoder().encode
_LINE = msgspec.json.Decoder(Line).decode


def work(pipe: JobEnd) -> None:
    """Do the one job of this process."""
    try:
        job = pipe.receive()
        if isinstance(job, PlayJob):
            play(pipe, job)
        elif isinstance(job, RelayJob):
            relay(pipe, job)
        elif isinstance(job, FollowJob):
            show(pipe, _lines_of(Path(job.path)), Recorder())
        elif isinstance(job, FilmJob):
            film(pipe, job)
        elif isinstance(job, PositionJob):
            limit_resources()
            position(pipe, job)
        elif isinstance(job, EditJob):
            limit_resources(EDIT_CPU_S)
            pipe.send(DraftEdited(edited(job.request)))
    except PipeClosed:
        sys.exit(0)
    except (ChampionError, NoSandbox, ReplayError, ValueError, TypeError) as error:
        pipe.send(JobFailed(str(error), isinstance(error, NotReplay)))
    except MemoryError:
        pipe.send(JobFailed("this takes more memory than a match may use"))
    except Exception as bug:
        traceback.print_exception(bug)
        pipe.send(JobFailed(f"engine failure: {type(bug).__name__}"))


# Watching


class LiveFilm:
    """Sends every position of a match to the server as it is played, for each track."""

    def __init__(
        self,
        pipe: JobEnd,
        table: Table,
        header: Header,
        kinds: Sequence[str] = (),
        people: Sequence[int] = (),
        may: Sequence[ProposalKind] = (),
    ) -> None:
        self.pipe = pipe
        self.table = table
        names = dict.fromkeys([*tracks_of(table.game, table.seats), *map(str, people)])
        self.tracks = {name: Track(name) for name in names}
        self._heads = {name: head(header, track, table, live=True, kinds=kinds) for name, track in self.tracks.items()}
        self._may = list(may)

    def begin(self, past: Replay | None = None, noted: Callable[[Table, PhaseLine], None] | None = None) -> None:
        """Send the first position, after all that was played before this match was interrupted; `noted` sees that."""
        here = self.table
        self.pipe.send(MatchBegun(self._heads, here.game.foggy, undoes(here.game), self._may))
        self.table = here
        if past is not None:
            self.table = past.table()
            self.table.call_players([player.name for player in past.header.players])
        self.add()
        for number, line in enumerate(() if past is None else past.phases):
            listen(self.table)
            advance(self.table, line, number)
            self.add(line)
            if noted is not None:
                noted(self.table, line)
        self.table = here
        listen(here)

    def add(self, line: PhaseLine | None = None) -> None:
        """Send one more position."""
        self.pipe.send(Frame({name: self._shot(track, line) for name, track in self.tracks.items()}))

    def _shot(self, track: Track, line: PhaseLine | None) -> Shot:
        event = track.add(self.table, line)
        diff = b"" if event.diff is msgspec.UNSET else bytes(event.diff)
        bare = msgspec.structs.replace(event, scene=msgspec.UNSET, diff=msgspec.UNSET, orders=None)
        return Shot(bare, _ENCODE(track.scene), diff, track.told)


# Playing


def play(pipe: JobEnd, job: PlayJob) -> None:
    """Play a match; one that was interrupted, or of which a turn is taken back, goes on."""
    record = Path(job.replay)
    with alone(record):
        while True:
            try:
                return _go_on(pipe, job, record)
            except TakenBack as back:
                take_back(record, back.line)


def _go_on(pipe: JobEnd, job: PlayJob, record: Path) -> None:
    """Play a match from where it is; if it cannot go on, it begins again."""
    try:
        past = so_far(record)
        if past is not None and past.result is not None:
            show(pipe, iter(past.lines), Recorder(), job)
        else:
            _play(pipe, job, past)
    except ReplayError:
        _play(pipe, job, None, Restart(0, "record"))
    except CannotGoOn as error:
        _play(pipe, job, None, error.restart)


def _play(pipe: JobEnd, job: PlayJob, past: Replay | None, restart: Restart | None = None) -> None:
    record = Path(job.replay)
    pending = saved(pending_file(record))
    table = _table(job) if past is None else past.table()
    table.call_players([player.name for player in job.players])
    clients = _clients(pipe, table, job, pending)
    may = proposals(table.game, [player.kind for player in job.players])
    hands = Hands(pipe, table, job.clock, clients, may, record)
    hosting = Hosting(Level(job.isolation), _limits(job), strict=True)
    players = all_or_none(_player(table, hands, job, hosting, seat, player) for seat, player in enumerate(job.players))
    with released_on_error(players):  # the server may close the pipe before there is a match
        resumed, limits = job.start is not None, hosting.limits_record(table.game)
        header = header_of(table, named(players), resumed, origin=job.origin, restart=restart)
        header = header if past is None else past.header
        live_film = LiveFilm(pipe, table, header, _kinds(job), list(hands.people), may)
        hands.players, hands.tracks = players, live_film.tracks

        def begin() -> None:
            live_film.begin(past, hands.note)
            hands.send_fresh()
            hands.do_again(pending)

        def show(_: Table, line: PhaseLine) -> None:
            live_film.add(line)
            hands.note(table, line)
            hands.send_fresh()
            hands.tell_late(line)
            listen(table)

        if past is None:
            begin()
            if clients is not None and not clients.await_first(hands.serve):
                pipe.send(JobFailed(NOBODY_CAME))
                clients.linger(hands.serve)
    with Recorder(Path(job.replay), past=() if past is None else past.lines) as recorder:
        spec = MatchSpec(
            table, players, recorder, limits, resumed, job.origin, past=past, restart=restart, on_going_on=begin
        )
        match = play_match(spec, show)
    pipe.send(MatchEnded(Outcome.of(match.result), verdicts_of(match.reports), match.void))
    if clients is not None:
        clients.linger(hands.serve)


def _kinds(job: PlayJob) -> list[str]:
    return ["human" if player.kind == "human" else player.name for player in job.players]


def _clients(pipe: JobEnd, table: Table, job: PlayJob, pending: Pending) -> Clients | None:
    names = [None if player.kind == "http" else player.name for player in job.players]
    return Clients(pipe, table, names, job.invite, seated=pending.programs) if None in names else None


def _table(job: PlayJob) -> Table:
    if job.start is not None:
        return Table.load(job.start, backend=None)
    game = settled_game(job.game, job.preset, job.params)
    game = game if job.board is None else game.fitted(job.board)
    return Table(game.on(), job.board, len(job.players), job.seed)


def _limits(job: PlayJob) -> Limits:
    """Champions beside people, or alone without a clock of their own, have the usual time."""
    alone = all(player.kind == "champion" for player in job.players)
    if job.clock is None or not alone:
        return Limits()
    return Limits(time_ms=job.clock.turn_ms, bank_ms=job.clock.bank_ms)


def _player(table: Table, hands: Hands, job: PlayJob, hosting: Hosting, seat: int, player: PlayerSpec) -> Player:
    if player.kind == "human":
        return hands.person(seat, player.name)
    if player.kind == "http":
        return hands.client(seat, player.name)
    champion = find(table.game, player.path or player.name, job.seed, hosting)
    champion.name = player.name
    return champion


# A match that is played elsewhere


def relay(pipe: JobEnd, job: RelayJob) -> None:
    """Replay a match from the lines that come through the pipe, and record them."""
    show(pipe, chain([_LINE(job.header)], _lines(pipe)), Recorder(Path(job.replay)))


def show(pipe: JobEnd, lines: Iterator[Line], record: Recorder, played: PlayJob | None = None) -> None:
    """Show a match line by line as another program plays it; or one that was `played` here, to its end."""
    header = next(lines)
    if not isinstance(header, Header):
        raise ReplayError("the first line of a match must be its header")
    table = Replay(header, (), source="this match").table()
    table.call_players([player.name for player in header.players])
    with record as recorder:
        recorder.write(header)
        people = [] if played is None else [seat for seat, one in enumerate(played.players) if one.kind == "human"]
        live_film = LiveFilm(pipe, table, header, () if played is None else _kinds(played), people)
        live_film.begin()
        for number, line in enumerate(lines):
            recorder.write(line)
            if isinstance(line, ResultLine):
                pipe.send(MatchEnded(Outcome.of(line), verdicts_of(line.reports), line.void))
                return
            if not isinstance(line, PhaseLine):
                raise ReplayError("a match has one header, and this is a second one")
            listen(table)
            advance(table, line, number)
            live_film.add(line)


def _lines(pipe: JobEnd) -> Iterator[Line]:
    """The lines that come through the pipe."""
    while True:
        message = pipe.receive()
        if isinstance(message, Lines):
            for text in message.data.splitlines():
                yield _LINE(text)


def _lines_of(path: Path) -> Iterator[Line]:
    """The lines of a replay as it is written; its file is removed when the match is over, or was stopped."""
    with path.open("rb") as file:
        rest, gone = b"", False
        while True:
            *whole, rest = (rest + file.read()).split(b"\n")
            yield from map(_LINE, whole)
            if gone:
                raise ReplayError("this match was stopped before its end")
            gone = os.fstat(file.fileno()).st_nlink == 0  # then read once more: what was written last may be there
            if not gone:
                time.sleep(POLL_S)


# Films and positions


def limit_resources(cpu_s: int = CPU_S) -> None:
    """Limit this process, on Linux: what it reads may be hostile."""
    if sys.platform != "linux":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 5))


def film(pipe: JobEnd, job: FilmJob) -> None:
    """Make the film of a replay, within limits: it may be hostile. The folder appears whole or not at all."""
    limit_resources()
    source, folder = Path(job.replay), Path(job.folder)
    _require_small(source)
    try:
        replay = msgspec.structs.replace(read(source, lenient=True), source="this replay")
    except ReplayError as error:  # readers must not learn where the file is
        raise type(error)(str(error).replace(str(source), "this replay")) from None
    made = ReplayFilm(replay)
    whole = made.head()
    making = folder.with_name(f"{folder.name}.{os.getpid()}")
    making.mkdir(parents=True)
    for name, track in made.tracks.items():
        (making / f"{name}.json").write_bytes(_ENCODE(made.head(name)))
        for file, data in track.files(name):
            (making / file).write_bytes(data)
    with suppress(OSError):  # another process may have made the same film
        making.rename(folder)
    pipe.send(FilmMade(whole))


def _require_small(path: Path) -> None:
    """Refuse a file that unpacks to more than a replay may have, without unpacking it all into memory."""
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
                    raise ReplayError(f"this replay unpacks to more than {most >> 20} MiB, the most that is shown here")
    except (EOFError, OSError, gzip.zlib.error):  # type: ignore[attr-defined]
        return  # cut off: shown as far as it goes
