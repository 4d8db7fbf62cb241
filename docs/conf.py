"""How Sphinx builds the site; `docs/build.py` calls it once a language."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pygments.lexers.c_cpp import CppLexer
from sphinx.highlighting import lexers

import joute

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "Joute"
author = "The Joute authors"
project_copyright = author
version = release = joute.__version__
language = os.environ["JOUTE_DOCS"]
root_doc = "index"

extensions = ["myst_parser", "site_extension"]
myst_enable_extensions = ["colon_fence", "deflist", "fieldlist", "attrs_block"]
myst_heading_anchors = 4

lexers["cxx"] = CppLexer()  # kits and champions call C++ so

html_theme = "furo"
html_title = "Joute"
html_favicon = str(HERE.parent / "frontend/public/icon.svg")
html_static_path = [str(HERE / "theme/static")]
templates_path = [str(HERE / "theme/templates")]
html_css_files = ["joute.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_theme_options = {"top_of_page_buttons": []}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/languages.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_search_language = language

man_pages = [("reference/command-line", "joute", "strategy games played by programs and by people", [author], 1)]
