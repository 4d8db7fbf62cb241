"""French where click speaks: its own words, and the help that it takes from docstrings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from click import core, decorators, exceptions, formatting, parser, types

from joute.core.text import terminal_language

F = TypeVar("F", bound=Callable[..., Any])

WORDS = {
    "Usage:": "Usage :",
    "Options": "Options",
    "Commands": "Commandes",
    "Show this message and exit.": "Affiche ce message.",
    "Show the version and exit.": "Affiche la version.",
    "default: {default}": "défaut : {default}",
    "required": "obligatoire",
    "Missing command.": "Il manque la commande.",
    "Missing argument": "Il manque l'argument",
    "Missing option": "Il manque l'option",
    "Missing parameter": "Il manque le paramètre",
    "No such option {name!r}.": "Il n'y a pas d'option {name!r}.",
    "No such option: {name}": "Il n'y a pas d'option {name}",
    "No such command {name!r}.": "Il n'y a pas de commande {name!r}.",
    "Did you mean {possibility}?": "Vouliez-vous dire {possibility} ?",
    "(Did you mean one of: {possibilities}?)": "(Vouliez-vous dire : {possibilities} ?)",
    "Invalid value: {message}": "Valeur incorrecte : {message}",
    "Invalid value for {param_hint}: {message}": "Valeur incorrecte pour {param_hint} : {message}",
    "Choose from:\n\t{choices}": "Choisissez parmi :\n\t{choices}",
    "{value!r} is not {choice}.": "{value!r} n'est pas {choice}.",
    "{value!r} is not one of {choices}.": "{value!r} n'est pas dans {choices}.",
    "{value!r} is not a valid {number_type}.": "{value!r} n'est pas un nombre ({number_type}).",
    "{value} is not in the range {range}.": "{value} n'est pas dans l'intervalle {range}.",
    "{name} {filename!r} does not exist.": "{name} {filename!r} n'existe pas.",
    "{name} {filename!r} is a file.": "{name} {filename!r} est un fichier.",
    "{name} {filename!r} is a directory.": "{name} {filename!r} est un dossier.",
    "{name} {filename!r} is not readable.": "{name} {filename!r} ne peut pas être lu.",
    "file": "fichier",
    "directory": "dossier",
    "path": "chemin",
    "Option {name!r} does not take a value.": "L'option {name!r} ne prend pas de valeur.",
    "Option {name!r} requires an argument.": "L'option {name!r} demande une valeur.",
    "Option {name!r} requires {nargs} arguments.": "L'option {name!r} demande {nargs} valeurs.",
    "Argument {name!r} takes {nargs} values.": "L'argument {name!r} prend {nargs} valeurs.",
    "Got unexpected extra argument ({args})": "Argument en trop ({args})",
    "Got unexpected extra arguments ({args})": "Arguments en trop ({args})",
}
"""What click says, by its English."""


def french(text: str) -> Callable[[F], F]:
    """The help of a command in French, where the terminal is; its docstring is the English."""

    def translated(command: F) -> F:
        if terminal_language() == "fr":
            command.__doc__ = text
        return command

    return translated


def translate_click() -> None:
    """Have click say its own words in French.

    It asks gettext, which knows compiled catalogues in files and nothing else; we answer in its place.
    """

    def one(text: str) -> str:
        return WORDS.get(text, text)

    def one_or_many(single: str, plural: str, count: int) -> str:
        return one(single if count < 2 else plural)

    for module in (core, decorators, exceptions, formatting, parser, types):
        for name, answer in (("_", one), ("ngettext", one_or_many)):
            if hasattr(module, name):
                setattr(module, name, answer)
