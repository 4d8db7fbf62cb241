"""Accounts and sessions of a contest, on a real server."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from joute.arena.store import Store
from joute.arena.store.schema import TokenKind
from joute.arena.store.schema import tokens as tokens_table

from .support import CONTEST, PASSWORD, Browser, held, organiser


def test_who_registers_is_signed_in_and_has_codes_to_write_down(server):
    ana = Browser(server)
    answer = ana.register("ana", real_name="Ana Example", email="ana@example.org")
    assert len(set(answer["codes"])) == 8
    me = ana.get()["me"]
    assert me == answer["me"]
    assert (me["login"], me["name"], me["real_name"], me["codes"]) == ("ana", "Ana", "Ana Example", 8)
    assert (me["organiser"], me["password"], me["may_set"], me["team"]) == (False, True, False, None)


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(server):
    bob = Browser(server)
    said = {"login": "bob", "name": "Bob", "password": PASSWORD}
    cookie = bob.http.post("/api/contest/accounts", json=said).headers["set-cookie"]
    assert re.fullmatch(r"joute_session=[\w-]{32}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000", cookie)
    other = {"origin": "http://neighbour.localhost"}
    assert bob.code("POST", "/codes", 403, headers=other) == "foreign_act"
    bare = server.client(cookies=bob.http.cookies)
    assert bare.post("/api/contest/codes").json()["code"] == "foreign_act"
    assert bare.post("/api/contest/codes", headers={"sec-fetch-site": "same-site"}).json()["code"] == "foreign_act"
    assert bare.post("/api/contest/codes", headers={"sec-fetch-site": "same-origin"}).status_code == 201


def test_behind_https_the_cookie_is_for_https_alone(tmp_path):
    with held(tmp_path / "spring", CONTEST.replace('url = ""', 'url = "https://contest.example.org"')) as server:
        eve = Browser(server)
        said = {"login": "eve", "name": "Eve", "password": PASSWORD}
        answer = eve.http.post("/api/contest/accounts", json=said)
        assert answer.headers["set-cookie"].endswith("; Max-Age=2592000; Secure")


def test_one_signs_in_by_password_or_by_a_code_that_is_good_once(server):
    codes = Browser(server).register("cleo")["codes"]
    cleo = Browser(server)
    assert cleo.post("/sessions", {"login": " CLEO ", "password": PASSWORD})["may_set"] is False
    cleo.delete("/sessions")
    assert cleo.get()["me"] is None
    assert cleo.post("/sessions", {"login": "cleo", "password": codes[0]})["may_set"] is True
    assert cleo.get()["me"]["codes"] == 7
    again = Browser(server)
    body = {"login": "cleo", "password": codes[0]}
    assert again.code("POST", "/sessions", 403, json=body) == "wrong_password"
    body = {"login": "nobody", "password": codes[1]}
    assert again.code("POST", "/sessions", 403, json=body) == "wrong_password"


def test_a_new_password_asks_for_the_old_one_and_ends_all_other_sessions(server):
    dan, elsewhere = Browser(server), Browser(server)
    codes = dan.register("dan")["codes"]
    elsewhere.post("/sessions", {"login": "dan", "password": PASSWORD})
    wanted = {"password": "another long password", "old": "not this one"}
    assert dan.code("POST", "/password", 403, json=wanted) == "wrong_password"
    dan.post("/password", {**wanted, "old": PASSWORD})
    assert dan.get()["me"]["login"] == "dan"
    assert elsewhere.get()["me"] is None
    forgetful = Browser(server)
    forgetful.post("/sessions", {"login": "dan", "password": codes[0]})
    forgetful.post("/password", {"password": PASSWORD})
    assert forgetful.get()["me"]["may_set"] is False
    assert Browser(server).post("/sessions", {"login": "dan", "password": PASSWORD})["login"] == "dan"


def until_refused(browser: Browser, path: str, guess: dict[str, str], code: str) -> int:
    """Guess until one guess too many is refused; the seconds that the server asks to wait."""
    for _ in range(200):
        answer = browser.http.post(f"/api/contest{path}", json=guess)
        if answer.status_code == 429:
            return int(answer.headers["retry-after"])
        assert answer.json()["code"] == code
    raise AssertionError("nobody is stopped from guessing")


def test_guesses_at_an_account_are_limited_and_the_right_one_waits_too(server):
    codes = Browser(server).register("fay")["codes"]
    guess = {"login": "fay", "password": "not the password"}
    assert 0 < until_refused(Browser(server), "/sessions", guess, "wrong_password") <= 60
    assert Browser(server).code("POST", "/sessions", 429, json=guess | {"password": PASSWORD}) == "too_many"
    assert Browser(server).post("/sessions", guess | {"password": codes[0]})["login"] == "fay"


def test_guesses_of_a_client_are_limited_whatever_it_guesses(tmp_path):
    with held(tmp_path / "spring", CONTEST, "--slack", "1") as server:
        guesser, behind = Browser(server), Browser(server)
        assert 0 < until_refused(guesser, "/sessions/link", {"secret": "x"}, "wrong_link") <= 5
        behind.http.headers["x-forwarded-for"] = "198.51.100.9, 203.0.113.7"
        assert behind.code("POST", "/sessions/link", 403, json={"secret": "x"}) == "wrong_link"


def test_a_link_of_an_organiser_signs_in_once_and_lets_set_a_password(server):
    olga, gil = organiser(server), Browser(server)
    gil.register("gil")
    link = olga.post("/links", {"login": "gil"}, 201)
    assert link["address"] == f"/contest/enter#{link['secret']}"
    lost = Browser(server)
    assert lost.post("/sessions/link", {"secret": link["secret"]})["may_set"] is True
    assert Browser(server).code("POST", "/sessions/link", 403, json={"secret": link["secret"]}) == "wrong_link"
    assert gil.code("POST", "/links", 403, json={"login": "olga"}) == "organisers_only"
    assert olga.code("POST", "/links", 404, json={"login": "nobody"}) == "no_account"


def test_the_command_makes_the_first_organiser_and_prints_a_link(server):
    command = [sys.executable, "-m", "joute.cli", "contest", "organiser", str(server.store.parent), "ruth"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | {"LC_ALL": "C"})
    link, hint = done.stdout.splitlines()
    secret = re.fullmatch(r"http://127\.0\.0\.1:8000/contest/enter#([\w-]{32})", link)
    assert secret
    assert hint.startswith("contest.toml says no url")
    ruth = Browser(server)
    me = ruth.post("/sessions/link", {"secret": secret[1]})
    assert (me["login"], me["organiser"], me["password"], me["may_set"]) == ("ruth", True, False, True)


def test_tokens_are_for_programs_and_cannot_change_the_account(server):
    hal = Browser(server)
    hal.register("hal")
    hal.post("/teams", {"name": "Tokens"}, 201)
    token = hal.post("/tokens", {"note": "laptop"}, 201)["token"]
    (head,) = hal.get("/tokens")
    assert head["note"] == "laptop"
    assert token not in str(head)
    program = server.client(headers={"authorization": f"Bearer {token}"})
    assert program.get("/api/contest/versions").json()["versions"] == []
    for method, path in (("POST", "/codes"), ("GET", "/account/data"), ("GET", "/tokens"), ("GET", "/team")):
        assert program.request(method, f"/api/contest{path}").json()["code"] == "not_signed_in"
    hal.delete(f"/tokens/{head['id']}")
    assert program.get("/api/contest/versions").json()["code"] == "unknown_token"


def test_everything_kept_of_a_person_is_given_out_and_erased(server):
    ida = Browser(server)
    ida.register("ida", real_name="Ida Example", email="ida@example.org")
    ida.post("/account", {"name": "Ida", "real_name": "Ida M. Example", "email": "ida@example.org", "language": "fr"})
    kept = ida.get("/account/data")
    assert kept["account"]["real_name"] == "Ida M. Example"
    assert kept["account"]["has_password"] is True
    assert {one["kind"] for one in kept["tokens"]} == {"session", "recovery"}
    assert "argon2" not in str(kept)
    assert ida.code("POST", "/account/erase", 409, json={"login": "ann"}) == "not_meant"
    ida.post("/account/erase", {"login": "ida"}, 204)
    assert ida.get()["me"] is None
    with Store.open(server.store) as store, store.reading() as connection:
        dump = [str(row) for row in connection.exec_driver_sql("SELECT * FROM accounts")]
        dump += [str(row) for row in connection.exec_driver_sql("SELECT * FROM actions")]
    assert not [line for line in dump if "Ida" in line or "ida@" in line]


@pytest.mark.parametrize(("mode", "code"), [("closed", "closed"), ("invitation", "invited_only")])
def test_registration_is_as_the_contest_says(tmp_path, mode, code):
    with held(tmp_path / "spring", CONTEST.replace('"open"', f'"{mode}"')) as server:
        jon = Browser(server)
        said = {"login": "jon", "name": "Jon", "password": PASSWORD}
        assert jon.code("POST", "/accounts", 403, json=said) == code
        if mode == "invitation":
            invitation = organiser(server).post("/invitations", {"uses": 1}, 201)["secret"]
            assert jon.code("POST", "/accounts", 403, json={**said, "invitation": "x"}) == "no_invitation"
            jon.register("jon", invitation=invitation)
            again = {**said, "login": "joe", "invitation": invitation}
            assert Browser(server).code("POST", "/accounts", 403, json=again) == "no_invitation"


def test_no_secret_is_in_any_log_nor_in_the_store(server):
    kit = Browser(server)
    codes = kit.register("kit")["codes"]
    kit.post("/teams", {"name": "Secrets"}, 201)
    secrets = [*codes, PASSWORD, kit.http.cookies["joute_session"], kit.post("/tokens", {}, 201)["token"]]
    secrets.append(kit.post("/team/invitations", None, 201)["secret"])
    guess = {"login": "kit", "password": "a guess that is logged nowhere"}
    kit.code("POST", "/sessions", 403, json=guess)
    files = [server.log, *(path for path in server.store.rglob("*") if path.is_file())]
    kept = b"".join(path.read_bytes() for path in files)
    assert b"Secrets" in kept
    assert [secret for secret in [*secrets, guess["password"]] if secret.encode() in kept] == []
    with Store.open(server.store) as store, store.reading() as connection:
        kinds = {row.kind for row in connection.execute(tokens_table.select())}
    assert kinds >= {str(kind) for kind in (TokenKind.SESSION, TokenKind.RECOVERY, TokenKind.API, TokenKind.INVITE)}
