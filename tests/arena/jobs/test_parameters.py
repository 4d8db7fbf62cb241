"""Champions with parameters, in matches as data, in tournaments and in what a person may choose."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.arena.jobs.job import Terms, job_for, play
from joute.arena.jobs.packages import Packages
from joute.arena.tournament.config import TournamentError, read
from joute.champions.sandbox.limits import Level
from joute.champions.sources.find import offered
from joute.web.lobby.catalogue import Catalogue
from joute.web.wire import NewMatch, NewPlayer

TOY = joute.load_game("toy")
PROSPECTOR = Path(__file__).parents[2] / "games" / "toy" / "champions" / "prospector.py"
GIVEN = "worth=0,roam=60"


def scores(packages: Packages, *names: str) -> tuple[int, ...]:
    champions = [packages.champion(TOY, name, f"player {seat}") for seat, name in enumerate(names)]
    done = play(job_for("one", TOY, 5, champions, hosting=Terms(Level.PROCESS)), packages)
    assert done.void == ""
    assert [verdict for verdict, _ in done.verdicts] == ["OK"] * len(names)
    return done.scores


def test_a_job_plays_them_with_their_parameters_whatever_they_are_called(tmp_path: Path) -> None:
    packages = Packages(tmp_path / "packages")
    (tmp_path / "mine.py").write_bytes(PROSPECTOR.read_bytes())
    plain = scores(packages, "prospector", "digger")
    other = scores(packages, f"prospector:{GIVEN}", "digger")
    assert other != plain
    assert scores(packages, str(tmp_path / "mine.py"), "digger") == plain
    assert scores(packages, f"{tmp_path / 'mine.py'}:{GIVEN}", "digger") == other
    assert scores(packages, "mcts:tries=3", "digger") == scores(packages, "mcts:tries=3", "digger")


def test_a_file_of_weights_travels_with_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tuned.json").write_text('{"worth": 0, "roam": 60}')
    for name in ("prospector", str(PROSPECTOR)):
        champion = Packages(tmp_path / "packages").champion(TOY, f"{name}:weights=tuned.json")
        assert GIVEN in champion.bundled + champion.given


def test_a_tournament_enters_them(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(PROSPECTOR.read_bytes())
    text = 'name = "one"\ngame = "toy"\nstore = "store"\n[format]\nkind = "round_robin"\n'
    file = tmp_path / "one.toml"
    file.write_text('entrants = ["mcts:tries=3", "mine.py:level=easy", "prospector:level=medium"]\n' + text)
    assert [source for _, source in read(file).entrants] == [
        "mcts:tries=3",
        "mine.py:level=easy",
        "prospector:level=medium",
    ]
    file.write_text('entrants = ["none:level=easy", "random"]\n' + text)
    with pytest.raises(TournamentError, match="entrants: no champion 'none:level=easy'"):
        read(file)


def test_a_person_chooses_the_level_of_a_policy() -> None:
    levels = ["prospector:level=easy", "prospector:level=medium"]
    assert offered(TOY) == ["idle", "random", "digger", "prospector", *levels, "rollout", "mcts"]
    wanted = NewMatch("toy", [NewPlayer("champion", name) for name in levels])
    assert [player.name for player in Catalogue().players(TOY, wanted)] == levels
