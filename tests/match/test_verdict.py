"""Verdicts: what is kept of the texts of a fault."""

from __future__ import annotations

import pytest

from joute.match.verdict import CALL_KEPT, Fault, Verdict, whole_values

CALLS = {
    "lier((1, 2), (3, 4)) = OK": "lier((1, 2), (3, 4)) = OK",
    "f(111, 222, 333, 444)": "f(111, 222, ...",
    "f([(111, 222), (333, 444)])": "f([(111, 222), ...",
    "say('a long text without any end')": "say( ...",
    "a long text without any bracket": " ...",
}


@pytest.mark.parametrize(("call", "shown"), CALLS.items())
def test_a_call_keeps_whole_values(call: str, shown: str) -> None:
    most = 20 if "lier" not in call else 99
    assert whole_values(call, most) == shown
    assert whole_values(shown, most) == shown


def test_a_fault_keeps_a_last_call_of_whole_values() -> None:
    call = f"chemin({', '.join(str(number) for number in range(1000, 2000))})"
    kept = Fault(Verdict.CRASHED, "", last_call=call).bounded().last_call
    assert CALL_KEPT - 10 < len(kept) <= CALL_KEPT
    assert kept.endswith(", 1030, ...")
    assert call.startswith(kept.removesuffix(" ..."))
