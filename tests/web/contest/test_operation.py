"""What supervisors, Prometheus and logs are told, and what not."""

from __future__ import annotations

import json

from joute.arena.contest import config, model
from joute.arena.store import Store
from joute.arena.store.database import FILE as DATABASE
from joute.web.api.health import Readiness, _readiness

from .support import CONTEST, GOOD, PASSWORD, Browser, held, judged, organiser, until

FORWARDED = {"x-forwarded-for": "203.0.113.9"}


def figures(text):
    """The lines of Prometheus' format, without those that explain."""
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines}


def test_a_server_is_ready_once_the_service_gives_signs_of_life(server):
    http = Browser(server).http
    until(lambda: http.get("/api/ready").status_code == 200)
    assert http.get("/api/ready").json() == {"ready": True, "store": True, "service": True}
    assert http.get("/api/health").json() == {"alive": True}


def test_it_is_not_ready_without_service_or_store(tmp_path):
    (tmp_path / config.FILE).write_text(CONTEST)
    plan = config.read(tmp_path)
    with Store.open(plan.store) as store:
        assert _readiness(store, contest=False) == Readiness(True, True)
        model.begin(store, plan, "tests")
        assert _readiness(store, contest=True) == Readiness(False, True, False)
        store.engine.dispose()
        (store.folder / DATABASE).write_bytes(b"no database, but as long as one would be")
        assert _readiness(store, contest=True) == Readiness(False, False)


def test_prometheus_reads_how_the_contest_stands_and_nobody_elsewhere_does(server):
    ana = Browser(server)
    ana.register("ana")
    ana.post("/teams", {"name": "Les Portes"}, 201)
    ana.submit("ana.py", GOOD)
    judged(ana, 1)
    answer = ana.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    found = figures(answer.text)
    assert found['joute_versions{state="good"}'] == found["joute_teams"] == found["joute_service_alive"] == 1
    assert found['joute_requests_total{method="POST",status="201"}'] >= 3
    assert found['joute_request_seconds_bucket{le="+Inf"}'] == found["joute_request_seconds_count"] > 0
    refused = ana.http.get("/metrics", headers=FORWARDED)
    assert (refused.status_code, refused.json()["code"]) == (403, "this_machine_only")


def test_logs_are_lines_of_json_without_secrets(tmp_path):
    with held(tmp_path, CONTEST, "--log-json") as server:
        organiser(server)
        ana = Browser(server)
        ana.register("ana")
        ana.http.get("/api/matches?token=hush&q=hush")
        ana.http.get("/api/contest/teams/hush-hush")
        until(lambda: ana.http.get("/api/ready").status_code == 200)
        session = next(iter(ana.http.cookies.values()))
        server.stop()
        lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    requests = [line for line in lines if line["logger"] == "joute.web.requests"]
    register = next(line for line in requests if line["route"] == "/api/contest/accounts")
    assert (register["method"], register["status"], register["level"]) == ("POST", 201, "info")
    assert register["ms"] > 0
    text = json.dumps(lines)
    for secret in ("hush", PASSWORD, session):
        assert secret not in text
