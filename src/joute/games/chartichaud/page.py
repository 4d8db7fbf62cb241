"""The page at the base address of the protocol: what can be done here, in the language of the browser."""

from __future__ import annotations

from html import escape

from joute.core.text import Text

ROUTES = (
    ("getToken/NAME", Text("take a seat: the first is A, the second B", "prendre une place : A, puis B")),
    ("view/PLAYER/TOKEN", Text("what the player sees", "ce que voit le joueur")),
    ("move/PLAYER/KIND/Y/X/NY/NX/TOKEN", Text("move a unit to a neighbouring cell", "déplacer une unité d'une case")),
    ("build/PLAYER/Y/X/KIND/TOKEN", Text("construct (B) or recruit (C, M)", "construire (B) ou recruter (C, M)")),
    ("farm/PLAYER/Y/X/TOKEN", Text("harvest one gold", "récolter une pièce d'or")),
    ("autofarm/PLAYER/TOKEN", Text("harvest wherever possible", "récolter partout où c'est possible")),
    ("endturn/PLAYER/TOKEN", Text("end the turn", "finir le tour")),
    ("getwinner/PLAYER/TOKEN", Text("who has won", "qui a gagné")),
    ("resign/PLAYER/TOKEN", Text("give up", "abandonner")),
    ("replay/PLAYER/TOKEN", Text("the replay, once the match is over", "la partie, une fois finie")),
    ("matchlist", Text("the matches that are over", "les parties finies")),
    (
        "m/ROOM/getToken/NAME",
        Text("meet in a room; m/ROOM before any route", "se retrouver dans une salle ; m/ROOM devant toute route"),
    ),
)
TITLE = Text("Chartichaud over HTTP", "Chartichaud par HTTP")
INTRO = Text(
    "Every two programs that ask for a seat here meet in a match. Copy a route:",
    "Ici, deux programmes qui demandent une place se rencontrent dans une partie. Copiez une route :",
)
CHAMPION = Text(
    "To play against a champion or a person, ask for a match; its routes are below m/ID, the id of the answer:",
    "Pour jouer contre un champion ou une personne, demandez une partie ; ses routes sont sous m/ID (l'id reçu) :",
)
LINKS = (
    ("/arena", Text("Watch matches in the arena", "Regarder des parties dans l'arène")),
    (
        "/new/{game}",
        Text("Play by hand, against champions or people", "Jouer à la main, contre des champions ou des personnes"),
    ),
    ("/rules/{game}", Text("The rules, with views and refusals", "Les règles, avec les vues et les refus")),
    ("/api", Text("The API of the arena", "L'API de l'arène")),
)
MATCH = '{"game": "{game}", "players": [{"kind": "http", "name": "mine"}, {"kind": "champion", "name": "settler"}]}'


def page(game: str, origin: str, root: str, french: bool) -> bytes:
    """The page of a game at a base address, which is `root` at an origin such as http://127.0.0.1:8080."""

    def say(text: Text) -> str:
        return escape(text.fr if french else text.en)

    base = escape(f"{origin}{root}")
    links = "".join(f"<li><a href='{address.format(game=game)}'>{say(text)}</a></li>" for address, text in LINKS)
    routes = "".join(f"<dt>{base}/{route}</dt><dd>{say(text)}</dd>" for route, text in ROUTES)
    return (
        f"<!doctype html><html lang='{'fr' if french else 'en'}'><meta charset='utf-8'><title>{say(TITLE)}</title>"
        "<meta name='viewport' content='width=device-width'><link rel='stylesheet' href='/api/docs.css'>"
        f"<link rel='icon' href='/icon.svg' type='image/svg+xml'><h1>{say(TITLE)}</h1><ul>{links}</ul>"
        f"<p>{say(INTRO)}</p><dl>{routes}</dl><p>{say(CHAMPION)}</p>"
        f"<pre>curl {escape(origin)}/api/matches -d '{escape(MATCH.replace('{game}', game))}'</pre></html>\n"
    ).encode()


def prefers_french(accepted: str) -> bool:
    """Whether an Accept-Language header asks for French rather than English."""
    weights = {"fr": 0.0, "en": 0.0}
    for item in accepted.lower().split(","):
        tag, _, weight = item.strip().partition(";q=")
        language = tag.partition("-")[0]
        if language in weights:
            weights[language] = max(weights[language], _weight(weight))
    return weights["fr"] > weights["en"]


def _weight(text: str) -> float:
    try:
        return float(text or "1")
    except ValueError:
        return 0.0
