"""Numbers of system calls: on x86_64, then on aarch64, `-` where a machine has no such call.

The tests compare them with the kernel's own headers.
"""

from __future__ import annotations

import re

FILES = """
read 0 63 | write 1 64 | readv 19 65 | writev 20 66 | pread64 17 67 | pwrite64 18 68 | preadv 295 69
pwritev 296 70 | preadv2 327 286 | pwritev2 328 287 | lseek 8 62 | sendfile 40 71 | copy_file_range 326 285
open 2 - | openat 257 56 | creat 85 - | close 3 57 | close_range 436 436 | dup 32 23 | dup2 33 - | dup3 292 24
truncate 76 45 | ftruncate 77 46 | fallocate 285 47 | fadvise64 221 223 | readahead 187 213 | stat 4 -
fstat 5 80 | lstat 6 - | newfstatat 262 79 | statx 332 291 | statfs 137 43 | fstatfs 138 44 | access 21 -
faccessat 269 48 | faccessat2 439 439 | readlink 89 - | readlinkat 267 78 | getcwd 79 17 | chdir 80 49
fchdir 81 50 | getdents 78 - | getdents64 217 61 | umask 95 166 | mkdir 83 - | mkdirat 258 34 | rmdir 84 -
unlink 87 - | unlinkat 263 35 | rename 82 - | renameat 264 38 | renameat2 316 276 | symlink 88 -
symlinkat 266 36 | getxattr 191 8 | lgetxattr 192 9 | fgetxattr 193 10 | listxattr 194 11 | llistxattr 195 12
flistxattr 196 13
"""
MEMORY = """
brk 12 214 | munmap 11 215 | mprotect 10 226 | mremap 25 216 | madvise 28 233 | mincore 27 232
msync 26 227 | membarrier 324 283
"""
WAITING = """
pipe 22 - | pipe2 293 59 | eventfd 284 - | eventfd2 290 19 | epoll_create 213 - | epoll_create1 291 20
epoll_ctl 233 21 | epoll_wait 232 - | epoll_pwait 281 22 | epoll_pwait2 441 441 | poll 7 - | ppoll 271 73
select 23 - | pselect6 270 72 | futex 202 98 | set_robust_list 273 99 | get_robust_list 274 100 | pause 34 -
rt_sigaction 13 134 | rt_sigprocmask 14 135 | rt_sigreturn 15 139 | rt_sigpending 127 136
rt_sigsuspend 130 133 | rt_sigtimedwait 128 137 | sigaltstack 131 132 | signalfd 282 - | signalfd4 289 74
restart_syscall 219 128
"""
TIME = """
clock_gettime 228 113 | clock_getres 229 114 | clock_nanosleep 230 115 | nanosleep 35 101 | gettimeofday 96 169
time 201 - | times 100 153 | alarm 37 - | getitimer 36 102 | setitimer 38 103 | timerfd_create 283 85
timerfd_settime 286 86 | timerfd_gettime 287 87
"""
PROCESSES = """
execve 59 221 | exit 60 93 | exit_group 231 94 | wait4 61 260 | waitid 247 95
getpid 39 172 | getppid 110 173 | gettid 186 178 | getpgrp 111 - | getpgid 121 155 | getsid 124 156
getuid 102 174 | geteuid 107 175 | getgid 104 176 | getegid 108 177 | getresuid 118 148 | getresgid 120 150
getgroups 115 158 | capget 125 90 | set_tid_address 218 96 | rseq 334 293 | arch_prctl 158 - | getrlimit 97 163
setrlimit 160 164 | getrusage 98 165 | getpriority 140 141 | sched_yield 24 124 | sched_getaffinity 204 123
sched_getparam 143 121 | sched_getscheduler 145 120 | sched_get_priority_max 146 125
sched_get_priority_min 147 126 | sched_rr_get_interval 148 127 | uname 63 160 | sysinfo 99 179 | getcpu 309 168
getrandom 318 278
"""
FORKS = "fork 57 - | vfork 58 -"
ATTRIBUTES = """
chmod 90 - | fchmod 91 52 | fchmodat 268 53 | utime 132 - | utimes 235 - | futimesat 261 - | utimensat 280 88
"""
LINKS = "link 86 - | linkat 265 37"
PAIRS = "\nsendto 44 206 | recvfrom 45 207 | shutdown 48 210\n"
"""For socket pairs, the only sockets there are: by one, Rust's standard library learns whether a child was started."""
CHECKED = """
mmap 9 222 | clone 56 220 | fcntl 72 25 | ioctl 16 29 | prctl 157 167 | prlimit64 302 261 | setpriority 141 140
kill 62 129 | tkill 200 130 | tgkill 234 131 | socketpair 53 199 | sched_setscheduler 144 119
"""
"""Calls whose arguments are checked."""
SYNCS = "sync 162 81 | syncfs 306 267 | fsync 74 82 | fdatasync 75 83 | sync_file_range 277 84"
ABSENT = "memfd_create 319 279"


def numbers(table: str, column: int) -> dict[str, int]:
    """The calls of a table that a machine has: name to number."""
    entries = [entry.split() for entry in re.split(r"[|\n]", table) if entry.strip()]
    return {entry[0]: int(entry[1 + column]) for entry in entries if entry[1 + column] != "-"}
