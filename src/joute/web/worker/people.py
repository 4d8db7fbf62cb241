"""People at a table: a person is a player whose orders come over the pipe, one message at a time."""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import Any

import msgspec

from joute.champions.hosting.clock import CallbackClock as Watch
from joute.champions.sandbox.limits import Limits
from joute.core import hand
from joute.core.api import WrongCall
from joute.core.game import Game
from joute.core.hand import Cell, Offer
from joute.core.seat import Seat, TooManyOrders
from joute.core.table import Table
from joute.core.text import Text
from joute.core.world import Turn
from joute.match.async_player import AsyncPlayer
from joute.match.player import Answer as Answered
from joute.match.player import Player
from joute.match.verdict import Fault, Verdict
from joute.web.film.track import Track
from joute.web.wire import CallRequest, Clock, Offers, PickRequest, PlayRequest, Position, Refused, Reply, UndoRequest

from .pipe import Asked, JobEnd, Lines, ToSeat

NOT_ASKED = Text("It is not your turn.", "Ce n'est pas votre tour.")
NO_UNDO = Text("There is nothing to take back.", "Il n'y a rien à annuler.")
NO_UNDO_HERE = Text("This game has no taking back.", "Dans ce jeu, rien ne s'annule.")
TOO_MANY = Text("That is more than one turn can hold.", "C'est plus qu'un tour ne peut contenir.")
DONE = Text("Done.", "C'est fait.")
_ENCODE = msgspec.json.Encoder().encode


def playable(game: Game) -> bool:
    """Whether a person can play a game."""
    from importlib.util import find_spec

    return find_spec(f"{game.package}.hand") is not None


def undoes(game: Game) -> bool:
    """Whether the last order can be taken back."""
    return any(function.kind == "undo" for function in game.api.functions.values())


class Person(AsyncPlayer):
    """Somebody at a browser."""

    digest = ""

    def __init__(self, name: str, clock: Clock | None, hands: Hands) -> None:
        self.name = name
        self.done = True
        self.seat: Seat | None = None
        self._hands = hands
        limits = Limits(time_ms=clock.turn_ms, bank_ms=clock.bank_ms) if clock else Limits(clock=False)
        self._watch = Watch(limits)
        self._late = False
        self._turn: Turn | None = None

    def begin_load(self, seat: Seat) -> None:
        """There is nothing to load."""

    def load(self, seat: Seat) -> Fault | None:
        return None

    def sit(self, seat: Seat) -> None:
        self.seat = seat

    def leave(self) -> None:
        """They may stay and look."""

    def ask(self, turn: Turn) -> Answered:
        raise NotImplementedError

    def begin(self, turn: Turn) -> None:
        """The clock runs; where orders do not count, nobody is kept waiting."""
        self._turn, self._late = turn, False
        self.done = not self._hands.acts
        self._watch.start_callback()
        if self.done:
            self._watch.end_callback()

    def end(self) -> None:
        self._watch.end_callback()
        self.done = True

    def step(self) -> None:
        if not self.done:
            self._hands.serve()
        if not self.done and self._watch.left_ms <= 0:
            self._late = True
            self.end()
            self._hands.tell_all()

    def answer(self) -> Answered:
        turn, used = self._turn, self._watch.used_ms
        if not self._late or turn is None:
            return Answered(used, 0.0)
        fault = Fault(Verdict.TIMED_OUT, "the time for this turn is over", turn.number, turn.callback, wall_ms=used)
        return Answered(used, 0.0, fault)

    def files(self) -> list[tuple[int, int]]:
        return [(self._hands.pipe.fileno(), select.POLLIN)]

    @property
    def left_ms(self) -> float:
        return self._watch.left_ms

    @property
    def shown_ms(self) -> float | None:
        """What their clock shows."""
        if not self._watch.limits.clock:
            return None
        return max(0.0, self._watch.left_ms if not self.done else self._watch.limits.callback_ms + self._watch.bank_ms)


class Hands:
    """All people at one table. Whatever they send is served one message at a time, by the one thread there is."""

    def __init__(self, pipe: JobEnd, table: Table, clock: Clock | None) -> None:
        self.pipe = pipe
        self.table = table
        self.clock = clock
        self.people: dict[int, Person] = {}
        self.players: Sequence[Player] = ()
        self.tracks: dict[str, Track] = {}
        self._undoes = undoes(table.game)

    def person(self, seat: int, name: str) -> Person:
        self.people[seat] = Person(name, self.clock, self)
        return self.people[seat]

    @property
    def acts(self) -> bool:
        return self.table.game.acts(self.table.world)

    # Listening

    def serve(self) -> None:
        """Do what has been asked for so far."""
        self.pipe.read()
        while (message := self.pipe.take()) is not None:
            if isinstance(message, Asked) and message.seat in self.people:
                self._serve(message.seat, message.request, message.frame)
            elif isinstance(message, Lines):
                raise ValueError("lines for a match that is played here")

    def _serve(self, seat: int, ask: PlayRequest, frame: int) -> None:
        """One wish; one that was meant for an earlier turn (the end of it, clicked twice) is too late."""
        person = self.people[seat]
        if person.done or frame != self.tracks[str(seat)].frames - 1:
            self._tell(seat, Refused(ask.id, NOT_ASKED))
            return
        at = self.table.seat(seat)
        if isinstance(ask, PickRequest):
            self._tell(seat, Offers(ask.id, ask.cell, self._offers(at, ask.cell)))
        elif isinstance(ask, CallRequest):
            self._call(at, ask)
        elif isinstance(ask, UndoRequest):
            self._undo(at, ask)
        else:
            person.end()
            self._tell(seat, Reply(ask.id, True, DONE))
            self.tell_all()

    def _offers(self, at: Seat, cell: Cell | None) -> list[Offer]:
        return hand.offers(at, cell)

    def _call(self, at: Seat, ask: CallRequest) -> None:
        game = self.table.game
        if ask.function not in {action.name for action in game.api.actions}:
            known = ", ".join(action.name for action in game.api.actions)
            text = Text(
                f"There is no action {ask.function!r:.80}; there are {known}.",
                f"L'action {ask.function!r:.80} n'existe pas ; il y a {known}.",
            )
            self._tell(at.index, Refused(ask.id, text))
            return
        try:
            answer = at.call(ask.function, *ask.args)
        except TooManyOrders:
            self._tell(at.index, Refused(ask.id, TOO_MANY))
            return
        except WrongCall as fault:
            self._tell(at.index, Refused(ask.id, Text(str(fault), f"Appel incorrect : {fault}")))
            return
        ok = answer == game.ok
        words = hand.describe_order(game, at.orders[-1]) if ok else hand.refusal(game, ask.function, answer)
        self._tell(at.index, Reply(ask.id, ok, words))
        if ok:
            self._changed(at.index)

    def _undo(self, at: Seat, ask: UndoRequest) -> None:
        if not self._undoes:
            self._tell(at.index, Refused(ask.id, NO_UNDO_HERE))
        elif at.undo():
            self._tell(at.index, Reply(ask.id, True, DONE))
            self._changed(at.index)
        else:
            self._tell(at.index, Reply(ask.id, False, NO_UNDO))

    def _changed(self, seat: int) -> None:
        """A draft has changed; in a live game, what everybody sees."""
        if self.table.game.live:
            self.tell_all()
        else:
            self.tell_position(seat)

    # Telling

    def _tell(self, seat: int, message: Any, position: bool = False) -> None:
        self.pipe.send(ToSeat(seat, _ENCODE(message), position))

    def tell_all(self) -> None:
        for seat in self.people:
            self.tell_position(seat)

    def tell_position(self, seat: int, fresh: bool = False) -> None:
        """What a person sees: their draft. `fresh`: a phase has just ended, with what happened in it."""
        table, at, track = self.table, self.table.seat(seat), self.tracks[str(seat)]
        turn = table.turn
        waiting = self._waiting(turn, fresh)
        asked = seat in waiting and self.acts
        draft = not fresh and (seat in turn.seats or table.game.live)
        position = Position(
            frame=track.frames - 1,
            turn=turn.number,
            phase=turn.phase,
            scores=track.scores[-1] if not draft else list(table.game.result(at.world, table.seats).scores),
            scene=track.scene if not draft else table.game.scene(at.world, seat),
            asked=asked,
            orders=[hand.describe_order(table.game, row) for row in at.orders],
            waiting=waiting,
            places=hand.places(at) if asked else [],
            left_ms=self.people[seat].shown_ms,
            marks=[mark for mark in track.marks if mark.frame == track.frames - 1] if fresh else [],
        )
        self._tell(seat, position, position=True)

    def _waiting(self, turn: Turn, fresh: bool) -> list[int]:
        """Who has still to end; those who play in this process have, whenever anybody can ask."""
        slow = {seat for seat, player in enumerate(self.players) if isinstance(player, AsyncPlayer) and not player.done}
        return [seat for seat in turn.seats if fresh or seat in slow]
