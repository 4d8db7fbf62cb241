"""Killing for real: the runner and its workers, many times, at random moments; nothing is lost and nothing repeated."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from joute.arena.store import Store
from joute.arena.store.check import check
from joute.arena.store.matches import MatchRow, of_tournament
from joute.arena.store.schema import State
from joute.cli.exits import Exit

from .cups import cup_file, named

MATCHES = 240
KILLS = 8


def command(word: str, path: Path, address: str) -> list[str]:
    words = ["tournament", word, str(path), "--store", address, "--workers", "2"]
    return [sys.executable, "-m", "joute.cli", *words]


def done(store: Store) -> dict[int, MatchRow]:
    with store.reading() as connection:
        return {match.id: match for match in of_tournament(connection, 1, [State.DONE])}


def children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def wait_for(target: int, process: subprocess.Popen[Any], store: Store) -> None:
    """Until so many results are filed, or the runner has ended."""
    while len(done(store)) < target and process.poll() is None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)


def strike(process: subprocess.Popen[bytes], store: Store, target: int, random: Random) -> None:
    """Kill a worker or the runner, some time after so many results are filed; the runner in any case at the end."""
    wait_for(target, process, store)
    for worker in random.sample(found := children(process.pid), min(len(found), random.randrange(3))):
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(random.uniform(0, 0.3))
    process.kill()
    process.wait()


@pytest.mark.slow
def test_nothing_is_lost_and_nothing_repeated_whatever_is_killed(tmp_path, address):
    random = Random(1)
    shape = 'kind = "round_robin"\nlegs = 8'
    path = cup_file(tmp_path, named(*"abcdef"), shape, "retries = 100")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    Store.open(address).close()
    with Store.open(address) as store:
        seen: dict[int, MatchRow] = {}
        codes = []
        for _ in range(KILLS):
            target = len(seen) + random.randrange(12)
            with subprocess.Popen(command("run", path, address), **quiet) as process:
                strike(process, store, target, random)
            codes.append(process.returncode)
            found = done(store)
            assert {id_: found.get(id_) for id_ in seen} == seen  # none lost, none played again
            seen = found
        assert codes[0] == -signal.SIGKILL
        last = subprocess.run(command("run", path, address), capture_output=True, text=True, check=False)
        assert (last.returncode, last.stderr) == (Exit.DONE, "")
        found = done(store)
        assert {id_: found[id_] for id_ in seen} == seen
        assert len(found) == len({match.label for match in found.values()}) == MATCHES
        assert sorted(match.filed or 0 for match in found.values()) == list(range(1, MATCHES + 1))
        assert Counter(player.name for match in found.values() for player in match.players) == dict.fromkeys(
            "abcdef", 80
        )
        # A kill between a replay and its result leaves a file that nobody needs; that is all that may be left.
        assert [finding for finding in check(store) if not finding.harmless] == []


def test_a_worker_that_is_killed_is_replaced_and_its_match_played(tmp_path):
    path = cup_file(tmp_path, named(*"abcd"), 'kind = "round_robin"\nlegs = 8', "retries = 100")
    address = str(tmp_path / "store")
    with Store.open(address) as store:
        words = command("run", path, address)
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            wait_for(1, process, store)
            for worker in children(process.pid):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
            process.communicate()
            assert process.returncode == Exit.DONE
        assert len(done(store)) == 96
        assert check(store) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_stops_cleanly_and_tells_how_to_go_on(tmp_path, number):
    path = cup_file(tmp_path, named(*"abcd"), 'kind = "ladder"')
    address = str(tmp_path / "store")
    with Store.open(address) as store:
        words = command("run", path, address)
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            wait_for(1, process, store)
            workers = children(process.pid)
            process.send_signal(number)
            _, said = process.communicate()
        assert process.returncode == Exit.INTERRUPTED
        assert said == f"joute: stopped; go on:  joute tournament run {path} --store {address} --workers 2\n"
        with store.reading() as connection:
            assert of_tournament(connection, 1, [State.RUNNING]) == []
        assert workers
        assert [pid for pid in workers if Path(f"/proc/{pid}").exists()] == []
        assert check(store) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_second_runner_is_refused_until_the_first_is_killed(request, tmp_path, kind):
    """With PostgreSQL the second stands for one on another machine: only the database is the same."""
    here = str(tmp_path / "store") if kind == "sqlite" else request.getfixturevalue("empty_database")
    there = here if kind == "sqlite" else f"{here}-elsewhere"
    path = cup_file(tmp_path, named(*"ab"), 'kind = "ladder"')
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with Store.open(here) as store, Store.open(there):
        with subprocess.Popen(command("run", path, here), **quiet) as first:
            wait_for(1, first, store)
            refused = subprocess.run(command("run", path, there), capture_output=True, text=True, check=False)
            first.kill()
        who = f"by process {first.pid} on {socket.gethostname()}"
        told = f"joute: 'cup' is being played already {who}; stop that first, or let it play\n"
        assert (refused.returncode, refused.stderr) == (Exit.USAGE, told)
        before = done(store)
        with subprocess.Popen(command("run", path, there), **quiet) as second:
            wait_for(len(before) + 5, second, store)
            second.send_signal(signal.SIGINT)
        assert second.returncode == Exit.INTERRUPTED
        after = done(store)
        assert {id_: after.get(id_) for id_ in before} == before
