"""joute tune"""

from __future__ import annotations

import os
import time
from hashlib import blake2b
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import click

from joute.cli.exits import Exit, Stop, say
from joute.cli.french import french
from joute.cli.options import chosen_game, examples, game_options, seed_option
from joute.core.text import words

if TYPE_CHECKING:
    from joute.arena.tuning.tuning import Settings, Tuning
    from joute.core.game import Game
    from joute.core.policy import Policy

ERROR = 0.05
"""The chance that the interval of the comparison at the end misses the truth."""


@click.command(
    "tune",
    epilog=examples(
        "joute tune GAME mine.py",
        "joute tune GAME mine.py --generations 200 --situations 24 --into tune-mine",
    ),
)
@click.argument("game")
@click.argument("policy", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@game_options
@seed_option(0)
@click.option(
    "--generations", type=click.IntRange(1), default=60, show_default=True, help=words("How many.", "Combien.")
)
@click.option(
    "--population",
    type=click.IntRange(3),
    help=words(
        "Candidates a generation.  [default: 4 + 3 ln WEIGHTS]", "Candidats par génération.  [défaut : 4 + 3 ln POIDS]"
    ),
)
@click.option(
    "--situations",
    type=click.IntRange(1),
    default=12,
    show_default=True,
    help=words(
        "Boards and seeds that all candidates of a generation meet, from every seat.",
        "Cartes et graines que tous les candidats d'une génération rencontrent, de chaque place.",
    ),
)
@click.option(
    "--check",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help=words(
        "Boards and seeds of the comparison at the end, which tuning never meets.",
        "Cartes et graines de la comparaison finale, jamais rencontrées auparavant.",
    ),
)
@click.option(
    "--threads",
    type=click.IntRange(1),
    help=words("How many at once.  [default: all cores]", "Combien à la fois.  [défaut : tous les cœurs]"),
)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help=words("Where it is kept.  [default: tune-POLICY]", "Où c'est gardé.  [défaut : tune-POLITIQUE]"),
)
@french("""Améliore les poids de POLICY, le fichier d'une politique, en la faisant jouer contre elle-même.

Ctrl-C ne perd rien : la même commande continue. À la fin, les nouveaux poids sont comparés aux anciens sur des cartes
et des graines jamais rencontrées ; s'ils sont meilleurs, ils sont écrits dans POLICY. docs/en/policies.md en dit plus.
""")
def command(
    game: str,
    policy: Path,
    preset: str | None,
    assignments: tuple[str, ...],
    seed: int,
    generations: int,
    population: int | None,
    situations: int,
    check: int,
    threads: int | None,
    into: Path | None,
) -> int:
    """Improve the weights of POLICY, the file of a policy, by having it play itself.

    Ctrl-C loses nothing: the same command goes on. At the end the new weights are compared with the old ones on boards
    and seeds that were never met; if they are better, they are written into POLICY. docs/en/policies.md says more.
    """
    require_cmaes()
    from joute.arena.tuning.tuning import Tuning

    chosen = chosen_game(game, preset, assignments)
    tuned = _policy(policy)
    settings = _settings(chosen, tuned, seed, population, situations)
    tuning = Tuning(chosen, tuned, settings, into or Path(f"tune-{policy.stem}"))
    tuning.open()
    _prepare(chosen)
    cores = threads or len(os.sched_getaffinity(0))
    _follow(tuning, generations, cores)
    return _finish(tuning, policy, check, cores)


def require_cmaes() -> None:
    from importlib.util import find_spec

    missing = [name for name in ("cmaes", "numpy") if find_spec(name) is None]
    if missing:
        raise Stop(
            Exit.USAGE,
            words(
                f"tuning needs {', '.join(missing)}; install it: pip install 'joute[tune]'",
                f"il faut {', '.join(missing)} ; installez-le : pip install 'joute[tune]'",
            ),
        )


def _policy(path: Path) -> Policy:
    """The policy in a file, which is run here: it is the person's own."""
    from joute.core.policy import policy_of

    found = policy_of(path.absolute())
    if found is None or not found.bounds:
        raise Stop(
            Exit.NOT_LOADED,
            words(
                f"{path}: expected a policy with weights: POLICY = Policy(kernel=..., weights=...); "
                "docs/en/policies.md",
                f"{path} : attendu une politique avec des poids : POLICY = Policy(kernel=..., weights=...) ; "
                "docs/en/policies.md",
            ),
        )
    return found


def _settings(game: Game, policy: Policy, seed: int, population: int | None, situations: int) -> Settings:
    from joute.arena.tuning.tuning import Settings

    return Settings(
        game.name,
        game.preset,
        game.overrides,
        blake2b(policy.source, digest_size=10).hexdigest(),
        seed,
        population or 4 + int(3 * log(len(policy.bounds) + 1)),
        situations,
        game.info.seats,
        policy.settled()._asdict(),
    )


def _prepare(game: Game) -> None:
    """Say what makes it slow, where it is not played in batches."""
    from joute.arena.tuning.matches import compiled

    if not compiled(game):
        say(
            words(
                f"{game.name}: matches are played one by one, not in batches (interpreted, or views of other sizes)",
                f"{game.name} : les matchs sont joués un par un, sans lots (jeu interprété, ou vues d'autres tailles)",
            )
        )


def _follow(tuning: Tuning, generations: int, threads: int) -> None:
    """Play what is missing of so many generations, and say of each what came of it."""
    matches = tuning.settings.population * tuning.settings.situations * tuning.settings.seats
    while tuning.generation < generations:
        began = time.perf_counter()
        done = tuning.step(threads)
        rate = matches / (time.perf_counter() - began)
        best, mean = max(done.values), sum(done.values) / len(done.values)
        print(
            words(
                f"generation {done.number + 1} of {generations}: best {best:.3f}, mean {mean:.3f}, "
                f"{rate:,.0f} matches a second",
                f"génération {done.number + 1} sur {generations} : meilleur {best:.3f}, moyenne {mean:.3f}, "
                f"{rate:,.0f} matchs par seconde",
            ),
            flush=True,
        )


def _finish(tuning: Tuning, policy: Path, check: int, threads: int) -> int:
    """Compare the new weights with the old ones, and write them where they are better."""
    from joute.arena.fairness import clopper_pearson
    from joute.arena.tuning.source import with_defaults

    outcomes = list(tuning.compared(check, threads))
    better, worse = outcomes.count(1), outcomes.count(-1)
    low, high = clopper_pearson(better, better + worse, ERROR) if better + worse else (0.0, 1.0)
    counts = f"{better} - {outcomes.count(0)} - {worse}"
    print(
        words(
            f"against the old weights, on {check} boards and seeds never met: {counts} (won - drawn - lost); of those "
            f"decided {low:.1%} to {high:.1%} are won (95 %)",
            f"contre les anciens poids, sur {check} cartes et graines jamais rencontrées : {counts} (gagnés - nuls - "
            f"perdus) ; de {low:.1%} à {high:.1%} des décidés sont gagnés (95 %)",
        )
    )
    weights = tuning.weights
    print("  ".join(f"{name}={tuning.settings.start[name]}→{value}" for name, value in weights.items()))
    if low <= 0.5:
        kept = tuning.folder / "weights.json"
        print(
            words(
                f"not surely better: {policy} stays as it is; they are in {kept}",
                f"pas sûrement meilleurs : {policy} reste tel quel ; ils sont dans {kept}",
            )
        )
        return Exit.DONE
    policy.write_text(with_defaults(policy.read_text(), tuning.policy.weights.__name__, weights))
    print(words(f"written into {policy}", f"écrits dans {policy}"))
    return Exit.DONE
