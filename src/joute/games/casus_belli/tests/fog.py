"""What a team may not know, shaken: the leak tests compare what it is told before and after.

`scramble(world, seat, rng)` works in place on an interpreted world of this game; `rng` is a `random.Random`. What its
characters recorded on their way is computed here anew from the rules (4.5), whole fields of vision at every step.
"""

from __future__ import annotations

from random import Random

from ..api import field
from ..board import HEIGHT, MUR, WIDTH
from ..params import SELF_GLIMPSED, VISION, WALKERS_LOOK_NORTH
from ..rules import reindex
from ..rules.state import (
    ARRIVALS,
    ARRIVED,
    CELL,
    CHARACTER_COLUMNS,
    CLASSES,
    DIRECTION,
    LIFE_LEFT,
    NORD,
    NOWHERE,
    PALANTIR_CELL,
    RECHARGE_1,
    RECHARGE_2,
    RESPAWN,
    ROUTE_COLUMNS,
    SHIFT_X,
    SHIFT_Y,
    STEP_BITS,
    STEPS_A_WORD,
    TEAM_COLUMNS,
    WALK_FACING,
    WALK_FROM,
    WALK_LENGTH,
    WALKED,
    ZONE_CELL,
    World,
    cell_of,
    character_count,
    route_step,
    step_cells,
    step_x,
    step_y,
    team_count,
)
from ..rules.vision import team_sees


def walk_of(world: World, character: int, steps: int) -> list[tuple[int, int]]:
    """Where a character stood and looked after each of so many steps of the last movement phase."""
    at = character * CHARACTER_COLUMNS
    cell, facing = world.state.characters[at + WALK_FROM], world.state.characters[at + WALK_FACING]
    found = []
    for step in range(steps):
        if step < world.state.characters[at + WALK_LENGTH]:
            facing = route_step(world, character, WALKED, step)
            cell += step_cells(world, facing)
            facing = NORD if world.params[WALKERS_LOOK_NORTH] else facing
        found.append((cell, facing))
    return found


def penombre(world: World, character: int) -> list[int]:
    """4.5  The cells a character recorded, from the true state."""
    everybody = range(character_count(world))
    longest = max(world.state.characters[c * CHARACTER_COLUMNS + WALK_LENGTH] for c in everybody)
    walks = [walk_of(world, other, longest) for other in everybody]
    found: list[int] = []
    for step, (eye, facing) in enumerate(walks[character]):
        taken = {walks[c][step][0] for c in everybody if c != character or world.params[SELF_GLIMPSED]}
        found += [c for c in field(world, eye, facing, world.params[VISION + character % CLASSES]) if c in taken]
    return found


def recorded(world: World, seat: int) -> list[list[int]]:
    return [penombre(world, seat * CLASSES + rank) for rank in range(CLASSES)]


def scramble(world: World, seat: int, rng: Random, walks: bool = True) -> None:
    """Change all that a team may not know (6) and nothing else: another true state, just as sound."""
    reindex(world)
    ground = [cell for cell, zone in enumerate(world.board.ground) if zone != MUR]
    hidden = [cell for cell in ground if not team_sees(world, seat, cell, False)]
    for team in range(team_count(world)):
        if team != seat:
            for column in (PALANTIR_CELL, ZONE_CELL):
                world.state.teams[team * TEAM_COLUMNS + column] = rng.choice([NOWHERE, *ground])
    for character in range(character_count(world)):
        scramble_inside(world, character, seat, rng, ground)
        if character // CLASSES != seat and not team_sees(world, seat, cell_of(world, character), False):
            scramble_place(world, character, rng, hidden)
    for character in range(character_count(world)):
        if walks and character // CLASSES != seat:
            scramble_walk(world, character, seat, rng, ground)
    scramble_arrivals(world, rng)
    reindex(world)


def scramble_inside(world: World, character: int, seat: int, rng: Random, ground: list[int]) -> None:
    """Respawn point and shift memory of everybody, recharges of the others."""
    characters, at = world.state.characters, character * CHARACTER_COLUMNS
    characters[at + RESPAWN] = rng.choice(ground)
    characters[at + SHIFT_X], characters[at + SHIFT_Y] = rng.randint(-9, 9), rng.randint(-9, 9)
    if character // CLASSES != seat:
        characters[at + RECHARGE_1], characters[at + RECHARGE_2] = rng.randint(0, 5), rng.randint(0, 5)


def scramble_place(world: World, character: int, rng: Random, hidden: list[int]) -> None:
    """Another hidden cell, another life and direction, for a character out of sight."""
    characters, at = world.state.characters, character * CHARACTER_COLUMNS
    characters[at + CELL] = rng.choice(hidden)
    characters[at + LIFE_LEFT] = rng.randint(1, 10)
    characters[at + DIRECTION] = rng.randrange(4)


def scramble_walk(world: World, character: int, seat: int, rng: Random, ground: list[int]) -> None:
    """Another walk in the last movement phase, unless the team recorded the difference."""
    before = recorded(world, seat)
    (start, length, facing), steps = kept = walk_words(world, character)
    start = rng.choice([start, rng.choice(ground)])
    other = random_steps(world, start, rng.randint(0, length), rng)
    write_walk(world, character, ((start, len(other), rng.choice([facing, rng.randrange(4)])), pack(other, len(steps))))
    if recorded(world, seat) != before:
        write_walk(world, character, kept)


def random_steps(world: World, start: int, length: int, rng: Random) -> list[int]:
    """Steps that stay on the map and out of walls, as many as can be."""
    width, height = world.board.head[WIDTH], world.board.head[HEIGHT]
    x, y, steps = start % width, start // width, []
    for _ in range(length):
        step = rng.randrange(4)
        nx, ny = x + step_x(step), y + step_y(step)
        if 0 <= nx < width and 0 <= ny < height and world.board.ground[ny * width + nx] != MUR:
            x, y = nx, ny
            steps.append(step)
    return steps


def pack(steps: list[int], words: int) -> list[int]:
    """Steps as the words of a route."""
    runs = [steps[word * STEPS_A_WORD : (word + 1) * STEPS_A_WORD] for word in range(words)]
    return [sum(step << (STEP_BITS * number) for number, step in enumerate(run)) for run in runs]


Walk = tuple[tuple[int, int, int], list[int]]
"""Where a walk starts, its length, where it looked at first; the words of its steps."""


def route_places(world: World, character: int) -> range:
    words = len(world.state.routes) // character_count(world)
    return range(character * words + WALKED, (character + 1) * words, ROUTE_COLUMNS)


def walk_words(world: World, character: int) -> Walk:
    at, s = character * CHARACTER_COLUMNS, world.state
    head = s.characters[at + WALK_FROM], s.characters[at + WALK_LENGTH], s.characters[at + WALK_FACING]
    return head, [s.routes[word] for word in route_places(world, character)]


def write_walk(world: World, character: int, walk: Walk) -> None:
    at, s = character * CHARACTER_COLUMNS, world.state
    (s.characters[at + WALK_FROM], s.characters[at + WALK_LENGTH], s.characters[at + WALK_FACING]), steps = walk
    for word, value in zip(route_places(world, character), steps, strict=True):
        s.routes[word] = value


def scramble_arrivals(world: World, rng: Random) -> None:
    """Other arrivals in the same order on each cell."""
    characters, count = world.state.characters, character_count(world)
    old = [characters[c * CHARACTER_COLUMNS + ARRIVED] for c in range(count)]
    new = rng.sample(range(5 * count), count)
    for cell in {cell_of(world, c) for c in range(count)}:
        crowd = sorted((c for c in range(count) if cell_of(world, c) == cell), key=lambda c: (old[c], c))
        for character, arrived in zip(crowd, sorted(new[c] for c in crowd), strict=True):
            characters[character * CHARACTER_COLUMNS + ARRIVED] = arrived
    world.state.head[ARRIVALS] = 5 * count
