"""How often a client may do something, at times that the caller gives."""

from __future__ import annotations

from joute.core.rate import CLIENTS_MOST, Rate


def test_a_burst_passes_and_then_so_many_a_second() -> None:
    rate = Rate(2, 0.5)
    assert [rate.wait_s("a", 10.0) for _ in range(3)] == [0.0, 0.0, 2.0]
    assert rate.wait_s("a", 11.0) == 1.0
    assert rate.wait_s("a", 12.0) == 0.0
    assert rate.wait_s("a", 12.0) == 2.0


def test_clients_have_a_bucket_each_that_never_holds_more_than_the_burst() -> None:
    rate = Rate(1, 1)
    assert [rate.wait_s(client, 0.0) for client in "ab"] == [0.0, 0.0]
    assert [rate.wait_s("a", 100.0) for _ in range(2)] == [0.0, 1.0]


def test_the_longest_silent_of_too_many_clients_is_forgotten() -> None:
    rate = Rate(1, 1e-9)
    assert [rate.wait_s(str(client), 0.0) for client in range(CLIENTS_MOST)] == [0.0] * CLIENTS_MOST
    assert rate.wait_s("0", 1.0) > 0
    assert rate.wait_s("new", 2.0) == 0
    assert rate.wait_s("1", 3.0) == 0
    assert rate.wait_s("0", 4.0) > 0
