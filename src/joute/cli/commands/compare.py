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
@click.option("--game", metavar="GAME", help="The game they play.")
@game_options
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="FILE|NAME",
    help="A board; several take turns.  [default: those that come with the game, then generated ones]",
)
@seed_option(0)
@click.option(
    "--with", "others", multiple=True, metavar="CHAMPION", help="Who takes a remaining seat; may be repeated."
)
@click.option("--seats", type=click.IntRange(2), metavar="N", help="How many play.  [default: the game's own]")
@click.option(
    "--games",
    "games_most",
    type=click.IntRange(1),
    metavar="N",
    help=f"Stop after so many matches with each, every seat played, decided or not.  [default: {GAMES_MOST}; "
    "with --elo0, --elo1 or --model never]",
)
@click.option(
    "--error",
    type=click.FloatRange(0.001, 0.5, max_open=True),
    default=ERROR,
    show_default=True,
    metavar="P",
    help="The chance of a wrong answer, for each pair.",
)
@click.option(
    "--margin",
    type=click.FloatRange(0.005, 0.5),
    default=MARGIN,
    show_default=True,
    metavar="P",
    help="Two that share the points so evenly are as good as each other.",
)
@click.option(
    "--elo0",
    type=ELO,
    metavar="ELO",
    help=f"Choose between two strengths, as chess engines are tested (SPRT): the lesser.  [default: {ELO0:g}]",
)
@click.option("--elo1", type=ELO, metavar="ELO", help=f"The greater strength.  [default: {ELO1:g}]")
@click.option(
    "--model",
    type=click.Choice(["normalised", "logistic"]),
    help="What these Elo are; see docs/comparing.md.  [default: normalised]",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FOLDER", help="Where all is kept.")
@click.option("--continue", "folder", type=click.Path(path_type=Path), metavar="FOLDER", help="Go on where it stopped.")
@json_option
@hosting_options
@executor_options
@backend_option
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
                f"{parameter.opts[-1]} does not go with --continue: it was settled when the comparison began"
            )


WHILE_CONTINUED = ("folder", "games_most", "as_json", "workers", "cluster", "backend")


# Planning


def _begun(champions: Sequence[str], hosted: dict[str, Any], output: Path | None, **asked: Any) -> Session:
    from joute.arena.compare.session import begun, packages_in

    if len(champions) < 2:
        raise click.UsageError("compare takes two champions or more, yours first")
    if not asked["game"]:
        raise click.UsageError("--game is missing: which game do they play?")
    if hosted["pin"]:
        raise click.UsageError("--pin does not go with compare: all cores play matches")
    game = chosen_game(asked["game"], asked["preset"], asked["assignments"])
    folder = _folder(champions, output)
    try:
        folder.mkdir(parents=True)
        plan = _plan(game, champions, packages_in(folder), hosted, asked)
        return begun(folder, plan)
    except OSError as error:
        raise Stop(Exit.USAGE, f"{folder}: cannot be written: {error.strerror}") from error
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
            raise click.UsageError(f"{output} exists; name another folder, or go on with: {_again(output)}")
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
        raise click.UsageError(f"--with: {game.name} is played by two here, and those are the two compared")
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
        raise click.UsageError(f"--seed {plan.seed}: the last seed would be greater than {SEED_MOST}")
    return plan


def _hypotheses(game: Game, seats: int, elo0: float | None, elo1: float | None, model: str | None) -> Hypotheses | None:
    """The strengths to choose between, if anything is said of them."""
    from joute.arena.compare.sprt import Hypotheses, Model

    if (elo0, elo1, model) == (None, None, None):
        return None
    low, high = ELO0 if elo0 is None else elo0, ELO1 if elo1 is None else elo1
    if not low < high:
        raise click.UsageError(f"--elo0 {low:g} must be less than --elo1 {high:g}")
    if seats != 2:
        raise click.UsageError(f"--elo0 and --elo1 are for two seats, and {game.name} is played by {seats} here")
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
        raise click.UsageError(f"--seats {seats}: {game.name} is played by {players(least, most)} champions")
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
        message = f"interrupted; nothing is lost, and nothing is played twice: {_again(session.folder)}"
        raise Stop(Exit.INTERRUPTED, message) from None
    except ChampionError:  # a champion that is mended is another one: it needs a new comparison
        shown(None)
        raise
    except BaseException:
        shown(None)
        say(f"what was played is kept; to go on: {_again(session.folder)}")
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
