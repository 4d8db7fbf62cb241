"""Figures of a contest for Prometheus: how it stands, and how requests are answered. They say nothing of finals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from joute.arena.contest.status import ContestStatus, status
from joute.arena.store import Store

SECONDS = (0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""The bounds between which answers are counted."""


class ContestFigures(Collector):
    """How the contest of a store stands, read when it is asked."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def describe(self) -> list[Any]:
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        shown = status(self._store)
        for name, told, value in _numbers(shown):
            yield GaugeMetricFamily(f"joute_{name}", told, value=value)
        for name, told, label, values in _families(shown):
            family = GaugeMetricFamily(f"joute_{name}", told, labels=[label])
            for key, count in values.items():
                family.add_metric([key], count)
            yield family


def _numbers(shown: ContestStatus) -> Iterator[tuple[str, str, float]]:
    yield "service_alive", "whether the service that judges and plays gives signs of life", shown.service.alive
    yield "capacity", "how many matches can be played at once", shown.service.capacity
    yield "teams", "teams", shown.teams
    yield "judging_wait_seconds", "how long the oldest version waits to be judged", shown.waits_s
    yield "new_versions", "active versions that have not played their first matches yet", shown.new
    yield "ranked_last_hour", "ranked matches played within the last hour", shown.last_hour
    yield "unranked_waiting", "challenges and comparisons that wait", shown.unranked
    yield "disk_free_bytes", "free space where the replays are kept", shown.free_bytes


def _families(shown: ContestStatus) -> Iterator[tuple[str, str, str, dict[str, int]]]:
    yield "versions", "versions by the state of their judging", "state", shown.versions
    yield "ranked_matches", "ranked matches by state", "state", shown.ranked
    machines = {"ok": 0, "drained": 0, "lost": 0}
    for one in shown.machines:
        machines["drained" if one.drained else "lost" if one.lost else "ok"] += 1
    yield "machines", "machines that play", "state", machines


class Requests:
    """How many answers there were, and how long they took."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._count = Counter("joute_requests", "answers by status", ["method", "status"], registry=registry)
        self._took = Histogram("joute_request_seconds", "until the answer began", buckets=SECONDS, registry=registry)

    def __call__(self, method: str, status: int, seconds: float) -> None:
        self._took.observe(seconds)
        self._count.labels(method, str(status)).inc()


class Figures:
    """All figures of a contest."""

    def __init__(self, store: Store) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(ContestFigures(store))
        self.count = Requests(self.registry)
