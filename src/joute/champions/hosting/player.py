"""Champions in processes of their own: load one, ask it for a callback, and check its answer against the rules."""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from pathlib import Path

import msgspec

from joute.champions.checks.call_audit import CallAudit
from joute.champions.errors import ChampionError
from joute.champions.languages.registry import etc_paths
from joute.champions.sandbox import seccomp
from joute.champions.sandbox.limits import Hosting, Level, NoSandbox
from joute.core.errors import EngineBug
from joute.core.game import Game
from joute.core.layout import Known, Runs
from joute.core.seat import Seat
from joute.core.world import Turn
from joute.match.async_player import wait
from joute.match.player import Answer
from joute.match.verdict import Fault, Verdict

from . import prestart, trust
from .clock import cpu_ms_of
from .host_link import HostLink
from .paths import ChampionPaths
from .process import HostProcess, foreign_folder
from .usage import IDLE_CPU_MS, ran_while_idle
from .views import hello, policy_library
from .wire import (
    Ask,
    Bug,
    EngineWire,
    HostFailed,
    HostHello,
    HostOrder,
    HostReady,
    HostReply,
    Seated,
    Up,
    WireError,
    tag_of,
)

REPORTABLE = (Verdict.CRASHED, Verdict.OUT_OF_MEMORY, Verdict.INVALID)
"""The verdicts that a host may report of its own champion."""
BOX_ERRORS = "bwrap: ", "box: "
"""The first words of a log that says why a box cannot be built, or entered."""
ALLOW = "sysctl kernel.unprivileged_userns_clone=1"
NUMBERS, NUMBER_MOST = 128, 2**48 - 1
"""How many numbers of callbacks are made at once, and the largest."""
PYTHON = "joute.champions.players.python:PythonChampion"


class HostedChampion(HostLink):
    """A champion that runs in a host. `maker` names the player class that runs it there."""

    def __init__(
        self,
        name: str,
        path: Path,
        digest: str,
        hosting: Hosting,
        folder: Path | None = None,
        maker: str = PYTHON,
    ) -> None:
        super().__init__(name, hosting, ChampionPaths(path, folder or path))
        self.digest = digest
        self._asked = name
        """As it was asked for, with its parameters; it may be given another name then."""
        self.core: int | None = None
        self.needs_address_space = False
        """Whether it is a program of its own, whose runtime may reserve far more address space than it uses."""
        self.audited = False
        """Whether its calls are audited, for a rehearsal."""
        self.audit = CallAudit()
        """The audit of its last callback."""
        self._maker = maker
        self._known: Known = ()
        """What the host knows of its view."""
        self._number = 0
        self._numbers = array("q")
        """Those of callbacks to come."""
        self._load_fault: Fault | None = None
        self._loading = self._seated = False

    # Loading

    def start(self, game: Game) -> None:
        """Start the host, which takes a while, before there is a seat."""
        if self._process is None:
            self._process = self._started(game)

    def begin_load(self, seat: Seat) -> None:
        self._seat = seat
        self.eager = seat.game.live and len(os.sched_getaffinity(0)) > 1  # on one core it would only be in the way
        self.start(seat.game)
        self._clock.start(self.hosting.limits.start_ms)
        assert self._process is not None
        self._process.join_cgroups()
        self._wire = EngineWire(self._process.wire)
        self._load_fault, self._answer = None, Answer(0.0, 0.0)
        self.done = self._seated = False
        self._loading = True
        self._wire.send(self._hello(seat))

    def load(self, seat: Seat) -> Fault | None:
        """Wait until it is loaded. Raises ChampionError for what its author has to fix."""
        if not self._loading:
            self.begin_load(seat)
        wait([self])
        self._loading = False
        fault = self._load_fault or self._answer.fault
        no_box = fault is not None and not self._seated and fault.output.lstrip().startswith(BOX_ERRORS)
        if self.level == Level.SANDBOX and fault is not None and no_box:  # not seated: no champion has written this log
            why = f"{fault.output.strip().splitlines()[0]}; user namespaces may be forbidden here ({ALLOW})"
            self.hosting.warn(self._fall_back(NoSandbox(why)))
            return self.load(seat)
        if fault is not None and not self._seated:
            raise EngineBug(f"the host of {self.name} failed: {fault.message}\n{fault.output}")
        if fault is not None and fault.verdict == Verdict.LOAD_ERROR and not self.hosting.strict:
            raise ChampionError(fault.message)
        return fault

    def _started(self, game: Game) -> HostProcess:
        """A host at the level asked for, or without a sandbox if there is none and `fall_back` allows that."""
        try:
            return self._host(game)
        except NoSandbox as error:
            self.hosting.warn(self._fall_back(error))
            return self._host(game)

    def _host(self, game: Game) -> HostProcess:
        more = etc_paths() if self.needs_address_space else ()
        return prestart.host(self.level, self._paths.root, self.hosting.limits, game, more)

    def _fall_back(self, why: NoSandbox) -> str:
        """Go on without a sandbox and return the warning; raises NoSandbox if that is not allowed."""
        self.done = True
        if self.level != Level.SANDBOX:
            raise NoSandbox(f"{self.name}: {why}") from why
        if not self.hosting.fall_back:
            raise NoSandbox(
                f"{self.name}: a sandbox is required, and there is none here: {why}; run «joute doctor» for details, "
                f"or use «--isolation process» to do without"
            ) from why
        self.level = Level.PROCESS
        return f"{self.name} runs without a sandbox, in a process of its own: {why}; run «joute doctor» for details"

    def _hello(self, seat: Seat) -> HostHello:
        assert self._process is not None
        limits = self.hosting.limits_record(seat.game) | {"isolation": str(self.level)}
        if self.level == Level.PROCESS:
            self._process.single_process = not self.needs_address_space and seccomp.supported()
            limits |= self._process.paths(self._paths.root)
        self._known = ()
        return hello(
            seat,
            foreign_folder(seat.game.name),
            news=self._news(),
            maker=self._maker,
            arguments=[self._asked, self._paths.inside(self.level), self.digest],
            limits=limits,
            policy=policy_library(seat.game, self._paths.path),
            user=self._process.user,
            needs_address_space=self.needs_address_space,
            audited=self.audited,
        )

    # Asking

    def sit(self, seat: Seat) -> None:
        self._seat = seat

    def begin(self, turn: Turn) -> None:
        self._turn = turn
        self._last_order = None
        self._number = self._next_number()
        self.done = False
        self._answer = Answer(0.0, 0.0)
        self._clock.start_callback()
        self._clock.pause()
        if not self._can_be_asked():
            return
        assert self._process is not None
        if self.hosting.limits.forgive_waits:
            self._process.core_waits.begin()
            self._computed_before = self._process.cpu_ms()
        news = self._news()
        self.audit = CallAudit()
        self._wire.send(
            Ask(
                number=self._number,
                turn=turn.number,
                phase=turn.phase,
                callback=turn.callback,
                seats=list(turn.seats),
                news=news,
                bank_ms=round(self._clock.bank_ms, 3),
            )
        )

    def _next_number(self) -> int:
        """A number that cannot be guessed, so that no host can answer in advance."""
        if not self._numbers:
            self._numbers = array("q", os.urandom(NUMBERS * 8))
        return self._numbers.pop() & NUMBER_MOST

    def _can_be_asked(self) -> bool:
        """Whether the host is still there, within its limits, and has not run while it was frozen."""
        assert self._turn is not None
        if self._process is None:
            assert self._idle_fault is not None
            fault = msgspec.structs.replace(self._idle_fault, turn=self._turn.number, callback=self._turn.callback)
            self._answer, self.done = Answer(0.0, 0.0, fault, dead=True), True
            return False
        before, self._cpu_ms = self._cpu_ms, cpu_ms_of(self._process.pid)
        if self._process.frozen and self._cpu_ms - before > IDLE_CPU_MS:
            self._kill(*ran_while_idle(self._cpu_ms - before), timed=False)
        elif self._process.watch_pipe.ended:
            self._end_exited()
        else:
            self._check_usage(timed=False)
        return not self.done and self._ending is None

    def _news(self) -> list[Runs]:
        """What has changed in its view since it was last sent."""
        news, self._known = self._seat.news(self._known)
        return news

    def ask(self, turn: Turn) -> Answer:
        """Run one callback, with nobody else asked at the same time."""
        self.begin(turn)
        wait([self])
        return self.answer()

    def feed(self, turn: Turn, wall_ms: float) -> Answer:
        self._clock.stopped = True
        answer = self.ask(turn)
        self._clock.stopped = False
        self._clock.spend(wall_ms)
        return answer

    def answer(self) -> Answer:
        """The checked answer: checked only now, since that takes long, and others may have been thinking until now."""
        if self._reply is not None:
            reply, self._reply = self._reply, None
            self._answer = self._checked(reply)
            self.check_idle_cpu()  # the next player may run in our own process, where nothing checks it meanwhile
        return self._answer

    # Messages

    def _take(self, message: Up) -> None:
        assert self._process is not None
        if self._turn is not None and isinstance(message, (HostOrder, HostReply)) and message.number == self._number:
            if isinstance(message, HostOrder):
                self._order(message)
            else:
                self._finish(message)
        elif isinstance(message, Bug):
            trust.confirm_bug(message, self._seat)
        elif isinstance(message, Seated) and not self._seated:
            self._seated = True
            self._process.watch_pipe.await_spawn()
            self._clock.start(self.hosting.limits.start_ms)  # the time until now was the engine's
        elif self._turn is None and self._seated and isinstance(message, (HostReady, HostFailed)):
            self._ready(message)
        else:
            raise WireError(self._unexpected(message))

    def _unexpected(self, message: Up) -> str:
        if self._turn is None:
            expected = tag_of(HostReady if self._seated else Seated)
            return f"unexpected message {tag_of(message)} while waiting for {expected}"
        number = " with a wrong number" if isinstance(message, (HostOrder, HostReply)) else ""
        expected = f"{tag_of(HostReply)} (turn {self._turn.number})"
        return f"unexpected message {tag_of(message)}{number} while waiting for {expected}"

    def _ready(self, message: HostReady | HostFailed) -> None:
        assert self._process is not None
        if self.core is not None:
            self._process.pin(self.core)
        self._clock.pause()
        if self.hosting.limits.forgive_waits:
            self._process.core_waits.follow(self._process.all_pids())
        self._freeze()
        self._cpu_ms = cpu_ms_of(self._process.pid)
        self.done = True
        if isinstance(message, HostFailed):
            text = self._paths.outside(self.level, message.message)
            self._load_fault = Fault(Verdict.LOAD_ERROR, text, output=self._output())
            self.leave()

    def _order(self, message: HostOrder) -> None:
        """In a live game: apply the order, and send what has changed in the view."""
        if not self._seat.game.live or self._seat.repeat([message.row]) != 1:
            raise WireError(_refused(message.row))
        self._last_order = message.row
        self._wire.send_news(self._news())
        self._clock.resume()
        self._wire.write()

    def _finish(self, message: HostReply) -> None:
        self._freeze()
        self._answer = Answer(*self._times(), private=self._notes())
        if message.audit:
            self.audit = trust.read_audit(message.audit)
        self._reply = message
        self.done = True

    def _checked(self, reply: HostReply) -> Answer:
        """The answer, with the orders repeated on the engine's own draft; one that the rules refuse is a fault."""
        fault = reply.fault
        if fault is not None:
            fault = self._completed(fault, self._answer)
        elif reply.orders and self._seat.game.acts(self._seat.world):
            accepted = self._seat.repeat([tuple(row) for row in reply.orders])
            if accepted < len(reply.orders):
                fault = self._fault(Verdict.INVALID, _refused(reply.orders[accepted]))
        return self._answer._replace(fault=fault, dead=reply.dead)

    def _completed(self, fault: Fault, answer: Answer) -> Fault:
        """A fault that the host reports of its champion, with what the engine knows better."""
        assert self._turn is not None
        return msgspec.structs.replace(
            fault,
            verdict=fault.verdict if fault.verdict in REPORTABLE else Verdict.CRASHED,
            message=self._paths.outside(self.level, fault.message),
            traceback=self._paths.outside(self.level, fault.traceback),
            turn=self._turn.number,
            callback=self._turn.callback,
            wall_ms=round(answer.wall_ms, 3),
            cpu_ms=round(answer.cpu_ms, 3),
            output=self._output(),
        ).bounded()


def _refused(row: Sequence[int]) -> str:
    return f"the order {row!r:.100} is refused by the rules"
