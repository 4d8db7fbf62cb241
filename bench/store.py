"""What a match costs in a store that grows, and how long standings take: python bench/store.py [ADDRESS]

Fills a store with made-up results of a thousand entrants, and at each size files more as a runner does: a replay, the
result, tallies and ratings, in one transaction each. On a noisy machine read the ratios, not the times.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import insert, text

from joute.arena.jobs.job import Champion, JobResult
from joute.arena.store import Store
from joute.arena.store.matches import begin, of_tournament
from joute.arena.store.schema import State, matches, players
from joute.arena.tournament.admin import count_again
from joute.arena.tournament.config import read
from joute.arena.tournament.entry import create
from joute.arena.tournament.model import Tournament, entrants_of
from joute.arena.tournament.results import file_result
from joute.arena.tournament.standings import final
from joute.arena.tournament.status import board
from joute.core.registry import game_names
from joute.match.verdict import Verdict

ENTRANTS = 1000
SIZES = (100, 1_000, 10_000, 100_000)
FILED = 200
"""How many results are filed at each size."""
CHUNK = 5_000
OK = ((Verdict.OK, ""), (Verdict.OK, ""))


def declared(folder: Path) -> Path:
    names = ", ".join(f'{{ name = "e{number}", champion = "idle" }}' for number in range(ENTRANTS))
    path = folder / "cup.toml"
    game = next(name for name in game_names() if name)
    text_ = f'name = "bench"\ngame = "{game}"\nseats = 2\nentrants = [{names}]\n[seeds]\nvalue = 1\n'
    path.write_text(text_ + '[format]\nkind = "ladder"\n')
    return path


def row(number: int, cup: Tournament, state: State, filed: int | None) -> dict[str, object]:
    return {
        "id": number,
        "key": f"{cup.id}:{number}#0",
        "kind": "tournament",
        "tournament_id": cup.id,
        "label": str(number),
        "game": cup.settings.game,
        "preset": cup.settings.preset,
        "params": "{}",
        "seed": str(number),
        "state": str(state),
        "created": 0.0,
        "ended": 1.0 if filed else None,
        "filed": filed,
        "round": number,
        "leg": number,
    }


def fill(store: Store, cup: Tournament, first: int, last: int, ids: list[int], chance: random.Random) -> None:
    """Results from the first number up to the last: the earlier in the list mostly wins."""
    with store.writing() as connection:
        for start in range(first, last, CHUNK):
            numbers = range(start, min(start + CHUNK, last))
            connection.execute(insert(matches), [row(n, cup, State.DONE, n) for n in numbers])
            connection.execute(insert(players), [seat for n in numbers for seat in seats(n, ids, chance, done=True)])


def seats(number: int, ids: list[int], chance: random.Random, done: bool) -> list[dict[str, object]]:
    table = chance.sample(range(len(ids)), 2)
    worth = [-3 * place / len(ids) + chance.gauss(0, 1) for place in table]
    ranks = (1, 2) if worth[0] > worth[1] else (2, 1)
    return [
        {
            "match_id": number,
            "seat": seat,
            "name": f"e{place}",
            "kind": "bundled",
            "entrant_id": ids[place],
            "rank": ranks[seat] if done else None,
            "score": 0 if done else None,
            "verdict": "OK" if done else None,
        }
        for seat, place in enumerate(table)
    ]


def filed(store: Store, cup: Tournament, first: int, ids: list[int], chance: random.Random) -> list[float]:
    """Hand out and file so many matches, one by one; the milliseconds of each."""
    numbers = range(first, first + FILED)
    with store.writing() as connection:
        connection.execute(insert(matches), [row(n, cup, State.WAITING, None) for n in numbers])
        connection.execute(insert(players), [seat for n in numbers for seat in seats(n, ids, chance, done=False)])
    times = []
    for number in numbers:
        began = time.perf_counter()
        with store.writing() as connection:
            (match,) = of_tournament(connection, cup.id, [State.WAITING], 1)
            begin(connection, [match.id])
        done = JobResult(str(number), (1, 0), (1, 2), "", OK, (1.0, 1.0), (1.0, 1.0), chance.randbytes(4_000))
        file_result(store, cup, match.id, done)
        times.append((time.perf_counter() - began) * 1000)
    return times


def timed(name: str, work: Callable[[], object]) -> None:
    began, busy = time.perf_counter(), time.process_time()
    work()
    print(f"{name}: {time.perf_counter() - began:.2f} s, {time.process_time() - busy:.2f} s of CPU", flush=True)


def measure(store: Store, folder: Path) -> None:
    plan = read(declared(folder))
    cup = create(store, plan, [Champion("idle", "bundled", "")] * ENTRANTS)
    with store.reading() as connection:
        ids = [entrant.id for entrant in entrants_of(connection, cup)]
    chance, next_number, base = random.Random(1), 1, 0.0
    for size in SIZES:
        fill(store, cup, next_number, size + 1, ids, chance)
        busy = time.process_time()
        times = filed(store, cup, size + 1, ids, chance)
        cpu = (time.process_time() - busy) / FILED * 1000
        next_number = size + 1 + FILED
        middle = statistics.median(times)
        base = base or cpu
        wall = f"{middle:.2f} ms a match in the middle, {min(times):.2f} at best"
        print(f"{size:>7} matches: {wall}; {cpu:.2f} ms of CPU, {cpu / base:.2f} times the first", flush=True)
    timed("counting all results again", lambda: count_again(store, cup))
    timed("the board while it runs", lambda: board(store, cup.name))
    with store.reading() as connection:
        timed("the final table, with intervals", lambda: final(connection, cup))
        count = connection.execute(text("SELECT count(*) FROM matches WHERE state = 'done'")).scalar()
    print(f"{ENTRANTS} entrants, {count} results")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?", help="a store that does not exist yet; one of its own if none is named")
    with tempfile.TemporaryDirectory(prefix="joute-bench-") as folder:
        address = parser.parse_args().address or f"{folder}/store"
        with Store.open(address) as store:
            measure(store, Path(folder))


if __name__ == "__main__":
    main()
