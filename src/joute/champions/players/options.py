"""What a person writes after the name of a champion: `mcts:time=0.5`, `mine.py:level=easy,weights=tuned.json`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from joute.champions.errors import ChampionError
from joute.core.errors import shown
from joute.core.policy import Policy, Thinking
from joute.core.text import Text

WRITTEN = re.compile(r"(.+?):([a-z_]\w*=.*)", re.DOTALL)
THINKING = {"time": "time_s", "tries": "tries", "depth": "depth", "plies": "plies", "noise": "noise"}
SEARCHING = {"time": "SECONDS", "tries": "NUMBER", "depth": "PHASES", "plies": "NUMBER", "noise": "SHARE"}


class Handicap(NamedTuple):
    """How a champion plays below its strength: by a share of its time, and with turns that it plays at random."""

    time: float
    slip: float


LEVELS = {"easy": Handicap(0.05, 0.8), "medium": Handicap(0.25, 0.4), "hard": Handicap(1.0, 0.0)}
LOWER_LEVELS = ("easy", "medium")
"""Those below what a champion plays unasked."""


class Options(NamedTuple):
    """Those of a champion that is a policy."""

    weights: Mapping[str, int]
    thinking: Thinking | None
    handicap: Handicap


def split(name: str) -> tuple[str, str]:
    """The name of a champion, and what follows it. A file that is called so is a name."""
    found = WRITTEN.fullmatch(name)
    return (name, "") if found is None or os.path.exists(name) else (found[1], found[2])


def expanded(name: str) -> str:
    """The same with weights in place of the name of their file, which a host cannot read."""
    base, given = split(name)
    parts = [_of_file(part[8:]) if part.startswith("weights=") else part for part in given.split(",")]
    return f"{base}:{','.join(filter(None, parts))}" if given else name


def _of_file(file: str) -> str:
    try:
        values = json.loads(Path(file).read_bytes())
        return ",".join(f"{name}={int(value)}" for name, value in values.items())
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ChampionError(
            Text(
                f"weights={file}: expected a file of JSON with the weights by name: {error}",
                f"weights={file} : attendu un fichier JSON avec les poids par nom : {error}",
            )
        ) from None


def refuse(name: str) -> None:
    """Refuse parameters of a champion that has none."""
    base, given = split(name)
    if given:
        raise ChampionError(
            Text(f"{base} takes no parameters: found {shown(given)}", f"{base} n'a pas de paramètres : {shown(given)}")
        )


def options(policy: Policy, name: str) -> Options:
    """Those that follow a champion's name; raises ChampionError for one that is wrong, with what there is."""
    base, given = split(name)
    readers = _readers(policy)
    values: dict[str, Any] = {}
    for part in filter(None, given.split(",")):
        key, _, text = part.partition("=")
        try:
            values[key] = readers[key](text)
        except (KeyError, ValueError):
            raise ChampionError(
                Text(
                    f"{base}: found {shown(part)}; its parameters are {_listed(policy)}",
                    f"{base} : trouvé {shown(part)} ; ses paramètres sont {_listed(policy)}",
                )
            ) from None
    handicap = values.pop("level", LEVELS["hard"])
    own = {field: values.pop(key) for key, field in THINKING.items() if key in values}
    return Options(values, None if policy.search is None else policy.search._replace(**own), handicap)


def _readers(policy: Policy) -> dict[str, Callable[[str], Any]]:
    """What reads each parameter of a policy's champion; raises KeyError or ValueError for a wrong value."""
    numbers: dict[str, Callable[[str], Any]] = {"time": partial(_number, float, 0.001, 3600.0)}
    numbers |= {"tries": partial(_number, int, 1, 10**9), "depth": partial(_number, int, 1, 10**6)}
    numbers |= {"plies": partial(_number, int, 1, 10**6), "noise": partial(_number, float, 0.0, 100.0)}
    weights = {name: partial(_number, int, low, high) for name, (_, low, high) in policy.bounds.items()}
    return {**weights, **(numbers if policy.search else {}), "level": LEVELS.__getitem__}


def _number(kind: Callable[[str], Any], low: float, high: float, text: str) -> Any:
    number = kind(text)
    if not low <= number <= high:
        raise ValueError
    return number


def _listed(policy: Policy) -> str:
    weights = [f"{name}={low}..{high}" for name, (_, low, high) in policy.bounds.items()]
    searching = [f"{name}={what}" for name, what in SEARCHING.items()] if policy.search else []
    return ", ".join([*searching, f"level={'|'.join(LEVELS)}", *(["weights=FILE"] if weights else []), *weights])
