"""The editor of boards and positions over HTTP: what it answers, what can be played from it, what it refuses."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from joute.web.wire import DRAFT_MOST
from tests.web.support import Server

IDLE = {"kind": "champion", "name": "idle"}


def edit(server: Server, draft: dict[str, Any], *edits: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = server.http.post("/api/edit", json={"draft": draft, "edits": list(edits), **more})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.parametrize("game", ["archipel", "casus_belli", "chartichaud", "portails", "tours_de_magie"])
def test_a_palette_has_brushes_in_both_languages_and_ends_with_the_eraser(server: Server, game: str) -> None:
    head = server.get(f"/api/games/{game}/editor")
    for kind in ("board", "position"):
        brushes = head[kind]["brushes"]
        assert all(brush["words"]["en"] and brush["words"]["fr"] for brush in brushes)
        assert [brush["name"] for brush in brushes].index("erase") == len(brushes) - 1
    assert head["seats"][0] <= head["seats"][2] <= head["seats"][1]


def test_a_board_is_painted_and_played_as_it_is(server: Server) -> None:
    made = edit(
        server,
        {"game": "archipel", "kind": "board", "text": "escarmouche-12"},
        {"type": "paint", "brush": "volcano", "cells": [[5, 5]], "symmetry": "turn"},
    )
    assert (made["trouble"], made["refused"], made["size"]) == (None, [], [12, 12])
    assert made["scene"]["map"][5][5] == made["scene"]["map"][6][6] == "^"
    match = server.create("archipel", "idle", "idle", board=made["draft"]["text"], params={"FIN_PARTIE": 1})["match"]
    assert server.until_over(match["id"])["state"] == "over"
    assert server.get(f"/api/matches/{match['id']}/film/all/0")[0]["map"] == made["scene"]["map"]


def test_a_position_is_changed_and_played_from(server: Server) -> None:
    start = edit(server, {"game": "portails", "kind": "position"})
    first, second = start["scene"]["portals"][:2]
    cells = [[first["x"], first["y"]], [second["x"], second["y"]]]
    made = edit(
        server,
        start["draft"],
        {"type": "paint", "brush": "owner_1", "cells": cells},
        {"type": "paint", "brush": "link", "cells": cells},
        {"type": "set", "table": "players", "row": 1, "name": "score", "value": "1234"},
        {"type": "set", "table": "head", "row": 0, "name": "turn", "value": "100"},
        cell=cells[0],
    )
    assert (made["trouble"], made["refused"], made["over"]) == (None, [], False)
    assert [sheet["table"] for sheet in made["here"]] == ["portals", "links"]
    match = server.create("portails", "idle", "idle", position=made["draft"]["text"])["match"]
    assert server.until_over(match["id"])["state"] == "over"
    scene = server.get(f"/api/matches/{match['id']}/film/all/0")[0]
    assert (scene["turn"], scene["links"], scene["players"][1]["score"]) == (100, made["scene"]["links"], 1234)
    header = json.loads(gzip.decompress(server.http.get(f"/api/matches/{match['id']}/replay").content).splitlines()[0])
    assert header["start"]["state"] == json.loads(made["draft"]["text"])["state"]


def test_a_position_of_a_match_is_taken_up(server: Server) -> None:
    match = server.create("archipel", "settler", "corsair", params={"FIN_PARTIE": 3}, seed=2**63 + 1)["match"]
    server.until_over(match["id"])
    frames = server.get(f"/api/matches/{match['id']}/film")["frames"]
    origin = {"match": match["id"], "frame": 3}
    made = edit(server, {"game": "archipel", "kind": "position"}, origin=origin)
    scene = _scene(server, match["id"], 3)
    for player, own in zip(scene["players"], made["scene"]["players"], strict=True):
        player["name"] = own["name"]  # in a match also that of who plays
    assert made["scene"] | {"events": []} == scene | {"events": []}
    assert json.loads(made["draft"]["text"])["seed"] == 2**63 + 1
    body = {"draft": {"game": "archipel", "kind": "position"}, "origin": origin | {"frame": frames}}
    why = server.refused(400, "POST", "/api/edit", json=body)
    assert why == f"this match has no position {frames}; they go from 0 to {frames - 1}"


def _scene(server: Server, id: str, frame: int) -> dict[str, Any]:
    """A position of a match, as whoever plays on from it sees it first."""
    fork = server.create("archipel", "idle", "idle", origin={"match": id, "frame": frame})["match"]["id"]
    server.until_over(fork)
    scene: dict[str, Any] = server.get(f"/api/matches/{fork}/film/all/0")[0]
    return scene


def test_what_cannot_be_played_is_kept_as_a_draft_and_refused_as_a_match(server: Server) -> None:
    start = edit(server, {"game": "chartichaud", "kind": "position"})
    scene = start["scene"]["cells"]
    units = [[x, y] for y, row in enumerate(scene) for x, cell in enumerate(row) if cell and cell.get("units")]
    draft = edit(server, start["draft"], {"type": "paint", "brush": "erase", "cells": units})
    assert draft["scene"] is not None
    assert draft["trouble"]["text"]["en"] == "state: a player has no unit, but the match goes on"
    body = {"game": "chartichaud", "players": [IDLE, IDLE], "position": draft["draft"]["text"]}
    why = server.refused(400, "POST", "/api/matches", json=body)
    assert why == "this position cannot be played: state: a player has no unit, but the match goes on"
    body["position"] = start["draft"]["text"]
    why = server.refused(400, "POST", "/api/matches", json={**body, "board": "classic"})
    assert why == "board does not go with position: the position has it already"
    why = server.refused(400, "POST", "/api/matches", json={**body, "origin": {"match": "x", "frame": 0}})
    assert why == "position does not go with origin: the position has it already"
    why = server.refused(400, "POST", "/api/matches", json={**body, "players": [IDLE] * 3})
    assert why == "Chartichaud is played by 2 players, not 3"
    over = {"type": "set", "table": "head", "row": 0, "name": "phase", "value": "3"}
    turn = {"type": "set", "table": "head", "row": 0, "name": "turn", "value": "201"}
    ended = edit(server, {"game": "archipel", "kind": "position"}, turn, over)
    assert ended["over"]
    body = {"game": "archipel", "players": [IDLE, IDLE], "position": ended["draft"]["text"]}
    why = server.refused(409, "POST", "/api/matches", json=body)
    assert why == "in this position the match is over: choose an earlier one"


BOARD = {"game": "archipel", "kind": "board"}
PAINT = {"type": "paint", "brush": "sea", "cells": [[0, 0]]}


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, "draft"),
        ({"draft": BOARD | {"text": 7}}, "text"),
        ({"draft": BOARD | {"kind": "picture"}}, "kind"),
        ({"draft": BOARD | {"text": "x" * (DRAFT_MOST + 1)}}, "text"),
        ({"draft": BOARD, "edits": [PAINT] * 1001}, "edits"),
        ({"draft": BOARD, "edits": [PAINT | {"cells": [[0, 0]] * 20_001}]}, "cells"),
        ({"draft": BOARD, "edits": [PAINT | {"cells": [[0, "a"]]}]}, "cells"),
        ({"draft": BOARD, "edits": [PAINT | {"amount": -1}]}, "amount"),
        ({"draft": BOARD, "edits": [PAINT | {"symmetry": "odd"}]}, "symmetry"),
        ({"draft": BOARD, "edits": [{"type": "burn"}]}, "edits"),
        ({"draft": BOARD, "edits": [{"type": "size", "columns": 10**9, "rows": 1}]}, "columns"),
        ({"draft": BOARD, "edits": [{"type": "set", "table": "", "row": 0, "name": "x", "value": "1e9"}]}, "value"),
        ({"draft": BOARD, "turn_into": "x"}, "turn_into"),
        ({"draft": BOARD, "seats": 0}, "seats"),
        ({"draft": BOARD, "origin": {"match": "x" * 65, "frame": 0}}, "origin"),
        ({"draft": BOARD, "more": 1}, "more"),
    ],
)
def test_a_request_of_another_form_is_refused_by_name(server: Server, body: dict[str, Any], named: str) -> None:
    assert named in server.refused(400, "POST", "/api/edit", json=body)


def test_wrong_games_parameters_and_seats_are_refused_in_words(server: Server) -> None:
    why = server.refused(404, "POST", "/api/edit", json={"draft": BOARD | {"game": "chess"}})
    assert why.startswith("there is no game 'chess'; there are archipel")
    why = server.refused(400, "POST", "/api/edit", json={"draft": BOARD | {"params": {"LIMIT": 1}}})
    assert "LIMIT" in why
    why = server.refused(400, "POST", "/api/edit", json={"draft": BOARD | {"preset": "none"}})
    assert "none" in why
    body = {"draft": {"game": "archipel", "kind": "position"}, "seats": 9}
    assert server.refused(400, "POST", "/api/edit", json=body) == "seats: archipel is played by 2 players, not 9"


@pytest.mark.parametrize(
    "draft",
    [
        BOARD | {"params": {"TAILLE_TERRAIN": 2**31 - 1}},
        {"game": "casus_belli", "kind": "board", "text": f"{10**9} {10**9}\n0 0\n1\n1\n...\n"},
        {"game": "chartichaud", "kind": "board", "text": "chartichaud-map 1\nsize 100 100\ngrid\n" + "9" * 10**6},
        {"game": "archipel", "kind": "position", "text": "[" * 10**6},
        {"game": "archipel", "kind": "position", "text": "9" * 10**5},
        BOARD | {"text": "\x00" * 1000},
        BOARD | {"text": "0 0\n1 1\n" + "o" * 10**6},
    ],
)
def test_what_is_too_much_or_no_text_at_all_ends_in_words(server: Server, draft: dict[str, Any]) -> None:
    answer = server.http.post("/api/edit", json={"draft": draft, "edits": [PAINT]})
    body = answer.json()
    if answer.status_code == 200:
        assert body["trouble"]["text"]["en"]
        assert (body["scene"], body["draft"]["text"]) == (None, draft["text"])
    else:
        assert (answer.status_code, body["code"]) in ((400, "costly_draft"), (400, "wrong_draft"))
    assert "Traceback" not in server.log.read_text()
    assert edit(server, {"game": "portails", "kind": "board"})["trouble"] is None
