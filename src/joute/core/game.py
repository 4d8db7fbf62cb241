"""The contract of a game, and the one object through which everything else meets a game.

A game is a folder with these modules, found by `registry.py`:

`params.py`  PARAMETERS, a `Parameters`.
`board.py`   read(text, params), write(board), default(params, seats, seed), generate(params, seats, seed). Optional:
             demands(text), the parameters that a board asks for (its size, say); veil(board), the board without what
             players may not know.
`rules.py`   State and LAYOUT, Scratch and SCRATCH, PHASES, ACTIONS, OK, and the kernels below.
`api.py`     the champion API (`core/api.py` says how).
`scene.py`   scene(game, world, seat): everything a viewer shows of the view of a seat (None: of the truth), as JSON;
             drawing(scene): the same for a terminal (`core/drawing.py`); marks(scene): what happened on the way to it
             (`core/marks.py`). Optional: NAMES, a `Text` for each phase and each reason of an end, by its name.
`hand.py`    what a person may do (`core/hand.py` says how).
`http.py`    optional: Service(game, board, seed, lobby, invite, finished), an ASGI application that speaks the game's
             own protocol; it calls `finished` for each match that is over, with its first table, names and record.

Kernels take the world first. `setup(w, seats, seed)` writes the first state; `reindex(w)` rebuilds derived tables;
`asked(w, seat)` says whether a seat is asked; `check(w, seat, order)` judges an order and changes nothing; `apply(w,
seat, order)` makes an accepted order; `resolve(w)` ends the phase; `score(w, seat)`; `sample(w, seat, rng, row)` writes
a legal order into `row` and returns its length, or 0 to stop. Optional: `hide(w, seat)` removes what a seat may not
know; `standing(w, seat)` ranks where scores do not; `forfeit(w, seat, cause)` makes a failing champion lose the match;
`unsound(w)` returns 0 for a sound state, else the index in UNSOUND of what makes a loaded state impossible (a turn that
contradicts the phase, a view passed off as the truth, rows that contradict each other); it is called after `reindex`,
on a state in which a phase begins. `renew(source, target)` makes one state equal to another, where a game can do that
faster than by copying every value.

Games with many seats have, in place of `hide`, two kernels that make views at a cost that grows with what they show.
`survey(w, earlier, common, lookup)` writes what all views of a state share: what everybody knows into the state
`common` (all zero before), and what helps to find the rest into `lookup`, declared in SURVEY with sizes that depend on
board and parameters alone. `lookup` comes as the survey of the state `earlier` of the same match left it (all zero:
none). `reveal(w, lookup, seat, view)` adds what a seat knows to the world `view`, whose state is a copy of `common`; it
may store in `lookup` what it computes. Tables named in VIEW_ONLY are filled in views alone: `recall(w, lookup, seat,
view)` writes them into the scratch buffers of the same names, and their counts into `view`; it is not called again as
long as `survey` returns true: nothing changed in them.

The first table of the state is `head`, one row with at least the columns `turn` and `phase`; a phase number past the
end of PHASES means that the game is over. A column `reason` is an index into REASONS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from .api import Api, Row
from .buffers import Dims, Layout
from .errors import BoardError
from .events import EVENT_COLUMNS
from .world import AnyWorld, Phase, Result, Turn, World

if TYPE_CHECKING:
    from types import ModuleType

    from .info import Info

ORDERS_MOST = 65_536
"""How many orders a turn holds where the rules do not say."""


class Survey(NamedTuple):
    """What all views of one state share: `common` is what everybody knows, `lookup` helps to find the rest.

    `view_only` has, for each seat that was asked for, its tables of VIEW_ONLY.
    """

    state: Any
    common: Any
    lookup: Any
    view_only: dict[int, dict[str, Any]]


class Game:
    """A set of rules with its parameters settled. Nothing in it changes during a match."""

    compiled_backend = False

    def __init__(self, package: str, preset: str | None = None, overrides: Mapping[str, Any] | None = None) -> None:
        self.package = package
        self.name = package.rpartition(".")[2]
        self.info: Info = import_module(package).INFO
        self.rules = self.module("rules")
        self.boards = self.module("board")
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
        from .kernels import bound_playout

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
        from .kernels import CompiledGame

        return CompiledGame(self, boundscheck)

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
        demands = getattr(self.boards, "demands", None)
        return Game(self.package, self.preset, demands(text) | self.overrides) if demands else self

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
