"""Archives as an attacker writes them: what the standard library would take is refused, or unpacked as plain files."""

from __future__ import annotations

import gzip
import io
import stat
import struct
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from joute.champions.errors import ChampionError
from joute.champions.sources import archive
from joute.champions.sources.archive import Unpacked

pytestmark = pytest.mark.usefixtures("private")
MAIN = b"def jouer_tour():\n    pass\n"


def refusal(path: Path) -> str:
    """What is said of an archive, without its name."""
    with pytest.raises(ChampionError) as caught:
        Unpacked(path)
    text = str(caught.value).removeprefix(f"{path}: ")
    assert list(Path(tempfile.gettempdir()).iterdir()) == []
    assert text.isprintable()
    assert len(text) < 1000
    return text


def files_of(path: Path) -> dict[str, bytes]:
    """What is unpacked, by name."""
    unpacked = Unpacked(path)
    try:
        place = unpacked.folder
        return {str(file.relative_to(place)): file.read_bytes() for file in place.rglob("*") if file.is_file()}
    finally:
        unpacked.close()


def tar(path: Path, *entries: tuple[tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT) -> Path:
    with tarfile.open(path, "w:gz", format=form) as packed:
        for info, content in entries:
            info.size = len(content)
            packed.addfile(info, io.BytesIO(content))
    return path


def entry(name: str, pax: dict[str, Any] | None = None, **fields: Any) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.pax_headers = pax or {}
    for field, value in fields.items():
        setattr(info, field, value)
    return info


# Tar


@pytest.mark.parametrize(
    ("pax", "message"),
    [
        ({"path": "../escaped.py"}, "'../escaped.py' leads out of the archive (..)"),
        ({"path": "/etc/cron.d/x"}, "'/etc/cron.d/x' is an absolute path"),
        ({"path": "a\nb"}, r"'a\nb' has a name with characters that cannot be printed"),
        ({"path": "d" * 5000}, "has a name of more than 200 characters"),
        ({"size": "99999999999"}, "has 99999999999 bytes; a file has at most"),
        ({"size": "-5"}, "holds 0 bytes, not the -5 it declares"),
        (
            {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "9999999999"},
            "the archive cannot be",
        ),
        ({"GNU.sparse.map": "0,1,9999999999,1", "GNU.sparse.size": "99999999999"}, "is a sparse file"),
    ],
)
def test_pax_headers_do_not_override_the_checks(tmp_path: Path, pax: dict[str, str], message: str) -> None:
    path = tar(tmp_path / "bot.tar.gz", (entry("main.py", pax), MAIN))
    assert message in refusal(path)


def test_a_pax_header_that_names_a_link_makes_no_link(tmp_path: Path) -> None:
    path = tar(tmp_path / "bot.tar.gz", (entry("main.py", {"linkpath": "/etc/passwd"}), MAIN))
    assert files_of(path) == {"main.py": MAIN}


def test_a_global_pax_header_does_not_override_the_checks(tmp_path: Path) -> None:
    path = tmp_path / "bot.tar.gz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT, pax_headers={"path": "../../x"}) as packed:
        info = entry("main.py")
        info.size = len(MAIN)
        packed.addfile(info, io.BytesIO(MAIN))
    assert refusal(path) == "'../../x' leads out of the archive (..)"


@pytest.mark.parametrize("name", ["n" * 201, "../" * 60 + "x", "a/" * 11 + "x"])
def test_gnu_long_names_are_checked_as_any_name(tmp_path: Path, name: str) -> None:
    path = tar(tmp_path / "bot.tar.gz", (entry(name), MAIN), form=tarfile.GNU_FORMAT)
    refusal(path)


def test_gnu_long_links_are_links(tmp_path: Path) -> None:
    info = entry("main.py", type=tarfile.SYMTYPE, linkname="/x" * 100)
    path = tar(tmp_path / "bot.tar.gz", (info, b""), form=tarfile.GNU_FORMAT)
    assert refusal(path) == "'main.py' is a link"


def test_gnu_sparse_files_are_refused(tmp_path: Path) -> None:
    path = tar(tmp_path / "bot.tar.gz", (entry("main.py", type=tarfile.GNUTYPE_SPARSE), b""), form=tarfile.GNU_FORMAT)
    assert refusal(path) == "'main.py' is a sparse file"


@pytest.mark.parametrize("mode", [0o6777, 0o4755, 0o2755, 0o1777])
def test_setuid_and_sticky_bits_are_dropped(tmp_path: Path, mode: int) -> None:
    path = tar(tmp_path / "bot.tar.gz", (entry("main.py", mode=mode, uid=0, gid=0), MAIN))
    unpacked = Unpacked(path)
    assert stat.S_IMODE((unpacked.folder / "main.py").stat().st_mode) & 0o7111 == 0
    unpacked.close()


@pytest.mark.parametrize(
    ("first", "second"), [("a", "a/b"), ("a/b", "a"), ("A.py", "a.py"), ("x.py", "x.py"), ("\u212b.py", "\u00e5.py")]
)
def test_names_that_collide_are_refused(tmp_path: Path, first: str, second: str) -> None:
    path = tar(tmp_path / "bot.tar.gz", (entry(first), MAIN), (entry(second), MAIN))
    assert refusal(path) == f"{second!r} is there twice"


def test_a_hundred_thousand_entries_are_refused_after_the_first_thousand(tmp_path: Path) -> None:
    path = tmp_path / "bot.tar.gz"
    header = entry("folder/", type=tarfile.DIRTYPE).tobuf(tarfile.USTAR_FORMAT)
    path.write_bytes(gzip.compress(header * 100_000, 1))
    assert refusal(path) == f"more than {archive.FILES_MOST} entries; a submission has at most so many"


def test_what_follows_a_tar_is_left_alone(tmp_path: Path) -> None:
    path = tar(tmp_path / "bot.tar.gz", (entry("main.py"), MAIN))
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()) + b"#!/bin/sh\nrm -rf /\n"))
    assert files_of(path) == {"main.py": MAIN}


def test_archives_inside_an_archive_stay_packed(tmp_path: Path) -> None:
    bomb = gzip.compress(bytes(20 << 20))
    path = tar(tmp_path / "bot.tar.gz", (entry("main.py"), MAIN), (entry("more.tar.gz"), bomb))
    assert files_of(path) == {"main.py": MAIN, "more.tar.gz": bomb}


# Zip


def zipped(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name), content, method)
    return path


def patched(path: Path, mark: bytes, offset: int, content: bytes) -> Path:
    """Other bytes at a place after the first mark."""
    data = bytearray(path.read_bytes())
    at = data.index(mark) + offset
    data[at : at + len(content)] = content
    path.write_bytes(data)
    return path


def overlapping(path: Path, count: int, content: bytes) -> Path:
    """Many entries of the directory share the bytes of one file."""
    zipped(path, {"0000": content}, zipfile.ZIP_DEFLATED)
    data = path.read_bytes()
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    row = data[start:end]
    rows = b"".join(row.replace(b"0000", b"%04d" % number) for number in range(count))
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(rows), start, 0)
    path.write_bytes(data[:start] + rows + tail)
    return path


def test_entries_that_share_bytes_are_refused(tmp_path: Path) -> None:
    path = overlapping(tmp_path / "bot.zip", 900, bytes(1 << 20))
    assert refusal(path).startswith("the archive cannot be read: ")


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (1_001, "1001 entries; a submission has at most 1000"),
        (100_000, "a directory of 4700000 bytes; a submission has at most 1000 entries"),
    ],
)
def test_too_many_entries_of_a_zip_are_refused(tmp_path: Path, count: int, message: str) -> None:
    path = tmp_path / "bot.zip"
    fixed = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 3, 20, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    rows = (fixed + b"x") * count
    path.write_bytes(rows + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, len(rows), 0, 0))
    assert refusal(path) == message


@pytest.mark.parametrize(
    "name", ["C:/x.py", "c:x.py", "..\\x.py", "\\\\host\\share\\x.py", "a\\b.py", "\x1b[2Jx.py", "a\tb.py"]
)
def test_names_of_other_systems_and_control_characters_are_refused(tmp_path: Path, name: str) -> None:
    refusal(zipped(tmp_path / "bot.zip", {name: MAIN}))


def test_a_size_in_zip64_that_lies_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.zip"
    with zipfile.ZipFile(path, "w") as packed, packed.open("main.py", "w", force_zip64=True) as file:
        file.write(MAIN)
    extra = struct.pack("<HHQQ", 1, 16, 1 << 40, len(MAIN))
    data = path.read_bytes()
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    row = bytearray(data[start:end][: 46 + len("main.py")])
    row[20:28], row[30:32] = b"\xff" * 8, struct.pack("<H", len(extra))
    rows = bytes(row) + extra
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(rows), start, 0)
    path.write_bytes(data[:start] + rows + tail)
    assert f"has {1 << 40} bytes; a file has at most {archive.FILE_MOST}" in refusal(path)


def test_sizes_after_the_data_are_read(tmp_path: Path) -> None:
    """A zip that was written to a pipe has the sizes in descriptors after the data, and in its directory."""

    class Pipe(io.RawIOBase):
        def __init__(self, file: Any) -> None:
            self.file = file

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            return int(self.file.write(data))

    path = tmp_path / "bot.zip"
    with open(path, "wb") as file, zipfile.ZipFile(Pipe(file), "w") as packed:  # type: ignore[type-var]
        packed.writestr("main.py", MAIN)
    assert path.read_bytes()[6] & 8
    assert files_of(path) == {"main.py": MAIN}


def test_an_entry_without_a_name_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "bot.zip", {"x": MAIN})
    path.write_bytes(path.read_bytes().replace(b"x", b"\0"))
    assert refusal(path) == r"'\x00' has a name with characters that cannot be printed"


def test_two_entries_of_one_name_are_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "bot.zip", {"main.py": MAIN, "nain.py": MAIN})
    path.write_bytes(path.read_bytes().replace(b"nain.py", b"main.py"))
    assert refusal(path) == "'main.py' is there twice"


def test_a_name_that_differs_between_header_and_directory_is_refused(tmp_path: Path) -> None:
    path = patched(zipped(tmp_path / "bot.zip", {"main.py": MAIN}), b"PK\x03\x04", 30, b"evil.py")
    assert "File name in directory" in refusal(path)


def test_what_precedes_and_follows_a_zip_is_left_alone(tmp_path: Path) -> None:
    path = zipped(tmp_path / "bot.zip", {"main.py": MAIN})
    path.write_bytes(b"#!/bin/sh\nexit\n" + path.read_bytes())
    assert files_of(path) == {"main.py": MAIN}


def test_a_zip_of_setuid_files_unpacks_plain_ones(tmp_path: Path) -> None:
    path = tmp_path / "bot.zip"
    with zipfile.ZipFile(path, "w") as packed:
        info = zipfile.ZipInfo("main.py")
        info.external_attr = (stat.S_IFREG | 0o6777) << 16
        packed.writestr(info, MAIN)
    unpacked = Unpacked(path)
    assert stat.S_IMODE((unpacked.folder / "main.py").stat().st_mode) & 0o7111 == 0
    unpacked.close()


@pytest.mark.parametrize("kind", [stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFBLK, stat.S_IFCHR, stat.S_IFLNK])
def test_special_files_of_a_zip_are_refused(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "bot.zip"
    with zipfile.ZipFile(path, "w") as packed:
        info = zipfile.ZipInfo("main.py")
        info.external_attr = kind << 16
        packed.writestr(info, b"/etc/passwd")
    assert refusal(path) == f"'main.py' is {'a link' if kind == stat.S_IFLNK else 'neither a file nor a folder'}"
