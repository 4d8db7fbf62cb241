"""Showing a match in a running arena while it is played here; the match never waits for that."""

from __future__ import annotations

import encodings.idna  # noqa: F401  which sockets ask for: while a champion is on stage, no other thread can import it
import queue
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from joute.cli.exits import say
from joute.core.text import words
from joute.match.replay import Line, Recorder

ANSWER_S, LAST_S = 60.0, 60.0
"""How long the arena may take for an answer, and for all that is left when the match is over."""
WAITING_MOST = 100_000
"""So many lines wait to be sent; beyond that the arena is given up."""
AT_ONCE_MOST = 4 << 20
_ENCODE = msgspec.json.Encoder().encode


class Gone(Exception):
    """The arena does not answer, or does not want this match."""


class Broadcast(Recorder):
    """A recorder that also sends every line to an arena, from a thread of its own."""

    def __init__(self, recorder: Recorder, address: str) -> None:
        super().__init__()
        self.recorder = recorder
        base, _, query = address.partition("?")
        self.address = base.rstrip("/")
        self._token = {"X-Joute-Token": token[0]} if (token := parse_qs(query).get("token")) else {}
        self.lines = recorder.lines
        self._queue: queue.Queue[bytes | None] = queue.Queue(WAITING_MOST)
        self._thread = threading.Thread(target=self._send_all, daemon=True)
        self._open: Callable[..., Any] = build_opener(ProxyHandler({})).open
        self._lost = False
        self._news: deque[str] = deque()

    def write(self, line: Line) -> None:
        self.recorder.write(line)
        self._tell()
        if self._thread.ident is None:
            self._thread.start()
        if not self._lost:
            try:
                self._queue.put_nowait(_ENCODE(line) + b"\n")
            except queue.Full:
                self._lost = True

    def close(self) -> None:
        """Give what is left a moment to be sent."""
        if self._thread.is_alive():
            with suppress(queue.Full):
                self._queue.put(None, timeout=LAST_S)
            self._thread.join(LAST_S)
        self._tell()
        if self._thread.is_alive():
            say(
                words(
                    f"the arena on {self.address} is too slow: it does not show this match to its end",
                    f"l'arène sur {self.address} est trop lente : elle ne montre pas ce match jusqu'à sa fin",
                )
            )

    def _tell(self) -> None:
        """Print pending messages between phases: anything printed while a champion runs counts as its output."""
        while self._news:
            say(self._news.popleft())

    def _send_all(self) -> None:
        try:
            self._follow()
        except Gone as error:
            self._lost = True
            self._news.append(words(f"{error}; the match goes on without it", f"{error} ; le match continue sans elle"))

    def _follow(self) -> None:
        header = self._queue.get()
        if header is None:
            return
        made = msgspec.json.decode(self._post("/api/live", header, {}))
        id, owner = made["match"]["id"], {"Authorization": f"Bearer {made['owner']}"}
        self._news.append(
            words(f"watch it live: {self.address}/watch/{id}", f"à regarder en direct : {self.address}/watch/{id}")
        )
        while (data := self._waiting()) is not None:
            self._post(f"/api/live/{id}", data, owner)

    def _waiting(self) -> bytes | None:
        """All lines that wait, as one request; None once there are no more."""
        first = self._queue.get()
        if first is None:
            return None
        lines, size = [first], len(first)
        while size < AT_ONCE_MOST:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._queue.put(None)
                break
            lines.append(more)
            size += len(more)
        return b"".join(lines)

    def _post(self, path: str, data: bytes, headers: dict[str, str]) -> bytes:
        try:
            with self._open(Request(self.address + path, data, headers | self._token), timeout=ANSWER_S) as answer:
                read: bytes = answer.read()
                return read
        except HTTPError as error:
            raise Gone(
                words(
                    f"the arena on {self.address} refuses this match: {_detail(error)}",
                    f"l'arène sur {self.address} refuse ce match : {_detail(error)}",
                )
            ) from None
        except (URLError, OSError, ValueError) as error:
            why = getattr(error, "reason", error)
            raise Gone(
                words(
                    f"no arena answers on {self.address} ({why}); start one with: joute serve",
                    f"aucune arène ne répond sur {self.address} ({why}) ; ouvrez-en une : joute serve",
                )
            ) from None


def _detail(error: HTTPError) -> str:
    try:
        return str(msgspec.json.decode(error.read(4096))["detail"])
    except (msgspec.MsgspecError, KeyError, TypeError, OSError):
        return f"status {error.code}"
