"""One match of the arena: its state, its secrets, and the browsers that play and watch it."""

from __future__ import annotations

import asyncio
import time

import msgspec

from joute.core.info import Info
from joute.core.registry import game_info
from joute.core.text import Text
from joute.web.film.track import verdicts_for
from joute.web.security import hashed, new_secret, same
from joute.web.wire import (
    ALL,
    MatchHead,
    MatchOver,
    MatchState,
    PlayerHead,
    Presence,
    ProposalKind,
    Refused,
    SeatSecret,
    TimeControl,
    Welcome,
)
from joute.web.worker.pipe import Frame, HttpReply, Job, MatchBegun, MatchEnded, PlayerSpec, PlayJob, ServerEnd, ToSeat

from .causes import cause
from .forwarding import Forwarding
from .live_track import LiveTrack
from .store import StoredMatch

OUTGOING_MOST = 256
"""Messages that may wait for one browser; one that falls further behind is disconnected, and may reconnect."""
OPENED_ELSEWHERE, MATCH_OVER, SERVER_ENDS = "opened elsewhere", "the match is over", "the server ends"
"""Why sockets are closed."""
ELSEWHERE = Text(
    "This seat has been opened in another window, which has it now.",
    "Cette place a été ouverte dans une autre fenêtre, qui la tient maintenant.",
)
_ENCODE = msgspec.json.Encoder().encode


class SeatSocket:
    """The connection of the browser that holds a seat: the messages that wait to be sent, bounded."""

    def __init__(self) -> None:
        self.outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(OUTGOING_MOST)
        self.close_reason = ""
        """Why it is to be closed; empty while it is open."""

    def send(self, data: bytes) -> None:
        try:
            self.outgoing.put_nowait(data)
        except asyncio.QueueFull:
            self.close("too slow")

    def close(self, reason: str) -> None:
        """Drop what does not fit and end the queue; who sends from it then closes the socket."""
        self.close_reason = reason
        while self.outgoing.full():
            self.outgoing.get_nowait()
        self.outgoing.put_nowait(None)


class Match:
    """A match that waits, is played, or is over."""

    def __init__(
        self, id: str, game: str, players: list[PlayerHead], job: Job, clock: TimeControl | None = None
    ) -> None:
        self.id = id
        self.game = game
        self.players = players
        self.job = job
        self.clock = clock
        self.state: MatchState = "waiting"
        self.began = time.time()
        self.why = ""
        """Why it failed, or what is wrong with its replay."""
        self.ranks: list[int] | None = None
        self.foggy = False
        self.undo = False
        self.may: list[ProposalKind] = []
        self.asked: set[int] = set()
        """The people whom the match waits for."""
        self.tracks: dict[str, LiveTrack] = {}
        self._coming: dict[str, LiveTrack] = {}
        """The tracks of a match some turns of which are taken back, until all its positions have come."""
        self.pipe: ServerEnd | None = None
        self.task: asyncio.Task[None] | None = None
        self.goes_on = False
        """Whether it was interrupted before."""
        self.suspended = False
        """Whether it is interrupted, since the server ends."""
        self.begun = asyncio.Event()
        self.ended = asyncio.Event()
        self.touched = time.monotonic()
        """When a person or a program last sent something."""
        self.positions: dict[int, bytes] = {}
        """The last position of each person, for browsers that reconnect."""
        self.sockets: dict[int, SeatSocket] = {}
        self.programs = Forwarding()
        self.final: bytes | None = None
        self.void = ""
        self.reason = ""
        self.verdicts: list[tuple[str, str]] = []
        self.replay: str | None = None
        self._owner = b""
        self._seats: dict[int, bytes] = {}

    @classmethod
    def interrupted(cls, stored: StoredMatch, job: PlayJob) -> Match:
        """A match that was played, or waited, when the server last ended."""
        head = stored.head
        match = cls(head.id, head.game, seat_heads(job.players, game_info(head.game)), job, job.clock)
        match._owner, match._seats = stored.owner, stored.seats
        match.began, match.goes_on = head.began, head.state == "playing"
        return match

    # Secrets

    def new_secrets(self) -> tuple[str, list[SeatSecret]]:
        """A secret for the owner and one for each person; only their hashes are kept."""
        owner = new_secret()
        self._owner = hashed(owner)
        given = [SeatSecret(seat, new_secret()) for seat in self.people]
        self._seats = {item.seat: hashed(item.secret) for item in given}
        return owner, given

    def owned_by(self, secret: str) -> bool:
        return bool(secret) and same(secret, self._owner)

    def seat_of(self, secret: str) -> int | None:
        """The seat that a secret opens. All are compared, so that the time tells nothing."""
        seats = [seat for seat, digest in self._seats.items() if same(secret, digest)]
        return seats[0] if seats else None

    # State

    @property
    def people(self) -> list[int]:
        """The seats of people, by kind and not by name: a champion may be called "human"."""
        return self._seats_of("human")

    @property
    def clients(self) -> list[int]:
        """The seats of programs that play over HTTP."""
        return self._seats_of("http")

    @property
    def guests(self) -> bool:
        """Whether somebody plays who comes from outside, in their own time: people or programs."""
        return bool(self.people or self.clients)

    def _seats_of(self, kind: str) -> list[int]:
        players = self.job.players if isinstance(self.job, PlayJob) else []
        return [seat for seat, player in enumerate(players) if player.kind == kind]

    @property
    def open(self) -> bool:
        """Whether anybody may watch. Guests who play in the fog are watched only when the match is over."""
        return self.state == "over" or (self.state == "playing" and not (self.foggy and self.guests))

    @property
    def watchers(self) -> int:
        return sum(len(track.watchers) for track in self.tracks.values())

    @property
    def lasts(self) -> bool:
        return self.state in ("waiting", "playing")

    def head(self) -> MatchHead:
        track = self.tracks.get(ALL)
        frames = track is not None and track.frames > 0 and (self.open or not self.lasts)
        turn = track.turns[-1] if track and track.frames else 0
        scores = track.scores[-1] if track and frames else [0] * len(self.players)
        return MatchHead(
            self.id,
            self.game,
            self.state,
            self.players,
            turn,
            scores,
            self.ranks,
            self.began,
            self.open,
            self.why,
            track.base.last_turn if track else None,
            sorted(self.asked) if self.lasts else [],
            sorted(self.sockets),
        )

    def stored(self) -> StoredMatch:
        return StoredMatch(self.head(), self._owner, self.replay, self._seats, self.job, self.reason, self.verdicts)

    def suspend(self) -> None:
        """The server ends, and this match goes on when it is started again."""
        self.suspended = True
        for holder in list(self.sockets.values()):
            holder.close(SERVER_ENDS)
        for watcher in [watcher for track in self.tracks.values() for watcher in track.watchers]:
            watcher.end()
        self.programs.close()
        self.begun.set()

    # Messages of the process

    def receive(self, message: MatchBegun | Frame | ToSeat | HttpReply | MatchEnded) -> None:
        if isinstance(message, HttpReply):
            self.programs.receive(message)
        elif isinstance(message, Frame):
            if not self.tracks:
                self._change_tracks()
            for name, shot in message.shots.items():
                (self._coming or self.tracks)[name].add(shot)
            if self.state == "waiting":
                # Not before: who is told that it is being played asks for a position at once.
                self.state = "playing"
                self.begun.set()
        elif isinstance(message, ToSeat):
            if message.position:
                self._change_tracks()
                self.positions[message.seat] = message.data
                (self.asked.add if message.asked else self.asked.discard)(message.seat)
            if (holder := self.sockets.get(message.seat)) is not None:
                holder.send(message.data)
        elif isinstance(message, MatchBegun):
            self.foggy, self.undo, self.may = message.foggy, message.undo, message.may
            self._coming = {name: LiveTrack(head) for name, head in message.heads.items()}
            self.players = [
                msgspec.structs.replace(player, seat_name=named.seat_name, colour=named.colour)
                for player, named in zip(self.players, message.heads[ALL].players, strict=True)
            ]
        else:
            self._over(message)

    def _change_tracks(self) -> None:
        """Show the tracks that have come; those before them, some turns of which were taken back, end."""
        if not self._coming:
            return
        for track in self.tracks.values():
            track.take_back()
        self.tracks, self._coming = self._coming, {}

    def _over(self, message: MatchEnded) -> None:
        self.void, self.reason = message.void, message.result.reason
        self.verdicts = [(str(verdict.verdict), verdict.told) for verdict in message.verdicts]
        self.ranks = None if message.void else message.result.ranks
        if not message.void:
            for name, track in self.tracks.items():
                track.conclude(message.result, verdicts_for(name, message.verdicts))
        self.final = _ENCODE(MatchOver(message.verdicts, message.result))

    def end(self, state: MatchState, why: str = "") -> None:
        """The match is over or has failed: finish the tracks and close the sockets."""
        self.state, self.why = state, why
        for track in self.tracks.values():
            track.finish()
        for holder in list(self.sockets.values()):
            holder.send(self.farewell())
            holder.close(MATCH_OVER)
        self.begun.set()
        self.ended.set()

    def farewell(self) -> bytes:
        """The last message to a seat: the result, or why the match failed."""
        if self.state == "over" and self.final is not None:
            return self.final
        why = cause(self.why)
        return _ENCODE(Refused(None, Text(f"This match has failed: {why.en}", f"Cette partie a échoué : {why.fr}")))

    # Seats

    def sit(self, seat: int) -> SeatSocket:
        """Give a seat to a browser; the one that held it is disconnected."""
        before = self.sockets.get(seat)
        if before is not None:
            before.send(_ENCODE(Refused(None, ELSEWHERE)))
            before.close(OPENED_ELSEWHERE)
        holder = self.sockets[seat] = SeatSocket()
        holder.send(_ENCODE(Welcome(seat, self.tracks[str(seat)].head(), self.undo, self.may, self.clock)))
        if seat in self.positions:
            holder.send(self.positions[seat])
        if not self.lasts:
            holder.send(self.farewell())
            holder.close(MATCH_OVER)
        self._tell_presence()
        return holder

    def stand_up(self, seat: int, holder: SeatSocket) -> None:
        if self.sockets.get(seat) is holder:
            del self.sockets[seat]
            self._tell_presence()

    def _tell_presence(self) -> None:
        """Tell everybody at the table who is there."""
        data = _ENCODE(Presence(sorted(self.sockets)))
        for holder in self.sockets.values():
            if not holder.close_reason:
                holder.send(data)


def seat_heads(players: list[PlayerSpec], info: Info) -> list[PlayerHead]:
    """The players of a match that is not begun, as everybody sees them."""
    return [
        PlayerHead.of(info, seat, player.name, "human" if player.kind == "human" else player.name)
        for seat, player in enumerate(players)
    ]
