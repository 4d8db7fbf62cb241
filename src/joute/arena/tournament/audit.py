"""Proof that a tournament was played on the seeds and boards it committed to, and that its replays follow the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from joute.arena.store import Store, StoreError
from joute.arena.store.blobs import Blobs
from joute.arena.store.matches import MatchRow, of_tournament
from joute.arena.store.schema import LIVE, State
from joute.core.text import Text

from .config import TournamentError
from .model import Tournament
from .schedule import boards_of
from .seeds import commitment, seed_of

CHUNK = 8
"""How many replays a process is given at once."""


def proof(store: Store, tournament: Tournament, replays: bool = False) -> Iterator[str]:
    """Everything that differs from what was promised, one sentence each."""
    if not tournament.revealed:
        raise TournamentError(
            Text(
                f"the secret of {tournament.name!r} is not revealed yet, so its seeds cannot be checked; "
                "it is when the last match is over, or after: joute tournament end FILE",
                f"le secret de {tournament.name!r} n'est pas encore révélé, on ne peut donc pas vérifier ses "
                "graines ; il le sera après le dernier match, ou après : joute tournament end FILE",
            )
        )
    yield from differences(store, tournament, replays)


def differences(
    store: Store, tournament: Tournament, replays: bool = False, tell: Callable[[int], None] = lambda replayed: None
) -> Iterator[str]:
    """The same, whether the secret may be known yet or not; `tell` is told how many replays were played again."""
    if commitment(tournament.secret) != tournament.commitment:
        yield f"the secret {tournament.secret} does not hash to the commitment {tournament.commitment}"
    boards = boards_of(tournament)
    with store.reading() as connection:
        live = of_tournament(connection, tournament.id, LIVE)
    for match in live:
        seed = seed_of(tournament.secret, "leg", match.leg)
        if match.seed != seed:
            yield f"match {match.id}: its seed is {match.seed}, but leg {match.leg} has the seed {seed}"
        if match.board != (boards[match.leg % len(boards)] if boards else None):
            yield f"match {match.id}: its board is not the one of leg {match.leg}"
    if replays:
        yield from _replayed(store.replays, [match for match in live if match.state == State.DONE], tell)


def _replayed(replays: Blobs, played: Sequence[MatchRow], tell: Callable[[int], None]) -> Iterator[str]:
    """What is wrong with the replays of some matches; all cores play them again."""
    if not played:
        return
    with ProcessPoolExecutor() as pool:
        found = pool.map(partial(_replay_differs, replays), played, chunksize=CHUNK)
        for replayed, wrong in enumerate(found, 1):
            tell(replayed)
            yield from wrong


def _replay_differs(replays: Blobs, match: MatchRow) -> list[str]:
    """A replay has the seed, players and result of its match, and follows the rules."""
    from joute.match.reading import read
    from joute.match.replay import ReplayError
    from joute.match.verify import verify

    try:
        replays.get(match.replay or "")
        replay = read(replays.path(match.replay or ""))
        check = verify(replay)
    except (StoreError, ReplayError) as error:
        return [f"match {match.id}: {error}"]
    wrong = []
    if check.difference or check.cut:
        wrong.append(f"match {match.id}: {check.difference or 'its replay is cut'}")
    found = None if replay.result is None else (replay.result.ranks, replay.result.scores)
    filed = tuple(player.rank for player in match.players), tuple(player.score for player in match.players)
    digests = tuple(player.digest for player in replay.header.players)
    if found != filed or replay.header.seed != match.seed:
        wrong.append(f"match {match.id}: its replay has another seed or result")
    if digests != tuple(player.digest for player in match.players):
        wrong.append(f"match {match.id}: its replay is of other champions")
    return wrong
