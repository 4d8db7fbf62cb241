"""Dispatch, written as source: one kernel that calls the kernel of each action, or of each query, by its number.

Compiled code cannot index a tuple of different kernels, so both backends run the same chain of comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .types import Array

if TYPE_CHECKING:
    from .api import Argument, Function
    from .rules import Rules

Sources = dict[str, tuple[str, dict[str, Any]]]
"""For each generated kernel its text, and the kernels that it names."""


def sources(rules: Rules[Any, Any, Any, Any], actions: Sequence[Function], queries: Sequence[Function]) -> Sources:
    """`check(w, seat, order)`, `apply(w, seat, order)`, `answer(w, seat, query, given, out)` and `measure(order)` of a
    game: the length of an order, 0 if it has a list that is too long."""
    check = ["def check(w, seat, order):"]
    names: dict[str, Any] = {f"check_{action.name}": action.check for action in rules.actions}
    if rules.gate is not None:
        check += ["    refusal = gate(w, seat, order[0])", f"    if refusal != {rules.ok}:", "        return refusal"]
        names["gate"] = rules.gate
    check += _chain("order[0]", [f"return check_{action.name}({_order(action)})" for action in actions])
    apply = ["def apply(w, seat, order):", *_chain("order[0]", [f"apply_{a.name}({_order(a)})" for a in actions])]
    answer = ["def answer(w, seat, query, given, out):"]
    answer += _chain("query", [f"return int(answer_{query.name}({_question(query)}))" for query in queries])
    measure = ["def measure(order):", *(line for action in actions for line in _length(action))]
    return {
        "measure": (_text(measure, "return 0"), {}),
        "check": (_text(check, f"return {rules.ok}"), names),
        "apply": (_text(apply, "return"), {f"apply_{action.name}": action.apply for action in rules.actions}),
        "answer": (_text(answer, "return 0"), {f"answer_{query.name}": query.kernel for query in queries}),
    }


def functions(texts: Sources, wrap: Callable[[Any], Any] = lambda function: function) -> dict[str, Any]:
    """The generated kernels."""
    made = {}
    for name, (text, names) in texts.items():
        namespace = dict(names)
        exec(text, namespace)
        made[name] = wrap(namespace[name])
    return made


def _order(action: Function) -> str:
    return ", ".join(["w", "seat", *_arguments(action.arguments, "order", 1)])


def _question(query: Function) -> str:
    out = ["out"] if query.rows else []
    return ", ".join(["w", "seat", *_arguments(query.arguments, "given", 0), *out])


def _arguments(declared: Sequence[Argument], row: str, start: int) -> list[str]:
    """The expressions that read flattened arguments from a row, as a kernel takes them."""
    fixed, lists, texts = start, "", list[str]()
    for argument in declared:
        if isinstance(argument.type, Array):
            if argument.type.item.width is None:
                raise TypeError(f"argument {argument.name}: a list of lists cannot reach a kernel")
            count = f"{row}[{fixed}{lists}]"
            texts += [row, f"{fixed + 1}{lists}", count]
            fixed, lists = fixed + 1, f"{lists} + {argument.type.item.width} * {count}"
        else:
            for _ in range(argument.type.width or 0):
                texts.append(f"{row}[{fixed}{lists}]")
                fixed += 1
    return texts


def _length(action: Function) -> list[str]:
    """The lines that measure one action."""
    lines = [f"    if order[0] == {action.code}:", "        at = 1"]
    for argument in action.arguments:
        if isinstance(argument.type, Array):
            lines += [f"        if at >= len(order) or order[at] < 0 or order[at] > {argument.type.most}:"]
            lines += ["            return 0", f"        at += 1 + order[at] * {argument.type.item.width}"]
        else:
            lines += [f"        at += {argument.type.width}"]
    return [*lines, "        return at"]


def _chain(number: str, calls: Sequence[str]) -> list[str]:
    lines = []
    for index, call in enumerate(calls):
        lines += [f"    if {number} == {index}:", f"        {call}"]
        lines += [] if call.startswith("return") else ["        return"]
    return lines


def _text(lines: Sequence[str], last: str) -> str:
    return "\n".join([*lines, f"    {last}", ""])
