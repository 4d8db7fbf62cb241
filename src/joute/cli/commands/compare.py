"""joute compare"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from joute.cli.boards import board_text, require_board
from joute.cli.exits import Exit, Stop, say
from joute.cli.french import french
from joute.cli.options import (
    HOSTING,
    SEED_MOST,
    backend_option,
    chosen_game,
    examples,
    executor_of,
    executor_options,
    executor_words,
    game_options,
    hosting_of,
    hosting_options,
    json_option,
    seed_option,
)
from joute.core.text import words

from .games import players

if TYPE_CHECKING:
    from joute.arena.compare.plan import ComparisonPlan
    from joute.arena.compare.session import Session
    from joute.arena.compare.sprt import Hypotheses
    from joute.arena.jobs.job import Champion
    from joute.arena.jobs.packages import Packages
    from joute.core.game import Game

GAMES_MOST, ERROR, MARGIN = 1000, 0.05, 0.05
ELO0, ELO1, ELO = 0.0, 35.0, click.FloatRange(-200, 200)
LINE_S, LOGGED_S = 0.1, 30.0
"""Seconds between two states of the progress: of the line on a terminal, and of lines in a file."""
EXAMPLES = examples(
    "joute compare mine.py old.py --game GAME",
    "joute compare mine/ v1/ v2/ settler --game GAME --games 400 --board map.txt",
    "joute compare mine.py old.py --game GAME --with random --with idle",
    "joute compare mine.py old.py --game GAME --elo0 0 --elo1 10",
    "joute compare --continue compare-mine-old",
)


@click.command("compare", epilog=EXAMPLES)
@click.argument("champions", nargs=-1)
@click.option(
    "--game",
    metavar="GAME",
    help=words(
        "The game they play.  [default: what the champion.toml of the first says]",
        "Le jeu auquel ils jouent.  [défaut : ce que dit le champion.toml du premier]",
    ),
)
@game_options
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="FILE|NAME",
    help=words(
        "A board; several take turns.  [default: those that come with the game, then generated ones]",
        "Une carte ; plusieurs alternent.  [défaut : celles fournies avec le jeu, puis des cartes générées]",
    ),
)
@seed_option(0)
@click.option(
    "--with",
    "others",
    multiple=True,
    metavar="CHAMPION",
    help=words("Who takes a remaining seat; may be repeated.", "Qui prend une place restante ; peut être répété."),
)
@click.option(
    "--seats",
    type=click.IntRange(2),
    metavar="N",
    help=words("How many play.  [default: the game's own]", "Combien jouent.  [défaut : le nombre habituel du jeu]"),
)
@click.option(
    "--games",
    "games_most",
    type=click.IntRange(1),
    metavar="N",
    help=words(
        f"Stop after so many matches with each, every seat played, decided or not.  [default: {GAMES_MOST}; "
        "with --elo0, --elo1 or --model never]",
        "S'arrête après tant de matchs contre chacun, toutes les places jouées, que ce soit décidé ou "
        f"non.  [défaut : {GAMES_MOST} ; avec --elo0, --elo1 ou --model jamais]",
    ),
)
@click.option(
    "--error",
    type=click.FloatRange(0.001, 0.5, max_open=True),
    default=ERROR,
    show_default=True,
    metavar="P",
    help=words(
        "The chance of a wrong answer, for each pair.", "La probabilité d'une réponse fausse, pour chaque paire."
    ),
)
@click.option(
    "--margin",
    type=click.FloatRange(0.005, 0.5),
    default=MARGIN,
    show_default=True,
    metavar="P",
    help=words(
        "Two that share the points so evenly are as good as each other.",
        "Deux champions qui se partagent les points aussi également se valent.",
    ),
)
@click.option(
    "--elo0",
    type=ELO,
    metavar="ELO",
    help=words(
        f"Choose between two strengths, as chess engines are tested (SPRT): the lesser.  [default: {ELO0:g}]",
        f"Choisit entre deux forces, comme on teste les moteurs d'échecs (SPRT) : la moindre.  [défaut : {ELO0:g}]",
    ),
)
@click.option(
    "--elo1",
    type=ELO,
    metavar="ELO",
    help=words(f"The greater strength.  [default: {ELO1:g}]", f"La plus grande force.  [défaut : {ELO1:g}]"),
)
@click.option(
    "--model",
    type=click.Choice(["normalised", "logistic"]),
    help=words(
        "What these Elo are; see docs/en/comparing.md.  [default: normalised]",
        "Ce que sont ces Elo ; voir docs/en/comparing.md.  [défaut : normalised]",
    ),
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=words("Where all is kept.", "Où tout est gardé."),
)
@click.option(
    "--continue",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=words("Go on where it stopped.", "Reprend là où elle s'est arrêtée."),
)
@json_option
@hosting_options
@executor_options
@backend_option
@french("""Compare le premier de CHAMPIONS à chacun des autres : mêmes cartes, mêmes graines, toutes les places.

Joue sur tous les cœurs, et s'arrête dès que la réponse est claire.
""")
def command(champions: tuple[str, ...], folder: Path | None, as_json: bool, **asked: Any) -> int:
    """Compare the first of CHAMPIONS with each of the others: same boards, same seeds, every seat.

    Plays on all cores, and stops as soon as the answer is clear.
    """
    from joute.arena.compare.session import continued

    hosted = {name: asked.pop(name) for name in HOSTING}
    where = {name: asked.pop(name) for name in ("workers", "cluster")}
    if folder is not None:
        _require_alone()
        session = continued(folder, asked["games_most"])
    else:
        session = _begun(champions, hosted, **asked)
    try:
        with session.locked():
            _run(session, where, quiet=as_json)
    finally:
        session.close()
    _tell(session, as_json)
    return Exit.DONE


def _require_alone() -> None:
    """Refuse options that were settled when the comparison began."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") == ParameterSource.COMMANDLINE
        if given and parameter.name not in WHILE_CONTINUED and context.params[parameter.name or ""]:
            raise click.UsageError(
                words(
                    f"{parameter.opts[-1]} does not go with --continue: it was settled when the comparison began",
                    f"{parameter.opts[-1]} ne va pas avec --continue : c'était fixé au début de la comparaison",
                )
            )


WHILE_CONTINUED = ("folder", "games_most", "as_json", "workers", "cluster", "backend")


# Planning


def _begun(champions: Sequence[str], hosted: dict[str, Any], output: Path | None, **asked: Any) -> Session:
    from joute.arena.compare.session import begun, packages_in
    from joute.champions.sources.manifest import game_of

    if len(champions) < 2:
        raise click.UsageError(
            words(
                "compare takes two champions or more, yours first",
                "compare prend deux champions ou plus, le vôtre d'abord",
            )
        )
    name = asked["game"] or game_of(Path(champions[0]))
    if not name:
        raise click.UsageError(
            words("--game is missing: which game do they play?", "il manque --game : à quel jeu jouent-ils ?")
        )
    if hosted["pin"]:
        raise click.UsageError(
            words(
                "--pin does not go with compare: all cores play matches",
                "--pin ne va pas avec compare : tous les cœurs jouent des matchs",
            )
        )
    game = chosen_game(name, asked["preset"], asked["assignments"])
    folder = _folder(champions, output)
    try:
        folder.mkdir(parents=True)
        plan = _plan(game, champions, packages_in(folder), hosted, asked)
        return begun(folder, plan)
    except OSError as error:
        raise Stop(
            Exit.USAGE,
            words(
                f"{folder}: cannot be written: {error.strerror}", f"{folder} : écriture impossible : {error.strerror}"
            ),
        ) from error
    except BaseException:
        _forget(folder)
        raise


def _forget(folder: Path) -> None:
    """Remove the folder of a comparison that never began."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


def _folder(champions: Sequence[str], output: Path | None) -> Path:
    """The folder that was named, which must be new; or one named after the first two champions."""
    if output is not None:
        if output.exists():
            raise click.UsageError(
                words(
                    f"{output} exists; name another folder, or go on with: {_again(output)}",
                    f"{output} existe ; nommez un autre dossier, ou continuez par : {_again(output)}",
                )
            )
        return output
    stem = "-".join(["compare", *(Path(name).absolute().name.partition(".")[0] for name in champions[:2])])
    names = [stem, *(f"{stem}-{number}" for number in range(2, 10_000))]
    return next(Path(name) for name in names if not Path(name).exists())


def _again(folder: Path) -> str:
    return shlex.join(["joute", "compare", "--continue", str(folder), *executor_words()])


def _plan(
    game: Game, champions: Sequence[str], packages: Packages, hosted: dict[str, Any], asked: dict[str, Any]
) -> ComparisonPlan:
    from joute.arena.compare.plan import ComparisonPlan
    from joute.arena.jobs.job import Terms

    seats = _seats(game, asked["seats"])
    sprt = _hypotheses(game, seats, asked["elo0"], asked["elo1"], asked["model"])
    names = asked["others"] or _fillers(game)
    if asked["others"] and seats == 2:
        raise click.UsageError(
            words(
                f"--with: {game.name} is played by two here, and those are the two compared",
                f"--with : {game.name} se joue à deux ici, et ce sont les deux que l'on compare",
            )
        )
    boards, generated = _boards(game, asked["boards"], seats, asked["seed"])
    most = asked["games_most"] or (None if sprt else GAMES_MOST)
    hosting, _ = hosting_of(dict(hosted))
    others = [packages.champion(game, names[number % len(names)]) for number in range(seats - 2)]
    plan = ComparisonPlan(
        game=game.name,
        preset=game.preset,
        params=game.overrides,
        boards=boards,
        generated=generated,
        seed=asked["seed"],
        seats=seats,
        champions=tuple(_named(game, champions, packages)),
        others=tuple(others),
        hosting=Terms(hosting.level, hosting.limits, fall_back=hosting.fall_back),
        matches_most=most,
        deadline=-(-(most or GAMES_MOST) // seats),
        error=asked["error"],
        margin=asked["margin"],
        sprt=sprt,
        rules_version=game.info.rules_version,
    )
    if plan.seed + (plan.rounds_most or 0) > SEED_MOST:
        raise click.UsageError(
            words(
                f"--seed {plan.seed}: the last seed would be greater than {SEED_MOST}",
                f"--seed {plan.seed} : la dernière graine dépasserait {SEED_MOST}",
            )
        )
    return plan


def _hypotheses(game: Game, seats: int, elo0: float | None, elo1: float | None, model: str | None) -> Hypotheses | None:
    """The strengths to choose between, if anything is said of them."""
    from joute.arena.compare.sprt import Hypotheses, Model

    if (elo0, elo1, model) == (None, None, None):
        return None
    low, high = ELO0 if elo0 is None else elo0, ELO1 if elo1 is None else elo1
    if not low < high:
        raise click.UsageError(
            words(
                f"--elo0 {low:g} must be less than --elo1 {high:g}",
                f"--elo0 {low:g} doit être inférieur à --elo1 {high:g}",
            )
        )
    if seats != 2:
        raise click.UsageError(
            words(
                f"--elo0 and --elo1 are for two seats, and {game.name} is played by {seats} here",
                f"--elo0 et --elo1 sont pour deux places, et {game.name} se joue à {seats} ici",
            )
        )
    return Hypotheses(low, high, Model(model or Model.NORMALISED))


def _boards(game: Game, names: Sequence[str], seats: int, seed: int) -> tuple[tuple[str | None, ...], bool]:
    """The boards in the order in which they are met, and whether generated ones follow."""
    from joute.arena.compare.boards import default_boards

    if not names:
        return default_boards(game, seats, seed)
    boards = [board_text(game, name) for name in names]
    for name, text in zip(names, boards, strict=True):
        require_board(game.fitted(text), name, text, seats, 0)
    return tuple(boards), False


def _seats(game: Game, seats: int | None) -> int:
    least, most = game.info.seats_least, game.info.seats_most
    if seats is not None and not least <= seats <= most:
        raise click.UsageError(
            words(
                f"--seats {seats}: {game.name} is played by {players(least, most)} champions",
                f"--seats {seats} : {game.name} se joue à {players(least, most)} champions",
            )
        )
    return seats or game.info.seats


def _fillers(game: Game) -> list[str]:
    """The champions of the seats that --with does not fill: the game's own champions."""
    from joute.champions.sources.find import bundled

    own = [name for name in bundled(game) if name != "idle"]
    return sorted(own, key=lambda name: name == "random")


def _named(game: Game, champions: Sequence[str], packages: Packages) -> list[Champion]:
    """The champions, each with a name of its own, packed."""
    named: list[Champion] = []
    for name in champions:
        count = sum(other == name for other in champions[: len(named)])
        named.append(packages.champion(game, name, f"{name} ({count + 1})" if count else name))
    return named


# Playing


def _run(session: Session, where: dict[str, Any], quiet: bool) -> None:
    from joute.arena.compare.session import packages_in, run
    from joute.champions.errors import ChampionError
    from joute.cli.libraries.background import undisturbed
    from joute.cli.libraries.choice import prepare_named
    from joute.cli.output.comparing import expected_length

    if session.comparison.over:
        return
    if where["cluster"] is None:
        prepare_named(session.comparison.plan.game, background=False)
    plan = session.comparison.plan
    if plan.sprt is not None:
        say(expected_length(plan.sprt, plan.error))
    shown = _progress(quiet, len(session.comparison.played))
    try:
        with undisturbed(), executor_of(**where, packages=packages_in(session.folder)) as executor:
            run(session, executor, shown, say)
    except KeyboardInterrupt:
        shown(None)
        _tell(session, quiet)
        message = words(
            f"interrupted; nothing is lost, and nothing is played twice: {_again(session.folder)}",
            f"interrompu ; rien n'est perdu, et rien n'est joué deux fois : {_again(session.folder)}",
        )
        raise Stop(Exit.INTERRUPTED, message) from None
    except ChampionError:  # a champion that is mended is another one: it needs a new comparison
        shown(None)
        raise
    except BaseException:
        shown(None)
        say(
            words(
                f"what was played is kept; to go on: {_again(session.folder)}",
                f"ce qui a été joué est gardé ; pour continuer : {_again(session.folder)}",
            )
        )
        raise
    shown(None)


def _progress(quiet: bool, before: int) -> Callable[[Any], None]:
    """Shows how far a comparison is: on a terminal one line, rewritten each time; else a line now and then.

    `before` matches were played earlier. None clears the line.
    """
    if quiet:
        return lambda comparison: None
    import shutil
    import time

    from joute.cli.output.comparing import line, time_left
    from joute.cli.output.printing import rewrite_line

    live = sys.stderr.isatty()
    began = shown = time.monotonic()

    def show(comparison: Any) -> None:
        nonlocal shown
        now = time.monotonic()
        if comparison is None:
            if live:
                rewrite_line("")
            return
        if now - shown < (LINE_S if live else LOGGED_S):
            return
        shown = now
        text = line(comparison) + time_left(comparison, len(comparison.played) - before, now - began)
        if live:
            rewrite_line(text[: shutil.get_terminal_size().columns - 1])
        else:
            say(text)

    return show


def _tell(session: Session, as_json: bool) -> None:
    from joute.cli.output.comparing import plain, print_answers
    from joute.cli.output.printing import print_json

    if as_json:
        print_json(plain(session, _again(session.folder)))
    else:
        print_answers(session, _again(session.folder))
