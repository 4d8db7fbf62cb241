"""The expressions of scenarios (literals, names, calls, columns of a dump), and when two values are the same."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

CONSTANTS = {"count": len, "sum": sum, "true": True, "false": False, "null": None}


class ExpressionError(ValueError):
    """Text that is no expression, or names what is not there."""


def evaluate(text: str, names: Mapping[str, Any]) -> Any:
    """The value of an expression: literals, names, calls, `table.column`, `rows[number]`."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise ExpressionError(f"{text} is not an expression") from None
    return _value(tree, names)


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name) if name in names:
            return names[name]
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand, names)
        case ast.Tuple(items):
            return tuple(_value(item, names) for item in items)
        case ast.List(items):
            return [_value(item, names) for item in items]
        case ast.Dict(keys, values):
            return {_value(key, names): _value(value, names) for key, value in zip(keys, values, strict=True) if key}
        case ast.Attribute(rows, name):
            return _column(_value(rows, names), name)
        case ast.Subscript(rows, ast.Constant(index)):
            return _value(rows, names)[index]
        case ast.Call(function, arguments, keywords):
            named = {keyword.arg: _value(keyword.value, names) for keyword in keywords if keyword.arg}
            return _value(function, names)(*(_value(argument, names) for argument in arguments), **named)
    raise ExpressionError(f"{ast.unparse(node)}: expected a literal, a call or a name that this game knows")


def _column(rows: Any, name: str) -> Any:
    """A column of a table, a field of a row or of a structure."""
    if isinstance(rows, list):
        return [row[name] for row in rows]
    return rows[name] if isinstance(rows, dict) else getattr(rows, name)


def same(found: Any, wanted: Any) -> bool:
    """Equal in value and in kind: 1 is not true, a list is not a tuple."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(same(found[key], wanted[key]) for key in found)
    if isinstance(found, (list, tuple)) and isinstance(wanted, (list, tuple)):
        kinds = isinstance(found, list) == isinstance(wanted, list)
        return kinds and len(found) == len(wanted) and all(map(same, found, wanted))
    return bool(found == wanted) and isinstance(found, bool) == isinstance(wanted, bool)
