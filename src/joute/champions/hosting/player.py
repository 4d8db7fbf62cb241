"""Champions in processes of their own. What a host says is checked; what it does not say in time ends it."""

from __future__ import annotations

import os
import select
import signal
from pathlib import Path

import msgspec

from joute.champions.checks.call_audit import Notes
from joute.champions.errors import ChampionError
from joute.champions.sandbox import seccomp
from joute.champions.sandbox.limits import Hosting, Level, NoSandbox
from joute.core.buffers import Known, Runs
from joute.core.errors import EngineBug
from joute.core.game import Game
from joute.core.seat import Seat
from joute.core.world import Turn
from joute.match.async_player import AsyncPlayer, wait
from joute.match.player import Answer
from joute.match.verdict import Fault, Verdict

from . import prestart, trust
from .clock import Clock, cpu_ms_of, traced
from .exit_cause import STACK, ended_by, parted
from .paths import Place
from .process import HostProcess, foreign_folder
from .usage import STOPPED_CPU_MS, Scales, ran_stopped
from .views import hello
from .wire import Ask, Bug, Done, EngineWire, Failed, Hello, Order, Ready, Seated, Seen, Up, WireFault

LAST_WORDS_MS, REST_MS = 200.0, 50.0
"""How long a host that has hung up, or whose time is up, has to end or to say where it was; and the rest of that."""
ADMITTED = (Verdict.CRASHED, Verdict.OUT_OF_MEMORY, Verdict.INVALID)
"""What a host may say of its own champion."""
BUILDERS = "bwrap: ", "box: "
"""Who says that a box does not stand, or cannot be entered."""
ALLOW = "sysctl kernel.unprivileged_userns_clone=1"
PYTHON = "joute.champions.players.python:PythonChampion"


class HostedChampion(AsyncPlayer):
    """A champion that another process runs.

    `maker` names what runs it there, made from name, path and digest.
    """

    def __init__(
        self,
        name: str,
        path: Path,
        digest: str,
        hosting: Hosting,
        folder: Path | None = None,
        maker: str = PYTHON,
    ) -> None:
        self.name = name
        self.digest = digest
        self.hosting = hosting
        self.level = hosting.level
        self.core: int | None = None
        self.roomy = False
        """Whether it reserves far more address space than it uses, as some run times do."""
        self.watched = False
        """Whether its calls are looked at, for a rehearsal."""
        self.notes = Notes()
        """What was seen of its calls in its last callback."""
        self._place, self._maker = Place(path, folder or path), maker
        self._process: HostProcess | None = None
        self._clock = Clock(hosting.limits)
        self._known: Known = {}
        """What the host was told of its view."""
        self._number = 0
        self._turn: Turn | None = None
        self._cpu_ms = 0.0
        self._ending: Fault | None = None
        """Why a host that has a moment left is about to be killed."""
        self._heard = False
        """Whether it has begun to say where it was."""
        self._answer = Answer(0.0, 0.0)
        self._said: Done | None = None
        """What the host has answered, to be judged."""
        self._refusal: Fault | None = None
        self._ended: Fault | None = None
        """Why it was ended while others were asked, which is told in its next turn."""
        self._begun = self._seated = False
        self._diary = trust.Diary()
        self._scales = Scales()
        self._debugged = False
        """Whether somebody looks into it with a debugger, who would meet every stop."""

    # Loading

    def start(self, game: Game) -> None:
        """Start the host, which takes a while, before there is a seat."""
        if self._process is None:
            self._process = self._started(game)

    def begin_load(self, seat: Seat) -> None:
        self._seat = seat
        self.start(seat.game)
        self._clock.start(self.hosting.limits.start_ms)
        assert self._process is not None
        self._process.enclose()
        self._wire = EngineWire(self._process.wire)
        self._refusal, self._answer = None, Answer(0.0, 0.0)
        self.done = self._seated = False
        self._begun = True
        self._wire.send(self._hello(seat))

    def load(self, seat: Seat) -> Fault | None:
        """Wait until it is ready. Raises ChampionError for what its author has to mend."""
        if not self._begun:
            self.begin_load(seat)
        wait([self])
        self._begun = False
        fault = self._refusal or self._answer.fault
        fell = fault is not None and not self._seated and fault.output.lstrip().startswith(BUILDERS)
        if self.level == Level.SANDBOX and fault is not None and fell:  # no champion has run yet that could say so
            why = f"{fault.output.strip().splitlines()[0]}; user namespaces may be forbidden here ({ALLOW})"
            self.hosting.warn(self._fall_back(NoSandbox(why)))
            return self.load(seat)
        if fault is not None and not self._seated:
            raise EngineBug(f"the host of {self.name} failed: {fault.message}\n{fault.output}")
        if fault is not None and fault.verdict == Verdict.LOAD_ERROR and not self.hosting.strict:
            raise ChampionError(fault.message)
        return fault

    def _started(self, game: Game) -> HostProcess:
        """The host at the level asked for, or at the next where that may be."""
        try:
            return self._host(game)
        except NoSandbox as fault:
            self.hosting.warn(self._fall_back(fault))
            return self._host(game)

    def _host(self, game: Game) -> HostProcess:
        return prestart.host(self.level, self._place.root, self.hosting.limits, game.name)

    def _fall_back(self, why: NoSandbox) -> str:
        self.done = True
        if self.level == Level.PROCESS:
            raise NoSandbox(f"{self.name}: {why}") from why
        if not self.hosting.fall_back:
            raise NoSandbox(
                f"{self.name}: no sandbox here, and none but a sandbox will do: {why}; «joute doctor» tells more, and "
                f"«--isolation process» does without"
            ) from why
        self.level = Level.PROCESS
        return f"{self.name} runs without a sandbox, in a process of its own: {why}; «joute doctor» tells more"

    def _hello(self, seat: Seat) -> Hello:
        assert self._process is not None
        limits = self.hosting.told(seat.game) | {"isolation": str(self.level)}
        if self.level == Level.PROCESS:
            self._process.alone = not self.roomy and seccomp.supported()
            limits |= self._process.paths(self._place.root)
        self._known = {}
        return hello(
            seat,
            foreign_folder(seat.game.name),
            news=self._news(),
            maker=self._maker,
            arguments=[self.name, self._place.inside(self.level), self.digest],
            limits=limits,
            user=self._process.user,
            roomy=self.roomy,
            watched=self.watched,
        )

    # Playing

    def sit(self, seat: Seat) -> None:
        self._seat = seat

    def begin(self, turn: Turn) -> None:
        self._turn = turn
        self._number = int.from_bytes(os.urandom(6), "big")  # which is not guessed: nobody answers before being asked
        self.done = False
        self._answer = Answer(0.0, 0.0)
        self._clock.start_callback()
        self._clock.stand()
        if not self._sound():
            return
        news = self._news()
        self.notes = Notes()
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

    def _sound(self) -> bool:
        """Whether it is there to be asked, and has neither used too much nor run since it was stopped."""
        assert self._turn is not None
        if self._process is None:
            assert self._ended is not None
            fault = msgspec.structs.replace(self._ended, turn=self._turn.number, callback=self._turn.callback)
            self._answer, self.done = Answer(0.0, 0.0, fault, dead=True), True
            return False
        before, self._cpu_ms = self._cpu_ms, cpu_ms_of(self._process.pid)
        if self._process.stopped and self._cpu_ms - before > STOPPED_CPU_MS:
            self._kill(*ran_stopped(self._cpu_ms - before), timed=False)
        else:
            self._weigh(timed=False)
        return not self.done and self._ending is None

    def _news(self) -> list[Runs]:
        """What it may know now and was not told yet."""
        news, self._known = self._seat.news(self._known)
        return news

    def ask(self, turn: Turn) -> Answer:
        """Run one callback by itself."""
        self.begin(turn)
        wait([self])
        return self.answer()

    def answer(self) -> Answer:
        """What came of it: judged only now, since judging takes long, and others may still have been thinking."""
        if self._said is not None:
            said, self._said = self._said, None
            self._answer = self._judged(said)
            self.mind()  # who is asked next may be in our own process, where nobody looks
        return self._answer

    def leave(self) -> None:
        """Whatever it is doing, it ends now."""
        self.done = True
        if self._process is not None:
            self._process.kill()
            self._process.forget()
            self._process = None

    # Waiting

    def files(self) -> list[tuple[int, int]]:
        process = self._process
        assert process is not None
        log = [] if process.log_end is None else [(process.log_end, select.POLLIN)]
        if self._ending is not None:
            return [(process.life.file, select.POLLIN), *log]
        return [(process.wire.fileno(), select.POLLIN | (select.POLLOUT if self._wire.waits_to_write else 0)), *log]

    @property
    def left_ms(self) -> float:
        return self._clock.left_ms

    def step(self) -> None:
        if self.done or self._process is None:
            return
        if self._ending is not None:
            self._process.drain()
            self._end_if_over()
            return
        try:
            if self._wire.waits_to_write:
                self._clock.go_on()
                asked = self._wire.write()
                self._process.thaw()  # not before it finds the question: it wakes up once
                if asked:
                    return  # just now, so it has said nothing yet
            if not self._read():
                self._process.drain()
        except WireFault as fault:
            self._kill(Verdict.INVALID, f"it does not keep to the protocol: {fault}")
        except (ConnectionError, EOFError):
            self._last_words(Verdict.INVALID, "it closed its connection to the engine")
        if self.done or self._ending is not None:
            return
        if self._clock.left_ms <= 0:
            self._late()
        else:
            self._weigh()

    def _weigh(self, timed: bool = True) -> None:
        """End it if it uses too much, or if it is another process that goes on in its place."""
        assert self._process is not None
        if self._process.life.over:
            self._last_words(Verdict.INVALID, "its process has ended, and another goes on in its place")
            return
        excess = self._scales.look(self._process, self.hosting.limits)
        if excess is not None:
            self._kill(*excess, timed=timed)

    def mind(self) -> None:
        """Others are asked: end it if it uses too much, or runs although it was stopped; it is told so in its turn."""
        if self._process is not None:
            excess = self._scales.look(self._process, self.hosting.limits)
            if excess is not None:
                self._process.kill()
                self._ended = self._fault(*excess)
                self._process.forget()
                self._process = None

    def _read(self) -> bool:
        """Read what has come, if anything has, and answer each whole message."""
        if not self._wire.read():
            return False
        self._clock.stand()
        while not self.done and (message := self._wire.take()) is not None:
            self._take(message)
        if self.done and not self._wire.empty:
            raise WireFault("it says more than it was asked")
        self._clock.go_on()
        return True

    def _take(self, message: Up) -> None:
        """One message of the host, if it is in its place."""
        assert self._process is not None
        if self._turn is not None and isinstance(message, (Order, Done)) and message.number == self._number:
            if isinstance(message, Order):
                self._order(message)
            else:
                self._finish(message)
        elif isinstance(message, Bug):
            trust.believe(message, self._seat)
        elif isinstance(message, Seated) and not self._seated:
            self._seated = True
            self._process.life.await_birth()
            self._clock.start(self.hosting.limits.start_ms)  # what came before was our affair
        elif self._turn is None and self._seated and isinstance(message, (Ready, Failed)):
            self._ready(message)
        else:
            raise WireFault(f"«{type(message).__name__}» out of place")

    def _ready(self, message: Ready | Failed) -> None:
        assert self._process is not None
        if self.core is not None:
            self._process.pin(self.core)
        self._clock.stand()
        self._rest()
        self._cpu_ms = cpu_ms_of(self._process.pid)
        self.done = True
        if isinstance(message, Failed):
            told = self._place.outside(self.level, message.told)
            self._refusal = Fault(Verdict.LOAD_ERROR, told, output=self._output())
            self.leave()

    def _order(self, message: Order) -> None:
        """In a live game: make the order, and tell what is seen then."""
        if not self._seat.game.live or self._seat.repeat([tuple(message.row)]) != 1:
            raise WireFault(f"the order {message.row!r:.100} is refused by the rules")
        self._wire.send(Seen(self._news()))
        self._clock.go_on()
        self._wire.write()

    def _finish(self, message: Done) -> None:
        self._rest()
        self._answer = Answer(*self._times())
        if message.notes:
            self.notes = trust.notes(message.notes)
        self._said = message
        self.done = True

    def _rest(self) -> None:
        """It has nothing to do until it is asked: others, who think meanwhile, would lose their time to it."""
        assert self._process is not None
        if not self._debugged:
            self._process.freeze()

    def _judged(self, said: Done) -> Answer:
        fault = said.fault
        if fault is not None:
            fault = self._told(fault, self._answer.wall_ms)
        elif said.orders and self._seat.game.acts(self._seat.world):
            accepted = self._seat.repeat([tuple(row) for row in said.orders])
            if accepted < len(said.orders):
                text = f"the order {said.orders[accepted]!r:.100} is refused by the rules"
                fault = self._fault(Verdict.INVALID, text)
        return self._answer._replace(fault=fault, dead=said.dead, private=self._diary.kept(said.private))

    # Failing

    def _late(self) -> None:
        """The time is up, unless somebody is looking into it with a debugger."""
        assert self._process is not None
        if not self.hosting.strict and traced(self._process.pid):
            self._debugged = True
            self._clock.start(float("inf"))
            return
        if self._turn is None:
            text = f"not ready after {self.hosting.limits.start_ms} ms"
        else:
            bank = f"the {self._clock.bank_ms:.0f} ms that were left in its bank"
            text = f"no answer after {self.hosting.limits.callback_ms} ms and {bank}"
        self._process.tell_where()
        self._last_words(Verdict.TIMED_OUT, text, wait_for_end=False)

    def _last_words(self, verdict: Verdict, text: str, wait_for_end: bool = True) -> None:
        """The host is to end; a moment is left to see how, or where it was."""
        wall_ms, cpu_ms = self._times()
        self._answer = Answer(wall_ms, cpu_ms)
        self._ending = self._fault(verdict, text)
        self._heard = verdict != Verdict.TIMED_OUT
        self._clock.start(LAST_WORDS_MS, always=True)
        if wait_for_end:
            self._end_if_over()

    def _end_if_over(self) -> None:
        assert self._process is not None
        assert self._ending is not None
        if self._process.life.over or self._clock.left_ms <= 0:
            self._kill(self._ending.verdict, self._ending.message, timed=False)
        elif not self._heard and any(sign in self._process.output for sign in STACK):
            self._heard = True
            self._clock.start(REST_MS, always=True)

    def _kill(self, verdict: Verdict, text: str, timed: bool = True) -> None:
        """End the host now; how it ended by itself, if it did, tells more than what we saw of it."""
        assert self._process is not None
        if timed:
            self._answer = Answer(*self._times())
        by_itself, orphaned = self._process.life.over, self._process.life.orphaned
        code = self._process.kill()
        if verdict == Verdict.INVALID and self._ending is not None and (code != -signal.SIGKILL or by_itself):
            verdict, text = ended_by(code, self._output(), self._process.starved, self.hosting.limits.memory_mb)
        fault = self._fault(verdict, text)
        self._process.forget()
        self._answer = self._answer._replace(fault=fault, dead=True)
        self._ending = self._said = None
        self._process = None
        self.done = True
        if orphaned:
            raise EngineBug(f"the process that watched over the host of {self.name} was killed")

    def _times(self) -> tuple[float, float]:
        """Wall and CPU time of the callback that is over, as seen from here."""
        wall_ms = self._clock.end_callback()
        before, pid = self._cpu_ms, None if self._process is None else self._process.pid
        self._cpu_ms = cpu_ms_of(pid)
        return wall_ms, max(0.0, self._cpu_ms - before)

    def _output(self) -> str:
        if self._process is None:
            return ""
        self._process.drain()
        return self._place.outside(self.level, self._process.output)

    def _last_call(self) -> str:
        """What the champion called last, which it has noted itself."""
        return "" if self._process is None else self._process.last_call.shown(self._seat.game)

    def _fault(self, verdict: Verdict, text: str) -> Fault:
        output, stack = parted(self._output())
        return Fault(
            verdict=verdict,
            message=text,
            turn=0 if self._turn is None else self._turn.number,
            callback="" if self._turn is None else self._turn.callback,
            last_call=self._last_call(),
            wall_ms=round(self._answer.wall_ms, 3),
            traceback=stack,
            output=output,
        ).bounded()

    def _told(self, fault: Fault, wall_ms: float) -> Fault:
        """What a host says of its champion's failure, with what we know better."""
        assert self._turn is not None
        return msgspec.structs.replace(
            fault,
            verdict=fault.verdict if fault.verdict in ADMITTED else Verdict.CRASHED,
            message=self._place.outside(self.level, fault.message),
            traceback=self._place.outside(self.level, fault.traceback),
            turn=self._turn.number,
            callback=self._turn.callback,
            wall_ms=round(wall_ms, 3),
            output=self._output(),
        ).bounded()
