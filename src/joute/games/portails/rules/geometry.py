"""4.3  Geometry on integers. On Python's own integers every function is exact whatever the coordinates."""

from __future__ import annotations


def cross(px: int, py: int, qx: int, qy: int, rx: int, ry: int) -> int:
    """4.3  Its sign is o(P, Q, R); its size is twice the area of the triangle."""
    return (qx - px) * (ry - py) - (rx - px) * (qy - py)


def opposite(one: int, other: int) -> bool:
    """Two numbers of opposite signs, neither of them 0."""
    return (one < 0 < other) or (other < 0 < one)


def between(px: int, py: int, qx: int, qy: int, rx: int, ry: int) -> bool:
    """4.3, 6.8  R, aligned with P and Q, is strictly between them."""
    if (rx == px and ry == py) or (rx == qx and ry == qy):
        return False
    return min(px, qx) <= rx <= max(px, qx) and min(py, qy) <= ry <= max(py, qy)


def interfere(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """4.3  The segments [AB] and [CD] interfere. Constant time."""
    abc = cross(ax, ay, bx, by, cx, cy)
    abd = cross(ax, ay, bx, by, dx, dy)
    if (abc > 0 and abd > 0) or (abc < 0 and abd < 0):
        return False
    cda = cross(cx, cy, dx, dy, ax, ay)
    cdb = cross(cx, cy, dx, dy, bx, by)
    if opposite(abc, abd) and opposite(cda, cdb):
        return True
    if (abc == 0 and between(ax, ay, bx, by, cx, cy)) or (abd == 0 and between(ax, ay, bx, by, dx, dy)):
        return True
    if (cda == 0 and between(cx, cy, dx, dy, ax, ay)) or (cdb == 0 and between(cx, cy, dx, dy, bx, by)):
        return True
    return same_ends(ax, ay, bx, by, cx, cy, dx, dy)


def same_ends(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """4.3  The unordered pairs {A, B} and {C, D} are equal."""
    straight = ax == cx and ay == cy and bx == dx and by == dy
    return straight or (ax == dx and ay == dy and bx == cx and by == cy)


def inside(px: int, py: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> bool:
    """4.3  P is in the open interior of the triangle ABC, whatever the order of its corners."""
    abp = cross(ax, ay, bx, by, px, py)
    bcp = cross(bx, by, cx, cy, px, py)
    cap = cross(cx, cy, ax, ay, px, py)
    return (abp > 0 and bcp > 0 and cap > 0) or (abp < 0 and bcp < 0 and cap < 0)
