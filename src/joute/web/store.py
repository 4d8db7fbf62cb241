"""What outlives the server: the matches in a small database, their replays in files named by their content, films."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from .wire import MatchHead, PlayerHead

LISTED = 50
FILMS_KEPT = 400
"""How many films are kept ready; one that is asked for later is made again."""
CUT_OFF = "the server was stopped while this match was played"
SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    state TEXT NOT NULL,
    players TEXT NOT NULL,
    turn INTEGER NOT NULL,
    scores TEXT NOT NULL,
    ranks TEXT,
    began REAL NOT NULL,
    told TEXT NOT NULL,
    owner BLOB NOT NULL,
    replay TEXT
);
CREATE INDEX IF NOT EXISTS matches_by_game ON matches (game, number);
"""


class Kept(msgspec.Struct, frozen=True):
    """A match in the store: its head, whose it is, and which replay it has."""

    head: MatchHead
    owner: bytes
    replay: str | None


class Store:
    """A folder with the database, the replays and the films."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("replays", "films", "playing"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        self._database = sqlite3.connect(folder / "arena.sqlite", isolation_level=None, timeout=10)
        self._database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;" + SCHEMA)
        self._mend()

    def close(self) -> None:
        self._database.close()

    def _mend(self) -> None:
        """What was going on when the server last ended has failed."""
        self._database.execute(
            "UPDATE matches SET state = 'failed', told = ? WHERE state IN ('waiting', 'playing')", (CUT_OFF,)
        )
        for left in (self.folder / "playing").iterdir():
            left.unlink()

    # Matches

    def put(self, kept: Kept) -> None:
        """Note a match, or how it stands now."""
        head = kept.head
        row = {
            "id": head.id,
            "game": head.game,
            "state": head.state,
            "players": _json(head.players),
            "turn": head.turn,
            "scores": _json(head.scores),
            "ranks": None if head.ranks is None else _json(head.ranks),
            "began": head.began,
            "told": head.told,
            "owner": kept.owner,
            "replay": kept.replay,
        }
        names = ", ".join(row)
        values = ", ".join(f":{name}" for name in row)
        changes = ", ".join(f"{name} = excluded.{name}" for name in row)
        self._database.execute(
            f"INSERT INTO matches ({names}) VALUES ({values}) ON CONFLICT (id) DO UPDATE SET {changes}", row
        )

    def match(self, id: str) -> Kept | None:
        rows = self._rows("WHERE id = ?", (id,))
        return rows[0] if rows else None

    def matches(self, game: str | None, before: str | None, count: int = LISTED) -> list[Kept]:
        """The newest first, of one game or all, from the one before another on."""
        return self._rows(
            "WHERE (? IS NULL OR game = ?) AND (? IS NULL OR number < (SELECT number FROM matches WHERE id = ?)) "
            "ORDER BY number DESC LIMIT ?",
            (game, game, before, before, count),
        )

    def forget(self, id: str) -> None:
        self._database.execute("DELETE FROM matches WHERE id = ?", (id,))

    def _rows(self, rest: str, values: tuple[Any, ...]) -> list[Kept]:
        names = "id, game, state, players, turn, scores, ranks, began, told, owner, replay"
        return [_kept(row) for row in self._database.execute(f"SELECT {names} FROM matches {rest}", values)]

    # Files

    def playing(self, id: str) -> Path:
        """Where a match writes its replay while it is played."""
        return self.folder / "playing" / f"{id}.jsonl"

    def replay(self, digest: str) -> Path:
        return self.folder / "replays" / f"{digest}.jsonl.gz"

    def film(self, digest: str) -> Path:
        return self.folder / "films" / digest

    def adopt(self, path: Path) -> str:
        """Keep a replay, compressed, under the name of its content; that name."""
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            packed, digest = data, hashlib.sha256(data).hexdigest()[:32]
        else:
            packed, digest = gzip.compress(data, 6, mtime=0), hashlib.sha256(data).hexdigest()[:32]
        target = self.replay(digest)
        if not target.exists():
            making = target.with_name(f"{target.name}.{os.getpid()}")
            making.write_bytes(packed)
            making.rename(target)
        path.unlink()
        return digest

    def thin_films(self) -> None:
        """Remove the films that nobody has asked for longest."""
        films = sorted((self.folder / "films").iterdir(), key=lambda path: path.stat().st_mtime)
        for film in films[:-FILMS_KEPT]:
            with suppress(OSError):
                shutil.rmtree(film)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _kept(row: tuple[Any, ...]) -> Kept:
    id, game, state, players, turn, scores, ranks, began, told, owner, replay = row
    head = MatchHead(
        id,
        game,
        state,
        msgspec.json.decode(players, type=list[PlayerHead]),
        turn,
        msgspec.json.decode(scores, type=list[int]),
        None if ranks is None else msgspec.json.decode(ranks, type=list[int]),
        began,
        state == "over",
        told,
    )
    return Kept(head, owner, replay)
