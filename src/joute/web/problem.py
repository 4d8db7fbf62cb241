"""A refusal of the HTTP API, as an exception; and routes that say in the description how they refuse."""

from __future__ import annotations

from functools import partial

import litestar
from litestar.openapi import ResponseSpec

from joute.core.text import Text

from .errors import TITLES, Kind
from .wire import Problem

PROBLEM = "application/problem+json"


class Refusal(Exception):
    """What was asked for is not done; why, for whoever asked, in both languages."""

    def __init__(self, kind: Kind, retry_s: float | None = None, **fields: object) -> None:
        self.text = Text(*(_filled(words, fields, lang) for words, lang in ((kind.en, "en"), (kind.fr, "fr"))))
        super().__init__(self.text.en)
        self.code = kind.code
        self.status = kind.status
        self.retry_s = retry_s

    @property
    def problem(self) -> Problem:
        title = TITLES[self.status].en if self.status in TITLES else "Refused"
        return Problem(self.status, title, self.text.en, self.code, self.text)


def _filled(words: str, fields: dict[str, object], lang: str) -> str:
    """Words with their fields; a field may itself be in both languages."""
    return words.format(**{name: getattr(value, lang, value) for name, value in fields.items()})


_REFUSALS = {
    status: ResponseSpec(Problem, description=title.en, media_type=PROBLEM, generate_examples=False)
    for status, title in TITLES.items()
}
get = partial(litestar.get, responses=_REFUSALS)
post = partial(litestar.post, responses=_REFUSALS)
delete = partial(litestar.delete, responses=_REFUSALS)
