"""The boards that come with a game: maps, and those that it makes from seeds."""

from __future__ import annotations

from joute.core.folder import board_names, boards_in_words, bundled_board, fitting_boards
from joute.core.registry import load_game


def test_maps_are_texts_of_files():
    game = load_game("toy")
    assert board_names(game) == ["cove"]
    assert boards_in_words(game) == "cove"
    assert fitting_boards(game, 2) == {"cove": bundled_board(game, "cove")}
    assert game.board(bundled_board(game, "cove"), 2, 0) is not None


def test_boards_that_need_other_parameters_do_not_fit():
    for preset, side in (("finale", 30), ("sujet", 40)):
        game = load_game("portails", preset)
        assert set(fitting_boards(game, 2)) == {name for name in board_names(game) if name.endswith(f"-{side}")}


def test_boards_made_from_seeds_follow_the_parameters():
    small = load_game("tours_de_magie", TAILLE_TERRAIN=9)
    assert boards_in_words(small) == "concours to depart-128"
    text = bundled_board(small, "depart-5")
    assert text == small.boards.write(small.boards.generate(small.params, 4, 5))
    assert len(text.splitlines()) == 9
    assert list(fitting_boards(small, 4)) == board_names(small)
