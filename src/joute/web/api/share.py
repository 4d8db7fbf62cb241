"""What is shown of a match where its address is shared: a picture, and a title and a description in the page's head."""

from __future__ import annotations

import html
from typing import Annotated, Any, Literal

from litestar import Request, Response
from litestar.params import QueryParameter

from joute.arena.tournament import airing
from joute.core.registry import game_info, game_names
from joute.core.text import Text
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.lobby.pictures import SIZE
from joute.web.wire import MatchHead

from .http import Id, get

Language = Literal["en", "fr"]
CARD_LINES, NAME_KEPT = 6, 32
INK, DIM, PAPER, ACCENT = "#2b2118", "#6c5d4c", "#fffaf0", "#a4480f"


@get("/api/matches/{id:str}/picture", summary="A picture of a match to share: its end (PNG), or who plays (SVG)")
async def picture(
    arena: Arena, id: Id, lang: Annotated[Language, QueryParameter(description="Of its words.")] = "en"
) -> Response[bytes]:
    head = await _public(arena, id)
    drawn = await arena.pictures.of(await arena.film(id), lang) if head.state == "over" else None
    if drawn is not None:
        return Response(drawn, media_type="image/png", headers={"cache-control": "public, max-age=3600"})
    return Response(_card(head, lang).encode(), media_type="image/svg+xml")


async def _public(arena: Arena, id: str) -> MatchHead:
    """A match, if everybody may know of it."""
    number = arena.store.number(id)
    if number is not None and not await arena.ask_store(_is_public, arena, number):
        raise Refusal(errors.NO_MATCH, id=id[:40])
    return await arena.head(id)


def _is_public(arena: Arena, number: int) -> bool:
    with arena.store.base.reading() as connection:
        return airing.is_public(connection, number)


def _title(head: MatchHead) -> str:
    return f"{' – '.join(player.name for player in head.players[:CARD_LINES])} · {_game(head)}"


def _game(head: MatchHead) -> str:
    return game_info(head.game).title if head.game in game_names() else head.game


def _described(head: MatchHead, lang: str) -> str:
    """How it stands, in a sentence."""
    if head.state != "over" or not head.ranks:
        state = Text("A match of Joute", "Un match de Joute")
        live = Text("A match of Joute, being played now", "Un match de Joute, en cours")
        return f"{live if head.state == 'playing' else state:{lang}}"
    scores = ", ".join(f"{one.name} {score}" for one, score in zip(head.players, head.scores, strict=True))
    first = [one.name for one, rank in zip(head.players, head.ranks, strict=True) if rank == min(head.ranks)]
    if len(first) == 1:
        return f"{Text(f'{first[0]} wins: {scores}', f'{first[0]} gagne : {scores}'):{lang}}"
    return f"{Text(f'A tie: {scores}', f'Égalité : {scores}'):{lang}}"


def _card(head: MatchHead, lang: str) -> str:
    """Names and result, drawn without a browser."""

    def line(y: int, size: int, colour: str, words: str) -> str:
        return f'<text x="600" y="{y}" font-size="{size}" fill="{colour}">{html.escape(words)}</text>'

    names = [player.name[:NAME_KEPT] for player in head.players[:CARD_LINES]]
    step = 330 // max(2, len(names))
    lines = [line(170 + step * n + step // 2, min(72, step - 8), INK, name) for n, name in enumerate(names)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE.width}" height="{SIZE.height}" viewBox="0 0 1200 630" '
        'font-family="Palatino, Georgia, serif" font-weight="700" text-anchor="middle">'
        f'<rect width="1200" height="630" fill="{PAPER}"/>{line(110, 56, ACCENT, _game(head))}{"".join(lines)}'
        f"{line(575, 34, DIM, _described(head, lang)[:80])}</svg>"
    )


async def headed(arena: Arena, request: Request[Any, Any, Any], text: str, id: str) -> str:
    """The page of a match with its title, description and picture in the head, for sites that show links to it."""
    lang: Language = "fr" if request.query_params.get("lang") == "fr" else "en"
    if arena.contest is not None:  # what may be told there depends on who asks: the API says it
        return text
    try:
        head = await _public(arena, id)
    except Refusal:
        return text
    base = str(request.base_url).rstrip("/")
    title, told = _title(head), _described(head, lang)
    size = {"og:image:width": SIZE.width, "og:image:height": SIZE.height}
    tags: dict[str, object] = {
        "og:type": "website",
        "og:site_name": "Joute",
        "og:title": title,
        "og:description": told,
        "og:url": f"{base}/watch/{id}",
        "og:image": f"{base}/api/matches/{id}/picture?lang={lang}",
        **size,
    }
    lines = [f'<meta property="{name}" content="{html.escape(str(value))}">' for name, value in tags.items()]
    lines += [f'<meta name="description" content="{html.escape(told)}">']
    lines += ['<meta name="twitter:card" content="summary_large_image">']
    named = text.replace("<title>Joute</title>", f"<title>{html.escape(title)} · Joute</title>", 1)
    return named.replace("</head>", "\n".join([*lines, "</head>"]), 1)


ROUTES = [picture]
