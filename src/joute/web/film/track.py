"""Tracks of a film, and its head.

A track is what one reader sees: "all" everything, "0" what seat 0 may know. The track of a seat is made from the scenes
of that seat alone, and shows the times and faults of that seat alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from joute import __version__
from joute.core.game import Game
from joute.core.points import SCORE, Tally, points_for
from joute.core.registry import game_info
from joute.core.scenes import USUAL_NAMES
from joute.core.table import Table
from joute.core.text import Text
from joute.match.ending import ended
from joute.match.replay import Header, PhaseLine, Restart, ResultLine
from joute.match.verdict import MESSAGE_KEPT, Fault, Report, Verdict, truncated
from joute.web.wire import ALL, FilmHead, Gain, Given, LiveEvent, Mark, Outcome, PlayerHead, PointsHead, SeatVerdict

from .columns import Columns
from .diff import diff
from .orders import given

TRACKS_MOST = 8
"""A film of more seats than this has only the track that sees everything."""

_ENCODE = msgspec.json.Encoder().encode


def tracks_of(game: Game, seats: int) -> list[str]:
    """The tracks of a film: without fog there is one, since all seats see the same."""
    own = range(seats) if game.foggy and seats <= TRACKS_MOST else ()
    return [ALL, *map(str, own)]


def seat_of(track: str) -> int | None:
    """The seat of a track; None for the one that sees everything."""
    return None if track == ALL else int(track)


class Track(Columns):
    """A track in the making: each position of a table as one reader sees it."""

    def __init__(self, name: str = ALL) -> None:
        super().__init__()
        self.name = name
        self.seat = seat_of(name)
        self.scene: dict[str, Any] = {}
        """The last scene."""
        self.told = b"[]"
        """The orders that led to the last position, as JSON."""
        self.tally = Tally(None)
        """The points at the last position."""

    def add(self, table: Table, line: PhaseLine | None = None) -> LiveEvent:
        """Add the position of a table, and the phase that led there (None for the first position)."""
        game, frame, turn = table.game, self.frames, table.turn
        view = table.view(self.seat)
        scene, result = game.seen(view, self.seat), game.result(view, table.seats)
        self.result = Outcome.of(result) if result.over else None
        gains = self._count(table, result.scores, line)
        change = diff(self.scene, scene) if frame else None
        shown = {"scene": scene} if change is None else {"diff": change}
        pictures: dict[str, Any] = {name: msgspec.Raw(_ENCODE(value)) for name, value in shown.items()}
        event = LiveEvent(
            frame,
            game.shown_turn(view, turn.number),
            turn.phase,
            list(result.scores),
            self._times(table.seats, line),
            self.tally.lead if self.tally.standing else [],
            gains,
            [] if line is None else [*self._fault_marks(frame, line), *_marks(game, frame, scene)],
            [_fault_verdict(seat, fault) for seat, fault in self._faults(line)],
            self.result,
            **pictures,
        )
        self.scene, self.told = scene, _ENCODE(self._orders(game, line))
        self.append(event, scene, change, msgspec.Raw(self.told))
        return event

    def _orders(self, game: Game, line: PhaseLine | None) -> list[Given]:
        """The orders of a phase that this track shows."""
        asked = () if line is None else zip(line.seats, line.orders, strict=False)
        return [given(game, seat, order) for seat, orders in asked if self.seat in (None, seat) for order in orders]

    def _count(self, table: Table, scores: Sequence[int], line: PhaseLine | None) -> list[Gain]:
        """Count the points of the position; what has changed in them."""
        if not self.frames:
            self.tally = Tally(points_for(table.game, self.seat))
        before, frame = self.tally.parts, self.frames
        orders = {} if line is None else dict(zip(line.seats, line.orders, strict=False))
        self.tally.add(table.game, table.world, scores, orders)
        return [
            (frame, seat, part, now - (before[seat][part] if before else 0))
            for seat, parts in enumerate(self.tally.parts or ())
            for part, now in enumerate(parts)
            if now != (before[seat][part] if before else 0)
        ]

    def _faults(self, line: PhaseLine | None) -> list[tuple[int, Fault]]:
        """The faults of a phase that this track shows; a record may hold any, but only those asked can have failed."""
        if line is None:
            return []
        faults = [(seat, line.faults[seat]) for seat in line.seats if seat in line.faults]
        return [(seat, fault) for seat, fault in faults if self.seat in (None, seat)]

    def _fault_marks(self, frame: int, line: PhaseLine) -> Iterator[Mark]:
        for seat, fault in self._faults(line):
            where = fault.callback or "init"
            yield Mark(
                frame, "fault", seat, Text(f"{fault.verdict} in {where}", f"{fault.verdict.text.fr} dans {where}")
            )

    def _times(self, seats: int, line: PhaseLine | None) -> list[float | None]:
        """Milliseconds that each seat used in the phase; None for those who were not asked, or may not be shown."""
        asked = {} if line is None else dict(zip(line.seats, line.wall_ms, strict=False))
        return [asked.get(seat) if self.seat in (None, seat) else None for seat in range(seats)]


def _marks(game: Game, frame: int, scene: dict[str, Any]) -> Iterator[Mark]:
    marks = game.scenes.marks
    for kind, seat, text in marks(scene) if marks else ():
        yield Mark(frame, kind, seat, text)


# Heads


def head(
    header: Header,
    track: Track,
    table: Table,
    *,
    result: ResultLine | None = None,
    live: bool = False,
    kinds: Sequence[str] = (),
    damage: Text | None = None,
    notes: Sequence[int] = (),
) -> FilmHead:
    """The head of a film. `kinds`: for each seat "human" or the name of the champion, where names do not say it."""
    game, info = table.game, game_info(table.game.name)
    names = [player.name for player in header.players]
    players = [PlayerHead.of(info, seat, name, kinds[seat] if kinds else name) for seat, name in enumerate(names)]
    verdicts = track.verdicts if result is None else verdicts_of(result.reports[: table.seats])
    outcome = None if live else track.result or _ended(table, result)
    shown = {"verdicts": verdicts_for(track.name, verdicts), "result": outcome}
    return FilmHead(
        joute=__version__,
        game=game.name,
        title=info.title,
        preset=game.preset,
        seed=str(table.seed),
        constants=dict(game.constants),
        players=players,
        last_turn=game.last_turn(table.world),
        live=live,
        tracks=tracks_of(game, table.seats) if track.seat is None else [track.name],
        points=points_head(game),
        damage=damage,
        notes=list(notes),
        names=names_of(game),
        origin=header.origin or None,
        axes=game.scenes.axes,
        goal=game.scenes.goal(game) if game.scenes.goal else [],
        actions={action.name: action.words for action in game.rules.actions},
        notice=None if not header.restart else began_again(header.restart, names),
        **track.fields() | shown,
    )


def _ended(table: Table, recorded: ResultLine | None) -> Outcome | None:
    """How a match ended that was not over by the rules: its players ended it."""
    if recorded is None or recorded.void or recorded.ending is None or table.result.over:
        return None
    return Outcome.of(ended(table.result, recorded.ending))


def began_again(restart: Restart, names: Sequence[str]) -> Text:
    """Why a match began again."""
    name = names[restart.seat] if restart.seat is not None and 0 <= restart.seat < len(names) else "?"
    why = {
        "failed": Text(
            f"{name} failed when it was shown the turns so far",
            f"{name} a échoué quand on lui a montré les tours joués",
        ),
        "changed": Text(f"{name} is not the same program any more", f"{name} n'est plus le même programme"),
        "record": Text("its record could not be read again", "son enregistrement n'a pas pu être relu"),
    }[restart.why]
    return Text(
        f"This match was interrupted after turn {restart.turn}, and began again: {why.en}.",
        f"Ce match a été interrompu après le tour {restart.turn}, et a recommencé : {why.fr}.",
    )


def points_head(game: Game) -> PointsHead:
    """What the points are, and where they come from."""
    points = game.scenes.points
    return PointsHead(SCORE, []) if points is None else PointsHead(points.words, list(points.names))


def names_of(game: Game) -> dict[str, Text]:
    """What to call the phases and the reasons of an end."""
    return USUAL_NAMES | dict(game.scenes.names)


def verdicts_of(reports: Sequence[Report]) -> list[SeatVerdict]:
    """How each player ended, and why."""
    return [
        _fault_verdict(seat, report.faults[0], report.verdict)
        if report.faults
        else SeatVerdict(seat, report.verdict, "")
        for seat, report in enumerate(reports)
    ]


def verdicts_for(track: str, verdicts: Sequence[SeatVerdict]) -> list[SeatVerdict]:
    """Verdicts as a track shows them: the cause only to those who see everything, and to the seat itself."""
    seat = seat_of(track)
    return [
        verdict if seat in (None, verdict.seat) else msgspec.structs.replace(verdict, told="") for verdict in verdicts
    ]


def _fault_verdict(seat: int, fault: Fault, verdict: Verdict | None = None) -> SeatVerdict:
    where = f"turn {fault.turn}, {fault.callback}: " if fault.callback else ""
    return SeatVerdict(seat, verdict or fault.verdict, f"{where}{truncated(fault.message, MESSAGE_KEPT)}")
