"""6.1 to 6.7  The protocol that existing bots speak: one match at a base address, or a lobby with many.

Bots depend on its bytes: `ok` as plain text, `{}` for a hidden cell. Requests are served one at a time, in the order
received: none of them waits for anything. The clocks run by themselves.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote

from joute.core.cross_site import is_cross_site
from joute.core.game import Game
from joute.core.rate import Rate
from joute.core.table import Table

from .online import UNKNOWN_NAME, Journal, OnlineMatch, RefereedMatch, Refused, digest_of
from .page import page, prefers_french

STATUSES = {
    400: ("unknown_kind", "cannot_move", "out_of_board", "not_adjacent", "bad_name"),
    403: ("bad_token", "view_closed", "foreign_page"),
    404: ("not_found",),
    405: ("method_not_allowed",),
    409: (
        "not_your_turn",
        "match_over",
        "match_full",
        "no_such_unit",
        "already_acted",
        "enemy_building",
        "building_limit",
        "not_enough_gold",
        "no_gold",
        "already_harvested",
    ),
    410: ("match_cancelled",),
    429: ("rate_limited",),
}
STATUS = {code: status for status, codes in STATUSES.items() for code in codes}
MESSAGES = {
    "bad_token": "this is not the token of that player",
    "view_closed": "this is shown when the match is over",
    "foreign_page": "a page of another site cannot take a seat or play; open this address yourself, or use a program",
    "not_found": "there is no such route, or a number in it is malformed",
    "method_not_allowed": "use GET, or POST with Authorization: Bearer",
    "match_full": "both seats are taken",
    "match_over": "the match is over",
    "match_cancelled": "nobody came in time, and the match was cancelled",
    "not_your_turn": "the other player is to play",
    "bad_name": "a name has 1 to 64 printable characters",
    "rate_limited": "too many requests; slow down",
}
DIGITS = re.compile(r"[0-9]+", re.ASCII)
ROOM = re.compile(r"[A-Za-z0-9_-]{1,40}")
PAIR = PAST = "."
"""The match of two who have named no room is called .ID, a past match of a room ROOM.ID: no room can be called so."""
TURN_TIME = "turn_time_s"
"""4.12  The parameter with the seconds of a turn."""
FAR = 2**31
"""A coordinate too long to be read: off every board."""
BURST, PER_SECOND = 10_000.0, 4_000.0
"""6.7  How many requests one address may make; a bot polls every few milliseconds."""
WRONG_BURST, WRONG_PER_SECOND = 100.0, 10.0
MATCHES_MOST = 256
HOME = b"Programs play a match of Chartichaud here: GET /getToken/NAME takes a seat. Rules: joute rules chartichaud\n"
TEXT, HTML, JSON = b"text/plain; charset=utf-8", b"text/html; charset=utf-8", b"application/json"
HEADERS = [
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]
OK = b"ok"

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Reply(NamedTuple):
    status: int
    kind: bytes
    body: Iterable[bytes]

    def headers(self, length: int | None) -> list[tuple[bytes, bytes]]:
        """The headers, where the length of the body is known or not."""
        more = [] if length is None else [(b"content-length", b"%d" % length)]
        allow = [(b"allow", b"GET, POST")] if self.status == STATUS["method_not_allowed"] else []
        return [(b"content-type", self.kind), *HEADERS, *more, *allow]


class Asked(NamedTuple):
    """A request: the parts of its path, its token where it comes in a header, an invitation, and whether a page of
    another site sent it."""

    parts: list[str]
    bearer: str | None
    invite: str
    foreign: bool


class Routes:
    """The routes of the matches of a base address. `invite` is the secret that getting a seat then asks for."""

    rooms = False
    """Whether `/m/ROOM` before a route names a match."""

    def __init__(self, invite: str = "") -> None:
        self.matches: OrderedDict[str, OnlineMatch] = OrderedDict()
        self._invite = digest_of(invite) if invite else None
        self._requests = Rate(BURST, PER_SECOND)
        self._wrong = Rate(WRONG_BURST, WRONG_PER_SECOND)

    def _match(self, room: str | None, token: str, player: str = "") -> OnlineMatch:
        """The match that a request is about."""
        raise NotImplementedError

    def _host(self, room: str | None) -> OnlineMatch:
        """The match whose seats are given now."""
        raise NotImplementedError

    def _home(self, scope: Scope) -> Reply:
        return Reply(200, TEXT, [HOME])

    def answer(self, scope: Scope) -> Reply:
        """The answer to one request. Refusals are answers too; no input from a client causes a server error."""
        address = str((scope.get("client") or ("",))[0])
        try:
            if self._requests.wait_s(address, time.monotonic()):
                raise Refused("rate_limited")
            if scope["method"] not in ("GET", "POST"):
                raise Refused("method_not_allowed")
            asked = _asked(scope)
            return self._home(scope) if asked.parts == [""] else self._route(asked)
        except Refused as refused:
            code = refused.code
            if code == "bad_token" and self._wrong.wait_s(address, time.monotonic()):
                code = "rate_limited"
            error = {"error": code, "message": MESSAGES.get(code, code.replace("_", " "))}
            return Reply(STATUS[code], JSON, [] if scope["method"] == "HEAD" else [_json(error)])

    # Routes

    def _route(self, asked: Asked) -> Reply:
        match asked.parts:
            case ["alive"]:
                return Reply(200, JSON, [_json({"response": "ok"})])
            case ["matchlist"]:
                self._require_invitation(asked)
                return Reply(200, JSON, [_json(self._list())])
            case ["match", file] if file.endswith(".json"):
                return self._past(file.removesuffix(".json"), asked)
            case ["m", room, *rest] if self.rooms and ROOM.fullmatch(room):
                return self._play(asked._replace(parts=rest), room)
        return self._play(asked, None)

    def _play(self, asked: Asked, room: str | None) -> Reply:
        """The routes of a match."""
        parts, bearer = asked.parts, asked.bearer
        if not parts:
            raise Refused("not_found")
        if parts[:1] == ["getToken"] and len(parts) <= 2:
            _require_own_page(asked)
            self._require_invitation(asked)
            player, token = self._host(room).take_seat(parts[1] if len(parts) == 2 else UNKNOWN_NAME)
            return Reply(200, JSON, [_json({"player": player, "token": token})])
        segments, token = (parts[:-1], parts[-1]) if bearer is None else (parts, bearer)
        for given in [segments] if bearer is None else [segments, segments[:-1]]:
            match given:
                case ["view", player]:
                    return Reply(200, JSON, [_json(self._match(room, token, player).view(player, token))])
                case ["getwinner", player]:
                    won = self._match(room, token).winner_for(player, token)
                    return Reply(200, JSON, [_json({"winner": won})])
                case ["replay", player]:
                    return Reply(200, JSON, self._match(room, token).replay_for(player, token))
                case [action, player, *rest] if action in ACTIONS:
                    arguments = ACTIONS[action](rest)
                    if arguments is not None:
                        _require_own_page(asked)
                        self._act(self._match(room, token), action, player, token, arguments)
                        return Reply(200, TEXT, [OK])
        raise Refused("not_found")

    def _act(self, match: OnlineMatch, action: str, player: str, token: str, arguments: list[Any]) -> None:
        if action == "endturn":
            match.end_turn(player, token)
        elif action == "resign":
            match.resign(player, token)
        else:
            match.act(player, token, action, *arguments)

    def _require_invitation(self, asked: Asked) -> None:
        if self._invite is not None and not secrets.compare_digest(digest_of(asked.invite), self._invite):
            raise Refused("bad_token")

    def _list(self) -> list[dict[str, str]]:
        over = [(match.ended, name) for name, match in self.matches.items() if match.over and match.ended]
        return [self.matches[name].listed(f"match/{name}.json") for _, name in sorted(over, reverse=True)]

    def _past(self, name: str, asked: Asked) -> Reply:
        self._require_invitation(asked)
        match = self.matches.get(name)
        if match is None or not match.over:
            raise Refused("not_found")
        return Reply(200, JSON, match.replay())


class OneMatch(Routes):
    """One match at a base address."""

    def __init__(self, match: OnlineMatch, invite: str = "") -> None:
        super().__init__(invite)
        self.match = self.matches["match"] = match

    def _match(self, room: str | None, token: str, player: str = "") -> OnlineMatch:
        return self.match

    def _host(self, room: str | None) -> OnlineMatch:
        return self.match


def refereed(table: Table, names: Sequence[str | None], invite: str = "", timed: bool = True) -> OneMatch:
    """The clients of a match that a referee plays: they take the seats without a name."""
    return OneMatch(RefereedMatch(table, names, timed), invite)


class Lobby(Routes):
    """Every two calls of /getToken meet in a new match, which the token alone finds; those who name a room meet there,
    match after match. An ASGI application, which calls `finished` with each match that is over."""

    rooms = True

    def __init__(
        self,
        game: Game,
        board: str | None = None,
        seed: int | None = None,
        invite: str = "",
        finished: Callable[[OnlineMatch], None] | None = None,
        now: Callable[[], float] = time.monotonic,
        folder: Path | None = None,
    ) -> None:
        """`folder`: where running matches are kept, for a server that is started again."""
        super().__init__(invite)
        self._folder = folder
        self.game = game
        self._board, self._seed = board, seed
        self._finished = finished
        self._now = now
        self._next: Table | None = self._table()
        """The table of the next match, made before anybody waits for it."""
        self._touched: OnlineMatch | None = None
        self._timers: dict[OnlineMatch, asyncio.TimerHandle] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        self._touched = None
        reply = self.answer(scope)
        if self._touched is not None:
            self._keep_time(self._touched)
        headers = reply.headers(sum(map(len, reply.body)) if isinstance(reply.body, list) else None)
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        for part in reply.body:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        self._next = self._next or self._table()

    def _home(self, scope: Scope) -> Reply:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin = f"{scope.get('scheme', 'http')}://{headers.get(b'host', '')}"
        french = prefers_french(headers.get(b"accept-language", ""))
        return Reply(200, HTML, [page(self.game.name, origin, scope.get("root_path", ""), french)])

    # Matches

    def _match(self, room: str | None, token: str, player: str = "") -> OnlineMatch:
        """The match of a token; in a room, else the one that is played there."""
        digest = digest_of(token)
        names = [name for name in self.matches if room is None or name.partition(PAST)[0] == room]
        name = next((name for name in names if self.matches[name].holds(digest)), room)
        if name is None:
            raise Refused("view_closed" if player == "all" else "bad_token")
        if name not in self.matches:
            raise Refused("not_found")
        self._touched = self.matches[name]
        return self._touched

    def _host(self, room: str | None) -> OnlineMatch:
        """The match whose seats are given now. A room whose match has ended is free again."""
        name = room
        if name is None:
            waiting = [known for known, match in self.matches.items() if known.startswith(PAIR) and match.waits]
            name = waiting[0] if waiting else PAIR + secrets.token_hex(6)
        if name in self.matches and self.matches[name].is_past:
            self.matches[f"{name}{PAST}{secrets.token_hex(6)}"] = self.matches.pop(name)
        if name not in self.matches:
            self._open(name)
        self._touched = self.matches[name]
        return self._touched

    def _open(self, name: str) -> None:
        """A new match; of too many, the oldest that have ended are forgotten."""
        if sum(not match.is_past for match in self.matches.values()) >= MATCHES_MOST:
            raise Refused("rate_limited")
        past = [known for known, match in self.matches.items() if match.is_past]
        for known in past[: max(0, len(self.matches) + 1 - MATCHES_MOST)]:
            del self.matches[known]
        table = self._next or self._table()
        self._next = None
        match = self.matches[name] = OnlineMatch(table, self._now)
        if self._folder is not None:
            self._folder.mkdir(exist_ok=True)
            match.journal = Journal(self._folder / f"{secrets.token_hex(8)}.jsonl")
            match.journal.note({"room": name, "start": match.first.dump()})

    def restore(self) -> None:
        """Go on with the matches that were played when the server last ended."""
        files = (
            [] if self._folder is None else sorted(self._folder.glob("*.jsonl"), key=lambda file: file.stat().st_mtime)
        )
        for journal in map(Journal, files):
            try:
                name, match = self._restored(journal)
            except (ValueError, TypeError, KeyError, StopIteration):  # half written, or of other rules
                journal.remove()
                continue
            match.journal = journal
            self.matches[f"{name}{PAST}{secrets.token_hex(6)}" if match.over else name] = match
            self._keep_time(match)

    def _restored(self, journal: Journal) -> tuple[str, OnlineMatch]:
        lines = journal.read()
        first = next(lines)
        match = OnlineMatch(Table.load(first["start"], backend=None), self._now)
        for what in lines:
            match.do_again(what)
        return str(first["room"]), match

    def _table(self) -> Table:
        seed = secrets.randbits(64) if self._seed is None else self._seed
        return Table(self.game, self._board, None, seed)

    # Time

    def _keep_time(self, match: OnlineMatch) -> None:
        """4.12  The clock of a match runs whether or not anybody asks."""
        if match.over and not match.filed:
            match.filed = True
            if self._finished is not None:
                self._finished(match)
        if match.cancelled and match.journal is not None:
            match.journal.remove()
        timer = self._timers.pop(match, None)
        if timer is not None:
            timer.cancel()
        if (deadline := match.deadline) is not None:
            loop = asyncio.get_running_loop()
            self._timers[match] = loop.call_later(max(0.0, deadline - self._now()) + 0.001, self._time_out, match)

    def _time_out(self, match: OnlineMatch) -> None:
        match.tick()
        self._keep_time(match)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def _asked(scope: Scope) -> Asked:
    raw = scope.get("raw_path") or scope["path"].encode()
    root = scope.get("root_path", "")
    path = raw.decode("latin-1").partition("?")[0]
    path = path.removeprefix(root) if root else path
    parts = [unquote(part, errors="surrogateescape") for part in path.removeprefix("/").split("/")]
    header = next((value for name, value in scope["headers"] if name == b"authorization"), b"").decode("latin-1")
    kind, _, secret = header.partition(" ")
    bearer = secret.strip() if scope["method"] == "POST" and kind.lower() == "bearer" else None
    if scope["method"] == "POST" and bearer is None:
        raise Refused("method_not_allowed")
    invite = ""
    with suppress(ValueError):
        invite = parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=8).get("invite", [""])[0]
    return Asked(parts, bearer, invite, is_cross_site(scope["headers"]))


def _require_own_page(asked: Asked) -> None:
    """Actions are plain GETs: a link or a picture on any page would otherwise play for whoever looks at it."""
    if asked.foreign:
        raise Refused("foreign_page")


def _number(text: str) -> int | None:
    """6.1  ASCII digits; leading zeros are tolerated."""
    if not DIGITS.fullmatch(text):
        return None
    digits = text.lstrip("0")
    return FAR if len(digits) > 10 else int(digits or "0")


def _numbers(texts: list[str], count: int) -> list[Any] | None:
    numbers = [_number(text) for text in texts]
    return numbers if len(numbers) == count and None not in numbers else None


def _move(rest: list[str]) -> list[Any] | None:
    numbers = _numbers(rest[1:], 4)
    return None if numbers is None else [rest[0], *numbers]


def _build(rest: list[str]) -> list[Any] | None:
    numbers = _numbers(rest[:2], 2)
    return [*numbers, rest[2]] if numbers is not None and len(rest) == 3 else None


def _farm(rest: list[str]) -> list[Any] | None:
    return _numbers(rest, 2)


def _nothing(rest: list[str]) -> list[Any] | None:
    return _numbers(rest, 0)


ACTIONS: dict[str, Callable[[list[str]], list[Any] | None]] = {
    "move": _move,
    "build": _build,
    "farm": _farm,
    "autofarm": _nothing,
    "endturn": _nothing,
    "resign": _nothing,
}
"""How the arguments of each action are read; None: there is no such route."""
ROUTES = ("getToken", "view", *ACTIONS, "getwinner", "replay", "alive", "matchlist", "match", "m")
"""How the path of every request begins."""
