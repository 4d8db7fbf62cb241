"""People at a table: a person is a player whose requests come through the pipe, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from joute.champions.hosting.clock import CallbackClock
from joute.champions.sandbox.limits import Limits
from joute.core import hand
from joute.core.api import WrongCall
from joute.core.game import Game
from joute.core.hand import Cell, Offer
from joute.core.points import lead_of
from joute.core.seat import Seat, TooManyOrders
from joute.core.table import Table
from joute.core.text import Text
from joute.core.types import Malformed
from joute.core.world import Turn
from joute.match.async_player import AsyncPlayer
from joute.match.player import Answer, Player
from joute.match.poll import POLLIN
from joute.match.replay import PhaseLine
from joute.match.verdict import Fault, Verdict
from joute.web.film.track import Track
from joute.web.wire import (
    ALL,
    CallRequest,
    Offers,
    PickRequest,
    PlayRequest,
    Position,
    ProposalKind,
    ProposeRequest,
    Refused,
    Reply,
    ResignRequest,
    TableRequest,
    TimeControl,
    Told,
    UndoRequest,
    WhyRequest,
)

from .clients import Client, Clients
from .news import News, late
from .pipe import HttpAsked, JobEnd, Lines, SeatAsked, ToSeat
from .progress import NOTHING, Pending, pending_file, save
from .talk import Talk

NOT_ASKED = Text("It is not your turn.", "Ce n'est pas votre tour.")
NO_UNDO = Text("There is no order to take back.", "Il n'y a pas d'ordre à annuler.")
NO_UNDO_HERE = Text("Orders cannot be taken back in this game.", "Dans ce jeu, on n'annule pas les ordres.")
TOO_MANY = Text("A turn cannot hold more orders.", "Un tour ne peut pas contenir plus d'ordres.")
DONE = Text("Done.", "C'est fait.")
_ENCODE = msgspec.json.Encoder().encode


def undoes(game: Game) -> bool:
    """Whether orders of a phase that has not ended can be taken back: they count only when it ends."""
    return not game.live


class Person(AsyncPlayer):
    """A person at a browser, as a player of the match."""

    digest = ""
    attends = True
    gives_up = agrees = False
    """Whether they give the match up, or agree on a draw."""

    def __init__(self, name: str, clock: TimeControl | None, hands: Hands) -> None:
        self.name = name
        self.done = True
        self.seat: Seat | None = None
        self._hands = hands
        limits = Limits(time_ms=clock.turn_ms, bank_ms=clock.bank_ms) if clock else Limits(clock=False)
        self._clock = CallbackClock(limits)
        self._late = False
        self._turn: Turn | None = None

    def begin_load(self, seat: Seat) -> None:
        """There is nothing to load."""

    def load(self, seat: Seat) -> Fault | None:
        return None

    def sit(self, seat: Seat) -> None:
        self.seat = seat

    def leave(self) -> None:
        """Nothing to end: the browser may stay and watch."""

    def ask(self, turn: Turn) -> Answer:
        raise NotImplementedError

    def feed(self, turn: Turn, wall_ms: float) -> Answer:
        """The person knows what was played; the clock goes on from there."""
        self._clock.spend(wall_ms)
        return Answer(0.0, 0.0)

    def begin(self, turn: Turn) -> None:
        """Start the clock. Where orders do not count (before the match, or to get ready for one under way), the person
        has ended already."""
        self._turn, self._late = turn, False
        self.done = turn != self._hands.table.turn or not self._hands.acts or self._hands.had_ended(self)
        self._clock.start_callback()
        if self.done:
            self._clock.end_callback()

    def end(self) -> None:
        self._clock.end_callback()
        self.done = True

    @property
    def resigned(self) -> bool:
        return self.gives_up

    @property
    def drawn(self) -> bool:
        return self.agrees

    def step(self) -> None:
        self._hands.serve()
        if not self.done and self._clock.left_ms <= 0:
            self._late = True
            self.end()
            self._hands.send_positions()

    def answer(self) -> Answer:
        turn, used = self._turn, self._clock.used_ms
        if not self._late or turn is None:
            return Answer(used, 0.0)
        fault = Fault(Verdict.TIMED_OUT, "the time for this turn is over", turn.number, turn.callback, wall_ms=used)
        return Answer(used, 0.0, fault)

    def files(self) -> list[tuple[int, int]]:
        return [(self._hands.pipe.fileno(), POLLIN)]

    @property
    def left_ms(self) -> float:
        return self._clock.left_ms

    @property
    def shown_ms(self) -> float | None:
        """What the clock on the page shows; None without a clock."""
        if not self._clock.limits.clock:
            return None
        return max(0.0, self._clock.left_ms if not self.done else self._clock.limits.callback_ms + self._clock.bank_ms)


class Hands:
    """The people and programs at one table. The process has one thread: requests are served one after the other."""

    def __init__(
        self,
        pipe: JobEnd,
        table: Table,
        clock: TimeControl | None = None,
        clients: Clients | None = None,
        may: Sequence[ProposalKind] = (),
        record: Path | None = None,
    ) -> None:
        """`may`: what can be proposed here; `record`: the file that has what was played so far, beside which is kept
        what they do before it has that."""
        self.pipe = pipe
        self.table = table
        self.clock = clock
        self.clients = clients
        self.people: dict[int, Person] = {}
        self.players: Sequence[Player] = ()
        self.tracks: dict[str, Track] = {}
        self.talk = Talk(may, record, self.tell)
        self.news = News(table)
        self._undoes = undoes(table.game)
        self._begun: dict[int, list[int]] = {}
        """How many orders a seat had given before each of its requests that gave more."""
        self._file = None if record is None else pending_file(record)
        self._before = NOTHING
        """What they had done in this phase when the match was interrupted."""

    def person(self, seat: int, name: str) -> Person:
        self.people[seat] = Person(name, self.clock, self)
        return self.people[seat]

    def client(self, seat: int, name: str) -> Client:
        assert self.clients is not None
        return Client(name, seat, self.clients, self.serve)

    @property
    def acts(self) -> bool:
        return self.table.game.acts(self.table.world)

    # A match that was interrupted

    def do_again(self, pending: Pending) -> None:
        """Do again what was done in the phase under way when the match was interrupted."""
        if pending.phases != self._phases:
            return
        self._before = pending
        for seat, rows in pending.orders.items():
            self.table.seat(seat).repeat(rows)

    def had_ended(self, person: Person) -> bool:
        """Whether a person had ended the phase under way when the match was interrupted."""
        seats = [seat for seat, one in self.people.items() if one is person]
        return self._before.phases == self._phases and seats[0] in self._before.ended

    @property
    def _phases(self) -> int:
        return self.tracks[ALL].frames - 1 if ALL in self.tracks else 0

    def _save(self) -> None:
        if self._file is None:
            return
        guests = [seat for seat, player in enumerate(self.players) if isinstance(player, (Person, Client))]
        orders = {seat: self.table.seat(seat).orders for seat in guests if self.table.seat(seat).orders}
        ended = [seat for seat, person in self.people.items() if person.done]
        programs = [] if self.clients is None else self.clients.match.seated
        save(self._file, Pending(self._phases, orders, ended, programs))

    # Requests

    def serve(self) -> None:
        """Serve all requests that have arrived."""
        if self._before.orders or self._before.ended:
            self._before = NOTHING
            self.send_positions()
        self.pipe.read()
        while (message := self.pipe.take()) is not None:
            if isinstance(message, SeatAsked) and message.seat in self.people:
                self._serve(message.seat, message.request, message.frame)
            elif isinstance(message, HttpAsked) and self.clients is not None:
                self.clients.receive(message)
            elif isinstance(message, Lines):
                raise ValueError("lines were sent to a match that is played here")
        if self.clients is not None and self.clients.serve():
            self._save()
            self.send_positions()

    def _serve(self, seat: int, ask: PlayRequest, frame: int) -> None:
        """Serve one request of this position: the end of a turn, clicked twice, must not end the next turn too."""
        person = self.people[seat]
        if isinstance(ask, TableRequest):
            self._talk(seat, ask)
        elif person.done or frame != self.tracks[str(seat)].frames - 1:
            self._send(seat, Refused(ask.id, NOT_ASKED))
        else:
            self._play(person, self.table.seat(seat), ask)

    def _play(self, person: Person, at: Seat, ask: PlayRequest) -> None:
        """Serve a request about the orders of this phase."""
        seat = at.index
        if isinstance(ask, PickRequest):
            self._send(seat, Offers(ask.id, ask.cell, self._offers(at, ask.cell)))
        elif isinstance(ask, WhyRequest):
            self._send(seat, Reply(ask.id, False, hand.why_not(at, ask.place, ask.cell, ask.function)))
        elif isinstance(ask, CallRequest):
            self._call(at, ask)
        elif isinstance(ask, UndoRequest):
            self._undo(at, ask)
        else:
            person.end()
            self._save()
            self._send(seat, Reply(ask.id, True, DONE))
            self.send_positions()

    def _talk(self, seat: int, ask: TableRequest) -> None:
        """Serve a request about the match itself, which one may make at any time."""
        refusal: Text | None = None
        try:
            if isinstance(ask, ResignRequest):
                self.talk.resign(self.people, seat, self.clients)
            elif isinstance(ask, ProposeRequest):
                refusal = self.talk.propose(self.people, seat, ask.kind)
            else:
                refusal = self.talk.decline(self.people, seat)
        finally:  # also where a turn is taken back
            self._send(seat, Reply(ask.id, refusal is None, refusal or DONE))
        self.send_positions()

    def tell(self, text: Text) -> None:
        """Say something to everybody at the table."""
        for seat in self.people:
            self._send(seat, Told(text))

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
            self._send(at.index, Refused(ask.id, text))
            return
        starts, before = self._starts(at), len(at.orders)
        self._send(at.index, self._called(at, ask))
        if len(at.orders) > before:
            self._begun[at.index] = [*starts, before]
            self._changed(at.index)

    def _called(self, at: Seat, ask: CallRequest) -> Reply | Refused:
        """Make the calls of a request, until one is refused."""
        game = self.table.game
        for args in ask.calls:
            try:
                answer = at.call(ask.function, *args)
            except TooManyOrders:
                return Refused(ask.id, TOO_MANY)
            except WrongCall as error:
                return Refused(ask.id, Text(str(error), f"Appel incorrect : {error}"))
            if answer != game.ok:
                return Reply(ask.id, False, self._refusal(at, ask.function, args, answer))
        return Reply(ask.id, True, DONE)

    def _refusal(self, at: Seat, function: str, args: list[Any], answer: int) -> Text:
        """Why a call was refused; one whose arguments are no order has no figures."""
        try:
            return hand.refused(at, hand.order_of(at.game, function, args), answer)
        except Malformed:
            return hand.refusal(at.game, function, answer)

    def _undo(self, at: Seat, ask: UndoRequest) -> None:
        if not self._undoes:
            self._send(at.index, Refused(ask.id, NO_UNDO_HERE))
        elif not at.orders:
            self._send(at.index, Reply(ask.id, False, NO_UNDO))
        else:
            start = (self._starts(at) or [len(at.orders) - 1])[-1]
            while len(at.orders) > start:
                at.undo()
            self._send(at.index, Reply(ask.id, True, DONE))
            self._changed(at.index)

    def _starts(self, at: Seat) -> list[int]:
        """Those of the requests that gave the orders of this phase; after a restart they are not known."""
        return [start for start in self._begun.get(at.index, []) if start < len(at.orders)]

    def _changed(self, seat: int) -> None:
        """Orders have changed: send the position to their owner, or to everybody in a live game."""
        self._save()
        if self.table.game.live:
            self.send_positions()
        else:
            self.send_position(seat)

    # Messages to the page

    def _send(self, seat: int, message: Any) -> None:
        self.pipe.send(ToSeat(seat, _ENCODE(message)))

    def note(self, table: Table, line: PhaseLine) -> None:
        """Note what happened in a phase for those who have not been told."""
        self.news.note(table, line, [(seat, self.tracks[str(seat)].scene) for seat in self.people])

    def tell_late(self, line: PhaseLine) -> None:
        """Tell those whose time ran out in a phase."""
        for seat in self.people:
            if (text := late(line, seat)) is not None:
                self._send(seat, Told(text))

    def send_positions(self) -> None:
        for seat in self.people:
            self.send_position(seat)

    def send_fresh(self) -> None:
        """Send everybody the position after a phase."""
        for seat in self.people:
            self.send_position(seat, fresh=True)

    def send_position(self, seat: int, fresh: bool = False) -> None:
        """Send what a person sees: their draft; or, `fresh`, the position after a phase, with what happened in it."""
        table, at, track = self.table, self.table.seat(seat), self.tracks[str(seat)]
        turn = table.turn
        waiting = self._waiting(turn, fresh)
        asked = seat in waiting and self.acts
        draft = not fresh and (seat in turn.seats or table.game.live)
        scores = track.scores[-1] if not draft else list(table.game.result(at.world, table.seats).scores)
        position = Position(
            frame=track.frames - 1,
            turn=table.game.shown_turn(table.world, turn.number),
            phase=turn.phase,
            scores=scores,
            lead=track.tally.lead if not draft else lead_of(table.game, at.world, seat, scores),
            parts=track.tally.parts or [],
            scene=track.scene if not draft else table.game.scene(at.world, seat),
            asked=asked,
            orders=[hand.describe_order(table.game, row) for row in at.orders],
            ways=hand.ways_ahead(at),
            waiting=waiting,
            places=hand.places(at) if asked else [],
            clocks=[self.people[one].shown_ms if one in self.people else None for one in range(table.seats)],
            marks=[mark for mark in track.marks if mark.frame == track.frames - 1] if fresh else [],
            news=self.news.untold(seat),
            proposal=self.talk.proposal,
        )
        self.pipe.send(ToSeat(seat, _ENCODE(position), position=True, asked=asked))

    def _waiting(self, turn: Turn, fresh: bool) -> list[int]:
        """The seats that have not ended. Players in this process answer at once, so only asynchronous ones are late."""
        slow = {seat for seat, player in enumerate(self.players) if isinstance(player, AsyncPlayer) and not player.done}
        return [seat for seat in turn.seats if fresh or seat in slow]
