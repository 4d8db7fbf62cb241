"""Why a match of the arena failed, in both languages. The store keeps the English text: never change it."""

from __future__ import annotations

from joute.core.text import Text
from joute.web.worker import clients

SERVER_STOPPED = Text("the server was stopped", "le serveur a été arrêté")
CUT_OFF = Text(
    "the server was stopped while this match was played", "le serveur a été arrêté pendant que ce match se jouait"
)
OWNER_STOPPED = Text("it was stopped by its owner", "son propriétaire l'a arrêté")
PROCESS_GONE = Text("the process of this match has died", "le processus de ce match est mort")
TOO_LONG = Text("it was not over in the time that a match has", "il n'était pas fini dans le temps donné à un match")
NOBODY_THERE = Text("nobody has been heard of for too long", "personne n'a donné signe de vie depuis trop longtemps")
NOBODY_CAME = Text(clients.NOBODY_CAME, "aucun programme n'a pris sa place par HTTP à temps")
STATES = (Text("failed", "interrompu"), Text("over", "terminé"), Text("waiting", "en attente"))
_CAUSES = (SERVER_STOPPED, CUT_OFF, OWNER_STOPPED, PROCESS_GONE, TOO_LONG, NOBODY_THERE, NOBODY_CAME, *STATES)
_BY_ENGLISH = {cause.en: cause for cause in _CAUSES}


def cause(english: str) -> Text:
    """A cause in both languages, where it is one of these; what a champion or the engine said is English alone."""
    return _BY_ENGLISH.get(english, Text(english, english))
