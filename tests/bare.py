"""Python as Joute finds it where there are no walls: what Windows or macOS lack is hidden from Joute's own modules.

A test has it run as `sitecustomize`, with the name of the system in `SYSTEM`. The standard library and other packages
go on as they are here. What Windows lacks is what `mypy --platform win32` does not find.
"""

from __future__ import annotations

import builtins
import os
import sys
from types import ModuleType
from typing import Any

SYSTEM = "JOUTE_TEST_SYSTEM"
LINUX_ALONE = {
    "os": "memfd_create pidfd_open pipe2 sched_getaffinity sched_setaffinity setresuid setresgid eventfd splice O_PATH",
    "signal": "SIGRTMIN SIGRTMAX SIGPOLL SIGSTKFLT SIGPWR pidfd_send_signal sigtimedwait sigwaitinfo",
    "select": "epoll EPOLLIN",
    "socket": "SO_PASSCRED SCM_CREDENTIALS SO_PEERCRED AF_NETLINK SOCK_CLOEXEC SOCK_NONBLOCK",
    "resource": "prlimit",
}
UNIX_ALONE = {
    "os": "fork forkpty wait waitpid waitid killpg getpgid setpgid getpgrp setsid getuid geteuid getgid getegid "
    "getgroups setuid setgid setgroups uname statvfs sysconf chown fchown fchmod lchown pread pwrite set_blocking "
    "posix_spawn register_at_fork nice getpriority setpriority getloadavg mkfifo WNOHANG WNOWAIT WEXITED P_PID P_ALL "
    "O_CLOEXEC O_NOFOLLOW O_NONBLOCK O_NOCTTY O_DIRECTORY RTLD_NOW RTLD_LOCAL",
    "signal": "SIGKILL SIGSTOP SIGCONT SIGTSTP SIGCHLD SIGPIPE SIGHUP SIGALRM SIGUSR1 SIGUSR2 SIGQUIT SIGWINCH SIGXFSZ "
    "SIGXCPU SIGBUS SIGTRAP SIGTTOU SIGTTIN setitimer alarm pause sigwait pthread_sigmask pthread_kill",
    "select": "poll POLLIN POLLOUT POLLERR POLLHUP POLLNVAL kqueue",
    "socket": "AF_UNIX MSG_DONTWAIT MSG_CMSG_CLOEXEC SCM_RIGHTS CMSG_LEN send_fds recv_fds",
    "time": "clock_gettime CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID",
    "asyncio": "open_unix_connection start_unix_server",
    "mmap": "MAP_PRIVATE MAP_ANONYMOUS MAP_SHARED PROT_READ PROT_WRITE",
}
UNIX_MODULES = {"fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "readline", "curses", "syslog"}


class Bare(ModuleType):
    """A module without some of its names."""

    def __init__(self, real: ModuleType, hidden: set[str], **other: Any) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(real=real, hidden=hidden, **other)

    def __getattr__(self, name: str) -> Any:
        if name in self.hidden:
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        return getattr(self.real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.real, name, value)


def hide(system: str) -> None:
    """From now on, Joute's modules import what this system has."""
    import ctypes

    class Library(ctypes.CDLL):
        """A library of its own name: there is none of the whole process that has prctl(2), or landlock."""

        def __init__(self, name: str | None, *rest: Any, **more: Any) -> None:
            if name is None:
                raise TypeError("LoadLibrary() argument 1 must be str, not None")
            super().__init__(name, *rest, **more)

    windows = system == "win32"
    real, modules = builtins.__import__, {"sys": Bare(sys, {"abiflags"} if windows else set(), platform=system)}
    modules["ctypes"] = Bare(ctypes, set(), CDLL=Library)
    for name in {*LINUX_ALONE, *UNIX_ALONE}:
        names = f"{LINUX_ALONE.get(name, '')} {UNIX_ALONE.get(name, '') if windows else ''}".split()
        modules[name] = Bare(real(name), set(names))

    def bare_import(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        of = (globals or {}).get("__package__") or ""
        if level or of.partition(".")[0] != "joute":
            return real(name, globals, locals, fromlist, level)
        if windows and name.partition(".")[0] in UNIX_MODULES:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        found = real(name, globals, locals, fromlist, level)
        return modules.get(found.__name__, found)

    builtins.__import__ = bare_import
    sys.addaudithook(_without_proc)


def _without_proc(event: str, arguments: tuple[Any, ...]) -> None:
    """Nobody reads in /proc, the standard library neither."""
    if event in ("open", "os.listdir", "os.scandir") and str(arguments[0]).startswith("/proc"):
        raise FileNotFoundError(2, "No such file or directory", arguments[0])


if os.environ.get(SYSTEM):
    hide(os.environ[SYSTEM])
