"""How the positions of a replay are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from joute.cli.exits import Exit, Stop
from joute.core.drawing import Line, recoloured, seat_style
from joute.core.text import words

if TYPE_CHECKING:
    from joute.core.game import Game
    from joute.core.table import Table
    from joute.match.positions import Positions


def drawn(table: Table, names: list[str], seat: int | None = None) -> list[Line]:
    """A table as lines: who plays, then the game's own drawing."""
    game = table.game
    lines = game.scenes.drawing(table.scene(seat))
    return recoloured([_who_plays(game, names), *lines] if names else lines, game.info)


def _who_plays(game: Game, names: list[str]) -> Line:
    line: Line = [(words(f"{game.info.title}: ", f"{game.info.title} : "), "title")]
    for seat, name in enumerate(names):
        line += [(f"{game.info.seat_name(seat)} {name}", seat_style(seat)), ("  ", "")]
    return line[:-1]


def lines_at(positions: Positions, index: int, seat: int | None = None) -> list[Line]:
    """The drawing of a position as a seat knows it, and what champions printed and noted on the way to it."""
    from joute.cli.output.notes import phase_notes

    notes = phase_notes(positions.replay.phases[index - 1], positions.names, seat) if index else []
    return [*drawn(positions.at(index), positions.names, seat), *([(line, "dim")] for line in notes)]


def turn_notes(positions: Positions, turn: int, seat: int | None = None) -> list[Line]:
    """What champions printed and noted in a whole turn."""
    from joute.cli.output.notes import phase_notes

    lines = [line for line in positions.replay.phases if line.turn == turn]
    return [[(text, "dim")] for line in lines for text in phase_notes(line, positions.names, seat)]


def turn_start(positions: Positions, turn: int) -> int:
    """The position in which a turn begins."""
    phases = positions.replay.phases
    start = positions.starts.get(turn, next((at for at, line in enumerate(phases) if line.turn == turn), None))
    if start is not None:
        return start
    end = positions.at(positions.last)
    final = end.game.shown_turn(end.world, end.turn.number)
    if turn == final:
        return positions.last
    first = phases[0].turn if phases else final
    raise Stop(
        Exit.USAGE,
        words(
            f"{positions.name}: turn {turn} is not in this replay, which has turns {first} to {final}",
            f"{positions.name} : le tour {turn} n'est pas dans ce replay, qui a les tours {first} à {final}",
        ),
    )


def require_seat(positions: Positions, seat: int | None) -> None:
    seats = positions.table.seats
    if seat is not None and not 0 <= seat < seats:
        names = ", ".join(map(positions.table.game.info.seat_name, range(seats)))
        raise Stop(
            Exit.USAGE,
            words(
                f"seat {seat} does not exist; {positions.name} has seats 0 to {seats - 1} ({names})",
                f"la place {seat} n'existe pas ; {positions.name} a les places 0 à {seats - 1} ({names})",
            ),
        )
