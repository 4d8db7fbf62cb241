"""One contest for all tests of a module that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.support import Server

from .support import held


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with held(tmp_path_factory.mktemp("contest")) as running:
        yield running
