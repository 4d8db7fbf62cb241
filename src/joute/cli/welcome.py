"""What `joute` says where no command is given: what it can do here, what is missing, where to read on."""

from __future__ import annotations

from shutil import which

from joute import __version__
from joute.core.text import words


def welcome() -> list[str]:
    """Three lines. The doctor examines more, and tries the sandbox out, which takes longer."""
    from joute.champions.checks.doctor import language_checks
    from joute.cli.libraries.inventory import inventory
    from joute.core.backends.library import this_machine
    from joute.core.registry import game_names

    games, languages = game_names(), language_checks()
    ready = [language.name for language in languages if language.ready]
    native = [library for library in inventory() if library.machine == this_machine() and not library.remedy]
    absent = [language.name for language in languages if not language.ready]
    absent += [] if which("bwrap") else [words("the sandbox (bubblewrap)", "le bac à sable (bubblewrap)")]
    absent += [] if len(native) == len(games) else [words("native play (joute build)", "le jeu natif (joute build)")]
    return [
        words(
            f"Joute {__version__}: {len(games)} games ({', '.join(games)}), champions in {', '.join(ready)}.",
            f"Joute {__version__} : {len(games)} jeux ({', '.join(games)}), champions en {', '.join(ready)}.",
        ),
        words(
            f"Missing here: {', '.join(absent)}; joute doctor says how to get it."
            if absent
            else "Nothing is missing here: there are a sandbox and native play.",
            f"Il manque ici : {', '.join(absent)} ; joute doctor dit comment l'obtenir."
            if absent
            else "Rien ne manque ici : il y a un bac à sable et le jeu natif.",
        ),
        words(
            "Watch a match: joute demo. Learn it in ten minutes: joute docs start. All commands: joute --help.",
            "Regarder un match : joute demo. Apprendre en dix minutes : joute docs start. Toutes les commandes : "
            "joute --help.",
        ),
    ]
