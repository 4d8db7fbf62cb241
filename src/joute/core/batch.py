"""A batch of games on one board, played by compiled code: at random, by a policy, or step by step, for learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .game import Game
from .playout import ORDERS_GIVEN, ORDERS_REFUSED, PHASES_PLAYED, TALLY_COLUMNS
from .stepping import SEAT
from .world import AnyWorld, Result

if TYPE_CHECKING:
    from .backends.blocks import BatchView
    from .backends.host_batch import HostBatch
    from .backends.native import NativeGame
    from .backends.plane_batch import Device, PlaneBatch, PlaneView
    from .columns import Dims
    from .policy import Policy
    from .table import Table

LOG_LENGTH = 1 << 16
SIDE_LOG, POLICY_LOG = 1 << 10, 1 << 13
"""Words of the log of a game that lies beside others, at least: policies note the orders of all turns."""
FOREVER = 2**62


class Autoreset(StrEnum):
    """When a game that is over goes back to the first position, as Gymnasium's `AutoresetMode`: never by itself, in the
    next step, which ignores what is given, or in the step that ends it."""

    DISABLED = "Disabled"
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"


class Step(NamedTuple):
    """What a step of a batch has done, by game: arrays of its device, of which the game is the first index."""

    answers: Any
    """The game's own answer to the order, or one of those of `joute.core.stepping`, which are negative."""
    acting: Any
    """The seat that acts next, -1 where the game is over."""
    over: Any
    """Whether the game was over at the end of the step; then scores and ranks are final."""
    scores: Any
    """By game and seat."""
    ranks: Any
    """By game and seat: 1 is best, and equal ranks are ties."""


class Saved(NamedTuple):
    """Copies of some games of a batch."""

    rows: Any
    parts: list[Any]


class RandomPlayer:
    """The buffers one thread needs to play at random: a draft, a generator, a row, a log and a tally."""

    def __init__(self, game: Game, world: AnyWorld, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.world = game.own(world)
        self.draft = self.world._replace(state=game.copy(world).state)
        self.row = game.row([0] * game.api.row_most)
        self.log = game.row([0] * LOG_LENGTH)
        self.tally = game.row([0] * TALLY_COLUMNS)
        self.rng = game.generator(0)

    @property
    def phases(self) -> int:
        return int(self.tally[PHASES_PLAYED])

    @property
    def orders(self) -> int:
        return int(self.tally[ORDERS_GIVEN])

    @property
    def refused(self) -> int:
        """Orders that the game sampled and then refused: a bug of the game."""
        return int(self.tally[ORDERS_REFUSED])

    def play(self, world: AnyWorld, seed: int, most: int = FOREVER) -> None:
        """Play a world on at random, in place, up to `most` phases."""
        self.rng[0] = seed & 0xFFFFFFFF
        self.game.random_play(self, world, most)


Weights = Sequence[Sequence[Mapping[str, int] | None]]


class Batch:
    """Many games that go on from the position of one table. `states` reads like a state of which every number and every
    column has one more index, the game: `batch.states.players.gold[seat, game]`. They are numpy arrays.

    With a policy it plays all seats; `weights` has, for each game and each seat, those that are not its defaults.
    `log` is how many words the orders of a phase may take where seats act at once.
    """

    def __init__(
        self,
        table: Table,
        seeds: Sequence[int],
        policy: Policy | None = None,
        weights: Weights | None = None,
        *,
        device: str | Device = "cpu",
        autoreset: Autoreset | str = Autoreset.DISABLED,
        log: int | None = None,
    ) -> None:
        if table.game.backend != "native":
            raise ValueError("a batch needs a table of a native game: joute.Table(game.native())")
        if not len(seeds):
            raise ValueError("a batch needs at least one seed")
        self.game = game = cast("NativeGame", table.game)
        self.seats = table.seats
        self.size = len(seeds)
        self.orders = 0
        self.phases = 0
        self.autoreset = Autoreset(getattr(autoreset, "value", autoreset))
        self._first = game.copy(table.world)
        dims = game.dims(table.board, table.seats)
        self._memory = self._placed(device, dims)
        self._memory.fill("RNGS", [seed & 0xFFFFFFFF for seed in seeds])
        least = SIDE_LOG if policy is None else POLICY_LOG
        self._log = log or max(least, 2 * self.seats * (2 + game.api.row_most))
        self._stepping = False
        self._policy = policy
        if policy is not None:
            _require_played(game)
            self._memory.follow(policy, dims, seeds, weights)

    def _placed(self, device: str | Device, dims: Dims) -> HostBatch | PlaneBatch:
        """The memory of the batch."""
        if device == "cpu":
            from .backends.host_batch import HostBatch

            return HostBatch(self.game, self._first, self.seats, self.size)
        from .backends.plane_batch import PlaneBatch

        if isinstance(device, str):
            if device != "cuda":
                raise ValueError(f'found device={device!r}, expected "cpu" or "cuda"')
            from .backends.cuda import CudaDevice

            device = CudaDevice()
        return PlaneBatch(self.game, self._first, self.seats, self.size, dims, device)

    @property
    def states(self) -> BatchView | PlaneView:
        return self._memory.view("STATES")

    # Whole turns

    def play(self, most: int = FOREVER, threads: int = 1) -> None:
        """Play every game on, at random or by its policy, up to `most` phases each. A turn that has begun is begun
        anew."""
        play = self._memory.play if self._policy is None else self._memory.play_policy
        tally = play(most, threads, self._log)
        self.orders += tally[ORDERS_GIVEN]
        self.phases += tally[PHASES_PLAYED]
        self._stepping = False

    # Steps

    @property
    def acting(self) -> Any:
        """By game, the seat that acts next; -1 where the game is over."""
        self._step_on()
        return self._memory.array("TURNS")[:, SEAT].copy()

    def step(self, orders: Any, threads: int = 1) -> Step:
        """Give in every game one order of the seat that acts: a row for each game, the number of the action and then
        its arguments, flattened. A row that begins with -1 ends the turn of the seat."""
        memory = self._memory
        self._step_on()
        given = memory.asarray(orders)
        if given.ndim != 2 or given.shape[0] != self.size or not given.shape[1]:
            raise ValueError(
                f"orders have the shape {tuple(given.shape)}, expected a row for each of {self.size} games"
            )
        memory.room("ORDERS", given.shape[1])
        memory.array("ORDERS")[:] = given
        memory.call("batch_step", list(Autoreset).index(self.autoreset), threads=threads)
        return Step(memory.array("ANSWERS")[:, 0].copy(), self.acting, *self._outcomes())

    def legal(self, orders: Any, threads: int = 1) -> Any:
        """By game and order, whether the seat that acts may give it: the same orders for all games, a row each, filled
        up with whatever is at hand."""
        memory = self._memory
        self._step_on()
        given = memory.asarray(orders)
        memory.set_same("CANDIDATES", given)
        memory.room("VERDICTS", given.shape[0])
        memory.call("batch_judge", given.shape[1], threads=threads)
        return memory.array("VERDICTS") != 0

    def observe(self, seats: Any = None, threads: int = 1) -> BatchView | PlaneView:
        """What a seat of every game knows: the one that acts, with the orders of its turn, or those that are given, -1
        for none. It reads like `states`, and is written over by the next call."""
        memory = self._memory
        self._step_on()
        memory.views()
        memory.array("CHOICES")[:, 0] = self.acting if seats is None else memory.asarray(seats)
        memory.call("batch_view", threads=threads)
        return memory.view("VIEWS")

    def reset(self, rows: Any = None) -> None:
        """Go back to the first position, in chosen games (indices, or a truth value for each) or in all."""
        self._step_on()
        self._begin(2, slice(None) if rows is None else rows)

    def clone(self, rows: Any = None) -> Saved:
        """Copies of chosen games, the orders of their turns included."""
        self._step_on()
        chosen = slice(None) if rows is None else rows
        return Saved(chosen, self._memory.saved(LASTING, chosen))

    def restore(self, saved: Saved, rows: Any = None) -> None:
        """Make games what they were: those that were copied, or others, as many; or any number from one copy."""
        self._step_on()
        self._memory.restore(LASTING, saved.rows if rows is None else rows, saved.parts)

    def _step_on(self) -> None:
        """Begin the turns of all games, if they have not begun."""
        if not self._stepping:
            self._memory.step_room(self._log)
            self._stepping = True
            self._begin(1, slice(None))

    def _begin(self, choice: int, rows: Any) -> None:
        choices = self._memory.array("CHOICES")
        choices[:] = 0
        choices[rows] = choice
        self._memory.call("batch_begin")

    # Results

    def _outcomes(self) -> tuple[Any, Any, Any]:
        out = self._memory.array("OUTCOMES").copy()
        return out[:, 0] != 0, out[:, 1 : 1 + self.seats], out[:, 1 + self.seats :]

    def outcomes(self) -> tuple[Any, Any, Any]:
        """As in `Step`, of every game as it stands: whether it is over, scores and ranks."""
        self._memory.room("OUTCOMES", 1 + 2 * self.seats)
        self._memory.call("batch_outcomes")
        return self._outcomes()

    def results(self) -> list[Result]:
        """The result of every game as it stands."""
        return [self.game.result(self.world(index), self.seats) for index in range(self.size)]

    def world(self, index: int) -> AnyWorld:
        """One game of the batch, as a world of its own."""
        return self.game.with_state(self._first, self._memory.block(index))


LASTING = ("STATES", "DRAFTS", "TURNS", "LOGS", "RNGS")
"""The areas that make a game what it is."""


def _require_played(game: NativeGame) -> None:
    if game.rules.fog is not None:
        raise ValueError(f"{game.name}: a batch cannot play by a policy where views have sizes of their own")
