"""Finding champions: by path, or by the name of one that comes with the game."""

from __future__ import annotations

from pathlib import Path

from joute.champions.errors import ChampionError
from joute.champions.players.options import LOWER_LEVELS, expanded, refuse, split
from joute.champions.players.policy import GENERIC
from joute.champions.players.python import PythonChampion
from joute.champions.players.simple import Idle, Random
from joute.champions.sandbox.limits import Hosting, Level, require_walls
from joute.core.game import Game
from joute.core.policy import Policy, policy_of
from joute.core.sampler import SAMPLER
from joute.core.text import Text
from joute.match.player import Player

from .recipe import Recipe, digest_of, is_archive, recipe_of

SIMPLE = ("idle", "random")
IN_HOST = f"{__name__}:champion_at"
LIBRARY_IN_HOST = "joute.champions.players.native:NativeChampion"


def bundled(game: Game) -> dict[str, Path | None]:
    """The champions that come with a game, by name, with their files; those every game has are no files."""
    folder = Path(str(game.module("params").__file__)).parent / "champions"
    own = {path.stem: path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"}
    return dict.fromkeys(SIMPLE) | own


def comes_with(game: Game, name: str) -> bool:
    """Whether a champion comes with a game, or with every game, whatever parameters follow its name."""
    base, _ = split(name)
    return base in GENERIC or base in bundled(game)


def offered(game: Game) -> list[str]:
    """The champions that a person may choose: those that come with a game, policies also at lower levels, and those
    that play every game."""
    own = [policy.path.stem for policy in policies(game)[1:]]
    return [*bundled(game), *(f"{name}:level={level}" for name in own for level in LOWER_LEVELS), *GENERIC]


def policies(game: Game) -> list[Policy]:
    """The policies among the champions that come with a game, and the one that every game has."""
    paths = filter(None, bundled(game).values())
    return [SAMPLER, *(policy for path in paths if (policy := policy_of(path)) is not None)]


def find(game: Game, name: str, seed: int = 0, hosting: Hosting | None = None) -> Player:
    """The champion a person named: a file, a folder, a submission, or a bundled name.

    Bundled ones run in our own process; so do all without `hosting`, which says how strangers are kept apart, but
    compiled ones: these run in a process of their own at any level.
    """
    base, _ = split(name)
    if base in SIMPLE:
        refuse(name)
        return Idle() if base == "idle" else Random(seed)
    if base in GENERIC:
        return GENERIC[base](name)
    try:
        name = expanded(name)
        if base in (known := bundled(game)):
            return _here(game, name, recipe_of(Path(str(known[base]))))
        return _of_path(game, name, Path(base), hosting)
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, ChampionError):
            raise
        raise ChampionError(
            Text(f"{name}: cannot be read: {error}", f"{name} : lecture impossible : {error}")
        ) from None


def _of_path(game: Game, name: str, path: Path, hosting: Hosting | None) -> Player:
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError:
        raise ChampionError(
            Text(
                f"{name!r}: the name of its file, or of a folder above, is not UTF-8; rename it",
                f"{name!r} : le nom de son fichier, ou d'un dossier au-dessus, n'est pas en UTF-8 ; renommez-le",
            )
        ) from None
    if path.is_file() and is_archive(path):
        return _submitted(game, name, path, hosting)
    if path.is_file() or (name and path.is_dir()):
        return _placed(game, name, recipe_of(path), hosting)
    own = ", ".join([*bundled(game), *GENERIC])
    raise ChampionError(
        Text(
            f"no champion {name!r}: there is no such file or folder, and {game.name} comes with {own}",
            f"pas de champion {name!r} : ce fichier ou dossier n'existe pas, et {game.name} vient avec {own}",
        )
    )


def _placed(game: Game, name: str, recipe: Recipe, hosting: Hosting | None) -> Player:
    """A champion here, or in a process of its own that sees its file or folder and no other."""
    here = hosting is None or hosting.level == Level.NONE
    if recipe.native or recipe.run or recipe.build or not here:
        require_walls(name)
    if recipe.native or recipe.run:
        refuse(name)
    if recipe.native:
        return _compiled(game, name, recipe, hosting or Hosting(Level.NONE))
    if hosting is None or hosting.level == Level.NONE:
        return _here(game, name, recipe)
    from joute.champions.hosting.player import PYTHON, HostedChampion

    hosting = hosting.settled(game)
    digest = digest_of(recipe)
    folder = _built(game, recipe)
    entry = folder / recipe.entry
    root = entry if recipe.alone and not recipe.build else folder
    if not recipe.run:
        return HostedChampion(name, entry, digest, hosting, root, PYTHON)
    player = HostedChampion(name, entry if recipe.alone else folder, digest, hosting, root, IN_HOST)
    player.needs_address_space = True  # other languages reserve far more address space than they use
    return player


def _compiled(game: Game, name: str, recipe: Recipe, hosting: Hosting) -> Player:
    """A champion that is a library, which its host loads."""
    from joute.champions.building.library import build
    from joute.champions.hosting.player import HostedChampion

    library = build(recipe.folder, game, recipe.settings(), warn=_unheard if hosting.strict else hosting.warn)
    player = HostedChampion(name, library, digest_of(recipe), hosting.settled(game), library, LIBRARY_IN_HOST)
    player.recipe = recipe
    return player


def _unheard(warning: str) -> None:
    """In a contest, what the compiler warns of is heard by nobody who could mend it."""


def _built(game: Game, recipe: Recipe) -> Path:
    """Build the champion if needed; returns its folder. The time of a build does not count as start-up time."""
    if not recipe.build:
        return recipe.folder
    from joute.champions.building.command import built

    return built(recipe, game)


def _here(game: Game, name: str, recipe: Recipe) -> Player:
    """The player of a recipe in our own process."""
    digest = digest_of(recipe)
    recipe = recipe._replace(folder=_built(game, recipe))
    if recipe.run:
        from joute.champions.players.lines import LinesChampion

        return LinesChampion(name, recipe, digest)
    return PythonChampion(name, recipe.folder / recipe.entry, digest)


def champion_at(name: str, path: Path, digest: str) -> Player:
    """The champion of a file or folder that is built, and whose digest is known: what a host process makes."""
    from joute.champions.players.lines import LinesChampion

    return LinesChampion(name, recipe_of(path), digest)


def _submitted(game: Game, name: str, path: Path, hosting: Hosting | None) -> Player:
    """A champion from an archive: unpacked when it is found, removed when it is released."""
    from .archive import Unpacked

    unpacked = Unpacked(path)
    try:
        player = _placed(game, name, recipe_of(unpacked.folder), hosting)
    except BaseException:
        unpacked.close()
        raise
    player.cleanup = (unpacked.close,)
    return player
