"""What the library of a policy has besides the kernels of its game (`lowering.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from joute.core import policy_play
from joute.core.game import Game, kernels_of
from joute.core.policy import Policy
from joute.core.sampler import kernel_over, sampled

from . import proxies
from .blocks import mind_plan
from .library import digest
from .proxies import Group, group_maker

column: Any = proxies.column
pointer_at: Any = proxies.pointer_at


def mind_at(minds: Any, seat: int) -> Any:
    """The mind of a seat. All are as long as the first, whose length is the last of its offsets."""
    return pointer_at(minds, seat * column(minds, MIND_HEADER)[MIND_HEADER - 1])


MIND_HEADER = 0


def kernels(
    game: Game,
    policy: Policy,
    own: Mapping[str, Any],
    copies: Mapping[Any, Any],
    over: Callable[[dict[str, Any], Any], dict[str, Any]],
    compiled: Callable[[Any], Any],
) -> dict[str, Any]:
    """The kernels of `policy_play`, over those of a game and of a policy."""
    plan = mind_plan(policy)
    unique = digest(game, policy)  # numba takes types of one name for the same
    groups = {name: Group(f"{unique}.{name}", node, constant=name == "weights") for name, node in plan.nodes.items()}
    kernel = compiled(kernel_over(policy, own["sample"])) if policy.kernel is sampled else copies[policy.kernel]
    everything = SimpleNamespace(**dict.fromkeys(kernels_of(game.rules)) | {"renew": None} | dict(own))
    namespace = vars(policy_play) | policy_play.names(game, everything) | {"policy": kernel, "int": int}
    namespace |= {f"{name}_of": group_maker(group) for name, group in groups.items()}
    if game.rules.hide is None:
        namespace["hide"] = compiled(policy_play.hide_nothing)
    reader = over({"pointer_at": pointer_at, "column": column, "MIND_HEADER": plan.header}, (mind_at,))
    return reader | over(namespace | reader, policy_play.KERNELS)
