"""All this holds for an ordinary user as it does for root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_all_this_holds_for_an_ordinary_user() -> None:
    """The same tests once more as a user without rights, who gets to see Python where root has it."""
    places = os.pathsep.join(path for path in sys.path if path and Path(path).is_dir() and "lib-dynload" not in path)
    script = """
mount --bind "$1" "$2/python" && cd "$2/work" && export HOME="$2/work" TMPDIR="$2/work" PYTHONPATH="$3"
exec setpriv --reuid 65534 --regid 65534 --clear-groups "$2/python/bin/python3" \\
    -B -m pytest -q -p no:cacheprovider --basetemp "$2/work/tests" -m "not slow" "$4"
"""
    with tempfile.TemporaryDirectory() as name:
        for place in (Path(name, "python"), Path(name, "work")):
            place.mkdir()
        Path(name).chmod(0o755)
        shutil.chown(Path(name, "work"), 65534, 65534)
        command = [
            "unshare",
            "--mount",
            "sh",
            "-c",
            script,
            "sh",
            sys.base_prefix,
            name,
            places,
            str(Path(__file__).parent),
        ]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-2000:]
    assert " passed" in ran.stdout
    assert " skipped" not in ran.stdout
