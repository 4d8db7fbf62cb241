"""Playing on the whole screen: the board, a cursor, and what can be done beside or below it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from joute.cli.player.drawing import drawn
from joute.cli.player.terminal import Terminal
from joute.core.drawing import Line
from joute.core.hand import Cell
from joute.core.scenes import Grid
from joute.core.table import Table
from joute.core.text import read_here, words
from joute.core.world import Turn
from joute.match.replay import PhaseLine

from .choosing import Choosing
from .layout import cell_texts, composed, marked, room_of, wrapped
from .panel import panel_of
from .person import Desk, Quit
from .sitting import Sitting, drawing, goal_of, header, seat_colour

RESIZED_S = 0.3
"""How soon another size of the window is noticed."""
SHOWN_S = 0.7
"""How long the turn of another player is shown; any key ends that."""
FAR = 5
"""How many cells the cursor goes with shift."""


def _keys() -> list[tuple[str, str]]:
    return [
        (
            words("arrows", "flèches"),
            words("move the cursor; with shift, five cells", "déplacer le curseur ; avec maj, de cinq cases"),
        ),
        (
            "Tab",
            words(
                "the next place, or the next target of an offer (shift-Tab: back)",
                "l'endroit suivant, ou la cible suivante (maj-Tab : en arrière)",
            ),
        ),
        (
            words("Enter", "Entrée"),
            words("choose a place, then act on a target", "choisir un endroit, puis agir sur une cible"),
        ),
        ("1-9", words("do an offer, or show its targets", "faire une offre, ou montrer ses cibles")),
        (words("page up/down", "page haut/bas"), words("more offers", "d'autres offres")),
        (words("Esc", "Échap"), words("back", "revenir")),
        ("u", words("take the last order back", "annuler le dernier ordre")),
        ("e", words("end the turn", "finir le tour")),
        ("o", words("the orders of this turn so far", "les ordres donnés ce tour-ci")),
        ("R", words("give the match up", "abandonner le match")),
        ("n", words("all that happened since your last turn", "tout ce qui s'est passé depuis votre dernier tour")),
        ("?", words("this help", "cette aide")),
        ("q", words("leave; the replay keeps what was played", "quitter ; le replay garde ce qui a été joué")),
    ]


class Screen(Desk):
    """Takes keys one by one, and draws everything anew after each."""

    def __init__(self, table: Table, names: Sequence[str], people: Sequence[int], terminal: Terminal) -> None:
        super().__init__(table, names, people)
        self.terminal = terminal
        self._seen = {seat: Picture(table.scene(seat), table, names).texts() for seat in people}
        self._cursors: dict[int, Cell] = {}

    def warn(self, text: str) -> None:
        for seat in self.people:
            self.news.add(seat, [[(text, "warn")]])

    def play(self, sitting: Sitting, turn: Turn) -> bool:
        phase = PhaseOnScreen(self, sitting)
        self.terminal.interruptible(False)
        ended = phase.run()
        self.terminal.interruptible(True)
        self._seen[sitting.seat.index] = phase.picture().texts()
        self._cursors[sitting.seat.index] = phase.choosing.cursor
        phase.draw(words("the others play…", "les autres jouent…"))
        return ended

    def seen(self, seat: int) -> list[list[str]]:
        """What was drawn when a person ended the last phase."""
        return self._seen[seat]

    def cursor(self, seat: int) -> Cell:
        return self._cursors.get(seat, (0, 0))

    def hand_over(self, seat: int) -> None:
        text = words(
            f"{self.called(seat)}: press Enter when you alone look.",
            f"{self.called(seat)} : appuyez sur Entrée quand vous seul regardez.",
        )
        while self.key([[], [(text, seat_colour(self.table.game, seat))]], []) not in ("enter", "q"):
            pass

    def show(self, table: Table, line: PhaseLine) -> None:
        """The phase of another player, for a moment: to one person, or to several where nothing is hidden."""
        acting = any(phase.acts for phase in table.game.phases if phase.name == line.phase)
        if not acting or set(line.seats) & set(self.people) or (table.game.foggy and len(self.people) > 1):
            return
        seat = self._last
        picture = Picture(table.game.seen(table.view(seat), seat), table, self.names)
        panel = self.news.told(table, line, seat)
        room = room_of(picture.grid, *self.terminal.size())
        told = [part for one in panel for part in wrapped(one, room.panel_width)]
        marks = dict.fromkeys(picture.changed(self.seen(seat)), "changed")
        centre = next(iter(marks), self.cursor(seat))
        screen = picture.on(room, told, marks, centre)
        self.terminal.show(screen, [(words(" any key: go on", " une touche : continuer"), "dim")])
        self._pause(SHOWN_S)

    def _pause(self, seconds: float) -> None:
        due = time.monotonic() + seconds
        while (left := due - time.monotonic()) > 0 and self.terminal.key(left) is None:
            pass

    def end(self, table: Table) -> None:
        """The last position, until a key is pressed."""
        picture = Picture(table.scene(None), table, self.names)
        panel = [self.outcome(table.result), [], *self.news.take(self._last)]
        while True:
            room = room_of(picture.grid, *self.terminal.size())
            told = [part for one in panel for part in wrapped(one, room.panel_width)]
            screen = picture.on(room, told, {}, self.cursor(self._last))
            if self.key(screen, [(words(" any key: go on", " une touche : continuer"), "dim")], redraw=True):
                return

    def key(self, lines: Sequence[Line], status: Line, redraw: bool = False) -> str:
        """Show lines until a key is pressed; with `redraw`, empty when the window has another size. Ctrl-C is q."""
        size = self.terminal.size()
        self.terminal.show(lines, status)
        while (key := self.terminal.key(RESIZED_S)) is None:
            if size != self.terminal.size():
                if redraw:
                    return ""
                size = self.terminal.size()
                self.terminal.show(lines, status)
        return "q" if key == "interrupt" else key


class Picture:
    """A scene, drawn."""

    def __init__(self, scene: dict[str, Any], table: Table, names: Sequence[str]) -> None:
        scenes = table.game.scenes
        assert scenes.grid is not None
        self.lines = drawing(table.game, scene)
        self.grid: Grid = scenes.grid(scene)
        title = drawn(table, list(names))[0]
        self.head = [title, *header(self.lines, self.grid)]

    def texts(self) -> list[list[str]]:
        """What is drawn in each cell."""
        return cell_texts(self.lines, self.grid)

    def changed(self, before: list[list[str]]) -> list[Cell]:
        """The cells that are drawn otherwise than before."""
        now = self.texts()
        return [(x, y) for y, row in enumerate(now) for x, text in enumerate(row) if text != before[y][x]]

    def on(self, room: Any, panel: Sequence[Line], marks: dict[Cell, str], cursor: Cell) -> list[Line]:
        return composed(marked(self.lines, self.grid, marks), self.grid, self.head, panel, room, cursor)


class PhaseOnScreen:
    """One phase of one person."""

    def __init__(self, desk: Screen, sitting: Sitting) -> None:
        self.desk = desk
        self.sitting = sitting
        self.seat = sitting.seat.index
        self.news = desk.news.take(self.seat)
        picture = self.picture()
        self.choosing = Choosing(sitting, picture.grid, desk.cursor(self.seat))
        self.changed = picture.changed(desk.seen(self.seat))
        self.page: list[Line] = []
        """What stands in place of the board until a key is pressed."""
        self._actions = self._bound()
        self._answers = self._answering()

    def _bound(self) -> dict[str, Callable[[], None]]:
        choosing = self.choosing
        steps = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
        actions: dict[str, Callable[[], None]] = {}
        for name, (columns, rows) in steps.items():
            actions[name] = partial(choosing.move, columns, rows)
            actions[f"far {name}"] = partial(choosing.move, FAR * columns, FAR * rows)
        return {
            **actions,
            **{str(digit): partial(choosing.digit, digit) for digit in range(10)},
            "tab": lambda: choosing.next(1),
            "back tab": lambda: choosing.next(-1),
            "enter": choosing.enter,
            "space": choosing.enter,
            "escape": choosing.back,
            "backspace": choosing.erase,
            "page down": lambda: choosing.turn_page(1),
            "page up": lambda: choosing.turn_page(-1),
            "u": choosing.undo,
            "?": self._help,
            "n": self._all_news,
            "o": self._orders,
        }

    def _answering(self) -> dict[str, Callable[[], None]]:
        """The keys while a number is asked for."""
        same = [*map(str, range(10)), "enter", "escape", "backspace", "?"]
        steps = {"up": 1, "right": 1, "down": -1, "left": -1}
        stepping = {key: partial(self.choosing.step, by) for key, by in steps.items()}
        return {key: self._actions[key] for key in same} | stepping

    def run(self) -> bool:
        """Take keys until the person ends the phase; False when the match is given up."""
        while True:
            key = self.draw()
            if key == "e" and self.choosing.question is None:
                return True
            if key == "q" and self._sure(words("Leave the match?", "Quitter le match ?")):
                raise Quit
            if key == "R" and self._sure(words("Give it up?", "Abandonner ?")):
                return False
            orders = len(self.sitting.seat.orders)
            actions = self._actions if self.choosing.question is None else self._answers
            actions.get(key, lambda: None)()
            if len(self.sitting.seat.orders) != orders:
                self.changed, self.news = [], []

    def _sure(self, question: str) -> bool:
        status: Line = [
            (f" {question} ", "warn"),
            (words("y: yes   any other key: no", "o : oui   toute autre touche : non"), "bold"),
        ]
        return self.draw(status) in ("y", "o", "q")

    # Drawing

    def picture(self) -> Picture:
        return Picture(self.sitting.scene(), self.desk.table, self.desk.names)

    def draw(self, status: Line | str = "") -> str:
        """Show the position, and what can be done; a key. With words of waiting, show them and return."""
        picture = self.picture()
        while True:
            room = room_of(picture.grid, *self.desk.terminal.size())
            panel = [
                part
                for line in panel_of(self.choosing, self.news, bool(room.beside))
                for part in wrapped(line, room.panel_width)
            ]
            page = [part for line in self.page for part in wrapped(line, room.columns)]
            lines = page or picture.on(room, panel, self._marks(), self.choosing.cursor)
            if isinstance(status, str) and status:
                self.desk.terminal.show(lines, [(f" {status}", "dim")])
                return ""
            key = self.desk.key(lines, status or self._status(), redraw=True)
            if key and self.page:
                self.page = []
                if key in ("q", "e"):
                    continue
                return ""
            if key:
                return key

    def _marks(self) -> dict[Cell, str]:
        choosing = self.choosing
        marks = dict.fromkeys(self.changed, "changed")
        if choosing.picked is None or not choosing.targets:
            marks |= dict.fromkeys(choosing.places, "place")
        marks |= {target.cell: "target" for _, target in choosing.targets}
        if choosing.picked is not None:
            marks[choosing.picked] = "place"
        return marks | {choosing.cursor: "cursor"}

    def _status(self) -> Line:
        keys = words(
            "Tab next  Enter act  1-9 offer  u undo  e end  ? help  q leave",
            "Tab suivant  Entrée agir  1-9 offre  u annuler  e finir  ? aide  q quitter",
        )
        return [(f" {self.sitting.name} ", f"{seat_colour(self.sitting.game, self.seat)}+cursor"), (f" {keys}", "dim")]

    # Pages

    def _help(self) -> None:
        keys = _keys()
        width = max(len(key) for key, _ in keys) + 2
        picture = self.picture()
        below = picture.lines[picture.grid.top + picture.grid.rows * picture.grid.high :]
        goal: list[Line] = [[(text, "title")] for text in goal_of(self.sitting.game)]
        self.page = [*goal, *([(f" {key:<{width}}", "bold"), (about, "")] for key, about in keys), *below]

    def _all_news(self) -> None:
        self.page = self.news or [[(words("Nothing new.", "Rien de nouveau."), "dim")]]

    def _orders(self) -> None:
        orders = self.sitting.orders
        self.page = [[(read_here(text), "")] for text in orders] or [
            [(words("No order yet.", "Encore aucun ordre."), "dim")]
        ]
