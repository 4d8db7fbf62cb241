"""What can be played: the games, their boards, and the champions that a page may name."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from joute.champions.sources.find import offered
from joute.champions.sources.recipe import is_archive
from joute.champions.sources.strength import strengths
from joute.core.errors import BoardError, ParamError
from joute.core.folder import board_names, boards_in_words, bundled_board
from joute.core.game import Game
from joute.core.hand import playable
from joute.core.registry import game_names, load_game, settled_game
from joute.core.text import Text
from joute.web import errors
from joute.web.errors import Refusal
from joute.web.wire import SEED_MOST, GameHead, NewMatch, Seats, TimeControl
from joute.web.worker.clients import has_protocol
from joute.web.worker.people import undoes
from joute.web.worker.pipe import PlayerSpec

BANK_TURNS = 5
"""The usual bank, in turns."""


def usual_clock(game: Game) -> TimeControl:
    """The clock of people who play each other."""
    turn_ms = game.hand.turn_s * 1000
    return TimeControl(turn_ms, BANK_TURNS * turn_ms)


@lru_cache(maxsize=64)
def _plain_game(name: str) -> Game:
    return load_game(name)


class Catalogue:
    """The games of this installation, with the operator's champions."""

    def __init__(self, champions: tuple[Path, ...] = ()) -> None:
        self.folders = champions

    def game(self, name: str) -> Game:
        """A game with its default parameters."""
        if name not in game_names():
            raise Refusal(errors.NO_GAME, name=name[:80], known=", ".join(game_names()))
        return _plain_game(name)

    def heads(self) -> list[GameHead]:
        return [self.head(name) for name in game_names()]

    def head(self, name: str) -> GameHead:
        game = self.game(name)
        info, known = game.info, strengths(game)
        return GameHead(
            name,
            info.title,
            Text(info.summary_en, info.summary_fr),
            Seats(info.seats_least, info.seats_most, info.seats),
            game.foggy,
            undoes(game),
            list(game.parameters.presets),
            board_names(game),
            [*offered(game), *self.own_champions(name)],
            known.champions if known else {},
            list(info.seat_colours),
            usual_clock(game) if playable(game) else None,
            game.parameters.turns,
        )

    def own_champions(self, game: str) -> dict[str, Path]:
        """The operator's champions for a game, by name: files, folders and archives."""
        champions: dict[str, Path] = {}
        for folder in self.folders:
            entries = sorted((folder / game).iterdir()) if (folder / game).is_dir() else []
            for path in entries:
                if not path.name.startswith((".", "_")) and (path.is_dir() or path.suffix == ".py" or is_archive(path)):
                    champions.setdefault(path.name.partition(".")[0], path)
        return champions

    def settled(self, wanted: NewMatch) -> tuple[Game, str | None]:
        """The game of a new match with its parameters, and the text of its board. Refuses what cannot be played."""
        self.game(wanted.game)
        seed = int(wanted.seed or 0)
        if seed > SEED_MOST:
            raise Refusal(errors.WRONG_SEED, seed=seed, most=SEED_MOST)
        try:
            game = settled_game(wanted.game, wanted.preset, wanted.params)
            text = self._board(game, wanted.board)
            game = game if text is None else game.fitted(text)
            if text is not None:
                game.board(text, len(wanted.players), seed)
        except BoardError as error:
            raise Refusal(errors.WRONG_BOARD, why=error) from None
        except (ParamError, ValueError, TypeError) as error:
            raise Refusal(errors.WRONG_VALUE, why=error) from None
        return self.seated(game, wanted), text

    def seated(self, game: Game, wanted: NewMatch, seats: int | None = None) -> Game:
        """The same game, if its seats can be taken as wanted; `seats`: how many there are, where it is settled."""
        least, most, count = seats or game.info.seats_least, seats or game.info.seats_most, len(wanted.players)
        if not least <= count <= most:
            known = Text(f"{least}", f"{least}") if least == most else Text(f"{least} to {most}", f"{least} à {most}")
            raise Refusal(errors.WRONG_SEATS, title=game.info.title, wanted=known, count=count)
        if any(player.kind == "human" for player in wanted.players) and not playable(game):
            raise Refusal(errors.BY_CHAMPIONS_ONLY, title=game.info.title)
        if any(player.kind == "http" for player in wanted.players) and not has_protocol(game):
            raise Refusal(errors.NO_PROTOCOL, title=game.info.title)
        return game

    def _board(self, game: Game, board: str | None) -> str | None:
        """The text of a board: a bundled one by its name, or the text itself; never a file of this machine."""
        if board is None:
            return None
        if board in board_names(game):
            return bundled_board(game, board)
        if "\n" not in board:
            raise Refusal(errors.NO_BOARD, name=board[:80], known=boards_in_words(game))
        return board

    def players(self, game: Game, wanted: NewMatch) -> list[PlayerSpec]:
        """Who plays each seat. Refuses champions that nobody knows."""
        own = self.own_champions(game.name)
        players: list[PlayerSpec] = []
        for player in wanted.players:
            if player.kind == "champion" and player.name not in offered(game):
                if player.name not in own:
                    known = ", ".join([*offered(game), *own])
                    raise Refusal(errors.NO_CHAMPION, name=player.name, known=known)
                players.append(PlayerSpec(player.kind, player.name, str(own[player.name])))
            else:
                players.append(PlayerSpec(player.kind, player.name))
        return players
