# mypy: ignore-errors
# ruff: noqa
"""Games in the old style, until the last of them is declared anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from . import game as new
from .api import Api, Row
from .boards import Boards
from .buffers import Dims, Layout
from .errors import BoardError
from .hand import Hand
from .legacy_events import EVENT_COLUMNS
from .scenes import Scenes
from .world import AnyWorld, Phase, Result, Turn, World
from .game import Survey

if TYPE_CHECKING:
    from types import ModuleType

    from .info import Info

ORDERS_MOST = 65_536


class LegacyGame(new.Game):
    """A set of rules with its parameters settled. Nothing in it changes during a match."""

    compiled_backend = False

    def __init__(self, package: str, preset: str | None = None, overrides: Mapping[str, Any] | None = None) -> None:
        self.package = package
        self.name = package.rpartition(".")[2]
        self.info: Info = import_module(package).INFO
        self.rules = self.module("rules")
        m = self.module("board")
        self.boards = Boards(
            kind=m.Board,
            read=m.read,
            write=m.write,
            generate=m.generate,
            default=m.default,
            demands=getattr(m, "demands", None),
            veil=getattr(m, "veil", None),
            write_json=getattr(m, "write_json", None),
            unreadable=getattr(m, "UNREADABLE", ""),
        )
        self.parameters = self.module("params").PARAMETERS
        self.overrides = dict(overrides or {})
        self.preset: str = preset or self.parameters.presets[0]
        self.params: dict[str, Any] = self.parameters.resolve(self.preset, self.overrides)
        self.kernels: Any = self.rules
        self.layout: Layout = self.rules.LAYOUT
        self.phases: tuple[Phase, ...] = self.rules.PHASES
        self.ok: int = self.rules.OK
        self.live: bool = getattr(self.rules, "LIVE", False)
        self.orders_most: int = getattr(self.rules, "ORDERS_MOST", ORDERS_MOST)
        self.orders_refusal: int | None = getattr(self.rules, "ORDERS_REFUSAL", None)
        self._turn_column = self._head_column("turn")
        self._phase_column = self._head_column("phase")
        self._reason_column = self.layout.column("head", "reason")

    def module(self, name: str) -> ModuleType:
        """A module of the game's folder."""
        return import_module(f"{self.package}.{name}")

    @cached_property
    def api(self) -> Api:
        return Api(self.module("api"), self.rules.ACTIONS)

    @cached_property
    def playout(self) -> Any:
        """The generic random playout over this game's kernels."""
        from .legacy_kernels import bound_playout

        return bound_playout(self.rules)

    @cached_property
    def constants(self) -> dict[str, Any]:
        """The constants champions see."""
        constants: dict[str, Any] = self.parameters.constants(self.params)
        return constants

    @property
    def call_ms(self) -> int | None:
        """The time the game's parameters give a champion for one callback; None where they say nothing."""
        name = self.parameters.call_ms
        return None if name is None else int(self.params[name])

    @property
    def forfeits(self) -> bool:
        """Whether a failing champion loses the match at once."""
        return hasattr(self.rules, "forfeit")

    @property
    def foggy(self) -> bool:
        """Whether a seat may not know everything."""
        return hasattr(self.rules, "hide") or self.surveys

    @cached_property
    def surveys(self) -> bool:
        """Whether the views of a state share a survey."""
        return hasattr(self.rules, "reveal")

    def compiled(self, boundscheck: bool = False) -> Game:
        """The same game on its compiled twin. Needs the extra `fast`."""
        from .legacy_kernels import CompiledGame

        return CompiledGame(self, boundscheck)

    @cached_property
    def scenes(self):
        m = self.module("scene")
        return Scenes(scene=m.scene, drawing=m.drawing, marks=getattr(m, "marks", None), names=getattr(m, "NAMES", {}))

    @cached_property
    def hand(self):
        m = self.module("hand")
        return Hand(
            places=m.places,
            offers=m.offers,
            describe_order=m.describe_order,
            refusal=m.refusal,
            aim=getattr(m, "aim", None),
        )

    def forfeit(self, world, seat, cause):
        self.kernels.forfeit(world, seat, self.rules.REASONS.index(cause))

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
        return LegacyGame(self.package, self.preset, demands(text) | self.overrides) if demands else self

    # Worlds

    def new(self, board: Any, seats: int, seed: int) -> AnyWorld:
        """The first state of a match on a board."""
        world = self.world(board, self.layout.empty(self.dims(board, seats)), seats)
        self.kernels.setup(world, seats, seed)
        self.kernels.reindex(world)
        return world

    def dims(self, board: Any, seats: int) -> Dims:
        return Dims(board, seats, self.params)

    def world(self, board: Any, state: Any, seats: int) -> AnyWorld:
        """A world around a state of lists, with scratch of its own."""
        scratch = self.rules.SCRATCH.empty(self.dims(board, seats))
        return self._hosted(World(state, board, self.parameters.as_buffer(self.params), scratch))

    def _hosted(self, world: AnyWorld) -> AnyWorld:
        """The world in the buffers of this backend."""
        return world

    def row(self, order: Sequence[int]) -> Any:
        """An order in the buffers of this backend."""
        return order

    def copy(self, world: AnyWorld) -> AnyWorld:
        """The same world with a state of its own; board, parameters and scratch are shared."""
        state = world.state
        return world._replace(state=type(state)(*[buffer.copy() for buffer in state]))

    def own(self, world: AnyWorld) -> AnyWorld:
        """The same world with a state and scratch of its own, for another thread."""
        scratch = world.scratch
        return self.copy(world)._replace(scratch=type(scratch)(*[buffer.copy() for buffer in scratch]))

    def listening(self, world: AnyWorld, events: int) -> AnyWorld:
        """The same world with room for some events; 0 for none."""
        room: Any = [0] * (1 + events * EVENT_COLUMNS if events else 0)
        return world._replace(scratch=world.scratch._replace(events=self.row(room)))

    # The contract

    def turn(self, world: AnyWorld, seats: int) -> Turn:
        """Who is asked now."""
        number = int(world.state.head[self._turn_column])
        phase = int(world.state.head[self._phase_column])
        if phase >= len(self.phases):
            return Turn(number, "over", "", ())
        asked = tuple(seat for seat in range(seats) if self.kernels.asked(world, seat))
        return Turn(number, self.phases[phase].name, self.phases[phase].callback, asked)

    def acts(self, world: AnyWorld) -> bool:
        """Whether orders given in this phase count."""
        phase = int(world.state.head[self._phase_column])
        return phase < len(self.phases) and self.phases[phase].acts

    def check(self, world: AnyWorld, seat: int, order: Row) -> int:
        """The game's own answer to an order; changes nothing."""
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
        if not self.surveys:
            return None
        common = self._blank(world.state)
        before = earlier or Survey(self._blank(world.state), None, self._unsurveyed(world.board), {})
        same = self.kernels.survey(world, before.state, common, before.lookup)
        return Survey(self.copy(world).state, common, before.lookup, before.view_only if same else {})

    def _blank(self, state: Any) -> Any:
        return type(state)(*[self.row([0] * len(buffer)) for buffer in state])

    def _unsurveyed(self, board: Any) -> Any:
        layout: Layout = self.rules.SURVEY
        return layout.kind(*map(self.row, layout.empty(self.dims(board, 0))))

    def view(self, world: AnyWorld, seat: int | None, survey: Survey | None = None) -> AnyWorld:
        """A new world with what a seat may know; None knows everything. Several views share the world's survey."""
        if seat is None or not self.foggy:
            return self.copy(world)
        shared = survey or self.survey(world)
        if shared is None:
            seen = self.copy(world)
            self.kernels.hide(seen, seat)
            return seen
        seen = self.copy(world._replace(state=shared.common))
        self.kernels.reveal(world, shared.lookup, seat, seen)
        return self._with_view_only(world, seat, shared, seen) if hasattr(self.rules, "VIEW_ONLY") else seen

    def _with_view_only(self, world: AnyWorld, seat: int, survey: Survey, view: AnyWorld) -> AnyWorld:
        """The view with the tables that views alone hold."""
        if seat not in survey.view_only:
            self.kernels.recall(world, survey.lookup, seat, view)
            used = {name: self.layout.used(view.state, name) for name in self.rules.VIEW_ONLY}
            survey.view_only[seat] = {name: getattr(view.scratch, name)[:count].copy() for name, count in used.items()}
        tables = survey.view_only[seat]
        for name, buffer in tables.items():
            self.layout.use(view.state, name, len(buffer))
        return view._replace(state=view.state._replace(**{name: buffer.copy() for name, buffer in tables.items()}))

    def sample(self, world: AnyWorld, seat: int, rng: Any) -> Row | None:
        """A legal order, or None to stop. Changes nothing but the generator."""
        row = self.row([0] * self.api.row_most)
        length = int(self.kernels.sample(world, seat, rng, row))
        return tuple(int(number) for number in row[:length]) if length else None

    def generator(self, seed: int) -> Any:
        """The state of a random generator for `sample`, in a buffer of this backend."""
        return self.row([seed & 0xFFFFFFFF])

    def result(self, world: AnyWorld, seats: int) -> Result:
        """Scores and ranks as they stand."""
        scores = tuple(int(self.kernels.score(world, seat)) for seat in range(seats))
        standing: Callable[[AnyWorld, int], int] = getattr(self.kernels, "standing", self.kernels.score)
        worth = [int(standing(world, seat)) for seat in range(seats)]
        ranks = tuple(1 + sum(other > own for other in worth) for own in worth)
        over = int(world.state.head[self._phase_column]) >= len(self.phases)
        column = self._reason_column
        reason = "" if column is None else self.rules.REASONS[int(world.state.head[column])]
        return Result(over, scores, ranks, reason)

    def unsound(self, world: AnyWorld) -> str:
        """What makes a loaded state impossible; empty for a sound one."""
        unsound = getattr(self.kernels, "unsound", None)
        return str(self.rules.UNSOUND[int(unsound(world))]) if unsound else ""

    def scene(self, world: AnyWorld, seat: int | None = None) -> dict[str, Any]:
        """What a viewer shows of a state as a seat knows it."""
        return self.seen(self.view(world, seat), seat)

    def seen(self, view: AnyWorld, seat: int | None) -> dict[str, Any]:
        """What a viewer shows of the view of a seat."""
        scene: dict[str, Any] = self.module("scene").scene(self, view, seat)
        return scene

    def _head_column(self, name: str) -> int:
        column = self.layout.column("head", name)
        if column is None:
            raise TypeError(f"{self.package}.rules: the table `head` needs a column `{name}`")
        return column
