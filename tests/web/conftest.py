"""One arena for all tests of a module that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .support import Server, arena


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with arena(tmp_path_factory.mktemp("arena") / "store", "--slack", "100") as running:
        yield running
