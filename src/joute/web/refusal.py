"""A refusal of the HTTP API: a status and words; and routes that say in the description how they refuse."""

from __future__ import annotations

from functools import partial

import litestar
from litestar.openapi import ResponseSpec

from .wire import Problem

PROBLEM = "application/problem+json"
TITLES = {
    400: "That cannot be understood",
    401: "An access token is needed",
    403: "Not allowed",
    404: "Not found",
    405: "Not done this way",
    408: "Too slow",
    409: "Not now",
    410: "Gone",
    413: "Too large",
    415: "Not of this kind",
    421: "Not here",
    422: "That cannot be understood",
    429: "Too often",
    500: "A failure of the arena",
    503: "Too busy",
}


class Refusal(Exception):
    """What was asked for is not done; why, for whoever asked."""

    def __init__(self, status: int, detail: str, retry_s: float | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_s = retry_s


_REFUSALS = {
    status: ResponseSpec(Problem, description=title, media_type=PROBLEM, generate_examples=False)
    for status, title in TITLES.items()
}
get = partial(litestar.get, responses=_REFUSALS)
post = partial(litestar.post, responses=_REFUSALS)
delete = partial(litestar.delete, responses=_REFUSALS)
