"""How the command ends: its exit codes, and the one place where exceptions become messages and codes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from enum import IntEnum
from typing import NamedTuple

import click

from joute.core.control_chars import visible
from joute.core.text import Text, read_here, words

DEBUG = "JOUTE_DEBUG"
"""An environment variable: set, an unforeseen exception shows its traceback."""


class Exit(IntEnum):
    """The exit codes of `joute`."""

    DONE = 0
    OUR_FAILURE = 1
    USAGE = 2
    NOT_LOADED = 3
    CHAMPION_FAILED = 4
    MISMATCH = 5
    INTERRUPTED = 130


INTERRUPTED = Text("interrupted", "interrompu")
MEANINGS = {
    Exit.DONE: Text("done", "fait"),
    Exit.OUR_FAILURE: Text("a bug or failure of joute itself", "un bug ou une défaillance de joute lui-même"),
    Exit.USAGE: Text(
        "wrong usage: unknown game, preset or parameter, wrong number of champions; or a tool is missing",
        "mauvais usage : jeu, réglage ou paramètre inconnu, mauvais nombre de champions ; ou il manque un outil",
    ),
    Exit.NOT_LOADED: Text(
        "a champion, board, replay or store could not be loaded, or there is no room for a result",
        "un champion, une carte, un replay ou un entrepôt n'a pas pu être chargé, ou la place manque pour un résultat",
    ),
    Exit.CHAMPION_FAILED: Text(
        "a champion failed, in a check or where --strict was given",
        "un champion a échoué, dans une vérification ou là où --strict était donné",
    ),
    Exit.MISMATCH: Text(
        "a replay does not follow from the rules, or a store is inconsistent",
        "un replay ne suit pas les règles, ou un entrepôt est incohérent",
    ),
    Exit.INTERRUPTED: INTERRUPTED,
}


class Kind(NamedTuple):
    """A kind of error that is meant for people."""

    code: Exit
    topic: str
    """What `joute docs` explains it under."""


KINDS = {
    "joute.core.errors.ParamError": Kind(Exit.USAGE, "parameters"),
    "joute.core.backends.library.BuildError": Kind(Exit.USAGE, "libraries"),
    "joute.champions.errors.NotBuilt": Kind(Exit.NOT_LOADED, "build"),
    "joute.champions.errors.ChampionError": Kind(Exit.NOT_LOADED, "load"),
    "joute.champions.sandbox.limits.NoSandbox": Kind(Exit.NOT_LOADED, "sandbox"),
    "joute.core.errors.BoardError": Kind(Exit.NOT_LOADED, "map"),
    "joute.core.errors.StateError": Kind(Exit.NOT_LOADED, "position"),
    "joute.match.replay.ReplayError": Kind(Exit.NOT_LOADED, "replay"),
    "joute.web.film.single.NoViewer": Kind(Exit.NOT_LOADED, "pages"),
    "joute.web.picture.chromium.NoPicture": Kind(Exit.USAGE, "picture"),
    "joute.arena.store.errors.StoreError": Kind(Exit.NOT_LOADED, "store"),
    "joute.arena.compare.session.CompareError": Kind(Exit.NOT_LOADED, "comparing"),
    "joute.arena.fairness.FairnessError": Kind(Exit.OUR_FAILURE, "fairness"),
    "joute.arena.jobs.executors.ExecutorError": Kind(Exit.NOT_LOADED, "lab"),
    "joute.arena.tournament.config.TournamentError": Kind(Exit.USAGE, "tournaments"),
    "joute.arena.contest.config.ContestError": Kind(Exit.USAGE, "contest"),
}
"""The errors that are meant for people, by name: an error must not load what it does not need."""


class Stop(Exception):
    """The command ends here, with a message for the person who gave it."""

    def __init__(self, code: Exit, message: str | Text) -> None:
        super().__init__(message)
        self.code = code


def say(message: str) -> None:
    """Print a message for the person on standard error."""
    with suppress(OSError):  # nobody may be listening
        print(f"joute: {message}", file=sys.stderr, flush=True)


def explain(raised: BaseException) -> int:
    """Say what an exception means, and give its exit code."""
    if isinstance(raised, Stop):
        say(read_here(raised))
        return raised.code
    if isinstance(raised, click.UsageError):
        return _usage(raised)
    if isinstance(raised, click.ClickException):
        say(raised.format_message())
        return Exit.USAGE
    if isinstance(raised, (KeyboardInterrupt, click.Abort)):
        say(read_here(INTERRUPTED))
        return Exit.INTERRUPTED
    if isinstance(raised, (BrokenPipeError, SystemExit)):
        return _output_closed()
    kind = next((KINDS[name] for name in map(_full_name, type(raised).__mro__) if name in KINDS), None)
    if kind is not None:
        say(read_here(raised))
        _point(kind.topic)
        return kind.code
    if sys.platform != "linux" and isinstance(raised, (AttributeError, ImportError)):
        return _needs_linux(raised)
    return _failure(raised)


def _needs_linux(raised: BaseException) -> int:
    """What a command asks of the system is not there."""
    from joute.champions.sandbox.limits import NEEDS_LINUX

    say(f"{read_here(NEEDS_LINUX)} [{raised}]")
    return Exit.USAGE


def _point(topic: str) -> None:
    """Tell a person at a terminal where more is said; programs that read our errors need not know."""
    with suppress(OSError, ValueError):
        if sys.stderr.isatty():
            print(words(f"More about it: joute docs {topic}", f"En savoir plus : joute docs {topic}"), file=sys.stderr)


def _full_name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _usage(raised: click.UsageError) -> int:
    say(raised.format_message())
    if raised.ctx is not None:
        print(
            words(f"Try '{raised.ctx.command_path} --help'.", f"Essayez '{raised.ctx.command_path} --help'."),
            file=sys.stderr,
        )
    return Exit.USAGE


def _output_closed() -> int:
    """The reader of our output closed it (`| head`): write nothing more, not even when Python flushes the stream."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return Exit.DONE


def _failure(raised: BaseException) -> int:
    import traceback

    text = "".join(traceback.format_exception(raised))
    headline = " ".join("".join(traceback.format_exception_only(raised)).split())
    if os.environ.get(DEBUG):
        say(f"{headline}\n{text.rstrip()}")
    else:
        saved = save_traceback(text)
        say(
            words(
                f"this is a bug in joute: {headline:.300}\n{saved}", f"c'est un bug de joute : {headline:.300}\n{saved}"
            )
        )
    return Exit.OUR_FAILURE


def save_traceback(text: str) -> str:
    """Save the traceback of a bug to a file; the sentence that says where it is and asks to report it."""
    import tempfile

    try:
        with tempfile.NamedTemporaryFile("w", prefix="joute-", suffix=".txt", delete=False, encoding="utf-8") as file:
            file.write(visible(text))
    except OSError:
        return words(
            f"Please report it with the traceback ({DEBUG}=1 shows it).",
            f"Merci de le signaler avec la trace ({DEBUG}=1 la montre).",
        )
    return words(
        f"Please report it with the traceback, which is in {file.name} ({DEBUG}=1 shows it).",
        f"Merci de le signaler avec la trace, qui est dans {file.name} ({DEBUG}=1 la montre).",
    )
