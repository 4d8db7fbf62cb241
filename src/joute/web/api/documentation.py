"""The documentation that `make docs` has built, under /docs."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.response import Redirect

from joute.web.errors import NO_PAGE, Refusal
from joute.web.manual import SITE
from joute.web.security import POLICY

from .http import AnyRequest

SITE_POLICY = POLICY.format(ancestors="'self'") + "; frame-src 'self'"
"""Its pages show films, which are pages of the site, in frames."""
UNBUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Joute</title>
<h1>Joute</h1><p>The documentation has not been built. Build it with <code>make docs</code>, then load this page again;
or read it as text, from <code>docs/en/index.md</code> (<code>docs/fr/index.md</code> in French) on.
<p><a href="/">The arena</a>
"""


@get(["/docs", "/docs/"], include_in_schema=False, sync_to_thread=False)
def start(request: AnyRequest) -> Response[Any]:
    """Its first page, in the language of the browser."""
    french = request.headers.get("accept-language", "").lower().startswith("fr")
    return Redirect(f"/docs/{'fr' if french else 'en'}/index.html", status_code=302)


@get("/docs/{name:path}", include_in_schema=False, sync_to_thread=True)
def document(name: Path) -> Response[Any]:
    """A file of it. The name must be one of the list: it is never used as a path."""
    if not SITE.is_dir():
        return Response(UNBUILT, media_type=MediaType.HTML, status_code=404)
    wanted = str(name).strip("/")
    path = {path.relative_to(SITE).as_posix(): path for path in SITE.rglob("*") if path.is_file()}.get(wanted)
    if path is None:
        raise Refusal(NO_PAGE, path=f"docs/{wanted}"[:80])
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"cache-control": "no-cache", "content-security-policy": SITE_POLICY}
    return Response(path.read_bytes(), media_type=kind, headers=headers)


ROUTES = [start, document]
