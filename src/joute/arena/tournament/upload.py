"""A tournament whose file was sent to a server: it may name no file of that machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from joute.champions.sandbox.limits import Level
from joute.champions.sources.find import bundled
from joute.core.errors import BoardError, ParamError, shown
from joute.core.registry import settled_game
from joute.core.text import Text, text_of
from joute.core.toml_file import parsed_toml

from .config import Declared, DeclaredEntrant, TournamentError, TournamentPlan, declared_of, plan_of

HERE = Path("tournament.toml")
"""What errors call the file."""
Offered = Mapping[str, Path]
"""The champions that a server offers for a game, by name."""


def uploaded(text: str, offered: Callable[[str], Offered], isolation: Level) -> TournamentPlan:
    """The tournament of a text: entrants are champions that the server offers, isolated as it decides."""
    try:
        declared = declared_of(parsed_toml(text.encode()))
        _require_no_files(declared)
        own = _entrants(declared, offered(declared.game))
        return plan_of(HERE, msgspec.structs.replace(declared, entrants=own, isolation=isolation))
    except (ParamError, BoardError, ValueError) as error:
        raise TournamentError(text_of(error)) from None


def _require_no_files(declared: Declared) -> None:
    for key, given in (("store", declared.store), ("boards.files", declared.boards.files)):
        if given:
            raise TournamentError(
                Text(
                    f"{key}: a tournament that is sent to the arena names no files; leave it out",
                    f"{key} : un tournoi envoyé à l'arène ne nomme pas de fichiers ; retirez-le",
                )
            )


def _entrants(declared: Declared, offered: Offered) -> tuple[str | DeclaredEntrant, ...]:
    """Bundled champions by name, the server's own by theirs or by a pattern: those with their paths."""
    known = bundled(settled_game(declared.game, declared.preset, declared.params))
    found: list[str | DeclaredEntrant] = []
    for entrant in declared.entrants:
        champion = entrant if isinstance(entrant, str) else entrant.champion
        name = None if isinstance(entrant, str) else entrant.name
        own = [one for one in offered if fnmatchcase(one, champion)]
        if champion in known:
            found.append(entrant)
        elif not own:
            raise TournamentError(_nobody(champion, [*known, *offered]))
        found += [DeclaredEntrant(str(offered[one]), name or one) for one in own if champion not in known]
    return tuple(found)


def _nobody(champion: str, have: list[str]) -> Text:
    """Why an entrant is none of the champions of a server."""
    listed = ", ".join(have)
    if "*" in champion:
        return Text(
            f"entrants: {shown(champion)} stands for champions of joute serve --champions; this arena has none like "
            f"it, so name some of {listed}",
            f"entrants : {shown(champion)} vaut pour des champions de joute serve --champions ; cette arène n'en a "
            f"pas de tel, nommez-en parmi {listed}",
        )
    return Text(
        f"entrants: no champion {shown(champion)}; the arena has {listed}",
        f"entrants : pas de champion {shown(champion)} ; l'arène a {listed}",
    )
