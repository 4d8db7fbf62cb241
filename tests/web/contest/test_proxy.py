"""Behind a proxy on this machine, a contest answers to the name that its file says, and to no other."""

from __future__ import annotations

from .support import CONTEST, PASSWORD, Browser, held


def test_it_answers_to_its_own_name_and_no_other(tmp_path):
    text = CONTEST.replace('url = ""', 'url = "https://contest.example.org"')
    with held(tmp_path / "spring", text) as server:
        browser = Browser(server)
        proxied = {"host": "contest.example.org", "origin": "https://contest.example.org", "x-forwarded-for": "1.2.3.4"}
        assert browser.get("", headers=proxied)["name"] == "Spring"
        said = {"login": "ana", "name": "Ana", "password": PASSWORD}
        answer = browser.send("POST", "/accounts", 201, json=said, headers=proxied)
        assert answer["me"]["login"] == "ana"
        assert browser.code("GET", "", 421, headers=proxied | {"host": "other.example.org"}) == "not_this_host"
        foreign = proxied | {"origin": "https://other.example.org"}
        assert browser.code("POST", "/accounts", 403, json=said, headers=foreign) == "foreign_act"
