"""What people say to each other at a table: that they give up, that it be a draw, that a turn be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from joute.core import hand
from joute.core.game import Game
from joute.core.text import Text
from joute.match.reading import read
from joute.match.replay import RESIGN, BackLine, Replay, advance
from joute.web.wire import Proposal, ProposalKind

if TYPE_CHECKING:
    from .clients import Clients
    from .people import Person

CANNOT: dict[ProposalKind, Text] = {
    "draw": Text("Nobody can agree on a draw at this table.", "À cette table, on ne peut pas convenir d'une nulle."),
    "back": Text(
        "No turn can be taken back at this table: a program plays over HTTP.",
        "À cette table, on ne reprend pas de tour : un programme joue par HTTP.",
    ),
}
NOTHING_BACK = Text("You have not ended a turn yet.", "Vous n'avez pas encore fini de tour.")
ANOTHER = Text("Something else is proposed: answer that first.", "Autre chose est proposé : répondez d'abord à cela.")
NOTHING = Text("Nothing is proposed.", "Rien n'est proposé.")
DECLINED: dict[ProposalKind, tuple[str, str]] = {
    "draw": ("{} declines the draw.", "{} refuse la nulle."),
    "back": ("{} does not want a turn to be taken back.", "{} ne veut pas qu'un tour soit repris."),
}
WITHDRAWN: dict[ProposalKind, tuple[str, str]] = {
    "draw": ("{} offers no draw any more.", "{} ne propose plus la nulle."),
    "back": ("{} does not ask to take a turn back any more.", "{} ne demande plus à reprendre un tour."),
}
TAKEN_BACK = ("{} takes the last turn back.", "{} reprend son dernier tour.")
RESIGNS = ("{} gives the match up.", "{} abandonne le match.")


def said(words: tuple[str, str], name: str) -> Text:
    return Text(*(text.format(name) for text in words))


class TakenBack(BaseException):
    """All agree: the referee is left where it is, and the match goes on from an earlier phase."""

    def __init__(self, line: BackLine) -> None:
        super().__init__(line)
        self.line = line


def proposals(game: Game, kinds: Sequence[str]) -> list[ProposalKind]:
    """What may be proposed among players of these kinds: only people agree on a draw, and programs that play over HTTP
    cannot take a turn back."""
    people = sum(kind == "human" for kind in kinds)
    may: list[ProposalKind] = ["draw"] if people > 1 and people == len(kinds) and game.hand.draws else []
    return [*may, "back"] if people and "http" not in kinds else may


def last_turn_of(played: Replay, seat: int) -> int | None:
    """How many phases were played before the last one in which a seat could do something; None: there was none."""
    found, table = None, played.table()
    for number, line in enumerate(played.phases):
        at = table.seat(seat)
        if seat in line.seats and (hand.places(at) or hand.offers(at, None)):
            found = number
        advance(table, line, number)
    return found


class Talk:
    """What is proposed at one table, and what becomes of it."""

    def __init__(self, may: Sequence[ProposalKind], record: Path | None, tell: Callable[[Text], None]) -> None:
        """`record`: the file that has what was played so far; `tell`: says something to everybody."""
        self.may = list(may)
        self.proposal: Proposal | None = None
        self._record = record
        self._tell = tell
        self._phases = 0

    def resign(self, people: Mapping[int, Person], seat: int, clients: Clients | None) -> None:
        """Give up: whoever thinks at this table stops."""
        people[seat].gives_up = True
        self._tell(said(RESIGNS, people[seat].name))
        if clients is not None:
            clients.match.give_up(seat, RESIGN)
        _finish(people)

    def propose(self, people: Mapping[int, Person], seat: int, kind: ProposalKind) -> Text | None:
        """Propose something, or agree to it: why that is not possible, or None. Raises TakenBack."""
        if kind not in self.may:
            return CANNOT[kind]
        if self.proposal is None:
            if kind == "back":
                phases = None if self._record is None else last_turn_of(read(self._record), seat)
                if phases is None:
                    return NOTHING_BACK
                self._phases = phases
            self.proposal = Proposal(kind, seat, [seat])
        elif self.proposal.kind != kind:
            return ANOTHER
        elif seat not in self.proposal.agreed:
            self.proposal.agreed.append(seat)
        if set(self.proposal.agreed) == set(people):
            self._carry_out(people, self.proposal)
        return None

    def decline(self, people: Mapping[int, Person], seat: int) -> Text | None:
        """Decline what is proposed, or withdraw it: why that is not possible, or None."""
        if self.proposal is None:
            return NOTHING
        words = WITHDRAWN if self.proposal.seat == seat else DECLINED
        self._tell(said(words[self.proposal.kind], people[seat].name))
        self.proposal = None
        return None

    def _carry_out(self, people: Mapping[int, Person], proposal: Proposal) -> None:
        self.proposal = None
        if proposal.kind == "back":
            self._tell(said(TAKEN_BACK, people[proposal.seat].name))
            raise TakenBack(BackLine(proposal.seat, self._phases))
        for person in people.values():
            person.agrees = True
        _finish(people)


def _finish(people: Mapping[int, Person]) -> None:
    """Nobody is waited for any more."""
    for person in people.values():
        if not person.done:
            person.end()
