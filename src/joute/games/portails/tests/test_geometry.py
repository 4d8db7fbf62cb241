"""Geometry (rules, 4.3 and 6.8) against an independent computation with fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import joute

from .positions import GAME, STEADY

Point = tuple[int, int]
INT32_LEAST, INT32_MOST = -(2**31), 2**31 - 1

small = st.tuples(st.integers(0, 4), st.integers(0, 4))
wide = st.integers(INT32_LEAST, INT32_MOST) | st.sampled_from(
    [INT32_LEAST, INT32_LEAST + 1, INT32_MOST - 1, INT32_MOST]
)
any_point = small | st.tuples(wide, wide)
SEAT = joute.Table(joute.load_game(GAME, "finale")).seat(0)


# An independent view of the same notions: lines by parameters, triangles by barycentric coordinates


def along(p: Point, q: Point, r: Point) -> Fraction | None:
    """The place of R on the line PQ, 0 at P and 1 at Q; None if it is not on it. P and Q differ."""
    axis = 0 if p[0] != q[0] else 1
    place = Fraction(r[axis] - p[axis], q[axis] - p[axis])
    return place if all(p[i] + place * (q[i] - p[i]) == r[i] for i in (0, 1)) else None


def strictly_inside(p: Point, q: Point, r: Point) -> bool:
    place = along(p, q, r) if p != q else None
    return place is not None and 0 < place < 1


def meet(a: Point, b: Point, c: Point, d: Point) -> tuple[Fraction, Fraction] | None:
    """Where two lines that are not parallel meet, as places on both."""
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    (wx, wy), det = (c[0] - a[0], c[1] - a[1]), (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    return (Fraction(wx * vy - wy * vx, det), Fraction(wx * uy - wy * ux, det)) if det else None


def interference(a: Point, b: Point, c: Point, d: Point) -> bool:
    """[AB] meets ]CD[, or ]AB[ meets [CD], or they are the same."""
    if {a, b} == {c, d}:
        return True
    if a == b or c == d:
        return strictly_inside(c, d, a) if a == b else strictly_inside(a, b, c)
    places = meet(a, b, c, d)
    if places is not None:
        return all(0 <= place <= 1 for place in places) and any(0 < place < 1 for place in places)
    ends = along(a, b, c), along(a, b, d)
    if ends[0] is None or ends[1] is None:
        return False
    low, high = max(Fraction(0), min(ends)), min(Fraction(1), max(ends))  # type: ignore[type-var]
    return low < high


def in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    """All three barycentric coordinates are positive."""
    det = (b[1] - c[1]) * (a[0] - c[0]) + (c[0] - b[0]) * (a[1] - c[1])
    if det == 0:
        return False
    one = Fraction((b[1] - c[1]) * (p[0] - c[0]) + (c[0] - b[0]) * (p[1] - c[1]), det)
    two = Fraction((c[1] - a[1]) * (p[0] - c[0]) + (a[0] - c[0]) * (p[1] - c[1]), det)
    return one > 0 and two > 0 and one + two < 1


def shoelace(a: Point, b: Point, c: Point) -> Fraction:
    return abs(Fraction(a[0] * b[1] - b[0] * a[1] + b[0] * c[1] - c[0] * b[1] + c[0] * a[1] - a[0] * c[1], 2))


@STEADY
@given(any_point, any_point, any_point, any_point)
@example((0, 0), (0, 0), (0, 0), (0, 0))
def test_4_3_interference(a: Point, b: Point, c: Point, d: Point) -> None:
    wanted = interference(a, b, c, d)
    for first in ((a, b), (b, a)):
        for second in ((c, d), (d, c)):
            assert SEAT.call("intersection_segments", *first, *second) is wanted
            assert SEAT.call("intersection_segments", *second, *first) is wanted


def test_4_3_interference_of_all_small_segments() -> None:
    points = [(x, y) for x in range(3) for y in range(3)]
    segments = [(a, b) for a in points for b in points]
    for a, b in segments:
        for c, d in segments:
            assert SEAT.call("intersection_segments", a, b, c, d) is interference(a, b, c, d), (a, b, c, d)


@STEADY
@given(any_point, any_point, any_point, any_point)
def test_4_3_inside(p: Point, a: Point, b: Point, c: Point) -> None:
    wanted = in_triangle(p, a, b, c)
    for corners in ((a, b, c), (c, b, a), (b, c, a)):
        assert SEAT.call("point_dans_triangle", p, *corners) is wanted


@STEADY
@given(any_point, any_point, any_point)
def test_6_8_score_and_distance(a: Point, b: Point, c: Point) -> None:
    assert SEAT.call("score_triangle", a, b, c) == min(INT32_MOST, 2 * shoelace(a, b, c))
    assert SEAT.call("distance", a, b) == min(INT32_MOST, abs(a[0] - b[0]) + abs(a[1] - b[1]))


@pytest.mark.parametrize(
    ("a", "b", "c", "d", "wanted"),
    [
        ((0, 0), (1, 0), (3, 3), (4, 4), False),
        ((0, 0), (2, 0), (2, 0), (2, 2), False),
        ((0, 0), (2, 0), (2, 0), (4, 0), False),
        ((0, 0), (4, 0), (2, 0), (2, 2), True),
        ((0, 0), (2, 2), (0, 2), (2, 0), True),
        ((0, 0), (3, 0), (2, 0), (4, 0), True),
        ((0, 0), (4, 0), (0, 0), (2, 0), True),
        ((0, 0), (4, 0), (1, 0), (2, 0), True),
        ((0, 0), (4, 0), (4, 0), (0, 0), True),
        ((1, 0), (1, 0), (0, 0), (4, 0), True),
        ((0, 0), (0, 0), (0, 0), (4, 0), False),
        ((1, 1), (1, 1), (1, 1), (1, 1), True),
        ((1, 1), (1, 1), (1, 2), (1, 2), False),
    ],
)
def test_4_3_table_case_by_case(a: Point, b: Point, c: Point, d: Point, wanted: bool) -> None:
    assert SEAT.call("intersection_segments", a, b, c, d) is wanted
    assert interference(a, b, c, d) is wanted


def test_6_8_points_champ_zero_and_large() -> None:
    for points, wanted in ((0, 0), (2**31 - 2, INT32_MOST), (10, 45)):
        seat = joute.Table(joute.load_game(GAME, "finale", POINTS_CHAMP=points)).seat(0)
        assert seat.call("score_triangle", (0, 0), (3, 0), (0, 3)) == wanted
