"""What stands beside or below the board."""

from __future__ import annotations

from collections.abc import Sequence

from joute.core.drawing import Line
from joute.core.hand import Offer, at
from joute.core.text import read_here, words

from .choosing import PAGE, Choosing
from .sitting import Aim, choice, sentence

NEWS_BELOW, NEWS_BESIDE = 3, 12
"""How many lines of news there are."""


def panel_of(choosing: Choosing, news: Sequence[Line], beside: bool) -> list[Line]:
    """What happened, what came of the last key, and what can be done."""
    most = NEWS_BESIDE if beside else NEWS_BELOW
    lines = list(news[:most])
    if len(news) > most:
        lines[-1] = [(words(f"… n: all {len(news)} lines", f"… n : les {len(news)} lignes"), "dim")]
    lines += [[]] if news and beside else []
    if choosing.said is not None:
        lines.append([(sentence(choosing.said.text), "bold" if choosing.said.ok else "warn")])
    if choosing.question is not None:
        return [*lines, *_question(choosing)]
    if choosing.half is not None:
        return [*lines, *_sides(choosing, choosing.half)]
    if choosing.doubt:
        return [*lines, *_doubt(choosing)]
    return [*lines, *_cursor_line(choosing), *_offers(choosing)]


def _question(choosing: Choosing) -> list[Line]:
    question = choosing.question
    assert question is not None
    least, most = question.amount.least, question.amount.most
    return [
        [(read_here(question.offer.title), "title")],
        [
            (words(f"How many? {least} to {most}: ", f"Combien ? De {least} à {most} : "), ""),
            (f" {question.number} ", "+cursor"),
            (words("   Enter: so many   Esc: back", "   Entrée : valider   Échap : revenir"), "dim"),
        ],
    ]


def _doubt(choosing: Choosing) -> list[Line]:
    """Several things that Enter could do."""
    lines: list[Line] = [[(words("Which?", "Que faire ?"), "title")]]
    for number, (offer, target) in enumerate(choosing.doubt[:PAGE], 1):
        note = f"  {read_here(target.note)}" if target.note else ""
        lines.append([(f" {number} ", "bold"), (read_here(offer.title), ""), (note, "dim")])
    return lines


def _sides(choosing: Choosing, half: Aim) -> list[Line]:
    """What is asked after half an order; the one under the cursor is marked."""
    lines: list[Line] = [[(read_here(half[0].title), "title")]]
    for number, side in enumerate(half[1].then, 1):
        what = read_here(side.note) if side.note else at(choosing.sitting.game, side.cell)
        lines.append([(f" {number} ", "bold"), (what, "+cursor" if side.cell == choosing.cursor else "")])
    return lines


def _cursor_line(choosing: Choosing) -> list[Line]:
    """Where the cursor is, and what Enter would do there."""
    line: Line = [(at(choosing.sitting.game, choosing.cursor), "bold")]
    here = choosing.under_cursor
    if len(here) > 1:
        line.append((words(f"  Enter: one of {len(here)}", f"  Entrée : une parmi {len(here)}"), ""))
    for offer, target in here if len(here) == 1 else ():
        line.append((f"  {words('Enter', 'Entrée')}: {read_here(offer.title)}", ""))
        if target.note:
            line.append((f", {read_here(target.note)}", "dim"))
    if not here and choosing.cursor in choosing.places and choosing.cursor != choosing.picked:
        line.append((words("  Enter: choose this place", "  Entrée : choisir cet endroit"), ""))
    return [line]


def _offers(choosing: Choosing) -> list[Line]:
    if not choosing.offers and not choosing.places:
        return [[(words("Nothing more can be done. e: end the turn", "Plus rien n'est possible. e : finir"), "bold")]]
    lines: list[Line] = []
    for number, offer in enumerate(choosing.numbered, 1):
        index = choosing.first + number - 1
        if index == 0 and choosing.local and choosing.picked is not None:
            name = at(choosing.sitting.game, choosing.picked)
            lines.append([(words(f"From {name}:", f"Depuis {name} :"), "title")])
        if index == choosing.local:
            lines.append([(words("From anywhere:", "De partout :"), "title")])
        lines.append(_offer(number, offer, offer is choosing.aim))
    more = len(choosing.offers) - choosing.first - len(choosing.numbered)
    if more > 0:
        lines.append([(words(f"   page down: {more} more", f"   page bas : {more} de plus"), "dim")])
    return lines or [[(words("Tab: the next place", "Tab : l'endroit suivant"), "dim")]]


def _offer(number: int, offer: Offer, chosen: bool) -> Line:
    line: Line = [(f" {number} ", "bold"), (read_here(offer.title), "+cursor" if chosen else "")]
    notes = [read_here(offer.note)] if offer.note else []
    if choice(offer.amount) and offer.amount is not None:
        notes.append(
            words(f"{offer.amount.least} to {offer.amount.most}", f"{offer.amount.least} à {offer.amount.most}")
        )
    return [*line, ("  " + ", ".join(notes), "dim")] if notes else line
