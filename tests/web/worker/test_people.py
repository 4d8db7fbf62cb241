"""People at a table, without a server: what was meant for another turn is refused."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import joute
from joute.champions.hosting.wire import HEAD
from joute.web.film.track import Track
from joute.web.wire import PlayRequest
from joute.web.worker.people import Hands, Person
from joute.web.worker.pipe import JobEnd, PipeClosed, SeatAsked, to_process

MAP = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"


class Seated:
    """A person at a table, and our end of the pipe."""

    def __init__(self, ours: socket.socket, theirs: socket.socket) -> None:
        self.wire = ours
        self.table = joute.Table(joute.load_game("chartichaud"), MAP)
        self.table.end_phase()
        self.hands = Hands(JobEnd(theirs), self.table, None)
        self.person: Person = self.hands.person(0, "Ada")
        self.person.sit(self.table.seat(0))
        self.hands.players = [self.person, self.person]
        self.hands.tracks = {"0": Track("0")}
        self.hands.tracks["0"].add(self.table)
        self.person.begin(self.table.turn)

    def ask(self, frame: int, ask: bytes) -> dict[str, Any]:
        self.wire.sendall(to_process(SeatAsked(0, frame, msgspec.json.decode(ask, type=PlayRequest))))
        self.hands.serve()
        (length,) = HEAD.unpack(self.wire.recv(HEAD.size, socket.MSG_WAITALL))
        told = msgspec.msgpack.decode(self.wire.recv(length, socket.MSG_WAITALL))
        found: dict[str, Any] = msgspec.json.decode(told["data"])
        return found


@pytest.fixture
def seated() -> Iterator[Seated]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Seated(ours, theirs)


def test_the_end_of_a_turn_clicked_twice_does_not_end_the_next(seated: Seated) -> None:
    refused = seated.ask(-1, b'{"type": "end", "id": 1}')
    assert (refused["type"], refused["id"], refused["text"]["en"]) == ("refused", 1, "It is not your turn.")
    assert not seated.person.done
    assert seated.ask(0, b'{"type": "end", "id": 2}')["ok"] is True
    assert seated.person.done


def test_a_person_who_has_ended_is_heard_no_more(seated: Seated) -> None:
    seated.person.end()
    assert seated.ask(0, b'{"type": "call", "id": 1, "function": "farm", "calls": [[0, 0]]}')["type"] == "refused"
    assert seated.table.scores == [0, 0]


def test_nobody_is_kept_waiting_where_orders_do_not_count() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        table = joute.Table(joute.load_game("chartichaud"), MAP)
        person = Hands(JobEnd(theirs), table, None).person(0, "Ada")
        person.begin(table.turn)
        assert person.done


def test_when_the_server_is_gone_so_is_the_match(seated: Seated) -> None:
    seated.wire.close()
    with pytest.raises(PipeClosed):
        seated.person.step()


def test_an_integer_longer_than_64_bits_is_answered_like_any_other(seated: Seated) -> None:
    answer = seated.ask(0, b'{"type": "call", "id": %d, "function": "farm", "calls": [[%d, 0]]}' % (2**64 + 1, 2**99))
    assert (answer["type"], answer["id"], answer["ok"]) == ("answer", 2**64 + 1, False)
