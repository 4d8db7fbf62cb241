"""What all tests share, the games' own too: hypothesis without chance or clock; interruptions that are heard; no width
of a terminal; no builds in the background; English."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("ci")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background, where interruptions are ignored: what the tests start must hear them all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["JOUTE_BUILD"] = "never"  # no test starts a build in the background unless it says so

os.environ["LC_ALL"] = "C.UTF-8"  # `joute` speaks the language of the terminal, and tests read its English

for name in ("COLUMNS", "LINES"):  # a parallel run sets them, as if its processes had a terminal
    os.environ.pop(name, None)
