"""The readers of what strangers send: samples made by the engine itself, how they are mutated, and what must hold.

`read` raises the reader's declared error, or returns; what was accepted has then been used and read again.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import socket
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

import joute
from joute import debug
from joute.arena.tournament import config
from joute.champions.errors import ChampionError
from joute.champions.hosting import trust, wire
from joute.champions.hosting.child import notes
from joute.champions.players import protocol
from joute.champions.players.lines import LinesChampion, record_note
from joute.champions.players.simple import Random as RandomChampion
from joute.champions.sources import archive, manifest
from joute.champions.sources.recipe import Recipe
from joute.core.conformance.trial import give_orders, play_phase
from joute.core.errors import BoardError, ParamError, StateError
from joute.core.folder import board_names, bundled_board
from joute.core.game import Game
from joute.core.registry import game_names
from joute.core.world import Turn
from joute.match import reading, replay
from joute.match.referee import Referee
from joute.match.verdict import Fault, Verdict

from .mutate import mutated_bytes, mutated_text, mutated_value

PHASES_MOST, ORDERS_MOST = 12, 60
"""How many phases an accepted position is played on, and how many orders a seat gives on the way to a sample."""
SMALL: dict[str, dict[str, Any]] = {
    "archipel": {"TAILLE_TERRAIN": 8, "FIN_PARTIE": 4, "LIMITE_BATEAUX": 50},
    "casus_belli": {},
    "chartichaud": {"height": 4, "width": 5, "max_turns": 8},
    "portails": {"NB_TOURS": 3},
    "tours_de_magie": {"NB_TOURS_JOUES": 3},
}
"""Parameters that make a match of a game short."""
CASUS_BOARD = "5 3 0 0 1 3 ...#. .F.T. _~..."


class Reader(NamedTuple):
    """A reader: its samples, how they are mutated, what reads a mutant, and the errors it declares."""

    samples: Callable[[Path], Sequence[Any]]
    mutate: Callable[[Random, Sequence[Any]], Any]
    read: Callable[[Any, Path], None]
    errors: tuple[type[Exception], ...]
    form: Callable[[Any], Any] = lambda sample: sample
    """What the reader is given of a sample that is not mutated."""


def small_table(name: str, seed: int, preset: str | None = None) -> joute.Table:
    """A table of a short match."""
    board = CASUS_BOARD if name == "casus_belli" else None
    return joute.Table(joute.load_game(name, preset, **SMALL.get(name, {})), board, seed=seed)


def raw(text: str) -> bytes:
    """The bytes of a text, those that are no UTF-8 included."""
    return text.encode(
        "utf-8", "surrogateescape" if all(not "\ud800" <= c < "\udc80" for c in text) else "surrogatepass"
    )


# Dumps


def dumps_of(name: str, folder: Path) -> list[Any]:
    """Dumps of every kind of phase in both presets, with orders noted and seats that have ended."""
    found = []
    for number, preset in enumerate(joute.load_game(name).parameters.presets):
        table, rng = small_table(name, number, preset), Random(number)
        for _ in range(14):
            drafted = table.copy()
            for seat in drafted.turn.seats:
                give_orders(drafted.seat(seat), rng, 2)
            if len(drafted.turn.seats) > 1:
                drafted.end(drafted.turn.seats[0])
            found.append(json.loads(json.dumps(drafted.dump())))
            if not table.turn.seats:
                break
            play_phase(table, rng, ORDERS_MOST)
    return found


def read_dump(data: Any, folder: Path) -> None:
    """An accepted dump is dumped again to the same, and can be played."""
    table = joute.Table.load(data)
    again = table.dump()
    assert joute.Table.load(json.loads(json.dumps(again))).dump() == again
    play_on(table)


def play_on(table: joute.Table) -> None:
    """Random play from any position, to the end if that is near."""
    rng = Random(1)
    for _ in range(PHASES_MOST):
        if not table.turn.seats:
            break
        play_phase(table, rng, 3)
    assert table.game.unsound(table.world) == ""
    table.scene()


# Boards


def board_game(name: str) -> Game:
    """The game of the preset in which its bundled boards can be read."""
    return joute.load_game(name, joute.load_game(name).parameters.presets[-1])


def boards_of(name: str, folder: Path) -> list[str]:
    game = board_game(name)
    made = [game.boards.write(game.boards.generate(game.params, game.info.seats, seed)) for seed in range(3)]
    bundled = sorted((bundled_board(game, name) for name in board_names(game)), key=len)[:3]
    return [*made, *bundled, *([CASUS_BOARD] if name == "casus_belli" else [])]


def json_boards_of(name: str, folder: Path) -> list[str]:
    """The same boards in JSON, in the games that have such a form."""
    game = board_game(name)
    return [
        game.boards.write_json(game.fitted(text).board(text, game.info.seats, 0)) for text in boards_of(name, folder)
    ]


def mutated_json_text(rng: Random, samples: Sequence[str]) -> str:
    if rng.random() < 0.3:
        return mutated_text(rng, samples)
    return dumped(mutated_value(rng, [json.loads(rng.choice(samples))])).decode()


def read_board(name: str, text: str, folder: Path) -> None:
    """An accepted board is written and read again to the same, and a match can begin on it."""
    game = board_game(name).fitted(text)
    board = game.board(text, game.info.seats, 0)
    assert game.board(game.boards.write(board), game.info.seats, 0) == board
    table = joute.Table(game, text)
    assert joute.Table.load(table.dump()).digest == table.digest


# Replays


def replays_of(folder: Path) -> list[bytes]:
    """Short matches of every game, from the start and from a position, with a board that is small."""
    found = []
    for number, name in enumerate(sorted(game_names())):
        table = small_table(name, number)
        for _ in range(3 * (number % 2)):
            table.end_phase()
        path = folder / f"{name}.jsonl"
        players: list[Any] = [RandomChampion(seat) for seat in range(table.seats)]
        with replay.Recorder(path) as recorder:
            Referee(table, players, recorder).play()
        found.append(path.read_bytes())
    return found


def mutated_replay(rng: Random, samples: Sequence[bytes]) -> bytes:
    """Damage to bytes, or to the values of one of its lines."""
    if rng.random() < 0.4:
        return mutated_bytes(rng, samples)
    lines = rng.choice(samples).splitlines(keepends=True)
    number = 0 if rng.random() < 0.4 else rng.randrange(len(lines))
    value = mutated_value(rng, [json.loads(lines[number])])
    lines[number] = dumped(value)
    return b"".join(lines)


def mutated_packed(rng: Random, samples: Sequence[bytes]) -> bytes:
    """The same, compressed; or damage to the compressed bytes."""
    if rng.random() < 0.5:
        return mutated_bytes(rng, [gzip.compress(data, mtime=0) for data in samples[:2]])
    return gzip.compress(mutated_replay(rng, samples), 1, mtime=0)


def dumped(value: Any) -> bytes:
    """A value as a line of JSON, surrogates and all."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        return json.dumps(value).encode("utf-8", "surrogatepass") + b"\n"
    finally:
        sys.setrecursionlimit(limit)


def read_replay(data: bytes, folder: Path) -> None:
    """An accepted replay is packed and read again to the same, and each phase can be played or is refused."""
    path = folder / "match.jsonl"
    path.write_bytes(data)
    found = reading.read(path)
    lines: list[Any] = [found.header, *found.phases, *([found.result] if found.result else [])]
    path.write_bytes(replay.packed(lines))
    assert reading.read(path) == found
    for _ in found:
        pass


# Archives and manifests

FILES = {
    "champion/champion.py": b"def jouer_tour():\n    pass\n" * 9,
    "champion/champion.toml": b'language = "python"\nsources = ["champion.py"]\n',
    "champion/more/data.bin": bytes(range(256)) * 20,
    "champion/e\u0301t\u00e9.txt": b"x",
}


def zips_of(folder: Path) -> list[bytes]:
    found = []
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", method) as packed:
            for name, content in FILES.items():
                packed.writestr(zipfile.ZipInfo(name), content, method)
        found.append(target.getvalue())
    return found


def tars_of(folder: Path) -> list[bytes]:
    """Unpacked tar files, in three formats."""
    found = []
    for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        target = io.BytesIO()
        with tarfile.open(fileobj=target, mode="w", format=form) as packed:
            for name, content in {**FILES, f"champion/{'long' * 15}/{'long' * 15}.txt": b"long"}.items():
                info = tarfile.TarInfo(name)
                info.size = len(content)
                packed.addfile(info, io.BytesIO(content))
        found.append(target.getvalue())
    return found


def mutated_tar(rng: Random, samples: Sequence[bytes]) -> bytes:
    """A tar file with wrong headers whose checksums are right, or any damage; then compressed, or damaged so."""
    data = bytearray(mutated_bytes(rng, samples)) if rng.random() < 0.6 else bytearray(rng.choice(samples))
    for _ in range(rng.randrange(3)):
        _wrong_header(rng, data)
    packed = gzip.compress(bytes(data), 1, mtime=0)
    return packed if rng.random() < 0.8 else mutated_bytes(rng, [packed])


def _wrong_header(rng: Random, data: bytearray) -> None:
    """Another type, size, name or link in one header, and the checksum that goes with it."""
    heads = [at for at in range(0, len(data) - 511, 512) if data[at + 257 : at + 262] == b"ustar"]
    if not heads:
        return
    at = rng.choice(heads)
    field, size = rng.choice(((156, 1), (124, 12), (0, 100), (157, 100), (100, 8), (345, 155)))
    content = rng.choice(
        (b"0", b"1", b"2", b"3", b"5", b"6", b"L", b"S", b"x", b"g", b"../x", b"/etc/x", b"77777777777")
    )
    data[at + field : at + field + size] = content[:size].ljust(size, b"\0")
    data[at + 148 : at + 156] = b" " * 8
    data[at + 148 : at + 156] = b"%06o\0 " % sum(data[at : at + 512])


def read_archive(suffix: str, data: bytes, folder: Path) -> None:
    """What is accepted has left plain files inside its own folder, within the bounds."""
    path = folder / f"champion.{suffix}"
    path.write_bytes(data)
    unpacked = archive.Unpacked(path)
    try:
        total = 0
        for file in unpacked.folder.rglob("*"):
            assert not file.is_symlink(), file
            assert file.is_dir() or (file.is_file() and file.stat().st_nlink == 1), file
            assert file.stat().st_mode & 0o7000 == 0, file
            total += file.stat().st_size if file.is_file() else 0
        assert total <= archive.TOTAL_MOST
        manifest.manifest_of(unpacked.folder)
    finally:
        unpacked.close()


def manifests_of(folder: Path) -> list[str]:
    return [
        'language = "cxx"\nbuild = ["make", "-s"]\nrun = "./champion --fast"\n'
        'sources = ["champion.cc", "more/part.h"]\n',
        'language = "other"\nrun = \'node "champion.js"\'\n',
        "# nothing\n",
        'sources = ["champion.cc"]\nbuild = """make\\\n all"""\n',
    ]


def read_manifest(text: str, folder: Path) -> None:
    """An accepted manifest says what may be said, and the same again."""
    (folder / "more").mkdir(exist_ok=True)
    for name in ("champion.cc", "more/part.h"):
        (folder / name).touch()
    (folder / manifest.FILE).write_bytes(raw(text))
    found = manifest.manifest_of(folder)
    assert found is not None
    assert found == manifest.manifest_of(folder)
    assert found.language in (None, *manifest.known_languages())
    assert all((folder / name).resolve().is_relative_to(folder.resolve()) for name in found.sources)
    for command in (found.build, found.run):
        assert command is None or (command[0] and all("\0" not in word for word in command))


# Tournaments


def tournaments_of(folder: Path) -> list[str]:
    head = 'game = "archipel"\nentrants = ["settler", "bots/*.py", { name = "zoe", champion = "corsair" }]\n'
    kinds = ('kind = "swiss"\nrounds = 1\n', 'kind = "round_robin"\n', 'kind = "elimination"\n', 'kind = "ladder"\n')
    more = (
        'isolation = "process"\nretries = 1\nset_aside_after = 2\nstore = "elsewhere"\npreset = "finale"\n'
        '[params]\nFIN_PARTIE = 9\n[boards]\nnames = ["exemple-32"]\nfiles = ["maps/*.txt"]\ngenerate = 2\n'
        "[limits]\ntime_ms = 50\n[seeds]\nvalue = 3\n"
    )
    return [f'name = "cup {number}"\n{head}{more * (number % 2)}[format]\n{kind}' for number, kind in enumerate(kinds)]


def read_tournament(text: str, folder: Path) -> None:
    """An accepted declaration is read again to the same."""
    for name in ("bots/ana.py", "bots/ben.py", "maps/one.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    (folder / "maps" / "one.txt").write_text(bundled_board(joute.load_game("archipel"), "exemple-32"))
    path = folder / "cup.toml"
    path.write_bytes(raw(text))
    plan = config.read(path)
    assert config.read(path) == plan
    assert config.named(path) == (plan.name, plan.store)
    encoded = msgspec.json.encode(plan.settings)
    assert msgspec.json.decode(encoded, type=config.TournamentSettings) == plan.settings


# The wire

FAULT = Fault(Verdict.CRASHED, "it fell", 3, "jouer_tour", "construire(1, (2, 3))", 1.5, "Traceback\n  x", "output")


def ups_of(folder: Path) -> list[bytes]:
    messages: tuple[Any, ...] = (
        wire.Seated(),
        wire.HostReady(),
        wire.HostFailed("no champion"),
        wire.HostOrder(1, (0, 1, 2, 3)),
        wire.HostReply(1, [[0, 1, 2, 3], [1, 0, 4, 4]], FAULT, False, {"calls": 3}),
        wire.Bug("IndexError", "construire", [1, [2, 3]]),
    )
    return [*map(wire.framed, messages), b"".join(map(wire.framed, messages))]


def mutated_frame(rng: Random, samples: Sequence[bytes]) -> bytes:
    """Damage to the bytes, or to the values of a message that is framed well."""
    sample = rng.choice(samples[:-1])
    if rng.random() < 0.4 or wire.HEAD.unpack_from(sample)[0] & wire.WORDS:
        return mutated_bytes(rng, samples)
    value = mutated_value(rng, [msgspec.msgpack.decode(sample[wire.HEAD.size :])])
    try:
        return wire.framed(value)
    except (ValueError, OverflowError, RecursionError):  # what no message can hold: numbers beyond 64 bits, depth
        return mutated_bytes(rng, samples)


def read_up(data: bytes, folder: Path) -> None:
    """What the engine takes from a host is used as the engine uses it."""
    seat = small_table("archipel", 1).seat(0)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.setblocking(False)
        theirs.send(data)
        end = wire.EngineWire(ours)
        while end.read():
            while (message := end.take()) is not None:
                use_up(message, seat)


def use_up(message: Any, seat: Any) -> None:
    assert wire.from_host().empty
    if isinstance(message, wire.HostReply):
        seat.repeat([tuple(row) for row in message.orders])
        if message.fault is not None:
            assert len(msgspec.json.encode(message.fault.bounded())) < 1 << 20
        trust.read_audit(message.audit)
    elif isinstance(message, wire.HostOrder):
        seat.repeat([message.row])
    elif isinstance(message, wire.Bug):
        trust.confirm_bug(message, seat)


class NoNotes(Exception):
    """What a host has left cannot be read as notes."""


NOTES = (("log", "gold 3"), ("mark", "é"), ("draw", ["cell", 3, 4, "red"]), ("draw", ["text", 1.5, 2, "x", "blue"]))


def notes_of(folder: Path) -> list[bytes]:
    """The memory of a host's notes, with room left."""
    items = [msgspec.msgpack.encode(note) for note in NOTES]
    kept = [items, items[:1]]
    return [notes.HEAD.pack(len(b"".join(some)), len(some), 2) + b"".join(some) + bytes(16) for some in kept]


def read_notes(data: bytes, folder: Path) -> None:
    """What the engine takes from this memory can be recorded, and is bounded."""
    memory = notes.NotesMemory()
    try:
        os.pwrite(memory.file, data[: notes.HEAD.size + notes.ROOM], 0)
        found = trust.DebugBudget().bounded(memory.take())
    finally:
        memory.close()
    assert len(msgspec.json.encode(found)) < 1 << 20
    if not found.keys() & {"log", "mark", "draw"}:
        raise NoNotes("there are no notes to be read")


def downs_of(folder: Path) -> list[bytes]:
    news = [[(0, b"12345678")], []]
    messages: tuple[Any, ...] = (
        wire.HostHello("toy", "sujet", {"A": 1}, "", [[1, 2]], 2, 0, "maker", ["a"], {"time_ms": 1}, news),
        wire.Ask(1, 2, "turn", "jouer_tour", [0], news, 1.5),
    )
    return [*map(wire.framed, messages), b"".join(map(wire.framed, messages))]


def read_down(data: bytes, folder: Path) -> None:
    """What a host takes from the engine."""
    path = folder / "down"
    path.write_bytes(data)
    with open(path, "rb", buffering=0) as file:
        end = wire.HostWire(file.fileno())
        for _ in range(len(data) + 1):
            try:
                end.receive()
            except EOFError:
                return


# Lines


def lines_of(folder: Path) -> list[Any]:
    """Messages of a champion that speaks JSON."""
    call = {"type": "call", "id": 1, "function": "construire", "arguments": [1, {"x": 1, "y": 1}]}
    return [
        {"type": "ready", "joute": "champion/1", "callbacks": ["jouer_tour"]},
        {"type": "ready", "joute": "champion/1"},
        call,
        call | {"function": "info_terrain", "arguments": [[1, 2]]},
        call | {"function": "afficher_bateau", "arguments": [{"id": 1, "pos": {"x": 1, "y": 2}}]},
        call | {"function": "annuler", "arguments": []},
        {"type": "note", "text": "gold 3", "mark": True},
        {"type": "draw", "shape": "cell", "at": [3, 4], "color": "red"},
        {"type": "draw", "shape": "line", "at": [3, 4, 5.5, 6]},
        {"type": "end"},
        {"type": "end", "error": "ValueError", "traceback": "line 1"},
    ]


def mutated_line(rng: Random, samples: Sequence[Any]) -> bytes:
    if rng.random() < 0.3:
        return mutated_bytes(rng, [dumped(value) for value in samples])
    return dumped(mutated_value(rng, samples))


def read_protocol(line: bytes, folder: Path) -> None:
    """A line in the protocol is answered, and what it leads to can be recorded."""
    message = protocol.read_line(line)
    champion = LinesChampion("fuzz", Recipe("other", folder, "champion", run=("true",)), "", protocol.Limits())
    champion._seat = small_table("archipel", 1).seat(0)
    if isinstance(message, protocol.Call):
        protocol.line_of(champion._answer(message))
        assert champion._last is not None
        assert len(champion._last.shown()) < 10_000
    elif isinstance(message, protocol.End):
        fault = champion._ended(message, Turn(1, "turn", "jouer_tour", (0,)), 1.0)
        assert fault is None or len(msgspec.json.encode(fault.bounded())) < 1 << 20
    elif isinstance(message, protocol.Ready):
        champion._require_callbacks(message)
    else:
        debug.begin(("x", "y"))
        record_note(message)
        assert len(msgspec.json.encode(debug.take())) < 1 << 20


def readers() -> Iterator[tuple[str, Reader]]:
    """All readers by name."""
    games = sorted(SMALL)
    loaded = (StateError, ParamError, BoardError, ValueError)
    for name in games:
        yield f"dump-{name}", Reader(partial(dumps_of, name), mutated_value, read_dump, loaded)
        yield (
            f"board-{name}",
            Reader(partial(boards_of, name), mutated_text, partial(read_board, name), (BoardError, ParamError)),
        )
        if joute.load_game(name).boards.write_json:
            made, read = partial(json_boards_of, name), partial(read_board, name)
            yield f"board-{name}-json", Reader(made, mutated_json_text, read, (BoardError, ParamError))
    yield "replay", Reader(replays_of, mutated_replay, read_replay, (replay.ReplayError,))
    yield "replay-gzip", Reader(replays_of, mutated_packed, read_replay, (replay.ReplayError,), gzip.compress)
    yield "archive-zip", Reader(zips_of, mutated_bytes, partial(read_archive, "zip"), (ChampionError,))
    yield "archive-tar", Reader(tars_of, mutated_tar, partial(read_archive, "tar.gz"), (ChampionError,), gzip.compress)
    yield "manifest", Reader(manifests_of, mutated_text, read_manifest, (ChampionError,))
    yield "tournament", Reader(tournaments_of, mutated_text, read_tournament, (config.TournamentError,))
    yield "wire-up", Reader(ups_of, mutated_frame, read_up, (wire.WireError, EOFError))
    yield "notes", Reader(notes_of, mutated_bytes, read_notes, (NoNotes,))
    yield "wire-down", Reader(downs_of, mutated_frame, read_down, (wire.WireError,))
    yield "lines", Reader(lines_of, mutated_line, read_protocol, (protocol.Deviation, ChampionError), dumped)


READERS = dict(readers())
