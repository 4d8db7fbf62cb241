"""What outlives the server: its matches in the store of the arena, replays by their digest, and films beside them."""

from __future__ import annotations

import gzip
import re
import shutil
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select, update

from joute.arena.contest import model, public
from joute.arena.store import Store
from joute.arena.store import matches as filing
from joute.arena.store.schema import State as StoredState
from joute.arena.store.schema import matches as table
from joute.arena.tournament.viewer import Numbers
from joute.core.registry import game_info, game_names
from joute.match.replay import GZIP, LEVEL
from joute.web.wire import FILM, MatchHead, MatchState, PlayerHead
from joute.web.worker.pipe import Job, PlayJob
from joute.web.worker.progress import save

from .causes import CUT_OFF

KIND = "web"
NUMBERED = re.compile(r"n\.[0-9]{1,15}")
LISTED = 50
FILMS_MOST = 400
"""How many films stay on disk; one that was removed is made again when somebody asks for it."""
STATES: dict[StoredState, MatchState] = {
    StoredState.WAITING: "waiting",
    StoredState.RUNNING: "playing",
    StoredState.DONE: "over",
    StoredState.FAILED: "failed",
    StoredState.ASIDE: "failed",
    StoredState.REPLACED: "over",
}


class StoredMatch(msgspec.Struct, frozen=True):
    """A match as it is stored. `owner` and `seats` are hashes of secrets."""

    head: MatchHead
    owner: bytes
    replay: str | None
    seats: dict[int, bytes] = {}
    job: Job | None = None
    reason: str = ""
    verdicts: list[tuple[str, str]] = []


class MatchStore:
    """The arena's store, and two folders in it: films, and the replays of matches that are being played."""

    def __init__(self, where: str, contest: bool = False) -> None:
        """`contest`: whether the store is that of a contest, which says what the public may see."""
        self.base = Store.open(where)
        self._contest = contest
        self.folder = self.base.folder
        for name in ("films", "playing"):
            (self.folder / name).mkdir(exist_ok=True)
        self._lock = self.base.lock(KIND, wait=False)
        self._lock.__enter__()

    def close(self) -> None:
        self._lock.__exit__(None, None, None)
        self.base.close()

    def interrupted(self) -> list[StoredMatch]:
        """The matches that were played when the server last ended, then those that waited, with their jobs. What is
        shown from elsewhere has failed."""
        with self.base.writing() as connection:
            rows = filing.unfinished(connection, KIND)
            jobs = {row.key: job for row in rows if (job := self._job(row.key)) is not None}
            lost = [row.id for row in rows if row.key not in jobs]
            filing.set_state(connection, lost, StoredState.FAILED, CUT_OFF.en)
        for file in (self.folder / "playing").glob("*.*"):
            if file.stem not in jobs:
                file.unlink()
        found = [msgspec.structs.replace(stored_match(row), job=jobs[row.key]) for row in rows if row.key in jobs]
        return sorted(found, key=lambda match: match.head.state == "waiting")

    def _job(self, id: str) -> PlayJob | None:
        """The job of a match that was to be played here."""
        try:
            job = msgspec.json.decode(self._job_file(id).read_bytes(), type=PlayJob)
        except (OSError, msgspec.MsgspecError):
            return None
        return job if job.game in game_names() else None

    def _job_file(self, id: str) -> Path:
        return self.playing(id).with_suffix(".job")

    # Matches

    def put(self, stored: StoredMatch) -> None:
        """Insert a match, or update its state. What is kept to go on with it is removed when it is over."""
        head = stored.head
        if head.state == "waiting" and isinstance(stored.job, PlayJob):
            job = msgspec.structs.replace(stored.job, invite="")  # a secret of the server, which knows it
            save(self._job_file(head.id), job)
        with self.base.writing() as connection:
            number = connection.execute(select(table.c.id).where(table.c.key == head.id)).scalar()
            if number is None:
                (number,) = filing.add(connection, [_row(stored)])
            if head.state == "playing":
                filing.begin(connection, [number])
            elif head.state == "failed":
                filing.set_state(connection, [number], StoredState.FAILED, head.told)
            elif head.state == "over":
                self._finish(connection, number, stored)
        if head.state in ("over", "failed"):
            self.clear(head.id)

    def clear(self, id: str) -> None:
        """Remove the files of a match that was played."""
        for kind in (".jsonl", ".pending", ".job"):
            self.playing(id).with_suffix(kind).unlink(missing_ok=True)

    def _finish(self, connection: Connection, number: int, stored: StoredMatch) -> None:
        """Store the result. The column `round` holds the last turn, `why` what is wrong with the replay."""
        head = stored.head
        ranks = head.ranks or [1] * len(head.players)
        ending = filing.ResultRow(head.scores, ranks, stored.reason, stored.verdicts, replay=stored.replay)
        filing.finish(connection, number, ending)
        connection.execute(update(table).where(table.c.id == number).values(round=head.turn, why=head.told))

    def match(self, id: str) -> StoredMatch | None:
        """A match by its id, or one of a tournament by its public number: n.NUMBER."""
        number = self.number(id)
        with self.base.reading() as connection:
            if number is None:
                row = filing.find(connection, id)
            else:
                row = next(iter(filing.by_id(connection, [number])), None)
        if row is None or (self._contest and number is None and row.kind != KIND):
            return None
        return stored_match(msgspec.structs.replace(row, key=id) if self._contest else row)

    def number(self, id: str) -> int | None:
        """The number in the store of a match that is named by its public number; None for other ids."""
        if not NUMBERED.fullmatch(id):
            return None
        return self.real(int(id[2:]))

    def real(self, number: int) -> int:
        """The number in the store of a match that the public knows by another."""
        return self._numbers.real(number)

    def id(self, number: int) -> str:
        """What the public calls a match of a tournament."""
        return f"n.{self._numbers.public(number)}"

    @cached_property
    def _numbers(self) -> Numbers:
        """What the public calls matches."""
        return public.numbers(model.load(self.base)) if self._contest else Numbers()

    def matches(self, game: str | None, before: str | None) -> list[StoredMatch]:
        """The newest matches first, of one game or of all; `before`: those older than the match with this id."""
        with self.base.reading() as connection:
            number = None
            if before is not None:
                number = connection.execute(select(table.c.id).where(table.c.key == before)).scalar() or 0
            rows = filing.recent(connection, KIND, LISTED, number, game)
        return [stored_match(row) for row in rows]

    def forget(self, id: str) -> None:
        with self.base.writing() as connection:
            filing.remove(connection, id)

    def shows(self, replay: str) -> bool:
        """Whether some match has this replay."""
        with self.base.reading() as connection:
            return connection.execute(select(table.c.id).where(table.c.replay == replay)).first() is not None

    # Files

    def playing(self, id: str) -> Path:
        """The file that a match writes its replay to while it is played."""
        return self.folder / "playing" / f"{id}.jsonl"

    def replay(self, digest: str) -> Path:
        return self.base.replays.path(digest)

    def film(self, digest: str) -> Path:
        """The folder of a film; those of another format are not found, and removed with time."""
        return self.folder / "films" / f"{digest}.{FILM}"

    def adopt(self, path: Path) -> str:
        """Put a file into the store, compressed: the digest it is stored under."""
        data = path.read_bytes()
        return self.base.replays.put(data if data.startswith(GZIP) else gzip.compress(data, LEVEL, mtime=0))

    def remove_old_films(self) -> None:
        """Remove the films that were used least recently."""
        films = sorted((self.folder / "films").iterdir(), key=lambda path: path.stat().st_mtime)
        for film in films[:-FILMS_MOST]:
            with suppress(OSError):
                shutil.rmtree(film)


def _row(stored: StoredMatch) -> filing.MatchRow:
    """A match as the store of the arena has it."""
    head, job = stored.head, stored.job
    players = tuple(
        filing.PlayerRow(
            player.name[:200],
            "human" if player.kind == "human" else "champion",
            secret=stored.seats[seat].hex() if seat in stored.seats else "",
        )
        for seat, player in enumerate(head.players)
    )
    asked = job if isinstance(job, PlayJob) else None
    return filing.MatchRow(
        key=head.id,
        kind=KIND,
        game=head.game,
        preset=(asked.preset if asked else None) or "",
        params=asked.params if asked else {},
        board=asked.board if asked else None,
        seed=asked.seed if asked else 0,
        players=players,
        owner=stored.owner.hex(),
    )


def stored_match(match: filing.MatchRow) -> StoredMatch:
    """A match as the arena knows it."""
    state = STATES[match.state]
    over = state == "over"
    players = [
        _player(match.game, seat, player.name, "human" if player.kind == "human" else player.name)
        for seat, player in enumerate(match.players)
    ]
    head = MatchHead(
        match.key,
        match.game,
        state,
        players,
        match.round if match.kind == KIND else 0,
        [player.score or 0 for player in match.players],
        [player.rank or 1 for player in match.players] if over else None,
        match.began or match.created,
        over,
        match.why,
    )
    seats = {seat: bytes.fromhex(player.secret) for seat, player in enumerate(match.players) if player.secret}
    return StoredMatch(head, bytes.fromhex(match.owner), match.replay, seats)


def _player(game: str, seat: int, name: str, kind: str) -> PlayerHead:
    try:
        return PlayerHead.of(game_info(game), seat, name, kind)
    except ValueError:  # a game that is no longer here
        return PlayerHead(name, str(seat + 1), kind)
