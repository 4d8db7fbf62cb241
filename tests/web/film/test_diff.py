"""How a JSON value becomes another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joute.web.film.diff import diff, patch

KEYS = st.text(max_size=3) | st.sampled_from(["-", "=", "0", "1"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)

EXAMPLES: list[tuple[Any, Any, Any]] = [
    ({"a": 1}, {"a": 1}, {}),
    ({"a": 1}, {"a": 2}, {"a": [2]}),
    ({"a": 1, "b": 2}, {"b": 2, "c": 3}, {"c": [3], "-": ["a"]}),
    ([1, 2, 3], [1, 5, 3], {"=": 3, "1": [5]}),
    ([1, 2, 3], [1], {"=": 1}),
    ([1], [1, [2]], {"=": 2, "1": [[2]]}),
    (
        {"rows": [[{"gold": 3}, None]]},
        {"rows": [[{}, None]]},
        {"rows": {"=": 1, "0": {"=": 2, "0": {"-": ["gold"]}}}},
    ),
    ({"-": 1}, {"-": 2}, [{"-": 2}]),
    ({"=": 1}, {"a": 2}, [{"a": 2}]),
    ([], {}, [{}]),
    (None, [1], [[1]]),
]


@pytest.mark.parametrize(("old", "new", "change"), EXAMPLES, ids=str)
def test_a_difference_is_what_the_page_expects(old: Any, new: Any, change: Any) -> None:
    assert diff(old, new) == change
    assert patch(old, change) == new


@given(VALUES, VALUES)
def test_a_patch_makes_the_new_value_and_leaves_the_old(old: Any, new: Any) -> None:
    before = json.dumps(old)
    assert patch(old, json.loads(json.dumps(diff(old, new)))) == new
    assert json.dumps(old) == before
