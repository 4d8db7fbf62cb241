"""Champions that are built by a command: the `build` of a champion.toml, or javac. What it leaves is kept."""

from __future__ import annotations

from pathlib import Path

from joute.champions.errors import ChampionError
from joute.champions.sources.recipe import Recipe, files_of, require

from .cache import cache_folder
from .jail import Unsafe, run_build
from .job import BUILD, BuildFailed, BuildLimits, File, Job
from .keys import key_of, search_path
from .store import checked, found_folder, keep_folder


def built(recipe: Recipe, limits: BuildLimits = BUILD, cache: Path | None = None) -> Path:
    """Where a champion lies once it is built, on a copy of its folder; raises ChampionError."""
    job = _job(recipe, limits)
    place = (cache or cache_folder("built")) / key_of(job)
    if not found_folder(place):
        require(recipe.build[0], recipe)
        try:
            keep_folder(checked(run_build(job), job), place)
        except (BuildFailed, Unsafe) as failed:
            raise ChampionError(f"{recipe.folder}: {failed}") from None
    return place


def _job(recipe: Recipe, limits: BuildLimits) -> Job:
    """All of the folder goes in, and all comes out; links are not followed out of it."""
    folder, files, left = recipe.folder.absolute(), [], limits.input_mb << 20
    for name in files_of(recipe):
        path = folder / name
        with path.open("rb") as file:
            content = file.read(left + 1)
        left -= len(content)
        if left < 0:
            raise ChampionError(f"{recipe.folder}: more than {limits.input_mb} MB; too much to be built")
        files.append(File(name, content, bool(path.stat().st_mode & 0o100)))
    return Job(files, [list(recipe.build)], [], limits, search_path(), {})
