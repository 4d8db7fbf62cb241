"""Playing line by line: for pipes, screen readers and terminals that can do no more."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from joute.cli.output.paint import print_lines
from joute.core.hand import Cell, Offer, Target, at
from joute.core.scenes import Grid
from joute.core.table import Table
from joute.core.text import Text, read_here, words
from joute.core.world import Turn

from .asking import asked, asked_number, confirmed, in_range, listed, quit_asked, say
from .person import Desk
from .sitting import Aim, Sitting, aims, choice, drawing, goal_of, grid_of, header, sentence, usual
from .typed import Typed, Wrong, read_line

HIDING_LINES = 60
"""So many empty lines hide what the other person saw."""


class Command(NamedTuple):
    """What a person may type besides numbers and cells, in both languages and short."""

    french: str
    short: str
    about: Text


COMMANDS = {
    "help": Command("aide", "?", Text("this help", "cette aide")),
    "board": Command("carte", "b", Text("draw the board", "dessiner la carte")),
    "list": Command("liste", "l", Text("what can be done, once more", "ce qui est possible, encore une fois")),
    "orders": Command("ordres", "o", Text("the orders of this turn so far", "les ordres donnés ce tour-ci")),
    "undo": Command("annuler", "u", Text("take the last order back", "annuler le dernier ordre")),
    "end": Command("fin", "e", Text("end the turn", "finir le tour")),
    "resign": Command("abandonner", "", Text("give the match up", "abandonner le match")),
    "quit": Command(
        "quitter", "q", Text("leave; the replay keeps what was played", "quitter ; le replay garde ce qui a été joué")
    ),
}
TYPED = {typed: name for name, one in COMMANDS.items() for typed in (name, one.french, one.short) if typed}
"""The command that each word is."""
EMPTY = Text("", "")


class Ended(Exception):
    """The phase is over; `resigned`: and so is the match."""

    def __init__(self, resigned: bool = False) -> None:
        self.resigned = resigned


class Plain(Desk):
    """Asks in words, one line at a time."""

    greeted = False

    def play(self, sitting: Sitting, turn: Turn) -> bool:
        self._greet(sitting)
        phase = Phase(sitting)
        lines = drawing(sitting.game, sitting.scene())
        print_lines([[], *header(lines, phase.grid), *self.news.take(sitting.seat.index)])
        phase.list()
        try:
            while True:
                phase.obey(asked("> "))
        except Ended as end:
            return not end.resigned

    def _greet(self, sitting: Sitting) -> None:
        if self.greeted:
            return
        self.greeted = True
        game = sitting.game
        names = ", ".join(self.called(seat) for seat in range(len(self.names)))
        say(words(f"{game.info.title}: {names}.", f"{game.info.title} : {names}."))
        for line in goal_of(game):
            say(line)
        say(
            words(
                "Type a number to do what stands beside it, end to end the turn, help for more. "
                f"The rules: joute rules {game.name}",
                "Tapez un numéro pour faire ce qui est à côté, fin pour finir le tour, aide pour le reste. "
                f"Les règles : joute rules {game.name}",
            )
        )

    def hand_over(self, seat: int) -> None:
        if sys.stdout.isatty():
            print("\n" * HIDING_LINES)
        name = self.called(seat)
        asked(
            words(f"{name}, press Enter when you alone look.", f"{name}, appuyez sur Entrée quand vous seul regardez.")
        )

    def end(self, table: Table) -> None:
        lines = drawing(table.game, table.scene(None))
        for seat in self.people:
            print_lines(self.news.take(seat))
        print_lines([[], *lines, []])


class Phase:
    """One phase, line by line: the place that was chosen, and the offers by their numbers."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.picked: Cell | None = None
        self.grid: Grid | None = grid_of(sitting.seat, sitting.scene())
        self.offers: list[Offer] = []
        self._renew()

    def obey(self, text: str) -> None:
        """Do what a line says; raises Ended or Quit."""
        try:
            typed = read_line(text, self.sitting.game, self.grid)
        except Wrong as wrong:
            say(read_here(wrong))
            return
        if typed.word:
            self._command(typed.word)
        elif typed.number is not None:
            self._numbered(typed)
        elif typed.cell is not None:
            self._cell(typed.cell)
        else:
            self.list()

    # Commands

    def _command(self, word: str) -> None:
        name = TYPED.get(word)
        if name is None or name not in COMMANDS:
            _unknown(word, [*COMMANDS, *(COMMANDS[known].french for known in COMMANDS)])
            return
        actions: dict[str, Callable[[], None]] = {
            "help": self._help,
            "board": self._board,
            "list": self.list,
            "orders": self._orders,
            "undo": self._undo,
            "end": self._end,
            "resign": self._resign,
            "quit": quit_asked,
        }
        actions[name]()

    def _help(self) -> None:
        for name in COMMANDS:
            french, short, about = COMMANDS[name]
            print(f"  {short:<2} {words(name, french):<12}{read_here(about)}")
        say(
            words(
                "A number does what stands beside it. A cell, such as 3,4, chooses a place, or where to act from the "
                "chosen one. All at once: 2 3,4 does offer 2 on cell 3,4, and 2 3,4 5 with the number 5.",
                "Un numéro fait ce qui est écrit à côté. Une case, comme 3,4, choisit un endroit, ou la cible depuis "
                "l'endroit choisi. Tout à la fois : 2 3,4 fait l'offre 2 sur la case 3,4, et 2 3,4 5 avec le nombre 5.",
            )
        )

    def _board(self) -> None:
        print_lines(drawing(self.sitting.game, self.sitting.scene()))

    def _orders(self) -> None:
        orders = self.sitting.orders
        for text in orders:
            print(f"  {read_here(text)}")
        if not orders:
            say(words("No order yet.", "Encore aucun ordre."))

    def _undo(self) -> None:
        said = self.sitting.undo()
        say(sentence(said.text))
        if said.ok:
            self._renew()
            self.list()

    def _end(self) -> None:
        raise Ended

    def _resign(self) -> None:
        if confirmed(words("Give the match up?", "Abandonner le match ?")):
            raise Ended(resigned=True)

    # Places and offers

    def _at(self, cell: Cell) -> str:
        return at(self.sitting.game, cell)

    def _renew(self) -> None:
        """Ask anew what can be done. Where there is one place to choose, it is chosen."""
        places = self.sitting.places
        if self.picked not in places:
            self.picked = places[0] if len(places) == 1 else None
        local = [] if self.picked is None else self.sitting.offers(self.picked)
        self.local = len(local)
        self.offers = [*local, *(offer for offer in self.sitting.offers(None) if offer not in local)]

    def list(self) -> None:
        """What can be done."""
        places = self.sitting.places
        if self.picked is not None:
            place = self._at(self.picked)
            print(words(f"From {place}:", f"Depuis {place} :"))
        for number, offer in enumerate(self.offers, 1):
            if number == self.local + 1:
                print(words("From anywhere:", "De partout :"))
            print(f"  {number:>2}  {_offer_text(offer)}")
        others = [self._at(place) for place in places if place != self.picked]
        if others:
            say(words("Places: ", "Endroits : ") + listed(others))
        if not self.offers and not others:
            say(words("Nothing more can be done: end the turn.", "Plus rien n'est possible : finissez le tour (fin)."))

    def _cell(self, cell: Cell) -> None:
        """A cell alone: a target of the chosen place, or another place."""
        here = aims(self.offers, cell)
        places = self.sitting.places
        if cell in places and cell != self.picked:
            self._pick(cell)
        elif len(here) == 1 and cell not in places:
            self._act(*here[0], None)
        elif here:
            self._doubt(here)
        elif cell in places:
            self.list()
        else:
            say(sentence(self.sitting.why_not(self.picked, cell, None)))

    def _pick(self, cell: Cell) -> None:
        self.picked = cell
        self._renew()
        self.list()

    def _doubt(self, here: Sequence[Aim]) -> None:
        print(words("Which of these?", "Laquelle de ces actions ?"))
        for offer, target in here:
            note = f" ({read_here(target.note)})" if target.note else ""
            print(f"  {self.offers.index(offer) + 1:>2}  {read_here(offer.title)}{note}")

    def _numbered(self, typed: Typed) -> None:
        number = typed.number
        if number is None or not 1 <= number <= len(self.offers):
            count = len(self.offers)
            say(
                words(f"There is no offer {number}: expected 1 to {count}.", f"Pas d'offre {number} : de 1 à {count}.")
                if count
                else words("There is no offer here: type a cell.", "Aucune offre ici : tapez une case.")
            )
            return
        offer = self.offers[number - 1]
        cell, amount = typed.cell, typed.amount
        if not offer.targets:
            if cell is not None:
                say(words("This offer takes no cell.", "Cette offre ne prend pas de case."))
                return
            self._act(offer, None, amount)
            return
        target = self._target(offer, cell)
        if target is not None:
            self._act(offer, target, amount)

    def _target(self, offer: Offer, cell: Cell | None) -> Target | None:
        """The target on a cell, which is asked for if none was typed; None for none."""
        if cell is None:
            if len(offer.targets) == 1:
                return offer.targets[0]
            self._list_targets(offer.targets)
            cell = self._asked_cell(words("Where? ", "Où ? "))
            if cell is None:
                return None
        target = next((target for target in offer.targets if target.cell == cell), None)
        if target is None:
            say(sentence(self.sitting.why_not(self.picked, cell, offer)))
            self._list_targets(offer.targets)
        return target

    def _asked_line(self, prompt: str) -> Typed:
        """An answer to a question; a command is obeyed, and answers nothing."""
        try:
            typed = read_line(asked(prompt), self.sitting.game, self.grid)
        except Wrong as wrong:
            say(read_here(wrong))
            return Typed()
        if typed.word:
            self._command(typed.word)
        return typed

    def _asked_cell(self, prompt: str) -> Cell | None:
        typed = self._asked_line(prompt)
        if typed.number is not None:
            say(words("Expected a cell, such as 3,4.", "Attendu : une case, comme 3,4."))
        return typed.cell if typed.number is None else None

    def _side(self, target: Target, number: int | None) -> Target | None:
        """What is chosen after a target, by its number or its cell: where to look."""
        if number is None:
            for at_number, side in enumerate(target.then, 1):
                print(f"  {at_number:>2}  {read_here(side.note or EMPTY)} ({self._at(side.cell)})")
            typed = self._asked_line(words("And then? ", "Et ensuite ? "))
            number = next((n for n, side in enumerate(target.then, 1) if side.cell == typed.cell), typed.number)
            if number is None:
                return None
        if not 1 <= number <= len(target.then):
            say(words(f"Expected 1 to {len(target.then)}.", f"Attendu : de 1 à {len(target.then)}."))
            return None
        return target.then[number - 1]

    def _list_targets(self, targets: Sequence[Target]) -> None:
        """The cells, those together of which the same is to be said."""
        groups: dict[str, list[Cell]] = {}
        for target in targets:
            groups.setdefault(read_here(target.note or EMPTY), []).append(target.cell)
        print(words("Possible cells:", "Cases possibles :"))
        for note, cells in groups.items():
            names = listed(self._at(cell) for cell in sorted(cells, key=lambda cell: cell[::-1]))
            say(f"{note}{words(': ', ' : ')}{names}" if note else names, indent="  ")

    def _act(self, offer: Offer, target: Target | None, number: int | None) -> None:
        """Ask for what is still missing, then do it."""
        to = None if target is None else target.cell
        if target is not None and target.then:
            target, number = self._side(target, number), None
            if target is None:
                return
        if number is None:
            number = asked_number(offer.amount) if offer.amount and choice(offer.amount) else usual(offer)
        elif offer.amount is None:
            say(words("This offer takes no number.", "Cette offre ne prend pas de nombre."))
            return
        if number is None or not in_range(offer.amount, number):
            return
        said = self.sitting.act(offer, target, number)
        say(sentence(said.text))
        if said.ok:
            self.picked = self.sitting.follows(offer, self.picked, to)
        self._renew()
        if said.ok:
            self.list()


# Words


def _offer_text(offer: Offer) -> str:
    title = read_here(offer.title)
    notes = [read_here(offer.note)] if offer.note is not None else []
    if len(offer.targets) > 1:
        notes.append(words(f"cells: {len(offer.targets)}", f"cases : {len(offer.targets)}"))
    if offer.amount is not None and choice(offer.amount):
        notes.append(
            words(f"{offer.amount.least} to {offer.amount.most}", f"{offer.amount.least} à {offer.amount.most}")
        )
    return f"{title} ({', '.join(notes)})" if notes else title


def _unknown(word: str, known: Sequence[str]) -> None:
    near = get_close_matches(word, known, n=1)
    say(
        words(f"I do not know «{word:.40}». Did you mean {near[0]}?", f"« {word:.40} » ? Vouliez-vous dire {near[0]} ?")
        if near
        else words(f"I do not know «{word:.40}». Type help.", f"« {word:.40} » : commande inconnue. Tapez aide.")
    )
