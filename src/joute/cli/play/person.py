"""A person as a player of the match, and the desk where people of one terminal play."""

from __future__ import annotations

import time
from collections.abc import Sequence

from joute.cli.exits import say
from joute.core.drawing import Line
from joute.core.seat import Seat
from joute.core.table import Table
from joute.core.text import words
from joute.core.world import Result, Turn
from joute.match.player import Answer, Player
from joute.match.positions import listen
from joute.match.replay import PhaseLine
from joute.match.verdict import Fault

from .news import News
from .sitting import Sitting, nothing_to_do, phase_name, seat_colour


class Quit(KeyboardInterrupt):
    """The person leaves the match; what was played is in the record."""


class Gone(KeyboardInterrupt):
    """The terminal or the pipe of the person is closed."""


class Person(Player):
    """A person at this terminal. There is no clock; thinking time is recorded."""

    digest = ""
    seat: Seat | None = None

    def __init__(self, name: str, desk: Desk) -> None:
        self.name = name
        self._desk = desk
        self._resigned = False

    def load(self, seat: Seat) -> Fault | None:
        return None

    def sit(self, seat: Seat) -> None:
        self.seat = seat

    def ask(self, turn: Turn) -> Answer:
        began = time.monotonic()
        if self.seat is not None and self.seat.game.acts(self.seat.world):
            try:
                self._resigned = not self._desk.turn(self.seat, turn)
            except OSError as error:
                raise Gone from error
        return Answer((time.monotonic() - began) * 1000, 0.0)

    @property
    def resigned(self) -> bool:
        return self._resigned


class Desk:
    """Where the people of one terminal play, one after the other."""

    def __init__(self, table: Table, names: Sequence[str], people: Sequence[int]) -> None:
        self.table = table
        self.names = names
        self.people = people
        self.news = News(table.game, names, people)
        self._last = people[0] if people else 0
        listen(table)

    def called(self, seat: int) -> str:
        return self.news.called(seat)

    def turn(self, seat: Seat, turn: Turn) -> bool:
        """Have a person play a phase; False when the match is given up. Raises Quit when the person leaves."""
        sitting = Sitting(seat)
        if sitting.idle:
            self.news.add(seat.index, [[(nothing_to_do(turn.number, phase_name(seat, turn.phase)), "dim")]])
            return True
        if seat.index != self._last and (seat.game.foggy or len(turn.seats) > 1):
            self.hand_over(seat.index)
        self._last = seat.index
        return self.play(sitting, turn)

    def watch(self, table: Table, line: PhaseLine) -> None:
        """Called after every phase."""
        self.news.note(table, line)
        self.show(table, line)
        listen(table)

    # What a desk does its own way

    def play(self, sitting: Sitting, turn: Turn) -> bool:
        """Play a phase; False when the match is given up."""
        raise NotImplementedError

    def hand_over(self, seat: int) -> None:
        """Hide what one person saw until the next one is there."""
        raise NotImplementedError

    def warn(self, text: str) -> None:
        """Something that people should know of a champion."""
        say(text)

    def show(self, table: Table, line: PhaseLine) -> None:
        """Show what the others have just done."""

    def end(self, table: Table) -> None:
        """The match is over."""

    # Words

    def outcome(self, result: Result) -> Line:
        """How it ended, for those who sit here."""
        winners = [seat for seat in result.winners if seat in self.people]
        if len(self.people) != 1:
            names = ", ".join(self.called(seat) for seat in result.winners)
            return [(words(f"First: {names}", f"Premier : {names}"), "title")]
        if not winners:
            return [(words("You have lost.", "Vous avez perdu."), "title")]
        draw = len(result.winners) > 1
        said = words("A draw.", "Match nul.") if draw else words("You have won!", "Vous avez gagné !")
        return [(said, seat_colour(self.table.game, winners[0]))]
