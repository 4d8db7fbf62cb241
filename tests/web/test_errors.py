"""Every refusal says the same in both languages, and has a code of its own."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from joute.web import errors
from joute.web.errors import Refusal, RefusalKind, Text, plain
from joute.web.lobby.causes import cause

from .support import Server

KINDS = {name: value for name, value in vars(errors).items() if isinstance(value, RefusalKind)}
SOURCES = "".join(path.read_text(encoding="utf-8") for path in Path(errors.__file__).parent.rglob("*.py"))


def places(words: str) -> list[tuple[str, str | None, str | None]]:
    """What is filled in, and how."""
    return sorted((name, how, turned) for _, name, how, turned in Formatter().parse(words) if name)


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_fills_the_same_places_in_both_languages_and_is_used(name: str) -> None:
    kind = KINDS[name]
    assert kind.code == name.lower()
    assert places(kind.en) == places(kind.fr) or (name, places(kind.fr)) == ("NOT_REPLAY", [])
    assert kind.en != kind.fr or kind.en == "{why}"  # which is itself in both languages
    assert kind.status in errors.TITLES
    assert len(re.findall(rf"\b{name}\b", SOURCES)) > 1


def test_a_field_may_be_in_both_languages() -> None:
    refusal = Refusal(errors.TOO_MANY, 2.4, what=errors.UPLOADS, wait=2.4)
    assert refusal.text == Text(
        "too many uploads at once; try again in 2 s", "trop de fichiers envoyés à la fois ; réessayez dans 2 s"
    )
    assert (refusal.problem.status, refusal.problem.code, refusal.problem.detail) == (429, "too_many", refusal.text.en)


def test_what_is_filled_in_is_never_taken_for_a_place() -> None:
    refusal = Refusal(errors.NO_MATCH, id="{id} {0}")
    assert refusal.text == Text("there is no match '{id} {0}'", "le match '{id} {0}' n'existe pas")


def test_what_the_framework_refuses_has_a_french_title() -> None:
    assert Refusal(plain(413), why="body of 9").text == Text("body of 9", "Contenu trop grand (body of 9)")
    assert Refusal(plain(418), why="tea").problem.title == "Refused"


def test_causes_are_told_in_both_languages_and_others_as_they_are() -> None:
    assert cause("it was stopped by its owner").fr == "son propriétaire l'a arrêté"
    assert cause("champion: no such file") == Text("champion: no such file", "champion: no such file")


def test_the_api_tells_code_and_both_languages(server: Server) -> None:
    assert server.http.get("/api/matches/nothing").json() == {
        "status": 404,
        "title": "Not found",
        "detail": "there is no match 'nothing'",
        "code": "no_match",
        "text": {"en": "there is no match 'nothing'", "fr": "le match 'nothing' n'existe pas"},
    }


@pytest.mark.parametrize("body", ["no replay", "{}", '{"joute": "replay", "schema": 99}'])
def test_a_file_that_is_no_replay_is_told_apart_from_one_that_cannot_be_shown(server: Server, body: str) -> None:
    answer = server.http.post("/api/replays", content=body.encode()).json()
    assert (answer["code"], answer["text"]["fr"]) == ("not_replay", errors.NOT_REPLAY.fr)
