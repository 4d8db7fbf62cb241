"""A real server on a free port of this machine, in a process of its own, and clients that speak to it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE_S = 120.0
"""Nothing is waited for longer; no test measures it."""


class Process(NamedTuple):
    """A process, told apart from a later one of the same number."""

    pid: int
    began: str

    @property
    def lives(self) -> bool:
        return self in [process for process, _ in _process(Path(f"/proc/{self.pid}"))]


def _process(folder: Path) -> list[tuple[Process, int]]:
    """A process and the number of its parent; nothing, if it has ended."""
    try:
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return [] if fields[0] == "Z" else [(Process(int(folder.name), fields[19]), int(fields[1]))]


class Server:
    """An arena under test."""

    def __init__(self, store: Path, *words: str, port: str = "0") -> None:
        self.store = store
        self.log = store.with_suffix(".log")
        kept = () if "--contest" in words else ("--store", str(store))  # a contest names its store itself
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "joute.cli", "serve", *words, "--port", port, *kept],
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline().decode()
        found = re.search(r"http://([^/]+)/(?:\?token=(\S+))?", self.said)
        assert found, f"{self.said!r}: {self.log.read_text()}"
        self.place, self.token = found[1], found[2]
        self.opened = ExitStack()
        """Clients that are closed with the server."""
        self.http = self.client()

    def client(self, **more: Any) -> httpx.Client:
        """A client of this server, with cookies of its own."""
        made = httpx.Client(base_url=f"http://{self.place}", timeout=PATIENCE_S, **more)
        return self.opened.enter_context(made)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE_S)
        self.opened.close()
        assert self.process.stdout is not None
        self.said += self.process.stdout.read().decode()
        self.process.stdout.close()
        return code

    def offspring(self) -> set[Process]:
        """The processes that this server has started, and those that they have, boxes included."""
        parents = {process: parent for folder in Path("/proc").glob("[0-9]*") for process, parent in _process(folder)}
        found = {self.process.pid}
        while more := {process.pid for process, parent in parents.items() if parent in found} - found:
            found |= more
        return {process for process in parents if process.pid in found - {self.process.pid}}

    # Asking

    def get(self, path: str, **more: Any) -> Any:
        answer = self.http.get(path, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def create(self, game: str, *players: str, **more: Any) -> dict[str, Any]:
        """A match of champions by name, and of people: "@name"."""
        seats = [
            {"kind": "human", "name": name[1:]} if name.startswith("@") else {"kind": "champion", "name": name}
            for name in players
        ]
        answer = self.http.post("/api/matches", json={"game": game, "players": seats, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def until_over(self, id: str) -> dict[str, Any]:
        """Watch a match to its end; its head then."""
        for _ in self.events(id):
            pass
        return self.get(f"/api/matches/{id}")

    def events(self, id: str, track: str = "all", last: int | None = None) -> Iterator[dict[str, Any]]:
        """What a watcher sees, to the end."""
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        with self.http.stream("GET", f"/api/matches/{id}/live", params={"track": track}, headers=headers) as answer:
            assert answer.status_code in (200, 204), answer.read()
            yield from (json.loads(line[5:]) for line in answer.iter_lines() if line.startswith("data:"))

    def refused(self, status: int, method: str, path: str, **more: Any) -> str:
        """What a refusal says."""
        answer = self.http.request(method, path, **more)
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"].startswith("application/problem+json")
        problem = answer.json()
        assert set(problem) == {"status", "title", "detail", "code", "text"}
        assert problem["status"] == status
        assert problem["text"]["en"] == problem["detail"] != problem["text"]["fr"]
        return str(problem["detail"])

    def socket(self, id: str, **more: Any) -> AbstractContextManager[ClientConnection]:
        return connect(f"ws://{self.place}/api/matches/{id}/play", open_timeout=PATIENCE_S, **more)


class Hand:
    """A person at a seat, as their page speaks for them."""

    def __init__(self, server: Server, id: str, secret: str) -> None:
        self._open = ExitStack()
        self.socket = self._open.enter_context(server.socket(id))
        self.number = 0
        self.position: dict[str, Any] = {}
        self.say(type="sit", secret=secret)
        self.welcome = self.hear()
        assert self.welcome["type"] == "welcome", self.welcome

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE_S))
        if message["type"] == "position":
            self.position = message
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kinds."""
        while (message := self.hear())["type"] not in kinds:
            pass
        return message

    def until_asked(self) -> dict[str, Any]:
        """The position in which this seat is to play, or the end."""
        while True:
            message = self.until("position", "over")
            if message["type"] == "over" or message["asked"]:
                return message

    def ask(self, **message: Any) -> dict[str, Any]:
        """Ask for something, and hear the answer to it."""
        self.number += 1
        self.say(id=self.number, **message)
        while (answer := self.until("offers", "answer", "refused"))["id"] != self.number:
            assert answer["id"] is not None, answer  # else it answers a window that was closed
        return answer

    def call(self, function: str, *args: Any) -> dict[str, Any]:
        return self.ask(type="call", function=function, calls=[list(args)])

    def end(self) -> dict[str, Any]:
        return self.ask(type="end")

    def close(self) -> None:
        self._open.close()


@contextmanager
def arena(store: Path, *words: str) -> Iterator[Server]:
    """A server for as long as it is needed."""
    server = Server(store, *words)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
