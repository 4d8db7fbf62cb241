"""6.1 to 6.7  The HTTP protocol: worked examples E36 to E46, E73 and E74, and what 6.7 asks for."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from joute import Table, load_game
from joute.games.chartichaud.http import MATCHES_MOST, Lobby, OneMatch, Routes
from joute.games.chartichaud.online import OnlineMatch

MAP = "chartichaud-map 1\nsize 1 6\ngrid\n5+A1C . . . . 5+B1C\nend\n"
WON = "chartichaud-map 1\nsize 1 3\ngrid\nA1C A1M B1C\nend\n"


class Web:
    """The routes of one match or of a lobby on a clock of our own, asked as a server would ask them."""

    def __init__(
        self,
        board: str | None = MAP,
        preset: str | None = None,
        lobby: bool = False,
        invite: str = "",
        **params: Any,
    ) -> None:
        game = load_game("chartichaud", preset=preset, **params)
        self.time = 1000.0
        self.service: Routes = (
            Lobby(game, board, 0, invite, now=self.now)
            if lobby
            else OneMatch(OnlineMatch(Table(game, board), self.now), invite)
        )

    def now(self) -> float:
        return self.time

    def ask(self, path: str, method: str = "GET", token: str | None = None, **sent: str) -> tuple[int, Any]:
        """Status and answer: text as it is, JSON as values. `sent` are headers, `_` for `-`."""
        path, _, query = path.partition("?")
        headers = [] if token is None else [(b"authorization", f"Bearer {token}".encode())]
        headers += [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items()]
        scope = {"method": method, "path": path, "raw_path": path.encode(), "query_string": query.encode()}
        reply = self.service.answer({**scope, "headers": headers, "client": ("127.0.0.1", 1)})
        body = b"".join(reply.body)
        return reply.status, json.loads(body) if reply.kind == b"application/json" and body else body

    def refused(self, path: str, method: str = "GET") -> tuple[int, str]:
        status, told = self.ask(path, method)
        assert set(told) == {"error", "message"}
        return status, told["error"]

    def seats(self) -> tuple[str, str]:
        """E36  Both seats taken: their tokens."""
        a, b = self.ask("/getToken/alice")[1], self.ask("/getToken")[1]
        assert (a["player"], b["player"]) == ("A", "B")
        return a["token"], b["token"]


def test_e36_seats_are_given_once() -> None:
    web = Web()
    ta, tb = web.seats()
    assert ta != tb
    assert min(len(ta), len(tb)) >= 22  # 128 bits
    assert web.service.matches["match"].names == ["alice", "Unknown"]
    assert web.refused("/getToken/carol") == (409, "match_full")


def test_e37_farm_twice() -> None:
    web = Web()
    ta, _ = web.seats()
    assert web.ask(f"/farm/A/0/0/{ta}") == (200, b"ok")
    assert web.refused(f"/farm/A/0/0/{ta}") == (409, "already_acted")
    assert web.ask(f"/view/A/{ta}")[1]["gold"] == {"A": 26}


def test_e38_wrong_tokens_change_nothing() -> None:
    web = Web()
    ta, tb = web.seats()
    before = web.service.matches["match"].table.digest
    for path in (f"/farm/A/0/0/{tb}", "/farm/A/0/0/xxxx", f"/view/Z/{ta}", f"/view/A/{tb}"):
        assert web.refused(path) == (403, "bad_token")
    assert web.service.matches["match"].table.digest == before


def test_e39_numbers_and_kinds() -> None:
    web = Web()
    ta, _ = web.seats()
    assert web.ask(f"/move/A/C/00/0/0/01/{ta}") == (200, b"ok")
    assert web.refused(f"/move/A/C/0/1/0/-1/{ta}") == (404, "not_found")
    assert web.refused(f"/move/A/c/0/1/0/2/{ta}") == (400, "unknown_kind")
    assert web.refused(f"/move/A/Cm/0/1/0/2/{ta}") == (400, "unknown_kind")
    assert web.refused(f"/move/A/B/0/1/0/2/{ta}") == (400, "cannot_move")
    assert web.ask(f"/view/A/{ta}")[1]["map"][0][1]["A"]["C"] == 1


def test_e40_the_view_of_who_waits() -> None:
    web = Web()
    _, tb = web.seats()
    seen = web.ask(f"/view/B/{tb}")[1]
    assert seen["player"] == "A"
    assert seen["gold"] == {"B": 25}
    assert seen["score"] == {"A": 0, "B": 0}
    assert seen["map"][0][:3] == [{}, {}, {}]
    assert seen["map"][0][5] == {"G": 5, "A": {"C": 0, "M": 0, "B": 0}, "B": {"C": 1, "M": 0, "B": 0}}
    assert (seen["turn"], seen["maxTurns"], seen["deadline"]) == (0, 300, 600)


def test_e41_spectators() -> None:
    closed = Web()
    closed.seats()
    assert closed.refused("/view/all/nop") == (403, "view_closed")
    web = Web(spectators="open")
    web.seats()
    seen = web.ask("/view/all/nop")[1]
    assert all(set(cell) == {"G", "A", "B"} for cell in seen["map"][0])
    assert seen["gold"] == {"A": 25, "B": 25}
    assert seen["viewA"] == {"0_0": 1, "0_1": 1, "0_2": 1}
    assert seen["viewB"] == {"0_3": 1, "0_4": 1, "0_5": 1}
    assert seen["map"][0][0]["A"]["Cm"] is True


def won(web: Web) -> tuple[str, str]:
    """A match that A wins in its first turn."""
    ta, tb = web.seats()
    assert web.ask(f"/move/A/M/0/1/0/2/{ta}") == (200, b"ok")
    assert web.ask(f"/endturn/A/{ta}") == (200, b"ok")
    return ta, tb


@pytest.mark.parametrize("params", [{}, {"preset": "original", "private": True}])
def test_e42_everything_is_shown_in_the_end(params: dict[str, Any]) -> None:
    web = Web(WON, **params)
    ta, _ = web.seats()
    assert web.refused("/view/all/nop") == (403, "view_closed")
    web.ask(f"/move/A/M/0/1/0/2/{ta}")
    web.ask(f"/endturn/A/{ta}")
    for path in ("/view/all/nop", "/view/B/anything"):
        status, seen = web.ask(path)
        assert (status, seen["winner"], set(seen["gold"])) == (200, "A", {"A", "B"})
        assert {} not in seen["map"][0]


def test_e43_a_match_that_is_won() -> None:
    web = Web(WON)
    _, tb = won(web)
    assert web.ask(f"/getwinner/B/{tb}") == (200, {"winner": "A"})
    assert web.refused(f"/endturn/B/{tb}") == (409, "match_over")
    assert web.refused("/getToken") == (409, "match_over")


def test_e44_who_is_idle_forfeits() -> None:
    web = Web(turn_time_s=1)
    ta, tb = web.seats()
    web.time += 2
    assert web.refused(f"/endturn/A/{ta}") == (409, "match_over")
    assert web.ask(f"/getwinner/B/{tb}") == (200, {"winner": "B"})


@pytest.mark.slow
def test_e45_the_replay_of_300_turns() -> None:
    web = Web(None)
    tokens = web.seats()
    for turn in range(300):
        assert web.ask(f"/endturn/{'AB'[turn % 2]}/{tokens[turn % 2]}") == (200, b"ok")
    status, entries = web.ask(f"/replay/A/{tokens[0]}")
    assert (status, len(entries)) == (200, 600)
    assert [entry["round"] for entry in entries] == [turn for turn in range(300) for _ in range(2)]
    assert [entry["subround"] for entry in entries] == ["beforeBattle", "afterBattle"] * 300
    assert [bool(entry["state"]["winner"]) for entry in entries] == [False] * 599 + [True]
    units = [cell[p] for entry in entries for row in entry["state"]["map"] for cell in row for p in "AB"]
    assert {tuple(held) for held in units} == {("C", "M", "B")}


@pytest.mark.parametrize("route", ["endturn/A/{}", "view/A/{}", "getToken", "alive"])
def test_e46_head_does_nothing(route: str) -> None:
    web = Web()
    ta, _ = web.seats()
    assert web.ask("/" + route.format(ta), "HEAD") == (405, b"")
    assert web.service.matches["match"].turn == 0


def test_e73_a_match_that_nobody_joins_is_cancelled() -> None:
    web = Web(init_time_s=1)
    web.time += 2
    paths = ("/getToken/alice", "/view/all/nop", "/view/A/x", "/farm/A/0/0/x", "/endturn/Z/x", "/getwinner/A/x")
    assert [web.refused(path) for path in paths] == [(410, "match_cancelled")] * 6
    assert web.ask("/alive") == (200, {"response": "ok"})


def test_e74_the_replay_of_a_forfeit() -> None:
    web = Web(turn_time_s=1)
    ta, tb = web.seats()
    assert web.refused(f"/replay/B/{tb}") == (403, "view_closed")
    assert web.ask(f"/farm/A/0/0/{ta}") == (200, b"ok")
    web.time += 2
    (entry,) = web.ask(f"/replay/B/{tb}")[1]
    state = entry.pop("state")
    assert entry == {"round": 0, "subround": "forfeit"}
    assert (state["player"], state["winner"], state["gold"]["A"], state["score"]["A"]) == ("A", "B", 26, 1)


def test_6_2_the_view_of_the_rules() -> None:
    web = Web(
        "chartichaud-map 1\nsize 1 5\ngold A 12\ngold B 30\nscore A 7\ngrid\n9+A2C . B1C . 49+B1M\nend\n",
        turn_time_s=None,
    )
    ta, _ = web.seats()
    web.ask(f"/farm/A/0/0/{ta}")
    none = {"C": 0, "M": 0, "B": 0}
    assert web.ask(f"/view/A/{ta}")[1] == {
        "player": "A",
        "winner": "",
        "height": 1,
        "width": 5,
        "gold": {"A": 13},
        "score": {"A": 8, "B": 0},
        "map": [
            [
                {"G": 8, "A": {"C": 2, "M": 0, "B": 0, "Cm": True}, "B": none},
                {"G": 0, "A": none, "B": none},
                {"G": 0, "A": none, "B": {"C": 1, "M": 0, "B": 0}},
                {},
                {},
            ]
        ],
        "turn": 0,
        "maxTurns": 300,
        "deadline": None,
    }


def test_5_5_the_replay_array() -> None:
    web = Web(WON)
    ta, _ = won(web)
    before, after = web.ask(f"/replay/A/{ta}")[1]
    assert (before["round"], before["subround"], before["state"]["winner"]) == (0, "beforeBattle", "")
    assert (after["round"], after["subround"], after["state"]["winner"]) == (0, "afterBattle", "A")
    assert (before["state"]["player"], after["state"]["player"]) == ("A", "B")
    assert before["state"]["map"][0][2]["B"] == {"C": 1, "M": 0, "B": 0}
    assert after["state"]["map"][0][2]["B"] == {"C": 0, "M": 0, "B": 0}
    (line,) = web.ask("/matchlist")[1]
    assert (line["A"], line["B"], line["winner"], line["replay"]) == (
        "alice",
        "Unknown",
        "alice(A)",
        "match/match.json",
    )
    assert web.ask("/match/match.json")[1] == [before, after]


def test_6_5_resigning() -> None:
    web = Web()
    _, tb = web.seats()
    assert web.ask(f"/resign/B/{tb}") == (200, b"ok")
    assert web.ask(f"/resign/B/{tb}") == (200, b"ok")
    assert web.ask(f"/getwinner/B/{tb}") == (200, {"winner": "A"})


def test_6_7_1_a_token_in_a_header() -> None:
    web = Web()
    ta, tb = web.seats()
    assert web.ask("/farm/A/0/0/ignored", "POST", ta) == (200, b"ok")
    assert web.ask("/view/A", "POST", ta)[0] == 200
    assert web.ask(f"/endturn/A/{ta}", "POST", tb)[0] == 403
    assert web.refused(f"/endturn/A/{ta}", "POST") == (405, "method_not_allowed")


def test_6_7_4_an_invitation() -> None:
    web = Web(invite="friend")
    assert web.refused("/getToken/eve") == (403, "bad_token")
    assert web.refused("/getToken/eve?invite=fiend") == (403, "bad_token")
    assert web.ask("/getToken/ada?invite=friend")[0] == 200


@pytest.mark.parametrize("name", ["", "%00", "a%0Ab", "x" * 65, "%FF", "%E2%80%AE"])
def test_6_7_10_names(name: str) -> None:
    web = Web()
    assert web.refused(f"/getToken/{name}") == (400, "bad_name")
    assert web.ask("/getToken/%C3%89lo%C3%AFse%20%2F%20B")[0] == 200
    assert web.service.matches["match"].names[0] == "Éloïse / B"


def test_6_7_11_too_many_wrong_tokens() -> None:
    web = Web()
    ta, _ = web.seats()
    found = [web.ask(f"/farm/A/0/0/{guess}")[0] for guess in range(200)]
    assert (found[:50], found[-1]) == ([403] * 50, 429)
    assert web.ask(f"/farm/A/0/0/{ta}") == (200, b"ok")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/farm",
        "/farm/A/0/0",
        "/farm/A/0/0/0/{}",
        "/farm/A/x/0/{}",
        "/farm/A/0/0/{}/",
        "/farm/A/٣/0/{}",
        "//",
    ],
)
def test_6_4_unknown_routes(path: str) -> None:
    web = Web()
    ta, _ = web.seats()
    assert web.refused(path.format(ta)) == (404, "not_found")


def test_6_4_numbers_of_any_length() -> None:
    web = Web()
    ta, _ = web.seats()
    assert web.refused(f"/farm/A/{'9' * 5000}/0/{ta}") == (400, "out_of_board")
    assert web.ask(f"/farm/A/{'0' * 5000}/0/{ta}") == (200, b"ok")


def test_6_5_a_lobby_starts_a_match_for_every_two() -> None:
    web = Web(lobby=True)
    given = [web.ask("/getToken/bot")[1] for _ in range(4)]
    assert [seat["player"] for seat in given] == ["A", "B", "A", "B"]
    assert len(web.service.matches) == 2
    assert web.ask(f"/farm/A/0/0/{given[0]['token']}") == (200, b"ok")
    assert web.ask(f"/farm/A/0/0/{given[2]['token']}") == (200, b"ok")
    assert web.refused("/view/A/x") == (403, "bad_token")
    assert web.refused("/view/all/nop") == (403, "view_closed")


def test_a_room_can_be_used_again_when_its_match_is_over() -> None:
    web = Web(WON, lobby=True)
    first, other = (web.ask("/m/final/getToken/ada")[1]["token"] for _ in "AB")
    assert web.refused("/m/final/getToken/carol") == (409, "match_full")
    assert web.ask(f"/m/final/resign/A/{first}") == (200, b"ok")
    again = web.ask("/m/final/getToken/carol")[1]
    assert again["player"] == "A"
    assert web.ask(f"/m/final/endturn/A/{again['token']}") == (200, b"ok")
    assert web.ask(f"/m/final/getwinner/B/{other}") == (200, {"winner": "B"})
    assert web.ask(f"/m/final/getwinner/A/{again['token']}") == (200, {"winner": ""})
    assert [line["winner"] for line in web.ask("/matchlist")[1]] == ["ada(B)"]


def test_4_12_the_room_of_a_dead_bot_is_free_after_the_turn_time() -> None:
    web = Web(lobby=True, turn_time_s=5)
    dead = web.ask("/m/final/getToken/dead")[1]["token"]
    web.time += 6
    assert web.ask("/m/final/getToken/ada")[1]["player"] == "A"
    assert web.ask(f"/m/final/getwinner/A/{dead}") == (200, {"winner": "B"})


def test_no_more_matches_are_remembered_than_there_can_be() -> None:
    web = Web(lobby=True)
    for _ in range(MATCHES_MOST + 5):
        token = web.ask("/m/final/getToken/ada")[1]["token"]
        web.ask(f"/m/final/resign/A/{token}")
    assert len(web.service.matches) == MATCHES_MOST
    assert web.ask(f"/m/final/getwinner/A/{token}") == (200, {"winner": "B"})


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("fr-FR,fr;q=0.9,en;q=0.8", "fr"), ("en-GB,fr;q=0.5", "en"), ("de", "en"), ("", "en"), ("fr;q=x", "en")],
)
def test_6_6_the_page_speaks_the_language_of_the_browser(accepted: str, language: str) -> None:
    status, body = Web(lobby=True).ask("/", host=HERE, accept_language=accepted)
    assert status == 200
    assert f"<html lang='{language}'>".encode() in body
    assert f"http://{HERE}/getToken/NAME".encode() in body
    assert b"href='/arena'" in body


def test_6_6_the_page_escapes_what_the_browser_says() -> None:
    assert b"<script>" not in Web(lobby=True).ask("/", host="<script>")[1]


def test_6_1_a_match_under_a_prefix() -> None:
    web = Web(lobby=True)
    assert web.refused("/m/final/view/A/x") == (404, "not_found")
    token = web.ask("/m/final/getToken/ada")[1]["token"]
    assert web.ask(f"/m/final/farm/A/0/0/{token}") == (200, b"ok")
    assert web.refused("/m/other/farm/A/0/0/" + token) == (404, "not_found")


@pytest.mark.parametrize("path", ["/m/x", "/m/x/", "/m", "/m/", "/m//", "/m/x/getToken/a/b"])
def test_6_4_a_room_without_a_route(path: str) -> None:
    assert Web(lobby=True).refused(path) == (404, "not_found")


def test_6_7_more_rooms_than_there_can_be() -> None:
    lobby = Lobby(load_game("chartichaud"), MAP)

    async def statuses() -> list[int]:
        found: list[int] = []

        async def send(message: dict[str, Any]) -> None:
            found.extend([message["status"]] if "status" in message else [])

        for number in range(MATCHES_MOST + 1):
            path = f"/m/r{number}/getToken/a"
            scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "headers": []}
            await lobby(scope, None, send)  # type: ignore[arg-type]
        lobby.close()
        return found

    assert asyncio.run(statuses()) == [200] * MATCHES_MOST + [429]


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
HERE = "127.0.0.1:8000"
FOREIGN: list[dict[str, str]] = [
    {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "user_agent": FIREFOX},
    {"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors"},
    {"sec_fetch_site": "Cross-Site"},
    {"sec_fetch_site": "anything else"},
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://[broken"},
    {"referer": "https://evil.example/page"},
    {"referer": f"http://evil.example/{HERE}", "sec_fetch_site": "same-origin"},
    {"user_agent": FIREFOX},
]
OWN: list[dict[str, str]] = [
    {},
    {"user_agent": "python-requests/2.32"},
    {"user_agent": "node", "sec_fetch_mode": "cors"},
    {"user_agent": FIREFOX, "sec_fetch_site": "none", "sec_fetch_mode": "navigate"},
    {"user_agent": FIREFOX, "sec_fetch_site": "same-origin", "referer": f"http://{HERE}/"},
    {"user_agent": FIREFOX, "sec_fetch_site": "same-site"},
    {"user_agent": FIREFOX, "referer": f"http://{HERE}/"},
    {"user_agent": FIREFOX, "origin": f"http://{HERE}"},
]


@pytest.mark.parametrize("sent", FOREIGN)
@pytest.mark.parametrize("room", ["", "/m/final"])
def test_6_7_a_page_of_another_site_neither_sits_nor_plays(sent: dict[str, str], room: str) -> None:
    web = Web(lobby=True)
    assert web.ask(f"{room}/getToken/eve", host=HERE, **sent)[1]["error"] == "foreign_page"
    assert not web.service.matches
    token = web.ask(f"{room}/getToken/ada")[1]["token"]
    (match,) = web.service.matches.values()
    before = match.table.digest
    actions = ["farm/A/0/0", "autofarm/A", "build/A/0/0/C", "move/A/C/0/0/0/1", "endturn/A", "resign/A"]
    for action in actions:
        status, told = web.ask(f"{room}/{action}/{token}", host=HERE, **sent)
        assert (status, told["error"]) == (403, "foreign_page")
    assert (match.table.digest, match.over) == (before, False)
    assert web.ask(f"{room}/view/A/{token}", host=HERE, **sent)[0] == 200


@pytest.mark.parametrize("sent", OWN)
def test_6_7_programs_and_own_pages_sit_and_play(sent: dict[str, str]) -> None:
    web = Web()
    token = web.ask("/getToken/ada", host=HERE, **sent)[1]["token"]
    assert web.ask(f"/farm/A/0/0/{token}", host=HERE, **sent) == (200, b"ok")


def test_4_12_the_clock_runs_when_nobody_asks() -> None:
    game = load_game("chartichaud", turn_time_s=0.05)

    async def play() -> tuple[str, list[str | None]]:
        over = asyncio.get_running_loop().create_future()
        lobby = Lobby(game, MAP, finished=over.set_result)
        scope = {"type": "http", "method": "GET", "path": "/getToken/a", "raw_path": b"/getToken/a", "headers": []}

        async def send(message: dict[str, Any]) -> None:
            return None

        await lobby(scope, None, send)  # type: ignore[arg-type]
        match = await asyncio.wait_for(over, 60)
        return match.winner, match.names

    assert asyncio.run(play()) == ("B", ["a", None])
