"""Saying and asking, line by line."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable

from joute.core.hand import Amount
from joute.core.text import words

from .person import Quit

WIDTH = 78
TIE = "\xa0"
YES = ("y", "yes", "o", "oui")


def say(text: str, indent: str = "") -> None:
    """A paragraph, wrapped; words that are tied stay on one line."""
    lines = textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent and indent + "  ")
    print(lines.replace(TIE, " "), flush=True)


def listed(names: Iterable[str]) -> str:
    """Names one after the other, each on one line."""
    return f"{TIE}· ".join(name.replace(" ", TIE) for name in names)


def asked(prompt: str) -> str:
    """A line that the person types; the end of the input leaves the match."""
    try:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        print()
        quit_asked()
        return asked(prompt)
    except UnicodeDecodeError:
        return "\ufffd"
    if not line:
        print()
        raise KeyboardInterrupt
    return line.strip()


def asked_number(amount: Amount) -> int | None:
    """A number that the person types; None for what is none."""
    least, most, normal = amount.least, amount.most, amount.usual
    text = asked(words(f"How many? {least} to {most} [{normal}]: ", f"Combien ? De {least} à {most} [{normal}] : "))
    if not text:
        return normal
    if not text.isascii() or not text.isdigit() or len(text) > len(str(most)):
        say(words(f"Expected a number from {least} to {most}.", f"Attendu : un nombre de {least} à {most}."))
        return None
    return int(text)


def in_range(amount: Amount | None, number: int) -> bool:
    """Whether so many can be chosen; else it is said how many can."""
    if amount is None or amount.least <= number <= amount.most:
        return True
    say(
        words(
            f"Expected a number from {amount.least} to {amount.most}.",
            f"Attendu : un nombre de {amount.least} à {amount.most}.",
        )
    )
    return False


def confirmed(question: str) -> bool:
    """Whether the person says yes."""
    return asked(f"{question} {words('y/n', 'o/n')} ").lower() in YES


def quit_asked() -> None:
    """Leave, if the person is sure."""
    if confirmed(
        words("Leave the match? The replay keeps what was played.", "Quitter le match ? Le replay garde tout.")
    ):
        raise Quit
