"""Names that a language keeps for itself, and comments that fit the page."""

from __future__ import annotations

from textwrap import wrap

JAVASCRIPT_WORDS = (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends "
    "false finally for function if implements import in instanceof interface let new null package private protected "
    "public return static super switch this throw true try typeof undefined var void while with yield"
)
JAVA_WORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends false "
    "final finally float for goto if implements import instanceof int interface long native new null package private "
    "protected public return short static strictfp super switch synchronized this throw throws transient true try void "
    "volatile while _ clone equals finalize getClass hashCode notify notifyAll toString wait play main"
)
JAVASCRIPT, JAVA = frozenset(JAVASCRIPT_WORDS.split()), frozenset(JAVA_WORDS.split())
WIDTH = 110


def safe(name: str, reserved: frozenset[str]) -> str:
    """A name that may be used; one that the language keeps for itself gets a line below."""
    return f"{name}_" if name in reserved else name


def block(text: str, indent: str = "", notes: tuple[str, ...] = ()) -> list[str]:
    """A documentation comment as JavaScript and Java write it."""
    lines = wrap(text.replace("*/", "* /"), WIDTH - len(indent))
    return [f"{indent}/**", *(f"{indent} * {line}" for line in (*lines, *notes)), f"{indent} */"]
