"""The console: organisers see everything, each act takes effect at once, and what is held back stays so for others."""

from __future__ import annotations

import time

import pytest

from tests.web.support import Server

from .support import CONTEST, GOOD, Browser, held, judged, organiser, until

CONSOLE = "/console"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with held(tmp_path_factory.mktemp("console"), CONTEST) as running:
        yield running


@pytest.fixture(scope="module")
def olga(server: Server) -> Browser:
    return organiser(server)


@pytest.fixture(scope="module")
def ana(server: Server) -> Browser:
    """A contestant whose version plays, beside one of another team."""
    browsers = {}
    for login in ("ana", "bob"):
        browsers[login] = Browser(server)
        browsers[login].register(login)
        browsers[login].post("/teams", {"name": f"Team {login}"}, 201)
        browsers[login].submit("champion.py", f"# {login}\n{GOOD}")
    for browser in browsers.values():
        assert judged(browser, 1)["state"] == "good"
    return browsers["ana"]


def act(browser, status=204, **what):
    return browser.post(f"{CONSOLE}/acts", what, status)


def the_team(olga, name):
    return next(one for one in olga.get(f"{CONSOLE}/teams") if one["name"] == name)


def test_it_shows_how_the_contest_stands(olga, ana):
    def playing():
        state = olga.get(CONSOLE)
        return state if state["alive"] and state["machines"] and state["ranked"]["done"] >= 2 else None

    state = until(playing)
    assert (state["teams"], state["versions"]["good"], state["capacity"]) == (2, 2, 1)
    assert state["free_bytes"] > state["used_bytes"] > 0
    assert len(olga.get()["commitment"]) == 64
    assert [one["login"] for one in olga.get(f"{CONSOLE}/people")] == ["ana", "bob", "olga"]
    row = the_team(olga, "Team ana")
    assert (row["members"], row["version"], row["versions"], row["aside"]) == (["ana"], 1, 1, "")
    (version,) = olga.get(f"{CONSOLE}/versions", params={"of": "Team ana"})
    assert (version["state"], version["active"], version["counts"]) == ("good", True, True)
    assert "idle" in olga.get(f"{CONSOLE}/versions/{version['id']}/log")["text"]


def test_every_match_is_shown_with_everything_and_played_again_for_a_reason(olga, ana):
    def over():
        return olga.get(f"{CONSOLE}/matches", params={"state": "done", "of": "Team ana"})["matches"]

    match = until(over)[0]
    assert match["tournament"] == "ladder"
    assert match["worker"]
    assert {side["verdict"] for side in match["sides"]} == {"OK"}
    assert act(olga, 409, act="requeue", match=match["number"])["text"]["en"].startswith("give a reason")
    act(olga, act="requeue", match=match["number"], why="a power cut")
    again = olga.get(f"{CONSOLE}/matches", params={"state": "replaced"})["matches"]
    assert [one["id"] for one in again] == [match["id"]]
    assert olga.get(f"{CONSOLE}/log")[0]["why"] == "a power cut"
    by_worker = olga.get(f"{CONSOLE}/matches", params={"worker": "nowhere"})
    assert by_worker == {"matches": [], "more": None}


def test_what_is_announced_and_who_is_set_aside_is_public_at_once(server, olga, ana):
    act(olga, act="announce", en="Lunch", fr="À table")
    assert Browser(server).get()["announcements"][0]["text"] == {"en": "Lunch", "fr": "À table"}
    team = the_team(olga, "Team bob")["id"]
    act(olga, act="team_describe", team=team, group="B", tags=["finalist", "finalist"])
    assert the_team(olga, "Team bob")["tags"] == ["finalist"]
    act(olga, act="team_aside", team=team, why="copied")
    line = next(one for one in Browser(server).get("/table")["lines"] if one["name"] == "Team bob")
    assert (line["aside"], line["group"]) == ("copied", "B")
    act(olga, act="team_back", team=team, why="a mistake")
    line = next(one for one in Browser(server).get("/table")["lines"] if one["name"] == "Team bob")
    assert line["aside"] == ""


def test_times_take_effect_at_once_and_wrong_ones_are_refused(server, olga, ana):
    now = time.time()
    refused = act(olga, 409, act="times", opens=now, submissions_close=now - 5, why="test")
    assert "times.submissions_close: it is not after times.opens" in refused["text"]["en"]
    assert act(olga, 409, act="times", ranked_closes=1e300, why="test")["code"] == "contest"
    act(olga, act="times", ranked_closes=now - 1, table_freezes=now - 1, why="the deadline")
    facts = Browser(server).get()
    assert (facts["open"], facts["submissions"], facts["ranked"], facts["frozen"]) == (True, True, False, True)
    act(olga, act="times", why="it goes on")
    facts = Browser(server).get()
    assert (facts["ranked"], facts["frozen"]) == (True, False)


def test_who_is_disabled_is_signed_out_and_nobody_shuts_themselves_out(server, olga, ana):
    eve = Browser(server)
    eve.register("eve")
    ids = {one["login"]: one["id"] for one in olga.get(f"{CONSOLE}/people")}
    act(olga, act="disable", account=ids["eve"], why="shared a password")
    assert eve.get()["me"] is None
    assert act(olga, 409, act="disable", account=ids["olga"], why="tired")["code"] == "contest"
    act(olga, act="enable", account=ids["eve"], why="talked")
    act(olga, act="erase", account=ids["eve"])
    assert "eve" not in [one["login"] for one in olga.get(f"{CONSOLE}/people")]


def test_a_final_is_taken_from_the_table_held_back_and_released(server, olga, ana):
    names = [one["team"] for one in olga.get(f"{CONSOLE}/finalists", params={"top": 2})]
    assert sorted(names) == ["Team ana", "Team bob"]
    assert olga.get(f"{CONSOLE}/finalists", params={"tag": "nobody has it"}) == []
    unknown = {"act": "begin_final", "name": "Cup", "format": {"kind": "elimination"}, "teams": ["Nobody", "Team ana"]}
    assert "no such team" in act(olga, 409, **unknown)["text"]["en"]
    act(olga, **unknown | {"teams": names[::-1]})

    def over():
        (final,) = olga.get(CONSOLE)["finals"]
        return final if final["stage"] == "done" else None

    final = until(over)
    assert (final["entrants"], final["released"], final["rounds"]) == (names[::-1], 0, 1)
    (shown,) = [one for one in Browser(server).http.get("/api/tournaments").json() if one["name"] == "Cup"]
    assert (shown["ended"], set(shown["matches"].values())) == (None, {0})
    listed = ana.get("/matches", params={"only": "all"})["matches"]
    assert [one for one in listed if one["kind"] == "final"] == []
    act(olga, act="release", final="Cup")
    (shown,) = [one for one in Browser(server).http.get("/api/tournaments").json() if one["name"] == "Cup"]
    assert shown["ended"] is not None
    assert act(olga, 409, act="release", final="Cup")["text"]["en"].startswith("all of 'Cup' is public")
    assert act(olga, 409, act="release", final="No such")["code"] == "tournament"
