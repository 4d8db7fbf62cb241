"""Which rounds count, where games come again."""

from __future__ import annotations

from joute.arena.copies import COPIES_MOST, Games


def counted(games: Games, board: int, *rounds: str) -> list[bool]:
    """Which of some rounds on a board count; a letter is the course of a match."""
    return [games.take(board, list(courses)) for courses in rounds]


def test_a_board_counts_once_where_the_seed_changes_nothing():
    games = Games()
    assert counted(games, 0, "ab", "ab", "ab") == [True, False, False]
    assert counted(games, 1, "cd", "cd") == [True, False]
    assert (games.distinct, games.matches) == (4, 10)


def test_games_from_another_seat_are_not_copies():
    games = Games()
    assert counted(games, 0, "aa") == [True]
    assert games.distinct == 2


def test_a_board_that_brings_the_games_of_another_is_no_new_one():
    games = Games()
    counted(games, 0, "ab")
    assert counted(games, 1, "ab") == [False]


def test_once_the_seed_has_mattered_on_a_board_all_its_rounds_count():
    games = Games()
    assert counted(games, 0, "aa", "aa", "ab", "aa", "cc") == [True, False, False, True, True]
    assert counted(games, 1, "dd", "dd") == [True, False]


def test_whether_a_round_counts_never_depends_on_its_result():
    for first in (("aa",), ("aa", "bb"), ("aa", "aa", "bb")):
        assert len({counted(Games(), 0, *first, last)[-1] for last in ("aa", "bb", "ab", "cc")}) == 1


def test_games_repeat_after_enough_rounds_in_a_row_without_a_new_one():
    games = Games()
    counted(games, 0, "aa", *["aa"] * (COPIES_MOST - 1))
    assert not games.repeat
    counted(games, 0, "ab", *["aa"] * (COPIES_MOST - 1))
    assert not games.repeat
    counted(games, 0, "aa")
    assert games.repeat
