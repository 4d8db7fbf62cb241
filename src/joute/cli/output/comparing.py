"""Printing a comparison: the answer in words, then the numbers."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from joute.arena.compare.plan import Comparison, Pairing
    from joute.arena.compare.session import Session
    from joute.arena.compare.sprt import Hypotheses

SHOWN = 3
"""How many losses are named."""


def line(comparison: Comparison) -> str:
    """The progress in one line: won, drawn and lost against each rival, and the interval of points."""
    parts = [
        f"{comparison.plan.champions[duel.rival].name} +{duel.wins} ={duel.draws} -{duel.losses} "
        + (str(duel.answer) if duel.over else _range(duel))
        for duel in comparison.duels
    ]
    return f"{len(comparison.played)} matches against {'; '.join(parts)}"


def time_left(comparison: Comparison, played: int, seconds: float) -> str:
    """How long it goes on, from the matches that were played in some seconds; nothing before the first."""
    if not played:
        return ""
    most = "about" if comparison.plan.matches_most is None else "at most"
    minutes = comparison.matches_left * seconds / played / 60
    return f"; {most} {minutes:.0f} min more" if minutes >= 1 else f"; {most} {60 * minutes:.0f} s more"


def expected_length(sprt: Hypotheses, error: float) -> str:
    """What a choice between two strengths will take, said before it begins."""
    from joute.arena.compare.sprt import Model, expected_rounds

    one, halfway = (2 * rounds for rounds in expected_rounds(sprt, error))
    draws = ", and less with draws" if sprt.model == Model.LOGISTIC else ""
    return (
        f"choosing between {_strengths(sprt)} takes about {one:.0f} matches if either is true, "
        f"{halfway:.0f} if the truth lies halfway{draws}"
    )


def _strengths(sprt: Hypotheses) -> str:
    return f"{sprt.elo0:g} and {sprt.elo1:g} {sprt.model} Elo"


def print_answers(session: Session, again: str) -> None:
    """The answers, the numbers behind them, and what to do next."""
    from joute.arena.jobs.busy import busy_warning

    from .printing import print_table

    comparison = session.comparison
    plan = comparison.plan
    rows = []
    for duel in comparison.duels:
        print(_sentence(comparison, duel))
        mean, error = duel.score_difference
        score = f"{round(mean, 1) + 0.0:+.1f}" + ("" if error is None else f"±{error:.1f}")  # never -0.0
        tally = (str(number) for number in (duel.wins, duel.draws, duel.losses))
        faults = [str(sum(counts.values())) for counts in duel.faults]
        share = f"{100 * duel.share:.1f}"
        rows.append((plan.champions[duel.rival].name, *tally, share, _range(duel), score, *faults))
    columns = ("against", "won", "drawn", "lost", "points%", "interval", "score", "faults", "theirs")
    print()
    print_table(columns, rows, right=columns[1:])
    print(f"\n{_explained(comparison)}")
    for duel in comparison.duels:
        _print_faults(comparison, duel)
        _print_losses(session, duel)
    if warning := busy_warning(times_of(comparison), comparison.plan.hosting.limits.forgive_waits):
        print(f"\nBeware: {warning}.")
    print(f"\nEverything is kept in {session.folder}. {_next(comparison, again)}")


def times_of(comparison: Comparison) -> list[tuple[float, float]]:
    """For each seat of each match how long it thought, and how long it computed."""
    return [pair for result in comparison.played.values() for pair in zip(result.wall_ms, result.cpu_ms, strict=True)]


def _next(comparison: Comparison, again: str) -> str:
    if not comparison.over:
        return f"To go on: {again}"
    most = comparison.plan.matches_most
    if most is not None and any(duel.answer == "open" and not duel.exhausted for duel in comparison.duels):
        return f"To play more: {again} --games {2 * most}"
    return f"To see this again: {again}"


def _sentence(comparison: Comparison, duel: Pairing) -> str:
    """The answer in words."""
    plan = comparison.plan
    mine, rival = plan.champions[0].name, plan.champions[duel.rival].name
    after = f"after {duel.matches} matches"
    sure = f"with {_percent(1 - plan.error)} confidence, {after}"
    sentences = {
        "better": f"{mine} is better than {rival}, {sure}.",
        "worse": f"{mine} is worse than {rival}, {sure}.",
        "equal": f"{mine} is as good as {rival}, to {_percent(plan.margin)} of the points, {sure}.",
    }
    if plan.sprt is not None:
        strengths, rate = (plan.sprt.elo0, plan.sprt.elo1), _percent(plan.error)
        for answer, (true, false) in (("elo0", strengths), ("elo1", strengths[::-1])):
            elo = f"{true:g} rather than {false:g} {plan.sprt.model} Elo"
            sentences[answer] = (
                f"{mine} is stronger than {rival} by {elo}, with an error rate of about {rate}, {after}."
            )
    undecided = f"Not decided {after}: {mine} may be better or worse than {rival}."
    return " ".join([sentences.get(str(duel.answer), undecided), *_copies(comparison, duel)])


def _copies(comparison: Comparison, duel: Pairing) -> list[str]:
    """What is to be said of games that were played more than once."""
    games, boards = duel.games, len(comparison.plan.boards)
    if games.distinct == games.matches:
        return []
    distinct = f"{games.distinct} distinct of {games.matches} matches"
    if not duel.exhausted:
        return [f"Some games came again: {distinct}."]
    where = f"these {boards} boards" if boards > 1 else "this board"
    return [
        f"These champions play the same games whatever the seed: {distinct}. Nothing more can be learnt on {where}: "
        f"all was played, and {comparison.plan.champions[0].name} took {100 * duel.share:.1f} % of the points."
    ]


def _explained(comparison: Comparison) -> str:
    from joute.arena.compare.sprt import bounds

    plan = comparison.plan
    void = sum(duel.void for duel in comparison.duels)
    lines = [
        f"{plan.game}, preset {plan.preset}: each board and seed is played from {plan.seats} seats; a win is a "
        "point, a draw half of one.",
        f"The interval holds the points on many boards like these with {_percent(1 - plan.error)}, however early one "
        "stops.",
        "Score: by how much it is greater in a match, on average, with its standard error. Faults: in how many matches "
        "the champion failed, and the other.",
    ]
    if plan.sprt is not None:
        low, high = bounds(plan.error)
        ratios = ", ".join(f"{duel.log_likelihood_ratio:.2f}" for duel in comparison.duels)
        lines.append(
            f"Log-likelihood ratio: {ratios}; {_strengths(plan.sprt)} are accepted at {low:.2f} and {high:.2f}."
        )
    if plan.others:
        lines.append(f"The other seats: {', '.join(champion.name for champion in plan.others)}.")
    if void:
        lines.append(f"{void} rounds were left out: joute itself failed in them.")
    return "\n".join(lines)


def _print_faults(comparison: Comparison, duel: Pairing) -> None:
    names = (comparison.plan.champions[0].name, comparison.plan.champions[duel.rival].name)
    against = reversed(names)
    for name, other, counts, first in zip(names, against, duel.faults, duel.first_fault, strict=True):
        if counts:
            faults = ", ".join(f"{verdict} {number} times" for verdict, number in sorted(counts.items()))
            print(f"\n{name} failed against {other}: {faults}. The first time: {first}")


def _print_losses(session: Session, duel: Pairing) -> None:
    paths = session.losses(duel.rival)[:SHOWN]
    if paths:
        rival = session.comparison.plan.champions[duel.rival].name
        print(f"\nThe losses to {rival} that teach most:")
        for path in paths:
            print(f"  {shlex.join(['joute', 'watch', str(path)])}")


def plain(session: Session, again: str) -> dict[str, Any]:
    """The answers and numbers as one object, for --json."""
    import msgspec

    from joute.arena.jobs.busy import busy_warning

    comparison = session.comparison
    plan = comparison.plan
    return {
        "game": plan.game,
        "preset": plan.preset,
        "params": plan.params,
        "seed": plan.seed,
        "seats": plan.seats,
        "champion": plan.champions[0].name,
        "others": [champion.name for champion in plan.others],
        "error": plan.error,
        "margin": plan.margin,
        "sprt": msgspec.to_builtins(plan.sprt),
        "boards": len(plan.boards),
        "generated": plan.generated,
        "over": comparison.over,
        "rivals": [_plain_duel(session, duel) for duel in comparison.duels],
        "warning": busy_warning(times_of(comparison), comparison.plan.hosting.limits.forgive_waits),
        "folder": str(session.folder),
        "continue": again,
    }


def _plain_duel(session: Session, duel: Pairing) -> dict[str, Any]:
    mean, error = duel.score_difference
    return {
        "rival": session.comparison.plan.champions[duel.rival].name,
        "answer": str(duel.answer),
        "matches": duel.matches,
        "played": duel.games.matches,
        "distinct": duel.games.distinct,
        "exhausted": duel.exhausted,
        "log_likelihood_ratio": duel.log_likelihood_ratio if session.comparison.plan.sprt else None,
        "rounds": duel.rounds,
        "wins": duel.wins,
        "draws": duel.draws,
        "losses": duel.losses,
        "points": duel.share,
        "interval": [duel.sequence.low, duel.sequence.high],
        "score_difference": mean,
        "score_difference_error": error,
        "faults": {str(verdict): number for verdict, number in duel.faults[0].items()},
        "rival_faults": {str(verdict): number for verdict, number in duel.faults[1].items()},
        "void_rounds": duel.void,
        "replays": [str(path) for path in session.losses(duel.rival)],
    }


def _percent(part: float) -> str:
    return f"{100 * part:.1f}".removesuffix(".0") + " %"


def _range(duel: Pairing) -> str:
    return f"{100 * duel.sequence.low:.1f}-{100 * duel.sequence.high:.1f}"
