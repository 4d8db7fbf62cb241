"""A round robin of the champions that come with a game: how strong each is."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from joute.arena.jobs.executors.local import LocalExecutor
from joute.arena.store import Store
from joute.champions.sources.find import bundled
from joute.champions.sources.strength import Strength, Strengths
from joute.core.game import Game

from .config import packed, read
from .entry import create
from .model import packages_of
from .runner import Runner
from .standings import final

FILE = """
name = "bundled champions"
game = {game}
preset = {preset}
entrants = {entrants}
store = "store"
[seeds]
value = 20
[format]
kind = "round_robin"
legs = {legs}
"""


def rate_bundled(game: Game, legs: int) -> Strengths:
    """Play it in a store of its own, on seeds that are always the same."""
    values = {"game": game.name, "preset": game.preset, "entrants": list(bundled(game))}
    with TemporaryDirectory(prefix="joute-ratings-") as folder:
        file = Path(folder, "ratings.toml")
        file.write_text(FILE.format(legs=legs, **{key: json.dumps(value) for key, value in values.items()}))
        plan = read(file)
        with Store.open(plan.store) as store:
            packages = packages_of(store)
            tournament = create(store, plan, packed(plan, packages))
            with LocalExecutor(packages=packages) as executor:
                Runner(store, tournament, executor).run()
            with store.reading() as connection:
                table = final(connection, tournament)
    return Strengths(
        game.info.rules_version,
        game.preset,
        table.seats,
        sum(line.games for line in table.lines) // table.seats,
        {
            line.name: Strength(round(line.rating), round(line.low or 0), round(line.high or 0))
            for line in table.lines
            if line.rating is not None
        },
    )
