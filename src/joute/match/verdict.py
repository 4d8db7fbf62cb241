"""Verdicts: how a champion ended, and everything a person needs to understand why."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from joute.core.text import Text

MESSAGE_KEPT, CALL_KEPT, TRACEBACK_KEPT, OUTPUT_KEPT = 1000, 200, 8000, 4000
"""How many characters are kept of what a champion may make as long as it likes."""


class Verdict(StrEnum):
    """How a champion ended. The result of the match is another matter."""

    OK = "OK"
    TIMED_OUT = "TIMED_OUT"
    OUT_OF_MEMORY = "OUT_OF_MEMORY"
    CRASHED = "CRASHED"
    INVALID = "INVALID"
    LOAD_ERROR = "LOAD_ERROR"
    INTERNAL_ERROR = "INTERNAL_ERROR"

    @property
    def text(self) -> Text:
        """What a person reads; records and programs have its name."""
        return Text(self.value, FRENCH[self])


FRENCH = {
    Verdict.OK: "OK",
    Verdict.TIMED_OUT: "HORS DÉLAI",
    Verdict.OUT_OF_MEMORY: "MÉMOIRE ÉPUISÉE",
    Verdict.CRASHED: "PLANTÉ",
    Verdict.INVALID: "INCORRECT",
    Verdict.LOAD_ERROR: "NON CHARGÉ",
    Verdict.INTERNAL_ERROR: "ERREUR DU MOTEUR",
}
"""The verdicts in French."""


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
    cpu_ms: float = 0.0

    def bare(self) -> Fault:
        """The same fault without what its champion said and did: that is private."""
        return msgspec.structs.replace(self, message="", last_call="", traceback="", output="")

    def bounded(self) -> Fault:
        """The same fault, fit for a record whatever the champion put into its texts."""
        return msgspec.structs.replace(
            self,
            message=truncated(self.message, MESSAGE_KEPT),
            last_call=truncated(whole_values(self.last_call, CALL_KEPT), CALL_KEPT),
            traceback=truncated(self.traceback, TRACEBACK_KEPT),
            output=truncated(self.output[-OUTPUT_KEPT:], OUTPUT_KEPT),
        )


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """A champion's side of a match: verdict, strikes, time used, and its failures in order."""

    verdict: Verdict = Verdict.OK
    strikes: int = 0
    stopped: bool = False
    wall_ms: float = 0.0
    worst_ms: float = 0.0
    cpu_ms: float = 0.0
    faults: tuple[Fault, ...] = ()

    def timed(self, wall_ms: float, cpu_ms: float) -> Report:
        """The report after one more callback."""
        return msgspec.structs.replace(
            self,
            wall_ms=self.wall_ms + wall_ms,
            worst_ms=max(self.worst_ms, wall_ms),
            cpu_ms=self.cpu_ms + cpu_ms,
        )

    def blamed(self, fault: Fault, stopped: bool) -> Report:
        """The report after one more failure, which is how the champion ended unless it fails again."""
        return msgspec.structs.replace(
            self,
            verdict=fault.verdict,
            strikes=self.strikes + 1,
            stopped=self.stopped or stopped,
            faults=(*self.faults, fault),
        )

    def excused(self) -> Report:
        """The report of a match in which the engine failed: nobody is blamed."""
        return msgspec.structs.replace(self, verdict=Verdict.INTERNAL_ERROR, strikes=0, stopped=False, faults=())


def whole_values(call: str, most: int) -> str:
    """The text of a call; of a long one only its first values, each of them whole."""
    if len(call) <= most:
        return call
    end = call.rfind(", ", 0, most - len(" ..."))
    kept = call[: end + 1] if end > 0 else call[: call.find("(", 0, most // 2) + 1]
    return f"{kept} ..."


def truncated(text: str, most: int) -> str:
    """A text fit for a record: without lone surrogates, and of a long one only the two ends."""
    if len(text) > most:
        half = most // 2
        text = f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"
    return text.encode("utf-8", "backslashreplace").decode()
