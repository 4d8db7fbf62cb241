"""The machines that play: when each was seen, which stand out, and those that are given nothing any more.

A machine is judged by what several teams met with there. If matches that were played there ended in faults, or in a win
of the weaker side, far more often than those elsewhere, it is drained: its matches of the last hours are played again,
and the audit log says why.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from math import exp, lgamma, log
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select, update

from joute.arena.store import Store
from joute.arena.store.schema import State, entrants, matches, players, versions, workers
from joute.arena.tournament.admin import requeue_matches
from joute.core.text import Text
from joute.match.verdict import Verdict

from . import log as audit_log
from .config import ContestError
from .model import Contest

PERIOD_S = 6 * 3600.0
"""How far back matches are looked at, and played again."""
LOOKED_AT = 20_000
"""So many of the last matches are looked at, at most."""
LEAST_MATCHES, LEAST_TEAMS = 20, 3
CHANCE = 1e-4
"""How improbable it must be that a machine stands out by chance, over all machines together."""
LOST_S = 300.0
"""A machine that has played nothing for so long while others did is lost."""


class Machine(msgspec.Struct, frozen=True):
    """A machine that plays, or has played."""

    name: str
    joined: float
    seen: float
    drained: float | None
    why: str
    matches: int
    """How many of the last matches it has played."""
    faults: int
    """In how many of these a champion failed."""
    lost: bool


class Suspect(NamedTuple):
    """A machine that stands out: in what, how often of how many, how often elsewhere, and how many teams met that."""

    name: str
    what: str
    times: int
    of: int
    others: float
    teams: int
    chance: float
    """How improbable that is if all machines are alike."""


class Played(NamedTuple):
    """A match that a machine has played: whose champions failed in it, and who lost to a weaker one (by team)."""

    id: int
    tournament: int
    worker: str
    ended: float
    failed: frozenset[int]
    upset: frozenset[int]


# Looking


def recent(connection: Connection, now: float) -> list[Played]:
    """The last ranked matches, and those of finals."""
    ids = (
        select(matches.c.id)
        .where(
            matches.c.state == str(State.DONE), matches.c.tournament_id.is_not(None), matches.c.ended > now - PERIOD_S
        )
        .order_by(matches.c.id.desc())
        .limit(LOOKED_AT)
    )
    query = (
        select(
            matches.c.id,
            matches.c.tournament_id,
            matches.c.worker,
            matches.c.ended,
            players.c.verdict,
            players.c.rank,
            players.c.digest,
            entrants.c.mu,
        )
        .join(players, players.c.match_id == matches.c.id)
        .join(entrants, entrants.c.id == players.c.entrant_id)
        .where(matches.c.id.in_(ids))
    )
    owners = select(versions.c.digest, versions.c.team_id)
    teams: dict[str, int] = {one.digest: one.team_id for one in connection.execute(owners)}
    seats: dict[tuple[int, int, str, float], list[tuple[str, int, int, float]]] = defaultdict(list)
    for id_, tournament, worker, ended, verdict, rank, digest, mu in connection.execute(query):
        # Champions of the house count as one team.
        seats[id_, tournament, worker, ended].append((verdict, rank, teams.get(digest, 0), mu))
    return [_played(key, table) for key, table in seats.items()]


def _played(key: tuple[int, int, str, float], table: list[tuple[str, int, int, float]]) -> Played:
    failed = frozenset(team for verdict, _, team, _ in table if verdict not in (Verdict.OK, Verdict.INTERNAL_ERROR))
    _, rank, best, _ = max(table, key=lambda seat: seat[3])
    return Played(*key, failed, frozenset({best}) if rank > 1 else frozenset())


def suspects(played: Iterable[Played]) -> list[Suspect]:
    """The machines that stand out from all others, each once."""
    by_machine: dict[str, list[Played]] = defaultdict(list)
    for match in played:
        by_machine[match.worker].append(match)
    found: dict[str, Suspect] = {}
    for name, own in by_machine.items():
        rest = [match for other, some in by_machine.items() if other != name for match in some]
        for what in ("failed", "upset"):
            suspect = _compared(name, what, own, rest)
            if suspect is not None and suspect.chance < CHANCE / len(by_machine):
                found.setdefault(name, suspect)
    return list(found.values())


def _compared(name: str, what: str, own: list[Played], rest: list[Played]) -> Suspect | None:
    """One machine against the others; None where too little is known."""
    there = [concerned for match in own if (concerned := getattr(match, what))]
    teams = frozenset[int]().union(*there)
    if min(len(own), len(rest)) < LEAST_MATCHES or len(teams) < LEAST_TEAMS:
        return None
    elsewhere = (sum(bool(getattr(match, what)) for match in rest) + 1) / (len(rest) + 2)
    chance = at_least(len(there), len(own), elsewhere)
    return Suspect(name, what, len(there), len(own), round(elsewhere, 4), len(teams), chance)


def at_least(times: int, of: int, share: float) -> float:
    """The chance of so many successes or more of so many, each with the same chance (binomial)."""
    logs = (
        lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) + k * log(share) + (of - k) * log(1 - share)
        for k in range(times, of + 1)
    )
    return min(1.0, sum(map(exp, logs)))


def machines(connection: Connection, now: float | None = None) -> list[Machine]:
    """All machines, the last seen first."""
    now = time.time() if now is None else now
    played, faults, last = Counter[str](), Counter[str](), 0.0
    for match in recent(connection, now):
        played[match.worker] += 1
        faults[match.worker] += bool(match.failed)
        last = max(last, match.ended)
    rows = connection.execute(select(workers).order_by(workers.c.seen.desc())).mappings()
    return [
        Machine(**row, matches=played[row["name"]], faults=faults[row["name"]], lost=row["seen"] < last - LOST_S)
        for row in rows
    ]


# Acting


def audit(store: Store, contest: Contest) -> list[Suspect]:
    """Note which machines play, and drain those that stand out; these."""
    with store.reading() as connection:
        played = recent(connection, time.time())
    with store.writing() as connection:
        _note_seen(connection, played)
        drained = set(drained_names(connection))
        fresh = [one for one in suspects(played) if one.name not in drained]
        for suspect in fresh:
            why = (
                f"{'faults' if suspect.what == 'failed' else 'wins of the weaker side'} in {suspect.times} of "
                f"{suspect.of} matches, elsewhere in {suspect.others:.1%}; {suspect.teams} teams are concerned"
            )
            drain(connection, suspect.name, "joute", why, suspect._asdict())
    for suspect in fresh:
        play_again(store, contest, [match for match in played if match.worker == suspect.name], suspect.name)
    return fresh


def _note_seen(connection: Connection, played: list[Played]) -> None:
    first: dict[str, float] = {}
    last: dict[str, float] = {}
    for match in played:
        first[match.worker] = min(match.ended, first.get(match.worker, match.ended))
        last[match.worker] = max(match.ended, last.get(match.worker, match.ended))
    known = set(connection.execute(select(workers.c.name)).scalars())
    for name, seen in last.items():
        if name in known:
            connection.execute(update(workers).where(workers.c.name == name).values(seen=seen))
        elif name:
            connection.execute(insert(workers).values(name=name, joined=first[name], seen=seen))


def drained_names(connection: Connection) -> list[str]:
    return list(connection.execute(select(workers.c.name).where(workers.c.drained.is_not(None))).scalars())


def drain(connection: Connection, name: str, actor: str, why: str, details: dict[str, object] | None = None) -> None:
    """Give a machine nothing more to play; raises ContestError for one that is not known."""
    changed = connection.execute(
        update(workers).where(workers.c.name == name, workers.c.drained.is_(None)).values(drained=time.time(), why=why)
    )
    if changed.rowcount != 1:
        raise ContestError(
            Text(
                f"there is no worker {name!r} that plays; see: joute contest workers",
                f"il n'y a pas de machine {name!r} qui joue ; voyez : joute contest workers",
            )
        )
    audit_log.note(connection, actor, "drain", name, why, details)


def let_play(connection: Connection, name: str, actor: str, why: str) -> None:
    """Let a machine that was drained play again."""
    connection.execute(update(workers).where(workers.c.name == name).values(drained=None, why=""))
    audit_log.note(connection, actor, "let play", name, why)


def play_again(store: Store, contest: Contest, played: list[Played], machine: str) -> int:
    """Have the ranked matches played again that a machine has played; of finals, an organiser decides."""
    ranked = [match.id for match in played if match.tournament == contest.ladder.id]
    count = requeue_matches(store, contest.ladder, ranked)
    others = [match.id for match in played if match.tournament != contest.ladder.id]
    with store.writing() as connection:
        details = {"ranked": ranked, "of finals, for an organiser to decide": others}
        audit_log.note(connection, "joute", "play again", machine, "what it played is in doubt", details)
    return count
