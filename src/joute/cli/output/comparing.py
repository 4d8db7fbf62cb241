"""Printing a comparison: the answer in words, then the numbers."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from joute.core.text import Text, read_here, words

if TYPE_CHECKING:
    from joute.arena.compare.plan import Comparison, Pairing
    from joute.arena.compare.session import Session
    from joute.arena.compare.sprt import Hypotheses

ANSWERS = {
    "better": Text("better", "meilleur"),
    "worse": Text("worse", "moins bon"),
    "equal": Text("equal", "égal"),
    "open": Text("open", "indécis"),
    "elo0": Text("elo0", "elo0"),
    "elo1": Text("elo1", "elo1"),
}
SHOWN = 3
"""How many losses are named."""


def line(comparison: Comparison) -> str:
    """The progress in one line: won, drawn and lost against each rival, and the interval of points."""
    parts = [
        f"{comparison.plan.champions[duel.rival].name} +{duel.wins} ={duel.draws} -{duel.losses} "
        + (read_here(ANSWERS[str(duel.answer)]) if duel.over else _range(duel))
        for duel in comparison.duels
    ]
    return words(
        f"{len(comparison.played)} matches against {'; '.join(parts)}",
        f"{len(comparison.played)} matchs contre {' ; '.join(parts)}",
    )


def time_left(comparison: Comparison, played: int, seconds: float) -> str:
    """How long it goes on, from the matches that were played in some seconds; nothing before the first."""
    if not played:
        return ""
    most = words("about", "environ") if comparison.plan.matches_most is None else words("at most", "au plus")
    minutes = comparison.matches_left * seconds / played / 60
    return (
        words(f"; {most} {minutes:.0f} min more", f" ; {most} {minutes:.0f} min encore")
        if minutes >= 1
        else words(f"; {most} {60 * minutes:.0f} s more", f" ; {most} {60 * minutes:.0f} s encore")
    )


def expected_length(sprt: Hypotheses, error: float) -> str:
    """What a choice between two strengths will take, said before it begins."""
    from joute.arena.compare.sprt import Model, expected_rounds

    one, halfway = (2 * rounds for rounds in expected_rounds(sprt, error))
    draws = words(", and less with draws", ", et moins avec des nuls") if sprt.model == Model.LOGISTIC else ""
    return words(
        f"choosing between {_strengths(sprt)} takes about {one:.0f} matches if either is true, "
        f"{halfway:.0f} if the truth lies halfway{draws}",
        f"choisir entre {_strengths(sprt)} prend environ {one:.0f} matchs si l'un des deux est vrai, "
        f"{halfway:.0f} si la vérité est à mi-chemin{draws}",
    )


def _strengths(sprt: Hypotheses) -> str:
    return words(
        f"{sprt.elo0:g} and {sprt.elo1:g} {sprt.model} Elo", f"{sprt.elo0:g} et {sprt.elo1:g} Elo ({sprt.model})"
    )


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
    columns = (
        words("against", "contre"),
        words("won", "gagnés"),
        words("drawn", "nuls"),
        words("lost", "perdus"),
        "points%",
        words("interval", "intervalle"),
        "score",
        words("faults", "échecs"),
        words("theirs", "les leurs"),
    )
    print()
    print_table(columns, rows, right=columns[1:])
    print(f"\n{_explained(comparison)}")
    for duel in comparison.duels:
        _print_faults(comparison, duel)
        _print_losses(session, duel)
    if warning := busy_warning(times_of(comparison), comparison.plan.hosting.limits.forgive_waits):
        print(words(f"\nBeware: {warning}.", f"\nAttention : {warning:fr}."))
    print(
        words(
            f"\nEverything is kept in {session.folder}. {_next(comparison, again)}",
            f"\nTout est gardé dans {session.folder}. {_next(comparison, again)}",
        )
    )


def times_of(comparison: Comparison) -> list[tuple[float, float]]:
    """For each seat of each match how long it thought, and how long it computed."""
    return [pair for result in comparison.played.values() for pair in zip(result.wall_ms, result.cpu_ms, strict=True)]


def _next(comparison: Comparison, again: str) -> str:
    if not comparison.over:
        return words(f"To go on: {again}", f"Pour continuer : {again}")
    most = comparison.plan.matches_most
    if most is not None and any(duel.answer == "open" and not duel.exhausted for duel in comparison.duels):
        return words(f"To play more: {again} --games {2 * most}", f"Pour jouer plus : {again} --games {2 * most}")
    return words(f"To see this again: {again}", f"Pour revoir ceci : {again}")


def _sentence(comparison: Comparison, duel: Pairing) -> str:
    """The answer in words."""
    plan = comparison.plan
    mine, rival = plan.champions[0].name, plan.champions[duel.rival].name
    after = words(f"after {duel.matches} matches", f"après {duel.matches} matchs")
    sure = words(
        f"with {_percent(1 - plan.error)} confidence, {after}",
        f"avec une confiance de {_percent(1 - plan.error)}, {after}",
    )
    sentences = {
        "better": words(f"{mine} is better than {rival}, {sure}.", f"{mine} est meilleur que {rival}, {sure}."),
        "worse": words(f"{mine} is worse than {rival}, {sure}.", f"{mine} est moins bon que {rival}, {sure}."),
        "equal": words(
            f"{mine} is as good as {rival}, to {_percent(plan.margin)} of the points, {sure}.",
            f"{mine} vaut {rival}, à {_percent(plan.margin)} des points près, {sure}.",
        ),
    }
    if plan.sprt is not None:
        strengths, rate = (plan.sprt.elo0, plan.sprt.elo1), _percent(plan.error)
        for answer, (true, false) in (("elo0", strengths), ("elo1", strengths[::-1])):
            elo = words(
                f"{true:g} rather than {false:g} {plan.sprt.model} Elo",
                f"{true:g} plutôt que {false:g} Elo ({plan.sprt.model})",
            )
            sentences[answer] = words(
                f"{mine} is stronger than {rival} by {elo}, with an error rate of about {rate}, {after}.",
                f"{mine} est plus fort que {rival} de {elo}, avec un taux d'erreur d'environ {rate}, {after}.",
            )
    undecided = words(
        f"Not decided {after}: {mine} may be better or worse than {rival}.",
        f"Rien de décidé {after} : {mine} peut être meilleur ou moins bon que {rival}.",
    )
    return " ".join([sentences.get(str(duel.answer), undecided), *_copies(comparison, duel)])


def _copies(comparison: Comparison, duel: Pairing) -> list[str]:
    """What is to be said of games that were played more than once."""
    games, boards = duel.games, len(comparison.plan.boards)
    if games.distinct == games.matches:
        return []
    distinct = words(
        f"{games.distinct} distinct of {games.matches} matches",
        f"{games.distinct} distinctes sur {games.matches} matchs",
    )
    if not duel.exhausted:
        return [words(f"Some games came again: {distinct}.", f"Des parties sont revenues : {distinct}.")]
    where = (
        words(f"these {boards} boards", f"ces {boards} cartes") if boards > 1 else words("this board", "cette carte")
    )
    mine, share = comparison.plan.champions[0].name, f"{100 * duel.share:.1f} %"
    return [
        words(
            f"These champions play the same games whatever the seed: {distinct}. Nothing more can be learnt on "
            f"{where}: all was played, and {mine} took {share} of the points.",
            f"Ces champions jouent les mêmes parties quelle que soit la graine : {distinct}. On n'apprendra rien de "
            f"plus sur {where} : tout est joué, et {mine} a pris {share} des points.",
        )
    ]


def _explained(comparison: Comparison) -> str:
    from joute.arena.compare.sprt import bounds

    plan = comparison.plan
    void = sum(duel.void for duel in comparison.duels)
    lines = [
        words(
            f"{plan.game}, preset {plan.preset}: each board and seed is played from {plan.seats} seats; a win is a "
            "point, a draw half of one.",
            f"{plan.game}, réglage {plan.preset} : chaque carte et graine se joue de {plan.seats} places ; une "
            "victoire vaut un point, un nul la moitié.",
        ),
        words(
            f"The interval holds the points on many boards like these with {_percent(1 - plan.error)}, however early "
            "one stops.",
            f"L'intervalle contient les points sur beaucoup de cartes comme celles-ci à {_percent(1 - plan.error)}, "
            "si tôt qu'on s'arrête.",
        ),
        words(
            "Score: by how much it is greater in a match, on average, with its standard error. Faults: in how many "
            "matches the champion failed, and the other.",
            "Score : de combien il est plus grand dans un match, en moyenne, avec son erreur type. Échecs : "
            "dans combien de matchs le champion a échoué, et l'autre.",
        ),
    ]
    if plan.sprt is not None:
        low, high = bounds(plan.error)
        ratios = ", ".join(f"{duel.log_likelihood_ratio:.2f}" for duel in comparison.duels)
        lines.append(
            words(
                f"Log-likelihood ratio: {ratios}; {_strengths(plan.sprt)} are accepted at {low:.2f} and {high:.2f}.",
                f"Log du rapport de vraisemblance : {ratios} ; {_strengths(plan.sprt)} sont acceptés à {low:.2f} "
                f"et {high:.2f}.",
            )
        )
    if plan.others:
        lines.append(
            words(
                f"The other seats: {', '.join(champion.name for champion in plan.others)}.",
                f"Les autres places : {', '.join(champion.name for champion in plan.others)}.",
            )
        )
    if void:
        lines.append(
            words(
                f"{void} rounds were left out: joute itself failed in them.",
                f"{void} tours sont laissés de côté : joute lui-même y a échoué.",
            )
        )
    return "\n".join(lines)


def _print_faults(comparison: Comparison, duel: Pairing) -> None:
    from joute.match.verdict import Verdict

    names = (comparison.plan.champions[0].name, comparison.plan.champions[duel.rival].name)
    against = reversed(names)
    for name, other, counts, first in zip(names, against, duel.faults, duel.first_fault, strict=True):
        if counts:
            faults = ", ".join(
                words(f"{verdict} {number} times", f"{Verdict(verdict).text:fr} {number} fois")
                for verdict, number in sorted(counts.items())
            )
            print(
                words(
                    f"\n{name} failed against {other}: {faults}. The first time: {first}",
                    f"\n{name} a échoué contre {other} : {faults}. La première fois : {first}",
                )
            )


def _print_losses(session: Session, duel: Pairing) -> None:
    paths = session.losses(duel.rival)[:SHOWN]
    if paths:
        rival = session.comparison.plan.champions[duel.rival].name
        print(
            words(
                f"\nThe losses to {rival} that teach most:", f"\nLes défaites contre {rival} qui apprennent le plus :"
            )
        )
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
        "warning": str(busy_warning(times_of(comparison), comparison.plan.hosting.limits.forgive_waits) or ""),
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
