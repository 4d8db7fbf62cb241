"""Reading contest.toml, and refusing what cannot be held before anything runs."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from joute.arena.declaration import (
    Boards,
    Count,
    DeclarationError,
    Name,
    board_texts,
    converted,
    read_table,
    require_known,
    require_limits,
)
from joute.arena.jobs.job import Terms
from joute.arena.tournament.config import TournamentSettings
from joute.arena.tournament.formats.ladder import Ladder
from joute.champions.sandbox.limits import Level, Limits
from joute.champions.sources.find import bundled
from joute.core.errors import BoardError, ParamError, shown
from joute.core.game import Game
from joute.core.registry import settled_game
from joute.core.text import Text, located

FILE = "contest.toml"
STORE = "store"
RETRIES = 3
NEEDED = ("argon2", "authlib", "httpx", "prometheus_client")
"""The packages that only a contest on the web needs."""
LADDER = "ladder"
"""The name of the tournament that is the ladder."""
Share = Annotated[float, msgspec.Meta(gt=0.5, lt=1)]


class ContestError(DeclarationError):
    """A contest that cannot be held or changed as asked: where, what, and the remedy."""


def require_packages() -> None:
    """Refuse to hold a contest without the packages that it needs."""
    missing = ", ".join(name for name in NEEDED if find_spec(name) is None)
    if missing:
        raise ContestError(
            Text(
                f"a contest on the web needs {missing}; install it: pip install 'joute[contest]'",
                f"pour un concours sur le web il faut {missing} ; installez-le : pip install 'joute[contest]'",
            )
        )


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[times]`: when what is allowed. What is left out happens never; without `opens` it is open at once."""

    opens: datetime | None = None
    """From then on one may submit, and versions play."""
    submissions_close: datetime | None = None
    """The deadline: later versions play unranked only, against house champions."""
    ranked_closes: datetime | None = None
    """The ladder stops."""
    table_freezes: datetime | None = None
    """The public table stays as it is then."""
    table_thaws: datetime | None = None
    """The public table is shown again."""


class Access(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[access]`: who may take part, and what others see of them."""

    registration: Literal["invitation", "open", "closed"] = "invitation"
    team_size: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3
    real_names: bool = False
    """Whether real names are public."""
    replays: Literal["all", "own", "after"] = "all"
    """Whose replays a contestant may watch: all, those of their own team, or all once ranked play has closed."""
    replay_delay_minutes: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    keep_days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 365
    """How long after its end personal data are kept."""


class Quotas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[quotas]`: what a team may use."""

    submissions_an_hour: Count = 10
    challenges_an_hour: Count = 20
    comparisons_an_hour: Count = 4
    size_kb: Annotated[int, msgspec.Meta(ge=1, le=65_536)] = 8_192
    judging_s_an_hour: Count = 600
    """Seconds of building and rehearsing."""


class LadderRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[ladder]`: who stands in it from the beginning, and how sure a new version's strength is."""

    house: tuple[str, ...] | None = None
    """Bundled champions that stand in it as fixed rungs; left out: all of them."""
    doubt: Annotated[float, msgspec.Meta(ge=0, le=10)] = 2.0
    """How much doubt a new version adds to what was known of the one before."""
    first_matches: Count = 10
    """The matches that a new version is promised first."""


class Workers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[workers]`: where matches are played."""

    local: Count | None = None
    """Processes on this machine; left out: one a core."""
    cluster: str = ""
    """The address of a Dask scheduler; then none are played here."""
    judges: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    """How many versions are judged at once, on this machine."""


class Mail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[mail]`: the SMTP server that sends resets and «your version failed»."""

    host: str
    sender: str
    port: Annotated[int, msgspec.Meta(ge=1, le=65_535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password_file: str = ""


class SignOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[sign_on]`: single sign-on by OpenID Connect."""

    issuer: str
    client_id: str
    client_secret_file: str
    title: str = "single sign-on"
    """What the button says."""


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[[exercises]]`: of a course: beat a house champion, surely enough, until a deadline."""

    name: Name
    beat: str
    confidence: Share = 0.95
    deadline: datetime | None = None


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file contest.toml."""

    name: Name
    game: str
    preset: str | None = None
    params: dict[str, Any] = {}
    seats: Count | None = None
    boards: Boards = Boards()
    hidden_boards: Boards = Boards()
    limits: Limits = Limits()
    isolation: Level = Level.SANDBOX
    times: Times = Times()
    access: Access = Access()
    quotas: Quotas = Quotas()
    ladder: LadderRules = LadderRules()
    exercises: tuple[Exercise, ...] = ()
    workers: Workers = Workers()
    mail: Mail | None = None
    sign_on: SignOn | None = None
    store: str = STORE
    url: str = ""


PARTS = ("boards", "hidden_boards", "limits", "times", "access", "quotas", "ladder", "workers", "mail", "sign_on")


class ContestSettings(msgspec.Struct, frozen=True):
    """What everybody may rely on, as the store has it: an organiser changes it only with an entry in the audit log."""

    times: Times
    access: Access
    quotas: Quotas
    ladder: LadderRules
    exercises: tuple[Exercise, ...]
    public_boards: tuple[str, ...]
    """Texts of the boards that contestants may see; the ladder plays on hidden ones, too."""


class ContestPlan(msgspec.Struct, frozen=True):
    """A contest as its file declares it, checked: it can be held."""

    path: Path
    name: str
    game: TournamentSettings
    """The game with its boards, the hidden ones last, and how champions are hosted: the settings of the ladder."""
    settings: ContestSettings
    house: tuple[str, ...]
    workers: Workers
    store: str
    url: str
    mail: Mail | None = None
    sign_on: SignOn | None = None

    def secret(self, file: str) -> str:
        """A secret that the file keeps in a file of its own, beside it."""
        try:
            return (self.path.parent / file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ContestError(
                Text(f"{file}: cannot be read: {error}", f"{file} : lecture impossible : {error}")
            ) from None


def read(folder: Path) -> ContestPlan:
    """The contest of a folder, or of a file; raises ContestError."""
    path = folder / FILE if folder.is_dir() else folder
    try:
        return _plan(path, _declared(read_table(path)))
    except (DeclarationError, ParamError, BoardError) as error:
        raise ContestError(located(path, error)) from None


def _declared(table: dict[str, Any]) -> Declared:
    kinds = {field.name: field.type for field in msgspec.structs.fields(Declared)}
    require_known(table, Declared, "")
    for part in PARTS:
        if isinstance(table.get(part), dict):
            kind: Any = kinds[part]
            require_known(table[part], next(iter(getattr(kind, "__args__", (kind,)))), part)
    declared: Declared = converted(table, Declared, "")
    require_limits(declared.limits)
    require_order(declared.times)
    _require_url(declared)
    return declared


def _require_url(declared: Declared) -> None:
    """What leads back to the contest from elsewhere needs its address; a request's own word for it is not trusted."""
    for name, given in (("mail", declared.mail), ("sign_on", declared.sign_on)):
        if given is not None and not declared.url:
            raise ContestError(
                Text(
                    f'{name}: it needs the address of the contest; add url = "https://..." at the top',
                    f'{name} : il faut l\'adresse du concours ; ajoutez url = "https://..." en haut',
                )
            )


def require_order(times: Times) -> None:
    """Times say their zone; nothing comes before the contest opens, and the table thaws after it froze. Submissions,
    ranked play and the public table end in whatever order one likes."""
    known = [(name, getattr(times, name)) for name in Times.__struct_fields__ if getattr(times, name) is not None]
    for name, when in known:
        if when.tzinfo is None:
            raise ContestError(
                Text(
                    f"times.{name}: found {when.isoformat()}, which says no time zone; write {when.isoformat()}Z for "
                    f"UTC, or {when.isoformat()}+01:00",
                    f"times.{name} : trouvé {when.isoformat()}, sans fuseau horaire ; écrivez {when.isoformat()}Z "
                    f"pour UTC, ou {when.isoformat()}+01:00",
                )
            )
    moments = dict(known)
    pairs = [("opens", name) for name in moments if name != "opens"] + [("table_freezes", "table_thaws")]
    for first, second in pairs:
        if first in moments and second in moments and moments[first] >= moments[second]:
            raise ContestError(
                Text(f"times.{second}: it is not after times.{first}", f"times.{second} : pas après times.{first}")
            )


def _plan(path: Path, declared: Declared) -> ContestPlan:
    game = settled_game(declared.game, declared.preset, declared.params)
    seats = declared.seats or game.info.seats
    if not game.info.seats_least <= seats <= game.info.seats_most:
        raise ContestError(
            Text(
                f"seats: found {seats}, but {game.name} is played by {game.info.seats_least} to {game.info.seats_most}",
                f"seats : trouvé {seats}, mais {game.name} se joue de {game.info.seats_least} à {game.info.seats_most}",
            )
        )
    public = board_texts(path.parent, game, declared.boards, seats)
    hidden = board_texts(path.parent, game, declared.hidden_boards, seats)
    played = TournamentSettings(
        game.name,
        game.info.rules_version,
        game.preset,
        declared.params,
        seats,
        Ladder(first=declared.ladder.first_matches),
        (*public, *hidden),
        declared.boards.generate + declared.hidden_boards.generate,
        Terms(declared.isolation, declared.limits.settled(game), strict=True),
        RETRIES,
        0,  # nobody is set aside: a version that fails loses, and its authors are told
        secret_seeds=True,
    ).varied()
    house = _house(game, declared.ladder.house)
    settings = ContestSettings(
        _in_utc(declared.times), declared.access, declared.quotas, declared.ladder, declared.exercises, public
    )
    _require_rungs(house, declared.exercises)
    store = declared.store if "://" in declared.store else str(path.parent / declared.store)
    return ContestPlan(
        path,
        declared.name,
        played,
        settings,
        house,
        declared.workers,
        store,
        declared.url.rstrip("/"),
        declared.mail,
        declared.sign_on,
    )


def _in_utc(times: Times) -> Times:
    moved = {name: value and value.astimezone(UTC) for name, value in msgspec.structs.asdict(times).items()}
    return Times(**moved)


def _house(game: Game, named: tuple[str, ...] | None) -> tuple[str, ...]:
    known = tuple(bundled(game))
    for name in named or ():
        if name not in known:
            raise ContestError(
                Text(
                    f"ladder.house: no champion {shown(name)}; {game.name} comes with {', '.join(known)}",
                    f"ladder.house : pas de champion {shown(name)} ; {game.name} vient avec {', '.join(known)}",
                )
            )
    return known if named is None else named


def _require_rungs(house: tuple[str, ...], exercises: tuple[Exercise, ...]) -> None:
    """Exercises are about champions that stand in the ladder."""
    for number, exercise in enumerate(exercises):
        if exercise.beat not in house:
            raise ContestError(
                Text(
                    f"exercises[{number}].beat: no champion {shown(exercise.beat)} in the ladder; there are "
                    f"{', '.join(house)}",
                    f"exercises[{number}].beat : pas de champion {shown(exercise.beat)} dans l'échelle ; il y a "
                    f"{', '.join(house)}",
                )
            )
