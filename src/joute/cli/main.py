"""The `joute` command: its sub-commands, each loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from io import TextIOWrapper

import click

from joute import __version__
from joute.core.control_chars import safe_streams

from .exits import MEANINGS, explain

COMPLETE = "_JOUTE_COMPLETE"
"""The environment variable by which a shell asks for completions, as click names it."""
COMMANDS = {
    "demo": "Watch a match between two bundled champions.",
    "games": "List the games.",
    "rules": "Read the rules of a game.",
    "api": "Read the champion API of a game.",
    "champions": "List the champions that come with the games.",
    "new": "Start a champion, in the language you like.",
    "check": "Rehearse a champion and explain every deviation.",
    "test": "Try a champion in positions, with the orders to expect.",
    "run": "Play a match, or many.",
    "compare": "Say which champion is better, and how sure that is.",
    "serve": "Run the web arena: watch, play and share in a browser.",
    "watch": "Play a replay in the terminal.",
    "show": "Draw one position of a replay, or print it as JSON.",
    "position": "Make positions by hand, and check them.",
    "rerun": "Run a champion through a recorded match.",
    "verify": "Play replays again and compare.",
    "board": "List, draw, check and make boards.",
    "tournament": "Run a tournament, and tell how it went.",
    "store": "Check the store of tournaments and of the web arena.",
    "protocol": "Print the schema of the protocol for any language.",
    "build": "Build the libraries of games, for native play.",
    "bench": "Measure the speed of the engine.",
    "completion": "Print what lets a shell complete commands and options.",
    "doctor": "Say what this machine can do for champions and games.",
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
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


EPILOG = """\b
Examples:
  joute demo
  joute run GAME mine.py random --seed 7 -o match.jsonl
  joute watch match.jsonl

\b
Exit codes:
""" + "\n".join(f"  {code.value:>3}  {meaning}" for code, meaning in MEANINGS.items())


@click.command(
    cls=Lazy, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="joute", message="%(prog)s %(version)s")
def program() -> None:
    """An arena for strategy games that programs and people play against each other."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
    _speak_any_encoding()
    completing = COMPLETE in os.environ  # click then answers a shell, in bytes
    with nullcontext() if completing else safe_streams():
        try:
            code = program.main(arguments, prog_name="joute", standalone_mode=False)
            sys.stdout.flush()
        except BaseException as raised:
            return int(explain(raised))
    return int(code or 0)


def _speak_any_encoding() -> None:
    """A terminal that cannot write some character shows another in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
