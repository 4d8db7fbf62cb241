"""Dispatch, written as source: one kernel that calls the kernel of each action, or of each query, by its number.

Compiled code cannot index a tuple of different kernels, so both backends run the same chain of comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .types import Array, answers_rows

if TYPE_CHECKING:
    from .api import Argument, Function
    from .rules import Rules

Sources = dict[str, tuple[str, dict[str, Any]]]
"""For each generated kernel its text, and the kernels that it names."""


def sources(rules: Rules[Any, Any, Any, Any], actions: Sequence[Function], queries: Sequence[Function]) -> Sources:
    """`check`, `apply` and `answer` of a game."""
    checks = {f"check_{action.name}": action.check for action in rules.actions}
    applies = {f"apply_{action.name}": action.apply for action in rules.actions}
    answers = {f"answer_{query.name}": query.kernel for query in queries}
    head = ["def check(w, seat, order):"]
    if rules.gate is not None:
        head += ["    refusal = gate(w, seat, order[0])", f"    if refusal != {rules.ok}:", "        return refusal"]
    calls = [(f"check_{action.name}", arguments(action.arguments, "order", 1)) for action in actions]
    check = _chain(head, "order[0]", [f"return {name}({', '.join(['w', 'seat', *args])})" for name, args in calls])
    calls = [(f"apply_{action.name}", arguments(action.arguments, "order", 1)) for action in actions]
    made = [f"{name}({', '.join(['w', 'seat', *args])})" for name, args in calls]
    apply = _chain(["def apply(w, seat, order):"], "order[0]", made)
    asked = [f"return int({_question(query)})" for query in queries]
    answer = _chain(["def answer(w, seat, query, given, out):"], "query", asked or ["return 0"])
    gate = {} if rules.gate is None else {"gate": rules.gate}
    return {"check": (check, checks | gate), "apply": (apply, applies), "answer": (answer, answers)}


def functions(texts: Sources, wrap: Callable[[Any], Any] = lambda function: function) -> dict[str, Any]:
    """The generated kernels."""
    made = {}
    for name, (text, names) in texts.items():
        namespace = dict(names)
        exec(text, namespace)
        made[name] = wrap(namespace[name])
    return made


def arguments(declared: Sequence[Argument], row: str, start: int) -> list[str]:
    """The expressions that read flattened arguments from a row, as a kernel takes them."""
    fixed, lists, found = start, "", list[str]()
    for argument in declared:
        if isinstance(argument.type, Array):
            width = argument.type.item.width
            if width is None:
                raise TypeError(f"argument {argument.name}: a list of lists cannot reach a kernel")
            count = f"{row}[{fixed}{lists}]"
            found += [row, f"{fixed + 1}{lists}", count]
            fixed, lists = fixed + 1, f"{lists} + {width} * {count}"
        else:
            for _ in range(argument.type.width or 0):
                found.append(f"{row}[{fixed}{lists}]")
                fixed += 1
    return found


def _question(query: Function) -> str:
    out = ["out"] if answers_rows(query.returns) else []
    return f"answer_{query.name}({', '.join(['w', 'seat', *arguments(query.arguments, 'given', 0), *out])})"


def _chain(head: list[str], number: str, branches: list[str]) -> str:
    lines = list(head)
    for index, branch in enumerate(branches):
        last = index == len(branches) - 1
        returns = "" if branch.startswith("return") else "\n        return"
        lines.append(f"    {branch}" if last else f"    if {number} == {index}:\n        {branch}{returns}")
    return "\n".join(lines) + "\n"
