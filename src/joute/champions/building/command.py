"""Champions that are built by a command: the `build` of a champion.toml, or a compiler. The result is cached."""

from __future__ import annotations

from pathlib import Path

from joute.champions.errors import ChampionError, NotBuilt
from joute.champions.languages.language import ChampionFiles, Extra, Language
from joute.champions.languages.registry import languages
from joute.champions.sources.recipe import Recipe, files_of, require
from joute.core.game import Game

from .cache import cache_folder
from .inputs import api_of_match
from .jail import Unsafe, run_build
from .job import BUILD, BuildFailed, BuildJob, BuildLimits, File
from .keys import key_of, search_path
from .store import checked, has_folder, put_folder


def built(recipe: Recipe, game: Game, limits: BuildLimits = BUILD, cache: Path | None = None) -> Path:
    """The folder of a champion once it is built for a game: a copy, in the cache. Raises ChampionError."""
    job = _job(recipe, game, limits)
    folder = (cache or cache_folder("built")) / key_of(job)
    if not has_folder(folder):
        require(recipe.build[0], recipe)
        try:
            put_folder(checked(run_build(job).files, job), folder)
        except (BuildFailed, Unsafe) as failed:
            raise NotBuilt(f"{recipe.folder}: {failed}") from None
    return folder


def _job(recipe: Recipe, game: Game, limits: BuildLimits) -> BuildJob:
    """The whole folder goes in, and all files come out; links that lead out of it are not followed."""
    folder, files, left = recipe.folder.absolute(), dict[str, File](), limits.input_mb << 20
    for name in files_of(recipe):
        path = folder / name
        with path.open("rb") as file:
            content = file.read(left + 1)
        left -= len(content)
        if left < 0:
            raise ChampionError(f"{recipe.folder}: more than {limits.input_mb} MB; too much to be built")
        files[name] = File(name, content, bool(path.stat().st_mode & 0o100))
    commands = [recipe.build]
    language = languages().get(recipe.language)
    if language is not None:
        extra = _extra(language, recipe, game, {name: file.content for name, file in files.items()})
        files |= {name: File(name, text.encode()) for name, text in extra.files.items()}
        commands.append(extra.command)
    return BuildJob(list(files.values()), [list(one) for one in commands if one], [], limits, search_path(), {})


def _extra(language: Language, recipe: Recipe, game: Game, content: dict[str, bytes]) -> Extra:
    """What is built with a champion, and the API as the match has it."""
    try:
        extra = language.extra(ChampionFiles(game, recipe.entry, content, recipe.sources))
    except ChampionError as missing:
        raise ChampionError(f"{recipe.folder}: {missing}") from None
    api = api_of_match(language, game, content.get(language.api_file, b""))
    return extra._replace(files={**extra.files, **api})
