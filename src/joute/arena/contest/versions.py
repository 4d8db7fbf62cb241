"""Versions: what a team submits. Each is kept, judged, and plays only if it was judged good."""

from __future__ import annotations

import time
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from joute.arena.store.schema import Judgement, versions
from joute.core.text import Text

from . import ladder, log, teams
from .config import ContestError, Quotas
from .model import Contest
from .teams import Team

HOUR = 3_600.0
FAILURES_MOST = 3
"""How often a version is judged at most where judging itself fails."""
PENDING = (Judgement.RECEIVED, Judgement.JUDGING)
ACTIVATE = "activate"
"""What the audit log calls that a version plays for its team from then on; its subject is the entrant."""
LOG_MOST = 200_000
"""Characters of a log that are kept: its end."""


class Version(msgspec.Struct, frozen=True):
    """A version as the store knows it, without its log."""

    id: int
    team_id: int
    number: int
    account_id: int | None
    received: float
    digest: str
    size: int
    language: str
    note: str
    state: Judgement
    judged: float | None
    why: str
    entrant_id: int | None
    judging_s: float
    failures: int

    @property
    def receipt(self) -> str:
        """What its authors are given: proof of what was received when."""
        return sha256(f"{self.team_id}/{self.number}/{self.digest}/{self.received:.3f}".encode()).hexdigest()[:32]


COLUMNS = [versions.c[name] for name in Version.__struct_fields__]


def receive(
    connection: Connection,
    team: Team,
    account: int | None,
    digest: str,
    size: int,
    language: str,
    quotas: Quotas,
    note: str = "",
) -> Version:
    """Take a package in: from now on it counts as received, whatever comes of its judging. Raises ContestError."""
    teams.hold(connection, team)
    require_quota(connection, team, size, quotas)
    mine = versions.c.team_id == team.id
    number = 1 + (connection.execute(select(func.max(versions.c.number)).where(mine)).scalar() or 0)
    row = {
        "team_id": team.id,
        "number": number,
        "account_id": account,
        "received": time.time(),
        "digest": digest,
        "size": size,
        "language": language[:40],
        "note": note[:200],
        "state": str(Judgement.RECEIVED),
    }
    id_ = connection.execute(insert(versions).values(row).returning(versions.c.id)).scalar_one()
    return by_id(connection, id_)


def require_quota(connection: Connection, team: Team, size: int, quotas: Quotas) -> None:
    """Refuse what is too large, and one submission too many; raises ContestError."""
    if size > quotas.size_kb * 1024:
        raise ContestError(
            Text(
                f"{size // 1024} kB; a version has at most {quotas.size_kb} kB",
                f"{size // 1024} ko ; une version fait au plus {quotas.size_kb} ko",
            )
        )
    times = _recent(connection, team)
    if len(times) >= quotas.submissions_an_hour:
        wait = max(1, round((times[-quotas.submissions_an_hour] + HOUR - time.time()) / 60))
        raise ContestError(
            Text(
                f"{len(times)} submissions within an hour, and {quotas.submissions_an_hour} are allowed; the next one "
                f"in {wait} min",
                f"{len(times)} soumissions en une heure, et {quotas.submissions_an_hour} sont permises ; la prochaine "
                f"dans {wait} min",
            )
        )


def _recent(connection: Connection, team: Team) -> list[float]:
    """When a team submitted within the last hour, oldest first."""
    mine = versions.c.team_id == team.id, versions.c.received > time.time() - HOUR
    return list(connection.execute(select(versions.c.received).where(*mine).order_by(versions.c.received)).scalars())


def left(connection: Connection, team: Team, quotas: Quotas) -> int:
    """How many versions a team may submit now."""
    return max(0, quotas.submissions_an_hour - len(_recent(connection, team)))


# Judging


def next_to_judge(connection: Connection, quotas: Quotas) -> Version | None:
    """The version that has waited longest, of a team that has not used up its quota; from now on it is being judged."""
    spent = (
        select(versions.c.team_id)
        .where(versions.c.judged > time.time() - HOUR)
        .group_by(versions.c.team_id)
        .having(func.sum(versions.c.judging_s) >= quotas.judging_s_an_hour)
    )
    waits = versions.c.state == str(Judgement.RECEIVED), versions.c.team_id.not_in(spent)
    id_ = connection.execute(
        select(versions.c.id).where(*waits).order_by(versions.c.failures, versions.c.id).limit(1)
    ).scalar()
    if id_ is None:
        return None
    mine = versions.c.id == id_, versions.c.state == str(Judgement.RECEIVED)
    taken = connection.execute(update(versions).where(*mine).values(state=str(Judgement.JUDGING)))
    return by_id(connection, id_) if taken.rowcount == 1 else None


def put_back(connection: Connection, version: Version) -> None:
    """Let a version wait again whose judging was stopped."""
    _set(connection, version.id, state=str(Judgement.RECEIVED))


def not_judged(connection: Connection, version: Version, why: str) -> bool:
    """Judging a version failed through no fault of its own: it is judged again; after FAILURES_MOST times it waits for
    an organiser. Whether that is so."""
    last = version.failures + 1 >= FAILURES_MOST
    _set(connection, version.id, state=str(Judgement.RECEIVED), failures=version.failures + 1)
    if last:
        message = "it could not be judged, through no fault of its own; an organiser will have a look"
        _set(connection, version.id, state=str(Judgement.FAILED), why=message, judged=time.time())
        log.note(connection, "joute", "not judged", f"version {version.id}", why[:2_000])
    return last


def judge_again(connection: Connection, version: Version, actor: str, why: str) -> None:
    """Have a version judged once more that failed, for an organiser."""
    if version.state != Judgement.FAILED:
        raise ContestError(
            Text(
                f"version {version.number} has not failed: it is {version.state}",
                f"la version {version.number} n'a pas échoué : elle est {version.state}",
            )
        )
    _set(connection, version.id, state=str(Judgement.RECEIVED), failures=0, why="")
    log.note(connection, actor, "judge again", f"version {version.id}", why)


def fail(connection: Connection, version: Version, why: str) -> None:
    """A version plays no more; its authors read why."""
    _set(connection, version.id, state=str(Judgement.FAILED), why=why)


def recover(connection: Connection) -> int:
    """Judge again what was being judged when the server died; how many."""
    judging = versions.c.state == str(Judgement.JUDGING)
    return connection.execute(update(versions).where(judging).values(state=str(Judgement.RECEIVED))).rowcount


def judged(connection: Connection, contest: Contest, version: Version, why: str, seconds: float = 0.0) -> bool:
    """File what came of judging; a good version (`why` is empty) plays from now on, if it is the newest good one that
    counts. Whether it became the active one."""
    state = Judgement.FAILED if why else Judgement.GOOD
    _set(connection, version.id, state=str(state), judged=time.time(), why=why[:2_000], judging_s=seconds)
    if why:
        return False
    team = teams.by_id(connection, version.team_id)
    before = None if team.active_id is None else by_id(connection, team.active_id)
    entrant = version.entrant_id  # of one that was set aside, and judged again
    if entrant is None:
        entrant = _enter(connection, contest, team, version, before)
    if not counts(contest, version) or team.aside or (before is not None and before.number > version.number):
        ladder.retire(connection, entrant)
        return False
    activate(connection, contest, by_id(connection, version.id), "joute", "judged good")
    return True


def _enter(connection: Connection, contest: Contest, team: Team, version: Version, before: Version | None) -> int:
    """A good version enters the ladder; its entrant."""
    known = None if before is None or before.entrant_id is None else ladder.entrant(connection, before.entrant_id)
    doubt = contest.settings.ladder.doubt
    entrant = ladder.enter(connection, contest.ladder, entrant_name(team, version), version.digest, known, doubt)
    _set(connection, version.id, entrant_id=entrant)
    return entrant


def counts(contest: Contest, version: Version) -> bool:
    """Whether a version was received in time: then it plays ranked matches if it is good, whenever it is judged."""
    return contest.allowed(version.received).submissions


def promise(contest: Contest, version: Version) -> Text:
    """What the receipt of a version says of the deadline."""
    if not counts(contest, version):
        return Text(
            "Received after the deadline: it plays unranked matches only, against house champions.",
            "Reçue après la limite : elle ne joue que des matchs hors classement, contre les champions de la maison.",
        )
    return Text(
        "Received in time: if it builds and plays, it counts, even if it is judged after the deadline, until a later "
        "one does.",
        "Reçue à temps : si elle se construit et joue, elle compte, même jugée après la limite, jusqu'à ce qu'une "
        "suivante compte.",
    )


def entrant_name(team: Team, version: Version) -> str:
    return f"{team.name} v{version.number}"


def activate(connection: Connection, contest: Contest, version: Version, actor: str, why: str) -> None:
    """From now on this version plays for its team."""
    team = teams.by_id(connection, version.team_id)
    if version.state != Judgement.GOOD or version.entrant_id is None:
        raise ContestError(
            Text(
                f"version {version.number} cannot play: {version.why or 'it is not judged yet'}",
                f"la version {version.number} ne peut pas jouer : {version.why or 'pas encore jugée'}",
            )
        )
    if team.active_id == version.id:
        return
    before = None if team.active_id is None else by_id(connection, team.active_id)
    if before is not None and before.entrant_id is not None:
        ladder.retire(connection, before.entrant_id)
    ladder.unretire(connection, version.entrant_id)
    teams.change(connection, team, active_id=version.id)
    details = {"team": team.name, "before": before and before.number, "after": version.number}
    log.note(connection, actor, ACTIVATE, entrant_name(team, version), why, details)


def roll_back(connection: Connection, contest: Contest, version: Version, actor: str) -> None:
    """Let an earlier version play for its team, as the team asks; after the deadline nothing changes any more."""
    if not contest.allowed().submissions or not counts(contest, version):
        raise ContestError(
            Text(
                "the deadline has passed: the version that counts stays",
                "la limite est passée : la version qui compte reste",
            )
        )
    activate(connection, contest, version, actor, "chosen by the team")


def write_log(connection: Connection, version: int, text: str) -> None:
    """The log of a judging so far."""
    _set(connection, version, log=text[-LOG_MOST:])


# Reading


def by_id(connection: Connection, id_: int) -> Version:
    row = connection.execute(select(*COLUMNS).where(versions.c.id == id_)).mappings().one_or_none()
    if row is None:
        raise ContestError(Text(f"there is no version {id_}", f"il n'y a pas de version {id_}"))
    return _version(row)


def of_team(connection: Connection, team: Team) -> list[Version]:
    """All versions of a team, newest first."""
    query = select(*COLUMNS).where(versions.c.team_id == team.id).order_by(versions.c.number.desc())
    return [_version(row) for row in connection.execute(query).mappings()]


def numbered(connection: Connection, team: Team, number: int) -> Version:
    """A version of a team by its number."""
    mine = versions.c.team_id == team.id, versions.c.number == number
    id_ = connection.execute(select(versions.c.id).where(*mine)).scalar()
    if id_ is None:
        raise ContestError(Text(f"there is no version {number}", f"il n'y a pas de version {number}"))
    return by_id(connection, id_)


def active_of(connection: Connection, team: Team) -> int | None:
    """The version that plays for a team now."""
    return teams.by_id(connection, team.id).active_id


def log_of(connection: Connection, version: Version) -> str:
    return str(connection.execute(select(versions.c.log).where(versions.c.id == version.id)).scalar_one())


def last_before(connection: Connection, team: Team, when: float) -> Version | None:
    """The last version received before a deadline that was judged good, even if that was later."""
    query = select(*COLUMNS).where(
        versions.c.team_id == team.id, versions.c.received < when, versions.c.state == str(Judgement.GOOD)
    )
    row = connection.execute(query.order_by(versions.c.number.desc()).limit(1)).mappings().one_or_none()
    return None if row is None else _version(row)


def waiting(connection: Connection) -> int:
    """How many versions wait to be judged, or are being judged."""
    pending = versions.c.state.in_([str(state) for state in PENDING])
    return int(connection.execute(select(func.count()).where(pending)).scalar_one())


def _set(connection: Connection, id_: int, **values: Any) -> None:
    connection.execute(update(versions).where(versions.c.id == id_).values(values))


def _version(row: Any) -> Version:
    return Version(**dict(row) | {"state": Judgement(row["state"])})
