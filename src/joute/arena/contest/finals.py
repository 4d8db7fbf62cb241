"""Finals: a tournament of the table's best, or of teams that were chosen, on versions that stay as they are; played by
the service, released round by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, select, update

from joute.arena.jobs.job import Champion
from joute.arena.store import Store
from joute.arena.store.matches import UNFINISHED, counts
from joute.arena.store.schema import Stage, State, matches, tournaments, versions
from joute.arena.tournament.config import TournamentPlan
from joute.arena.tournament.entry import create
from joute.arena.tournament.formats.contract import Format, When
from joute.arena.tournament.model import Tournament, all_tournaments, find
from joute.core.errors import shown
from joute.core.text import Text

from . import log, teams
from .config import ContestError
from .model import Contest
from .table import table
from .teams import Team
from .versions import PENDING, Version, by_id


class Finalist(NamedTuple):
    """A team with the version that plays for it."""

    team: Team
    version: Version


def finalists(
    connection: Connection,
    contest: Contest,
    top: int | None = None,
    tag: str | None = None,
    named: Sequence[str] | None = None,
) -> list[Finalist]:
    """The teams of the table with their active versions, the best first: the first so many, or those with a tag; or
    those that are named, in that order.

    Raises ContestError while versions that were received in time are to be judged.
    """
    _require_judged(connection, contest)
    known = {team.id: team for team in teams.all_teams(connection)}
    order = [known[row.team_id] for row in table(connection, contest) if row.team_id is not None and not row.aside]
    if named is not None:
        chosen = _named(order, named)
    else:
        chosen = [team for team in order if tag is None or tag in team.tags][:top]
    return [Finalist(team, by_id(connection, team.active_id)) for team in chosen if team.active_id is not None]


def _named(order: Sequence[Team], named: Sequence[str]) -> list[Team]:
    """Teams by name, each once, as an organiser has put them."""
    known = {team.name: team for team in order}
    for name in named:
        if name not in known:
            raise ContestError(
                Text(
                    f"{shown(name)}: no such team plays in the table; take it off the list",
                    f"{shown(name)} : pas d'équipe de ce nom au classement ; retirez-la de la liste",
                )
            )
    if len(set(named)) < len(named):
        raise ContestError(Text("a team is listed twice", "une équipe est deux fois sur la liste"))
    return [known[name] for name in named]


def _require_judged(connection: Connection, contest: Contest) -> None:
    close = contest.settings.times.submissions_close
    query = select(func.count()).select_from(versions).where(versions.c.state.in_([str(state) for state in PENDING]))
    if close is not None:
        query = query.where(versions.c.received < close.timestamp())
    count = connection.execute(query).scalar_one()
    if count:
        raise ContestError(
            Text(
                f"{count} version{'s' * (count > 1)} received in time {'are' if count > 1 else 'is'} still to be "
                "judged; wait for that",
                f"{count} version{'s' * (count > 1)} reçue{'s' * (count > 1)} à temps "
                f"{'restent' if count > 1 else 'reste'} à juger ; attendez",
            )
        )


def begin_finals(
    store: Store,
    contest: Contest,
    name: str,
    format_: Format,
    chosen: Sequence[Finalist],
    actor: str,
    why: str = "",
    hold: bool = True,
) -> Tournament:
    """Begin a final of some teams in this order, which is the order of the seeds; it is played at once. With `hold` it
    is shown round by round, as `release` says. Raises ContestError or TournamentError."""
    ladder = contest.ladder.settings
    refusal = format_.impossible(len(chosen), ladder.seats)
    if refusal or format_.when == When.ALWAYS:
        raise ContestError(f"format: {refusal or 'a ladder has no end'}")
    settings = msgspec.structs.replace(ladder, format=format_, set_aside_after=0)
    entrants = tuple((one.team.name, f"v{one.version.number}") for one in chosen)
    plan = TournamentPlan(store.folder, name, settings, entrants, store.name, None)
    champions = [Champion(one.team.name, "package", one.version.digest) for one in chosen]
    with store.lock("entry"):
        made = create(store, plan, champions, 0 if hold else None)
        with store.writing() as connection:
            details = {"format": msgspec.to_builtins(format_), "entrants": [list(one) for one in entrants]}
            log.note(connection, actor, "begin finals", name, why, details)
    return made


def to_play(connection: Connection, contest: Contest) -> list[Tournament]:
    """The finals that are not over, the oldest first."""
    known = reversed(all_tournaments(connection))
    return [one for one in known if one.id != contest.ladder.id and one.stage == Stage.OPEN]


def release(connection: Connection, name: str, actor: str) -> int | None:
    """Show one more round of a final to the public; how many may be seen now, None: all, with the secret of its seeds.

    Raises ContestError where that round is not over.
    """
    final = find(connection, name)
    if final.released is None:
        raise ContestError(Text(f"all of {name!r} is public already", f"tout {name!r} est déjà public"))
    rounds = final.released + 1
    last = connection.execute(select(func.max(matches.c.round)).where(matches.c.tournament_id == final.id)).scalar()
    states = counts(connection, final.id, rounds)
    if last is None or last < final.released or any(states[state] for state in (*UNFINISHED, State.FAILED)):
        raise ContestError(
            Text(
                f"round {rounds} of {name!r} is not over; release it once it is",
                f"la ronde {rounds} de {name!r} n'est pas finie ; publiez-la quand elle le sera",
            )
        )
    shown = None if final.stage == Stage.DONE and last < rounds else rounds
    connection.execute(update(tournaments).where(tournaments.c.id == final.id).values(released=shown))
    log.note(connection, actor, "release", name, details={"rounds": rounds if shown is None else shown})
    return shown
