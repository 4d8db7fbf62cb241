"""A contest on the web, as `joute submit` speaks to it; its address and token are remembered in a file of one's own."""

from __future__ import annotations

import os
from email.message import Message
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from joute.core.text import Text, terminal_language
from joute.core.toml_file import read_toml

from .exits import Exit, Stop

T = TypeVar("T")
FILE, FILE_MOST = "contest.toml", 1 << 14
ANSWER_S = 60.0
ANSWER_MOST = 1 << 20


class Place(NamedTuple):
    """Where a contest is, and the token that lets one submit there."""

    url: str
    token: str


class NoRedirects(HTTPRedirectHandler):
    """A token goes to the address that was given and to no other."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        return None


def remembered() -> Path:
    """The file that remembers a contest."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(base) / "joute" / FILE


def place_of(url: str | None, token: str | None) -> Place:
    """The contest that was named, or the one that is remembered."""
    path = remembered()
    known = _read(path) if path.is_file() else {}
    place = Place((url or known.get("url", "")).rstrip("/"), token or known.get("token", ""))
    if not place.url or not place.token:
        raise Stop(
            Exit.USAGE,
            Text(
                "to which contest? Give --url and --token once (the token is made on your account's page); they are "
                f"remembered in {path}",
                "à quel concours ? Donnez une fois --url et --token (le jeton se fait sur la page de votre compte) ; "
                f"ils sont gardés dans {path}",
            ),
        )
    if urlsplit(place.url).scheme not in ("http", "https"):
        raise Stop(
            Exit.USAGE,
            Text(f"--url: found {place.url!r}; expected https://...", f"--url : {place.url!r} au lieu de https://..."),
        )
    return place


def _read(path: Path) -> dict[str, str]:
    try:
        return {key: str(value) for key, value in read_toml(path, FILE_MOST).items()}
    except ValueError as error:
        said = error.args[0]
        raise Stop(Exit.USAGE, Text(f"{path}: {said}", f"{path} : {said:fr}")) from None


def remember(place: Place) -> None:
    """Write the file anew, for its owner alone from the first byte on."""
    path = remembered()
    lines = "".join(f"{key} = {msgspec.json.encode(value).decode()}\n" for key, value in place._asdict().items())
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = path.with_suffix(f".{os.getpid()}")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(lines)
        new.replace(path)
    except OSError as error:
        raise Stop(
            Exit.USAGE,
            Text(f"{path}: cannot be written: {error.strerror}", f"{path} : écriture impossible : {error.strerror}"),
        ) from None


class Contest:
    """A contest that is asked over HTTP; raises Stop."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._opener = build_opener(NoRedirects)

    def get(self, path: str, kind: type[T], **query: str | int) -> T:
        return self._ask(Request(self._address(path, query)), kind)

    def send(self, path: str, data: bytes, kind: type[T], **query: str) -> T:
        headers = {"Content-Type": "application/octet-stream"}
        return self._ask(Request(self._address(path, query), data, headers), kind)

    def _address(self, path: str, query: Any) -> str:
        return f"{self.place.url}/api/contest{path}" + (f"?{urlencode(query)}" if query else "")

    def _ask(self, request: Request, kind: type[T]) -> T:
        request.add_header("Authorization", f"Bearer {self.place.token}")
        try:
            with self._opener.open(request, timeout=ANSWER_S) as answer:
                return msgspec.json.decode(answer.read(ANSWER_MOST), type=kind)
        except HTTPError as error:
            with error:
                raise self._refused(error) from None
        except msgspec.MsgspecError:
            raise self._gone("?") from None
        except (URLError, OSError, ValueError) as error:
            raise self._gone(getattr(error, "reason", error)) from None

    def _refused(self, error: HTTPError) -> Stop:
        try:
            text = msgspec.json.decode(error.read(ANSWER_MOST))["text"]
            return Stop(Exit.NOT_LOADED, str(text[terminal_language()]))
        except (msgspec.MsgspecError, KeyError, TypeError, OSError):
            return self._gone(f"HTTP {error.code}")

    def _gone(self, why: object) -> Stop:
        url = self.place.url
        return Stop(
            Exit.NOT_LOADED, Text(f"no contest answers on {url} ({why})", f"aucun concours ne répond sur {url} ({why})")
        )
