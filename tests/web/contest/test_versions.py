"""Submitting to a contest on a real server, whose service judges and plays."""

from __future__ import annotations

import io
import tarfile
import zipfile
from datetime import UTC, datetime, timedelta

import pytest

from joute.arena.store import Store
from joute.arena.store.schema import actions

from .support import BROKEN, CONTEST, GOOD, Browser, held, judged, match_of


def zipped(files: dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


@pytest.fixture(scope="module")
def ana(server):
    browser = Browser(server)
    browser.register("ana")
    browser.post("/teams", {"name": "Les Portes"}, 201)
    return browser


def test_exercises_of_a_course_are_shown_with_how_far_one_is(tmp_path):
    exercise = '[[exercises]]\nname = "first"\nbeat = "random"\ndeadline = 2100-01-01T00:00:00Z\n'
    with held(tmp_path, CONTEST + exercise) as server:
        browser = Browser(server)
        browser.register("ana")
        browser.post("/teams", {"name": "Les Portes"}, 201)
        asked = {"name": "first", "beat": "random", "deadline": 4102444800.0}
        nothing = {"version": None, "answer": "no", "points": 0.0, "matches": 0}
        assert browser.get("/versions")["exercises"] == [asked | nothing]
        browser.submit("champion.py", GOOD)
        assert judged(browser, 1)["state"] == "good"
        assert browser.get("/versions")["exercises"][0]["version"] == 1


def test_versions_of_a_team_one_after_the_other(server, ana):
    a_broken_version_is_explained_and_a_good_one_plays(server, ana)
    an_older_good_version_plays_again_and_that_is_logged(server, ana)
    versions_challenge_others_and_are_compared(server, ana)


def a_broken_version_is_explained_and_a_good_one_plays(server, ana):
    receipt = ana.submit("champion.py", BROKEN, note="first try")
    version = receipt["version"]
    assert (version["number"], version["state"], version["counts"]) == (1, "received", True)
    assert version["note"] == "first try"
    assert len(version["receipt"]) == 32
    assert receipt["text"]["en"].startswith("Received in time: if it builds and plays, it counts")
    broken = judged(ana, 1)
    assert (broken["state"], broken["active"]) == ("failed", False)
    assert "invalid syntax" in ana.get("/versions/1/log")["text"]
    ana.submit("champion.zip", zipped({"mine/champion.py": GOOD, "mine/notes.txt": "ours"}))
    good = judged(ana, 2)
    assert (good["state"], good["why"], good["active"], good["language"]) == ("good", "", True, "python")
    line = next(line for line in ana.get("/table")["lines"] if not line["house"])
    assert (line["name"], line["version"]) == ("Les Portes", 2)
    with tarfile.open(fileobj=io.BytesIO(ana.get("/versions/2/package").content)) as archive:
        assert sorted(archive.getnames()) == ["champion.py", "notes.txt"]
        assert archive.extractfile("champion.py").read().decode() == GOOD


def an_older_good_version_plays_again_and_that_is_logged(server, ana):
    ana.submit("champion.py", GOOD + "\n")
    assert judged(ana, 3)["active"] is True
    assert ana.post("/versions/2/activate")["active"] is True
    assert ana.get("/versions/3")["active"] is False
    assert ana.code("POST", "/versions/1/activate", 409) == "contest"
    assert ana.code("POST", "/versions/9/activate", 404) == "no_version"
    with Store.open(server.store) as store, store.reading() as connection:
        last = connection.execute(actions.select().order_by(actions.c.id.desc()).limit(1)).one()
    assert (last.actor, last.what, last.subject) == ("account 1", "activate", "Les Portes v2")


def versions_challenge_others_and_are_compared(server, ana):
    against = {"version": 2, "against": "idle"}
    match = ana.post("/challenges", against, 201)["id"]
    assert ana.code("POST", "/challenges", 409, json={**against, "against": "nobody"}) == "contest"
    assert ana.post("/comparisons", {"one": 3, "other": 2}, 201)["id"] == "1"
    assert ana.code("POST", "/comparisons", 409, json={"one": 3, "other": 3}) == "contest"
    (compared,) = ana.get("/comparisons")
    assert (compared["one"], compared["other"]) == (3, 2)
    challenge = match_of(ana, match)
    assert (challenge["kind"], challenge["version"]) == ("challenge", 2)
    assert [side["name"] for side in challenge["sides"] if not side["mine"]] == ["idle"]


HOSTILE = [
    ("champion.zip", zipped({"../champion.py": GOOD}), "leads out of the archive"),
    ("champion.zip", zipped({"/champion.py": GOOD}), "absolute path"),
    ("champion.zip", zipped({"champion.py": b"\0" * (40 << 20)}), "has 41943040 bytes; a file has at most"),
    ("champion.zip", b"PK\x03\x04 no archive", "cannot be read"),
    ("champion.tar.gz", b"\x1f\x8b no archive", "cannot be unpacked"),
    ("champion.zip", zipped({"readme.txt": "nothing"}), "no champion here"),
    ("champion.exe", b"MZ", "a champion is a folder"),
    ("../champion.py", GOOD.encode(), "leads out of the archive"),
    ("a/b/champion.py", GOOD.encode(), "folders deep"),
    ("champion.py", b"", "the file is empty"),
]


@pytest.mark.parametrize(("name", "data", "why"), HOSTILE)
def test_what_is_no_champion_is_refused_and_tells_nothing_of_this_machine(ana, name, data, why):
    refusal = ana.submit(name, data, 409)
    assert why in refusal["detail"]
    assert "/tmp" not in str(refusal)
    assert len(ana.get("/versions")["versions"]) <= 3


def test_one_submission_too_many_and_too_large_a_one_are_refused_in_clear_words(tmp_path):
    quotas = "[quotas]\nsubmissions_an_hour = 1\nsize_kb = 1\n"
    with held(tmp_path / "spring", CONTEST + quotas) as server:
        bob = Browser(server)
        bob.register("bob")
        assert bob.submit("champion.py", GOOD, 409)["code"] == "no_team"
        bob.post("/teams", {"name": "Bob"}, 201)
        assert bob.submit("champion.py", GOOD + "#" * 2048, 409)["detail"] == "2 kB; a version has at most 1 kB"
        bob.submit("champion.py", GOOD)
        assert bob.get("/versions")["left"] == 0
        detail = bob.submit("champion.py", GOOD, 409)["detail"]
        assert detail.startswith("1 submissions within an hour, and 1 are allowed; the next one in ")


def test_after_the_deadline_the_receipt_says_that_it_does_not_count(tmp_path):
    hour_ago = (datetime.now(UTC) - timedelta(hours=1)).isoformat()  # personal data of long ago are erased
    shut = f"[times]\nopens = 2020-01-01T00:00:00Z\nsubmissions_close = {hour_ago}\n"
    with held(tmp_path / "spring", CONTEST + shut) as server:
        eve = Browser(server)
        eve.register("eve")
        eve.post("/teams", {"name": "Late"}, 201)
        receipt = eve.submit("champion.py", GOOD)
        assert receipt["version"]["counts"] is False
        assert receipt["text"]["en"].startswith("Received after the deadline")
        assert judged(eve, 1)["state"] == "good"
        assert eve.get("/versions/1")["active"] is False
        assert eve.code("POST", "/versions/1/activate", 409) == "contest"


def test_before_it_opens_nothing_is_received(tmp_path):
    with held(tmp_path / "spring", CONTEST + "[times]\nopens = 2100-01-01T00:00:00Z\n") as server:
        fay = Browser(server)
        fay.register("fay")
        fay.post("/teams", {"name": "Early"}, 201)
        assert fay.submit("champion.py", GOOD, 409)["code"] == "not_open"
