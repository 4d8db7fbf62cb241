"""The process that builds the libraries of one game and of its policies: it prints a line of JSON for each.

A build spends long in code that hears no signal; a process of its own can be killed at any moment.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from joute.champions.sources.find import policies
from joute.core.backends.building import alone, build, copied, preset_plans
from joute.core.backends.library import BuildError, Machine, file_name, find
from joute.core.backends.plane_layout import PlanePlans
from joute.core.game import Game
from joute.core.policy import Policy
from joute.core.registry import load_game
from joute.core.sampler import SAMPLER


def main(name: str, into: str, force: bool, machines: list[Machine]) -> None:
    """Build what is missing, or all of it by force; an empty `into` is the cache of the user."""
    folder = Path(into) if into else None
    try:
        for entry in _built(load_game(name), folder, force, machines):
            print(json.dumps(entry), flush=True)
    except BuildError as error:
        print(json.dumps({"error": str(error)}), flush=True)


def _built(game: Game, folder: Path | None, force: bool, machines: list[Machine]) -> Iterator[dict[str, Any]]:
    with alone(game) if folder is None else nullcontext():
        yield from _built_one(game, folder, force, [machine for machine in machines if machine != Machine.CUDA])
        for plans in _on_cuda(game, machines):
            yield from _built_one(game, folder, force, [Machine.CUDA], plans=plans)
        played = [machine for machine in machines if machine not in (Machine.WASM32, Machine.CUDA)]
        for policy in policies(game):
            yield from _built_one(game, folder, force, played, policy)
            for plans in _on_cuda(game, machines, policy):
                yield from _built_one(game, folder, force, [Machine.CUDA], policy, plans)


def _on_cuda(game: Game, machines: list[Machine], policy: Policy | None = None) -> list[PlanePlans]:
    """The widths that are built for graphics processors; batches play at random without a policy."""
    plays = policy is None or (policy is not SAMPLER and game.rules.fog is None)
    return preset_plans(game, policy) if plays and Machine.CUDA in machines else []


def _built_one(
    game: Game,
    folder: Path | None,
    force: bool,
    machines: Sequence[Machine],
    policy: Policy | None = None,
    plans: PlanePlans | None = None,
) -> Iterator[dict[str, Any]]:
    there = {} if force else {machine: present(game, machine, folder, policy, plans) for machine in machines}
    for machine, path in there.items():
        if path is not None:
            yield _entry(game, policy, machine, path, 0.0)
    missing = [machine for machine in machines if there.get(machine) is None]
    began = time.perf_counter()
    building = build(game, missing, folder, policy=policy, plans=plans) if missing else ()
    for machine, path in zip(missing, building, strict=True):
        now = time.perf_counter()
        yield _entry(game, policy, machine, path, now - began)
        began = now


def present(
    game: Game, machine: Machine, folder: Path | None, policy: Policy | None = None, plans: PlanePlans | None = None
) -> Path | None:
    """The library of a game, or of a policy of it: wherever it is used from, or in a folder, which gets a copy."""
    found = find(game, machine, policy=policy, plans=plans)
    if folder is None:
        return found
    path = folder / file_name(game, machine, policy=policy, plans=plans)
    if path.is_file():
        return path
    return None if found is None else copied(found, folder)


def _entry(game: Game, policy: Policy | None, machine: Machine, path: Path, seconds: float) -> dict[str, Any]:
    return {
        "game": game.name,
        "champion": "" if policy is None else policy.path.stem,
        "machine": machine.value,
        "file": str(path),
        "bytes": path.stat().st_size,
        "built": seconds > 0,
        "seconds": round(seconds, 3),
    }


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3] == "force", [Machine(word) for word in sys.argv[4:]])
