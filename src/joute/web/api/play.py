"""Playing by hand: a WebSocket a seat. The first message takes the seat; the process of the match answers the rest."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from joute.core.rate import Rate
from joute.core.text import Text
from joute.web.lobby.arena import Arena
from joute.web.lobby.match import MATCH_OVER, OPENED_ELSEWHERE, SERVER_ENDS, Match, SeatSocket
from joute.web.security import client_of
from joute.web.wire import Refused, SeatRequest, SitRequest
from joute.web.worker.pipe import SeatAsked

MESSAGE_MOST = 1 << 14
"""Characters of one message."""
SIT_S = 30.0
"""Seconds that a browser has for its first message."""
BURST, PER_SECOND = 200.0, 50.0
"""How many messages a browser may send at once, and then in a second."""
STRIKES = 20
"""A browser is disconnected after so many messages that were refused here."""
POLICY, WRONG_SECRET, REPLACED, OVER, UNKNOWN = 1008, 4403, 4409, 4410, 4404
RESTART = 1012
"""The server ends, and the match goes on when it is started again: the browser tries until then."""
CLOSE_CODES = {OPENED_ELSEWHERE: REPLACED, MATCH_OVER: OVER, SERVER_ENDS: RESTART}

NO_MATCH = Text("There is no such match.", "Cette partie n'existe pas.")
WRONG = Text("This link does not open a seat of this match.", "Ce lien n'ouvre aucune place de cette partie.")
TOO_FAST = Text("Too many messages: wait a moment.", "Trop de messages : attendez un instant.")
SIT_FIRST = Text('The first message is {"type": "sit", "secret": ...}.', "Le premier message est de type « sit ».")
SEATED = Text("You are seated already.", "Vous êtes déjà assis.")
TOO_LONG = Text("This message is too long.", "Ce message est trop long.")

_DECODE = msgspec.json.Decoder(SeatRequest).decode
_ENCODE = msgspec.json.Encoder().encode
UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)
"""What decoding raises: not JSON, not a request, or nested too deeply."""
Socket = WebSocket[Any, Any, Any]


@websocket("/api/matches/{id:str}/play")
async def play(socket: Socket, arena: Arena, id: str) -> None:
    await socket.accept()
    with suppress(WebSocketDisconnect):
        sit = await _first(socket)
        if sit is None:
            await _close(socket, POLICY, SIT_FIRST)
            return
        match = arena.matches.get(id)
        if match is None or not match.people:
            await _close(socket, UNKNOWN, NO_MATCH)
            return
        seat = match.seat_of(sit.secret)
        if seat is None:
            wait = arena.guessing.wait_s(client_of(socket.scope), time.monotonic())
            await _close(socket, WRONG_SECRET, TOO_FAST if wait else WRONG)
            return
        await match.begun.wait()
        await _seated(socket, match, seat)


async def _first(socket: Socket) -> SitRequest | None:
    """The first message, if it takes a seat."""
    try:
        async with asyncio.timeout(SIT_S):
            request = _DECODE(await socket.receive_text())
    except (*UNREADABLE, TimeoutError):
        return None
    return request if isinstance(request, SitRequest) else None


async def _seated(socket: Socket, match: Match, seat: int) -> None:
    if match.suspended:
        await socket.close(RESTART)
        return
    if str(seat) not in match.tracks:  # it failed before it began
        await socket.send_text(match.farewell().decode())
        await socket.close(OVER)
        return
    holder = match.sit(seat)
    sending = asyncio.ensure_future(_send_all(socket, holder))
    receiving = asyncio.ensure_future(_receive_all(socket, match, seat, holder))
    try:
        await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        match.stand_up(seat, holder)
        receiving.cancel()
        sending.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)


async def _send_all(socket: Socket, holder: SeatSocket) -> None:
    while (data := await holder.outgoing.get()) is not None:
        await socket.send_text(data.decode())
    await socket.close(CLOSE_CODES.get(holder.close_reason, POLICY), holder.close_reason)


async def _receive_all(socket: Socket, match: Match, seat: int, holder: SeatSocket) -> None:
    """Pass requests of a browser to the process of the match; refuse what is no request."""
    rate, strikes = Rate(BURST, PER_SECOND), 0
    while strikes < STRIKES:
        text = await socket.receive_text()
        match.touched = time.monotonic()
        refusal = _too_much(text, rate) or _pass_on(text, match, seat, holder)
        if refusal is not None:
            strikes += 1
            holder.send(_ENCODE(refusal))
    holder.close("too many messages that were refused")


def _too_much(text: str, rate: Rate) -> Refused | None:
    if len(text) > MESSAGE_MOST:
        return Refused(None, TOO_LONG)
    return Refused(_id_of(text), TOO_FAST) if rate.wait_s("", time.monotonic()) else None


def _pass_on(text: str, match: Match, seat: int, holder: SeatSocket) -> Refused | None:
    """Send a request on; the refusal of what cannot be read."""
    try:
        request = _DECODE(text)
        if isinstance(request, SitRequest):
            holder.send(_ENCODE(Refused(None, SEATED)))
        elif match.lasts and match.pipe is not None:
            match.pipe.send(SeatAsked(seat, match.tracks[str(seat)].frames - 1, request))
    except UNREADABLE as error:
        return Refused(_id_of(text), _unreadable(error))
    return None


def _unreadable(error: Exception) -> Text:
    return Text(f"This message cannot be read: {error}"[:300], f"Message illisible : {error}"[:300])


class _Numbered(msgspec.Struct):
    id: int | None = None


def _id_of(text: str) -> int | None:
    """The number of a message, if it has one."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except UNREADABLE:
        return None


async def _close(socket: Socket, code: int, text: Text) -> None:
    await socket.send_text(_ENCODE(Refused(None, text)).decode())
    await socket.close(code, text.en)
