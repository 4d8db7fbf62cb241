"""Where the documentation is on this machine, and which page of it is about what."""

from __future__ import annotations

from pathlib import Path

SITE = Path(__file__).parent / "docs"
"""What `make docs` builds; it comes with the wheel."""
FAILURES = "failures"
"""The page with a section for each kind of error."""


def page(topic: str, language: str) -> str | None:
    """The address of a page by its name or the last part of it, or of a section on a kind of error."""
    folder = SITE / language
    pages = sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.html"))
    for name in (topic, f"{topic}/index"):
        found = next((page for page in pages if page == name or page.endswith(f"/{name}")), None)
        if found:
            return (folder / f"{found}.html").as_uri()
    failures = folder / f"{FAILURES}.html"
    if failures.is_file() and f'id="{topic}"' in failures.read_text(encoding="utf-8"):
        return f"{failures.as_uri()}#{topic}"
    return None


def topics(language: str) -> list[str]:
    """All pages by name."""
    folder = SITE / language
    names = (path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.html"))
    return sorted(name.removesuffix("/index") for name in names if name not in ("search", "genindex", "index"))
