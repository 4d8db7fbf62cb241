"""Single sign-on, against a provider of our own."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest

from joute.arena.store import Store
from joute.arena.store.schema import accounts

from .provider import CLIENT, SECRET, provider
from .support import CONTEST, PASSWORD, Browser, held, organiser

URL = "http://contest.example.org"
"""What everybody calls the server; a proxy would bring them here."""


@pytest.fixture(scope="module")
def signing(tmp_path_factory):
    folder = tmp_path_factory.mktemp("contest")
    (folder / "secret.txt").write_text(SECRET)
    with provider() as made:
        sign_on = (
            f'[sign_on]\nissuer = "{made.issuer}"\nclient_id = "{CLIENT}"\nclient_secret_file = "secret.txt"\n'
            'title = "School"\n'
        )
        text = CONTEST.replace('url = ""', f'url = "{URL}"') + sign_on
        with held(folder, text) as server:
            yield server, made


@pytest.fixture(autouse=True)
def honest(signing):
    signing[1].wrong = {}


def begin(browser: Browser, invitation: str = "") -> str:
    """Begin in a browser: where it goes."""
    return str(browser.post("/sign_on", {"invitation": invitation})["address"])


def come_back(browser: Browser, address: str) -> str:
    """Come back from the provider: where the browser is sent then."""
    assert address.startswith(URL)
    answer = browser.http.get(
        address.removeprefix(URL), headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    )
    assert answer.status_code == 303
    return str(answer.headers["location"])


def signed_on(browser: Browser, made) -> str:
    return come_back(browser, made.authorize(begin(browser)))


def test_who_signs_on_has_an_account_that_is_found_again_by_subject(signing):
    server, made = signing
    assert Browser(server).get()["sign_on"] == "School"
    ana = Browser(server)
    assert signed_on(ana, made) == "/contest"
    me = ana.get()["me"]
    assert (me["login"], me["real_name"], me["email"], me["password"]) == (
        "ana",
        "Ana Example",
        "ana@example.org",
        False,
    )
    made.person["preferred_username"] = "somebody else"
    again = Browser(server)
    assert signed_on(again, made) == "/contest"
    assert again.get()["me"]["login"] == "ana"
    with Store.open(server.store) as store, store.reading() as connection:
        (subject,) = connection.execute(accounts.select().with_only_columns(accounts.c.subject)).scalars()
    assert subject == f"{made.issuer}|s-1"


def test_a_login_that_is_taken_is_not_taken_over(signing):
    server, made = signing
    Browser(server).register("carl")
    made.person = {"sub": "s-2", "preferred_username": "carl", "email": "carl@example.org", "email_verified": False}
    carl = Browser(server)
    assert signed_on(carl, made) == "/contest"
    me = carl.get()["me"]
    assert re.fullmatch(r"carl-\d{4}", me["login"])
    assert me["email"] == ""
    assert Browser(server).post("/sessions", {"login": "carl", "password": PASSWORD})["login"] == "carl"


@pytest.mark.parametrize(
    "wrong",
    [
        {"nonce": "that of another"},
        {"nonce": None},
        {"aud": "another client"},
        {"iss": "http://127.0.0.1:1"},
        {"exp": 1},
        {"alg": "none"},
        {"alg": "HS256"},
    ],
)
def test_a_token_that_is_not_for_this_sign_on_is_refused(signing, wrong):
    server, made = signing
    made.wrong = wrong
    browser = Browser(server)
    assert signed_on(browser, made) == "/contest/enter?why=sign_on_failed"
    assert browser.get()["me"] is None


def test_an_answer_belongs_to_the_browser_that_began_and_is_good_once(signing):
    server, made = signing
    victim, attacker = Browser(server), Browser(server)
    planted = made.authorize(begin(attacker))
    assert come_back(victim, planted) == "/contest/enter?why=sign_on"  # no session of the attacker's is forced on it
    begin(victim)
    assert come_back(victim, planted) == "/contest/enter?why=sign_on"
    assert victim.get()["me"] is None
    assert come_back(attacker, planted) == "/contest"
    assert come_back(attacker, planted) == "/contest/enter?why=sign_on"


def test_a_code_without_its_verifier_is_worth_nothing(signing):
    server, made = signing
    thief, owner = Browser(server), Browser(server)
    stolen = made.authorize(begin(owner))
    own = made.authorize(begin(thief))
    code = re.search(r"code=([^&]+)", stolen)
    state = re.search(r"state=([^&]+)", own)
    assert code
    assert state
    back = urlsplit(own)._replace(query=f"code={code[1]}&state={state[1]}").geturl()
    assert come_back(thief, back) == "/contest/enter?why=sign_on_failed"


def test_by_invitation_a_newcomer_brings_one(tmp_path):
    with provider() as made:
        (tmp_path / "secret.txt").write_text(SECRET)
        sign_on = f'[sign_on]\nissuer = "{made.issuer}"\nclient_id = "{CLIENT}"\nclient_secret_file = "secret.txt"\n'
        text = CONTEST.replace('"open"', '"invitation"').replace('url = ""', f'url = "{URL}"')
        with held(tmp_path, text + sign_on) as server:
            assert signed_on(Browser(server), made) == "/contest/enter?why=invited_only"
            invitation = organiser(server).post("/invitations", {}, 201)["secret"]
            ana = Browser(server)
            assert come_back(ana, made.authorize(begin(ana, invitation))) == "/contest"
            assert ana.get()["me"]["login"] == "ana"
