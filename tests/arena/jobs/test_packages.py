"""Packages: one content, one hash, whatever it came in."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zipfile

import pytest

from joute.arena.jobs.packages import Packages, digest_of
from joute.champions.errors import ChampionError
from tests.arena.support import IDLER, game, packages, written


def test_a_folder_its_copy_and_its_archives_have_one_hash(tmp_path):
    folder = tmp_path / "mine"
    written(folder, "champion.py")
    written(folder, "parts/more.py", "X = 1\n")
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.writestr("mine/parts/more.py", "X = 1\n")
        archive.writestr("mine/champion.py", IDLER)
    with tarfile.open(tmp_path / "mine.tar.gz", "w:gz") as archive:
        archive.add(folder, "mine")
    os.utime(folder / "champion.py", (1, 1))
    box = packages(tmp_path)
    assert len({box.add(path) for path in (folder, tmp_path / "mine.zip", tmp_path / "mine.tar.gz")}) == 1


def test_any_change_of_content_name_or_right_changes_the_hash(tmp_path):
    box = packages(tmp_path)
    first = box.add(written(tmp_path, "a.py"))
    assert box.add(written(tmp_path, "b.py")) != first
    assert box.add(written(tmp_path, "a.py", f"{IDLER}\n")) != first
    path = written(tmp_path, "a.py")
    assert box.add(path) == first
    path.chmod(0o755)
    assert box.add(path) != first


def test_hidden_files_and_caches_are_no_part_of_a_champion(tmp_path):
    folder = tmp_path / "mine"
    written(folder, "champion.py")
    first = packages(tmp_path).add(folder)
    written(folder, ".git/config", "x")
    written(folder, "__pycache__/champion.pyc", "x")
    assert packages(tmp_path).add(folder) == first


def test_a_package_that_cannot_be_kept_is_told(tmp_path):
    (tmp_path / "cache").touch()
    with pytest.raises(ChampionError, match=r"a\.py: cannot be packed: .*File exists"):
        packages(tmp_path).add(written(tmp_path, "a.py"))


def test_what_is_sent_elsewhere_is_the_same_there(tmp_path):
    here, there = Packages(tmp_path / "here"), Packages(tmp_path / "there")
    folder = tmp_path / "mine"
    written(folder, "champion.py")
    written(folder, "tool").chmod(0o755)
    digest = here.add(folder)
    assert not there.has(digest)
    assert there.put(here.data(digest), digest) == digest
    found = there.path(digest)
    assert sorted(path.name for path in found.iterdir()) == ["champion.py", "tool"]
    assert (found / "champion.py").read_text() == IDLER
    assert os.access(found / "tool", os.X_OK)
    assert not found.joinpath("champion.py").stat().st_mode & 0o111


def test_one_file_is_found_as_that_file(tmp_path):
    box = packages(tmp_path)
    assert box.path(box.add(written(tmp_path, "mine.py"))).name == "mine.py"


def test_the_hash_does_not_depend_on_the_compressor(tmp_path):
    box = packages(tmp_path)
    digest = box.add(written(tmp_path, "mine.py"))
    again = gzip.compress(gzip.decompress(box.data(digest)), compresslevel=1)
    assert digest_of(again) == digest


def test_a_damaged_package_is_refused(tmp_path):
    box = packages(tmp_path)
    digest = box.add(written(tmp_path, "mine.py"))
    data = box.data(digest)
    with pytest.raises(ChampionError, match="is damaged: its content has the hash"):
        box.put(data, "0" * 32)
    for broken in (b"", b"nonsense", data[:-9]):
        with pytest.raises(ChampionError, match="damaged"):
            packages(tmp_path / "other").put(broken, digest)
    assert not packages(tmp_path / "other").has(digest)


def test_a_package_that_leads_out_of_its_folder_is_refused(tmp_path):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w:gz") as archive:
        entry = tarfile.TarInfo("../evil.py")
        archive.addfile(entry, io.BytesIO())
    with pytest.raises(ChampionError, match=r"this champion: '../evil.py' leads out of the archive"):
        packages(tmp_path).put(plain.getvalue())
    assert list((tmp_path / "cache").iterdir()) == []


def test_nothing_is_left_of_a_champion_that_does_not_exist(tmp_path):
    with pytest.raises(ChampionError, match="no champion 'nobody': there is no such file or folder, and"):
        packages(tmp_path).champion(game(), "nobody")
    assert not (tmp_path / "cache").exists()


def test_a_bundled_champion_needs_no_package(tmp_path):
    found = packages(tmp_path).champion(game(), "settler")
    assert (found.name, found.kind) == ("settler", "bundled")
    assert not (tmp_path / "cache").exists()


def test_packages_that_were_used_least_recently_go(tmp_path):
    box = packages(tmp_path)
    old, used, young, bare = (box.add(written(tmp_path, f"{name}.py")) for name in ("old", "used", "young", "bare"))
    (box.folder / ".new-dead").mkdir()
    for path in box.folder.iterdir():
        if not path.name.startswith(young):
            os.utime(path, (1, 1))
    box.path(used)
    (box.folder / bare / "bare.py").unlink()
    (box.folder / bare).rmdir()
    box.prune(most=4, least_s=60)
    assert box.has(old)
    assert not (box.folder / ".new-dead").exists()
    box.prune(most=0, least_s=60)
    assert [box.has(digest) for digest in (old, used, young)] == [False, True, True]
    assert sorted(path.name for path in box.folder.iterdir()) == sorted(
        name for digest in (used, young) for name in (digest, f"{digest}.tar.gz")
    )
    assert box.add(tmp_path / "old.py") == old
    assert box.path(old).read_text() == IDLER


@pytest.mark.parametrize("harm", [lambda path: path.write_text(""), lambda path: path.unlink()])
@pytest.mark.parametrize("which", ["ana.py", "*.tar.gz"])
def test_what_is_no_longer_whole_is_kept_anew(tmp_path, harm, which):
    (tmp_path / "ana.py").write_text("def jouer_tour():\n    pass\n")
    kept = Packages(tmp_path / "kept")
    digest = kept.add(tmp_path / "ana.py")
    data = kept.data(digest)
    (found,) = kept.folder.rglob(which)
    harm(found)
    assert kept.add(tmp_path / "ana.py") == digest
    assert (kept.data(digest), kept.path(digest).read_text()) == (data, "def jouer_tour():\n    pass\n")
    assert sorted(path.name for path in kept.folder.iterdir()) == [digest, f"{digest}.tar.gz"]
