"""joute serve"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from joute.cli.exits import Exit, Stop, say
from joute.cli.french import french
from joute.cli.options import LEVELS, backend_option, chosen_game, examples, game_options, seed_option, store_option
from joute.cli.output.browser import show_page
from joute.cli.programs import listening, outward_address
from joute.core.text import read_here, words

if TYPE_CHECKING:
    import socket

    from joute.web.settings import Served, Settings

HOST, PORT = "127.0.0.1", 8000
EVERYWHERE = ("0.0.0.0", "::")
"""Addresses that are no place to go to: a server listens there on all those that its machine has."""


@click.command(
    "serve",
    epilog=examples(
        "joute serve --open",
        "joute serve --demo --port 8080",
        "joute serve --champions submissions --host 0.0.0.0",
        "joute serve --contest spring",
        "joute serve GAME --port 8080 --turn-time 15 --preset NAME",
    ),
)
@click.argument("game", required=False)
@click.option(
    "--host", default=HOST, show_default=True, metavar="ADDRESS", help=words("Where to listen.", "Où écouter.")
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help=words("0: any that is free.", "0 : n'importe quel port libre."),
)
@click.option(
    "--token",
    metavar="TEXT",
    help=words(
        "The access token; made up where others can reach the arena.",
        "Le jeton d'accès ; inventé là où d'autres peuvent atteindre l'arène.",
    ),
)
@click.option(
    "--no-token",
    is_flag=True,
    help=words(
        "Ask nobody for a token, wherever they come from.", "Ne demande de jeton à personne, d'où qu'il vienne."
    ),
)
@click.option(
    "--organiser",
    metavar="TEXT",
    help=words(
        "The secret of who may start and stop tournaments, and requeue matches.",
        "Le secret de qui peut lancer et arrêter des tournois, et faire rejouer des matchs.",
    ),
)
@click.option(
    "--contest",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=words(
        "Hold the contest of this folder: its store, its matches, accounts in place of a token.",
        "Tient le concours de ce dossier : son entrepôt, ses matchs, des comptes au lieu d'un jeton.",
    ),
)
@store_option
@click.option(
    "--champions",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    multiple=True,
    metavar="FOLDER",
    help=words(
        "More champions: a folder for each game, with files and folders in it. May be repeated.",
        "D'autres champions : un dossier par jeu, avec des fichiers et des dossiers dedans. Peut être répété.",
    ),
)
@click.option(
    "--isolation",
    type=click.Choice(LEVELS),
    default="sandbox",
    show_default=True,
    help=words(
        "How champions that are not bundled are kept apart; there is no falling back.",
        "Comment isoler les champions qui ne sont pas fournis ; il n'y a pas de repli.",
    ),
)
@click.option(
    "--matches",
    type=click.IntRange(1),
    metavar="N",
    help=words("Matches played at once.  [default: one a core]", "Matchs joués à la fois.  [défaut : un par cœur]"),
)
@click.option(
    "--board",
    metavar="FILE|NAME",
    help=words(
        "With GAME: the board of every match.  [default: a new one]",
        "Avec GAME : la carte de chaque match.  [défaut : une nouvelle]",
    ),
)
@seed_option(None)
@click.option(
    "--turn-time",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help=words(
        "With GAME: a program that takes longer for a turn forfeits.",
        "Avec GAME : un programme plus long que cela pour un tour déclare forfait.",
    ),
)
@game_options
@click.option(
    "--demo",
    is_flag=True,
    help=words("Play a match of each game to begin with.", "Joue un match de chaque jeu pour commencer."),
)
@click.option(
    "--open", "open_page", is_flag=True, help=words("Open the page in a browser.", "Ouvre la page dans un navigateur.")
)
@click.option(
    "--log-json",
    is_flag=True,
    help=words(
        "Log as JSON, an object a line on standard error, with one for each request.",
        "Journalise en JSON, un objet par ligne sur la sortie d'erreur, dont un par requête.",
    ),
)
@backend_option
@click.option("--slack", type=float, default=1.0, hidden=True)
@french("""Ouvre l'arène web : regarder, jouer et partager des matchs dans un navigateur.

Avec GAME, des programmes qui parlent le protocole HTTP du jeu jouent aussi à la racine du port : chaque fois que deux
demandent une place, ils se rencontrent dans un match. La page à la racine dit comment ; docs/en/GAME-http.md donne
chaque route.
""")
def command(game: str | None, demo: bool, open_page: bool, log_json: bool, **asked: Any) -> int:
    """Run the web arena: watch, play and share matches in a browser.

    With GAME, programs that speak the game's own protocol over HTTP play at the root of the port, too: every two that
    ask for a seat meet in a match. The page at the root says how; docs/en/GAME-http.md has every route.
    """
    if log_json:
        from joute.web import logs

        logs.log_json()
    chosen = {name: asked.pop(name) for name in ("board", "seed", "turn_time", "preset", "assignments")}
    settings = _settings(**asked)
    if game is None and any(value not in (None, ()) for value in chosen.values()):
        raise click.UsageError(
            words(
                "--board, --seed, --turn-time, --preset and --set go with a GAME",
                "--board, --seed, --turn-time, --preset et --set vont avec un GAME",
            )
        )
    if game is not None:
        import msgspec

        settings = msgspec.structs.replace(settings, served=_served(game, **chosen))
    with listening(settings.host, settings.port) as listener, _libraries(count=settings.contest is not None):
        return _run(settings, listener, demo, open_page)


def _served(
    game: str,
    board: str | None,
    seed: int | None,
    turn_time: float | None,
    preset: str | None,
    assignments: tuple[str, ...],
) -> Served:
    """The game that programs play over HTTP."""
    from joute.cli.boards import board_text, require_board
    from joute.cli.libraries.choice import ready
    from joute.core.registry import load_game
    from joute.web.settings import Served
    from joute.web.worker.clients import has_protocol

    plain = load_game(game)
    if not has_protocol(plain):
        raise click.UsageError(
            words(
                f"{game} has no protocol of its own over HTTP; without GAME, joute serve runs the arena",
                f"{game} n'a pas de protocole HTTP à lui ; sans GAME, joute serve ouvre l'arène",
            )
        )
    if turn_time is not None:
        assignments = (*assignments, f"{plain.module('http').TURN_TIME}={turn_time}")
    chosen = chosen_game(game, preset, assignments)
    text = None if board is None else board_text(chosen, board)
    if text is not None:
        chosen = chosen.fitted(text)
        require_board(chosen, str(board), text, chosen.info.seats, seed or 0)
    return Served(ready(chosen), text, seed)


def _settings(
    host: str,
    port: int,
    token: str | None,
    no_token: bool,
    organiser: str | None,
    contest: Path | None,
    store: str | None,
    champions: tuple[Path, ...],
    isolation: str,
    matches: int | None,
    slack: float,
) -> Settings:
    from joute.arena.store import DEFAULT
    from joute.web.security import is_loopback, new_secret
    from joute.web.settings import Settings

    if no_token and token:
        raise click.UsageError(
            words("--token and --no-token contradict each other", "--token et --no-token se contredisent")
        )
    if contest is not None:
        store = _contest_store(contest, store)
    elif token is None and not no_token and not is_loopback(host):
        token = new_secret()
    return Settings(
        store=store or DEFAULT,
        contest=contest and contest.absolute(),
        host=host,
        port=port,
        token=token,
        organiser=organiser,
        champions=tuple(folder.absolute() for folder in champions),
        isolation=isolation,
        running=matches or os.cpu_count() or 1,
        slack=slack,
    )


def _contest_store(folder: Path, store: str | None) -> str:
    """The store of a contest, which begins here if it is new; what is wrong with its file is told at once."""
    from joute.champions.sandbox.limits import NEEDS_LINUX

    if sys.platform != "linux":
        raise click.UsageError(read_here(NEEDS_LINUX))
    from joute.arena.contest import model
    from joute.arena.contest.config import read, require_packages
    from joute.arena.store import Store

    require_packages()
    if store is not None:
        raise click.UsageError(
            words(
                "--store does not go with --contest: contest.toml names the store",
                "--store ne va pas avec --contest : contest.toml nomme l'entrepôt",
            )
        )
    plan = read(folder)
    with Store.open(plan.store) as opened:
        model.begin(opened, plan, "joute serve")
    return plan.store


def _host(settings: Settings) -> str:
    """The name by which others reach it: where it listens everywhere, this machine's address in its network."""
    host = outward_address(settings.host) if settings.host in EVERYWHERE else settings.host
    return f"[{host}]" if ":" in host else host


def _address(settings: Settings, port: int, host: str = "") -> str:
    key = f"?token={settings.token}" if settings.token else ""
    return f"http://{host or _host(settings)}:{port}/{key}"


def _announce(settings: Settings, port: int) -> None:
    from joute.champions.sandbox.limits import NO_WALLS
    from joute.web.security import is_loopback

    print(
        words(
            f"The arena is open on {_address(settings, port)}", f"L'arène est ouverte sur {_address(settings, port)}"
        ),
        flush=True,
    )
    if settings.host in EVERYWHERE:
        print(words("On this machine: ", "Sur cette machine : ") + _address(settings, port, HOST))
    if settings.token:
        print(
            words(
                "Visitors need that access token: give them the whole address. It is printed only here; their browser "
                "keeps it in a cookie.",
                "Les visiteurs ont besoin de ce jeton d'accès : donnez-leur l'adresse entière. Elle n'est affichée "
                "qu'ici ; leur navigateur garde le jeton dans un cookie.",
            )
        )
    elif settings.contest is None and not is_loopback(settings.host):
        print(
            words(
                "Anybody who reaches this machine can use it: there is no access token.",
                "Quiconque atteint cette machine peut s'en servir : il n'y a pas de jeton d'accès.",
            )
        )
    if settings.served is not None:
        invite = f"?invite={settings.token}" if settings.token else ""
        print(
            words(
                f"Programs take a seat with GET http://{_host(settings)}:{port}/getToken/NAME{invite}",
                f"Les programmes prennent une place par GET http://{_host(settings)}:{port}/getToken/NOM{invite}",
            )
        )
    if sys.platform != "linux":
        print(read_here(NO_WALLS))
    print(
        words(
            f"Matches and replays are kept in {settings.store}. Ctrl-C ends the arena.",
            f"Matchs et replays sont gardés dans {settings.store}. Ctrl-C ferme l'arène.",
        ),
        flush=True,
    )


def _libraries(count: bool) -> AbstractContextManager[None]:
    """Prepare the libraries of all games; with matches that count, none is built in the background meanwhile."""
    from joute.cli.libraries.background import undisturbed
    from joute.cli.libraries.choice import prepare
    from joute.core.registry import game_names, load_game

    games = []
    for name in game_names():
        with suppress(Exception):  # a broken game of the operator must not stop the others
            games.append(load_game(name))
    prepare(games, background=not count)
    return undisturbed() if count else nullcontext()


def _run(settings: Settings, listener: socket.socket, demo: bool, open_page: bool) -> int:
    from joute.web.app import create_app
    from joute.web.lobby.demo import play_demos

    app, port = create_app(settings), listener.getsockname()[1]

    async def begun() -> None:
        _announce(settings, port)
        if demo:
            await play_demos(app.arena)
        if open_page:
            show_page(_address(settings, port))

    return _serve(app, listener, begun)


def _serve(app: Any, listener: socket.socket, begun: Callable[[], Awaitable[None]] | None = None) -> int:
    """Serve until SIGINT or SIGTERM."""
    import asyncio

    from joute.web.connections import ArenaServer, server_config

    server = ArenaServer(server_config(app))

    async def serve() -> None:
        serving = asyncio.ensure_future(server.serve([listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started and begun is not None:
            await begun()
        await serving

    _allow_many_files()
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn has heard it, and raises it again when all is closed
    with suppress(KeyboardInterrupt):
        asyncio.run(serve())
    if not server.started:
        raise Stop(Exit.OUR_FAILURE, words("the arena could not be started", "l'arène n'a pas pu démarrer"))
    say(words("closed", "fermé"))
    return Exit.DONE


def _allow_many_files() -> None:
    """Every watcher is a file; the usual limit is a thousand."""
    if sys.platform != "linux":
        return
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
