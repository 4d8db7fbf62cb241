"""A server that holds a contest, and browsers of those who take part."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from joute.arena.contest import config, links
from joute.arena.store import Store
from tests.web.support import Server, arena

CONTEST = """
name = "Spring"
game = "chartichaud"
params = { max_turns = 6 }
isolation = "process"
url = ""
[access]
registration = "open"
team_size = 2
[ladder]
house = ["idle", "random"]
[workers]
local = 1
"""
PASSWORD = "correct horse battery"
GOOD = "def partie_init():\n    pass\n\n\ndef jouer_tour():\n    pass\n\n\ndef partie_fin():\n    pass\n"
PLAYED_S = 300.0
"""Nothing is waited for longer; no test measures it."""
T = TypeVar("T")
BROKEN = "def jouer_tour(:\n"


@contextmanager
def held(folder: Path, text: str = CONTEST, *words: str) -> Iterator[Server]:
    """A server that holds a contest, and the service that judges and plays."""
    folder.mkdir(exist_ok=True)
    (folder / config.FILE).write_text(text)
    with arena(folder / config.STORE, "--contest", str(folder), "--slack", "100", *words) as server:
        yield server


class Browser:
    """Somebody's browser: it keeps cookies and says from which page a request comes."""

    def __init__(self, server: Server, **more: Any) -> None:
        self.base = f"http://{server.place}"
        self.http = server.client(headers={"origin": self.base}, **more)

    def send(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """What is answered, with this status."""
        answer = self.http.request(method, f"/api/contest{path}", **more)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content and "json" in answer.headers.get("content-type", "") else answer

    def get(self, path: str = "", status: int = 200, **more: Any) -> Any:
        return self.send("GET", path, status, **more)

    def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        return self.send("POST", path, status, json=body, **more)

    def delete(self, path: str, status: int = 204) -> Any:
        return self.send("DELETE", path, status)

    def code(self, method: str, path: str, status: int, **more: Any) -> str:
        """The code of a refusal."""
        return str(self.send(method, path, status, **more)["code"])

    def register(self, login: str, **more: Any) -> dict[str, Any]:
        said = {"login": login, "name": login.title(), "password": PASSWORD, **more}
        return self.post("/accounts", said, 201)

    def submit(self, name: str, data: str | bytes, status: int = 201, **more: Any) -> Any:
        body = data.encode() if isinstance(data, str) else data
        return self.send("POST", "/versions", status, params={"name": name, **more}, content=body)


def organiser(server: Server, login: str = "olga") -> Browser:
    """An organiser, signed in by a one-time link as `joute contest organiser` prints it."""
    with Store.open(server.store) as store, store.writing() as connection:
        secret = links.for_organiser(connection, login)
    browser = Browser(server)
    assert browser.post("/sessions/link", {"secret": secret})["organiser"] is True
    return browser


def until(asked: Callable[[], T | None]) -> T:
    """Ask again until there is an answer."""
    end = time.monotonic() + PLAYED_S
    while time.monotonic() < end:
        if answer := asked():
            return answer
        time.sleep(0.05)
    raise AssertionError("nothing comes")


def judged(browser: Browser, number: int) -> dict[str, Any]:
    """A version when its judging is over."""

    def asked() -> dict[str, Any] | None:
        version: dict[str, Any] = browser.get(f"/versions/{number}")
        return None if version["state"] in ("received", "judging") else version

    return until(asked)


def match_of(browser: Browser, id: str) -> dict[str, Any]:
    """A challenge of a team when it is over."""

    def asked() -> dict[str, Any] | None:
        played = browser.get("/matches", params={"only": "challenges"})["matches"]
        return next((one for one in played if one["id"] == id), None)

    return until(asked)
