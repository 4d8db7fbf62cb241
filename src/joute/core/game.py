"""A game with its parameters settled: the one object through which everything else meets a game.

A game is a folder with these modules, found by `registry.py`; each exports one declaration:

`params.py`  PARAMETERS, a `Parameters`.
`board.py`   BOARDS, a `Boards`.
`rules`      RULES, a `Rules`: the kernels (`core/rules.py`).
`api.py`     the champion API (`core/api.py` says how).
`scene.py`   SCENES, a `Scenes`: what a viewer shows.
`hand.py`    HAND, a `Hand`: what a person may do.
`http.py`    where there is one, the game's own protocol: Lobby(game, board, seed, invite, finished), an ASGI
             application where programs meet, which calls `finished` for each match that is over, with its first table,
             names and record; refereed(table, names, invite, timed), the routes of one match that a referee plays;
             ROUTES, how paths begin; TURN_TIME, the parameter with the seconds of a turn.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from . import dispatch
from .api import Api, Row, require_width
from .boards import Boards
from .columns import Dims
from .errors import BoardError, ParamError, shown
from .events import room_for
from .layout import ZERO, ByteCache, Known, Layout, Runs
from .params import Parameters
from .rules import OPTIONAL, Rules
from .text import Text
from .world import AnyWorld, Phase, Result, Turn, World

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from .batch import RandomPlayer
    from .hand import Hand
    from .info import Info
    from .scenes import Scenes

D = TypeVar("D")
KERNELS = ("setup", "reindex", "asked", "resolve", "score", "sample", *OPTIONAL)
FOG = ("survey", "reveal", "recall")
BACKENDS = INTERPRETED, NATIVE = ("interpreted", "native")
BACKEND = "JOUTE_BACKEND"
"""An environment variable: the backend of all matches and replays, here and in the processes that are started."""


class Survey(NamedTuple):
    """What all views of one state share: `common` is what everybody knows, `lookup` helps to find the rest.

    `view_only` has, for each seat that was asked for, its tables that views alone hold.
    """

    state: Any
    common: Any
    lookup: Any
    view_only: dict[int, dict[str, Any]]


class Game:
    """A set of rules with its parameters settled. Nothing in it changes during a match."""

    backend = INTERPRETED
    zero: Any = ZERO
    """A column of one zero, of which empty columns are made."""
    library_path: Path | None = None
    """The file of its library, where it is native."""

    def __init__(self, package: str, preset: str | None = None, overrides: Mapping[str, Any] | None = None) -> None:
        self.package = package
        self.name = package.rpartition(".")[2]
        self.info: Info = import_module(package).INFO
        self.boards = self._exported("board", "BOARDS", Boards)
        self.parameters = self._exported("params", "PARAMETERS", Parameters)
        self.preset: str = preset or self.parameters.presets[0]
        self.params: dict[str, Any] = self.parameters.resolve(self.preset, overrides or {})
        self.overrides = self.parameters.plain(overrides or {})
        self.rules = self._exported("rules", "RULES", Rules)
        for name, kind in (("board", self.boards.kind), ("params", self.parameters.kind)):
            if getattr(self.rules, name) is not kind:
                raise TypeError(f"{package}.rules: RULES.{name} is not the {kind.__qualname__} of {name}.py")
        self.layout: Layout = self.rules.layout
        self.phases: tuple[Phase, ...] = self.rules.phases
        self.ok: int = self.rules.ok
        self.live: bool = self.rules.live
        self.orders_most: int = self.rules.orders_most
        self.orders_refusal: int | None = self.rules.orders_refusal

    def module(self, name: str) -> ModuleType:
        """A module of the game's folder."""
        return import_module(f"{self.package}.{name}")

    def _exported(self, module: str, name: str, kind: type[D]) -> D:
        """What a module of the game declares; raises TypeError if it does not."""
        declared = getattr(self.module(module), name, None)
        if not isinstance(declared, kind):
            raise TypeError(f"{self.package}.{module}: found {name} = {declared!r:.40}, expected a {kind.__name__}")
        return declared

    @cached_property
    def api(self) -> Api:
        api = Api(self.module("api"), [action.name for action in self.rules.actions])
        for action, function in zip(self.rules.actions, api.actions, strict=True):
            require_width(f"action {action.name}: its check", action.check, function.arguments)
        if "answer" not in self.rules.scratch_layout.tables and any(query.rows for query in api.kernel_queries):
            raise TypeError(f"{self.package}.rules: some queries answer with rows, so Scratch needs a column `answer`")
        return api

    @cached_property
    def scenes(self) -> Scenes:
        from .scenes import Scenes  # hosts need none of this, and start faster without it

        return self._exported("scene", "SCENES", Scenes)

    @cached_property
    def hand(self) -> Hand:
        from .hand import Hand

        return self._exported("hand", "HAND", Hand)

    @cached_property
    def kernels(self) -> Any:
        """The kernels of the rules, and `check`, `apply` and `answer`, by name; None for those it has not."""
        return SimpleNamespace(**kernels_of(self.rules), **dispatch.functions(self.dispatch))

    @property
    def dispatch(self) -> dispatch.Sources:
        return dispatch.sources(self.rules, self.api.actions, self.api.kernel_queries)

    @cached_property
    def playout(self) -> Any:
        """The generic random playout over this game's kernels."""
        from .playout import bound

        return bound(self.kernels, self.ok)

    @cached_property
    def constants(self) -> dict[str, Any]:
        """The constants champions see."""
        return self.parameters.constants(self.params)

    @property
    def call_ms(self) -> int | None:
        """The time the game's parameters give a champion for one callback; None where they say nothing."""
        name = self.parameters.call_ms
        return None if name is None else int(self.params[name])

    @property
    def forfeits(self) -> bool:
        """Whether a failing champion loses the match at once."""
        return self.rules.forfeit is not None

    @property
    def foggy(self) -> bool:
        """Whether a seat may not know everything."""
        return self.rules.foggy

    @property
    def interpreted(self) -> Game:
        """The same game, interpreted."""
        return self

    def native(self, checked: bool = False) -> Game:
        """The same game on its library, which is built if need be; `checked`: one that compares every index."""
        from .backends.building import require
        from .backends.library import BuildError
        from .backends.native import NativeGame

        path = require(self, checked)
        try:
            return NativeGame(self.interpreted, path)
        except OSError as error:
            again = f"joute build {self.name} --force"
            raise BuildError(
                Text(
                    f"the library of {self.name} cannot be loaded: {error}; build it again: {again}",
                    f"la bibliothèque de {self.name} ne peut pas être chargée : {error} ; construisez-la de nouveau : "
                    f"{again}",
                )
            ) from None

    def on(self, backend: str | None = None) -> Game:
        """The same game on a backend; None: the one that JOUTE_BACKEND names, else native where a library can be
        loaded (`joute doctor` says which cannot)."""
        asked = backend or chosen_backend()
        if asked == NATIVE:
            return self.native()
        if asked is None:
            from .backends.library import find

            path = find(self)
            if path is not None:
                from .backends.native import NativeGame

                with suppress(OSError):
                    return NativeGame(self, path)
        return self

    # Boards

    def board(self, text: str | None, seats: int, seed: int) -> Any:
        """The board a text describes; without text, the game's default board."""
        if text is None:
            return self.boards.default(self.params, seats, seed)
        if not isinstance(text, str):
            raise BoardError("board", f"found {type(text).__name__}, expected the text of a board")
        return self.boards.read(text, self.params)

    def fitted(self, text: str) -> Game:
        """The same game with the parameters a board asks for, its size say, where they were not given."""
        demands = self.boards.demands
        return Game(self.package, self.preset, demands(text) | self.overrides) if demands else self

    # Worlds

    def new(self, board: Any, seats: int, seed: int) -> AnyWorld:
        """The first state of a match on a board."""
        world = self.empty(board, seats)
        self.kernels.setup(world, seats, seed)
        self.kernels.reindex(world)
        return world

    def empty(self, board: Any, seats: int) -> AnyWorld:
        """A world whose state is all zero."""
        return self.world(board, self.layout.empty(self.dims(board, seats), self.zero), seats)

    def dims(self, board: Any, seats: int) -> Dims:
        return Dims(board, seats, self.params)

    def world(self, board: Any, state: Any, seats: int) -> AnyWorld:
        """A world around a state of lists, with scratch of its own."""
        scratch = self.rules.scratch_layout.empty(self.dims(board, seats), self.zero)
        return self._hosted(World(state, board, self.parameters.numbers(self.params), scratch))

    def _hosted(self, world: AnyWorld) -> AnyWorld:
        """The world in the buffers of this backend."""
        return world

    def row(self, order: Sequence[int]) -> Any:
        """An order in the buffers of this backend."""
        return order

    def copy(self, world: AnyWorld) -> AnyWorld:
        """The same world with a state of its own; board, parameters and scratch are shared."""
        return world._replace(state=self.layout.copy(world.state))

    def own(self, world: AnyWorld) -> AnyWorld:
        """The same world with a state and scratch of its own, for another thread."""
        return self.copy(world)._replace(scratch=self.rules.scratch_layout.copy(world.scratch))

    def listening(self, world: AnyWorld, most: int) -> AnyWorld:
        """The same world with room for so many events; 0 for none."""
        if not most and not len(world.scratch.events):
            return world
        return world._replace(scratch=world.scratch._replace(events=room_for(most)))

    # Other processes, and digests

    def news(self, world: AnyWorld, known: Known) -> tuple[list[Runs], Known]:
        """What changed in a state since a process was sent `known`, and what it knows then (`Layout.news`)."""
        return self.layout.news(world.state, known)

    def learn(self, world: AnyWorld, news: Sequence[Runs]) -> AnyWorld:
        """The world with news written into it."""
        self.layout.learn(world.state, news)
        return world

    def digest(self, world: AnyWorld, cache: ByteCache | None = None) -> str:
        """A hash of the state; `cache` as in `Layout.content`."""
        return self.layout.digest(world.state, cache)

    # The contract

    def turn(self, world: AnyWorld, seats: int) -> Turn:
        """Who is asked now."""
        number, phase = self._now(world)
        if phase >= len(self.phases):
            return Turn(number, "over", "", ())
        asked = tuple(seat for seat in range(seats) if self.kernels.asked(world, seat))
        return Turn(number, self.phases[phase].name, self.phases[phase].callback, asked)

    def last_turn(self, world: AnyWorld) -> int | None:
        """The last turn in which somebody plays; None where there is no such limit."""
        last = self.scenes.last_turn
        return None if last is None else int(last(world))

    def shown_turn(self, world: AnyWorld, number: int) -> int:
        """A turn as people count: after the last one no other begins."""
        last = self.last_turn(world)
        return number if last is None else min(number, last)

    def _now(self, world: AnyWorld) -> tuple[int, int]:
        """The turn and the number of the phase."""
        head = world.state.head
        return int(head.turn), int(head.phase)

    def acts(self, world: AnyWorld) -> bool:
        """Whether orders given in this phase count."""
        _, phase = self._now(world)
        return phase < len(self.phases) and self.phases[phase].acts

    def check(self, world: AnyWorld, seat: int, order: Row) -> int:
        """The game's own answer to an order, which `Api.unflatten` takes for one; changes nothing."""
        return int(self.kernels.check(world, seat, self.row(order)))

    def apply(self, world: AnyWorld, seat: int, order: Row) -> None:
        """Make an accepted order."""
        self.kernels.apply(world, seat, self.row(order))

    def resolve(self, world: AnyWorld) -> None:
        """End the phase."""
        self.kernels.resolve(world)

    def survey(self, world: AnyWorld, earlier: Survey | None = None) -> Survey | None:
        """What the views of a world share, for `view`; None in games that have no use for it. An earlier survey of the
        same match, which is of no use then, saves work."""
        if self.rules.fog is None:
            return None
        common = self._blank(world.state)
        before = earlier or Survey(self._blank(world.state), None, self._unsurveyed(world.board), {})
        same = self.kernels.survey(world, before.state, common, before.lookup)
        return Survey(self.copy(world).state, common, before.lookup, before.view_only if same else {})

    def _blank(self, state: Any) -> Any:
        """A state of the same sizes, all zero."""
        blank = self.layout.copy(state)
        for table in self.layout.tables.values():
            for columns in table.columns_of(blank):
                columns[:] = [0] * len(columns)
            if table.record:
                for number in range(table.width):
                    table.store(blank, 0, number, 0)
        return blank

    def _unsurveyed(self, board: Any) -> Any:
        assert self.rules.fog is not None
        return self.rules.fog.layout.empty(self.dims(board, 0), self.zero)

    def view(self, world: AnyWorld, seat: int | None, survey: Survey | None = None) -> AnyWorld:
        """A new world with what a seat may know; None knows everything. Several views share the world's survey."""
        if seat is None or not self.foggy:
            return self.copy(world)
        if self.rules.fog is None:
            seen = self.copy(world)
            self.kernels.hide(seen, seat)
            return seen
        shared = survey or self.survey(world)
        assert shared is not None
        seen = World(self._with_columns(shared.common, self._view_only(world, seat, shared)), *world[1:])
        self.kernels.reveal(world, shared.lookup, seat, seen)
        return seen

    def _view_only(self, world: AnyWorld, seat: int, survey: Survey) -> dict[str, Any]:
        """The tables that the view of a seat alone holds, by name."""
        assert self.rules.fog is not None
        if self.rules.fog.view_only and seat not in survey.view_only:
            self.kernels.recall(world, survey.lookup, seat, world._replace(state=survey.common))
            survey.view_only[seat] = {
                name: self._kept(getattr(world.scratch, name)[: self.layout.used(survey.common, name)])
                for name in self.rules.fog.view_only
            }
        return survey.view_only.get(seat, {})

    def _kept(self, values: Any) -> Any:
        """A slice of a column, as `_with_columns` takes it."""
        return values

    def _with_columns(self, state: Any, columns: Mapping[str, Any]) -> Any:
        """A copy of a state with other columns for some tables, counted in its head."""
        made = self.layout.copy(state)._replace(**{name: list(values) for name, values in columns.items()})
        for name, values in columns.items():
            setattr(made.head, self.layout.counts[name], len(values))
        return made

    def sample(self, world: AnyWorld, seat: int, rng: Any) -> Row | None:
        """A legal order, or None to stop. Changes nothing but the generator."""
        row = self.row([0] * self.api.row_most)
        length = int(self.kernels.sample(world, seat, rng, row))
        return tuple(int(number) for number in row[:length]) if length else None

    def generator(self, seed: int) -> Any:
        """The state of a random generator for `sample`, in a buffer of this backend."""
        return self.row([seed & 0xFFFFFFFF])

    def answer(self, world: AnyWorld, seat: int, query: Any, plain: Sequence[Any]) -> Any:
        """What a query of the API answers a seat, from what the world holds; the arguments are read already."""
        return query.answer(self, world, seat, plain)

    def random_play(self, player: RandomPlayer, world: AnyWorld, most: int) -> None:
        """Play a world on at random, in place, up to `most` phases."""
        buffers = (player.draft, player.seats, player.rng, player.row, player.log, player.tally)
        self.playout.random_play(world, *buffers, most)

    def result(self, world: AnyWorld, seats: int) -> Result:
        """Scores and ranks as they stand."""
        scores = tuple(int(self.kernels.score(world, seat)) for seat in range(seats))
        standing = self.kernels.standing
        worth = scores if standing is None else [int(standing(world, seat)) for seat in range(seats)]
        ranks = tuple(1 + sum(other > own for other in worth) for own in worth)
        return Result(self._now(world)[1] >= len(self.phases), scores, ranks, self._reason(world))

    def _reason(self, world: AnyWorld) -> str:
        return self.rules.reasons[int(world.state.head.reason)] if self.rules.reasons else ""

    def forfeit(self, world: AnyWorld, seat: int, cause: str) -> None:
        """The match is lost for a seat."""
        self.kernels.forfeit(world, seat, self.rules.reasons.index(cause))

    def unsound(self, world: AnyWorld) -> str:
        """What makes a loaded state impossible; empty for a sound one."""
        sound = self.rules.unsound
        return "" if sound is None else sound.reasons[int(self.kernels.unsound(world))]

    def scene(self, world: AnyWorld, seat: int | None = None) -> dict[str, Any]:
        """What a viewer shows of a state as a seat knows it."""
        return self.seen(self.view(world, seat), seat)

    def seen(self, view: AnyWorld, seat: int | None) -> dict[str, Any]:
        """What a viewer shows of the view of a seat."""
        return self.scenes.scene(self, view, seat)


def chosen_backend() -> str | None:
    """The backend that JOUTE_BACKEND names; None where it is not set."""
    asked = os.environ.get(BACKEND) or None
    if asked not in (None, *BACKENDS):
        raise ParamError(
            Text(
                f"{BACKEND}: found {shown(asked)}, expected {' or '.join(BACKENDS)}",
                f"{BACKEND} : trouvé {shown(asked)}, attendu {' ou '.join(BACKENDS)}",
            )
        )
    return asked


def kernels_of(rules: Rules[Any, Any, Any, Any]) -> dict[str, Any]:
    """The declared kernels by name; None for those that are absent."""
    found = {name: getattr(rules, name) for name in KERNELS}
    found |= {name: None if rules.fog is None else getattr(rules.fog, name) for name in FOG}
    return found | {"unsound": None if rules.unsound is None else rules.unsound.kernel}
