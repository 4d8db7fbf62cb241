"""6.1 to 6.7  A match that bots play over HTTP: seats and tokens, clocks, the replay, and one request at a time.

Nothing here waits or knows the network; times are asked of `now`, in seconds.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import secrets
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from joute.core.api import Row
from joute.core.table import Table
from joute.core.world import Turn

from .api import LETTERS, WINNERS, Erreur, view_of
from .rules.state import current_player
from .rules.vocabulary import RUNNING, A, B

TOKEN_BYTES = 24
NAME_MOST = 64
UNKNOWN_NAME, NEVER_CAME = "Unknown", "crashed bot"
TIMEOUT, RESIGN = "timeout", "resign"
UNREADABLE_YET = "view_closed"


class Refused(Exception):
    """6.4  A refusal by its code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Played(NamedTuple):
    """A phase as it was played, for a record of the match."""

    turn: Turn
    orders: tuple[tuple[Row, ...], ...]
    wall_ms: float
    digest: str
    forfeit: tuple[int, str] | None = None


class Ending(NamedTuple):
    """How a client ends the turn under way: it has played, or somebody forfeits and why."""

    turn: int
    forfeit: tuple[int, str] | None


class Tape:
    """5.5  The replay array, compressed as it grows."""

    def __init__(self) -> None:
        self._zip = zlib.compressobj(1)
        self._parts: list[bytes] = []
        self._empty = True

    def add(self, entry: dict[str, Any]) -> None:
        text = json.dumps(entry, separators=(",", ":")).encode()
        self._parts.append(self._zip.compress(text if self._empty else b"," + text))
        self._empty = False

    def read(self) -> Iterator[bytes]:
        """The array so far, piece by piece."""
        self._parts.append(self._zip.flush(zlib.Z_SYNC_FLUSH))
        unzip = zlib.decompressobj()
        yield b"["
        yield from filter(None, (unzip.decompress(part) for part in self._parts))
        yield b"]"


class Journal:
    """What happens in a match, line by line in a file, until the match is filed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def note(self, what: dict[str, Any]) -> None:
        with self.path.open("ab") as file:
            file.write(json.dumps(what).encode() + b"\n")

    def read(self) -> Iterator[dict[str, Any]]:
        """The lines; a last one that was not written to its end is left out."""
        yield from map(json.loads, self.path.read_bytes().split(b"\n")[:-1])

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def digest_of(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


class OnlineMatch:
    """One match. Every method is one request, whole: what is refused changes nothing."""

    def __init__(self, table: Table, now: Callable[[], float] = time.monotonic) -> None:
        self.game = table.game
        self.table = table
        self.first = table.copy()
        self.names: list[str | None] = [None, None]
        self.cancelled = False
        self.tape = Tape()
        self.record: list[Played] = []
        self.ended: float | None = None
        """When it ended or was cancelled, in seconds since 1970."""
        self.filed = False
        """Whether its end was announced."""
        self._tokens: list[bytes] = [b"", b""]
        self.journal: Journal | None = None
        """Keeps what happens, for a server that is started again."""
        self._now = now
        self._created = self._turn_began = self._phase_began = now()
        self._advance(None)

    # How it stands

    @property
    def winner(self) -> str:
        return WINNERS[self.table.world.state.head.winner]

    @property
    def over(self) -> bool:
        return bool(self.table.world.state.head.winner != RUNNING)

    @property
    def is_past(self) -> bool:
        """Whether it has ended or was cancelled."""
        self.tick()
        return self.ended is not None

    @property
    def waits(self) -> bool:
        """Whether there is a seat to be had."""
        return None in self.names and not self.is_past

    @property
    def deadline(self) -> float | None:
        """4.12  When the clock runs out, or None: for seat A to be taken, then for the turn to be ended."""
        if self.cancelled or self.over:
            return None
        name, began = ("init_time_s", self._created) if self.names[A] is None else ("turn_time_s", self._turn_began)
        allowed = self.game.params[name]
        return None if allowed is None else began + allowed

    def tick(self) -> None:
        """4.12  Who has run out of time forfeits, whether or not anybody asks; a match that nobody joins is removed."""
        deadline = self.deadline
        if deadline is None or self._now() < deadline:
            return
        if self.names[A] is None:
            self.cancelled, self.ended = True, time.time()
            return
        player = current_player(self.table.world)
        if self.names[player] is None:
            self.names[player] = NEVER_CAME
        self._forfeit(player, TIMEOUT)

    def require_alive(self) -> None:
        """4.3  Before every other check."""
        self.tick()
        if self.cancelled:
            raise Refused("match_cancelled")

    # Seats

    def take_seat(self, name: str) -> tuple[str, str]:
        """6.2  The next free seat and its token, given once."""
        self.require_alive()
        if not 1 <= len(name) <= NAME_MOST or not name.isprintable():
            raise Refused("bad_name")
        if self.over:
            raise Refused("match_over")
        if None not in self.names:
            raise Refused("match_full")
        seat, token = self.names.index(None), secrets.token_urlsafe(TOKEN_BYTES)
        self.names[seat] = name
        self._tokens[seat] = digest_of(token)
        self._note(seated=self.seated)
        if seat == A:
            self._turn_began = self._now()
        return LETTERS[seat], token

    @property
    def seated(self) -> list[tuple[str, str] | None]:
        """Who has taken the seats: names, and hashes of tokens. `seat_again` takes it."""
        taken = zip(self.names, self._tokens, strict=True)
        return [(name or "", token.hex()) if token else None for name, token in taken]

    def seat_again(self, seated: Sequence[tuple[str, str] | None]) -> None:
        """Seat those who had taken their seats before the match was interrupted."""
        for seat, taken in enumerate(seated):
            if taken is not None:
                self.names[seat], self._tokens[seat] = taken[0], bytes.fromhex(taken[1])

    def holds(self, digest: bytes) -> bool:
        """Whether the token with this digest opens a seat here."""
        return any(hmac.compare_digest(digest, stored) for stored in self._tokens if stored)

    def require_seat(self, player: str, token: str) -> int:
        seat = LETTERS.index(player) if player in LETTERS else None
        stored = b"" if seat is None else self._tokens[seat]
        fits = hmac.compare_digest(digest_of(token), stored or bytes(32))
        if seat is None or not stored or not fits:
            raise Refused("bad_token")
        return seat

    # Playing

    def act(self, player: str, token: str, function: str, *arguments: Any) -> None:
        """4.3 to 4.7  One action."""
        self.require_alive()
        seat = self.require_seat(player, token)
        answer = Erreur(self.table.seat(seat).call(function, *arguments))
        if answer != Erreur.OK:
            raise Refused(answer.name.lower())
        self._note(order=(seat, *self.table.seat(seat).orders[-1]))

    def end_turn(self, player: str, token: str) -> None:
        """4.8"""
        self.require_alive()
        seat = self.require_seat(player, token)
        if self.over:
            raise Refused("match_over")
        if seat != current_player(self.table.world):
            raise Refused("not_your_turn")
        self._note(end=seat)
        self._end_turn()

    def _end_turn(self) -> None:
        number = self.turn
        self._snapshot(number, "beforeBattle")
        self._advance(None)
        self._snapshot(number, "afterBattle")
        self._turn_began = self._now()
        self._finish()

    def resign(self, player: str, token: str) -> None:
        """6.5  The player forfeits, its turn or not; once the match is over, nothing happens."""
        self.require_alive()
        seat = self.require_seat(player, token)
        self.give_up(seat, RESIGN)

    def give_up(self, seat: int, cause: str) -> None:
        """A seat forfeits, unless the match is over."""
        if not self.over:
            self._forfeit(seat, cause)

    def _forfeit(self, seat: int, cause: str) -> None:
        self._note(forfeit=(seat, cause))
        number = self.turn
        self._advance((seat, cause))
        self._snapshot(number, "forfeit")
        self._finish()

    def _advance(self, forfeit: tuple[int, str] | None) -> None:
        """End the phase, and note what was done in it."""
        table, turn = self.table, self.table.turn
        orders = tuple(tuple(table.seat(seat).orders) for seat in turn.seats)
        if forfeit is None:
            table.end_phase()
        else:
            table.forfeit(*forfeit)
        spent, self._phase_began = self._now() - self._phase_began, self._now()
        self.record.append(Played(turn, orders, spent * 1e3, table.digest, forfeit))

    def _finish(self) -> None:
        if self.over:
            self.ended = time.time()

    # A server that is started again

    def _note(self, **what: Any) -> None:
        if self.journal is not None:
            self.journal.note(what)

    def do_again(self, what: dict[str, Any]) -> None:
        """Do again what the journal says was done; the clocks start anew."""
        match what:
            case {"seated": seated}:
                self.seat_again(seated)
            case {"order": [seat, *row]} if self.table.seat(seat).repeat([tuple(row)]) == 1:
                pass
            case {"end": _} if not self.over:
                self._end_turn()
            case {"forfeit": [seat, cause]} if not self.over:
                self.names[seat] = self.names[seat] or NEVER_CAME
                self._forfeit(seat, cause)
            case _:
                raise ValueError(f"the journal of a match says what cannot be: {what!r:.100}")
        self._turn_began = self._now()

    # Looking

    @property
    def turn(self) -> int:
        return int(self.table.world.state.head.turn)

    def view(self, player: str, token: str) -> dict[str, Any]:
        """5.2, 5.4, 6.2  What a player sees, or everything to those who may."""
        self.require_alive()
        if player == "all" or (self.over and player in LETTERS):
            if not self.over and self.game.params["spectators"] != "open":
                raise Refused("view_closed")
            seen = view_of(self.table.world, None)
        else:
            seen = self.table.seat(self.require_seat(player, token)).call("view")
        return seen | {"deadline": self._left()}

    def _left(self) -> float | None:
        """6.3  Seconds left in the turn."""
        deadline = self.deadline
        return None if deadline is None or self.names[A] is None else round(max(0.0, deadline - self._now()), 3)

    def winner_for(self, player: str, token: str) -> str:
        self.require_alive()
        self.require_seat(player, token)
        return self.winner

    def replay_for(self, player: str, token: str) -> Iterator[bytes]:
        """6.5  The replay, only once a winner is set."""
        self.require_alive()
        self.require_seat(player, token)
        if not self.over:
            raise Refused(UNREADABLE_YET)
        return self.replay()

    def replay(self) -> Iterator[bytes]:
        """5.5  The replay array."""
        return self.tape.read()

    def _snapshot(self, number: int, subround: str) -> None:
        """5.5  A complete view without flags."""
        state = view_of(self.table.world, None)
        for cell in (cell for row in state["map"] for cell in row):
            for letter in LETTERS:
                cell[letter] = {kind: cell[letter][kind] for kind in ("C", "M", "B")}
        self.tape.add({"round": number, "subround": subround, "state": state})

    @property
    def recorded_names(self) -> list[str]:
        """4.12  The names, also of a seat that was never taken."""
        return [name or NEVER_CAME for name in self.names]

    def listed(self, address: str) -> dict[str, str]:
        """6.5  A line of the list of past matches."""
        names = self.recorded_names
        winner = f"{names[LETTERS.index(self.winner)]}({self.winner})" if self.winner in LETTERS else self.winner
        date = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self.ended or 0))
        return {"date": date, "A": names[A], "B": names[B], "winner": winner, "replay": address}


class RefereedMatch(OnlineMatch):
    """A match that a referee plays, since champions or people sit beside the clients.

    A request that ends a turn only says so in `ending`; while it stands, and outside of turns, requests have to wait.
    """

    def __init__(self, table: Table, names: Sequence[str | None], timed: bool = True) -> None:
        super().__init__(table)
        self._ending: Ending | None = None
        self.names = list(names)
        self._timed = {seat for seat, name in enumerate(names) if name is None and timed}
        self._clients = {LETTERS[seat] for seat, name in enumerate(names) if name is None}
        self._heard: set[str] = set()

    @property
    def ending(self) -> Ending | None:
        """How the turn under way is to end, where a client has said so."""
        return self._ending if self._ending is not None and self._ending.turn == self.turn else None

    @property
    def busy(self) -> bool:
        """Whether the referee has to act before the next request is served."""
        if self.over or self.cancelled or self.names[A] is None:
            return False
        return self.ending is not None or not self.game.acts(self.table.world)

    @property
    def deadline(self) -> float | None:
        """4.12  Champions and people have clocks of their own."""
        timed = self.names[A] is None or current_player(self.table.world) in self._timed
        return super().deadline if timed else None

    @property
    def left_s(self) -> float:
        """Seconds until a client runs out of time."""
        return math.inf if self.deadline is None else self.deadline - self._now()

    @property
    def waits_for_first(self) -> bool:
        """4.12  Whether the match cannot begin yet, since nobody has taken seat A."""
        return self.names[A] is None and not self.cancelled

    def cause(self, seat: int) -> str | None:
        """Why a seat forfeits in the turn under way."""
        forfeit = None if self.ending is None else self.ending.forfeit
        return forfeit[1] if forfeit is not None and forfeit[0] == seat else None

    @property
    def all_heard(self) -> bool:
        """Whether every client was told of the end."""
        return self._heard >= self._clients

    def view(self, player: str, token: str) -> dict[str, Any]:
        self._hear(player)
        return super().view(player, token)

    def winner_for(self, player: str, token: str) -> str:
        self._hear(player)
        return super().winner_for(player, token)

    def _hear(self, player: str) -> None:
        if self.over:
            self._heard.add(player)

    def begin_turn(self) -> None:
        """The referee asks a client: its clock starts."""
        self._turn_began = self._now()

    def _advance(self, forfeit: tuple[int, str] | None) -> None:
        self._ending = Ending(self.turn, forfeit)

    def _snapshot(self, number: int, subround: str) -> None:
        """The referee has a replay of its own."""

    def replay(self) -> Iterator[bytes]:
        raise Refused("not_found")
