"""What is held back of a final reaches nobody but organisers, on no route."""

from __future__ import annotations

from joute.arena.contest import finals, model, teams, tokens, versions
from joute.arena.contest.public import numbers
from joute.arena.store import Store
from joute.arena.store.matches import of_tournament
from joute.arena.store.schema import TokenKind
from joute.arena.tournament.formats.round_robin import RoundRobin
from joute.arena.tournament.model import packages_of

from .support import CONTEST, GOOD, Browser, held, organiser

CLOSED = CONTEST + "[times]\nranked_closes = 2020-01-01T00:00:00Z\n"
ROUTES = ("", "/Cup", "/Cup/matches", "/Cup/chart")
WORDS = "what the champion says of itself"
FAILING = GOOD.replace("def jouer_tour():\n    pass", f"def jouer_tour():\n    raise ValueError('{WORDS}')")


def final(store, folder):
    """A final of two that is over; all of it is held back."""
    contest = model.load(store)
    path, digests = folder / "champion.py", {}
    for name, text in (("Ana", GOOD), ("Bob", FAILING)):
        path.write_text(text)
        digests[name] = packages_of(store).add(path)
    with store.writing() as connection:
        for name, digest in digests.items():
            team = teams.create(connection, name)
            version = versions.receive(connection, team, None, digest, 10, "python", contest.settings.quotas)
            versions.judged(connection, contest, version, "")
        chosen = finals.finalists(connection, contest)
    return contest, finals.begin_finals(store, contest, "Cup", RoundRobin(legs=1), chosen, "olga")


def everything(browser):
    return [browser.http.get(f"{browser.base}/api/tournaments{route}").json() for route in ROUTES]


def test_nothing_of_a_final_is_told_before_it_is_released(tmp_path):
    with (
        held(tmp_path, CLOSED.replace("local = 1", "local = 1\njudges = 1")) as server,
        Store.open(server.store) as store,
    ):
        contest, cup = final(store, tmp_path)
        with store.reading() as connection:
            ids = [match.id for match in of_tournament(connection, cup.id)]
        everybody, olga = Browser(server), organiser(server)
        before = everything(everybody)
        while any(everything(olga)[1]["summary"]["matches"][state] for state in ("waiting", "running")):
            pass
        assert everything(everybody) == before
        assert before[2] == []
        assert olga.http.get(f"{olga.base}/api/tournaments/Cup").json()["summary"]["matches"]["done"] == len(ids) == 2
        shown = [numbers(contest).public(id_) for id_ in ids]
        for id_ in (*ids, *shown):
            assert everybody.http.get(f"{everybody.base}/api/matches/n.{id_}").status_code in (403, 404)
        with store.writing() as connection:
            assert finals.release(connection, "Cup", "olga") is None
        listed = everybody.http.get(f"{everybody.base}/api/tournaments/Cup/matches").json()
        assert {one["id"] for one in listed} == set(shown)
        assert everybody.http.get(f"{everybody.base}/api/matches/n.{shown[0]}").status_code == 200
        assert everybody.http.get(f"{everybody.base}/api/matches/n.{ids[0]}").status_code == 404
        assert everybody.http.get(f"{everybody.base}/api/tournaments/ladder").status_code == 403
        assert WORDS in str(everything(olga))
        assert WORDS not in str(everything(everybody))


def test_a_machine_joins_with_a_token_for_that_alone(tmp_path):
    with held(tmp_path, CLOSED) as server, Store.open(server.store) as store:
        with store.writing() as connection:
            secret = tokens.issue(connection, TokenKind.WORKER)
        browser = Browser(server)
        assert browser.code("GET", "/worker", 403) == "no_worker"
        assert browser.code("GET", "/worker", 409, headers={"authorization": f"Bearer {secret}"}) == "no_cluster"
