"""Writing weights into the file of a policy, as the defaults of its declaration."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from joute.core.errors import shown


class SourceError(ValueError):
    """The text of a policy in which a default cannot be found; the message says which."""


def with_defaults(source: str, kind: str, weights: Mapping[str, int]) -> str:
    """A source in which the class `kind` declares other defaults; all else stays as it is."""
    lines = source.splitlines(keepends=True)
    places = dict(_defaults(ast.parse(source), kind))
    for name in weights:
        if name not in places:
            raise SourceError(f"{kind}.{name}: found no Weight(NUMBER, ...) in the file to write {weights[name]} into")
    for name, place in sorted(places.items(), key=lambda item: (-item[1].lineno, -item[1].col_offset)):
        if place.lineno != place.end_lineno:
            raise SourceError(f"{kind}.{name}: found a default of several lines: {shown(ast.unparse(place))}")
        line = lines[place.lineno - 1].encode()
        number = str(weights[name]).encode() if name in weights else line[place.col_offset : place.end_col_offset]
        lines[place.lineno - 1] = (line[: place.col_offset] + number + line[place.end_col_offset :]).decode()
    return "".join(lines)


def _defaults(tree: ast.Module, kind: str) -> Iterator[tuple[str, ast.expr]]:
    """Where the defaults stand, by name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == kind:
            for part in node.body:
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                    for call in ast.walk(part.annotation):
                        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("Weight") and call.args:
                            yield part.target.id, call.args[0]
