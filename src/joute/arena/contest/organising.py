"""What organisers do to a contest: each act in the transaction of its row in the audit log."""

from __future__ import annotations

import time

from sqlalchemy import Connection, insert

from joute.arena.store import Store
from joute.arena.store.matches import by_id as matches_by_id
from joute.arena.store.schema import Judgement, announcements
from joute.arena.tournament.admin import end, replay_match
from joute.arena.tournament.lock import changing
from joute.arena.tournament.model import Tournament, all_tournaments
from joute.core.text import Text

from . import accounts, ladder, log, teams, versions
from .accounts import Account
from .config import ContestError
from .model import Contest
from .personal import actor_of
from .teams import Team
from .versions import Version, entrant_name

SAID_MOST = 4_000
"""Characters of an announcement in one language."""


def announce(connection: Connection, text: Text, actor: str) -> None:
    """Say something to everybody; what is said in one language only is shown in both."""
    en, fr = text.en.strip() or text.fr.strip(), text.fr.strip() or text.en.strip()
    if not en or max(len(en), len(fr)) > SAID_MOST:
        raise ContestError(
            Text(f"text: expected 1 to {SAID_MOST} characters", f"texte : attendu 1 à {SAID_MOST} caractères")
        )
    connection.execute(insert(announcements).values(at=time.time(), en=en, fr=fr))
    log.note(connection, actor, "announce", details={"en": en, "fr": fr})


def end_ranked_play(store: Store, contest: Contest, actor: str, why: str) -> None:
    """End ranked play for good: matches that wait are not played, and the secret of the ladder's seeds is public, so
    that anybody can check them. Raises ContestError while ranked play is open."""
    reason = require_reason(why)
    if contest.allowed().ranked:
        raise ContestError(Text("ranked play is open; close it first", "le jeu classé est ouvert ; fermez-le d'abord"))
    end(store, contest.ladder)
    with store.writing() as connection:
        log.note(connection, actor, "end ranked play", contest.name, reason, {"secret": contest.ladder.secret})


# Teams


def set_team_aside(connection: Connection, team: Team, actor: str, why: str) -> None:
    """A team plays no more and submits no more, for a reason that everybody may read; what it played stands."""
    reason = require_reason(why)
    teams.change(connection, team, aside=reason)
    version = _active(connection, team)
    if version is not None and version.entrant_id is not None:
        ladder.retire(connection, version.entrant_id)
    log.note(connection, actor, "set team aside", team.name, reason)


def let_team_back(connection: Connection, team: Team, actor: str, why: str) -> None:
    """A team that was set aside plays again, with the version that it had."""
    if not team.aside:
        raise ContestError(Text(f"{team.name} is not set aside", f"{team.name} n'est pas écartée"))
    teams.change(connection, team, aside="")
    version = _active(connection, team)
    if version is not None and version.entrant_id is not None:
        ladder.unretire(connection, version.entrant_id)
    log.note(connection, actor, "let team back", team.name, require_reason(why))


def _active(connection: Connection, team: Team) -> Version | None:
    return None if team.active_id is None else versions.by_id(connection, team.active_id)


def describe_team(connection: Connection, team: Team, group: str, tags: list[str], actor: str) -> None:
    """The group of a team, which everybody sees, and its tags, which organisers alone see."""
    plain = accounts.checked_name(group, "group") if group.strip() else ""
    teams.change(connection, team, group=plain)
    teams.set_tags(connection, team, tags)
    log.note(connection, actor, "describe team", team.name, details={"group": plain, "tags": len(tags)})


# Versions


def set_version_aside(connection: Connection, contest: Contest, version: Version, actor: str, why: str) -> None:
    """A good version plays no more, for a reason that its team reads; the last good one before it goes on."""
    reason, team = require_reason(why), teams.by_id(connection, version.team_id)
    if version.state != Judgement.GOOD or version.entrant_id is None:
        raise ContestError(
            Text(
                f"version {version.number} does not play: it is {version.state}",
                f"la version {version.number} ne joue pas : elle est {version.state}",
            )
        )
    versions.fail(connection, version, reason)
    ladder.retire(connection, version.entrant_id)
    log.note(connection, actor, "set version aside", entrant_name(team, version), reason)
    if team.active_id != version.id:
        return
    good = (
        one
        for one in versions.of_team(connection, team)
        if one.state == Judgement.GOOD and one.number < version.number and versions.counts(contest, one)
    )
    teams.change(connection, team, active_id=None)
    if (before := next(good, None)) is not None:
        versions.activate(connection, contest, before, actor, f"version {version.number} was set aside")


# Matches


def requeue(store: Store, match: int, actor: str, why: str, redraw: bool = False) -> int:
    """Play a match of the ladder or of a final again; how many wait for that. Raises ContestError, TournamentError."""
    reason, tournament = require_reason(why), _tournament_of(store, match)
    with changing(store, tournament) as connection:
        count = replay_match(connection, tournament, match, redraw)
        log.note(connection, actor, "requeue", f"match {match} of {tournament.name}", reason, {"redraw": redraw})
    return count


def _tournament_of(store: Store, match: int) -> Tournament:
    with store.reading() as connection:
        found = matches_by_id(connection, [match])
        known = {one.id: one for one in all_tournaments(connection)}
    if not found or found[0].tournament not in known:
        raise ContestError(
            Text(
                f"match {match} is none of the ladder or of a final",
                f"le match {match} n'est ni de l'échelle ni d'une finale",
            )
        )
    return known[found[0].tournament]


# People


def disable(connection: Connection, account: Account, actor: str, why: str) -> None:
    """Keep somebody from signing in."""
    reason = require_reason(why)
    accounts.disable(connection, account, reason)
    log.note(connection, actor, "disable", actor_of(account), reason)


def enable(connection: Connection, account: Account, actor: str, why: str) -> None:
    """Let somebody sign in again."""
    accounts.disable(connection, account, "")
    log.note(connection, actor, "enable", actor_of(account), require_reason(why))


def require_reason(why: str) -> str:
    """What an organiser does to somebody has a reason."""
    if not why.strip():
        raise ContestError(Text("give a reason: the audit log keeps it", "donnez une raison : le journal la garde"))
    return " ".join(why.split())
