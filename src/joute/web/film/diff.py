"""How a JSON value becomes another: `patch(old, diff(old, new)) == new`.

`[value]` replaces; for an object `{key: Diff, ..., "-": [keys that go]}`; for a list `{"=": new length, "3": Diff,
...}`; `{}` leaves it. Values that compare equal stay as they are.
"""

from __future__ import annotations

from typing import Any

Diff = Any

GONE, LENGTH = "-", "="


def diff(old: Any, new: Any) -> Diff:
    """The change from one value to another."""
    if old == new:
        return {}
    if type(old) is dict and type(new) is dict and not {GONE, LENGTH} & (old.keys() | new.keys()):
        return _objects(old, new)
    if type(old) is list and type(new) is list:
        return _lists(old, new)
    return [new]


def _objects(old: dict[str, Any], new: dict[str, Any]) -> Diff:
    change: dict[str, Any] = {}
    for key, value in new.items():
        if key not in old:
            change[key] = [value]
        elif old[key] != value:
            change[key] = diff(old[key], value)
    gone = [key for key in old if key not in new]
    return change | {GONE: gone} if gone else change


def _lists(old: list[Any], new: list[Any]) -> Diff:
    change: dict[str, Any] = {LENGTH: len(new)}
    for at, (before, after) in enumerate(zip(old, new, strict=False)):
        if before != after:
            change[str(at)] = diff(before, after)
    return change | {str(at): [new[at]] for at in range(len(old), len(new))}


def patch(old: Any, change: Diff) -> Any:
    """The value after a change. The old value is not modified."""
    if isinstance(change, list):
        return change[0]
    if not change:
        return old
    if isinstance(old, list):
        return [_item(old, change, at) for at in range(change[LENGTH])]
    rest = {key: value for key, value in old.items() if key not in change.get(GONE, ())}
    return rest | {key: patch(old.get(key), value) for key, value in change.items() if key != GONE}


def _item(old: list[Any], change: dict[str, Any], at: int) -> Any:
    before = old[at] if at < len(old) else None
    return patch(before, change[str(at)]) if str(at) in change else before
