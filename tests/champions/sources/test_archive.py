"""Submissions: what strangers pack into an archive is read safely, or refused with the reason."""

from __future__ import annotations

import gzip
import io
import os
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.errors import ChampionError
from joute.champions.players.simple import Idle
from joute.champions.sources import archive
from joute.champions.sources.archive import Unpacked
from joute.champions.sources.find import find
from joute.champions.sources.recipe import is_archive
from joute.match.referee import Referee
from joute.match.verdict import Verdict

pytestmark = pytest.mark.usefixtures("private")
NOTHING = b"def jouer_tour():\n    pass\n"
Files = dict[str, bytes]
Pack = Callable[[Files], Path]


def zipped(path: Path, files: Files) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def tarred(path: Path, files: Files) -> Path:
    with tarfile.open(path, "w:gz") as packed:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            packed.addfile(info, io.BytesIO(content))
    return path


PACKERS: dict[str, Callable[[Path, Files], Path]] = {"zip": zipped, "tar.gz": tarred, "tgz": tarred}


@pytest.fixture(params=PACKERS)
def pack(request: pytest.FixtureRequest, tmp_path: Path) -> Pack:
    return lambda files: PACKERS[request.param](tmp_path / f"champion.{request.param}", files)


def unpacked(path: Path) -> Files:
    place = Unpacked(path)
    found = {
        str(file.relative_to(place.folder)): file.read_bytes() for file in place.folder.rglob("*") if file.is_file()
    }
    place.close()
    return found


def refusal(path: Path) -> str:
    with pytest.raises(ChampionError) as caught:
        Unpacked(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    return text.removeprefix(f"{path}: ")


# What is read


def test_files_and_folders_are_unpacked(pack: Pack, private: Path) -> None:
    files = {"main.py": NOTHING, "parts/deep/map.txt": b"\0\xff"}
    assert unpacked(pack(files)) == files
    assert list(private.iterdir()) == []


def test_one_folder_around_everything_is_unwrapped(pack: Pack) -> None:
    files = {"mine/main.py": NOTHING, "mine/parts/a.py": b"", "__MACOSX/mine/._main.py": b"x", ".DS_Store": b"x"}
    assert unpacked(pack(files)) == {"main.py": NOTHING, "parts/a.py": b""}


def test_junk_is_left_out(pack: Pack) -> None:
    junk = {f"{name}/x": b"x" for name in ("__MACOSX", "a/__pycache__", ".git")}
    junk |= {".DS_Store": b"x", "a/.DS_Store": b"x", "._main.py": b"x", "Thumbs.db": b"x"}
    assert unpacked(pack({"main.py": NOTHING, "b.py": b"", **junk})) == {"main.py": NOTHING, "b.py": b""}


def test_folder_is_private_and_files_are_plain(pack: Pack) -> None:
    place = Unpacked(pack({"main.py": NOTHING, "other.py": b""}))
    assert stat.S_IMODE(place.folder.parent.stat().st_mode) == 0o700
    assert not os.access(place.folder / "main.py", os.X_OK)
    place.close()


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.zip", True), ("A.ZIP", True), ("a.tar.gz", True), ("a.tgz", True), ("a.tar", False), ("zip", False)],
)
def test_archives_are_known_by_their_name(name: str, expected: bool) -> None:
    assert is_archive(Path(name)) == expected


# What is refused


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../main.py", "leads out of the archive (..)"),
        ("a/../../main.py", "leads out of the archive (..)"),
        ("__MACOSX/../../main.py", "leads out of the archive (..)"),
        ("/etc/passwd", "is an absolute path, or one of another system"),
        ("a\\..\\main.py", "is an absolute path, or one of another system"),
        ("C:/main.py", "is an absolute path, or one of another system"),
        ("a\n.py", "has a name with characters that cannot be printed"),
        ("\x1b[2J.py", "has a name with characters that cannot be printed"),
        ("x" * 201, "has a name of more than 200 characters"),
        ("é" * 150, "has a name of more than 200 characters"),
        ("d/" * 10 + "main.py", "is more than 10 folders deep"),
    ],
)
def test_names_that_are_not_plain_are_refused(pack: Pack, private: Path, name: str, why: str) -> None:
    assert why in refusal(pack({"main.py": NOTHING, name: b"x"}))
    assert list(private.iterdir()) == []


@pytest.mark.parametrize("other", ["main.py", "./main.py", "Main.py", "main.py/x"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("packer", ["zip", "tar.gz"])
def test_names_that_are_there_twice_are_refused(tmp_path: Path, packer: str, other: str) -> None:
    path = tmp_path / f"champion.{packer}"
    if packer == "zip":
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr("main.py", NOTHING)
            packed.writestr(other, b"x")
    else:
        with tarfile.open(path, "w:gz") as tar:
            tar.addfile(tarfile.TarInfo("main.py"))
            tar.addfile(tarfile.TarInfo(other))
    assert "is there twice" in refusal(path)


def test_names_that_differ_in_accents_written_otherwise_are_the_same(pack: Pack) -> None:
    assert "is there twice" in refusal(pack({"\u00e9.py": b"", "e\u0301.py": b""}))


KINDS = {
    "symlink": (tarfile.SYMTYPE, "is a link"),
    "hard link": (tarfile.LNKTYPE, "is a link"),
    "device": (tarfile.CHRTYPE, "is neither a file nor a folder"),
    "block device": (tarfile.BLKTYPE, "is neither a file nor a folder"),
    "pipe": (tarfile.FIFOTYPE, "is neither a file nor a folder"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_links_and_devices_in_a_tar_are_refused(tmp_path: Path, private: Path, kind: str) -> None:
    path = tmp_path / "champion.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        info = tarfile.TarInfo("main.py")
        info.type, info.linkname = KINDS[kind][0], "/etc/passwd"
        packed.addfile(info)
    assert refusal(path) == f"'main.py' {KINDS[kind][1]}"
    assert list(private.iterdir()) == []


def test_file_through_a_linked_folder_never_leaves(tmp_path: Path) -> None:
    path = tmp_path / "champion.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        link = tarfile.TarInfo("out")
        link.type, link.linkname = tarfile.SYMTYPE, str(tmp_path)
        packed.addfile(link)
        packed.addfile(tarfile.TarInfo("out/escaped"))
    assert refusal(path) == "'out' is a link"
    assert not (tmp_path / "escaped").exists()


@pytest.mark.parametrize(("mode", "why"), [(stat.S_IFLNK, "is a link"), (stat.S_IFCHR, "is neither a file")])
def test_links_and_devices_in_a_zip_are_refused(tmp_path: Path, mode: int, why: str) -> None:
    path = tmp_path / "champion.zip"
    with zipfile.ZipFile(path, "w") as packed:
        info = zipfile.ZipInfo("main.py")
        info.external_attr = (mode | 0o777) << 16
        packed.writestr(info, "/etc/passwd")
    assert why in refusal(path)


def test_encrypted_file_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "champion.zip", {"main.py": NOTHING})
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    assert refusal(path) == "'main.py' is encrypted"


def test_unusual_compression_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "champion.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr("main.py", NOTHING)
    assert "is packed in an unusual way" in refusal(path)


def test_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = zipped(tmp_path / "champion.zip", {"main.py": bytes(20 << 20)})
    assert refusal(path) == "'main.py' more than 200 times larger than packed"


def test_zip_that_declares_less_than_it_holds_is_refused(tmp_path: Path, private: Path) -> None:
    path = zipped(tmp_path / "champion.zip", {"main.py": bytes(20 << 20)})
    data = bytearray(path.read_bytes())
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(mark) + place
        data[at : at + 4] = struct.pack("<I", 10)
    path.write_bytes(data)
    assert refusal(path) == "the archive cannot be read: Bad CRC-32 for file 'main.py'"
    assert list(private.iterdir()) == []


def test_tar_bomb_is_refused_while_it_is_read(tmp_path: Path, private: Path) -> None:
    path = tmp_path / "champion.tar.gz"
    info = tarfile.TarInfo("main.py")
    info.size = 31 << 20
    with gzip.open(path, "wb", compresslevel=1) as packed:
        for number in range(3):
            info.name = f"{number}.py"
            packed.write(info.tobuf())
            packed.write(bytes(31 << 20))
    assert refusal(path) == f"more than {archive.TOTAL_MOST} bytes when unpacked"
    assert list(private.iterdir()) == []


def test_endless_tar_header_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "champion.tar.gz"
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, 200 << 20
    with gzip.open(path, "wb", compresslevel=1) as packed:
        packed.write(info.tobuf())
        for _ in range(200):
            packed.write(bytes(1 << 20))
    assert refusal(path).startswith("decompresses to more than the limit")


@pytest.mark.parametrize(
    ("limit", "value", "why"),
    [
        ("FILES_MOST", 2, "a submission has at most"),
        ("FILE_MOST", 10, "a file has at most 10"),
        ("TOTAL_MOST", 40, "more than 40 bytes when unpacked"),
        ("ARCHIVE_MOST", 50, "a submission has at most 50"),
    ],
)
def test_counts_and_sizes_are_bounded(
    pack: Pack, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, why: str
) -> None:
    monkeypatch.setattr(archive, limit, value)
    assert why in refusal(pack({"main.py": NOTHING, "a.py": NOTHING, "b.py": b"x"}))


def test_damaged_archives_are_refused(pack: Pack, private: Path) -> None:
    path = pack({"main.py": os.urandom(5000), "b.py": NOTHING})
    whole = path.read_bytes()
    for cut in (0, 1, 20, len(whole) // 2, len(whole) - 30):
        path.write_bytes(whole[:cut])
        assert "the archive cannot be" in refusal(path)
    assert list(private.iterdir()) == []


def test_archives_with_any_byte_changed_never_do_anything_else(pack: Pack, private: Path) -> None:
    path = pack({"main.py": NOTHING, "parts/a.py": b"x = 1\n"})
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with suppress(ChampionError):
            Unpacked(path).close()
        assert list(private.iterdir()) == []


def test_wrong_checksum_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "champion.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
        packed.writestr("main.py", NOTHING)
    data = bytearray(path.read_bytes())
    at = data.index(NOTHING)
    data[at] ^= 1
    path.write_bytes(data)
    assert "Bad CRC-32" in refusal(path)


# As a champion


def play(player: Any) -> Any:
    return Referee(joute.Table(joute.load_game("chartichaud", max_turns=2)), [player, Idle()]).play()


def test_submission_plays_and_is_removed_when_it_leaves(pack: Pack, private: Path) -> None:
    game = joute.load_game("chartichaud")
    player = find(game, str(pack({"mine/champion.py": b"import part\n" + NOTHING, "mine/part.py": b""})))
    assert play(player).reports[0].verdict == Verdict.OK
    assert list(private.iterdir()) == []


def test_submission_has_the_digest_of_its_folder(pack: Pack, tmp_path: Path) -> None:
    game = joute.load_game("chartichaud")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "main.py").write_bytes(NOTHING)
    submitted = find(game, str(pack({"mine/main.py": NOTHING, "__MACOSX/x": b"x"})))
    assert submitted.digest == find(game, str(tmp_path / "mine")).digest
    submitted.release()


def test_submission_without_a_champion_is_explained_and_removed(pack: Pack, private: Path) -> None:
    with pytest.raises(
        ChampionError, match="no champion here; expected a file prologin, Prologin, Champion, champion or main"
    ):
        find(joute.load_game("chartichaud"), str(pack({"readme.txt": b"hello"})))
    assert list(private.iterdir()) == []


def test_submission_that_fails_to_load_is_removed(pack: Pack, private: Path) -> None:
    player = find(joute.load_game("chartichaud"), str(pack({"main.py": b"1 / 0\n"})))
    with pytest.raises(ChampionError, match="ZeroDivisionError"):
        play(player)
    assert list(private.iterdir()) == []
