"""A refusal of the HTTP API: a status and words."""

from __future__ import annotations


class Refusal(Exception):
    """What was asked for is not done; why, for whoever asked."""

    def __init__(self, status: int, detail: str, retry_s: float | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_s = retry_s
