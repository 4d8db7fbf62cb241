"""4.11, 4.12  The end of the match, and how its players stand."""

from __future__ import annotations

from .state import World
from .vocabulary import A_WINS, B_WINS, ELIMINATION, END, NO_ONE, PLAYERS, RUNNING, TURN_LIMIT, A, B


def end_match(w: World) -> None:
    """4.11  Elimination first, then the turn limit."""
    head = w.state.head
    winner = survivor(w)
    if winner != RUNNING:
        head.reason = ELIMINATION
        head.winner = winner
    elif head.turn >= w.params.max_turns:
        head.reason = TURN_LIMIT
        head.winner = leader(w)


def survivor(w: World) -> int:
    """4.11  Who has won by elimination, or RUNNING where nobody has been eliminated."""
    for player in range(PLAYERS):
        if w.state.tallies.units[player] == 0:
            return A_WINS + 1 - player if w.params.elimination_wins else leader(w)
    return RUNNING


def leader(w: World) -> int:
    """4.11  The strictly higher score, or no one."""
    difference = score(w, A) - score(w, B)
    if difference == 0:
        return NO_ONE
    return A_WINS if difference > 0 else B_WINS


def forfeit(w: World, seat: int, cause: int) -> None:
    """4.11, 4.12  The opponent wins; what was done in the unfinished turn stands and no fight is resolved."""
    head = w.state.head
    if head.winner == RUNNING:
        head.winner = A_WINS + 1 - seat
        head.reason = cause
        head.phase = END


def score(w: World, seat: int) -> int:
    return w.state.players.score[seat]


def standing(w: World, seat: int) -> int:
    """By score while the match runs; then the winner alone, or nobody, stands first."""
    winner = w.state.head.winner
    if winner == RUNNING:
        return score(w, seat)
    return 1 if winner == A_WINS + seat else 0
