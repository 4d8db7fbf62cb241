"""Who may ask for what: every route of a contest, for nobody, another team, the team itself, and an organiser."""

from __future__ import annotations

import gzip
import json
from typing import Any, NamedTuple

import pytest

from joute.arena.contest import model
from joute.arena.contest import versions as judging
from joute.arena.contest.teams import by_name
from joute.arena.store import Store
from joute.web.contest import acts, challenges, console, facts, people, results, sign_on, teams, versions
from tests.web.support import Server

from .support import CONTEST, GOOD, Browser, held, judged, match_of, organiser, until

SECRET = "the other team must never read this"
CHAMPION = f'''# {SECRET}
from joute import debug


def partie_init():
    print("{SECRET}")


def jouer_tour():
    debug.log("{SECRET}")
    raise ValueError("{SECRET}")


def partie_fin():
    pass
'''
ROUTES = [
    (next(iter(route.http_methods)), next(iter(route.paths)))
    for module in (facts, people, sign_on, teams, versions, results, challenges, console, acts)
    for route in module.ROUTES
]
OPEN = {
    ("GET", "/api/contest"),
    ("GET", "/api/contest/table"),
    ("GET", "/api/contest/replays"),
    ("GET", "/api/contest/kits/{language:str}"),
    ("GET", "/contest/signed-on"),
    ("POST", "/api/contest/accounts"),
    ("POST", "/api/contest/sessions"),
    ("POST", "/api/contest/sessions/link"),
    ("POST", "/api/contest/sign_on"),
    ("POST", "/api/contest/password/forgotten"),
    ("POST", "/api/contest/invitations/look"),
}
"""What one asks before one has signed in."""
ORGANISERS = {
    ("POST", "/api/contest/links"): 201,
    ("POST", "/api/contest/invitations"): 201,
    ("POST", "/api/contest/console/acts"): 204,
    **{route: 200 for route in ROUTES if route[1].startswith("/api/contest/console") and route[0] == "GET"},
}
"""What organisers alone may ask, and how that is answered."""
BODIES: dict[str, Any] = {
    "/api/contest/password": {"password": "a new password", "old": "not the old one"},
    "/api/contest/account": {"name": "Somebody"},
    "/api/contest/account/erase": {"login": "nobody"},
    "/api/contest/tokens": {},
    "/api/contest/links": {"login": "ana"},
    "/api/contest/invitations": {},
    "/api/contest/teams": {"name": "Another"},
    "/api/contest/team/join": {"invitation": "none"},
    "/api/contest/console/acts": {"act": "announce", "en": "Lunch"},
    "/api/contest/challenges": {"version": 1, "against": "idle"},
    "/api/contest/comparisons": {"one": 1, "other": 2},
}
QUERIES = {"/api/contest/versions": {"name": "champion.txt"}}


class Played(NamedTuple):
    """A contest in which a team has played a match, and those who ask about it."""

    nobody: Browser
    other: Browser
    team: Browser
    organiser: Browser
    match: str
    seat: int


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    with held(tmp_path_factory.mktemp("contest")) as server:
        team, other = Browser(server), Browser(server)
        for browser, login, source in ((team, "ana", CHAMPION), (other, "bob", GOOD)):
            browser.register(login)
            browser.post("/teams", {"name": f"Team {login}"}, 201)
            browser.submit("champion.py", source)
        assert judged(other, 1)["state"] == "good"
        assert judged(team, 1)["state"] == "failed"
        let_play(server)
        match = challenged(team)
        seat = next(n for n, side in enumerate(match["sides"]) if side["mine"])
        assert SECRET in match["sides"][seat]["told"]
        yield Played(Browser(server), other, team, organiser(server), match["id"], seat)


def let_play(server: Server) -> None:
    """Let a version play that fails in every match: judging would not."""
    with Store.open(server.store) as store:
        contest = model.load(store)
        with store.writing() as connection:
            team = by_name(connection, "Team ana")
            assert team is not None
            judging.judged(connection, contest, judging.numbered(connection, team, 1), "")


def challenged(team: Browser) -> dict[str, Any]:
    """A match of the team, when it is over."""
    return match_of(team, team.post("/challenges", {"version": 1, "against": "idle"}, 201)["id"])


def ask(browser: Browser, method: str, path: str) -> Any:
    address = (
        path.replace("{number:int}", "1")
        .replace("{language:str}", "python")
        .replace("{id:str}", "0" * 16)
        .replace("{id:int}", "1")
    )
    more: dict[str, Any] = {"params": QUERIES.get(path, {})}
    if path in BODIES:
        more["json"] = BODIES[path]
    if path == "/api/contest/versions" and method == "POST":
        more = {"params": {"name": "champion.txt"}, "content": b"no champion"}
    return browser.http.request(method, address, **more)


@pytest.mark.parametrize(("method", "path"), [route for route in ROUTES if route not in OPEN])
def test_nobody_is_refused_wherever_one_must_be_signed_in(played, method, path):
    answer = ask(played.nobody, method, path)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize(("method", "path"), sorted(ORGANISERS))
def test_what_organisers_do_needs_their_session(played, method, path):
    for contestant in (played.team, played.other):
        assert ask(contestant, method, path).json()["code"] == "organisers_only"
    assert ask(played.organiser, method, path).status_code == ORGANISERS[method, path]
    token = played.organiser.post("/tokens", {}, 201)["token"]
    address = path.replace("{id:int}", "1")
    more = {"json": BODIES[path]} if path in BODIES else {}
    bare = played.nobody.http.request(method, address, headers={"authorization": f"Bearer {token}"}, **more)
    assert bare.json()["code"] == "not_signed_in"


HARMFUL = {"/api/contest/sessions", "/api/contest/team/leave", "/api/contest/account/erase", "/api/contest/password"}


@pytest.mark.parametrize(("method", "path"), [route for route in ROUTES if route[1] not in HARMFUL])
def test_another_team_never_reads_what_is_ours(played, method, path):
    for stranger in (played.nobody, played.other):
        answer = ask(stranger, method, path)
        assert answer.status_code < 500
        assert SECRET not in answer.text


def test_the_team_itself_reads_its_own(played):
    assert SECRET in gzip.decompress(played.team.get("/versions/1/package").content).decode("latin-1")
    assert SECRET in played.team.get("/versions/1/log")["text"]


def everything(browser: Browser, match: str) -> dict[str, str]:
    """All that a match shows somebody, by route; a replay is unpacked."""
    shown = {}
    for part in ("", "/film", "/replay", "/html", "/notes/0?from=0", "/notes/1?from=0", "/live", "/film/all/0"):
        answer = browser.http.get(f"/api/matches/{match}{part}")
        data = answer.content
        shown[part] = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode("utf-8", "replace")
    return shown


def test_a_match_shows_prints_notes_and_tracebacks_to_the_side_they_belong_to(played):
    own = everything(played.team, played.match)
    assert SECRET in own[f"/notes/{played.seat}?from=0"]
    assert SECRET in own["/replay"]
    assert json.loads(own["/film"])["notes"] == [played.seat]
    assert json.loads(own[f"/notes/{1 - played.seat}?from=0"])["code"] == "not_owner"
    strangers = {**everything(played.nobody, played.match), **everything(played.other, played.match)}
    assert [part for part, text in strangers.items() if SECRET in text] == []
    watching = everything(played.organiser, played.match)
    assert json.loads(watching["/film"])["notes"] == [0, 1]


def test_replays_of_all_are_listed_for_everybody(played):
    found = until(lambda: played.nobody.get("/replays", params={"of": "Team bob"})["matches"])
    assert {side["told"] for one in found for side in one["sides"]} == {""}
    assert all("Team bob v1" in [side["name"] for side in one["sides"]] for one in found)
    assert played.nobody.http.get(f"/api/matches/{found[0]['id']}").json()["state"] == "over"


def test_the_ladder_is_not_shown_beside_the_table_of_the_contest(played):
    for path in ("", "/table", "/chart", "/matches"):
        answer = played.other.http.get(f"/api/tournaments/ladder{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "organisers_only")
    assert played.other.http.get("/api/tv?tournament=ladder").json()["code"] == "organisers_only"
    assert played.other.http.get("/api/tv").json()["showings"] == []
    assert played.other.http.get("/api/tournaments").json() == []
    assert [one["name"] for one in played.organiser.http.get("/api/tournaments").json()] == ["ladder"]
    assert played.organiser.http.get("/api/tournaments/ladder").status_code == 200


@pytest.mark.parametrize(
    ("access", "code"),
    [
        ('replays = "own"', "not_yours"),
        ('replays = "after"', "watch_after"),
        ("replay_delay_minutes = 60", "watch_later"),
    ],
)
def test_replays_are_hidden_or_delayed_as_the_contest_says(tmp_path, access, code):
    with held(tmp_path / "spring", CONTEST.replace("[access]", f"[access]\n{access}")) as server:
        ana = Browser(server)
        ana.register("ana")
        ana.post("/teams", {"name": "Ana"}, 201)
        ana.submit("champion.py", GOOD)
        match = until(lambda: ana.get("/matches")["matches"])[0]["id"]
        assert Browser(server).http.get(f"/api/matches/{match}").json()["code"] == code
        origin = {"game": "chartichaud", "players": [], "origin": {"match": match, "frame": 0}}
        players = [{"kind": "champion", "name": "idle"}] * 2
        fork = Browser(server).http.post("/api/matches", json={**origin, "players": players})
        assert fork.json()["code"] == code
        draft = {"draft": {"game": "chartichaud", "kind": "position", "text": ""}, "origin": origin["origin"]}
        assert Browser(server).http.post("/api/edit", json=draft).json()["code"] == code
        assert Browser(server).http.get(f"/api/tv?matches={match}").json()["code"] == code
        assert Browser(server).http.get(f"/api/matches?ids={match}").json() == []
        assert [one["id"] for one in ana.http.get(f"/api/matches?ids={match}").json()] == [match]
        assert "og:title" not in Browser(server).http.get(f"/watch/{match}").text
        assert Browser(server).get("/replays")["matches"] == []
        assert ana.http.get(f"/api/matches/{match}").json()["state"] == "over"
        assert ana.http.get(f"/api/matches/{match}/film").status_code == 200
        assert organiser(server).http.get(f"/api/matches/{match}/film").status_code == 200
