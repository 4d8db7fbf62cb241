"""What a library has for batches (`batch_entries.py`): the kernels of steps and views, and where its games lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from joute.core import dispatch, playout, stepping
from joute.core.game import Game, kernels_of

from .batch_entries import ADDRESS, LENGTH, REST, STRIDE
from .proxies import COLUMN, POINTER, WORD, column_of

if TYPE_CHECKING:
    world: Any = None
    lookup_of = world


def world_at(x: Any, area: int, game: int) -> Any:
    return world(x[area + ADDRESS] + 8 * game * x[area + STRIDE], x[REST])


def lookup_at(x: Any, area: int, game: int) -> Any:
    return lookup_of(x[area + ADDRESS] + 8 * game * x[area + STRIDE])


def no_lookup_at(x: Any, area: int, game: int) -> Any:
    """For games without fog."""
    return 0


@intrinsic
def buffer_at(typing: Any, x: Any, area: Any, game: Any) -> Any:
    """A row of words; no function may return one, so this is none."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        batch, area, game = args
        words = make_array(COLUMN)(context, builder, batch).data
        address, stride, length = (
            builder.load(builder.gep(words, [builder.add(area, context.get_constant(WORD, at))]))
            for at in (ADDRESS, STRIDE, LENGTH)
        )
        start = builder.inttoptr(address, context.get_value_type(POINTER))
        return column_of(context, builder, builder.gep(start, [builder.mul(game, stride)]), length)

    return COLUMN(COLUMN, WORD, WORD), build


def makers(made: Mapping[str, Any], fog: bool, over: Callable[[dict[str, Any], Any], dict[str, Any]]) -> dict[str, Any]:
    """The same with what finds worlds, lookups and rows of a batch whose games lie one after the other."""
    namespace = dict(made) | {name: globals()[name] for name in ("ADDRESS", "STRIDE", "LENGTH", "REST")}
    found, looked = over(namespace, (world_at, lookup_at if fog else no_lookup_at)).values()
    return {**made, "world_at": found, "lookup_at": looked, "buffer_at": buffer_at}


def kernels(
    game: Game,
    own: Mapping[str, Any],
    over: Callable[[dict[str, Any], Any], dict[str, Any]],
    compiled: Callable[[Any], Any],
) -> dict[str, Any]:
    """The kernels of `stepping`, over those of a game, and `show_view`."""
    everything = SimpleNamespace(**dict.fromkeys(kernels_of(game.rules)) | {"renew": None} | dict(own))
    names = stepping.names(game, everything)
    seen = dispatch.functions(
        {"show_view": (_view_text(game), vars(everything) | names | {"copy_state": playout.copy_state})}, compiled
    )
    return over(vars(stepping) | names | seen, stepping.KERNELS) | seen


def _view_text(game: Game) -> str:
    """`show_view` makes a view; where there is fog, in one with room for all that a view alone holds."""
    lines = ["def show_view(w, view, seat, blank, blank_view, lookup, blank_lookup):"]
    fog = game.rules.fog
    if fog is None:
        lines += ["    renew(w.state, view.state)"]
        return "\n".join([*lines, "    hide(view, seat)" if game.rules.hide else "", ""])
    lines += ["    copy_state(blank_view.state, view.state)", "    copy_state(blank_lookup, lookup)"]
    lines += ["    survey(w, blank.state, view.state, lookup)"]
    lines += ["    recall(w, lookup, seat, view)"] if fog.recall else []
    for name in fog.view_only:
        lines += [f"    for at in range(view.state.head.{game.layout.counts[name]}):"]
        lines += [f"        view.state.{name}[at] = view.scratch.{name}[at]"]
    return "\n".join([*lines, "    reveal(w, lookup, seat, view)", ""])
