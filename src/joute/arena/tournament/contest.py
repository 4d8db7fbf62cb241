"""A tournament in the store: beginning it, finding it again, and adding to its schedule."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, func, insert, select, update

from joute.arena.jobs.job import Champion
from joute.arena.jobs.packages import Packages
from joute.arena.store.schema import LIVE, Stage, State, entrants, matches, players, tournaments

from ..ratings import START
from ..store import Store
from ..store.matches import Match, Player, add
from .config import Plan, Settings, TournamentError, changed
from .formats.draw import Contest, History, Played, Slot, Strength, When
from .seeds import chance, commitment, new_secret, seed_of

KIND = "tournament"
PACKAGES = "packages"
OVER = (State.DONE, State.ASIDE, State.FAILED)


class Tournament(msgspec.Struct, frozen=True):
    """A tournament as the store has it."""

    id: int
    name: str
    settings: Settings
    stage: Stage
    secret: str
    commitment: str
    began: float
    ended: float | None
    pulse: str

    @property
    def revealed(self) -> bool:
        """Whether the secret may be known."""
        return self.stage == Stage.DONE or not self.settings.secret_seeds


class Entrant(msgspec.Struct, frozen=True):
    """An entrant as the store has it, with its tally."""

    id: int
    place: int
    name: str
    source: str
    kind: str
    digest: str
    aside: str
    failing: int
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    mu: float
    sigma: float

    @property
    def champion(self) -> Champion:
        """What plays for it: a bundled champion is found by its own name."""
        if self.kind == "bundled":
            return Champion(self.name, "bundled", self.digest, self.source)
        return Champion(self.name, "package", self.digest)


def packages_of(store: Store) -> Packages:
    """Where the packages of entrants are kept: with the results."""
    return Packages(store.folder / PACKAGES)


# Beginning and finding


def create(store: Store, plan: Plan, champions: Sequence[Champion]) -> Tournament:
    """Begin a tournament: all of it is filed at once, its schedule included, or nothing is."""
    secret = new_secret() if plan.seed is None else str(plan.seed)
    row = {
        "name": plan.name,
        "settings": msgspec.json.encode(plan.settings).decode(),
        "stage": str(Stage.OPEN),
        "secret": secret,
        "commitment": commitment(secret),
        "began": time.time(),
    }
    with store.writing() as connection:
        if _find(connection, plan.name) is not None:
            raise TournamentError(
                f"{store.name}: there is a tournament {plan.name!r} already; resume it, or rename this"
            )
        id_ = connection.execute(insert(tournaments).values(row).returning(tournaments.c.id)).scalar_one()
        _enter(connection, id_, 0, plan.entrants, champions)
        made = find(connection, plan.name)
        if plan.settings.format.when == When.ONCE:
            schedule(connection, made)
    return made


def _enter(
    connection: Connection, id_: int, first: int, named: Sequence[tuple[str, str]], champions: Sequence[Champion]
) -> None:
    rows = [
        {
            "tournament_id": id_,
            "place": first + place,
            "name": name,
            "source": source,
            "kind": champion.kind,
            "digest": champion.digest,
            "mu": START.mu,
            "sigma": START.sigma,
        }
        for place, ((name, source), champion) in enumerate(zip(named, champions, strict=True))
    ]
    connection.execute(insert(entrants), rows)


def find(connection: Connection, name: str) -> Tournament:
    """The tournament of a name; raises TournamentError."""
    row = _find(connection, name)
    if row is None:
        known = names(connection)
        have = f"there are {', '.join(known)}" if known else "there is none yet"
        raise TournamentError(f"no tournament {name!r} in this store; {have}")
    return _tournament(row)


def names(connection: Connection) -> list[str]:
    """The names of all tournaments of a store."""
    return sorted(connection.execute(select(tournaments.c.name)).scalars())


def _find(connection: Connection, name: str) -> Row[Any] | None:
    return connection.execute(select(tournaments).where(tournaments.c.name == name)).one_or_none()


def _tournament(row: Row[Any]) -> Tournament:
    values = dict(row._mapping)
    try:
        settings = msgspec.json.decode(values.pop("settings"), type=Settings)
    except msgspec.MsgspecError as fault:
        raise TournamentError(f"the settings of {row.name!r} in the store cannot be read: {fault}") from None
    return Tournament(settings=settings, stage=Stage(values.pop("stage")), **values)


def all_tournaments(connection: Connection) -> list[Tournament]:
    """All of a store, the newest first."""
    return [_tournament(row) for row in connection.execute(select(tournaments).order_by(tournaments.c.id.desc()))]


def is_over(connection: Connection, tournament: Tournament) -> bool:
    """Whether it is over now: all was played, or its organiser has ended it."""
    stage = connection.execute(select(tournaments.c.stage).where(tournaments.c.id == tournament.id)).scalar_one()
    return bool(stage == Stage.DONE)


def reopen(connection: Connection, tournament: Tournament) -> None:
    """There is something to play again, whether it was over or not."""
    mine = update(tournaments).where(tournaments.c.id == tournament.id)
    connection.execute(mine.values(stage=str(Stage.OPEN), ended=None))


def entrants_of(connection: Connection, tournament: Tournament) -> list[Entrant]:
    """In the order of the list."""
    query = select(entrants).where(entrants.c.tournament_id == tournament.id).order_by(entrants.c.place)
    return [
        Entrant(**{name: value for name, value in row.items() if name != "tournament_id"})
        for row in connection.execute(query).mappings()
    ]


def entrant_named(found: Sequence[Entrant], name: str) -> Entrant:
    import difflib

    for entrant in found:
        if entrant.name == name:
            return entrant
    near = difflib.get_close_matches(name, [entrant.name for entrant in found], 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise TournamentError(f"no entrant {name!r}{hint}")


# Going on


def join(connection: Connection, tournament: Tournament, plan: Plan, champions: Sequence[Champion]) -> list[str]:
    """Go on with a file that may have changed: new entrants join where the format lets them; what else changed is
    refused. Gives the names of entrants that have changed on disk, which play on as they were."""
    different = changed(tournament.settings, plan.settings)
    if plan.seed is not None and str(plan.seed) != tournament.secret:
        different.append("seeds")
    if different:
        raise TournamentError(
            f"{plan.path}: {', '.join(dict.fromkeys(different))} changed since the first match; undo that, or give "
            "the tournament another name"
        )
    before = {entrant.name: entrant for entrant in entrants_of(connection, tournament)}
    named = dict(zip(plan.entrants, champions, strict=True))
    gone = [name for name in before if name not in dict(plan.entrants)]
    if gone:
        raise TournamentError(
            f"{plan.path}: the entrant {gone[0]!r} is missing; put it back. If it is to play no more, set it "
            f"aside: joute tournament set-aside {plan.path} {gone[0]!r} REASON"
        )
    new = {entry: champion for entry, champion in named.items() if entry[0] not in before}
    if new:
        _admit(connection, tournament, plan, len(before), new)
    return [name for (name, _), champion in named.items() if name in before and champion.digest != before[name].digest]


def _admit(
    connection: Connection, tournament: Tournament, plan: Plan, first: int, new: dict[tuple[str, str], Champion]
) -> None:
    shape = tournament.settings.format
    if shape.when == When.BETWEEN or shape.__struct_config__.tag == "tables":
        name = next(iter(new))[0]
        raise TournamentError(
            f"{plan.path}: {name!r} comes too late: nobody may join a tournament of this format once it has begun"
        )
    _enter(connection, tournament.id, first, list(new), list(new.values()))
    if shape.when == When.ONCE:
        schedule(connection, tournament)
    reopen(connection, tournament)


# The schedule


def schedule(connection: Connection, tournament: Tournament, history: History | None = None) -> int:
    """Add to the schedule what follows from the results; how many matches. What is there already stays."""
    contest = contest_of(connection, tournament, history)
    slots = tournament.settings.format.more(contest)
    when = tournament.settings.format.when
    before = Counter(labels(connection, tournament)) if when != When.ALWAYS else Counter[str]()
    fresh = [slot for slot in slots if when != When.ONCE or slot.label not in before]
    file_slots(connection, tournament, fresh, before)
    if history is not None:
        history.add(fresh)
    return len(fresh)


def labels(connection: Connection, tournament: Tournament) -> list[str]:
    return list(connection.execute(select(matches.c.label).where(matches.c.tournament_id == tournament.id)).scalars())


def file_slots(
    connection: Connection, tournament: Tournament, slots: Sequence[Slot], before: Mapping[str, int]
) -> None:
    """File matches; of a round that is drawn anew, there have been some `before` under the same labels."""
    found = entrants_of(connection, tournament)
    settings = tournament.settings
    boards = boards_of(tournament)
    add(
        connection,
        [
            Match(
                key_of(tournament, slot.label, before.get(slot.label, 0)),
                KIND,
                settings.game,
                settings.preset,
                settings.params,
                boards[slot.leg % len(boards)] if boards else None,
                seed_of(tournament.secret, "leg", slot.leg),
                tuple(player_of(found[place]) for place in slot.table),
                tournament.id,
                slot.label,
                slot.round,
                slot.leg,
            )
            for slot in slots
        ],
    )


def boards_of(tournament: Tournament) -> tuple[str, ...]:
    """The boards of the legs, in turn."""
    return _boards(msgspec.json.encode(tournament.settings), tournament.secret)


@lru_cache(maxsize=4)
def _boards(settings: bytes, secret: str) -> tuple[str, ...]:
    return msgspec.json.decode(settings, type=Settings).all_boards(secret)


def key_of(tournament: Tournament, label: str, version: int) -> str:
    """The key of a match: its place in the schedule, and the how many-th it is there."""
    return f"{tournament.id}:{label}#{version}"


def player_of(entrant: Entrant) -> Player:
    return Player(entrant.name, entrant.kind, entrant.digest, entrant=entrant.id)


def contest_of(connection: Connection, tournament: Tournament, history: History | None = None) -> Contest:
    """What the format may know."""
    found = entrants_of(connection, tournament)
    always = tournament.settings.format.when == When.ALWAYS
    return Contest(
        len(found),
        tournament.settings.seats,
        frozenset(entrant.place for entrant in found if entrant.aside),
        {} if always else played_of(connection, tournament, found),
        lambda purpose, number: chance(tournament.secret, purpose, number),
        _strengths(connection, tournament, found) if always else (),
        history,
    )


def played_of(connection: Connection, tournament: Tournament, found: Sequence[Entrant]) -> dict[str, Played]:
    """All that is over, by label, in the order of the schedule."""
    places = {entrant.id: entrant.place for entrant in found}
    query = (
        select(
            matches.c.label,
            matches.c.round,
            matches.c.leg,
            matches.c.state,
            players.c.entrant_id,
            players.c.rank,
            players.c.score,
        )
        .join(players, players.c.match_id == matches.c.id)
        .where(matches.c.tournament_id == tournament.id, matches.c.state.in_([str(state) for state in OVER]))
        .order_by(matches.c.id, players.c.seat)
    )
    rows: dict[str, list[Any]] = {}
    for row in connection.execute(query):
        rows.setdefault(row.label, []).append(row)
    return {label: _played(label, seats, places) for label, seats in rows.items()}


def _played(label: str, seats: list[Any], places: dict[int, int]) -> Played:
    first = seats[0]
    slot = Slot(label, first.round, first.leg, tuple(places[row.entrant_id] for row in seats))
    if first.state != State.DONE:
        return Played(slot)
    return Played(slot, tuple(row.rank for row in seats), tuple(row.score for row in seats))


def _strengths(connection: Connection, tournament: Tournament, found: Sequence[Entrant]) -> list[Strength]:
    query = (
        select(players.c.entrant_id, func.count())
        .join(matches, matches.c.id == players.c.match_id)
        .where(
            matches.c.tournament_id == tournament.id,
            matches.c.state.in_([str(State.WAITING), str(State.RUNNING)]),
        )
        .group_by(players.c.entrant_id)
    )
    pending = {row[0]: int(row[1]) for row in connection.execute(query)}
    return [Strength(entrant.mu, entrant.sigma, pending.get(entrant.id, 0)) for entrant in found]


def history_of(connection: Connection, tournament: Tournament) -> History:
    """All legs so far, and who meets in them."""
    places = {entrant.id: entrant.place for entrant in entrants_of(connection, tournament)}
    query = (
        select(matches.c.id, matches.c.label, matches.c.round, matches.c.leg, players.c.entrant_id)
        .join(players, players.c.match_id == matches.c.id)
        .where(matches.c.tournament_id == tournament.id, matches.c.state.in_([str(state) for state in LIVE]))
        .order_by(matches.c.id)
    )
    slots: dict[int, Slot] = {}
    for id_, label, number, leg, entrant in connection.execute(query):
        before = slots.get(id_, Slot(label, number, leg, ()))
        slots[id_] = before._replace(table=(*before.table, places[entrant]))
    return History(slots.values())
