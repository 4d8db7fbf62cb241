"""Reading tournament.toml, and refusing what cannot be played before anything runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec

from joute.arena.declaration import (
    GLOB,
    Boards,
    Count,
    DeclarationError,
    Name,
    board_texts,
    converted,
    matching,
    read_table,
    require_known,
    require_limits,
)
from joute.arena.jobs.job import Champion, Terms
from joute.arena.jobs.packages import Packages
from joute.champions.errors import ChampionError
from joute.champions.players.options import split
from joute.champions.sandbox.limits import Level, Limits
from joute.champions.sources.find import bundled, comes_with
from joute.core.errors import BoardError, ParamError, printable, shown
from joute.core.game import Game
from joute.core.registry import settled_game
from joute.core.text import Text, located, text_of

from .formats import FORMATS, Format
from .seeds import seed_of

ENTRANTS_MOST = 10_000
SET_ASIDE_AFTER = 5
GENERATED = 31
"""How many boards are generated besides the usual one, where none are declared and seeds change nothing."""


class TournamentError(DeclarationError):
    """A tournament that cannot be played or changed as asked: where, what, and the remedy."""


class DrawnFrom(TournamentError):
    """Later rounds were drawn from the results of matches that are to be played again."""

    def __init__(self, round_: int, void: int) -> None:
        super().__init__(
            Text(
                f"later rounds were drawn from results of round {round_}: {void} of their matches would be void, and "
                "drawn and played again; if that is what you want, add --redraw",
                f"des rondes suivantes ont été tirées des résultats de la ronde {round_} : {void} de leurs matchs "
                "seraient annulés, puis tirés et joués de nouveau ; si c'est ce que vous voulez, ajoutez --redraw",
            )
        )
        self.round, self.void = round_, void


class DeclaredEntrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[entrants]]`: a champion, and the name it goes by."""

    champion: str
    name: Name | None = None


class Seeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[seeds]`: drawn in secret and revealed at the end, or known to all."""

    value: int | None = None
    secret: bool | None = None


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file tournament.toml."""

    name: Name
    game: str
    format: dict[str, Any]
    entrants: tuple[str | DeclaredEntrant, ...]
    preset: str | None = None
    params: dict[str, Any] = {}
    seats: Count | None = None
    boards: Boards = Boards()
    seeds: Seeds = Seeds()
    limits: Limits = Limits()
    isolation: Level = Level.SANDBOX
    retries: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3
    set_aside_after: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None
    store: str | None = None


class TournamentSettings(msgspec.Struct, frozen=True):
    """What stays the same from the first match to the last, as the store has it."""

    game: str
    rules_version: int
    preset: str
    params: dict[str, Any]
    seats: int
    format: Format
    boards: tuple[str, ...]
    """Texts of boards; those that are generated follow."""
    generate: int
    terms: Terms
    retries: int
    set_aside_after: int
    secret_seeds: bool

    def settled(self) -> Game:
        return settled_game(self.game, self.preset, self.params)

    def all_boards(self, secret: str) -> tuple[str, ...]:
        """The boards of the legs, in turn; none where each seed makes its own."""
        game = self.settled() if self.generate else None
        made = [
            game.boards.write(game.boards.generate(game.params, self.seats, seed_of(secret, "board", number)))
            for number in range(self.generate)
            if game is not None
        ]
        return (*self.boards, *made)

    def repeats(self) -> Text | None:
        """A warning where the same entrants meet on more legs than there are ways to begin; None if all is well."""
        legs, boards = self.format.legs_together(), max(1, len(self.boards) + self.generate)
        if legs <= boards or not self.alike:
            return None
        return Text(
            f"{legs} legs, but {self.game} uses no randomness here, and there {'is' if boards == 1 else 'are'} "
            f"{boards} board{'s' * (boards > 1)}: champions that use none either play copies of one game, which count "
            "once for ratings; name more boards, or play fewer legs",
            f"{legs} manches, mais {self.game} n'a rien d'aléatoire ici, et il y a {boards} carte{'s' * (boards > 1)} "
            ": des champions qui n'ont rien d'aléatoire non plus rejouent la même partie, qui compte une fois pour les "
            "cotes ; nommez plus de cartes, ou jouez moins de manches",
        )

    @property
    def alike(self) -> bool:
        """Whether matches on one board begin alike, whatever the seed."""
        return self._begins(0) == self._begins(1)

    def varied(self) -> TournamentSettings:
        """The same with other boards after the usual one, where none are declared and seeds change nothing."""
        if self.boards or self.generate or not self.alike:
            return self
        game = self.settled()
        first, second = (game.boards.write(game.boards.generate(game.params, self.seats, seed)) for seed in (1, 2))
        if first == second:
            return self
        usual = game.boards.write(game.board(None, self.seats, 0))
        return msgspec.structs.replace(self, boards=(usual,), generate=GENERATED)

    def _begins(self, seed: int) -> tuple[str, Any]:
        """The board and the first position of a leg with a seed, on the first board where there are any."""
        game, text = self.settled(), next(iter(self.boards), None)
        if text is not None:
            game = game.fitted(text)
        elif self.generate:
            text = game.boards.write(game.boards.generate(game.params, self.seats, 0))
        board = game.board(text, self.seats, seed)
        return game.boards.write(board), game.new(board, self.seats, seed).state


class TournamentPlan(msgspec.Struct, frozen=True):
    """A tournament as its file declares it, checked: it can be played."""

    path: Path
    name: str
    settings: TournamentSettings
    entrants: tuple[tuple[str, str], ...]
    """Names and sources (bundled names, or paths from the folder of the file)."""
    store: str
    seed: int | None
    unsaid: frozenset[str] = frozenset()
    """The settings of which the file says nothing."""

    def champion(self, source: str, name: str, packages: Packages) -> Champion:
        """The champion of an entrant, packed and stored. Raises ChampionError."""
        game = self.settings.settled()
        if comes_with(game, source):
            # A bundled champion is looked up by its own name on every machine, whatever it is called here.
            return packages.champion(game, source)
        return packages.champion(game, str(self.path.parent / source), name)


def read(path: Path) -> TournamentPlan:
    """The tournament of a file; raises TournamentError."""
    with _errors_name(path):
        return plan_of(path, declared_of(read_table(path)))


def named(path: Path) -> tuple[str, str]:
    """The name of a file's tournament, and its store: all that is needed once it has begun."""
    with _errors_name(path):
        declared = declared_of(read_table(path))
    return declared.name, _store(path, declared)


@contextmanager
def _errors_name(path: Path) -> Iterator[None]:
    try:
        yield
    except (DeclarationError, ParamError, BoardError) as error:
        raise TournamentError(located(path, error)) from None


def _store(path: Path, declared: Declared) -> str:
    store = declared.store or "joute-store"
    return store if "://" in store else str(path.parent / store)


# Keys and values


def declared_of(table: dict[str, Any]) -> Declared:
    require_known(table, Declared, "")
    parts: dict[str, type[msgspec.Struct]] = {"boards": Boards, "seeds": Seeds, "limits": Limits}
    for key, kind in parts.items():
        if isinstance(table.get(key), dict):
            require_known(table[key], kind, key)
    for number, entrant in enumerate(table["entrants"] if isinstance(table.get("entrants"), list) else []):
        if isinstance(entrant, dict):
            require_known(entrant, DeclaredEntrant, f"entrants[{number}]")
    declared: Declared = converted(table, Declared, "")
    require_limits(declared.limits)
    return declared


# The plan


def plan_of(path: Path, declared: Declared) -> TournamentPlan:
    game = settled_game(declared.game, declared.preset, declared.params)
    seats = declared.seats or game.info.seats
    if not game.info.seats_least <= seats <= game.info.seats_most:
        raise TournamentError(
            Text(
                f"seats: found {seats}, but {game.name} is played by {game.info.seats_least} to {game.info.seats_most}",
                f"seats : trouvé {seats}, mais {game.name} se joue de {game.info.seats_least} à {game.info.seats_most}",
            )
        )
    entrants = _entrants(path.parent, game, declared.entrants)
    format_ = _format(declared.format)
    why = format_.impossible(len(entrants), seats)
    if why:
        raise TournamentError(f"format: {why}")
    seeds = declared.seeds
    if seeds.value is not None and (seeds.secret or seeds.value < 0):
        raise TournamentError(
            Text(
                "seeds: either value = N (0 or more), known to all, or secret = true",
                "seeds : soit value = N (0 ou plus), connu de tous, soit secret = true",
            )
        )
    boards = board_texts(path.parent, game, declared.boards, seats)
    settings = TournamentSettings(
        game.name,
        game.info.rules_version,
        game.preset,
        declared.params,
        seats,
        format_,
        boards,
        declared.boards.generate,
        Terms(declared.isolation, declared.limits.settled(game), strict=True),
        declared.retries,
        _set_aside_after(seats) if declared.set_aside_after is None else declared.set_aside_after,
        seeds.value is None,
    )
    unsaid = {"set_aside_after": declared.set_aside_after is None}
    unsaid |= dict.fromkeys(("boards", "generate"), declared.boards == Boards())
    return TournamentPlan(
        path,
        declared.name,
        settings.varied(),
        entrants,
        _store(path, declared),
        seeds.value,
        frozenset(name for name, absent in unsaid.items() if absent),
    )


def _set_aside_after(seats: int) -> int:
    """Of more than two at a table, nobody is set aside unless the file says so: the others would lose their match."""
    return SET_ASIDE_AFTER if seats == 2 else 0


def _format(table: dict[str, Any]) -> Format:
    kind = FORMATS.get(table["kind"]) if isinstance(table.get("kind"), str) else None
    if kind is None:
        raise TournamentError(
            Text(
                f"format.kind: found {shown(table.get('kind'))}, expected one of {', '.join(FORMATS)}",
                f"format.kind : trouvé {shown(table.get('kind'))}, attendu l'un de {', '.join(FORMATS)}",
            )
        )
    require_known(table, kind, "format", "kind")
    format_: Format = converted(table, kind, "format")
    return format_


def _entrants(folder: Path, game: Game, declared: Sequence[str | DeclaredEntrant]) -> tuple[tuple[str, str], ...]:
    """Names and sources; a pattern with * or ? stands for many; names are unique."""
    known = bundled(game)
    entrants: dict[str, str] = {}
    for entrant in declared:
        champion = entrant if isinstance(entrant, str) else entrant.champion
        many = not comes_with(game, champion) and any(mark in champion for mark in GLOB)
        for source in _expanded(folder, champion) if many else [champion]:
            name = (None if isinstance(entrant, str) else entrant.name) or _short(source)
            if name in entrants:
                raise TournamentError(
                    Text(
                        f"entrants: the name {shown(name)} is used twice, for {printable(entrants[name], 100)} and "
                        f"{printable(source, 100)}; "
                        'give one another name: { name = "...", champion = "..." }',
                        f"entrants : le nom {shown(name)} sert deux fois, pour {printable(entrants[name], 100)} et "
                        f"{printable(source, 100)} ; "
                        'donnez un autre nom à l\'un : { name = "...", champion = "..." }',
                    )
                )
            if not comes_with(game, source) and not _there(folder / split(source)[0]):
                raise TournamentError(
                    Text(
                        f"entrants: no champion {shown(source)}: there is no such file or folder, and {game.name} "
                        f"comes with {', '.join(known)}",
                        f"entrants : pas de champion {shown(source)} : ce fichier ou dossier n'existe pas, et "
                        f"{game.name} vient avec {', '.join(known)}",
                    )
                )
            entrants[name] = source
    if len(entrants) > ENTRANTS_MOST:
        raise TournamentError(
            Text(
                f"entrants: {len(entrants)}, and at most {ENTRANTS_MOST} may play",
                f"entrants : {len(entrants)}, et {ENTRANTS_MOST} au plus peuvent jouer",
            )
        )
    return tuple(entrants.items())


def _expanded(folder: Path, pattern: str) -> list[str]:
    if Path(pattern).is_absolute():
        raise TournamentError(
            Text(
                f"entrants: {shown(pattern)}: a pattern is relative to the folder of this file",
                f"entrants : {shown(pattern)} : un motif est relatif au dossier de ce fichier",
            )
        )
    paths = matching(folder, pattern, "entrants")
    sources = sorted(str(path.relative_to(folder)) for path in paths if not path.name.startswith("."))
    if not sources:
        raise TournamentError(
            Text(
                f"entrants: no file or folder matches {shown(pattern)}",
                f"entrants : aucun fichier ni dossier ne répond à {shown(pattern)}",
            )
        )
    return sources


def _there(path: Path) -> bool:
    """Whether a file or folder exists; one with a name that no file can have does not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _short(source: str) -> str:
    """The name of a champion that was given none: its file or folder, without suffix."""
    return Path(source).name.partition(".")[0] or source


def packed(plan: TournamentPlan, packages: Packages) -> list[Champion]:
    """The champions of all entrants, packed and stored; raises TournamentError for the first that cannot be."""
    champions = []
    for name, source in plan.entrants:
        try:
            champions.append(plan.champion(source, name, packages))
        except ChampionError as error:
            raise TournamentError(
                Text(
                    f"{plan.path}: entrants: {name}: {error}", f"{plan.path} : entrants : {name} : {text_of(error):fr}"
                )
            ) from None
    return champions


KEYS = {
    "rules_version": "the rules of the game",
    "generate": "boards.generate",
    "terms": "isolation or limits",
    "secret_seeds": "seeds",
}
"""The keys of settings in the file, where they differ from their names here."""


def changed(before: TournamentSettings, plan: TournamentPlan) -> list[str]:
    """The keys of a file that differ from what was settled; of what the file does not say, the defaults may change."""
    said = [name for name in TournamentSettings.__struct_fields__ if name not in plan.unsaid]
    return [KEYS.get(name, name) for name in said if getattr(before, name) != getattr(plan.settings, name)]
