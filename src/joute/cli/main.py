"""The `joute` command: its sub-commands, each loaded when it is called."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

import click

from joute import __version__
from joute.core.control_chars import safe_streams
from joute.core.text import Text, read_here, terminal_language, words

from .exits import MEANINGS, explain
from .french import french, translate_click

COMPLETE = "_JOUTE_COMPLETE"
"""The environment variable by which a shell asks for completions, as click names it."""
COMMANDS = {
    "demo": Text("Watch a match between two bundled champions.", "Regarder un match entre deux champions fournis."),
    "play": Text("Play a game yourself, in the terminal.", "Jouer soi-même, dans le terminal."),
    "games": Text("List the games.", "Lister les jeux."),
    "rules": Text("Read the rules of a game.", "Lire les règles d'un jeu."),
    "api": Text("Read the champion API of a game.", "Lire l'API des champions d'un jeu."),
    "champions": Text("List the champions that come with the games.", "Lister les champions fournis avec les jeux."),
    "new": Text(
        "Start a champion, in the language you like.", "Commencer un champion, dans le langage de votre choix."
    ),
    "check": Text(
        "Rehearse a champion and explain every deviation.", "Faire répéter un champion et expliquer chaque écart."
    ),
    "test": Text(
        "Try a champion in positions, with the orders to expect.",
        "Essayer un champion dans des positions, avec les ordres attendus.",
    ),
    "run": Text("Play a match, or many.", "Jouer un match, ou beaucoup."),
    "compare": Text(
        "Say which champion is better, and how sure that is.",
        "Dire quel champion est le meilleur, et avec quelle certitude.",
    ),
    "env": Text(
        "Say which numbers orders and observations have, for learning.",
        "Dire quels nombres ont les ordres et les observations, pour l'apprentissage.",
    ),
    "tune": Text(
        "Improve the weights of a policy by self-play.",
        "Améliorer les poids d'une politique en la faisant jouer seule.",
    ),
    "serve": Text(
        "Run the web arena: watch, play and share in a browser.",
        "Lancer l'arène web : regarder, jouer et partager dans un navigateur.",
    ),
    "watch": Text("Play a replay in the terminal.", "Rejouer un replay dans le terminal."),
    "show": Text(
        "Draw one position of a replay, or print it as JSON.",
        "Dessiner une position d'un replay, ou l'afficher en JSON.",
    ),
    "position": Text("Make positions by hand, and check them.", "Faire des positions à la main, et les vérifier."),
    "rerun": Text("Run a champion through a recorded match.", "Faire rejouer un match enregistré à un champion."),
    "verify": Text("Play replays again and compare.", "Rejouer des replays et comparer."),
    "board": Text("List, draw, check and make boards.", "Lister, dessiner, vérifier et créer des cartes."),
    "tournament": Text("Run a tournament, and tell how it went.", "Lancer un tournoi, et dire comment il s'est passé."),
    "submit": Text("Submit a champion to a contest on the web.", "Soumettre un champion à un concours sur le web."),
    "contest": Text(
        "Prepare a contest, check it, and say how it stands.", "Préparer un concours, le vérifier, dire où il en est."
    ),
    "store": Text(
        "Check the store of tournaments and of the web arena.", "Vérifier l'entrepôt des tournois et de l'arène web."
    ),
    "protocol": Text(
        "Print the schema of the protocol for any language.", "Afficher le schéma du protocole pour tout langage."
    ),
    "build": Text(
        "Build the libraries of games, for native play.", "Construire les bibliothèques des jeux, pour le jeu natif."
    ),
    "bench": Text("Measure the speed of the engine.", "Mesurer la vitesse du moteur."),
    "completion": Text(
        "Print what lets a shell complete commands and options.",
        "Afficher ce qui permet à un shell de compléter commandes et options.",
    ),
    "docs": Text("Open the documentation, offline.", "Ouvrir la documentation, sans réseau."),
    "doctor": Text(
        "Say what this machine can do for champions and games.",
        "Dire ce que cette machine peut faire pour les champions et les jeux.",
    ),
}


class Lazy(click.Group):
    """A group whose commands are the modules of `commands`: listing them loads none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"joute.cli.commands.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(words("Commands", "Commandes")):
            formatter.write_dl([(name, read_here(about)) for name, about in COMMANDS.items()])


EXAMPLES = """\
  joute demo
  joute play GAME
  joute run GAME mine.py random --seed 7 -o match.jsonl
  joute watch match.jsonl

\b"""


def _epilog() -> str:
    codes = [f"  {code.value:>3}  {read_here(meaning)}" for code, meaning in MEANINGS.items()]
    return "\n".join(
        ["\b", words("Examples:", "Exemples :"), EXAMPLES, words("Exit codes:", "Codes de sortie :"), *codes]
    )


if terminal_language() == "fr":
    translate_click()


@click.command(
    cls=Lazy,
    epilog=_epilog(),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.pass_context
@click.version_option(__version__, prog_name="joute", message="%(prog)s %(version)s")
@french("Une arène pour des jeux de stratégie que programmes et personnes jouent les uns contre les autres.")
def program(context: click.Context) -> None:
    """An arena for strategy games that programs and people play against each other."""
    if context.invoked_subcommand is None:
        from .welcome import welcome

        print("\n".join(welcome()))


GARBAGE = 50_000
"""New objects before Python looks for garbage in cycles: commands make hardly any, and a collection takes time."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code. Without arguments it is those of this process, which then ends."""
    if arguments is not None:
        return _run(arguments)
    gc.set_threshold(GARBAGE)
    code = _run(sys.argv[1:])
    atexit.register(_end, code)
    return code


def _end(code: int) -> NoReturn:
    """End this process without freeing its objects one by one, which takes longer than a short match."""
    atexit.unregister(_end)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _run(arguments: Sequence[str]) -> int:
    _speak_any_encoding()
    completing = COMPLETE in os.environ  # click then answers a shell, in bytes
    with nullcontext() if completing else safe_streams():
        try:
            code = program.main(list(arguments), prog_name="joute", standalone_mode=False)
            sys.stdout.flush()
        except BaseException as raised:
            return int(explain(raised))
    return int(code or 0)


def _speak_any_encoding() -> None:
    """A terminal that cannot write some character shows another in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
