"""Films on the wire: a head, and the scenes of each track in chunks of compressed differences.

A track is what one reader sees: "all" everything, "0" what seat 0 may know. A track of a seat is made from the scenes
of that seat alone, and tells the times and failures of that seat alone.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from joute import __version__, debug
from joute.core.game import Game
from joute.core.registry import game_info, game_names
from joute.core.table import Table
from joute.core.text import Text
from joute.match.positions import listen
from joute.match.replay import Header, PhaseLine, Replay, ReplayError, ResultLine, advance
from joute.match.verdict import MESSAGE_KEPT, Fault, Report, truncated
from joute.web.wire import ALL, CHUNK, Drawing, FilmHead, LiveEvent, Mark, Notes, Outcome, PlayerHead, Verdict

from .diff import diff

TRACKS_MOST = 8
"""A film of more seats than this has no tracks of theirs."""
MARK_SHOWN = 100
"""How many characters of a champion's own mark are on the scrubber."""
USUAL_NAMES = {
    "init": Text("before the match", "avant le match"),
    "turn": Text("", ""),
    "end": Text("the end", "la fin"),
    "fin": Text("the end", "la fin"),
    "over": Text("over", "terminé"),
}
"""What phases are called, where a game does not say."""
LEVEL = 6
"""How hard chunks are compressed."""

_ENCODE = msgspec.json.Encoder().encode


def tracks_of(game: Game, seats: int) -> list[str]:
    """Whose eyes a film can be seen through: without fog all see the same."""
    own = range(seats) if game.foggy and seats <= TRACKS_MOST else ()
    return [ALL, *map(str, own)]


def seat_of(track: str) -> int | None:
    """The seat of a track; None for the one that sees everything."""
    return None if track == ALL else int(track)


# Chunks


def packed(chunk: Sequence[Any]) -> bytes:
    """A chunk as it travels; the same bytes whenever it is made."""
    return gzip.compress(_ENCODE(chunk), LEVEL, mtime=0)


class Reel:
    """A track in the making, position by position: the events of a live match and, in the end, a film.

    Of the scenes only the last is held as it is; whole chunks are held packed.
    """

    def __init__(self, track: str = ALL) -> None:
        self.track = track
        self.seat = seat_of(track)
        self.turns: list[int] = []
        self.phases: list[str] = []
        self.scores: list[list[int]] = []
        self.times: list[list[float | None]] = []
        self.marks: list[Mark] = []
        self.verdicts: list[Verdict] = []
        self.result: Outcome | None = None
        self.scene: dict[str, Any] = {}
        self._packed: list[bytes] = []
        self._open: list[Any] = []

    @property
    def frames(self) -> int:
        return len(self.turns)

    def add(self, table: Table, line: PhaseLine | None = None) -> LiveEvent:
        """One more position: the table, and the phase that led there (None: the first position)."""
        game, frame, turn = table.game, self.frames, table.turn
        view = table.view(self.seat)
        scene, seen = game.seen(view, self.seat), game.result(view, table.seats)
        self.turns.append(turn.number)
        self.phases.append(turn.phase)
        self.scores.append(list(seen.scores))
        self.times.append(self._times(table.seats, line))
        marks = [] if line is None else [*self._faults(frame, line), *_marks(game, frame, scene)]
        verdicts = [_fault_verdict(seat, fault) for seat, fault in self._own(line)]
        self.marks += marks
        self.verdicts += verdicts
        self.result = Outcome(list(seen.scores), list(seen.ranks), seen.reason) if seen.over else None
        change = diff(self.scene, scene) if frame else None
        self._film(scene, change)
        return self._event(marks, verdicts, {"scene": scene} if change is None else {"diff": change})

    def _event(self, marks: list[Mark], verdicts: list[Verdict], shown: dict[str, Any]) -> LiveEvent:
        pictures: dict[str, Any] = {name: msgspec.Raw(_ENCODE(value)) for name, value in shown.items()}
        return LiveEvent(
            self.frames - 1,
            self.turns[-1],
            self.phases[-1],
            self.scores[-1],
            self.times[-1],
            marks,
            verdicts,
            self.result,
            **pictures,
        )

    def chunks(self) -> list[bytes]:
        """All chunks so far, packed."""
        return [*self._packed, *([packed(self._open)] if self._open else [])]

    def _film(self, scene: dict[str, Any], change: Any) -> None:
        self._open.append(change if self._open else scene)
        self.scene = scene
        if len(self._open) == CHUNK:
            self._packed.append(packed(self._open))
            self._open = []

    def _own(self, line: PhaseLine | None) -> list[tuple[int, Fault]]:
        """The failures in a phase that this track tells, of those who were asked: a record may say anything."""
        if line is None:
            return []
        told = [(seat, line.faults[seat]) for seat in line.seats if seat in line.faults]
        return [(seat, fault) for seat, fault in told if self.seat in (None, seat)]

    def _faults(self, frame: int, line: PhaseLine) -> Iterator[Mark]:
        for seat, fault in self._own(line):
            where = fault.callback or "init"
            yield Mark(frame, "fault", seat, Text(f"{fault.verdict} in {where}", f"{fault.verdict} dans {where}"))

    def _times(self, seats: int, line: PhaseLine | None) -> list[float | None]:
        """What each seat used in the phase; null for those who were not asked."""
        asked = {} if line is None else dict(zip(line.seats, line.wall_ms, strict=False))
        return [asked.get(seat) if self.seat in (None, seat) else None for seat in range(seats)]


def _marks(game: Game, frame: int, scene: dict[str, Any]) -> Iterator[Mark]:
    marks = getattr(game.module("scene"), "marks", None)
    for kind, seat, words in marks(scene) if marks else ():
        yield Mark(frame, kind, seat, words)


# Heads


def head(
    header: Header,
    reel: Reel,
    table: Table,
    *,
    result: ResultLine | None = None,
    live: bool = False,
    kinds: Sequence[str] = (),
    damage: Text | None = None,
    notes: Sequence[int] = (),
) -> FilmHead:
    """The head of a film; `kinds` says what the players are where that is more than their names."""
    game, info = table.game, table.game.info
    names = [player.name for player in header.players]
    players = [
        PlayerHead(name, info.seat_name(seat), kinds[seat] if kinds else name) for seat, name in enumerate(names)
    ]
    verdicts = list(reel.verdicts) if result is None else verdicts_of(result.reports[: table.seats])
    return FilmHead(
        joute=__version__,
        game=game.name,
        title=info.title,
        preset=game.preset,
        seed=table.seed,
        constants=dict(game.constants),
        players=players,
        frames=reel.frames,
        live=live,
        tracks=tracks_of(game, table.seats) if reel.seat is None else [reel.track],
        turns=reel.turns,
        phases=reel.phases,
        scores=reel.scores,
        times=reel.times,
        marks=reel.marks,
        verdicts=told_to(reel.track, verdicts),
        result=None if live else reel.result,
        damage=damage,
        notes=list(notes),
        names=names_of(game),
    )


def names_of(game: Game) -> dict[str, Text]:
    """Phases, and reasons of an end, in words for people."""
    own: dict[str, Text] = getattr(game.module("scene"), "NAMES", {})
    return USUAL_NAMES | own


def verdicts_of(reports: Sequence[Report]) -> list[Verdict]:
    """How each ended, and why."""
    return [
        _fault_verdict(seat, report.faults[0], str(report.verdict))
        if report.faults
        else Verdict(seat, str(report.verdict), "")
        for seat, report in enumerate(reports)
    ]


def told_to(track: str, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The same verdicts; why each ended so, only to those who may see everything and to itself."""
    seat = seat_of(track)
    return [
        verdict if seat in (None, verdict.seat) else msgspec.structs.replace(verdict, told="") for verdict in verdicts
    ]


def _fault_verdict(seat: int, fault: Fault, verdict: str = "") -> Verdict:
    where = f"turn {fault.turn}, {fault.callback}: " if fault.callback else ""
    return Verdict(seat, verdict or str(fault.verdict), f"{where}{truncated(fault.message, MESSAGE_KEPT)}")


# Replays


class Reels:
    """A replay filmed whole: each track, and what is wrong with the record, if anything."""

    def __init__(self, replay: Replay, tracks: Sequence[str] | None = None) -> None:
        self.replay, self.damage = readable(replay)
        self.table = self.replay.table()
        self.tracks = {track: Reel(track) for track in tracks or tracks_of(self.table.game, self.table.seats)}
        self._add(None)
        try:
            for number, line in enumerate(self.replay.phases):
                listen(self.table)
                advance(self.table, line, number)
                self._add(line)
        except ReplayError as fault:
            self.damage = self.damage or _damaged(f"{fault}")

    def _add(self, line: PhaseLine | None) -> None:
        for reel in self.tracks.values():
            reel.add(self.table, line)

    def head(self, track: str = ALL, notes: Sequence[int] = (), kinds: Sequence[str] = ()) -> FilmHead:
        """The head of a track, with the champions' own marks for those who may see the notes of some seats."""
        reel = self.tracks[track]
        whole = reel.frames == len(self.replay.phases) + 1
        found = head(
            self.replay.header,
            reel,
            self.table,
            result=self.replay.result if whole else None,
            damage=self.damage,
            notes=notes,
            kinds=kinds,
        )
        marks = [*found.marks, *note_marks(self.replay, notes, found.frames)]
        return msgspec.structs.replace(found, marks=sorted(marks, key=lambda mark: mark.frame))


def readable(replay: Replay) -> tuple[Replay, Text | None]:
    """A replay that can be tried on these rules, and what is known to be wrong with it.

    One of other rules is shown as far as these lead to the same states.
    """
    header = replay.header
    here = game_info(header.game).rules_version if header.game in game_names() else header.rules_version
    start = header.start and header.start | {"rules_version": here}
    moved = msgspec.structs.replace(header, rules_version=here, start=start)
    return msgspec.structs.replace(replay, header=moved), _wrong(replay, here)


def _wrong(replay: Replay, here: int) -> Text | None:
    """What the record itself says is wrong with it."""
    made = replay.header.rules_version
    if replay.damage:
        return _damaged(replay.damage)
    if replay.result is not None and replay.result.void:
        return Text(
            "This match is void: joute itself failed, and nobody has won or lost.",
            "Cette partie est nulle : joute a eu une défaillance, et personne n'a gagné ni perdu.",
        )
    if made != here:
        return Text(
            f"This replay was made with version {made} of the rules, and these are version {here}: it is shown as far "
            "as they agree.",
            f"Cette partie a été enregistrée avec la version {made} des règles, et celles-ci sont la version {here} : "
            "elle est montrée tant qu'elles s'accordent.",
        )
    if replay.cut:
        return Text(
            "This replay has no end: the match or its file was broken off.",
            "Cette partie enregistrée n'a pas de fin : le match ou son fichier a été interrompu.",
        )
    return None


def _damaged(what: str) -> Text:
    return Text(
        f"This replay is damaged, and shown up to the last sound phase ({what}).",
        f"Cette partie enregistrée est abîmée, et montrée jusqu'à la dernière phase intacte ({what}).",
    )


# Notes


def notes_of(replay: Replay, seat: int, start: int = 0, stop: int | None = None) -> list[Notes]:
    """What the champion of a seat noted on the way to positions `start` to `stop` - 1."""
    stop = len(replay.phases) + 1 if stop is None else stop
    lines = enumerate(replay.phases, 1)
    return [
        _notes(frame, line.private[seat]) for frame, line in lines if start <= frame < stop and seat in line.private
    ]


def note_marks(replay: Replay, seats: Sequence[int], frames: int) -> list[Mark]:
    """What the champions of some seats marked for themselves, one mark a position and seat."""
    noted = [(seat, notes) for seat in seats for notes in notes_of(replay, seat, 0, frames) if notes.marks]
    return [Mark(notes.frame, "note", seat, _told_marks(notes.marks)) for seat, notes in noted]


def _told_marks(marks: list[str]) -> Text:
    first, more = marks[0][:MARK_SHOWN] or "•", len(marks) - 1
    return Text(f"{first} (+{more})", f"{first} (+{more})") if more else Text(first, first)


def _notes(frame: int, private: dict[str, Any]) -> Notes:
    sound = debug.bounded(private)
    drawings = [drawing for item in sound.get("draw", []) if (drawing := _drawing(item)) is not None]
    log = sound.get("log", []) + ([f"[{sound['left_out']} left out]"] if "left_out" in sound else [])
    return Notes(frame, log, drawings, sound.get("mark", []))


def _drawing(item: list[Any]) -> Drawing | None:
    """A drawing as the page has it, columns first; None for what `joute.debug` would not have written."""
    shapes = {"cell": 2, "line": 4, "circle": 3, "text": 2}
    shape, *parts = item or [""]
    numbers = parts[: shapes.get(shape, 0)]
    if shape not in shapes or len(numbers) < shapes[shape] or not all(type(part) in (int, float) for part in numbers):
        return None
    rest = [str(part) for part in parts[len(numbers) :]]
    if len(rest) != (2 if shape == "text" else 1):
        return None
    at = [numbers[1], numbers[0], *([numbers[3], numbers[2]] if shape == "line" else numbers[2:])]
    return Drawing(shape, at, rest[0] if shape == "text" else "", rest[-1])
