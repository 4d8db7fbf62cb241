"""What the library of a policy has besides the kernels of its game (`lowering.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from joute.core import policy_play
from joute.core.game import Game, kernels_of
from joute.core.policy import Policy
from joute.core.sampler import kernel_over, sampled

from . import planes, proxies
from .batch_entries import LENGTH, MINDS
from .blocks import mind_plan
from .library import digest
from .plane_layout import PlanePlans
from .proxies import Group, group_maker

column: Any = proxies.column
pointer_at: Any = proxies.pointer_at
mind_of: Any = None


def mind_at(minds: Any, seat: int) -> Any:
    """The mind of a seat. All are as long as the first, whose length is the last of its offsets."""
    return pointer_at(minds, seat * column(minds, MIND_HEADER)[MIND_HEADER - 1])


MIND_HEADER = 0


def mind_beside(minds: Any, seat: int) -> Any:
    """The same in a batch of games that lie side by side; `minds` are the batch and the number of the game."""
    x, game = minds
    return mind_of(x, MINDS, game + seat * x[MINDS + LENGTH])


def weights_of(mind: Any) -> Any:
    return mind.weights


def memory_of(mind: Any) -> Any:
    return mind.memory


def chance_of(mind: Any) -> Any:
    return mind.chance


def kernels(
    game: Game,
    policy: Policy,
    plans: PlanePlans | None,
    checked: bool,
    own: Mapping[str, Any],
    copies: Mapping[Any, Any],
    over: Callable[[dict[str, Any], Any], dict[str, Any]],
    compiled: Callable[[Any], Any],
) -> dict[str, Any]:
    """The kernels of `policy_play`, over those of a game and of a policy."""
    unique = digest(game, policy)  # numba takes types of one name for the same
    reader = _in_blocks(policy, unique, over) if plans is None else _in_planes(plans, unique, checked, over)
    kernel = compiled(kernel_over(policy, own["sample"])) if policy.kernel is sampled else copies[policy.kernel]
    everything = SimpleNamespace(**dict.fromkeys(kernels_of(game.rules)) | {"renew": None} | dict(own))
    namespace = vars(policy_play) | policy_play.names(game, everything) | {"policy": kernel, "int": int}
    if game.rules.hide is None:
        namespace["hide"] = compiled(policy_play.hide_nothing)
    return reader | over(namespace | reader, policy_play.KERNELS)


def _in_blocks(policy: Policy, unique: str, over: Callable[[dict[str, Any], Any], dict[str, Any]]) -> dict[str, Any]:
    """What reads minds that lie one after the other."""
    plan = mind_plan(policy)
    groups = {name: Group(f"{unique}.{name}", node, constant=name == "weights") for name, node in plan.nodes.items()}
    names = {"pointer_at": pointer_at, "column": column, "MIND_HEADER": plan.header}
    return over(names, (mind_at,)) | {f"{name}_of": group_maker(group) for name, group in groups.items()}


def _in_planes(
    plans: PlanePlans, unique: str, checked: bool, over: Callable[[dict[str, Any], Any], dict[str, Any]]
) -> dict[str, Any]:
    """What reads minds that lie side by side."""
    assert plans.mind is not None
    found = planes.finder(planes.group(f"{unique}.{plans.code}", "mind", plans.mind, checked))
    names = {"mind_of": found, "MINDS": MINDS, "LENGTH": LENGTH}
    made = over(names, (mind_beside, weights_of, memory_of, chance_of))
    return made | {"mind_at": made.pop("mind_beside")}
