"""A warning where clocks ran and champions did not."""

from __future__ import annotations

import pytest

from joute.arena.jobs.busy import busy_warning


@pytest.mark.parametrize(
    ("times", "share"),
    [
        ([], ""),
        ([(1000.0, 700.0)], ""),
        ([(1000.0, 690.0)], "69%"),
        ([(4000.0, 1000.0), (1000.0, 1000.0)], "40%"),
        ([(999.0, 1.0), (999.0, 1.0)], ""),  # too short to say anything
        ([(999.0, 1.0), (2000.0, 1500.0)], ""),
    ],
)
def test_which_share_is_told(times: list[tuple[float, float]], share: str) -> None:
    found = str(busy_warning(times, forgiven=False) or "")
    assert bool(found) == bool(share)
    assert found.startswith(f"champions computed in {share} of the time" if share else "")
    assert ("--clock cpu" in found) == bool(share)
    assert "--clock cpu" not in str(busy_warning(times, forgiven=True))
