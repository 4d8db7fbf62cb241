"""The pages that Vite has built, and a page that lists the operations of the API."""

from __future__ import annotations

import html
import mimetypes
from pathlib import Path
from typing import Any, cast

from litestar import MediaType, Request, Response, get

from joute.web.errors import NO_PAGE, Refusal
from joute.web.lobby.arena import Arena

from .http import AnyRequest
from .share import headed

STATIC = Path(__file__).parents[1] / "static"
INDEX = "index.html"
PAGES = [
    "/",
    "/arena",
    "/watch/{rest:path}",
    "/play/{rest:path}",
    "/invite/{rest:path}",
    "/new/{rest:path}",
    "/edit/{rest:path}",
    "/rules/{rest:path}",
    "/compare",
    "/tv",
    "/tournaments",
    "/tournaments/{rest:path}",
    "/contest",
    "/contest/{rest:path}",
]
NAMELESS = ["/watch", "/play", "/new", "/edit", "/rules"]
"""Of these pages there is one for each name, and none without."""
FOREVER = "public, max-age=31536000, immutable"
UNBUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Joute</title>
<h1>Joute</h1><p>The pages have not been built. Build them with <code>make pages</code>, then load this page again.
<p><a href="/api">The API</a> works without them.
"""
DOCS_CSS = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
background: #f3e8d3; color: #2b2118 } h1 { font-family: Palatino, Georgia, serif } a { color: #a4480f }
dt { font: 600 15px/1.5 ui-monospace, monospace; margin-top: 1rem } dd { margin: 0 0 0 2rem }
code { font: 14px ui-monospace, monospace } @media (prefers-color-scheme: dark) { body { background: #151118;
color: #f4ecdf } a { color: #f2b84b } }
"""


@get(PAGES, include_in_schema=False)
async def page(arena: Arena, request: Request[Any, Any, Any], rest: str = "") -> Response[str]:
    """Every page is the same file; its script reads the address. An arena that holds a contest marks it."""
    path = STATIC / INDEX
    text = path.read_text(encoding="utf-8") if path.is_file() else UNBUILT
    if arena.contest is not None:
        text = text.replace("<html ", "<html data-contest ", 1)
    if request.scope["path"].startswith("/watch/"):
        text = await headed(arena, request, text, str(rest).strip("/"))
    return Response(text, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get(["/{name:path}", *NAMELESS], include_in_schema=False)
async def asset(request: AnyRequest, arena: Arena, name: Path | None = None) -> Response[Any]:
    """A built file: script, style or picture. The name must be one of the list: it is never used as a path. A browser
    that looks for a page that is not there gets one that says so."""
    wanted = str(name or request.scope["path"]).lstrip("/")
    path = built().get(wanted)
    if path is None and _is_visit(request, wanted):
        shown = await page.fn(arena, request)
        shown.status_code = 404
        return cast("Response[Any]", shown)
    if path is None:
        raise Refusal(NO_PAGE, path=wanted[:80])
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    caching = FOREVER if wanted.startswith("assets/") else "no-cache"
    return Response(path.read_bytes(), media_type=kind, headers={"cache-control": caching})


def _is_visit(request: AnyRequest, wanted: str) -> bool:
    return "text/html" in request.headers.get("accept", "") and not wanted.startswith(("api/", "assets/"))


def built() -> dict[str, Path]:
    """All built files but the pages, by their address."""
    files = [path for path in STATIC.rglob("*") if path.is_file()] if STATIC.is_dir() else []
    return {path.relative_to(STATIC).as_posix(): path for path in files if path.suffix != ".html"}


# The API, for those who write programs


@get("/api/pulse", include_in_schema=False, status_code=204, sync_to_thread=False)
def pulse() -> None:
    """For pages that have not heard of the arena for a while."""


@get("/api/schema.json", include_in_schema=False, sync_to_thread=False)
def schema(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """The OpenAPI description."""
    return Response(request.app.openapi_schema.to_schema(), media_type=MediaType.JSON)


@get("/api", include_in_schema=False, sync_to_thread=False)
def docs(request: Request[Any, Any, Any]) -> Response[str]:
    return Response(_docs(request.app.openapi_schema.to_schema()), media_type=MediaType.HTML)


@get("/api/docs.css", include_in_schema=False, sync_to_thread=False)
def docs_css() -> Response[str]:
    return Response(DOCS_CSS, media_type="text/css")


def _docs(described: dict[str, Any]) -> str:
    """The operations as a plain page."""
    rows = [
        f"<dt id='{html.escape(operation.get('operationId', ''))}'>{method.upper()} {html.escape(path)}</dt>"
        f"<dd>{html.escape(operation.get('summary') or '')}{_parameters(operation)}</dd>"
        for path, methods in sorted(described["paths"].items())
        for method, operation in methods.items()
    ]
    title = html.escape(described["info"]["title"])
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title>"
        "<meta name='viewport' content='width=device-width'><link rel='stylesheet' href='/api/docs.css'>"
        "<link rel='icon' href='/icon.svg' type='image/svg+xml'>"
        f"<h1>{title}</h1><p>{html.escape(described['info'].get('description') or '')} "
        "<a href='/api/schema.json'>OpenAPI description</a></p>"
        f"<dl>{''.join(rows)}</dl></html>"
    )


def _parameters(operation: dict[str, Any]) -> str:
    names = [
        f"<code>{html.escape(parameter['name'])}</code> ({parameter['in']})"
        for parameter in operation.get("parameters", ())
    ]
    return f"<br>{', '.join(names)}" if names else ""


ROUTES = [page, pulse, schema, docs, docs_css, asset]
