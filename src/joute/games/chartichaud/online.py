"""6.1 to 6.7  A match that bots play over HTTP: seats and tokens, clocks, the replay, and one request at a time.

Nothing here waits or knows the network; times are asked of `now`, in seconds.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from joute.core.api import Row
from joute.core.game import Game
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


def digest_of(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


class OnlineMatch:
    """One match. Every method is one request, whole: what is refused changes nothing."""

    def __init__(self, game: Game, board: str | None, seed: int, now: Callable[[], float] = time.monotonic) -> None:
        self.game = game
        self.table = Table(game, board, len(LETTERS), seed)
        self.first = self.table.copy()
        self.names: list[str | None] = [None, None]
        self.cancelled = False
        self.tape = Tape()
        self.record: list[Played] = []
        self.ended: float | None = None
        """When it ended or was cancelled, in seconds since 1970."""
        self._tokens: list[bytes] = [b"", b""]
        self._now = now
        self._created = now()
        self._turn_began: float | None = None
        self._phase_began = self._created
        self._advance(None)

    # How it stands

    @property
    def winner(self) -> str:
        return WINNERS[self.table.world.state.head.winner]

    @property
    def over(self) -> bool:
        return bool(self.table.world.state.head.winner != RUNNING)

    @property
    def waits(self) -> bool:
        """Whether there is a seat to be had."""
        self.tick()
        return None in self.names and self.ended is None

    @property
    def deadline(self) -> float | None:
        """4.12  When the clock runs out, or None: for seat A to be taken, then for the turn to be ended."""
        if self.cancelled or self.over:
            return None
        params = self.game.params
        began, allowed = (
            (self._created, params["init_time_s"])
            if self._turn_began is None
            else (self._turn_began, params["turn_time_s"])
        )
        return None if allowed is None else began + allowed

    def tick(self) -> None:
        """4.12  Who has run out of time forfeits, whether or not anybody asks; a match that nobody joins is removed."""
        deadline = self.deadline
        if deadline is None or self._now() < deadline:
            return
        if self._turn_began is None:
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
        if seat == A:
            self._turn_began = self._now()
        return LETTERS[seat], token

    def holds(self, token: str) -> bool:
        """Whether a token opens a seat here."""
        digest = digest_of(token)
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

    def end_turn(self, player: str, token: str) -> None:
        """4.8"""
        self.require_alive()
        seat = self.require_seat(player, token)
        if self.over:
            raise Refused("match_over")
        if seat != current_player(self.table.world):
            raise Refused("not_your_turn")
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
        if not self.over:
            self._forfeit(seat, RESIGN)

    def _forfeit(self, seat: int, cause: str) -> None:
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
        if self._turn_began is None or self.deadline is None:
            return None
        return round(max(0.0, self.deadline - self._now()), 3)

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
        return self.tape.read()

    def _snapshot(self, number: int, subround: str) -> None:
        """5.5  A complete view without flags."""
        state = view_of(self.table.world, None)
        for cell in (cell for row in state["map"] for cell in row):
            for letter in LETTERS:
                cell[letter] = {kind: cell[letter][kind] for kind in ("C", "M", "B")}
        self.tape.add({"round": number, "subround": subround, "state": state})

    def listed(self, address: str) -> dict[str, str]:
        """6.5  A line of the list of past matches."""
        names = [name or NEVER_CAME for name in self.names]
        winner = f"{names[LETTERS.index(self.winner)]}({self.winner})" if self.winner in LETTERS else self.winner
        date = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self.ended or 0))
        return {"date": date, "A": names[A], "B": names[B], "winner": winner, "replay": address}
