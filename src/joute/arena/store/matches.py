"""Matches in the store: added, begun, finished, read. Each function works in the transaction of its caller."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, true, update
from sqlalchemy.dialects import postgresql, sqlite

from .blobs import digest_of
from .errors import StoreError
from .schema import State, boards, matches, players

UNFINISHED = (State.WAITING, State.RUNNING)


class PlayerRow(msgspec.Struct, frozen=True):
    """Who plays at a seat. `secret` is the hash of the key that lets a person sit there."""

    name: str
    kind: str
    digest: str = ""
    secret: str = ""
    entrant: int | None = None
    score: int | None = None
    rank: int | None = None
    verdict: str | None = None
    told: str = ""
    wall_ms: float = 0.0
    cpu_ms: float = 0.0


class MatchRow(msgspec.Struct, frozen=True):
    """A match as the store has it. The caller chooses its `key`, which is unique, and its `kind`."""

    key: str
    kind: str
    game: str
    preset: str
    params: dict[str, Any]
    board: str | None
    """The text of the board; None for the one that the game makes from the seed."""
    seed: int
    players: tuple[PlayerRow, ...]
    tournament: int | None = None
    label: str = ""
    round: int = 0
    leg: int = 0
    id: int = 0
    state: State = State.WAITING
    attempts: int = 0
    """How often the engine failed in it."""
    why: str = ""
    reason: str = ""
    created: float = 0.0
    began: float | None = None
    ended: float | None = None
    filed: int | None = None
    replay: str | None = None
    """The name of the replay in `Store.replays`."""
    owner: str = ""
    """The hash of the key that lets whoever started it act on it."""
    course: str = ""
    """What was played: with the same players at the table, matches of one course are copies of one game."""
    worker: str = ""
    """The machine that has played it."""


class ResultRow(msgspec.Struct, frozen=True):
    """The result of a match as the store takes it, seat by seat."""

    scores: Sequence[int]
    ranks: Sequence[int]
    reason: str = ""
    verdicts: Sequence[tuple[str, str]] = ()
    wall_ms: Sequence[float] = ()
    cpu_ms: Sequence[float] = ()
    replay: str | None = None
    course: str = ""
    worker: str = ""


# Writing


def add(connection: Connection, new: Sequence[MatchRow]) -> list[int]:
    """Add matches that wait or are being played; their numbers."""
    if not new:
        return []
    now = time.time()
    texts = {digest_of(text.encode()): text for match in new if (text := match.board) is not None}
    _keep_boards(connection, texts)
    rows = [_row(match, now) for match in new]
    statement = insert(matches).returning(matches.c.id, sort_by_parameter_order=True)
    ids = list(connection.execute(statement, rows).scalars())
    seats = [
        _seat(id_, seat, player)
        for id_, match in zip(ids, new, strict=True)
        for seat, player in enumerate(match.players)
    ]
    connection.execute(insert(players), seats)
    return ids


def _row(match: MatchRow, now: float) -> dict[str, Any]:
    board = None if match.board is None else digest_of(match.board.encode())
    same = ("key", "kind", "label", "round", "leg", "game", "preset", "began", "owner")
    return {name: getattr(match, name) for name in same} | {
        "tournament_id": match.tournament,
        "params": msgspec.json.encode(match.params).decode(),
        "board": board,
        "seed": str(match.seed),
        "state": str(match.state),
        "created": now,
    }


def _seat(match: int, seat: int, player: PlayerRow) -> dict[str, Any]:
    same = ("kind", "digest", "secret")
    return {name: getattr(player, name) for name in same} | {
        "name": _plain(player.name),
        "match_id": match,
        "seat": seat,
        "entrant_id": player.entrant,
    }


def _keep_boards(connection: Connection, texts: dict[str, str]) -> None:
    """Add each board once, even if another program adds it at the same time."""
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    for digest, text in sorted(texts.items()):
        connection.execute(kind.insert(boards).values(digest=digest, text=text).on_conflict_do_nothing())


def begin(connection: Connection, ids: Sequence[int]) -> None:
    """Mark waiting matches as being played."""
    started = {"state": str(State.RUNNING), "began": time.time()}
    connection.execute(update(matches).where(matches.c.id.in_(ids), _is(State.WAITING)).values(started))


def finish(
    connection: Connection, id_: int, result: ResultRow, filed: int | None = None, ended: float | None = None
) -> bool:
    """File a result; False, and nothing is changed, if this match does not wait for one any more."""
    done = {
        "state": str(State.DONE),
        "ended": ended or time.time(),
        "reason": result.reason,
        "why": "",
        "replay": result.replay,
        "course": result.course,
        "worker": result.worker,
        "filed": filed,
    }
    changed = connection.execute(update(matches).where(matches.c.id == id_, _is(*UNFINISHED)).values(done))
    if changed.rowcount != 1:
        return False
    for seat, (score, rank) in enumerate(zip(result.scores, result.ranks, strict=True)):
        verdict, message = result.verdicts[seat] if result.verdicts else (None, "")
        columns = {
            "score": score,
            "rank": rank,
            "verdict": verdict and str(verdict),
            "told": _plain(message),
            "wall_ms": result.wall_ms[seat] if result.wall_ms else 0.0,
            "cpu_ms": result.cpu_ms[seat] if result.cpu_ms else 0.0,
        }
        connection.execute(update(players).where(players.c.match_id == id_, players.c.seat == seat).values(columns))
    return True


def _plain(text: str) -> str:
    """A text that every database accepts: PostgreSQL refuses NUL, and a champion may write anything."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def set_state(connection: Connection, ids: Sequence[int], state: State, why: str = "") -> int:
    """Move matches to a state other than done; how many were moved."""
    changed = connection.execute(
        update(matches).where(matches.c.id.in_(ids)).values(state=str(state), why=why, ended=None, filed=None)
    )
    return changed.rowcount


def remove(connection: Connection, key: str) -> bool:
    """Delete a match that belongs to no tournament; whether there was one. Its replay stays."""
    mine = select(matches.c.id).where(matches.c.key == key, matches.c.tournament_id.is_(None))
    id_ = connection.execute(mine).scalar()
    connection.execute(delete(players).where(players.c.match_id == id_))
    return connection.execute(delete(matches).where(matches.c.id == id_)).rowcount == 1


def _is(*states: State) -> Any:
    return matches.c.state.in_([str(state) for state in states])


# Reading


def find(connection: Connection, key: str) -> MatchRow | None:
    """The match of a key."""
    rows = _matches(connection, select(matches).where(matches.c.key == key))
    return rows[0] if rows else None


def by_id(connection: Connection, ids: Sequence[int]) -> list[MatchRow]:
    """Matches by their numbers, in their order."""
    return _matches(connection, select(matches).where(matches.c.id.in_(ids)).order_by(matches.c.id))


def recent(
    connection: Connection,
    kind: str | None = None,
    most: int = 50,
    before: int | None = None,
    game: str | None = None,
) -> list[MatchRow]:
    """The last matches, newest first; `before` a number, for the next page."""
    query = select(matches).order_by(matches.c.id.desc()).limit(most)
    if game is not None:
        query = query.where(matches.c.game == game)
    if kind is not None:
        query = query.where(matches.c.kind == kind)
    if before is not None:
        query = query.where(matches.c.id < before)
    return _matches(connection, query)


def unfinished(connection: Connection, kind: str) -> list[MatchRow]:
    """The matches of a kind that wait or are being played, by number."""
    return _matches(connection, select(matches).where(matches.c.kind == kind, _is(*UNFINISHED)).order_by(matches.c.id))


def of_tournament(
    connection: Connection, tournament: int, states: Sequence[State] = (), most: int | None = None
) -> list[MatchRow]:
    """The matches of a tournament in some states (or all), by number."""
    query = select(matches).where(matches.c.tournament_id == tournament).order_by(matches.c.id).limit(most)
    return _matches(connection, query.where(_is(*states)) if states else query)


def of_kind(connection: Connection, kind: str, states: Sequence[State], most: int | None = None) -> list[MatchRow]:
    """The matches of a kind in some states, by number."""
    query = select(matches).where(matches.c.kind == kind, _is(*states)).order_by(matches.c.id).limit(most)
    return _matches(connection, query)


def recent_filed(connection: Connection, tournament: int, most: int, rounds: int | None = None) -> list[MatchRow]:
    """The last results of a tournament, or of its first rounds, newest first."""
    query = select(matches).where(matches.c.tournament_id == tournament, matches.c.filed.is_not(None), among(rounds))
    return _matches(connection, query.order_by(matches.c.filed.desc()).limit(most))


def among(rounds: int | None) -> Any:
    """The condition for matches of the first so many rounds; None: of all."""
    return true() if rounds is None else matches.c.round < rounds


def counts(connection: Connection, tournament: int, rounds: int | None = None) -> dict[State, int]:
    """How many matches of a tournament, or of its first rounds, are in each state."""
    mine = matches.c.tournament_id == tournament, among(rounds)
    query = select(matches.c.state, func.count()).where(*mine).group_by(matches.c.state)
    known = {State(state): int(count) for state, count in connection.execute(query)}
    return {state: known.get(state, 0) for state in State}


def times(connection: Connection, tournament: int) -> list[tuple[float, float]]:
    """Wall and CPU time of each seat in each finished match of a tournament, in milliseconds."""
    query = (
        select(players.c.wall_ms, players.c.cpu_ms)
        .join(matches, matches.c.id == players.c.match_id)
        .where(matches.c.tournament_id == tournament, matches.c.state == str(State.DONE))
    )
    return [(float(wall_ms), float(cpu_ms)) for wall_ms, cpu_ms in connection.execute(query)]


CHUNK = 500
"""How many matches are read with their players at once: databases limit the length of an IN list."""


def _matches(connection: Connection, query: Any) -> list[MatchRow]:
    rows = connection.execute(query).all()
    read: list[MatchRow] = []
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        seats = _seats(connection, [row.id for row in part])
        texts = _texts(connection, {row.board for row in part if row.board is not None})
        read += [_match(row, seats[row.id], texts) for row in part]
    return read


def _seats(connection: Connection, ids: list[int]) -> dict[int, list[PlayerRow]]:
    seats: dict[int, list[PlayerRow]] = {id_: [] for id_ in ids}
    query = select(players).where(players.c.match_id.in_(ids)).order_by(players.c.match_id, players.c.seat)
    for row in connection.execute(query).mappings():
        values = {name: value for name, value in row.items() if name not in ("match_id", "seat", "entrant_id")}
        seats[row["match_id"]].append(PlayerRow(entrant=row["entrant_id"], **values))
    return seats


def _texts(connection: Connection, digests: set[str]) -> dict[str | None, str | None]:
    query = select(boards.c.digest, boards.c.text).where(boards.c.digest.in_(sorted(digests)))
    return {None: None} | {row.digest: row.text for row in connection.execute(query)}


def _match(row: Row[Any], seats: list[PlayerRow], texts: dict[str | None, str | None]) -> MatchRow:
    values = dict(row._mapping)
    try:
        return MatchRow(
            **values
            | {
                "tournament": values.pop("tournament_id"),
                "params": msgspec.json.decode(values["params"], type=dict[str, Any]),
                "board": texts[values["board"]],
                "seed": int(values["seed"]),
                "state": State(values["state"]),
                "players": tuple(seats),
            }
        )
    except (ValueError, KeyError) as error:
        raise StoreError(f"match {row.id} of the store is damaged ({error}); `joute store check` says more") from error
