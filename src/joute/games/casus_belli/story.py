"""What is told of the last resolution: all of it, or what a team knows of its own.

A team is never told who was hit by whom (6), nor how often: of its characters that live, what they did, where they went
or were thrown, and how much life they lost; of its dead, where they stood.
"""

from __future__ import annotations

from joute.core.events import noted

from .rules.events import EVENTS, Died, Event, Hit, Hurt, Lost, Struck, Thrown, Walked
from .rules.state import World
from .rules.vocabulary import CLASSES


def story(world: World, seat: int | None) -> list[Event]:
    """The events for a seat, or for who knows everything."""
    events: list[Event] = list(noted(world.scratch.events, EVENTS))
    if seat is None:
        return events
    own = range(seat * CLASSES, (seat + 1) * CLASSES)
    living = set(own) - {event.character for event in events if isinstance(event, Died)}
    deeds = [event for event in events if isinstance(event, Struck | Lost | Walked) and event.character in living]
    fates = [fate for character in own for fate in _fates(character, events)]
    return [*deeds, *fates]


def _fates(character: int, events: list[Event]) -> list[Event]:
    """What a team sees has become of one of its own: one event of each kind at most."""
    flights = [event for event in events if isinstance(event, Thrown) and event.character == character]
    deaths = [event for event in events if isinstance(event, Died) and event.character == character]
    if deaths:
        return [Died(character, flights[0].start if flights else deaths[0].cell)]
    fates: list[Event] = []
    if flights and flights[0].start != flights[-1].end:
        fates.append(Thrown(character, flights[0].start, flights[-1].end))
    lost = sum(event.damage for event in events if isinstance(event, Hit) and event.victim == character)
    return [*fates, Hurt(character, lost)] if lost else fates
