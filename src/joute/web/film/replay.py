"""The film of a replay: every track, and what is wrong with the record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from joute.core.registry import game_info, game_names
from joute.core.text import Text
from joute.match.positions import listen
from joute.match.replay import PhaseLine, Replay, ReplayError, advance
from joute.web.wire import ALL, FilmHead

from .notes import note_marks
from .track import Track, head, tracks_of


class ReplayFilm:
    """The film of a replay, as far as the rules of this installation lead to the recorded states."""

    def __init__(self, replay: Replay, tracks: Sequence[str] | None = None) -> None:
        self.replay, self.damage = readable(replay)
        self.table = self.replay.table()
        self.table.call_players([player.name for player in replay.header.players])
        self.tracks = {track: Track(track) for track in tracks or tracks_of(self.table.game, self.table.seats)}
        self._add(None)
        try:
            for number, line in enumerate(self.replay.phases):
                listen(self.table)
                advance(self.table, line, number)
                self._add(line)
        except ReplayError as error:
            self.damage = self.damage or _damaged(f"{error}")

    def _add(self, line: PhaseLine | None) -> None:
        for track in self.tracks.values():
            track.add(self.table, line)

    def head(self, track: str = ALL, notes: Sequence[int] = (), kinds: Sequence[str] = ()) -> FilmHead:
        """The head of a track, with the marks that the champions of some seats (`notes`) set for themselves."""
        whole = self.tracks[track].frames == len(self.replay.phases) + 1
        bare = head(
            self.replay.header,
            self.tracks[track],
            self.table,
            result=self.replay.result if whole else None,
            damage=self.damage,
            notes=notes,
            kinds=kinds,
        )
        marks = [*bare.marks, *note_marks(self.replay, notes, bare.frames)]
        return msgspec.structs.replace(bare, marks=sorted(marks, key=lambda mark: mark.frame))


def readable(replay: Replay) -> tuple[Replay, Text | None]:
    """The replay, marked with this version of the rules so that it can be tried on them, and what is wrong with it."""
    header = replay.header
    here = game_info(header.game).rules_version if header.game in game_names() else header.rules_version
    start = header.start and header.start | {"rules_version": here}
    moved = msgspec.structs.replace(header, rules_version=here, start=start)
    return msgspec.structs.replace(replay, header=moved), _wrong(replay, here)


def _wrong(replay: Replay, here: int) -> Text | None:
    """What can be said to be wrong with a record before it is replayed."""
    made = replay.header.rules_version
    if replay.damage:
        return _damaged(replay.damage)
    if replay.result is not None and replay.result.void:
        return Text(
            "This match is void: the engine failed, and nobody has won or lost.",
            "Cette partie est nulle : le moteur a eu une défaillance, et personne n'a gagné ni perdu.",
        )
    if made != here:
        return Text(
            f"This replay was made with version {made} of the rules; this is version {here}: it is shown as far as "
            "both lead to the same positions.",
            f"Cette partie a été enregistrée avec la version {made} des règles ; ceci est la version {here} : elle est "
            "montrée tant que les deux mènent aux mêmes positions.",
        )
    if replay.cut:
        return Text(
            "This replay has no end: the match was stopped, or its file was cut.",
            "Cette partie enregistrée n'a pas de fin : le match a été arrêté, ou son fichier coupé.",
        )
    return None


def _damaged(what: str) -> Text:
    return Text(
        f"This replay is damaged, and shown up to the last sound phase ({what}).",
        f"Cette partie enregistrée est abîmée, et montrée jusqu'à la dernière phase intacte ({what}).",
    )
