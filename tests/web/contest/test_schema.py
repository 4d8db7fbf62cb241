"""The routes of a contest keep to their description, whatever somebody sends who is signed in."""

from __future__ import annotations

import pytest
import schemathesis

from tests.web.api.test_schema import try_out
from tests.web.support import Server

from .support import GOOD, PASSWORD, Browser, organiser


@pytest.mark.slow
def test_the_contest_keeps_to_its_description(server: Server) -> None:
    ana = Browser(server)
    ana.register("ana")
    ana.post("/teams", {"name": "Les Portes"}, 201)
    ana.submit("champion.py", GOOD)
    description = schemathesis.openapi.from_url(f"http://{server.place}/api/schema.json")
    operations = [found.ok() for found in description.get_all_operations()]
    operations = [operation for operation in operations if operation.path.startswith("/api/contest")]
    assert len(operations) >= 35
    for operation in operations:
        ana.post("/sessions", {"login": "ana", "password": PASSWORD})  # some operations sign out
        try_out(operation, cookies=dict(ana.http.cookies), headers={"origin": ana.base})
    console = [operation for operation in operations if operation.path.startswith("/api/contest/console")]
    assert len(console) >= 9
    for operation in console:
        olga = organiser(server)  # an act may have disabled the one before
        try_out(operation, cookies=dict(olga.http.cookies), headers={"origin": olga.base})
    assert ana.get()["name"] == "Spring"
    assert "Traceback" not in server.log.read_text()
