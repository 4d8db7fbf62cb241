"""The language of the worked examples (rules, section 9): a position, calls with their answers, what holds then.

`parse` reads cases; `play` runs one on a game of either backend. A line may begin with the preset it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import joute
from joute.games.casus_belli.rules.unsound import UNSOUND, UNSOUND_CLOCK

SEED_MAP = """\
10 9
5 4
3
20
##########
#FFF_....#
#FFF_..T.#
#FFF_....#
#..._....#
#~~~_....#
#~T~_....#
#~~~_....#
##########
"""
PRESETS = ("sujet", "finale")
LETTERS = "VBE"
DIRECTIONS = ("NORD", "EST", "SUD", "OUEST")
PHASES = ("init", "placement", "attaque", "deplacement", "fin")
SETUP = ("set", "teams", "map", "turns", "start", "phase", "put", "respawn")
STEPS = ("when", "call", "then", "resolve")

Backend = Callable[[Any], Any]
"""What a game goes through before it is played: nothing, or compilation."""


class Case(NamedTuple):
    """One example: its name, the rows of its map if it draws one, and its lines."""

    name: str
    lines: tuple[str, ...]


def parse(text: str) -> list[Case]:
    """The cases of a text, each from its line `case` on."""
    blocks = [block for block in re.split(r"^(?=case )", text, flags=re.MULTILINE) if block.strip()]
    return [Case(block.split()[1], tuple(filter(None, block.splitlines()[1:]))) for block in blocks]


def map_text(start: str, rows: list[str], turns: str) -> str:
    """The map file of an example."""
    placement, most = turns.split()
    x, y = start.split(",")
    return "\n".join([f"{len(rows[0])} {len(rows)}", f"{x} {y}", placement, most, *rows, ""])


def plain_map(columns: int, turns: str = "0 50") -> str:
    """Map Pn: five rows of grass, a wall, and a pocket for those who do not play."""
    return map_text("0,6", ["." * columns] * 5 + ["#" * columns, "." + "#" * (columns - 1)], turns)


def character(name: str) -> tuple[int, int]:
    """Team and class of V0, B1, ..."""
    return int(name[1:]), LETTERS.index(name[0])


def put(dump: dict[str, Any], name: str, cell: int, direction: int, life: int | None = None) -> None:
    """Put a character on a cell, behind those who are there."""
    team, rank = character(name)
    head = dump["state"]["head"]
    entry = dump["state"]["characters"][team * 3 + rank]
    entry |= {"cell": cell, "direction": direction, "arrived": head["arrivals"]}
    entry |= {"walk_from": cell, "walk_facing": direction} | ({"life": life} if life is not None else {})
    head["arrivals"] += 1


class Play:
    """One run of a case under a preset."""

    def __init__(self, case: Case, preset: str, backend: Backend) -> None:
        self.case = case
        self.preset = preset
        self.backend = backend
        self.game = backend(joute.load_game("casus_belli", preset))
        self.teams, self.start, self.rows, self.turns = 2, "P9", [], "0 50"
        self.table: Any = None

    def run(self) -> None:
        """Every line of the preset, in order."""
        for line in self.case.lines:
            words = line.split(" ")
            preset = words.pop(0) if words[0] in PRESETS else self.preset
            if words[0] not in SETUP + STEPS:
                self.rows.append(line)
            elif preset == self.preset:
                found, wanted = getattr(self, "do_" + words[0])(*words[1:]) or (None, None)
                assert found == wanted, f"{self.case.name} ({self.preset}): {line}: found {found!r}, not {wanted!r}"

    # Positions

    def do_set(self, name: str, value: str) -> None:
        """Another value for a parameter, in the order they come."""
        settings = self.game.overrides | {name: eval(value)}
        self.game = self.backend(joute.load_game("casus_belli", self.preset, **settings))

    def do_teams(self, count: str) -> None:
        self.teams = int(count)

    def do_map(self, start: str) -> None:
        self.start = start

    def do_turns(self, placement: str, most: str) -> None:
        self.turns = f"{placement} {most}"

    def board(self) -> str:
        if self.start == "seed":
            return SEED_MAP
        if self.start.startswith("P"):
            return plain_map(int(self.start[1:]), self.turns)
        return map_text(self.start, self.rows, self.turns)

    def do_start(self, how: str) -> None:
        """start match: at partie_init; start initial: at the first phase."""
        self.table = joute.Table(self.game, self.board(), self.teams)
        if how == "initial":
            self.table.end_phase()

    def change(self, edit: Callable[[dict[str, Any]], None]) -> None:
        """Change the state by hand, through its dump."""
        dump = self.table.dump()
        edit(dump)
        game, table = self.game, self.table
        world = game.world(table.board, game.layout.load(dump["state"], game.dims(table.board, self.teams)), self.teams)
        game.kernels.reindex(world)
        # A case may look at any phase in any turn, on a board without placement turns too.
        assert game.unsound(world) in ("", UNSOUND[UNSOUND_CLOCK])
        table._sit(world)

    def do_phase(self, name: str) -> None:
        """Everybody on the start cell facing SUD, in the named phase."""
        if self.table is None:
            self.table = joute.Table(self.game, self.board(), self.teams)

        def edit(dump: dict[str, Any]) -> None:
            dump["state"]["head"]["phase"] = PHASES.index(name)
            for entry in dump["state"]["characters"]:
                entry |= {"direction": DIRECTIONS.index("SUD"), "walk_facing": DIRECTIONS.index("SUD")}

        self.change(edit)

    def do_put(self, name: str, place: str, direction: str, life: str | None = None) -> None:
        names = [f"{c}{t}" for t in range(self.teams) for c in LETTERS] if name == "all" else [name]
        facing = DIRECTIONS.index(direction)

        def edit(dump: dict[str, Any]) -> None:
            for one in names:
                put(dump, one, self.cell(place), facing, None if life is None else int(life))

        self.change(edit)

    def do_respawn(self, name: str, place: str) -> None:
        team, rank = character(name)
        self.change(lambda dump: dump["state"]["characters"][team * 3 + rank].update(respawn=self.cell(place)))

    def cell(self, place: str) -> int:
        x, y = map(int, place.split(","))
        return y * int(self.table.board.head[0]) + x

    # Steps

    def do_resolve(self) -> None:
        self.table.end_phase()

    def do_when(self, *words: str) -> tuple[Any, Any]:
        """A call by the team of its first character."""
        text = " ".join(words)
        named = re.search(r"\b[VBE](\d+)\b", text)
        assert named, text
        return self.do_call(named.group(1), text)

    def do_call(self, seat: str, *words: str) -> tuple[Any, Any]:
        """<seat> <function>(<arguments>) -> <result>"""
        call, wanted = " ".join(words).split(" -> ")
        name, arguments = call.removesuffix(")").split("(", 1)
        api = self.table.seat(int(seat)).api
        names = dict(vars(api)) | {
            f"{c}{t}": (t, rank, 10, 0) for t in range(self.teams) for rank, c in enumerate(LETTERS)
        }
        values = eval(f"[{arguments}]", {"__builtins__": {}}, names)
        return plain(getattr(api, name)(*values)), plain(eval(wanted, {"__builtins__": {}}, names))

    def do_then(self, what: str, *words: str) -> tuple[Any, Any]:
        return getattr(self, "then_" + what)(*words)

    # What holds then

    def info(self, name: str) -> dict[str, Any]:
        team, rank = character(name)
        return self.table.dump()["state"]["characters"][team * 3 + rank]

    def then_at(self, name: str, place: str, direction: str) -> tuple[Any, Any]:
        """The truth, and what its own team is told."""
        team, rank = character(name)
        call, width = self.table.seat(team).call, int(self.table.board.head[0])
        entry, own = self.info(name), call("perso_classe_info", rank)
        told = (tuple(call("perso_position", own)), DIRECTIONS[own.direction])
        cell = entry["cell"]
        truth = ((cell % width, cell // width), DIRECTIONS[entry["direction"]])
        wanted = (tuple(map(int, place.split(","))), direction)
        return (truth, told), (wanted, wanted)

    def then_vie(self, name: str, life: str) -> tuple[Any, Any]:
        team, rank = character(name)
        told = self.table.seat(team).call("perso_classe_info", rank).vie
        return (self.info(name)["life"], told), (int(life), int(life))

    def then_respawn(self, name: str, place: str) -> tuple[Any, Any]:
        return self.info(name)["respawn"], self.cell(place)

    def then_scores(self, *words: str) -> tuple[Any, Any]:
        wanted = list(map(int, words))
        told = [self.table.seat(seat).call("scores") for seat in range(self.teams)]
        return [self.table.scores, *told], [wanted] * (1 + self.teams)

    def then_ranks(self, *words: str) -> tuple[Any, Any]:
        return list(self.table.result.ranks), list(map(int, words))

    def then_callback(self, name: str) -> tuple[Any, Any]:
        return self.table.turn.callback, "" if name == "-" else name

    def accepts(self, name: str, attack: str, place: tuple[int, int]) -> bool:
        """Whether an attack would be accepted; it is not given."""
        seat = self.table.copy().seat(character(name)[0])
        own = (*character(name), 0, 0)
        return seat.call("perso_attaque", own, getattr(seat.api, attack), place) == seat.api.OK

    def then_accepted(self, name: str, attack: str, place: str) -> tuple[Any, Any]:
        return self.accepts(name, attack, eval(place)), True

    def then_targets(self, name: str, attack: str, *places: str) -> tuple[Any, Any]:
        width, height = self.table.board.head[:2]
        found = [(x, y) for x in range(width) for y in range(height) if self.accepts(name, attack, (x, y))]
        return found, [eval(place) for place in places]


def plain(value: Any) -> Any:
    """A result as tuples and plain numbers, whatever it is made of."""
    return tuple(map(plain, value)) if isinstance(value, (list, tuple)) else int(value)


def play(case: Case, preset: str, backend: Backend) -> None:
    Play(case, preset, backend).run()
