"""Maps as text: words with their lines, numbers of any length, and what a message quotes."""

from __future__ import annotations

from itertools import islice

import pytest

from joute.core.maptext import Token, quoted, rows_of, shortened, tokens_of, until_the_end, whole_number


def test_words_come_with_their_lines() -> None:
    assert tokens_of("1 2\n\n\tab\r\n c") == [Token("1", 1), Token("2", 1), Token("ab", 3), Token("c", 4)]


def test_only_the_blanks_of_the_format_separate() -> None:
    assert tokens_of("a\vb c") == [Token("a", 1), Token("b", 1), Token("c", 1)]
    assert tokens_of("a\vb c", " \n") == [Token("a\vb", 1), Token("c", 1)]
    assert tokens_of("a\u00a0b\u2028c") == [Token("a\u00a0b\u2028c", 1)]


def test_words_after_the_last_that_counts_are_not_read() -> None:
    assert tokens_of("a b c d", most=2) == [Token("a", 1), Token("b", 1)]
    assert tokens_of("a", most=2) == [Token("a", 1)]


@pytest.mark.parametrize(("text", "line"), [("", 1), ("a\nb\n\n", 2)])
def test_the_end_is_an_empty_word_on_the_last_line(text: str, line: int) -> None:
    tokens = tokens_of(text)
    assert list(islice(until_the_end(tokens), len(tokens) + 2)) == [*tokens, Token("", line), Token("", line)]


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("-0", 0), ("007", 7), ("-12", -12), ("+5", 5), ("100", 99), ("-100", -99), ("9" * 9999, 99)],
)
def test_a_number_is_cut_to_the_largest(text: str, value: int) -> None:
    assert whole_number(text, 99) == value


@pytest.mark.parametrize(
    ("text", "shown"),
    [("99", "99"), ("100", "100"), ("-00123", "-00123"), ("+100", "+100"), ("9" * 9999, "9" * 24 + "...")],
)
def test_a_huge_number_is_shown_as_written(text: str, shown: str) -> None:
    assert f"{whole_number(text, 99)} {(whole_number(text, 99),)}" == f"{shown} ({shown},)"


@pytest.mark.parametrize("text", ["", "-", "+", "1.0", "0x5", "--1", "1 ", "1_0", "\u0663"])
def test_what_is_no_number(text: str) -> None:
    assert whole_number(text, 99) is None


def test_a_format_may_refuse_the_plus_sign() -> None:
    assert whole_number("+5", 99, plus=False) is None
    assert whole_number("-5", 99, plus=False) == -5


def test_rows() -> None:
    assert rows_of("abcdef", 3) == ["abc", "def"]
    assert rows_of("", 3) == []


def test_a_quoted_word_is_short_and_printable() -> None:
    assert quoted("é") == "'é'"
    assert quoted("\x1b\ud800") == r"'\x1b\ud800'"
    assert quoted("z" * 24) == f"'{'z' * 24}'"
    assert quoted("z" * 25) == f"'{'z' * 24}...'"
    assert shortened("9" * 30) == "9" * 24 + "..."
