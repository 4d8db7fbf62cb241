"""A table: a match without clocks or processes. The one flow by which every game advances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .api import Row
from .errors import BoardError, StateError, shown
from .game import INTERPRETED, Game, Survey
from .layout import ByteCache, Known, Runs
from .naming import called, told_apart
from .registry import settled_game
from .seat import Seat
from .text import Text, text_of
from .types import Malformed
from .world import AnyWorld, Result, Turn

TABLE_VERSION = 1
DUMP_FIELDS: dict[str, type] = {
    "joute": str,
    "version": int,
    "game": str,
    "rules_version": int,
    "preset": str,
    "params": dict,
    "seats": int,
    "seed": int,
    "board": str,
    "state": dict,
    "orders": list,
    "ended": list,
}
SUMMARY = "summary"
"""A field that a file may add for those who read it; `load` leaves it out."""


class Table:
    """A game under way. Seats give orders on drafts; when all that are asked have ended, the phase is resolved."""

    first_digest: str | None = None
    """The hash of the position it was set in, of a table that was set from a board."""

    def __init__(self, game: Game, board: str | None = None, seats: int | None = None, seed: int = 0) -> None:
        self.game = game
        self.seats = game.info.seats if seats is None else seats
        self.seed = seed
        _require_start(game, self.seats, seed, ValueError)
        self.board = game.board(board, self.seats, seed)
        self._sit(game.new(self.board, self.seats, seed))
        self.first_digest = self.digest

    def _sit(self, world: AnyWorld) -> None:
        self.world = world
        self._seats = [Seat(self, index) for index in range(self.seats)]
        self._ended: dict[int, list[Row]] = {}
        self._turn: Turn | None = None
        self._survey: Survey | None = None
        self._surveyed: Any = None
        self._digested: ByteCache = {}
        self._news: tuple[Known, list[Runs], Known] | None = None

    def call_players(self, names: Sequence[str]) -> None:
        """Have all that is shown and told of this table call the players by these names."""
        self.game = called(self.game, told_apart(self.game.info, names))
        for seat in self._seats:
            seat.game = self.game

    @property
    def turn(self) -> Turn:
        """Who is asked now. No seats: the game is over."""
        if self._turn is None:
            self._turn = self.game.turn(self.world, self.seats)
        return self._turn

    def seat(self, index: int) -> Seat:
        """A seat, by its index from 0."""
        if not 0 <= index < self.seats:
            raise IndexError(f"seat {index} does not exist; this table has seats 0 to {self.seats - 1}")
        return self._seats[index]

    @property
    def untouched(self) -> bool:
        """Whether the phase has just begun: no order is noted, and no seat has ended."""
        return not self._ended and not any(seat.orders for seat in self._seats)

    # Advancing

    def end(self, index: int) -> None:
        """This seat gives no more orders in this phase; once all asked seats have ended, the phase is resolved."""
        seat = self.seat(index)
        if index not in self.turn.seats:
            raise ValueError(f"seat {index} is not asked in this turn; {list(self.turn.seats)} are")
        self._ended.setdefault(index, list(seat.orders))
        if len(self._ended) == len(self.turn.seats):
            self._merge(self.turn.seats)

    def end_phase(self, order: Sequence[int] | None = None) -> None:
        """End the phase for all seats. `order` merges their orders in another order of seats; those left out follow."""
        if not self.turn.seats:
            raise ValueError("the game is over")
        seats = self.turn.seats if order is None else self._seats_from(list(order))
        for index in seats:
            self._ended.setdefault(index, list(self._seats[index].orders))
        self._merge(seats)

    def _seats_from(self, first: list[int]) -> list[int]:
        """The seats of the turn, these before the others."""
        if len(set(first)) != len(first) or not set(first) <= set(range(self.seats)):
            raise ValueError(f"order {first}: expected seats of this table, each at most once")
        return sorted(self.turn.seats, key=lambda seat: first.index(seat) if seat in first else self.seats + seat)

    def _merge(self, seats: Sequence[int]) -> None:
        """Apply all orders to the truth without checking them again, then resolve."""
        if self.game.acts(self.world) and not self.game.live:
            for index in seats:
                for row in self._ended[index]:
                    self.game.apply(self.world, index, row)
        self.game.resolve(self.world)
        self._renew()

    def apply_now(self, index: int, row: Row) -> None:
        """In a live game an accepted order changes the truth, and so what every seat sees, at once."""
        self.game.apply(self.world, index, row)
        self._surveyed = self._news = None
        for seat in self._seats:
            seat.refresh()

    def forfeit(self, index: int, cause: str) -> None:
        """The match is lost for a seat, in the games that say so; what it did this turn stands."""
        self.game.forfeit(self.world, index, cause)
        self._renew()

    def _renew(self) -> None:
        self._turn = None
        self._ended = {}
        self._surveyed = self._news = None
        for seat in self._seats:
            seat.renew()

    # Reading

    @property
    def state(self) -> Any:
        """The truth."""
        return self.world.state

    @property
    def result(self) -> Result:
        return self.game.result(self.world, self.seats)

    @property
    def scores(self) -> list[int]:
        """Scores in seat order."""
        return list(self.result.scores)

    @property
    def digest(self) -> str:
        """A hash of the truth."""
        return self.game.digest(self.world, self._digested)

    def view(self, seat: int | None) -> AnyWorld:
        """A new world with what a seat may know, its own orders of this turn not yet made; None knows everything."""
        if self._surveyed is not self.world.state:
            self._survey = self.game.survey(self.world, self._survey)
            self._surveyed = self.world.state
        return self.game.view(self.world, seat, self._survey)

    def news(self, known: Known) -> tuple[list[Runs], Known]:
        """What changed in the truth since a process was sent `known`, and what it knows then (`Layout.news`).

        Computed once for all processes that know the same; natively, for each.
        """
        if self.game.backend == "native":
            return self.game.news(self.world, known)
        if self._news is None or self._news[0] != known:
            self._news = known, *self.game.news(self.world, known)
        return self._news[1:]

    def scene(self, seat: int | None = None) -> dict[str, Any]:
        """What a viewer shows, as a seat knows it."""
        return self.game.seen(self.view(seat), seat)

    # Copying

    def copy(self) -> Table:
        """An independent table in the same position, noted orders included."""
        twin = object.__new__(Table)
        twin.game, twin.seats, twin.seed, twin.board = self.game, self.seats, self.seed, self.board
        twin._sit(self.game.copy(self.world))
        twin._ended = {index: list(rows) for index, rows in self._ended.items()}
        for seat, own in zip(twin._seats, self._seats, strict=True):
            seat.orders = list(own.orders)
        return twin

    def dump(self) -> dict[str, Any]:
        """The whole table as JSON-able values with named fields; `load` takes it back."""
        dims = self.game.dims(self.board, self.seats)
        return {
            "joute": "table",
            "version": TABLE_VERSION,
            "game": self.game.name,
            "rules_version": self.game.info.rules_version,
            "preset": self.game.preset,
            "params": self.game.overrides,
            "seats": self.seats,
            "seed": self.seed,
            "board": self.game.boards.write(self.board),
            "state": self.game.layout.dump(self.world.state, dims),
            "orders": [[list(row) for row in seat.orders] for seat in self._seats],
            "ended": sorted(self._ended),
        }

    @classmethod
    def load(cls, data: Mapping[str, Any], backend: str | None = INTERPRETED) -> Table:
        """The table a dump describes, on a backend as `Game.on` takes it. A wrong field, length or value is refused by
        name."""
        table, fields = cls._set_up(data, backend)
        reason = table.game.unsound(table.world)
        if reason:
            raise StateError(f"state: {reason}")
        table._load_orders(fields["orders"])
        table._load_ended(fields["ended"])
        return table

    @classmethod
    def sketched(cls, data: Mapping[str, Any]) -> Table:
        """The table of a dump whose values are in bounds, sound or not, without its orders: to show, not to play."""
        return cls._set_up(data, INTERPRETED)[0]

    @classmethod
    def _set_up(cls, data: Mapping[str, Any], backend: str | None) -> tuple[Table, dict[str, Any]]:
        """The table of a dump as far as columns can tell, and the fields of the dump."""
        fields = _dump_fields(data)
        game = settled_game(fields["game"], fields["preset"], fields["params"]).on(backend)
        if fields["rules_version"] != game.info.rules_version:
            raise StateError(
                f"rules_version: found {shown(fields['rules_version'])}, this {game.name} has {game.info.rules_version}"
            )
        _require_start(game, fields["seats"], fields["seed"], StateError)
        try:
            table = cls(game, fields["board"], fields["seats"], fields["seed"])
        except BoardError as error:
            raise StateError(f"board: {error}") from None
        dims = game.dims(table.board, table.seats)
        world = game.world(table.board, game.layout.load(fields["state"], dims), table.seats)
        game.kernels.reindex(world)
        table._sit(world)
        table.first_digest = None
        return table, fields

    def _load_orders(self, orders: Any) -> None:
        if not isinstance(orders, list) or len(orders) != self.seats:
            raise StateError(f"orders: expected a list for each of the {self.seats} seats")
        for seat, rows in zip(self._seats, orders, strict=True):
            for number, row in enumerate(_rows(rows, f"orders[{seat.index}]")):
                self._load_order(seat, row, f"orders[{seat.index}][{number}]")

    def _load_order(self, seat: Seat, row: Row, where: str) -> None:
        """Note one order of a dump. In a live game it has been made already; elsewhere it is checked again."""
        try:
            self.game.api.unflatten(row)
        except Malformed:
            raise StateError(f"{where}: {list(row)!s:.60} is no order of {self.game.name}") from None
        if len(seat.orders) >= self.game.orders_most:
            raise StateError(f"{where}: a turn of {self.game.name} holds at most {self.game.orders_most} orders")
        if self.game.live:
            if seat.index not in self.turn.seats or not self.game.acts(self.world):
                raise StateError(f"{where}: seat {seat.index} can give no order in this phase")
            seat.orders.append(row)
        elif seat.order(row) != self.game.ok:
            raise StateError(f"{where}: {self.game.api.shown(row):.200} is refused here")

    def _load_ended(self, ended: list[Any]) -> None:
        seats = self.turn.seats
        if not all(type(index) is int and index in seats for index in ended) or len(set(ended)) != len(ended):
            raise StateError(f"ended: expected a list of seats out of {list(seats)}, each at most once")
        if ended and len(ended) == len(seats):
            raise StateError("ended: all seats that are asked have ended, so the phase would be over")
        for index in ended:
            self._ended[index] = list(self._seats[index].orders)


def _require_start(game: Game, seats: int, seed: int, error: type[ValueError]) -> None:
    """Raise an error of this kind unless a match of so many seats can begin with this seed."""
    least, most = game.info.seats_least, game.info.seats_most
    if not least <= seats <= most:
        raise error(
            Text(
                f"seats: {game.name} is played by {_people(least, most)} players, not {shown(seats)}",
                f"seats : {game.name} se joue à {text_of(_people(least, most)):fr} joueurs, pas {shown(seats)}",
            )
        )
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**64:
        raise error(f"seed: found {shown(seed)}, expected a whole number from 0 to {2**64 - 1}")


def _people(least: int, most: int) -> Text | str:
    return str(least) if least == most else Text(f"{least} to {most}", f"{least} à {most}")


def _dump_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a dump, each there and of its type."""
    if not isinstance(data, Mapping) or data.get("joute") != "table":
        raise StateError(
            Text(
                'expected the dump of a table: an object with "joute": "table"',
                'attendu le dump d\'une table : un objet avec "joute": "table"',
            )
        )
    for name in data:
        if name not in DUMP_FIELDS and name != SUMMARY:
            raise StateError(f"unknown field {shown(name)}, expected one of {', '.join(DUMP_FIELDS)}")
    for name, kind in DUMP_FIELDS.items():
        if name not in data:
            raise StateError(f"field {name!r} is missing")
        if type(data[name]) is not kind:
            raise StateError(f"{name}: found {shown(data[name])}, expected {kind.__name__}")
    if data["version"] != TABLE_VERSION:
        raise StateError(f"version: found {data['version']}, this engine reads version {TABLE_VERSION}")
    return dict(data)


def _rows(rows: Any, where: str) -> list[Row]:
    if not isinstance(rows, list) or not all(
        isinstance(row, list) and all(isinstance(number, int) and not isinstance(number, bool) for number in row)
        for row in rows
    ):
        raise StateError(f"{where}: expected a list of orders, each a list of whole numbers")
    return [tuple(row) for row in rows]
