"""4.5  Movement and placement: everybody walks together, and what each saw on the way can be told."""

from __future__ import annotations

from joute.core.events import note

from .events import Walked
from .state import World, character_count, move_to, route_length, route_step, step_cells


def march(w: World) -> None:
    """4.5  Turn those who turn, then walk. What a walk shows depends on the walks alone, and is told on request."""
    lengths, count = w.state.plans.length, w.state.head.plans
    start_walks(w)
    longest = 0
    for plan in range(count):
        longest = max(longest, lengths[plan])
        if lengths[plan] == 0:
            turn(w, plan)
    for length in range(1, longest + 1):
        for plan in range(count):
            if lengths[plan] == length:
                walk(w, plan)


def start_walks(w: World) -> None:
    """4.5.1  The traces of the phase before are gone: everybody stands, looking where it looks."""
    characters, walked = w.state.characters, w.state.routes.walked
    for character in range(character_count(w)):
        characters.walk_from[character] = characters.cell[character]
        characters.walk_length[character] = 0
        characters.walk_facing[character] = characters.direction[character]
    for word in range(len(walked)):
        walked[word] = 0


def turn(w: World, plan: int) -> None:
    """4.5.2  An empty path turns its character before anybody walks."""
    characters, plans = w.state.characters, w.state.plans
    character = plans.character[plan]
    characters.direction[character] = plans.direction[plan]
    characters.walk_facing[character] = plans.direction[plan]


def walk(w: World, plan: int) -> None:
    """4.5.4, 4.5.5  A character comes to the end of its path, behind those whose paths were shorter."""
    characters, plans, routes = w.state.characters, w.state.plans, w.state.routes
    character, length = plans.character[plan], plans.length[plan]
    start = characters.cell[character]
    end = start
    for step in range(length):
        end += step_cells(w, route_step(w, routes.planned, character, step))
    note(w.scratch.events, Walked(character, start, end))
    move_to(w, character, end)
    characters.direction[character] = plans.direction[plan]
    characters.walk_length[character] = length
    words = route_length(w)
    for word in range(character * words, (character + 1) * words):
        routes.walked[word] = routes.planned[word]
