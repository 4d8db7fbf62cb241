"""The link to one host: waits for its messages under a clock, samples what it uses, and ends it when it must."""

from __future__ import annotations

import select
import signal
from typing import Any

import msgspec

from joute.champions.players.refusals import RefusalBudget
from joute.champions.sandbox.limits import Hosting
from joute.champions.sources.recipe import Recipe
from joute.core.api import Row
from joute.core.errors import EngineBug
from joute.core.seat import Seat
from joute.core.world import Turn
from joute.match.async_player import AsyncPlayer
from joute.match.player import Answer
from joute.match.verdict import Fault, Verdict

from .clock import CallbackClock, cpu_ms_of, traced
from .exit_cause import STACK, addresses, exit_cause, split_stack
from .paths import ChampionPaths
from .process import HostProcess
from .trust import DebugBudget
from .usage import Usage
from .wire import EngineWire, HostReply, Up, WireError

GRACE_MS, STACK_MS = 200.0, 50.0
"""How long a host that has closed its wire, or whose time is up, has to end or to write its stack; and, once it has
begun to write the stack, to write the rest."""


class HostLink(AsyncPlayer):
    """A player whose champion runs in a host; `_take` says what each message of the host means."""

    def __init__(self, name: str, hosting: Hosting, paths: ChampionPaths) -> None:
        self.name = name
        self.hosting = hosting
        self.level = hosting.level
        self._paths = paths
        self._process: HostProcess | None = None
        self._clock = CallbackClock(hosting.limits)
        self._usage = Usage()
        self._debug_budget = DebugBudget()
        self._refusal_budget = RefusalBudget()
        self._turn: Turn | None = None
        self._cpu_ms = 0.0
        self._computed_before = 0.0
        """What it had computed, with all that it has started, when the callback began."""
        self._answer = Answer(0.0, 0.0)
        self._reply: HostReply | None = None
        """The host's reply, until `answer` checks it."""
        self._ending: Fault | None = None
        """Why the host, which has a moment left, is about to be killed."""
        self._stack_begun = False
        """Whether it has begun to write its stack."""
        self._last_order: Row | None = None
        """Of this callback, in a live game."""
        self._idle_fault: Fault | None = None
        """Why it was killed outside its turn; reported in its next turn."""
        self.recipe: Recipe | None = None
        """Of one that was compiled into a library: from which sources."""
        self._debugged = False
        """Whether a debugger is attached: then it is not frozen, as the debugger would halt at each SIGSTOP."""

    _seat: Seat
    _wire: EngineWire

    def _take(self, message: Up) -> None:
        """Handle one message of the host; raises WireError if it is not its turn."""
        raise NotImplementedError

    # Waiting

    def files(self) -> list[tuple[int, int]]:
        process = self._process
        assert process is not None
        log = [] if process.log_fd is None else [(process.log_fd, select.POLLIN)]
        if self._ending is not None:
            return [(process.watch_pipe.file, select.POLLIN), *log]
        return [(process.wire.fileno(), select.POLLIN | (select.POLLOUT if self._wire.waits_to_write else 0)), *log]

    @property
    def left_ms(self) -> float:
        return self._clock.left_ms

    def step(self) -> None:
        if self.done or self._process is None:
            return
        if self._ending is not None:
            self._process.drain()
            self._kill_if_ended()
            return
        exited = False
        try:
            if self._wire.waits_to_write:
                self._clock.resume()
                sent = self._wire.write()
                self._process.thaw()  # only now: thawed earlier it would wake up twice, once for nothing
                if sent:
                    return  # just now, so it cannot have answered yet
            if not self._read():
                self._process.drain()
                # Read once more after its end is known: what it sent before may have come meanwhile.
                exited = self._process.watch_pipe.ended and not self._read()
        except WireError as error:
            self._kill(Verdict.INVALID, f"protocol: {error}")
        except (ConnectionError, EOFError):
            self._end_soon(Verdict.INVALID, "it closed its connection to the engine")
        if self.done or self._ending is not None:
            return
        if exited:
            self._end_exited()
        elif self._clock.left_ms <= 0:
            self._time_out()
        else:
            self._check_usage()

    def _read(self) -> bool:
        """Receive what has arrived and handle each complete message; whether there was anything."""
        if not self._wire.read():
            return False
        self._clock.pause()
        while not self.done and (message := self._wire.take()) is not None:
            self._take(message)
        if not self.done:
            self._clock.resume()
        elif not self._wire.empty:
            raise WireError("data after the answer (a process that it forked may have answered, too)")
        return True

    # Usage

    def _check_usage(self, timed: bool = True) -> None:
        """Kill the host if it exceeds a limit."""
        assert self._process is not None
        excess = self._usage.sample(self._process, self.hosting.limits)
        if excess is not None:
            self._kill(*excess, timed=timed)

    def check_idle_cpu(self) -> None:
        """Outside its turn: kill the host if it exceeds a limit or runs although frozen; reported in its next turn."""
        if self._process is not None:
            excess = self._usage.sample(self._process, self.hosting.limits)
            if excess is not None:
                self._process.kill()
                self._idle_fault = self._fault(*excess)
                self._process.close_memory()
                self._process = None

    def _freeze(self) -> None:
        """Stop the host until it is asked again, so that it takes no CPU time from those who think meanwhile."""
        assert self._process is not None
        if not self._debugged:
            self._process.freeze()

    def hand_over(self) -> int:
        """Leave the host, which is frozen, to a debugger, which lets it run and is not disturbed again; its pid."""
        assert self._process is not None
        assert self._process.pid is not None
        self._debugged, self._process.frozen = True, False
        return self._process.pid

    def _times(self) -> tuple[float, float]:
        """Wall and CPU time of the callback that has ended, measured by the engine."""
        self._clock.pause()
        if self._clock.over:
            self._forgive()
        wall_ms = self._clock.end_callback()
        before, pid = self._cpu_ms, None if self._process is None else self._process.pid
        self._cpu_ms = cpu_ms_of(pid)
        return wall_ms, max(0.0, self._cpu_ms - before)

    def _forgive(self) -> None:
        """Let the clock forgive what the machine took of this callback; never what the champion computed in it, with
        all that it has started."""
        if self.hosting.limits.forgive_waits and self._process is not None and self._turn is not None:
            computed = self._process.cpu_ms() - self._computed_before
            spare = max(0.0, self._clock.elapsed_ms - computed)
            self._clock.forgiven_ms = min(self._process.core_waits.waited_ms(), spare)

    # Ending

    def begin_leave(self) -> None:
        if self._process is not None:
            self._process.begin_kill()

    def leave(self) -> None:
        """Kill the host, whatever it is doing."""
        self.done = True
        if self._process is not None:
            self._process.kill()
            self._process.close_memory()
            self._process = None

    def _end_exited(self) -> None:
        """The host has exited, and another process keeps its wire open."""
        self._end_soon(Verdict.INVALID, "its process has ended, but another process still uses its connection")

    def _time_out(self) -> None:
        """The time is up, unless a debugger is attached."""
        assert self._process is not None
        if not self.hosting.strict and traced(self._process.pid):
            self._debugged = True
            self._clock.start(float("inf"))
            return
        self._forgive()
        if self._clock.left_ms > 0:
            return
        if self._turn is None:
            text = f"not loaded after {self.hosting.limits.start_ms} ms"
        else:
            bank = f"the {self._clock.bank_ms:.0f} ms that were left in its bank"
            text = f"no answer after {self.hosting.limits.callback_ms} ms and {bank}"
            if self._clock.forgiven_ms >= 1:
                text += f", not counting {self._clock.forgiven_ms:.0f} ms in which it waited for a core"
        self._process.dump_stack()
        self._end_soon(Verdict.TIMED_OUT, text, wait_for_end=False)

    def _end_soon(self, verdict: Verdict, text: str, wait_for_end: bool = True) -> None:
        """Give the host a moment, to see how it ends or to get its stack, before it is killed."""
        wall_ms, cpu_ms = self._times()
        self._answer = Answer(wall_ms, cpu_ms)
        self._ending = self._fault(verdict, text)
        self._stack_begun = verdict != Verdict.TIMED_OUT
        self._clock.start(GRACE_MS, always=True)
        if wait_for_end:
            self._kill_if_ended()

    def _kill_if_ended(self) -> None:
        assert self._process is not None
        assert self._ending is not None
        if self._process.watch_pipe.ended or self._clock.left_ms <= 0:
            self._kill(self._ending.verdict, self._ending.message, timed=False)
        elif not self._stack_begun and any(sign in self._process.output for sign in STACK):
            self._stack_begun = True
            self._clock.start(STACK_MS, always=True)

    def _kill(self, verdict: Verdict, text: str, timed: bool = True) -> None:
        """Kill the host now; if it had ended by itself, its exit code explains more than what was seen on the wire."""
        assert self._process is not None
        if timed:
            self._answer = Answer(*self._times())
        by_itself, watcher_lost = self._process.watch_pipe.ended, self._process.watch_pipe.watcher_lost
        code = self._process.kill()
        oom_killed = self._process.oom_killed
        explained = code != -signal.SIGKILL or by_itself or oom_killed
        if verdict == Verdict.INVALID and self._ending is not None and explained:
            verdict, text = exit_cause(code, self._output(), oom_killed, self.hosting.limits.memory_mb)
        fault, private = self._located(self._fault(verdict, text)), self._notes()
        self._process.close_memory()
        self._answer = self._answer._replace(fault=fault, dead=True, private=private)
        self._ending = self._reply = None
        self._process = None
        self.done = True
        if watcher_lost:
            raise EngineBug(f"the process that watches the host of {self.name} was killed")

    # Notes and faults

    def _notes(self) -> dict[str, Any]:
        """The notes of a callback, bounded, with what was printed in it."""
        assert self._process is not None
        private, printed = self._process.notes.take(), self._process.printed()
        if printed:
            printed, _ = split_stack(printed)
        refused = self._process.notes.refused(self._seat.game)
        if refused:
            refused = self._refusal_budget.bounded(refused)
        if not private and not printed:
            return refused
        return self._debug_budget.bounded({**private, "print": self._paths.outside(self.level, printed)}) | refused

    def _output(self) -> str:
        if self._process is None:
            return ""
        self._process.drain()
        return self._paths.outside(self.level, self._process.output)

    def _last_call(self) -> str:
        """The champion's last call, from the memory it shares with the engine, else its last order of a live game."""
        shown = "" if self._process is None else self._process.last_call.shown(self._seat.game)
        return shown or ("" if self._last_order is None else self._seat.game.api.shown(self._last_order))

    def _located(self, fault: Fault) -> Fault:
        """A fault with the lines in which compiled code was."""
        found = addresses(self._output())
        if not found or self.recipe is None:
            return fault
        from joute.champions.building.addresses import source_lines

        lines = source_lines(self._paths.path, found)
        return msgspec.structs.replace(fault, traceback="\n".join(lines) or fault.traceback).bounded()

    def _fault(self, verdict: Verdict, text: str) -> Fault:
        output, stack = split_stack(self._output())
        return Fault(
            verdict=verdict,
            message=text,
            turn=0 if self._turn is None else self._turn.number,
            callback="" if self._turn is None else self._turn.callback,
            last_call=self._last_call(),
            wall_ms=round(self._answer.wall_ms, 3),
            cpu_ms=round(self._answer.cpu_ms, 3),
            traceback=stack,
            output=output,
        ).bounded()
