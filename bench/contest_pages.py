"""Pages of a large contest: 200 teams, 10 versions each, 100,000 matches in the store, 100 visitors at once.

    python bench/contest_pages.py [--matches 100000] [--visitors 100] [--seconds 30] [--frozen]

Each visitor reads one page after the other, as browsers renew them, with `--think` seconds between two; four of them
are organisers. Said are the times of the requests to a server that has answered each page before, and the CPU time that
it took for each, which does not depend on what else runs there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import NamedTuple

import httpx
from sqlalchemy import Connection, insert, select, update

from joute.arena.contest import accounts, config, links, model, teams, tokens, versions
from joute.arena.contest.accounts import NewAccount
from joute.arena.contest.config import Quotas
from joute.arena.contest.model import Contest
from joute.arena.ratings import START
from joute.arena.store import Store
from joute.arena.store.schema import TokenKind, entrants, matches, players, ratings
from joute.arena.store.schema import tokens as tokens_table
from joute.arena.tournament.schedule import KIND

FROZEN = "table_freezes = 2020-01-02T00:00:00Z\n"
CONTEST = """
name = "Large"
game = "portails"
isolation = "process"
[access]
keep_days = 3650
[times]
opens = 2020-01-01T00:00:00Z
ranked_closes = 2020-01-03T00:00:00Z
{frozen}
[workers]
local = 1
"""
ORGANISERS = 4
BEGAN, SPAN = 1_577_836_800.0, 2 * 86_400.0
"""The first of January 2020: matches are spread over two days from then on."""
CHUNK = 5_000
PUBLIC = ("", "/table", "/replays", "/replays?of=team%207")
MEMBER = (
    "/results",
    "/matches",
    "/matches?only=lost",
    "/matches?against=team%207",
    "/versions",
    "/team",
    "/comparisons",
)
CONSOLE = ("", "/teams", "/people", "/versions", "/matches", "/matches?of=team%207", "/matches?state=failed", "/log")


def fill(store: Store, contest: Contest, asked: argparse.Namespace) -> list[str]:
    """The contest; the secrets of a session of each team."""
    random = Random(1)
    with store.writing() as connection:
        secrets = [_team(connection, contest, number, asked.versions) for number in range(asked.teams)]
        ids = list(connection.execute(select(entrants.c.id).where(entrants.c.kind == "package")).scalars())
    names = {}
    with store.reading() as connection:
        names = {row.id: row.name for row in connection.execute(select(entrants))}
    for start in range(0, asked.matches, CHUNK):
        with store.writing() as connection:
            _matches(connection, contest, random, range(start, min(start + CHUNK, asked.matches)), ids, names, asked)
    return secrets


def _team(connection: Connection, contest: Contest, number: int, count: int) -> str:
    """A team with its versions; the secret of a session."""
    account = accounts.register(connection, NewAccount(f"login{number}", f"Name {number}"))
    team = teams.create(connection, f"team {number}")
    teams.join(connection, team, account.id, 3)
    for version in range(count):
        digest = f"{number:016x}{version:016x}"
        made = versions.receive(
            connection, team, account.id, digest, 9_000, "python", Quotas(submissions_an_hour=10**6)
        )
        versions.write_log(connection, made.id, "built and rehearsed\n" * 100)
        versions.judged(connection, contest, made, "", 2.0)
    connection.execute(update(entrants).where(entrants.c.kind == "package").values(sigma=2.0))
    return tokens.issue(connection, TokenKind.SESSION, account.id)


def _matches(
    connection: Connection,
    contest: Contest,
    random: Random,
    numbers: range,
    ids: list[int],
    names: dict[int, str],
    asked: argparse.Namespace,
) -> None:
    settings = contest.ladder.settings
    rows, seats, rated = [], [], []
    for number in numbers:
        at = BEGAN + SPAN * number / asked.matches
        pair, ranks = random.sample(ids, 2), random.choice([(1, 2), (2, 1)])
        same = {"kind": KIND, "tournament_id": contest.ladder.id, "game": settings.game, "preset": settings.preset}
        rows.append(
            {
                "id": number + 1,
                "key": f"m{number}",
                "label": f"l{number}",
                "round": number // 2,
                "leg": number // 2,
                **same,
                "params": "{}",
                "seed": str(number),
                "state": "done",
                "created": at,
                "began": at,
                "ended": at,
                "filed": number + 1,
                "replay": f"{number:032x}",
                "worker": "lab-1",
            }
        )
        for seat, (entrant, rank) in enumerate(zip(pair, ranks, strict=True)):
            seats.append(
                {
                    "match_id": number + 1,
                    "seat": seat,
                    "name": names[entrant],
                    "kind": "package",
                    "digest": "",
                    "entrant_id": entrant,
                    "score": 3 - rank,
                    "rank": rank,
                    "verdict": "OK",
                }
            )
            mu = START.mu + random.gauss(0, 2)
            rated.append({"match_id": number + 1, "entrant_id": entrant, "at": at, "mu": mu, "sigma": 2.0})
    for table, many in ((matches, rows), (players, seats), (ratings, rated)):
        connection.execute(insert(table), many)


class Visitor(NamedTuple):
    """Who reads which pages, in an order of their own."""

    number: int
    pages: list[str]
    session: str = ""

    async def read(self, client: httpx.AsyncClient, path: str) -> None:
        headers = {"cookie": f"joute_session={self.session}"} if self.session else {}
        answer = await client.get(f"/api/contest{path}", headers=headers)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:200]}"

    async def visit(self, client: httpx.AsyncClient, asked: argparse.Namespace, took: dict[str, list[float]]) -> None:
        """One page after the other, until the time is over."""
        random, end = Random(self.number), time.monotonic() + asked.seconds
        await asyncio.sleep(random.random() * asked.think)
        while time.monotonic() < end:
            path = random.choice(self.pages)
            began = time.perf_counter()
            await self.read(client, path)
            took[path].append(time.perf_counter() - began)
            await asyncio.sleep(asked.think * 2 * random.random())


async def visits(base: str, secrets: list[str], organiser: str, asked: argparse.Namespace) -> dict[str, list[float]]:
    took: dict[str, list[float]] = defaultdict(list)
    console = [f"/console{path}" for path in CONSOLE]
    people = [(list(PUBLIC), ""), *(([*PUBLIC, *MEMBER], secret) for secret in secrets)]
    visitors = [Visitor(number, *people[number % len(people)]) for number in range(asked.visitors - ORGANISERS)]
    visitors += [Visitor(number, console, organiser) for number in range(len(visitors), asked.visitors)]
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        for visitor in (visitors[1], visitors[-1]):
            for path in visitor.pages:
                await visitor.read(client, path)
        await asyncio.gather(*(visitor.visit(client, asked, took) for visitor in visitors))
    return took


def cpu_s(pid: int) -> float:
    """The CPU time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teams", type=int, default=200)
    parser.add_argument("--versions", type=int, default=10)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--visitors", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=5.0, help="seconds between two pages of a visitor, on average")
    parser.add_argument("--frozen", action="store_true", help="the table of an earlier moment is public")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / config.FILE).write_text(CONTEST.format(frozen=FROZEN if asked.frozen else ""))
        plan = config.read(folder)
        with Store.open(plan.store) as store:
            contest = model.begin(store, plan, "bench")
            secrets = fill(store, contest, asked)
            with store.writing() as connection:
                links.for_organiser(connection, "olga")
                account = accounts.by_login(connection, "olga")
                organiser = tokens.issue(connection, TokenKind.SESSION, account.id if account else None)
                connection.execute(update(tokens_table).values(seen=time.time()))
        measure(folder, secrets, organiser, asked)


def measure(folder: Path, secrets: list[str], organiser: str, asked: argparse.Namespace) -> None:
    words = [sys.executable, "-m", "joute.cli", "serve", "--contest", str(folder), "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        base = server.stdout.readline().split()[-1].rstrip("/")
        try:
            _wait(server, folder)
            before = cpu_s(server.pid)
            took = asyncio.run(visits(base, secrets, organiser, asked))
            spent = cpu_s(server.pid) - before
        finally:
            server.terminate()
    count = sum(map(len, took.values()))
    each = f"{1000 * spent / count:.1f} ms of CPU each"
    print(f"{asked.visitors} visitors, {count} requests in {asked.seconds:.0f} s, {each}")
    for path, all_ in sorted(took.items(), key=lambda item: -max(item[1])):
        cut = quantiles(all_, n=20) if len(all_) > 1 else [all_[0]] * 19
        print(f"  {1000 * cut[9]:7.1f} ms  p95 {1000 * cut[18]:7.1f} ms  {len(all_):6}  /api/contest{path}")


def _wait(server: subprocess.Popen[str], folder: Path) -> None:
    """Until the service has fitted the ratings, which takes a processor for some seconds."""
    with Store.open(config.read(folder).store) as store:
        while server.poll() is None:
            with store.reading() as connection:
                if connection.execute(select(entrants.c.id).where(entrants.c.fit_mu.is_not(None)).limit(1)).first():
                    return
            time.sleep(0.5)
    raise SystemExit(server.returncode)


if __name__ == "__main__":
    main()
