"""What a hostile build leaves, and that nothing of one champion reaches another."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import joute
from joute.champions.building import jail, store
from joute.champions.building import library as native
from joute.champions.building.job import BUILD, BuildFailed, BuildJob, File
from joute.champions.errors import ChampionError
from joute.champions.sandbox.limits import Hosting, Level
from joute.champions.sources.find import find
from joute.match.referee import Referee

from .build_support import IDLE, SECRET, SMALL, Build, made

# 2 and 3. What it leaves is a hostile file


def test_2_a_build_that_links_our_texts_writes_nothing_of_ours(
    tmp_path: Path, kept: jail.Isolation, cache: Path
) -> None:
    mine = tmp_path / "file-of-ours"
    mine.write_text("ours")
    mine.chmod(0o666)
    links = "".join(f"ln -sf {mine} .joute/{name}; " for name in ("host.o", "glue.o", "stubs.cc", "champion.cc.o"))
    toy, folder = joute.load_game("toy"), tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.cc").write_text(IDLE)
    with pytest.raises(ChampionError, match=r"the champion cannot be built:\n"):
        native.build(folder, toy, {"build": ["sh", "-c", links]}, SMALL)
    assert mine.read_text() == "ours"


HOSTILE_LIBRARIES = {
    "link": ("ln -s {secret} {so}", "it is a link, not a regular file"),
    "link to zeros": ("ln -s /dev/zero {so}", "it is a link, not a regular file"),
    "folder": ("mkdir {so}", "it is a folder, not a regular file"),
    "FIFO": ("mkfifo {so}", "it is a FIFO, not a regular file|cannot create fifo .*: Operation not permitted"),
    "nothing": ("true", "No such file or directory"),
    "sparse": ("truncate -s 20M {so}", "the build has left more than 8 MB: '.joute/champion.so'"),
    "parent": ("rm -rf .joute; ln -s /usr .joute", "Not a directory"),
}


@pytest.mark.parametrize(("text", "why"), HOSTILE_LIBRARIES.values(), ids=HOSTILE_LIBRARIES)
def test_3_a_library_that_is_none_stays_where_it_is(
    tmp_path: Path, kept: jail.Isolation, cache: Path, text: str, why: str
) -> None:
    """The command stands for a compiler that was led astray: it is the last to touch the library."""
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    line = f"mkdir -p .joute; {text.format(secret=secret, so='.joute/champion.so')}"
    job = BuildJob([], [["sh", "-c", line]], [".joute/champion.so"], SMALL, os.environ["PATH"], {})
    with pytest.raises(BuildFailed, match=why):
        jail.run_build(job)
    assert list((cache / "native").iterdir()) == []


def test_3_of_a_folder_only_regular_files_come_out(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    place = build(
        f"ln -s {secret} link; ln -s /etc etc; mkfifo fifo; mkdir -p a/b; ln -s / a/root; echo x > a/b/c;"
        "ln a/b/c hard; chmod 4777 a/b/c;"
        "/usr/bin/python3 -S -c 'import os; os.mknod(\"dev\", 0o20666, os.makedev(1, 5))'; true"
    )
    assert made(place) == ["a/b/c", "hard"]
    found = [place, *place.rglob("*")]
    assert {path for path in found if path.is_symlink() or not (path.is_file() or path.is_dir())} == set()
    assert {oct(path.stat().st_mode & 0o7777) for path in found if path.is_file()} == {"0o755"}
    assert all(path.stat().st_uid == os.geteuid() for path in found)


def test_3_a_file_that_is_swapped_while_it_is_read_leads_nowhere(build: Build, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    swap = f"while :; do ln -sfn {secret} x; ln -sfn /etc d; rm -rf x d; echo fine > x; mkdir d; done"
    for _ in range(3):
        try:
            place = build(f"({swap}) >/dev/null 2>&1 & echo begun > y")
        except ChampionError as told:
            assert "what the build has left cannot be read" in str(told)  # noqa: PT017
        else:
            assert {(place / name).read_text() for name in made(place)} <= {"fine\n", "begun\n", ""}
            shutil.rmtree(place)


NAMES = {
    "leads out": "../x",
    "absolute": "/tmp/joute-hostile",
    "control": "a\x1b]0;x",
    "too long": "a" * 201,
    "too deep": "d/" * 30 + "x",
    "nothing": "",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_3_what_a_jail_says_is_checked_like_an_archive(name: str) -> None:
    job = BuildJob([], [], [], SMALL, "", {})
    with pytest.raises(BuildFailed):
        store.checked([File(name, b"")], job)


def test_3_a_jail_gives_what_was_declared_and_no_more(tmp_path: Path) -> None:
    job = BuildJob([], [], ["champion.so"], SMALL, "", {})
    for names in (["other.so"], ["champion.so", "champion.so"], ["champion.so", "x"], []):
        with pytest.raises(BuildFailed, match=r"where \['champion.so'\] was expected"):
            store.checked([File(name, b"") for name in names], job)
    with pytest.raises(BuildFailed, match="more than 50 files or 8 MB"):
        store.checked([File("champion.so", bytes((8 << 20) + 1))], job)
    with pytest.raises(BuildFailed, match="'x', which cannot be"):
        store.put_folder([File("x", b""), File("x", b"")], tmp_path / "kept")
    with pytest.raises(BuildFailed, match="'x/y', which cannot be"):
        store.put_folder([File("x", b""), File("x/y", b"")], tmp_path / "kept")
    assert list(tmp_path.iterdir()) == []


def test_3_the_cache_is_private_and_what_is_no_file_of_ours_is_not_used(tmp_path: Path, cache: Path) -> None:
    place = tmp_path / "x.so"
    for spoil in (
        lambda: place.symlink_to("/etc/hostname"),
        lambda: place.write_bytes(b""),
        lambda: (place.write_bytes(b"x"), place.chmod(0o666)),
        lambda: place.mkdir(),
    ):
        spoil()
        assert not store.has_file(place)
        assert not place.is_symlink()
        assert not place.exists()
    store.put_file(b"library", place)
    assert store.has_file(place)
    assert oct(place.stat().st_mode & 0o7777) == "0o644"


# 4. Nothing is shared between champions


@pytest.mark.parametrize("name", ["csetjmp", "joute.hh", "string", "callbacks.hh", "cstdint"])
def test_4_a_file_of_one_champion_is_in_no_other(tmp_path: Path, kept: jail.Isolation, cache: Path, name: str) -> None:
    """The first champion of a game names a file as one that our texts include; the second plays as ever."""
    toy, evil, good = joute.load_game("toy", max_turns=1), tmp_path / "evil", tmp_path / "good"
    for folder in (evil, good):
        folder.mkdir()
        (folder / "champion.cc").write_text(IDLE)
    (evil / name).write_text("#error hostile\n")
    try:
        native.build(evil, toy)
    except ChampionError as told:
        assert f"{name}:1:2: error: #error hostile" in str(told)  # noqa: PT017
    objects = {path.name: path.read_bytes() for path in (cache / "native").glob("*.o")}
    assert len(objects) == 3  # the host, its positions, and the glue of the game
    player = find(toy, str(good), 0, Hosting(Level.SANDBOX))
    assert {path.name: path.read_bytes() for path in (cache / "native").glob("*.o")} == objects
    outcome = Referee(joute.Table(toy), [player, find(toy, "idle")]).play()
    assert (outcome.void, outcome.reports[0].faults) == ("", ())


def test_4_a_build_changes_its_own_objects_only(tmp_path: Path, kept: jail.Isolation, cache: Path) -> None:
    toy, folder = joute.load_game("toy"), tmp_path / "mine"
    folder.mkdir()
    (folder / "champion.cc").write_text(IDLE)
    native.build(folder, toy)
    objects = {path: path.read_bytes() for path in (cache / "native").glob("*.o")}
    (folder / "other.txt").write_text("another key")
    with pytest.raises(ChampionError, match="cannot be built"):
        native.build(folder, toy, {"build": ["sh", "-c", "for o in .joute/*.o; do echo x > $o; done"]})
    assert {path: path.read_bytes() for path in (cache / "native").glob("*.o")} == objects


def test_4_every_input_has_its_part_in_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from joute.champions.building.keys import key_of

    path = os.environ["PATH"]
    job = BuildJob([File("a", b"1")], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"})
    others = [
        BuildJob([File("b", b"1")], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"}),
        BuildJob([File("a", b"2")], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"}),
        BuildJob([File("a", b"1", True)], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"}),
        BuildJob([File("a", b"1")], [["sh", "-x"]], ["x"], SMALL, path, {"g++": "/usr/bin/true"}),
        BuildJob([File("a", b"1")], [["sh"]], ["y"], SMALL, path, {"g++": "/usr/bin/true"}),
        BuildJob([File("a", b"1")], [["sh"]], ["x"], BUILD, path, {"g++": "/usr/bin/true"}),
        BuildJob([File("a", b"1")], [["sh"]], ["x"], SMALL, f"{path}:/nowhere", {"g++": "/usr/bin/true"}),
        BuildJob([File("a", b"1")], [["sh"]], ["x"], SMALL, path, {"g++": "/usr/bin/false"}),
    ]
    keys = {key_of(one) for one in (job, *others)} | {key_of(job, "rules")}
    program = tmp_path / "g++"
    program.write_text("")
    stamped = BuildJob([], [], [], SMALL, "", {"g++": str(program)})
    keys.add(key_of(stamped))
    os.utime(program, (1, 1))
    keys.add(key_of(stamped))
    assert len(keys) == len(others) + 4
    assert key_of(job) == key_of(job)
