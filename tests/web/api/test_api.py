"""The HTTP API: games, matches, films, replays, uploads; and every wrong request is refused in words."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from joute import load_game
from joute.core.registry import game_names
from joute.match.verdict import Verdict
from joute.web.api import documentation
from joute.web.api.http import POSITION_BODY_MOST
from joute.web.api.pages import STATIC
from joute.web.film.diff import patch
from joute.web.film.track import names_of, verdicts_for
from joute.web.wire import SeatVerdict
from tests.web.support import Server

IDLE = [{"kind": "champion", "name": "idle"}]
TURNS = 40
LAST_TURN = TURNS - 1


@pytest.fixture(scope="module")
def played(server: Server) -> dict[str, Any]:
    """A match between champions that is over."""
    made = server.create("chartichaud", "settler", "random", params={"max_turns": TURNS}, seed=3)
    assert server.until_over(made["match"]["id"])["state"] == "over"
    return made


def test_games_are_listed_with_what_they_offer(server: Server) -> None:
    games = {game["name"]: game for game in server.get("/api/games")}
    assert len(games) >= 5
    game = games["chartichaud"]
    assert game["seats"] == {"least": 2, "most": 2, "usual": 2}
    assert (game["foggy"], game["undo"], game["presets"]) == (True, False, ["sujet", "original"])
    assert {"classic", "river"} <= set(game["boards"])
    assert {"idle", "random", "settler", "raider"} <= set(game["champions"])
    assert game["turns"] == "max_turns"
    for name, one in games.items():
        known = [param.name for param in load_game(name).parameters.params]
        assert one["turns"] in (*known, None)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rules_are_given_as_text(server: Server, lang: str) -> None:
    answer = server.http.get("/api/games/portails/rules", params={"lang": lang})
    assert (answer.status_code, answer.headers["content-language"]) == (200, lang)
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.text.startswith("# ")


def test_the_match_is_the_one_that_was_asked_for(server: Server, played: dict[str, Any]) -> None:
    head = server.get(f"/api/matches/{played['match']['id']}")
    assert [player["name"] for player in head["players"]] == ["settler", "random"]
    assert (head["state"], head["turn"], head["open"]) == ("over", LAST_TURN, True)
    assert played["seats"] == []


def test_the_same_seed_plays_the_same_match(server: Server, played: dict[str, Any]) -> None:
    again = server.create("chartichaud", "settler", "random", params={"max_turns": TURNS}, seed=3)
    head = server.until_over(again["match"]["id"])
    assert head["scores"] == server.get(f"/api/matches/{played['match']['id']}")["scores"]


def chunks(server: Server, id: str, track: str, frames: int) -> list[dict[str, Any]]:
    """Every scene of a film."""
    scenes: list[dict[str, Any]] = []
    for number in range(-(-frames // 32)):
        whole, *diffs = server.get(f"/api/matches/{id}/film/{track}/{number}")
        scenes.append(whole)
        for diff in diffs:
            scenes.append(patch(scenes[-1], diff))
    return scenes


def test_the_film_shows_every_position_to_each_seat(server: Server, played: dict[str, Any]) -> None:
    id = played["match"]["id"]
    film = server.get(f"/api/matches/{id}/film")
    assert (film["frames"], film["live"], film["tracks"]) == (43, False, ["all", "0", "1"])
    for name in ("turns", "phases", "scores", "times"):
        assert len(film[name]) == film["frames"]
    for track in film["tracks"]:
        scenes = chunks(server, id, track, film["frames"])
        assert [min(scene["turn"], LAST_TURN) for scene in scenes] == film["turns"]
        assert {scene["seat"] for scene in scenes} == {None if track == "all" else int(track)}
    assert film["notes"] == []
    assert film["result"]["reason"] == "turn_limit"
    assert film["names"]["turn_limit"] == {"en": "after the last turn", "fr": "après le dernier tour"}


def test_a_seats_head_tells_what_is_its_own(server: Server, played: dict[str, Any]) -> None:
    path = f"/api/matches/{played['match']['id']}/film"
    whole = server.get(path)
    assert any(times[0] is not None for times in whole["times"])
    for seat in (0, 1):
        head = server.get(f"{path}?track={seat}")
        assert head["times"] == [
            [time if at == seat else None for at, time in enumerate(times)] for times in whole["times"]
        ]
        assert (head["tracks"], head["frames"], head["scores"]) == ([str(seat)], whole["frames"], whole["scores"])
    assert server.refused(404, "GET", f"{path}?track=2") == "this film has no track '2'"
    assert server.refused(404, "GET", f"{path}?track=../all") == "this film has no track '../all'"


def test_why_a_champion_failed_is_told_to_itself_and_to_who_sees_everything() -> None:
    verdicts = [SeatVerdict(0, Verdict.CRASHED, "turn 3: no"), SeatVerdict(1, Verdict.TIMED_OUT, "turn 4: late")]
    assert verdicts_for("all", verdicts) == verdicts
    assert verdicts_for("1", verdicts) == [SeatVerdict(0, Verdict.CRASHED, ""), verdicts[1]]


@pytest.mark.parametrize("name", game_names())
def test_phases_and_reasons_have_words_in_both_languages(name: str) -> None:
    game = load_game(name)
    reasons = getattr(game.rules, "REASONS", ("",))
    assert {*(phase.name for phase in game.phases), *reasons[1:]} <= names_of(game).keys()


def test_films_are_made_again_when_they_are_lost(server: Server, played: dict[str, Any]) -> None:
    import shutil

    id = played["match"]["id"]
    before = [server.get(f"/api/matches/{id}/film?track={track}") for track in ("all", "0", "1")]
    frames = before[0]["frames"]
    scenes = chunks(server, id, "1", frames)
    for folder in (server.store / "films").iterdir():
        shutil.rmtree(folder)
    assert [server.get(f"/api/matches/{id}/film?track={track}") for track in ("all", "0", "1")] == before
    assert chunks(server, id, "1", frames) == scenes


def test_the_replay_is_given_out_and_can_be_sent_back(server: Server, played: dict[str, Any]) -> None:
    id = played["match"]["id"]
    answer = server.http.get(f"/api/matches/{id}/replay")
    assert answer.headers["content-disposition"] == f'attachment; filename="chartichaud-{id}.jsonl.gz"'
    sent = server.http.post("/api/replays", content=answer.content)
    assert sent.status_code == 201, sent.text
    head = sent.json()["match"]
    assert (head["state"], head["told"], head["open"]) == ("over", "", True)
    ours, theirs = (server.get(f"/api/matches/{each}/film") for each in (id, head["id"]))
    assert ours["scores"] == theirs["scores"]
    plain = server.http.post("/api/replays", content=gzip.decompress(answer.content))
    assert plain.status_code == 201


NOTES = """
from api import *
from joute import debug


def jouer_tour():
    debug.log("private thought")
    debug.draw.cell(1, 2, "red")
    debug.mark("here")
"""


def test_private_notes_are_for_the_owner(server: Server, tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.web.support import arena

    place = tmp_path_factory.mktemp("more")
    (place / "champions" / "chartichaud").mkdir(parents=True)
    (place / "champions" / "chartichaud" / "thinker.py").write_text(NOTES)
    with arena(place / "store", "--champions", str(place / "champions")) as server:
        assert "thinker" in next(g for g in server.get("/api/games") if g["name"] == "chartichaud")["champions"]
        made = server.create("chartichaud", "thinker", "idle", params={"max_turns": 2})
        id, owner = made["match"]["id"], {"Authorization": f"Bearer {made['owner']}"}
        assert server.until_over(id)["state"] == "over"
        assert "owner" in server.refused(403, "GET", f"/api/matches/{id}/notes/0")
        assert "owner" in server.refused(
            403, "GET", f"/api/matches/{id}/notes/0", headers={"Authorization": "Bearer x"}
        )
        (note,) = server.get(f"/api/matches/{id}/notes/0", headers=owner)
        assert (note["frame"], note["log"], note["marks"]) == (2, ["private thought"], ["here"])
        assert note["drawings"] == [{"shape": "cell", "at": [2, 1], "text": "", "colour": "red"}]
        assert server.get(f"/api/matches/{id}/notes/0?from=3", headers=owner) == []
        assert server.get(f"/api/matches/{id}/notes/1", headers=owner) == []
        assert server.get(f"/api/matches/{id}/film", headers=owner)["notes"] == [0, 1]
        assert b"private thought" in gzip.decompress(
            server.http.get(f"/api/matches/{id}/replay", headers=owner).content
        )
        assert b"private thought" not in gzip.decompress(server.http.get(f"/api/matches/{id}/replay").content)


def test_matches_are_listed_newest_first_page_by_page(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.web.support import arena

    with arena(tmp_path_factory.mktemp("list") / "store", "--slack", "100") as server:
        made = [server.create("chartichaud", "idle", "idle", params={"max_turns": 1})["match"]["id"] for _ in range(53)]
        first = server.get("/api/matches")
        assert [head["id"] for head in first] == made[:2:-1]
        assert [head["id"] for head in server.get("/api/matches", params={"before": made[3]})] == made[2::-1]
        assert server.get("/api/matches", params={"game": "portails"}) == []


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({}, "game"),
        ({"game": "chess"}, "players"),
        ({"game": "chess", "players": [{"kind": "champion", "name": "x"}]}, "there is no game 'chess'"),
        ({"game": "portails", "players": []}, "players"),
        ({"game": "portails", "players": [{"kind": "god", "name": "x"}]}, "god"),
        ({"game": "portails", "players": IDLE}, "played by 2 players, not 1"),
        ({"game": "portails", "players": [{"kind": "champion", "name": "/etc/passwd"}] * 2}, "there is no champion"),
        (
            {"game": "portails", "players": IDLE * 2, "board": "/etc/passwd"},
            "no board",
        ),
        ({"game": "portails", "players": IDLE * 2, "board": "a\nb"}, "board"),
        ({"game": "portails", "players": IDLE * 2, "preset": "x"}, "preset"),
        ({"game": "portails", "players": IDLE * 2, "params": {"x": 1}}, "'x'"),
        ({"game": "portails", "players": IDLE * 2, "seed": -1}, "seed"),
        ({"game": "portails", "players": IDLE * 2, "wish": 1}, "wish"),
        ({"game": "portails", "players": [{"kind": "human", "name": "x" * 65}] * 2}, "64"),
        ({"game": "portails", "players": IDLE * 2, "clock": {"turn_ms": 1}}, "clock"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_in_words(server: Server, wanted: dict[str, Any], told: str) -> None:
    status = 404 if "no game" in told else 400
    assert told in server.refused(status, "POST", "/api/matches", json=wanted)


@pytest.mark.parametrize(
    ("status", "method", "path"),
    [
        (404, "GET", "/api/nothing"),
        (404, "GET", "/nothing"),
        (404, "GET", "/assets/../../wire.py"),
        (404, "GET", "/assets/%2e%2e/%2e%2e/wire.py"),
        (404, "GET", "/api/games/chess/rules"),
        (400, "GET", "/api/games/portails/rules?lang=xx"),
        (404, "GET", "/api/matches/nothing"),
        (404, "GET", "/api/matches/nothing/film"),
        (404, "GET", "/api/matches/nothing/film/all/0"),
        (404, "GET", "/api/matches/nothing/live"),
        (404, "GET", "/api/matches/nothing/notes/0"),
        (404, "GET", "/api/matches/nothing/replay"),
        (404, "GET", "/api/matches/nothing/html"),
        (404, "DELETE", "/api/matches/nothing"),
        (404, "POST", "/api/live/nothing"),
        (405, "PUT", "/api/matches"),
        (405, "POST", "/api/games"),
        (400, "POST", "/api/live"),
        (400, "POST", "/api/replays"),
        (400, "POST", "/api/matches"),
    ],
)
def test_wrong_requests_are_problems(server: Server, status: int, method: str, path: str) -> None:
    assert server.refused(status, method, path)


def test_chunks_that_do_not_exist(server: Server, played: dict[str, Any]) -> None:
    id = played["match"]["id"]
    for path in ("all/2", "all/-1", "2/0", "x/0", "..%2Fall/0", "all/99999999999999999999"):
        assert server.refused(404, "GET", f"/api/matches/{id}/film/{path}")


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    big = json.dumps({"game": "portails", "players": [], "board": "x" * POSITION_BODY_MOST})
    assert server.refused(413, "POST", "/api/matches", content=big, headers={"content-type": "application/json"})
    assert server.refused(413, "POST", "/api/replays", content=b"x" * ((16 << 20) + 1))


def bomb() -> bytes:
    """A small file that unpacks to a great deal."""
    return gzip.compress(bytes(200 << 20), 9)


HEADER = {
    "joute": "replay",
    "schema": 1,
    "engine": "0",
    "game": "chartichaud",
    "rules_version": 1,
    "preset": "sujet",
    "params": {},
    "board": "",
    "seed": 0,
    "seats": 2,
    "players": [{"name": "a"}, {"name": "b"}],
}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"hello", "no replay"),
        (b"\x1f\x8b" + b"x" * 100, ""),
        (b"[" * 100_000, "no replay"),
        (json.dumps(HEADER | {"game": "chess"}).encode() + b"\n", "chess"),
        (json.dumps(HEADER | {"schema": 99}).encode() + b"\n", "schema 99"),
        (json.dumps(HEADER | {"seats": 3}).encode() + b"\n", "3 seats"),
        (json.dumps(HEADER | {"params": {"height": 10**9}}).encode() + b"\n", "height"),
        (json.dumps(HEADER | {"board": "x"}).encode() + b"\n", "map/"),
    ],
)
def test_a_broken_upload_is_refused_in_words(server: Server, data: bytes, told: str) -> None:
    refusal = server.refused(400, "POST", "/api/replays", content=data)
    assert told in refusal
    assert "replays/" not in refusal  # where it is kept is not told


@pytest.mark.parametrize("path", ["/api/matches", "/api/tournaments/x/actions"])
@pytest.mark.parametrize("body", [b'{"game": "\xe2"}', b'{"a": ' + b"[" * 5_000, b'{"players": ' + b'[{"a":' * 5_000])
def test_a_body_that_cannot_be_decoded_is_refused(server: Server, path: str, body: bytes) -> None:
    refusal = server.refused(400, "POST", path, content=body, headers={"Content-Type": "application/json"})
    assert "the body cannot be read as JSON" in refusal


@pytest.mark.slow
def test_a_bomb_does_not_go_off(server: Server) -> None:
    assert "128 MiB" in server.refused(400, "POST", "/api/replays", content=bomb())
    assert server.get("/api/games")


def test_a_damaged_upload_is_shown_as_far_as_it_goes(server: Server, played: dict[str, Any]) -> None:
    whole = gzip.decompress(server.http.get(f"/api/matches/{played['match']['id']}/replay").content)
    lines = whole.splitlines(keepends=True)
    sent = server.http.post("/api/replays", content=b"".join(lines[:12]) + lines[12][:20])
    assert sent.status_code == 201, sent.text
    film = server.get(f"/api/matches/{sent.json()['match']['id']}/film")
    assert film["frames"] == 12
    assert film["damage"]["en"]
    assert film["damage"]["fr"]


def test_the_schema_and_its_page_need_nobody_else(server: Server) -> None:
    schema = server.get("/api/schema.json")
    assert "/api/matches" in schema["paths"]
    page = server.http.get("/api")
    assert page.headers["content-type"].startswith("text/html")
    assert "POST /api/matches" in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "<script" not in page.text
    assert server.http.get("/api/docs.css").headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(("language", "title"), [("en", "is not built yet"), ("fr", "n'est pas encore construite")])
def test_documentation_that_is_not_built_says_what_builds_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str, title: str
) -> None:
    monkeypatch.setattr(documentation, "SITE", tmp_path / "docs")
    answer = documentation.document.fn(Path(f"/{language}/index.html"))
    assert answer.status_code == 404
    page = answer.content
    assert f'<html lang="{language}">' in page
    assert title in page
    assert "<code>make docs</code>" in page
    assert [name for name in game_names() if f'href="/rules/{name}"' not in page] == []


@pytest.mark.parametrize("page", ["/", "/watch/x", "/play/x", "/new/portails", "/rules/portails", "/tournaments"])
def test_every_page_is_the_page(server: Server, page: str) -> None:
    answer = server.http.get(page)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


def test_games_of_this_test_run_are_there_too(server: Server) -> None:
    assert load_game("toy").info.title in [game["title"] for game in server.get("/api/games")]


def test_the_file_that_is_asked_for_beyond_the_assets_exists() -> None:
    assert (STATIC / "assets" / ".." / ".." / "wire.py").resolve().is_file()
