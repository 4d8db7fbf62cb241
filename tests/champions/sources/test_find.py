"""Finding champions: by the name of a bundled one or by a path, what is said of one that is not there, the digest."""

from __future__ import annotations

from pathlib import Path

import pytest

import joute
from joute.champions.errors import ChampionError
from joute.champions.players.simple import Idle, Random
from joute.champions.sources.find import bundled, find
from joute.core.game import Game

NOTHING = "from api import *\ndef jouer_tour():\n    print('é')\n"


@pytest.fixture
def game() -> Game:
    return joute.load_game("chartichaud", max_turns=2)


def test_bundled_champions_are_found_by_name(game: Game) -> None:
    known = bundled(game)
    assert list(known)[:2] == ["idle", "random"]
    assert known["idle"] is None
    assert all(path is not None and path.is_file() for name, path in known.items() if name not in ("idle", "random"))
    assert isinstance(find(game, "idle"), Idle)
    assert isinstance(find(game, "random"), Random)
    toy = joute.load_game("toy")
    assert list(bundled(toy)) == ["idle", "random", "digger", "prospector"]
    assert find(toy, "digger").name == "digger"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nobody", "no champion 'nobody': there is no such file or folder, and chartichaud comes with idle, random, "),
        ("", "no champion '': there is no such file or folder"),
        ("text.txt", "text.txt: a champion is a folder, a .zip, a .tar.gz or a file that ends in .py, "),
        (
            "empty",
            "empty: no champion here; expected a file prologin, Prologin, Champion, champion or main that ends in .",
        ),
        ("x" * 5000, "cannot be read: "),
        ("null\0byte", "no champion 'null\\x00byte'"),
        ("locked.py", "locked.py: cannot be read: "),
        ("lockedfolder", "cannot be read: "),
    ],
)
def test_champions_that_cannot_be_found(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.txt").touch()
    Path("empty").mkdir()
    Path("lockedfolder").mkdir()
    Path("lockedfolder", "main.py").write_text(NOTHING, encoding="utf-8")
    Path("locked.py").write_text(NOTHING, encoding="utf-8")
    refuse_to_read(monkeypatch, "locked")
    with pytest.raises(ChampionError) as caught:
        find(game, name)
    assert message in str(caught.value)


def refuse_to_read(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """As if we might not read files with such a path: tests may run as root, who reads everything."""
    sound = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        if part in str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return sound(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)


def test_digest_follows_what_a_champion_is(tmp_path: Path, game: Game) -> None:
    folder = tmp_path / "champion"
    folder.mkdir()
    (folder / "main.py").write_text("from api import *\nA = 1\n", encoding="utf-8")
    (folder / "helper.py").write_text("B = 1\n", encoding="utf-8")

    def digest() -> str:
        return find(game, str(folder)).digest

    alone, first = find(game, str(folder / "main.py")).digest, digest()
    assert first != alone
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "x.py").write_text("C = 1", encoding="utf-8")
    (folder / "notes.txt").write_text("C = 1", encoding="utf-8")
    (folder / "odd.py").mkdir()
    assert digest() == first
    (folder / "helper.py").write_text("B = 2\n", encoding="utf-8")
    second = digest()
    assert second != first
    (folder / "helper.py").rename(folder / "other.py")
    assert digest() not in (first, second)
    assert find(game, str(folder / "main.py")).digest == alone
