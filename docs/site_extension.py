"""What pages have beside Sphinx: films, links to their turns, French spaces, the switch of the language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.nodes import is_smartquotable

from joute.match.reading import read
from joute.web.film.single import page, shared_viewer

FILMS = Path(__file__).parent / "films"
FOLDER = "_films"
"""Where they are in the site, beside the languages."""
NARROW, WIDE = "\u202f", "\u00a0"
"""Spaces at which no line ends."""


class Film(SphinxDirective):
    """A match that is played in the page: `{film} NAME` shows docs/films/NAME.jsonl."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        replay = FILMS / f"{name}.jsonl"
        if not replay.is_file():
            raise self.error(f"there is no match {replay}; record it with: joute run ... -o docs/films/{name}.jsonl")
        self.env.note_dependency(str(replay))
        address = f"{_address(self.env, name)}#turn=0"
        frame = f'<iframe class="film" name="film-{name}" src="{address}" title="{name}" allowfullscreen></iframe>'
        return [nodes.raw("", frame, format="html")]


class Turn(SphinxRole):
    """A link that shows a turn in the film of the page: {turn}`NAME:40`, or {turn}`words <NAME:40>`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        words, _, target = self.text.rpartition("<")
        name, _, turn = target.removesuffix(">").partition(":")
        said = words.strip() or {"fr": "tour"}.get(self.config.language, "turn") + f" {turn}"
        said = spaced(said) if self.config.language == "fr" else said
        link = f'<a href="{_address(self.env, name)}#turn={turn}" target="film-{name}">{said}</a>'
        return [nodes.raw("", link, format="html")], []


def _address(env: Any, name: str) -> str:
    return f"{'../' * (env.docname.count('/') + 1)}{FOLDER}/{name}.html?lang={env.config.language}"


class FrenchSpaces(SphinxTransform):
    """On the French site no line ends before `; : ! ? » %`, or after `«`."""

    default_priority = 200

    def apply(self, **kwargs: Any) -> None:
        if self.config.language == "fr":
            space(self.document)


def space(document: nodes.document) -> None:
    """Have the text of a page, its code apart, and what its pictures show, hold together."""
    for text in list(document.findall(nodes.Text)):
        if is_smartquotable(text):
            text.parent.replace(text, nodes.Text(spaced(text)))
    for image in document.findall(nodes.image):
        image["alt"] = spaced(image.get("alt", ""))


def spaced(text: str) -> str:
    return re.sub(" (?=[:»%])|(?<=«) ", WIDE, re.sub(" (?=[;!?])", NARROW, text))


def write_films(app: Sphinx, failure: Exception | None) -> None:
    """The films, in pages that share one viewer."""
    if failure is not None or app.builder.name != "html":
        return
    folder = Path(app.outdir).parent / FOLDER
    folder.mkdir(exist_ok=True)
    shared = shared_viewer()
    for name, text in shared.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for replay in sorted(FILMS.glob("*.jsonl")):
        data, damage = page(read(replay), notes=True, template=shared.template)
        if damage:
            raise ValueError(f"{replay}: {damage}")
        (folder / f"{replay.stem}.html").write_bytes(data)


def switch_language(app: Sphinx, docname: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """The address of the same page in the other language, for `sidebar/languages.html`."""
    other = {"en": "fr", "fr": "en"}[app.config.language]
    context["other_language"] = f"{'../' * (docname.count('/') + 1)}{other}/{docname}.html"


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("film", Film)
    app.add_role("turn", Turn())
    app.add_transform(FrenchSpaces)
    app.connect("html-page-context", switch_language)
    app.connect("build-finished", write_films)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
