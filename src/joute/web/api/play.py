"""Playing by hand: a WebSocket a seat. The first message says who sits down; the process of the match does the rest."""

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
from joute.web.lobby.match import Match, Sitter
from joute.web.lobby.queue import Arena
from joute.web.security import client_of
from joute.web.wire import Ask, Refused, Sit
from joute.web.worker.pipe import Told

MESSAGE_MOST = 1 << 14
SIT_S = 30.0
BURST, PER_SECOND = 200.0, 50.0
"""How many messages a browser may send at once, and then in a second."""
STRIKES = 20
"""Who sends so much that cannot be understood is cut off."""
POLICY, WRONG_SECRET, REPLACED, OVER, UNKNOWN = 1008, 4403, 4409, 4410, 4404
CODES = {"opened elsewhere": REPLACED, "the match is over": OVER}

NO_MATCH = Text("There is no such match.", "Cette partie n'existe pas.")
WRONG = Text("This link does not open a seat of this match.", "Ce lien n'ouvre aucune place de cette partie.")
TOO_OFTEN = Text("Not so fast.", "Pas si vite.")
SIT_FIRST = Text('The first message is {"type": "sit", "secret": ...}.', "Le premier message est de type « sit ».")
SAT = Text("You have sat down already.", "Vous êtes déjà assis.")
TOO_LONG = Text("That message is too long.", "Ce message est trop long.")

_decode = msgspec.json.Decoder(Ask).decode
_ENCODE = msgspec.json.Encoder().encode
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
            await _close(socket, WRONG_SECRET, TOO_OFTEN if wait else WRONG)
            return
        await match.begun.wait()
        await _seated(socket, match, seat)


async def _first(socket: Socket) -> Sit | None:
    """The first message, which says who sits down."""
    try:
        async with asyncio.timeout(SIT_S):
            ask = _decode(await socket.receive_text())
    except (msgspec.MsgspecError, ValueError, RecursionError, TimeoutError):
        return None
    return ask if isinstance(ask, Sit) else None


async def _seated(socket: Socket, match: Match, seat: int) -> None:
    if str(seat) not in match.tracks:  # it failed before it began
        await socket.send_text(match.farewell().decode())
        await socket.close(OVER)
        return
    sitter = match.sit(seat)
    sending = asyncio.ensure_future(_send_all(socket, sitter))
    hearing = asyncio.ensure_future(_hear_all(socket, match, seat, sitter))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        match.stand(seat, sitter)
        hearing.cancel()
        sending.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)


async def _send_all(socket: Socket, sitter: Sitter) -> None:
    while (data := await sitter.outgoing.get()) is not None:
        await socket.send_text(data.decode())
    await socket.close(CODES.get(sitter.gone, POLICY), sitter.gone)


async def _hear_all(socket: Socket, match: Match, seat: int, sitter: Sitter) -> None:
    """Pass on what a browser asks for; what makes no sense is refused, and the match is unharmed."""
    rate, strikes = Rate(BURST, PER_SECOND), 0
    while strikes < STRIKES:
        text = await socket.receive_text()
        match.touched = time.monotonic()
        if len(text) > MESSAGE_MOST:
            strikes += 1
            sitter.tell(_ENCODE(Refused(None, TOO_LONG)))
            continue
        if rate.wait_s("", time.monotonic()):
            strikes += 1
            sitter.tell(_ENCODE(Refused(_id_of(text), TOO_OFTEN)))
            continue
        try:
            ask = _decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
            strikes += 1
            sitter.tell(_ENCODE(Refused(_id_of(text), _senseless(fault))))
            continue
        if isinstance(ask, Sit):
            sitter.tell(_ENCODE(Refused(None, SAT)))
        elif match.lasts and match.pipe is not None:
            match.pipe.send(Told(seat, match.tracks[str(seat)].frames - 1, text.encode()))
    sitter.leave("too much that makes no sense")


def _senseless(fault: Exception) -> Text:
    return Text(f"That cannot be understood: {fault}"[:300], f"Message incompréhensible : {fault}"[:300])


class _Numbered(msgspec.Struct):
    id: int | None = None


def _id_of(text: str) -> int | None:
    """Which message it was, if it says so."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


async def _close(socket: Socket, code: int, text: Text) -> None:
    await socket.send_text(_ENCODE(Refused(None, text)).decode())
    await socket.close(code, text.en)
