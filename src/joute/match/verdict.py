"""Verdicts: how a champion ended, and everything a person needs to understand why."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Verdict(StrEnum):
    """How a champion ended. The result of the match is another matter."""

    OK = "OK"
    TIMED_OUT = "TIMED_OUT"
    OUT_OF_MEMORY = "OUT_OF_MEMORY"
    CRASHED = "CRASHED"
    INVALID = "INVALID"
    LOAD_ERROR = "LOAD_ERROR"
    INTERNAL_ERROR = "INTERNAL_ERROR"


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """One failure of a champion: what, when, and what it was doing."""

    verdict: Verdict
    message: str
    turn: int = 0
    callback: str = ""
    last_call: str = ""
    wall_ms: float = 0.0
    traceback: str = ""
    output: str = ""


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """A champion's side of a match: verdict, strikes, time used, and its failures in order."""

    verdict: Verdict = Verdict.OK
    strikes: int = 0
    stopped: bool = False
    wall_ms: float = 0.0
    worst_ms: float = 0.0
    cpu_ms: float = 0.0
    faults: tuple[Fault, ...] = ()
