"""Which boards a comparison meets when none is named."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from joute.arena.compare.boards import default_boards
from joute.core.folder import board_names, bundled_board
from joute.core.registry import game_names, load_game


@pytest.mark.parametrize("name", game_names())
def test_all_boards_that_fit_are_met_once_among_as_many_generated_ones(name):
    game = load_game(name)
    boards, generated = default_boards(game, game.info.seats, seed=3)
    texts = [bundled_board(game, name) for name in board_names(game)]
    own = [board for board in boards if board is not None]
    assert set(own) <= set(texts)
    assert len(set(own)) == len(own)
    for board in own:
        game.board(board, game.info.seats, 0)
    assert boards.count(None) == (len(own) if generated else not own)


def test_boards_of_another_size_are_left_out_unless_the_size_is_theirs():
    large, small = load_game("archipel"), load_game("archipel", TAILLE_TERRAIN=12)
    names = {bundled_board(large, name): name for name in board_names(large)}
    met = [Counter(names.get(board or "", "") for board in default_boards(game, 2, 0)[0]) for game in (large, small)]
    assert met[0] == {"ceinture-de-feu-32": 1, "exemple-32": 1, "grand-large-32": 1, "poussiere-32": 1, "": 4}
    assert met[1] == {"escarmouche-12": 1, "": 1}


def test_the_order_is_drawn_by_the_seed():
    game = load_game("chartichaud")
    orders = [default_boards(game, 2, seed)[0] for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(map(str, orders[0])) == sorted(map(str, orders[2]))


def test_a_game_that_makes_the_same_board_from_every_seed_generates_none():
    game = load_game("chartichaud")
    fixed = replace(game.boards, default=lambda params, seats, seed: game.boards.generate(params, seats, 7))
    game.boards = fixed
    boards, generated = default_boards(game, 2, 0)
    assert (len(boards), None in boards, generated) == (len(board_names(game)), False, False)


def test_a_game_without_boards_of_its_own_plays_what_it_makes(monkeypatch):
    monkeypatch.setattr("joute.arena.compare.boards.fitting_boards", lambda game, seats: {})
    assert default_boards(load_game("chartichaud"), 2, 0) == ((None,), True)
