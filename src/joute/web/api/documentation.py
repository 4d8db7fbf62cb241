"""The documentation that `make docs` has built, under /docs."""

from __future__ import annotations

import html
import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.response import Redirect

from joute.core.registry import game_info, game_names
from joute.core.text import Text
from joute.web.errors import NO_PAGE, Refusal
from joute.web.manual import SITE
from joute.web.security import POLICY

from .http import AnyRequest

SITE_POLICY = POLICY.format(ancestors="'self'") + "; frame-src 'self'"
"""Its pages show films, which are pages of the site, in frames."""
UNBUILT = Text(
    """<h1>The documentation is not built yet</h1>
<p>Type <code>make docs</code> in the folder of Joute; it takes a minute or two. Then load this page again;
or read it as text, from <code>docs/en/index.md</code> on.
<p><a href="/docs/fr/index.html" lang="fr">Français</a>
<h2>What is here already</h2>
<p>The rules of the games:
<ul>{rules}</ul>
<p>In a terminal: <code>joute --help</code>, and <code>joute api GAME</code> for what a champion may call.
<p><a href="/">The arena</a> · <a href="/api">Its API, for programs</a>
""",
    """<h1>La documentation n'est pas encore construite</h1>
<p>Tapez <code>make docs</code> dans le dossier de Joute ; cela prend une minute ou deux. Puis rechargez cette page ;
ou lisez-la en texte, à partir de <code>docs/fr/index.md</code>.
<p><a href="/docs/en/index.html" lang="en">English</a>
<h2>Ce qui est déjà là</h2>
<p>Les règles des jeux :
<ul>{rules}</ul>
<p>Dans un terminal : <code>joute --help</code>, et <code>joute api JEU</code> pour ce qu'un champion peut appeler.
<p><a href="/">L'arène</a> · <a href="/api">Son API, pour les programmes</a>
""",
)
"""In a clone."""


@get(["/docs", "/docs/"], include_in_schema=False, sync_to_thread=False)
def start(request: AnyRequest) -> Response[Any]:
    """Its first page, in the language of the browser."""
    french = request.headers.get("accept-language", "").lower().startswith("fr")
    return Redirect(f"/docs/{'fr' if french else 'en'}/index.html", status_code=302)


@get("/docs/{name:path}", include_in_schema=False, sync_to_thread=True)
def document(name: Path) -> Response[Any]:
    """A file of it. The name must be one of the list: it is never used as a path."""
    wanted = str(name).strip("/")
    if not SITE.is_dir():
        return Response(unbuilt(wanted.partition("/")[0]), media_type=MediaType.HTML, status_code=404)
    path = {path.relative_to(SITE).as_posix(): path for path in SITE.rglob("*") if path.is_file()}.get(wanted)
    if path is None:
        raise Refusal(NO_PAGE, path=f"docs/{wanted}"[:80])
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"cache-control": "no-cache", "content-security-policy": SITE_POLICY}
    return Response(path.read_bytes(), media_type=kind, headers=headers)


def unbuilt(language: str) -> str:
    """What stands in for the site until it is built."""
    rules = "".join(f'<li><a href="/rules/{name}">{html.escape(game_info(name).title)}</a>' for name in game_names())
    return (
        f'<!doctype html><html lang="{"fr" if language == "fr" else "en"}"><meta charset="utf-8"><title>Joute</title>'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs.css">'
        '<link rel="icon" href="/icon.svg" type="image/svg+xml">' + f"{UNBUILT:{language}}".format(rules=rules)
    )


ROUTES = [start, document]
