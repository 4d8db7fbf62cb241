"""The server keeps to its own description, whatever is sent: schemathesis makes up requests from it."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.support import Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 20


@pytest.mark.slow
def test_the_server_keeps_to_its_description(server: Server) -> None:
    description = schemathesis.openapi.from_url(f"http://{server.place}/api/schema.json")
    operations = [found.ok() for found in description.get_all_operations()]
    assert len(operations) >= 14
    for operation in operations:
        try_out(operation)
    assert server.get("/api/games")
    assert "Traceback" not in server.log.read_text()


def try_out(operation: Any, **more: Any) -> None:
    """Send an operation whatever schemathesis makes up; `more` goes with every request."""

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        case.validate_response(case.call(timeout=60, **more), checks=CHECKS)

    check()
