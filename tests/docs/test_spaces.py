"""French spaces: no line ends before `; : ! ? » %`, nor after `«`, but in code nothing changes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from docutils import nodes
from docutils.utils import new_document

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import site_extension


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Qui ? Moi ! Bien ; oui.", "Qui\u202f? Moi\u202f! Bien\u202f; oui."),
        ("Il dit : « non ».", "Il dit\u00a0: «\u00a0non\u00a0»."),
        ("95 % des points", "95\u00a0% des points"),
        ("à 8:30, a?b; http://x", "à 8:30, a?b; http://x"),
    ],
)
def test_spaces_at_which_no_line_ends(written: str, shown: str) -> None:
    assert site_extension.spaced(written) == shown


def test_text_is_spaced_and_code_is_not() -> None:
    page = new_document("page")
    code = nodes.literal("", "a ? b : c")
    page += nodes.title("", "Et si ?")
    page += nodes.paragraph("", "", nodes.Text("Dans "), code, nodes.Text(" : un choix."))
    page += nodes.literal_block("", "a ? b : c ;")
    page += nodes.image(uri="x.png", alt="Où ?")
    site_extension.space(page)
    assert [node.astext() for node in page.findall(nodes.TextElement)] == [
        "Et si\u202f?",
        "Dans a ? b : c\u00a0: un choix.",
        "a ? b : c",
        "a ? b : c ;",
    ]
    assert page[-1]["alt"] == "Où\u202f?"
