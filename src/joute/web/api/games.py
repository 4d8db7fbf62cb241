"""Games and their rules."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from joute.core.folder import rules_file
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.lobby.arena import Arena
from joute.web.wire import GameHead

from .http import get

Lang = Annotated[str, QueryParameter(pattern="^(en|fr)$")]


@get("/api/games", sync_to_thread=True, summary="All games")
def games(arena: Arena) -> list[GameHead]:
    return arena.catalogue.heads()


@get("/api/games/{game:str}/rules", sync_to_thread=True, summary="The rules of a game, as Markdown")
def rules(arena: Arena, game: str, lang: Lang = "en") -> Response[str]:
    arena.catalogue.game(game)
    file = rules_file(game, lang)
    if file is None:
        raise Refusal(errors.NO_RULES, game=game)
    path, language = file
    return Response(
        path.read_text(encoding="utf-8"),
        media_type="text/markdown",
        headers={"content-language": language},
    )


ROUTES = [games, rules]
