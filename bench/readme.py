"""The figures of README.md, in about a minute: `python bench/readme.py`. They are of CPU time, so that a busy machine
tells much the same; `joute bench` takes all measures."""

from __future__ import annotations

import subprocess
import sys
import time
from resource import RUSAGE_CHILDREN, getrusage

from joute.core.batch import RandomPlayer
from joute.core.game import Game
from joute.core.registry import game_names, load_game

TRIES, TRY_S = 3, 0.5
"""How often something is measured, of which the best counts, and for how long."""
BACKENDS = ("interpreted", "native")


def phases_a_second(game: Game) -> float:
    """Random play of one game after another, without champions."""
    seats = game.info.seats
    first = game.new(game.board(None, seats, 1), seats, 1)
    player = RandomPlayer(game, first, seats)

    def once() -> float:
        began, before, seed = time.process_time(), player.phases, 0
        while time.process_time() - began < TRY_S:
            player.play(game.copy(first), seed)
            seed += 1
        return (player.phases - before) / (time.process_time() - began)

    return max(once() for _ in range(TRIES))


def command_ms(*words: str) -> float:
    """CPU time of a whole command."""

    def once() -> float:
        began = sum(getrusage(RUSAGE_CHILDREN)[:2])
        subprocess.run([sys.executable, "-m", "joute", *words], check=True, stdout=subprocess.DEVNULL)
        return sum(getrusage(RUSAGE_CHILDREN)[:2]) - began

    return 1e3 * min(once() for _ in range(TRIES))


def main() -> None:
    print("| random play, phases a second of one core | interpreted | native | |\n|---|--:|--:|--:|")
    names = game_names()
    for name in names:
        slow, fast = (phases_a_second(load_game(name).on(backend)) for backend in BACKENDS)
        print(f"| `{name}` | {slow:,.0f} | {fast:,.0f} | × {fast / slow:.0f} |", flush=True)
    idle = ["run", names[0], *["idle"] * load_game(names[0]).info.seats]
    print("\n| CPU time of a command | |\n|---|--:|")
    for words in (["--help"], idle):
        print(f"| `{' '.join(['joute', *words])}` | {command_ms(*words):.0f} ms |", flush=True)


if __name__ == "__main__":
    main()
