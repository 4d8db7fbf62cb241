"""4.3  Geometry on integers.

`cross`, `interfere` and `inside` are for positions of the map; those called `wide` are as exact for any 32-bit
positions, and no number on the way leaves 64 bits (6.8).
"""

from __future__ import annotations

HALF, HALF_MASK = 16, 0xFFFF
"""6.8  Numbers are split into a high and a low part, of so many bits."""
HIGH_MOST = 1 << 16
"""Where the high part of a product stops."""


def cross(px: int, py: int, qx: int, qy: int, rx: int, ry: int) -> int:
    """4.3  Its sign is o(P, Q, R); its size is twice the area of the triangle."""
    return (qx - px) * (ry - py) - (rx - px) * (qy - py)


def wide_cross(px: int, py: int, qx: int, qy: int, rx: int, ry: int) -> int:
    """6.8  The same for any positions: its sign is exact, and so is its size up to 2**31; above, at least that."""
    a, b, c, d = qx - px, ry - py, rx - px, qy - py
    low = a * (b & HALF_MASK) - c * (d & HALF_MASK)
    high = a * (b >> HALF) - c * (d >> HALF) + (low >> HALF)
    return max(-HIGH_MOST, min(HIGH_MOST, high)) * (1 << HALF) + (low & HALF_MASK)


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
    return meet(abc, abd, cda, cdb, ax, ay, bx, by, cx, cy, dx, dy)


def wide_interfere(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """6.8  The same for any positions."""
    abc = wide_cross(ax, ay, bx, by, cx, cy)
    abd = wide_cross(ax, ay, bx, by, dx, dy)
    cda = wide_cross(cx, cy, dx, dy, ax, ay)
    cdb = wide_cross(cx, cy, dx, dy, bx, by)
    return meet(abc, abd, cda, cdb, ax, ay, bx, by, cx, cy, dx, dy)


def meet(
    abc: int, abd: int, cda: int, cdb: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> bool:
    """4.3  The three ways to interfere, by the sides on which the ends of each segment lie of the other."""
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


def wide_inside(px: int, py: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> bool:
    """6.8  The same for any positions."""
    abp = wide_cross(ax, ay, bx, by, px, py)
    bcp = wide_cross(bx, by, cx, cy, px, py)
    cap = wide_cross(cx, cy, ax, ay, px, py)
    return (abp > 0 and bcp > 0 and cap > 0) or (abp < 0 and bcp < 0 and cap < 0)
