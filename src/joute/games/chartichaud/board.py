"""Boards: reading, checking, writing and generating maps (rules, section 3). `board_json` has the JSON form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from joute.core.boards import Boards
from joute.core.columns import Column, family
from joute.core.errors import BoardError
from joute.core.maptext import quoted, shortened
from joute.core.text import Text, text_of


class Starts(NamedTuple):
    """What each player has at the start."""

    gold: Column
    score: Column


class Cells(NamedTuple):
    """What stands on every cell: `units[cell * 6 + player * 3 + kind]`."""

    gold: Column
    units: Annotated[Column, family("A_C", "A_M", "A_B", "B_C", "B_M", "B_B")]


class Board(NamedTuple):
    """The constant data of a match: its size and start values, then what stands on every cell."""

    height: int
    width: int
    turn: int
    symmetry: int
    """An index of SYMMETRIES."""
    players: Starts
    cells: Cells


class Cell(NamedTuple):
    """What one cell holds: its gold, and the units of A (C, M, B), then of B."""

    gold: int
    units: list[int]

    def of(self, player: str) -> list[int]:
        """The units of one player."""
        return self.units[FIRST[player] : FIRST[player] + len(KINDS)]


SYMMETRIES = ("none", "central")
KINDS = ("C", "M", "B")
PLAYERS = ("A", "B")
BUILDING = KINDS.index("B")
PARTS = ("G", *PLAYERS)
FIRST = {player: number * len(KINDS) for number, player in enumerate(PLAYERS)}
"""Where the units of a player begin among those of a cell."""
UNITS = len(PLAYERS) * len(KINDS)
"""How many numbers of units a cell has."""

FORMAT, VERSION = "chartichaud-map", 1
MAGIC = f"{FORMAT} {VERSION}"
EXAMPLE = "49+A2C1B+B1C"
LARGEST_SIDE = 100
LARGEST = 1_000_000_000

Head = dict[str, int]
"""The start values of a board as its headers name them."""
DEFAULTS: Head = {
    "height": 0,
    "width": 0,
    "gold A": 25,
    "gold B": 25,
    "score A": 0,
    "score B": 0,
    "turn": 0,
    "symmetry": 0,
}
HEADERS: dict[str, tuple[str, ...]] = {
    "size": ("height", "width"),
    **{name: (name,) for name in DEFAULTS if name not in ("height", "width")},
}
NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
GROUP = re.compile(r"([1-9][0-9]{0,9})([CMB])")
PART = re.compile(r"[1-9][0-9]{0,9}|[AB](?:[1-9][0-9]{0,9}[CMB])+")

# Where a row ("0", "1", ...), a header or the line `grid` stands in the text form; empty for other sources.
Lines = dict[str, int]


class Location(NamedTuple):
    """Where the reader stands, for the errors it reports."""

    line: int | None = None
    cell: tuple[int, int] | None = None

    def error(self, code: str, message: Text) -> BoardError:
        return BoardError(code, message, self.line, self.cell)


def read(text: str, params: Mapping[str, Any]) -> Board:
    """Read a map in its text form, or in its JSON form when it begins with `{`, and check it whole."""
    lines: Lines = {}
    if text.lstrip(" \t\r\n").startswith("{"):
        from . import board_json  # which builds on this module

        board = board_json.read_json(text)
    else:
        board = read_text(text, lines)
    check(board, params, lines)
    return board


def shown(value: object) -> str:
    """A value for a message, short and printable whatever it is."""
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return "a list or an object"
    return quoted(value) if isinstance(value, str) else shortened(str(value))


def header_value(name: str, column: str, value: object, at: Location) -> int:
    """3.5  The value of a header, as it stands in `head`."""
    if column == "symmetry":
        if value not in SYMMETRIES:
            raise at.error(
                "map/header-value",
                Text(
                    f"{name} is {shown(value)}; expected none or central",
                    f"{name} vaut {shown(value)} ; attendu none ou central",
                ),
            )
        return SYMMETRIES.index(str(value))
    low, high = (1, LARGEST_SIDE) if column in HEADERS["size"] else (0, LARGEST)
    if type(value) is not int or not low <= value <= high:
        expected = Text(
            f"an integer from {low} to {high}, without sign or leading zero",
            f"un entier de {low} à {high}, sans signe ni zéro devant",
        )
        raise at.error(
            "map/header-value",
            Text(
                f"{name} is {shown(value)}; expected {expected}", f"{name} vaut {shown(value)} ; attendu {expected:fr}"
            ),
        )
    return value


# 3.5  Text form


def read_text(text: str, lines: Lines) -> Board:
    """3.5  Read the text form; note in `lines` where things stand."""
    source = meaningful_lines(text)
    read_magic(*next(source))
    head = read_headers(source, lines)
    cells = read_grid(source, head, lines)
    number, line = next(source)
    if line:
        raise BoardError(
            "map/trailing",
            Text(
                f"found {shown(line)} after end; expected nothing more",
                f"trouvé {shown(line)} après end ; rien d'autre n'est attendu",
            ),
            number,
        )
    return assembled(head, cells)


def assembled(head: Head, cells: Sequence[Cell]) -> Board:
    """The board of what was read."""
    starts = Starts(*([head[f"{name} {player}"] for player in PLAYERS] for name in Starts._fields))
    units = [count for cell in cells for count in cell.units]
    columns = Cells([cell.gold for cell in cells], units)
    return Board(head["height"], head["width"], head["turn"], head["symmetry"], starts, columns)


def head_of(board: Board) -> Head:
    """The start values of a board."""
    starts = {
        f"{name} {player}": board.players[column][seat]
        for column, name in enumerate(Starts._fields)
        for seat, player in enumerate(PLAYERS)
    }
    return {name: starts[name] if name in starts else getattr(board, name) for name in DEFAULTS}


def meaningful_lines(text: str) -> Iterator[tuple[int, str]]:
    """3.5  The lines that count, with their numbers; then an empty one, at the last line, for the end of the text."""
    lines = text.removesuffix("\n").split("\n")
    for number, line in enumerate(lines, 1):
        line = line.removesuffix("\r")
        content = line.lstrip(" \t")
        if content and not content.startswith("#"):
            yield number, line
    yield len(lines), ""


def words_of(line: str) -> list[str]:
    """The words of a line: only spaces and tabs separate them."""
    return re.findall(r"[^ \t]+", line)


def read_magic(number: int, line: str) -> None:
    """3.5  The first line that counts names the format."""
    if line.startswith("\ufeff"):
        remedy = Text(
            f"save the file without it; expected {MAGIC!r}", f"enregistrez le fichier sans elle ; attendu {MAGIC!r}"
        )
        raise BoardError(
            "map/magic",
            Text(
                f"the text begins with a byte order mark: {remedy}",
                f"le texte commence par une marque d'ordre des octets : {remedy:fr}",
            ),
            number,
        )
    if line != MAGIC:
        found = shown(line) if line else Text("the end of the text", "la fin du texte")
        raise BoardError(
            "map/magic",
            Text(
                f"found {found}; expected exactly {MAGIC!r} as the first line",
                f"trouvé {text_of(found):fr} ; attendu exactement {MAGIC!r} en première ligne",
            ),
            number,
        )


def read_headers(source: Iterator[tuple[int, str]], lines: Lines) -> Head:
    """3.5  The header lines, up to the line `grid`."""
    head = dict(DEFAULTS)
    for number, line in source:
        words = words_of(line)
        if words == ["grid"]:
            lines["grid"] = number
            break
        if not words or words == ["end"]:
            found = "end" if words else Text("the end of the text", "la fin du texte")
            raise BoardError(
                "map/grid-missing",
                Text(
                    f"found {found}; expected the line grid, then the rows",
                    f"trouvé {text_of(found):fr} ; attendu la ligne grid, puis les lignes",
                ),
                number,
            )
        read_header(words, number, head, lines)
    if "size" not in lines:
        raise BoardError(
            "map/size-missing",
            Text(
                "grid comes before any size; add a line such as size 9 16",
                "grid vient avant toute taille ; ajoutez une ligne comme size 9 16",
            ),
            lines["grid"],
        )
    return head


def read_header(words: list[str], number: int, head: Head, lines: Lines) -> None:
    """3.5  One header line: `size 9 16`, `gold A 25`, ..."""
    at = Location(number)
    name = header_name(words, at)
    if name in lines:
        raise at.error(
            "map/header-duplicate",
            Text(
                f"{name} is given again; line {lines[name]} has it already, keep one",
                f"{name} est donné deux fois ; la ligne {lines[name]} l'a déjà, gardez-en un",
            ),
        )
    columns, values = HEADERS[name], words[len(name.split()) :]
    if len(values) != len(columns):
        raise at.error(
            "map/header-value",
            Text(
                f"{name} has {len(values)} value(s); expected {len(columns)}",
                f"{name} a {len(values)} valeur(s) ; attendu {len(columns)}",
            ),
        )
    for column, word in zip(columns, values, strict=True):
        value = int(word) if NUMBER.fullmatch(word) else word
        head[column] = header_value(name, column, value, at)
    lines[name] = number


def header_name(words: list[str], at: Location) -> str:
    """The name of a header: its first word, or its first two for those that name a player."""
    for name in (words[0], " ".join(words[:2])):
        if name in HEADERS:
            return name
    if words[0] in ("gold", "score") and len(words) <= 2:
        raise at.error(
            "map/header-value",
            Text(
                f"{words[0]} lacks a value; expected {words[0]} A n or {words[0]} B n",
                f"{words[0]} n'a pas de valeur ; attendu {words[0]} A n ou {words[0]} B n",
            ),
        )
    known = ", ".join(HEADERS)
    is_row = words[0] == "." or PART.fullmatch(words[0].split("+")[0])
    remedy = Text("; is the line grid missing before it?", " ; la ligne grid manque-t-elle avant ?") if is_row else ""
    raise at.error(
        "map/header-unknown",
        Text(
            f"found {shown(' '.join(words))}; expected {known} or grid{remedy}",
            f"trouvé {shown(' '.join(words))} ; attendu {known} ou grid{text_of(remedy):fr}",
        ),
    )


def read_grid(source: Iterator[tuple[int, str]], head: Head, lines: Lines) -> list[Cell]:
    """3.5  The rows, up to the line `end`."""
    cells: list[Cell] = []
    for rows, (number, line) in enumerate(source):
        words = words_of(line)
        if words == ["end"] or not words or rows == head["height"]:
            check_rows(rows, words, head, number)
            break
        lines[str(rows)] = number
        cells += read_row(words, rows, number, head["width"])
    return cells


def check_rows(rows: int, words: list[str], head: Head, number: int) -> None:
    """3.7  The rows are as many as `size` says, and `end` closes them."""
    if words != ["end"]:
        found = (
            Text("one more row line, or a misspelt end", "une ligne de trop, ou un end mal écrit")
            if words
            else Text(f"the end of the text after {rows} row(s)", f"la fin du texte après {rows} ligne(s)")
        )
        raise BoardError(
            "map/rows",
            Text(
                f"found {found}; expected {head['height']} row(s), then end",
                f"trouvé {found:fr} ; attendu {head['height']} ligne(s), puis end",
            ),
            number,
        )
    if rows < head["height"]:
        raise BoardError(
            "map/rows",
            Text(
                f"found end after {rows} row(s); expected {head['height']} row(s)",
                f"trouvé end après {rows} ligne(s) ; attendu {head['height']} ligne(s)",
            ),
            number,
        )


def read_row(tokens: list[str], y: int, number: int, width: int) -> list[Cell]:
    """3.5  One row: as many tokens as the board is wide."""
    if len(tokens) != width:
        message = Text(
            f"row y {y} has {len(tokens)} cell(s); expected {width}, as size says ('.' for an empty cell)",
            f"la ligne y {y} a {len(tokens)} case(s) ; attendu {width}, comme le dit size ('.' pour une case vide)",
        )
        raise BoardError("map/columns", message, number)
    cells: list[Cell] = []
    for x, token in enumerate(tokens):
        cells.append(read_cell(token, Location(number, (y, x))))
    return cells


def read_cell(token: str, at: Location) -> Cell:
    """3.5  One token: `.`, or gold, units of A and units of B joined by `+`."""
    gold, units = 0, [0] * UNITS
    seen: list[str] = []
    for part in [] if token == "." else token.split("+"):
        if not PART.fullmatch(part):
            found = Text(f"{shown(part)} in the cell {shown(token)}", f"{shown(part)} dans la case {shown(token)}")
            expected = Text(
                f"'.' or gold, units of A, units of B, counts from 1 to {LARGEST}, as in {EXAMPLE}",
                f"'.' ou l'or, les unités de A, celles de B, des nombres de 1 à {LARGEST}, comme dans {EXAMPLE}",
            )
            raise at.error(
                "map/cell-syntax",
                Text(f"found {found}; expected {expected}", f"trouvé {found:fr} ; attendu {expected:fr}"),
            )
        name = part[0] if part[0] in PLAYERS else "G"
        note_in_order(name, seen, PARTS, at)
        if name == "G":
            gold = cell_number("gold", int(part), at)
        else:
            read_units(part, units, at)
    return Cell(gold, units)


def read_units(part: str, units: list[int], at: Location) -> None:
    """3.5  The units of one player on a cell: `A2C1B`."""
    seen: list[str] = []
    for count, kind in GROUP.findall(part):
        note_in_order(kind, seen, KINDS, at)
        units[FIRST[part[0]] + KINDS.index(kind)] = cell_number(kind, int(count), at)


def note_in_order(name: str, seen: list[str], order: Sequence[str], at: Location) -> None:
    """3.5  Parts and kinds come at most once, and in order."""
    note_once(name, seen, at)
    if [item for item in order if item in seen] != seen:
        expected = ", ".join("gold" if item == "G" else item for item in order)
        raise at.error(
            "map/cell-syntax",
            Text(
                f"{name} comes after {seen[-2]}; expected the order {expected}",
                f"{name} vient après {seen[-2]} ; attendu l'ordre {expected}",
            ),
        )


def note_once(name: str, seen: list[str], at: Location) -> None:
    """3.7  Nothing is given twice in a cell."""
    if name in seen:
        word = "gold" if name == "G" else name
        raise at.error(
            "map/cell-duplicate",
            Text(
                f"{word} is given twice; expected once, add the numbers up",
                f"{word} est donné deux fois ; attendu une fois, additionnez les nombres",
            ),
        )
    seen.append(name)


def cell_number(name: str, value: object, at: Location) -> int:
    """3.5  An amount of gold or a count of units."""
    if type(value) is not int or not 1 <= value <= LARGEST:
        expected = Text(
            f"an integer from 1 to {LARGEST}; leave out what is not there",
            f"un entier de 1 à {LARGEST} ; n'écrivez pas ce qui n'y est pas",
        )
        raise at.error(
            "map/cell-syntax",
            Text(
                f"{name} is {shown(value)}; expected {expected}", f"{name} vaut {shown(value)} ; attendu {expected:fr}"
            ),
        )
    return value


def veil(board: Board) -> Board:
    """The board as players may know it: what stands on its cells is for the fog to show."""
    return board._replace(cells=Cells(*([0] * len(column) for column in board.cells)))


def write(board: Board) -> str:
    """3.5  The canonical text form."""
    head = head_of(board)
    lines = [MAGIC]
    for name, columns in HEADERS.items():
        if any(head[column] != DEFAULTS[column] for column in columns):
            values = [SYMMETRIES[head[c]] if c == "symmetry" else str(head[c]) for c in columns]
            lines.append(" ".join([name, *values]))
    tokens = [write_cell(cell) for _, _, cell in cells_of(board)]
    rows = [" ".join(tokens[first : first + board.width]) for first in range(0, len(tokens), board.width)]
    return "\n".join([*lines, "grid", *rows, "end", ""])


def write_cell(cell: Cell) -> str:
    """3.5  The token of one cell."""
    parts = [str(cell.gold)] if cell.gold else []
    for player in PLAYERS:
        groups = [f"{count}{kind}" for count, kind in zip(cell.of(player), KINDS, strict=True) if count]
        parts += ["".join([player, *groups])] if groups else []
    return "+".join(parts) or "."


def write_json(board: Board) -> str:
    """3.6  The canonical JSON form."""
    from . import board_json  # which builds on this module

    return board_json.write_json(board)


def cell_at(board: Board, y: int, x: int) -> Cell:
    """3.2  What a cell holds."""
    cell = y * board.width + x
    return Cell(board.cells.gold[cell], board.cells.units[cell * UNITS : (cell + 1) * UNITS])


def cells_of(board: Board) -> Iterator[tuple[int, int, Cell]]:
    """Every cell as y, x and what it holds, in row-major order."""
    for y in range(board.height):
        for x in range(board.width):
            yield y, x, cell_at(board, y, x)


# 3.7  Whole-map checks


def check(board: Board, params: Mapping[str, Any], lines: Lines) -> None:
    """3.7  The checks on the map as a whole, in the order of the table."""
    if params["enemy_building_blocks"]:
        check_mixed_buildings(board, lines)
    if params["max_buildings_per_cell"] is not None:
        check_building_limit(board, params["max_buildings_per_cell"], lines)
    check_units(board, lines)
    if board.turn >= params["max_turns"]:
        message = Text(
            f"turn is {board.turn}; expected less than max_turns, {params['max_turns']}",
            f"turn vaut {board.turn} ; attendu moins que max_turns, {params['max_turns']}",
        )
        raise BoardError("map/turn-range", message, lines.get("turn"))
    if board.symmetry:
        check_symmetry(board, lines)


def check_mixed_buildings(board: Board, lines: Lines) -> None:
    """3.2  The two players never both have a building on a cell."""
    for y, x, cell in cells_of(board):
        if all(cell.of(player)[BUILDING] for player in PLAYERS):
            message = Text(
                "both players have a building here; expected one player's only, as enemy_building_blocks is true",
                "les deux joueurs ont un bâtiment ici ; attendu un seul joueur, puisque enemy_building_blocks est vrai",
            )
            raise BoardError("map/mixed-buildings", message, lines.get(str(y)), (y, x))


def check_building_limit(board: Board, limit: int, lines: Lines) -> None:
    """3.7  A player has at most `max_buildings_per_cell` buildings on a cell."""
    for y, x, cell in cells_of(board):
        for player in PLAYERS:
            count = cell.of(player)[BUILDING]
            if count > limit:
                message = Text(
                    f"{player} has {count} buildings here; expected at most {limit} (max_buildings_per_cell)",
                    f"{player} a {count} bâtiments ici ; attendu {limit} au plus (max_buildings_per_cell)",
                )
                raise BoardError("map/building-limit", message, lines.get(str(y)), (y, x))


def check_units(board: Board, lines: Lines) -> None:
    """3.7  Each player has a unit."""
    for player in PLAYERS:
        if not any(any(cell.of(player)) for _, _, cell in cells_of(board)):
            message = Text(
                f"player {player} has no unit at all; expected at least one, such as {player}1C on some cell",
                f"le joueur {player} n'a aucune unité ; attendu une au moins, comme {player}1C sur une case",
            )
            raise BoardError("map/no-units", message, lines.get("grid"))


def check_symmetry(board: Board, lines: Lines) -> None:
    """3.7  The half turn around the centre exchanges A and B and changes nothing else."""
    height, width = board.height, board.width
    for y, x, cell in cells_of(board):
        opposite = cell_at(board, height - 1 - y, width - 1 - x)
        exchanged = Cell(opposite.gold, [*opposite.of("B"), *opposite.of("A")])
        if cell != exchanged:
            found = Text(
                f"found {write_cell(cell)} here and {write_cell(opposite)} at {height - 1 - y},{width - 1 - x}",
                f"trouvé {write_cell(cell)} ici et {write_cell(opposite)} en {height - 1 - y},{width - 1 - x}",
            )
            message = Text(
                f"{found}; expected {write_cell(exchanged)} here, or symmetry none",
                f"{found:fr} ; attendu {write_cell(exchanged)} ici, ou symmetry none",
            )
            raise BoardError("map/asymmetric", message, lines.get(str(y)), (y, x))


def check_on_board(name: str, y: int, x: int, height: int, width: int) -> None:
    """3.1  A cell is on the board."""
    if not (0 <= y < height and 0 <= x < width):
        expected = Text(
            f"y from 0 to {height - 1} and x from 0 to {width - 1}", f"y de 0 à {height - 1} et x de 0 à {width - 1}"
        )
        raise BoardError(
            "map/cell-range",
            Text(
                f"{name} is outside the board; expected {expected}",
                f"{name} est hors de la carte ; attendu {expected:fr}",
            ),
            cell=(y, x),
        )


# 3.3, 3.4  Generated boards

MASK_64 = 2**64 - 1


def splitmix64(state: int) -> tuple[int, int]:
    """3.4  `next()`: the new state of the generator, and the number drawn."""
    state = (state + 0x9E3779B97F4A7C15) & MASK_64
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK_64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK_64
    return state, z ^ (z >> 31)


def draw(state: int, low: int, high: int) -> tuple[int, int]:
    """3.4  The new state of the generator, and a number drawn in low..high."""
    count = high - low + 1
    limit = 2**64 - 2**64 % count
    while True:
        state, number = splitmix64(state)
        if number < limit:
            return state, low + number % count


def spots(params: Mapping[str, Any], seed: int) -> Iterator[tuple[int, int, int]]:
    """3.4  The gold spots in drawing order, as (x, y, n)."""
    state = seed & MASK_64
    for _ in range(params["gold_spots"]):
        state, x = draw(state, 0, params["width"] - 1)
        state, y = draw(state, 0, params["height"] - 1)
        state, n = draw(state, params["gold_root_min"], params["gold_root_max"])
        yield x, y, n


def generate(params: Mapping[str, Any], seats: int, seed: int) -> Board:
    """3.3, 3.4  The board of a seed (modulo 2^64), with the start units of the parameters; `seats` is always 2."""
    height, width = params["height"], params["width"]
    starts = Starts([params["start_gold"]] * len(PLAYERS), [0] * len(PLAYERS))
    cells = Cells([0] * (height * width), [0] * (height * width * UNITS))
    board = Board(height, width, 0, 0, starts, cells)
    for x, y, n in spots(params, seed):
        cells.gold[y * width + x] += n * n
        cells.gold[(height - 1 - y) * width + width - 1 - x] += n * n
    for player in PLAYERS:
        place_units(board, player, params[f"start_units_{player}"])
    check(board, params, {})
    return board


def place_units(board: Board, player: str, entries: Sequence[Any]) -> None:
    """3.3  The start units of one player; entries for the same cell add up."""
    units = board.cells.units
    for kind, count, y, x in entries:
        check_on_board(f"{count}{kind} of start_units_{player}", y, x, board.height, board.width)
        at = (y * board.width + x) * UNITS + FIRST[player] + KINDS.index(kind)
        units[at] += count
        if units[at] > LARGEST:
            raise BoardError(
                "map/cell-syntax",
                Text(
                    f"start_units_{player}: more than {LARGEST}{kind} on a cell",
                    f"start_units_{player} : plus de {LARGEST}{kind} sur une case",
                ),
                None,
                (y, x),
            )


def default(params: Mapping[str, Any], seats: int, seed: int) -> Board:
    """3.3  The board of a match that is given no map: a generated one."""
    return generate(params, seats, seed)


BOARDS = Boards(
    kind=Board, read=read, write=write, generate=generate, default=default, veil=veil, write_json=write_json
)
