"""The ASGI application: routes, error handlers, limits, and what starts and stops with the server."""

from __future__ import annotations

import logging
import traceback
from typing import Any, cast
from urllib.parse import urlsplit

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.serialization import decode_json

from joute import __version__

from .api import documentation, editor, films, games, health, http, matches, pages, replays, share, tournaments, tv
from .api.bots import protocols
from .api.live import live
from .api.play import play
from .contest import access
from .errors import FAILURE, PROBLEM, Refusal, plain
from .lobby.arena import Arena
from .logs import Observed
from .security import ASGIApp, Guard, is_loopback
from .settings import Settings
from .wire import Problem

LOG = logging.getLogger("joute.web")
ABOUT = (
    "Watch, play and share matches. Every refusal is a Problem: its status, a title, what to do, a code for programs, "
    "and what to do in English and in French."
)


ROUTES = [
    *games.ROUTES,
    *matches.ROUTES,
    *films.ROUTES,
    *editor.ROUTES,
    *replays.ROUTES,
    *tournaments.ROUTES,
    *tv.ROUTES,
    *share.ROUTES,
    *health.ROUTES,
    live,
    play,
]


def contest_routes() -> list[Any]:
    """The routes of a server that holds a contest. Others need not have what these import."""
    from .contest import acts, challenges, console, facts, metrics, people, results, sign_on, teams, versions, workers

    modules = (facts, people, sign_on, teams, versions, results, challenges, workers, metrics, console, acts)
    return [route for module in modules for route in module.ROUTES]


def create_app(settings: Settings) -> Guard:
    """The arena as an ASGI application."""
    arena = Arena(settings)
    own = protocols(arena, settings)
    app = Litestar(
        route_handlers=[
            *ROUTES,
            *(contest_routes() if settings.contest is not None else ()),
            *documentation.ROUTES,
            *pages.ROUTES,
        ],
        guards=[access.gate(arena)],
        dependencies={"arena": Provide(lambda: arena, sync_to_thread=False)},
        exception_handlers={
            Refusal: _refused,
            HTTPException: _http,
            UnicodeDecodeError: _undecoded,
            RecursionError: _undecoded,
            Exception: _failed,
        },
        on_startup=[arena.start, *own.starts],
        on_shutdown=[arena.stop],
        request_max_body_size=http.BODY_MOST,
        openapi_config=OpenAPIConfig(
            title="The arena of Joute",
            version=__version__,
            description=ABOUT,
            path="/api/openapi",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )
    watched = Observed(cast(ASGIApp, app), [] if arena.contest is None else [arena.contest.figures.count])
    guard = Guard(watched, settings.token, is_loopback(settings.host), own.mounts, own.home, _name(arena))
    guard.arena = arena
    return guard


def _name(arena: Arena) -> str:
    """The host of the address that a contest says of itself: a proxy on this machine passes requests for it on."""
    return "" if arena.contest is None else urlsplit(arena.contest.plan.url).netloc


def _answer(refusal: Refusal, headers: dict[str, str]) -> Response[Problem]:
    return Response(refusal.problem, status_code=refusal.status, media_type=PROBLEM, headers=headers)


def _refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Problem]:
    retry = {} if refusal.retry_s is None else {"retry-after": str(max(1, round(refusal.retry_s)))}
    return _answer(refusal, retry)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """A refusal of the framework; of a wrong body, with every field that is wrong."""
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        items = [item for item in error.extra if isinstance(item, dict)]
        wrong = [f"{item.get('key') or 'body'}: {item.get('message')}" for item in items]
        detail = "; ".join(wrong)[:1000] or detail
    return _answer(Refusal(plain(error.status_code), why=detail), dict(error.headers or {}))


def _undecoded(request: Request[Any, Any, Any], error: UnicodeDecodeError | RecursionError) -> Response[Problem]:
    """msgspec refuses a body that is not UTF-8, or nested too deeply, with exceptions that litestar does not expect."""
    last = list(traceback.walk_tb(error.__traceback__))[-1][0]
    if last.f_globals.get("__name__") == decode_json.__module__:
        return _answer(Refusal(plain(400), why=f"the body cannot be read as JSON: {error}"), {})
    return _failed(request, error)


def _failed(request: Request[Any, Any, Any], bug: Exception) -> Response[Problem]:
    """A bug: the traceback goes to the log. The address does not, since it may hold secrets."""
    LOG.error("engine failure", exc_info=bug)
    return _answer(Refusal(FAILURE), {})
