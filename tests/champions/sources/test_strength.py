"""Ratings kept with the games: all bundled champions, of the rules as they are."""

from __future__ import annotations

import msgspec
import pytest

import joute
from joute.champions.sources.find import bundled
from joute.champions.sources.strength import Strengths, ratings_file, strengths
from joute.core.registry import game_names


@pytest.mark.parametrize("name", [name for name in game_names() if name != "toy"])
def test_the_ratings_of_a_game_are_of_all_its_champions_and_of_its_rules(name: str) -> None:
    game = joute.load_game(name)
    known = strengths(game)
    assert known is not None, f"play them again: joute champions {name} --rate 20"
    assert sorted(known.champions) == sorted(bundled(game))
    assert known.preset == game.preset
    assert known.matches >= 80
    assert all(one.low < one.points < one.high for one in known.champions.values())
    order = [one.points for one in known.champions.values()]
    assert order == sorted(order, reverse=True)
    assert abs(sum(order) / len(order) - 1500) < 1


def test_ratings_of_other_rules_are_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    game = joute.load_game("chartichaud")
    known = msgspec.json.decode(ratings_file(game).read_bytes(), type=Strengths)
    file = tmp_path / "ratings.json"
    monkeypatch.setattr("joute.champions.sources.strength.ratings_file", lambda game: file)
    assert strengths(game) is None
    file.write_text("{")
    assert strengths(game) is None
    file.write_bytes(msgspec.json.encode(known))
    assert strengths(game) == known
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(known, rules_version=known.rules_version + 1)))
    assert strengths(game) is None
