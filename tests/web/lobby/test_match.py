"""A match as the lobby knows it."""

from __future__ import annotations

from typing import Any, cast

import joute
from joute.match.replay import Named, header_of
from joute.web.lobby.match import Match
from joute.web.wire import ALL, PlayerHead
from joute.web.worker.jobs import LiveFilm
from joute.web.worker.pipe import JobEnd, RelayJob


def test_a_match_is_being_played_once_there_is_a_position_to_show() -> None:
    table = joute.Table(joute.load_game("chartichaud"), seed=1)
    match = Match("id", table.game.name, [PlayerHead("a", "A", "a"), PlayerHead("b", "B", "b")], RelayJob(b"", ""))

    class Direct:
        def send(self, message: Any) -> None:
            match.receive(message)

    film = LiveFilm(cast(JobEnd, Direct()), table, header_of(table, (Named("a"), Named("b"))), (), ())
    assert (match.state, match.begun.is_set(), match.open) == ("waiting", False, False)
    film.begin()
    assert (match.state, match.begun.is_set(), match.open) == ("playing", True, True)
    assert match.tracks[ALL].scenes.one(0) is not None
