"""Who is winning: at every position of a film the parts of the points add up, in every game."""

from __future__ import annotations

from itertools import cycle, islice

import msgspec
import pytest

import joute
from joute.champions.sources.find import bundled, find
from joute.core.registry import game_names
from joute.core.table import Table
from joute.match.referee import Referee
from joute.match.replay import Header, PhaseLine, Recorder, Replay, ResultLine
from joute.web.film.replay import ReplayFilm
from joute.web.wire import FilmHead


def played(table: Table) -> Replay:
    """The replay of a match of bundled champions."""
    game, recorder = table.game, Recorder()
    names = islice(cycle(sorted(set(bundled(game)) - {"idle"})), table.seats)
    Referee(table, [find(game, name, seat) for seat, name in enumerate(names)], recorder).play()
    header, *phases, result = recorder.lines
    assert isinstance(header, Header)
    assert isinstance(result, ResultLine)
    return Replay(header, tuple(line for line in phases if isinstance(line, PhaseLine)), result)


def totals(head: FilmHead) -> list[list[list[int]]]:
    """The parts of each seat at each position, counted from the changes."""
    parts = [[0] * len(head.points.parts) for _ in head.players]
    found = []
    for frame in range(head.frames):
        for at, seat, part, by in head.gains:
            if at == frame:
                parts[seat][part] += by
        found.append([list(own) for own in parts])
    return found


@pytest.mark.parametrize("name", game_names())
def test_parts_add_up_to_what_each_seat_has(name: str) -> None:
    replay = played(Table(joute.load_game(name).on(), seed=3))
    film = ReplayFilm(replay)
    for track in film.tracks:
        head = film.head(track)
        has = head.lead or head.scores
        assert len(has) == head.frames
        assert has[-1] == head.scores[-1] == list(replay.result.scores)  # type: ignore[union-attr]
        points = film.table.game.scenes.points
        if points is not None and (track == "all" or points.public):
            counted = totals(head)
            assert [[sum(own) for own in seats] for seats in counted] == has
            assert any(map(any, counted[-1]))
        else:  # the scores are known, but not where they come from
            assert (head.lead, head.gains) == ([], [])


def test_the_points_of_a_match_that_began_later_are_a_part_of_their_own() -> None:
    for name in game_names():
        points = joute.load_game(name).scenes.points
        if points is None or points.gained is None:
            continue
        first = played(Table(joute.load_game(name).on(), seed=3))
        middle = next(table.copy() for _, table in first if any(table.scores))
        replay = played(middle)
        assert replay.header.start is not None
        head = ReplayFilm(replay).head()
        counted = totals(head)
        assert [own[-1] for own in counted[0]] == head.scores[0]
        assert [[sum(own) for own in seats] for seats in counted] == head.scores


def test_a_game_that_declares_no_parts_is_led_by_its_scores() -> None:
    replay = played(Table(joute.load_game("toy").on(), seed=1))
    head = ReplayFilm(replay).head()
    assert (head.points.words.en, head.points.parts, head.lead, head.gains) == ("score", [], [], [])
    assert msgspec.json.decode(msgspec.json.encode(head), type=FilmHead) == head
