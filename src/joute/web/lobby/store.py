"""What outlives the server: its matches in the store of the arena, replays by their content, and films beside them."""

from __future__ import annotations

import gzip
import re
import shutil
from contextlib import suppress
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select, update

from joute.arena.store import Store as Base
from joute.arena.store import matches as filing
from joute.arena.store.schema import State as Filed
from joute.arena.store.schema import matches as table
from joute.core.registry import game_info
from joute.match.replay import GZIP, LEVEL
from joute.web.errors import CUT_OFF
from joute.web.wire import MatchHead, PlayerHead, State
from joute.web.worker.pipe import Job, Play

KIND = "web"
NUMBERED = re.compile(r"n\.[0-9]{1,9}")
LISTED = 50
FILMS_KEPT = 400
"""How many films are kept ready; one that is asked for later is made again."""
STATES: dict[Filed, State] = {
    Filed.WAITING: "waiting",
    Filed.RUNNING: "playing",
    Filed.DONE: "over",
    Filed.FAILED: "failed",
    Filed.ASIDE: "failed",
    Filed.REPLACED: "over",
}


class Kept(msgspec.Struct, frozen=True):
    """A match as it is kept: its head, whose it is, and which replay it has."""

    head: MatchHead
    owner: bytes
    replay: str | None
    seats: dict[int, bytes] = {}
    job: Job | None = None
    reason: str = ""
    verdicts: list[tuple[str, str]] = []


class Store:
    """The arena's store, and two folders in it: films, and what is being played."""

    def __init__(self, where: str) -> None:
        self.base = Base.open(where)
        self.folder = self.base.folder
        for name in ("films", "playing"):
            (self.folder / name).mkdir(exist_ok=True)
        self._lock = self.base.lock(KIND, wait=False)
        self._lock.__enter__()
        self._mend()

    def close(self) -> None:
        self._lock.__exit__(None, None, None)
        self.base.close()

    def _mend(self) -> None:
        """What was going on when the server last ended has failed."""
        with self.base.writing() as connection:
            filing.give_up(connection, KIND, CUT_OFF.en)
        for left in (self.folder / "playing").iterdir():
            left.unlink()

    # Matches

    def put(self, kept: Kept) -> None:
        """Note a match, or how it stands now."""
        head = kept.head
        with self.base.writing() as connection:
            number = connection.execute(select(table.c.id).where(table.c.key == head.id)).scalar()
            if number is None:
                (number,) = filing.add(connection, [_filed(kept)])
            if head.state == "playing":
                filing.begin(connection, [number])
            elif head.state == "failed":
                filing.set_state(connection, [number], Filed.FAILED, head.told)
            elif head.state == "over":
                self._finish(connection, number, kept)

    def _finish(self, connection: Connection, number: int, kept: Kept) -> None:
        """`round` is the turn in which it ended, `why` what is wrong with its replay."""
        head = kept.head
        ranks = head.ranks or [1] * len(head.players)
        result = filing.MatchResult(head.scores, ranks, kept.reason, kept.verdicts, replay=kept.replay)
        filing.finish(connection, number, result)
        connection.execute(update(table).where(table.c.id == number).values(round=head.turn, why=head.told))

    def match(self, id: str) -> Kept | None:
        """A match by its id, or one of a tournament by its number: n.NUMBER."""
        with self.base.reading() as connection:
            if NUMBERED.fullmatch(id):
                found = next(iter(filing.by_id(connection, [int(id[2:])])), None)
            else:
                found = filing.find(connection, id)
        return None if found is None else _kept(found)

    def matches(self, game: str | None, before: str | None) -> list[Kept]:
        """The newest first, of one game or all, from the one before another on."""
        with self.base.reading() as connection:
            number = None
            if before is not None:
                number = connection.execute(select(table.c.id).where(table.c.key == before)).scalar() or 0
            found = filing.recent(connection, KIND, LISTED, number, game)
        return [_kept(match) for match in found]

    def forget(self, id: str) -> None:
        with self.base.writing() as connection:
            filing.remove(connection, id)

    def shows(self, replay: str) -> bool:
        """Whether some match has this replay."""
        with self.base.reading() as connection:
            return connection.execute(select(table.c.id).where(table.c.replay == replay)).first() is not None

    # Files

    def playing(self, id: str) -> Path:
        """Where a match writes its replay while it is played."""
        return self.folder / "playing" / f"{id}.jsonl"

    def replay(self, digest: str) -> Path:
        return self.base.replays.path(digest)

    def film(self, digest: str) -> Path:
        return self.folder / "films" / digest

    def adopt(self, path: Path) -> str:
        """Keep a replay, compressed, under the name of its content; that name."""
        data = path.read_bytes()
        digest = self.base.replays.put(data if data.startswith(GZIP) else gzip.compress(data, LEVEL, mtime=0))
        path.unlink()
        return digest

    def thin_films(self) -> None:
        """Remove the films that nobody has asked for longest."""
        films = sorted((self.folder / "films").iterdir(), key=lambda path: path.stat().st_mtime)
        for film in films[:-FILMS_KEPT]:
            with suppress(OSError):
                shutil.rmtree(film)


def _filed(kept: Kept) -> filing.Match:
    """A match as the arena files it."""
    head, job = kept.head, kept.job
    players = tuple(
        filing.Player(
            player.name[:200],
            "human" if player.kind == "human" else "champion",
            secret=kept.seats[seat].hex() if seat in kept.seats else "",
        )
        for seat, player in enumerate(head.players)
    )
    asked = job if isinstance(job, Play) else None
    return filing.Match(
        key=head.id,
        kind=KIND,
        game=head.game,
        preset=(asked.preset if asked else None) or "",
        params=asked.params if asked else {},
        board=asked.board if asked else None,
        seed=asked.seed if asked else 0,
        players=players,
        owner=kept.owner.hex(),
    )


def _kept(match: filing.Match) -> Kept:
    state = STATES[match.state]
    over = state == "over"
    players = [
        PlayerHead(player.name, _seat_name(match.game, seat), "human" if player.kind == "human" else player.name)
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
    return Kept(head, bytes.fromhex(match.owner), match.replay)


def _seat_name(game: str, seat: int) -> str:
    try:
        return game_info(game).seat_name(seat)
    except ValueError:  # a game that is no longer here
        return str(seat + 1)
