"""Scenarios: one notation for the worked examples of every game, read and played here.

A scenario is text: a name, a position, calls with the answers they must get, and what must hold.

    case E12 One move a round, even on the spot
    preset finale; with LIMITE=2 NAMES=["a","b"]; seats 2; seed 0; map M1
    given
      players[0].gold = 3; phase attack
    when
      P0 move(0, (1,1)) = OK; P0 list() = [(1,1), (4,2)]; P0 recharge() = OK (x3)
      P0 end; end
      [sujet] P1 score(0) = 40
    then
      scores 20 20; players[0].gold = 3

Statements stand on lines of their own (`given turn 3`, `P0 end`) or, indented, under a heading `given`, `when` or
`then`; `;` separates those of one line, `[preset]` restricts one to that preset, `#` opens a line of comment. A map is
`map NAME`, or drawn indented under the heading `maptext`. Play begins in the first phase, or in the second where no
orders count in the first; but in the first with the line `from partie_init`. `given` changes the position by the names
of the dump: `TABLE[row].column = value`, `COLUMN[row] = value` for a column in no table, `TABLE += {...}` (a row more),
`phase NAME`. `P0 call = answer` is a call by seat 0, `P0 end` ends its turn, `end` that of all seats, `end round` ends
phases until another round begins, `again` goes back to the first position. `then` takes an expression over the dump
(`sum(TABLE.column) = 3`), `scores`, `score SEAT n`, `ranks`, `turn n`, `callback NAME` (`-`: the game is over), `error
CODE words` (the map is refused). A game adds statements of its own with a `Vocabulary`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

from ..errors import BoardError, StateError
from ..game import Game
from ..registry import load_game
from ..table import Table
from .expressions import CONSTANTS, evaluate, same

Backend = Callable[[Game], Game]
"""What a game goes through before it is played: nothing, or compilation."""
Outcome = tuple[Any, Any]
"""What a statement found, and what it expects."""
State = dict[str, Any]
"""The state of a dump."""

HEADINGS = ("given", "when", "then", "maptext")
HEADERS = {
    "preset": r"\w+",
    "with": r"\w+=\S+( \w+=\S+)*",
    "seats": r"\d+",
    "seed": r"\d+",
    "map": r".+",
    "from": r"partie_init",
}
"""The headers, and what their values look like."""
WRITTEN_WRONG = (KeyError, IndexError, TypeError, ValueError)
"""What a statement raises that names nothing, or has too much or too little."""


class ScenarioError(ValueError):
    """A scenario that cannot be read: its file, its line and what is wrong."""


class Statement(NamedTuple):
    """One thing to do or to check: where it is written, under which heading, in which preset alone."""

    where: str
    heading: str
    text: str
    preset: str


class Scenario(NamedTuple):
    """A scenario as data; `head` has its headers by name."""

    name: str
    title: str
    where: str
    head: dict[str, str]
    params: dict[str, Any]
    maptext: str
    statements: tuple[Statement, ...]


def _no_map(name: str, game: Game) -> str:
    raise KeyError(name)


class Vocabulary(NamedTuple):
    """What a game adds to the notation.

    `given` statements change the state of a dump, `then` statements give what they found and expect; both are called
    with the table and what follows their first word. `settle` completes a state that was changed by hand. `tolerated`
    is what makes a position unsound and is accepted all the same: a scenario may look at any phase in any turn.
    """

    game: str
    given: Mapping[str, Callable[..., None]] = {}
    then: Mapping[str, Callable[..., Outcome]] = {}
    names: Callable[[Table], Mapping[str, Any]] = lambda table: {}
    maps: Callable[[str, Game], str] = _no_map
    defaults: Callable[[Scenario], Mapping[str, Any]] = lambda scenario: {}
    settle: Callable[[State], None] = lambda state: None
    tolerated: tuple[str, ...] = ()


def interpreted(game: Game) -> Game:
    return game


def native(game: Game) -> Game:
    return game.native()


# Reading


def read(path: Path) -> list[Scenario]:
    """The scenarios of a file."""
    return parse(path.read_text(encoding="utf-8"), path.name)


def parse(text: str, source: str = "scenario") -> list[Scenario]:
    """The scenarios of a text; text before the first `case` is a scenario without a name."""
    blocks: list[list[tuple[str, str]]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("case "):
            blocks.append([])
        if not line.startswith("#") and (line or blocks[-1]):
            blocks[-1].append((f"{source}:{number}", line))
    return [_scenario(block) for block in blocks if block]


def _scenario(block: list[tuple[str, str]]) -> Scenario:
    _, name, title = f"{block[0][1]} ".split(" ", 2) if block[0][1].startswith("case ") else ("", "", "")
    head: dict[str, str] = {}
    statements: list[Statement] = []
    drawn: list[str] = []
    heading = "when"
    for where, line in block[1:] if name else block:
        if line in HEADINGS:
            heading = line
        elif heading == "maptext" and line[:1] in ("", " "):
            drawn.append(line)
        elif line.split(" ")[0] in HEADERS:
            for word, value in _head(where, line):
                head[word] = f"{head[word]} {value}" if word == "with" and word in head else value
        else:
            under = heading if line.startswith(" ") else "when"
            statements += [_statement(where, under, part.strip()) for part in line.split(";") if part.strip()]
    params = {key: _json_or_word(value) for key, value in re.findall(r"(\w+)=(\S+)", head.get("with", ""))}
    maptext = dedent("\n".join(drawn)).rstrip("\n")
    return Scenario(name, title.strip(), block[0][0], head, params, maptext, tuple(statements))


def _head(where: str, line: str) -> list[tuple[str, str]]:
    """The headers of a line, with their values."""
    headers = [re.fullmatch(r"\s*(\w+) (.+?)\s*", part) for part in line.split(";")]
    for header in headers:
        if header is None or not re.fullmatch(HEADERS.get(header[1], "never^"), header[2]):
            raise ScenarioError(f"{where}: {line}: expected {', '.join(HEADERS)}, each with its value, between `;`")
    return [(header[1], header[2]) for header in headers if header]


def _statement(where: str, heading: str, text: str) -> Statement:
    preset, text = re.fullmatch(r"(?:\[(\w+)\] )?(.*)", text).groups("")  # type: ignore[union-attr]
    word, _, rest = text.partition(" ")
    if heading == "when" and word in ("given", "then"):
        heading, text = word, rest
    known = text in ("end", "end round", "again") or re.fullmatch(r"P\d+ (end|.+ = .+)", text)
    if not text or (heading == "when" and not known):
        raise ScenarioError(f"{where}: {text}: expected `P0 call = answer`, `P0 end`, `end`, `given ...` or `then ...`")
    return Statement(where, heading, text, preset)


def _json_or_word(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# Playing


def play(
    scenario: Scenario, vocabulary: Vocabulary, backend: Backend = interpreted, preset: str | None = None
) -> Table | None:
    """Run a scenario, checking every statement; the table as it leaves it, or None where the map is refused."""
    run = Run(scenario, vocabulary, backend, preset)
    try:
        run.begin()
    except BoardError as error:
        run.refused(error)
        return None
    for statement in run.statements:
        run.step(statement)
    run.settle()
    return run.table


def position(
    scenario: Scenario, vocabulary: Vocabulary, backend: Backend = interpreted, preset: str | None = None
) -> Table:
    """The table a scenario starts from; its calls are not made."""
    given = tuple(statement for statement in scenario.statements if statement.heading == "given")
    table = play(scenario._replace(statements=given), vocabulary, backend, preset)
    assert table is not None
    return table


class Run:
    """A scenario being played."""

    def __init__(self, scenario: Scenario, vocabulary: Vocabulary, backend: Backend, preset: str | None) -> None:
        self.scenario, self.vocabulary = scenario, vocabulary
        params = {**vocabulary.defaults(scenario), **scenario.params}
        self.game = backend(load_game(vocabulary.game, preset or scenario.head.get("preset"), **params))
        for statement in scenario.statements:
            if statement.preset not in ("", *self.game.parameters.presets):
                raise ScenarioError(f"{statement.where}: [{statement.preset}]: this game has no such preset")
        self.statements = [s for s in scenario.statements if s.preset in ("", self.game.preset)]
        self.pending: list[Statement] = []

    def begin(self) -> None:
        """A new table, in the first turn."""
        head, board = self.scenario.head, self.scenario.maptext or None
        if "map" in head:
            try:
                board = self.vocabulary.maps(head["map"], self.game)
            except WRITTEN_WRONG as error:
                raise ScenarioError(f"{self.scenario.where}: map {head['map']}: no such map: {error!r}") from error
        seats = int(head["seats"]) if "seats" in head else None
        self.table = Table(self.game, board, seats, int(head.get("seed", 0)))
        if "from" not in head and not self.game.acts(self.table.world):
            self.table.end_phase()

    def refused(self, error: BoardError) -> None:
        """The map is refused: the scenario says so, or it fails."""
        expected = [s for s in self.statements if s.heading == "then" and s.text.startswith("error ")]
        if not expected:
            raise error
        _, code, *rest = expected[0].text.split(" ", 2)
        message = "".join(rest)
        found = error.code, message if message in error.message else error.message
        self.agree(expected[0], found, (code, message))

    def step(self, statement: Statement) -> None:
        """One statement. Changes of the position that follow each other are made at once."""
        if statement.heading == "given":
            self.pending.append(statement)
            return
        self.settle()
        try:
            found, wanted = self.then(statement.text) if statement.heading == "then" else self.when(statement.text)
        except WRITTEN_WRONG as error:
            raise ScenarioError(f"{statement.where}: {statement.text}: {error}") from error
        self.agree(statement, found, wanted)

    def agree(self, statement: Statement, found: Any, wanted: Any) -> None:
        if not same(found, wanted):
            case = f"{self.scenario.name} [{self.game.preset}]"
            raise AssertionError(f"{statement.where}: {case}: {statement.text}: found {found!r}, expected {wanted!r}")

    # Positions

    def settle(self) -> None:
        """Change the position as the statements before this one say."""
        if not self.pending:
            return
        table, game = self.table, self.game
        dims = game.dims(table.board, table.seats)
        state = game.layout.dump(table.state, dims)
        for statement in self.pending:
            try:
                self.give(state, statement.text)
            except WRITTEN_WRONG as error:
                raise ScenarioError(f"{statement.where}: given {statement.text}: {error}") from error
        where = self.pending[-1].where
        self.pending.clear()
        self.vocabulary.settle(state)
        try:
            world = game.world(table.board, game.layout.load(state, dims), table.seats)
        except StateError as error:
            raise StateError(f"{where}: {error}") from None
        game.kernels.reindex(world)
        unsound = game.unsound(world)
        if unsound and unsound not in self.vocabulary.tolerated:
            raise StateError(f"{where}: the position is unsound: {unsound}")
        table._sit(world)

    def give(self, state: State, text: str) -> None:
        """One change of the state of a dump."""
        word, _, rest = text.partition(" ")
        if word in self.vocabulary.given:
            self.vocabulary.given[word](self.table, state, *rest.split())
        elif word == "phase":
            state["head"]["phase"] = [phase.name for phase in self.game.phases].index(rest)
        elif added := re.fullmatch(r"(\w+) \+= (.+)", text):
            state[added[1]].append(evaluate(added[2], self.names(0)))
        elif changed := re.fullmatch(r"(.+)\.(\w+) = (.+)", text):
            row = evaluate(changed[1], state)
            if changed[2] not in row:
                raise ScenarioError(f"no column {changed[2]}; expected one of {', '.join(row)}")
            row[changed[2]] = evaluate(changed[3], self.names(0))
        elif changed := re.fullmatch(r"(\w+)\[(\d+)\] = (.+)", text):
            state[changed[1]][int(changed[2])] = evaluate(changed[3], self.names(0))
        else:
            raise ScenarioError(
                "expected `table[row].column = value`, `column[row] = value`, `table += {...}`, `phase NAME`"
            )

    # Steps

    def names(self, seat: int) -> dict[str, Any]:
        """What a seat's expressions may name: its API and what the game adds."""
        return {**vars(self.table.seat(seat).api), **CONSTANTS, **self.vocabulary.names(self.table)}

    def when(self, text: str) -> Outcome:
        """P0 call = answer, P0 end, end, end round, again"""
        if called := re.fullmatch(r"P(\d+) (.+) = (.+?)(?: \(x(\d+)\))?", text):
            names = self.names(int(called[1]))
            answers = [evaluate(called[2], names) for _ in range(int(called[4] or 1))]
            wanted = evaluate(called[3], names)
            return next((answer for answer in answers if not same(answer, wanted)), wanted), wanted
        if ended := re.fullmatch(r"P(\d+) end", text):
            return self.end(int(ended[1]))
        if text == "again":
            self.begin()
            self.pending = [statement for statement in self.statements if statement.heading == "given"]
        else:
            self.end_all(text == "end round")
        return None, None

    def end(self, seat: int) -> Outcome:
        """A seat that is asked for orders ends its turn."""
        asked = self.table.turn.seats if self.game.acts(self.table.world) else ()
        if seat in asked:
            self.table.end(seat)
        return seat in asked or f"seats {asked} are asked", True

    def end_all(self, whole: bool) -> None:
        """Every seat ends its turn; a whole round: until its number changes."""
        number = self.table.turn.number
        self.table.end_phase()
        while whole and self.table.turn.number == number and self.table.turn.seats:
            self.table.end_phase()

    # What holds

    def then(self, text: str) -> Outcome:
        word, *rest = text.split(" ")
        table = self.table
        if word in self.vocabulary.then:
            return self.vocabulary.then[word](table, *rest)
        if word in CHECKS:
            return CHECKS[word](table, *rest)
        left, equals, right = text.rpartition(" = ")
        if not equals:
            raise ScenarioError(f"expected `EXPRESSION = VALUE` or one of {', '.join(CHECKS)}")
        state = {**CONSTANTS, **position_of(table)}
        return evaluate(left, state), evaluate(right, self.names(0))


def position_of(table: Table) -> State:
    """The state by the names of the dump, with what a seat that plays alone has ordered so far."""
    asked = table.turn.seats
    alone = len(asked) == 1 and not table.game.live
    state: State = table.game.layout.dump(
        table.seat(asked[0]).state if alone else table.state, table.game.dims(table.board, table.seats)
    )
    return state


def _ints(words: Iterable[str]) -> list[int]:
    return [int(word) for word in words]


CHECKS: dict[str, Callable[..., Outcome]] = {
    "scores": lambda table, *scores: (table.scores, _ints(scores)),
    "score": lambda table, seat, score: (table.scores[int(seat)], int(score)),
    "ranks": lambda table, *ranks: (list(table.result.ranks), _ints(ranks)),
    "turn": lambda table, number: (table.turn.number, int(number)),
    "callback": lambda table, name: (table.turn.callback or "-", name),
    "error": lambda table, *message: ("no error", "error " + " ".join(message)),
}
