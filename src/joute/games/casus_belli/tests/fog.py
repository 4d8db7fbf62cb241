"""What a team may not know, shaken: the leak tests compare what it is told before and after.

`scramble(world, seat, rng)` works in place on an interpreted world of this game; `rng` is a `random.Random`. What its
characters recorded on their way is computed here anew from the rules (4.5), whole fields of vision at every step.
"""

from __future__ import annotations

from random import Random

from ..board import MUR
from ..params import LOOK_NORTH
from ..rules.state import (
    STEP_BITS,
    STEPS_A_WORD,
    World,
    character_count,
    reindex,
    route_length,
    route_step,
    step_cells,
    team_count,
)
from ..rules.vision import team_sees
from ..rules.vocabulary import CLASSES, NORD, NOWHERE, step_x, step_y
from ..scene import field


def walk_of(world: World, character: int, steps: int) -> list[tuple[int, int]]:
    """Where a character stood and looked after each of so many steps of the last movement phase."""
    characters = world.state.characters
    cell, facing = characters.walk_from[character], characters.walk_facing[character]
    found = []
    for step in range(steps):
        if step < characters.walk_length[character]:
            facing = route_step(world, world.state.routes.walked, character, step)
            cell += step_cells(world, facing)
            facing = NORD if world.params.regard_en_marche == LOOK_NORTH else facing
        found.append((cell, facing))
    return found


def penombre(world: World, character: int) -> list[int]:
    """4.5  The cells a character recorded, from the true state."""
    everybody = range(character_count(world))
    longest = max(world.state.characters.walk_length)
    walks = [walk_of(world, other, longest) for other in everybody]
    found: list[int] = []
    for step, (eye, facing) in enumerate(walks[character]):
        taken = {walks[c][step][0] for c in everybody if c != character or world.params.penombre_soi}
        found += [c for c in field(world, eye, facing, world.params.vision[character % CLASSES]) if c in taken]
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
            world.state.teams.palantir[team] = rng.choice([NOWHERE, *ground])
            world.state.teams.zone[team] = rng.choice([NOWHERE, *ground])
    for character in range(character_count(world)):
        scramble_inside(world, character, seat, rng, ground)
        if character // CLASSES != seat and not team_sees(world, seat, world.state.characters.cell[character], False):
            scramble_place(world, character, rng, hidden)
    for character in range(character_count(world)):
        if walks and character // CLASSES != seat:
            scramble_walk(world, character, seat, rng, ground)
    scramble_arrivals(world, rng)
    reindex(world)


def scramble_inside(world: World, character: int, seat: int, rng: Random, ground: list[int]) -> None:
    """Respawn point and shift memory of everybody, recharges of the others."""
    characters = world.state.characters
    characters.respawn[character] = rng.choice(ground)
    characters.shift_x[character], characters.shift_y[character] = rng.randint(-9, 9), rng.randint(-9, 9)
    if character // CLASSES != seat:
        characters.recharge[2 * character] = rng.randint(0, 5)
        characters.recharge[2 * character + 1] = rng.randint(0, 5)


def scramble_place(world: World, character: int, rng: Random, hidden: list[int]) -> None:
    """Another hidden cell, another life and direction, for a character out of sight."""
    characters = world.state.characters
    characters.cell[character] = rng.choice(hidden)
    characters.life[character] = rng.randint(1, 10)
    characters.direction[character] = rng.randrange(4)


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
    width, height = world.board.width, world.board.height
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
    words = route_length(world)
    return range(character * words, (character + 1) * words)


def walk_words(world: World, character: int) -> Walk:
    characters, walked = world.state.characters, world.state.routes.walked
    head = characters.walk_from[character], characters.walk_length[character], characters.walk_facing[character]
    return head, [walked[word] for word in route_places(world, character)]


def write_walk(world: World, character: int, walk: Walk) -> None:
    characters = world.state.characters
    (start, length, facing), steps = walk
    characters.walk_from[character] = start
    characters.walk_length[character] = length
    characters.walk_facing[character] = facing
    for word, value in zip(route_places(world, character), steps, strict=True):
        world.state.routes.walked[word] = value


def scramble_arrivals(world: World, rng: Random) -> None:
    """Other arrivals in the same order on each cell."""
    cells, arrived, count = world.state.characters.cell, world.state.characters.arrived, character_count(world)
    old = list(arrived)
    new = rng.sample(range(5 * count), count)
    for cell in set(cells):
        crowd = sorted((c for c in range(count) if cells[c] == cell), key=lambda c: (old[c], c))
        for character, moment in zip(crowd, sorted(new[c] for c in crowd), strict=True):
            arrived[character] = moment
    world.state.head.arrivals = 5 * count
