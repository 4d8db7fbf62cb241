"""The browser of whoever sits at this machine."""

from __future__ import annotations

import os
import sys


def show_page(address: str) -> None:
    """Open a page where there is a browser, and a screen to show it on."""
    import webbrowser

    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    webbrowser.open(address)
