"""What the server tells its operator: sentences for people, or a JSON object a line, with one for each request."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from joute.arena.contest.saying import JSON, LOG

if TYPE_CHECKING:
    from .security import ASGIApp, Message, Receive, Scope, Send

Observer = Callable[[str, int, float], None]
"""Is told of each answer: the method, the status, and the seconds until it began."""
REQUESTS = logging.getLogger("joute.web.requests")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z"
        line: dict[str, Any] = {"time": when, "level": record.levelname.lower(), "logger": record.name}
        line |= {"message": record.getMessage(), **getattr(record, "fields", {})}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log_json() -> None:
    """From now on, this process and the service of a contest write JSON lines on standard error."""
    os.environ[LOG] = JSON
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)


def in_json() -> bool:
    return os.environ.get(LOG) == JSON


def log_request(method: str, path: str, status: int, seconds: float) -> None:
    fields = {"method": method, "route": path, "status": status, "ms": round(1e3 * seconds, 1)}
    REQUESTS.info("%s %s %d", method, path, status, extra={"fields": fields})


class Observed:
    """Around an application: counts and logs its answers. Of an address the route is logged: it may hold secrets."""

    def __init__(self, app: ASGIApp, observers: list[Observer]) -> None:
        self._app = app
        self._observers = observers
        self._logs = in_json()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._tell(scope, int(message["status"]), time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, told)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        for observer in self._observers:
            observer(scope["method"], status, seconds)
        if self._logs:
            log_request(scope["method"], str(scope.get("path_template") or "other"), status, seconds)
