"""Films on the wire, and the viewer in one file."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import joute
from joute.champions.players.simple import Idle, Random
from joute.champions.sources.find import find
from joute.cli.exits import Exit
from joute.cli.main import main
from joute.core.game import Game
from joute.match import positions as match_positions
from joute.match.positions import Positions, listen
from joute.match.reading import read
from joute.match.referee import Referee
from joute.match.replay import Header, PhaseLine, Recorder, Replay, ReplayError, ResultLine, header_of
from joute.match.verdict import Fault, Report, Verdict
from joute.web.film import single
from joute.web.film.diff import patch
from joute.web.film.notes import notes_of
from joute.web.film.replay import ReplayFilm
from joute.web.film.track import Track, head, tracks_of
from joute.web.wire import CHUNK, FilmHead, LiveEvent

TURNS = 20
STUB = f"<!doctype html><title>Joute</title>{single.EMPTY}"


def played(game: Game, *players: Any) -> Replay:
    """The replay of a match."""
    recorder = Recorder()
    Referee(joute.Table(game, seed=1), players, recorder).play()
    header, *phases, result = recorder.lines
    assert isinstance(header, Header)
    assert isinstance(result, ResultLine)
    return Replay(header, tuple(line for line in phases if isinstance(line, PhaseLine)), result)


@pytest.fixture(scope="module")
def replay() -> Replay:
    """A match of two in the fog, longer than one chunk."""
    game = joute.load_game("toy", NB_TOURS=TURNS)
    return played(game, Random(1), Random(2))


def scenes(chunks: list[bytes]) -> list[Any]:
    """The scenes of a track, as the page puts them together."""
    found: list[Any] = []
    for data in chunks:
        first, *changes = json.loads(gzip.decompress(data))
        found.append(first)
        for change in changes:
            found.append(patch(found[-1], change))
    return found


def positions(replay: Replay, seat: int | None) -> list[Any]:
    """The scenes of a replay as the engine has them."""
    table = replay.table()
    found = [table.scene(seat)]
    for line in replay.phases:
        listen(table)
        match_positions.advance(table, line, 0)
        found.append(table.scene(seat))
    return found


# Tracks and chunks


def test_each_track_holds_every_position_as_that_seat_sees_it(replay: Replay) -> None:
    made = ReplayFilm(replay)
    assert list(made.tracks) == ["all", "0", "1"]
    for track, seat in (("all", None), ("0", 0), ("1", 1)):
        assert scenes(made.tracks[track].scenes.all()) == positions(replay, seat)


def test_a_chunk_begins_with_a_whole_scene(replay: Replay) -> None:
    chunks = ReplayFilm(replay).tracks["0"].scenes.all()
    sizes = [len(json.loads(gzip.decompress(data))) for data in chunks]
    last = (len(replay.phases) + 1) % CHUNK
    assert sizes == [CHUNK] * (len(chunks) - 1) + [last]
    assert scenes(chunks[1:]) == positions(replay, 0)[CHUNK:]


def test_without_fog_or_with_many_seats_there_is_one_track() -> None:
    game = joute.load_game("toy")
    assert tracks_of(game, 8) == ["all", *"01234567"]
    assert tracks_of(game, 9) == ["all"]


def test_a_long_film_keeps_few_copies(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_positions, "KEEP_EVERY", 2)
    monkeypatch.setattr(match_positions, "KEPT_MOST", 5)
    film = Positions(replay)
    forwards = [film.at(index).digest for index in range(film.last + 1)]
    assert len(film._checkpoints) <= 5
    assert len(film._near) <= 4
    assert [film.at(index).digest for index in range(film.last, -1, -1)] == forwards[::-1]


# Heads


def test_the_head_tells_the_match(replay: Replay) -> None:
    found = ReplayFilm(replay).head()
    last = len(replay.phases)
    assert (found.film, found.game, found.preset, found.frames) == (5, "toy", "petit", last + 1)
    assert [(player.name, player.seat_name, player.kind) for player in found.players] == [
        ("random", "J1", "random"),
        ("random", "J2", "random"),
    ]
    assert len(found.turns) == len(found.phases) == len(found.scores) == len(found.times) == last + 1
    assert (found.turns[0], found.phases[0], found.scores[0], found.times[0]) == (0, "init", [0, 0], [None, None])
    assert (found.turns[-1], found.phases[-1]) == (TURNS, "over")
    assert found.result is not None
    assert found.result.scores == found.scores[-1] == list(replay.result.scores)  # type: ignore[union-attr]
    assert found.damage is None
    assert [verdict.verdict for verdict in found.verdicts] == ["OK", "OK"]
    assert msgspec.json.decode(msgspec.json.encode(found), type=FilmHead) == found


def test_times_are_of_those_who_were_asked(replay: Replay) -> None:
    made = ReplayFilm(replay)
    alternating = replay.phases.index(next(line for line in replay.phases if line.seats == (1,)))
    times = made.head().times[alternating + 1]
    assert times == [None, replay.phases[alternating].wall_ms[0]]
    assert made.head("0").times[alternating + 1] == [None, None]
    assert made.head("1").times[alternating + 1] == times


FAILS = """
from api import *
def jouer_placement():
    raise ValueError(ou_est(moi()))
def jouer_marche():
    pass
"""


def failing(path: Path) -> Replay:
    game = joute.load_game("toy", NB_TOURS=3)
    (path / "fails.py").write_text(FAILS)
    return played(game, Idle(), find(game, str(path / "fails.py"), 0))


def test_failures_are_marked_for_all_and_for_whom_they_befell(tmp_path: Path) -> None:
    made = ReplayFilm(failing(tmp_path))
    marks = [mark for mark in made.head().marks if mark.kind == "fault"]
    assert [(mark.frame, mark.seat, mark.text.en) for mark in marks][:1] == [(2, 1, "CRASHED in jouer_placement")]
    assert len(marks) == 3
    assert [mark.kind for mark in made.head("0").marks].count("fault") == 0
    assert [mark.kind for mark in made.head("1").marks].count("fault") == 3
    told = made.head().verdicts[1].told
    assert told == "turn 0, jouer_placement: ValueError: Position(y=2, x=3)"
    assert made.head("1").verdicts[1].told == told
    assert [(verdict.verdict, verdict.told) for verdict in made.head("0").verdicts] == [("OK", ""), ("CRASHED", "")]


def test_failures_of_seats_that_do_not_exist_are_not_told(replay: Replay) -> None:
    fault = Fault(Verdict.CRASHED, "x" * 5000, 1, "jouer_marche")
    phases = (msgspec.structs.replace(replay.phases[0], faults={7: fault, 1: fault}), *replay.phases[1:])
    ending = ResultLine((0, 0), (1, 1), reports=(Report(),) * 9)
    found = ReplayFilm(msgspec.structs.replace(replay, phases=phases, result=ending))
    assert [mark.seat for mark in found.head().marks if mark.kind == "fault"] == [1]
    assert [verdict.seat for verdict in found.head().verdicts] == [0, 1]
    assert len(found.tracks["1"].verdicts[0].told) < 1200


# Live


def test_live_events_lead_to_the_same_film(replay: Replay) -> None:
    game = replay.game()
    table = joute.Table(game, seed=1)
    tracks = {name: Track(name) for name in ("all", "0")}
    listen(table)
    events: dict[str, list[LiveEvent]] = {name: [track.add(table)] for name, track in tracks.items()}

    def watch(table: joute.Table, line: PhaseLine) -> None:
        for name, track in tracks.items():
            events[name].append(track.add(table, line))
        listen(table)

    Referee(table, [Random(1), Random(2)]).play(watch)
    for name, track in tracks.items():
        wire = [msgspec.json.decode(msgspec.json.encode(event)) for event in events[name]]
        shown = [wire[0]["scene"]]
        for event in wire[1:]:
            assert "scene" not in event
            shown.append(patch(shown[-1], event["diff"]))
        assert shown == positions(replay, track.seat)
        assert [event["frame"] for event in wire] == list(range(len(wire)))
        assert [event["result"] is None for event in wire] == [True] * (len(wire) - 1) + [False]
        assert track.scenes.all() == ReplayFilm(replay).tracks[name].scenes.all()


def test_the_head_of_a_live_match_has_no_result(replay: Replay) -> None:
    table = replay.table()
    track = Track("0")
    track.add(table)
    found = head(header_of(table, replay.header.players), track, table, live=True, kinds=["human", "random"])
    assert (found.live, found.frames, found.tracks, found.result) == (True, 1, ["0"], None)
    assert [player.kind for player in found.players] == ["human", "random"]


# What is damaged


def lines_of(replay: Replay) -> list[bytes]:
    encode = msgspec.json.encode
    return [encode(replay.header), *map(encode, replay.phases), encode(replay.result)]


def test_a_replay_with_a_damaged_line_is_shown_up_to_it(tmp_path: Path, replay: Replay) -> None:
    lines = lines_of(replay)
    lines[5] = b'{"joute": "phase", "turn": '
    (tmp_path / "m.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    found = ReplayFilm(read(tmp_path / "m.jsonl", lenient=True)).head()
    assert found.frames == 5
    assert found.damage is not None
    assert found.damage.en.startswith("This replay is damaged, and shown up to the last sound phase (line 6: damaged:")
    assert found.result is None


def test_a_packed_replay_that_cannot_be_unpacked_is_shown_up_to_there(tmp_path: Path, replay: Replay) -> None:
    lines = b"\n".join(lines_of(replay)) + b"\n"
    packed = bytearray(gzip.compress(lines, 0))
    packed[-200:] = bytes(200)
    (tmp_path / "m.jsonl.gz").write_bytes(packed)
    with pytest.raises(ReplayError):
        read(tmp_path / "m.jsonl.gz")
    found = ReplayFilm(read(tmp_path / "m.jsonl.gz", lenient=True)).head()
    assert 1 < found.frames <= len(replay.phases) + 1
    assert found.damage is not None
    assert found.damage.en.startswith("This replay is damaged, and shown up to the last sound phase (line ")
    with pytest.raises(ReplayError, match="No such file"):
        read(tmp_path / "none", lenient=True)


def test_a_replay_that_does_not_follow_from_the_rules_is_shown_while_it_does(replay: Replay) -> None:
    phases = list(replay.phases)
    phases[7] = msgspec.structs.replace(phases[7], hash="0" * 16)
    made = ReplayFilm(msgspec.structs.replace(replay, phases=tuple(phases)))
    assert made.head().frames == 8
    assert made.damage is not None
    assert "phase 7" in made.damage.en
    assert scenes(made.tracks["all"].scenes.all()) == positions(replay, None)[:8]


def test_a_replay_without_an_end_says_so(replay: Replay) -> None:
    cut = msgspec.structs.replace(replay, phases=replay.phases[:9], result=None, cut=True)
    found = ReplayFilm(cut).head()
    assert found.frames == 10
    assert found.damage is not None
    assert found.damage.en == "This replay has no end: the match was stopped, or its file was cut."


def test_a_void_match_says_so(replay: Replay) -> None:
    ending = ResultLine((0, 0), (1, 1), reports=(Report().excused(),) * 2, void="Traceback")
    found = ReplayFilm(msgspec.structs.replace(replay, phases=replay.phases[:5], result=ending)).head()
    assert (found.frames, found.result) == (6, None)
    assert [verdict.verdict for verdict in found.verdicts] == ["INTERNAL_ERROR"] * 2
    assert found.damage is not None
    assert found.damage.fr.startswith("Cette partie est nulle")


def test_a_replay_of_other_rules_is_shown_as_far_as_they_agree(replay: Replay) -> None:
    other = msgspec.structs.replace(replay, header=msgspec.structs.replace(replay.header, rules_version=99))
    found = ReplayFilm(other).head()
    assert found.frames == len(replay.phases) + 1
    assert found.damage is not None
    assert found.damage.en.startswith("This replay was made with version 99 of the rules; this is version 1")
    cut = msgspec.structs.replace(other, phases=other.phases[:4], result=None, cut=True)
    assert ReplayFilm(cut).head().frames == 5


def test_a_replay_of_an_unknown_game_is_refused_in_words(replay: Replay) -> None:
    other = msgspec.structs.replace(replay, header=msgspec.structs.replace(replay.header, game="chess"))
    with pytest.raises(ReplayError, match=r"this replay: cannot be played here: .*chess"):
        ReplayFilm(other)


# Orders and names


def given_at(film: ReplayFilm, track: str) -> list[list[dict[str, Any]]]:
    """The orders that led to each position of a track."""
    return [one for chunk in film.tracks[track].orders.all() for one in json.loads(gzip.decompress(chunk))]


def test_a_track_tells_the_orders_that_it_may_know_in_words(replay: Replay) -> None:
    film = ReplayFilm(replay)
    told = {track: given_at(film, track) for track in ("all", "0")}
    assert [len(orders) for orders in told.values()] == [len(replay.phases) + 1] * 2
    named = [[(one["seat"], one["function"]) for one in orders] for orders in told["all"][1:]]
    assert named == [
        [(seat, order[0]) for seat, orders in zip(line.seats, line.orders, strict=True) for order in orders]
        for line in replay.phases
    ]
    assert told["0"] == [[one for one in orders if one["seat"] == 0] for orders in told["all"]]
    dig = next(one for orders in told["all"] for one in orders if one["function"] == "creuser")
    ((column, row),) = dig["cells"]
    assert f"dig on {row}, {column} with the " in dig["text"]["en"]
    assert f"creuse en {row}, {column} à la " in dig["text"]["fr"]


def test_players_are_called_by_their_names_wherever_a_film_tells_of_them() -> None:
    game = joute.load_game("archipel", FIN_PARTIE=20).on()

    players = [find(game, name) for name in ("corsair", "settler")]
    recorder = Recorder()
    Referee(joute.Table(game, seed=1), players, recorder).play()
    header, *phases, result = recorder.lines
    film = ReplayFilm(Replay(header, tuple(line for line in phases if isinstance(line, PhaseLine)), result))  # type: ignore[arg-type]
    texts = [mark.text.en for mark in film.head().marks if mark.kind == "fight"]
    assert texts
    assert all(text.startswith(("corsair wins the fight", "settler wins the fight")) for text in texts)
    assert [player.seat_name for player in film.head().players] == ["J1", "J2"]
    last = scenes(film.tracks["all"].scenes.all())[-1]
    assert [player["name"] for player in last["players"]] == ["corsair", "settler"]


# Notes

REFUSED = """
from api import *
def jouer_placement():
    pass
def jouer_marche():
    passer()
    deplacer([(99, 0)])
    signaler(5000)
    raise ValueError("enough")
"""


def test_the_author_is_told_what_was_refused_and_how_it_failed(tmp_path: Path) -> None:
    game = joute.load_game("toy", NB_TOURS=2)
    (tmp_path / "refused.py").write_text(REFUSED)
    replay = played(game, Idle(), find(game, str(tmp_path / "refused.py"), 0))
    first = notes_of(replay, 1)[0]
    (walk, flag) = first.refused
    assert (walk.before, walk.function, walk.cells, walk.answer) == (1, "deplacer", [(0, 99)], "HORS_PHASE")
    assert (walk.text.en, walk.why.en) == ("walk to 99, 0", "Not in this phase.")
    assert (flag.before, flag.text.fr, flag.answer) == (1, "drapeau 5000", "VALEUR_INVALIDE")
    assert first.failure is not None
    assert (first.failure.verdict, first.failure.message) == (Verdict.CRASHED, "ValueError: enough")
    assert (first.failure.last_call, first.failure.callback) == ("signaler(5000) = VALEUR_INVALIDE", "jouer_marche")
    assert 'raise ValueError("enough")' in first.failure.traceback
    assert notes_of(replay, 0) == []


@pytest.mark.parametrize("entry", [3, [], [0, 1], [0, 1, 2], ["0", 1, "passer"], [0, 1, "passer", "x"]])
def test_refused_orders_of_a_hostile_replay_are_left_out(noted: Replay, entry: Any) -> None:
    phases = list(noted.phases)
    private = {1: {"refused": [entry, [0, 77, "passer"], [0, 8, "vanish", 1]], "refused_more": -4}}
    phases[1] = msgspec.structs.replace(phases[1], private=private)
    (found,) = notes_of(msgspec.structs.replace(noted, phases=tuple(phases)), 1, 2, 3)
    assert [(order.text.en, order.answer) for order in found.refused] == [("passer()", "77"), ("vanish(1)", "8")]
    assert found.refused_more == 0


NOTES = """
from api import *
from joute import debug
def jouer_placement():
    debug.log("turn", tour())
    debug.mark("</script>")
    debug.draw.cell(1, 2, "blue")
    debug.draw.line(1, 2, 3, 4)
    debug.draw.circle(0, 5, 1.5)
    debug.draw.text(2, 1, "here", "green")
def jouer_marche():
    pass
"""


@pytest.fixture
def noted(tmp_path: Path) -> Replay:
    game = joute.load_game("toy", NB_TOURS=2)
    (tmp_path / "notes.py").write_text(NOTES)
    return played(game, Idle(), find(game, str(tmp_path / "notes.py"), 0))


def test_notes_travel_with_columns_first(noted: Replay) -> None:
    assert notes_of(noted, 0) == []
    first, second = notes_of(noted, 1)
    assert (first.frame, first.log, first.marks) == (2, ["turn 0"], ["</script>"])
    assert [(drawing.shape, drawing.at, drawing.text, drawing.colour) for drawing in first.drawings] == [
        ("cell", [2, 1], "", "blue"),
        ("line", [2, 1, 4, 3], "", "red"),
        ("circle", [5, 0, 1.5], "", "red"),
        ("text", [1, 2], "here", "green"),
    ]
    assert notes_of(noted, 1, 3, 99) == [second]


@pytest.mark.parametrize("item", [[], ["cell"], ["cell", "1", 2, "red"], ["star", 1, 2, "red"], ["cell", 1, 2, 3, 4]])
def test_notes_of_a_hostile_replay_are_left_out(noted: Replay, item: Any) -> None:
    phases = list(noted.phases)
    phases[1] = msgspec.structs.replace(phases[1], private={1: {"draw": [item], "log": 3, "mark": [[1]]}})
    (found,) = notes_of(msgspec.structs.replace(noted, phases=tuple(phases)), 1, 2, 3)
    assert (found.drawings, found.log, found.marks) == ([], [], ["list"])


# The viewer in one file


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stub of the viewer, in the place of the one that is built."""
    path = tmp_path / "viewer.html"
    path.write_text(STUB)
    monkeypatch.setattr(single, "VIEWER", path)
    monkeypatch.chdir(tmp_path)
    return path


def film_in(page: str) -> Any:
    """The film of a page, as the page reads it."""
    before, after = STUB.split("null")
    assert page.startswith(before)
    assert page.endswith(after)
    text = page.removeprefix(before).removesuffix(after)
    assert "<" not in text
    return json.loads(text)


def test_a_page_carries_every_track(built: Path, replay: Replay) -> None:
    data, damage = single.page(replay)
    film = film_in(data.decode())
    assert damage == ""
    assert film["frames"] == len(replay.phases) + 1
    for track, seat in (("all", None), ("0", 0), ("1", 1)):
        assert scenes([base64.b64decode(part) for part in film["chunks"][track]]) == positions(replay, seat)


def test_notes_are_in_a_page_only_where_asked_for(built: Path, noted: Replay) -> None:
    film = film_in(single.page(noted)[0].decode())
    assert (film["notes"], film["noted"]) == ([], {})
    film = film_in(single.page(noted, notes=True)[0].decode())
    assert film["notes"] == [0, 1]
    assert [(mark["frame"], mark["seat"], mark["text"]["fr"]) for mark in film["marks"] if mark["kind"] == "note"] == [
        (2, 1, "</script>"),
        (5, 1, "</script>"),
    ]
    assert film["noted"]["0"] == []
    assert [notes["marks"] for notes in film["noted"]["1"]] == [["</script>"]] * 2


def test_run_writes_a_page(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "toy", "random", "random", "--set", "NB_TOURS=3", "-o", "m.html"]) == Exit.DONE
    assert capsys.readouterr().out.endswith("\nPage in m.html: open it in a browser\n")
    assert film_in(Path("m.html").read_text())["players"][1]["name"] == "random"


def test_run_writes_many_pages(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "toy", "idle", "idle", "--repeat", "2", "-o", "m.html"]) == Exit.DONE
    assert capsys.readouterr().out.endswith("\nPages in m-0.html to m-1.html\n")
    assert [film_in(Path(f"m-{seed}.html").read_text())["seed"] for seed in (0, 1)] == ["0", "1"]


def test_watch_writes_a_page_of_a_damaged_replay_and_says_so(
    built: Path, replay: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("m.jsonl").write_bytes(b"\n".join(lines_of(replay)[:4]) + b"\n[]\n")
    assert main(["watch", "m.jsonl", "--html", "m.html"]) == Exit.DONE
    told = capsys.readouterr()
    assert told.out == "Page in m.html: open it in a browser\n"
    assert told.err.startswith("joute: m.jsonl: This replay is damaged, and shown up to the last sound phase (line 5:")
    assert film_in(Path("m.html").read_text())["frames"] == 4


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["run", "toy", "idle", "idle", "-o", "m.html"], Exit.NOT_LOADED, "build the pages with: make pages"),
        (
            ["run", "toy", "idle", "idle", "-o", "m.jsonl", "--notes"],
            Exit.USAGE,
            "--notes is for pages",
        ),
        (["watch", "m.jsonl", "--notes"], Exit.USAGE, "--notes goes with --html"),
    ],
)
def test_a_page_that_cannot_be_made(
    built: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, told: str
) -> None:
    built.unlink()
    assert main(words) == code
    assert told in capsys.readouterr().err
    assert list(built.parent.iterdir()) == []


def test_a_viewer_without_room_for_a_film_is_refused(built: Path, replay: Replay) -> None:
    built.write_text("<!doctype html>")
    with pytest.raises(single.NoViewer, match=r"is not a viewer of this version; build .* with: make pages"):
        single.page(replay)


def test_a_page_that_cannot_be_written(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "toy", "idle", "idle", "-o", "none/m.html"]) == Exit.USAGE
    assert "none/m.html: cannot be written: No such file or directory" in capsys.readouterr().err
