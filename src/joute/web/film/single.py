"""Pages with the viewer and a film, which open from disk without a server: all in one file, or the viewer shared."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from joute.core.text import Text
from joute.match.replay import Replay
from joute.web.wire import ALL, CHUNK

from .columns import ORDERS, SCENES
from .notes import notes_of
from .replay import ReplayFilm

VIEWER = Path(__file__).parents[1] / "static" / "viewer.html"
PER_TRACK = ("scores", "times", "lead", "gains", "marks", "verdicts", "result")
"""The fields of a head that differ between tracks."""
EMPTY = '<script type="application/json" id="film">null</script>'
"""The element of the built viewer that the film replaces."""
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)
POLICY = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*')
SHARED_POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data: blob:; base-uri 'none'"
)
"""Only files beside the page are run: a page that is opened from disk has no origin, and its files have the scheme."""


class NoViewer(RuntimeError):
    """The pages are not built; the message says how to build them."""


def viewer() -> str:
    """The built viewer, without a film."""
    try:
        text = VIEWER.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NoViewer(
            Text(
                f"the viewer is not built ({VIEWER} is missing); build the pages with: make pages",
                f"la page n'est pas construite ({VIEWER} manque) ; construisez les pages : make pages",
            )
        ) from None
    if text.count(EMPTY) != 1:
        raise NoViewer(
            Text(
                f"{VIEWER} is not a viewer of this version; build the pages again with: make pages",
                f"{VIEWER} n'est pas une page de cette version ; reconstruisez les pages : make pages",
            )
        )
    return text


class SharedViewer(NamedTuple):
    """The viewer as files for a folder of many films."""

    template: str
    """A page without a film, which refers to the files."""
    files: dict[str, str]


def shared_viewer() -> SharedViewer:
    """The built viewer, in files that all pages of a folder use."""
    text = viewer()
    (style,), (script,) = STYLE.findall(text), SCRIPT.findall(text)
    for pattern, replacement in (
        (STYLE, '<link rel="stylesheet" href="viewer.css">'),
        (SCRIPT, '<script defer src="viewer.js"></script>'),  # no module: browsers load those from servers alone
        (POLICY, SHARED_POLICY),
    ):
        text = pattern.sub(replacement, text)
    # A module has names and a strict mode of its own.
    return SharedViewer(text, {"viewer.css": style, "viewer.js": f'(() => {{ "use strict";\n{script}\n}})();\n'})


def page(
    replay: Replay, notes: bool = False, kinds: Sequence[str] = (), template: str | None = None
) -> tuple[bytes, str]:
    """A replay as a page, and what is wrong with the replay. `notes`: with the private notes of the champions.

    `template`: the page of a shared viewer, where the film goes without one of its own.
    """
    template, source = template or viewer(), ReplayFilm(replay)
    seats = [seat for seat in range(source.table.seats) if notes]
    film = msgspec.to_builtins(source.head(notes=seats, kinds=kinds))
    film["chunks"] = {track: _texts(made.scenes.all()) for track, made in source.tracks.items()}
    film["orders"] = {track: _texts(made.orders.all()) for track, made in source.tracks.items()}
    heads = {track: source.head(track, [seat for seat in seats if track == str(seat)]) for track in source.tracks}
    film["heads"] = _heads(film, {track: msgspec.to_builtins(head) for track, head in heads.items()})
    film["noted"] = {str(seat): notes_of(source.replay, seat, 0, film["frames"]) for seat in seats}
    damage = source.damage.en if source.damage else ""
    return _filled(template, film), damage


def filed_page(folder: Path, told: Callable[[int], bool] = lambda _: True) -> bytes:
    """The page of a film on disk: a folder with the head and the chunks of each track. `told`: the seats of which may
    be read what went wrong."""
    template = viewer()
    film = _veiled(folder / f"{ALL}.json", told)
    counts = range(-(-film["frames"] // CHUNK))
    for part, name in (("chunks", SCENES), ("orders", ORDERS)):
        film[part] = {
            track: _texts((folder / name.format(track=track, number=number)).read_bytes() for number in counts)
            for track in film["tracks"]
        }
    tracks = {track: _veiled(folder / f"{track}.json", told) for track in film["tracks"]}
    film["heads"] = _heads(film, tracks)
    return _filled(template, film)


def _veiled(path: Path, told: Callable[[int], bool]) -> dict[str, Any]:
    """A head on disk, without what went wrong at other seats."""
    head: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    head["verdicts"] = [one if told(one["seat"]) else one | {"told": ""} for one in head["verdicts"]]
    return head


def _texts(chunks: Iterable[bytes]) -> list[str]:
    return [base64.b64encode(chunk).decode() for chunk in chunks]


def _heads(film: dict[str, Any], heads: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """For the track of each seat, the fields of its head that differ from the film's."""
    return {
        track: {name: head[name] for name in PER_TRACK if head[name] != film[name]}
        for track, head in heads.items()
        if track != ALL
    }


def _filled(template: str, film: dict[str, Any]) -> bytes:
    """The viewer with a film in it."""
    # A "<" could end the script element, or begin a comment that hides its end.
    text = msgspec.json.encode(film).decode().replace("<", "\\u003c")
    return template.replace(EMPTY, EMPTY.replace("null", text)).encode()
