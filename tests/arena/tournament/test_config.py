"""tournament.toml: what is wrong is told before anything runs."""

from __future__ import annotations

import msgspec
import pytest

from joute.arena.tournament.config import TournamentError, changed, read
from joute.arena.tournament.formats.round_robin import RoundRobin
from joute.arena.tournament.formats.swiss import Swiss

from .cups import cup_file

WHOLE = """
name = "spring cup"
game = "toy"
seats = 4
entrants = ["idle", "bots/*.py", { name = "zoe", champion = "random" }]
isolation = "process"
retries = 1
set_aside_after = 2
store = "elsewhere"
[boards]
names = ["cove"]
generate = 2
[limits]
time_ms = 50
[seeds]
secret = true
[format]
kind = "swiss"
rounds = 1
"""
LEAST = 'name = "cup"\ngame = "toy"\nentrants = ["idle", "random"]\n[format]\nkind = "round_robin"\n'


@pytest.fixture
def declared(tmp_path):
    """Reads a text as a tournament."""
    (tmp_path / "bots").mkdir()
    for name in ("ana", "ben"):
        (tmp_path / "bots" / f"{name}.py").touch()

    def made(text: str):
        path = tmp_path / "cup.toml"
        path.write_text(text)
        return read(path)

    return made


def test_all_that_may_be_said(declared, tmp_path):
    plan = declared(WHOLE)
    settings = plan.settings
    assert plan.entrants == (("idle", "idle"), ("ana", "bots/ana.py"), ("ben", "bots/ben.py"), ("zoe", "random"))
    assert (plan.name, plan.store, plan.seed) == ("spring cup", str(tmp_path / "elsewhere"), None)
    assert (settings.game, settings.seats, settings.format) == ("toy", 4, Swiss(rounds=1))
    assert (settings.terms.level, settings.terms.limits.time_ms, settings.terms.strict) == ("process", 50, True)
    assert (settings.retries, settings.set_aside_after, settings.secret_seeds) == (1, 2, True)
    assert len(settings.all_boards("secret")) == 3
    assert settings.all_boards("secret") == settings.all_boards("secret") != settings.all_boards("other")


def test_the_least_that_must_be_said(declared, tmp_path):
    plan = declared(LEAST)
    assert plan.entrants == (("idle", "idle"), ("random", "random"))
    assert (plan.settings.format, plan.settings.seats, plan.settings.terms.level) == (RoundRobin(), 2, "sandbox")
    assert plan.store == str(tmp_path / "joute-store")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('game = "toy"', 'gane = "toy"', "unknown key 'gane'; did you mean 'game'?"),
        ('kind = "round_robin"', 'kind = "round_robin"\nleg = 2', "unknown key 'format.leg'; did you mean 'legs'?"),
        ("[format]", "[limits]\ntime = 5\n[format]", "unknown key 'limits.time'; did you mean 'time_ms'?"),
        ("[format]", "[boards]\nzzz = 5\n[format]", "unknown key 'boards.zzz'; there are names, files, generate"),
        ('"random"]', '{ nome = "x", champion = "idle" }]', "unknown key 'entrants[1].nome'; did you mean 'name'?"),
        ('name = "cup"\n', "", "the file missing required field `name`"),
        (
            '"round_robin"',
            '"robin"',
            "format.kind: found 'robin', expected one of elimination, ladder, round_robin, swiss, tables",
        ),
        ('"round_robin"', '"round_robin"\nlegs = 0', "format.legs: Expected `int` >= 1"),
        ('"round_robin"', '"tables"', "format: Object missing required field `rounds`"),
        ('"round_robin"', '"elimination"\nbest_of = 2', "format: best_of = 2: an odd number is needed"),
        ("[format]", "[limits]\ntime_ms = -3\n[format]", "limits.time_ms: found -3, expected 1 to 1000000000"),
        ("[format]", "[limits]\nstart_ms = 0\n[format]", "limits.start_ms: found 0, expected 1 to 1000000000"),
        ("[format]", f"[limits]\ncpu_s = {10**20}\n[format]", "limits.cpu_s: found 1000"),
        ("[format]", "retries = -1\n[format]", "retries: Expected `int` >= 0"),
        ("[format]", "seats = 101\n[format]", "seats: found 101, but toy is played by 2 to 100"),
        ("[format]", "seats = 3\n[format]", "format: 2 entrants cannot fill a table of 3 seats"),
        ('"toy"', '"chess"', "game 'chess' does not exist; there are"),
        ("[format]", "[params]\nnone = 1\n[format]", "parameter 'none' does not exist"),
        ('"random"]', '"idle"]', "entrants: the name 'idle' is used twice, for idle and idle; give one another name"),
        (
            '"random"]',
            '"nowhere/bot"]',
            "entrants: no champion 'nowhere/bot': there is no such file or folder, and toy",
        ),
        ('"random"]', '"none/*.py"]', "entrants: no file or folder matches 'none/*.py'"),
        ('"random"]', '"/etc/*"]', "entrants: '/etc/*': a pattern is relative to the folder of this file"),
        ('"random"]', '{ name = " ", champion = "idle" }]', "entrants[1].name: Expected `str` matching regex"),
        ("[format]", '[boards]\nnames = ["sea"]\n[format]', "boards.names: no board 'sea'; toy comes with cove"),
        ("[format]", '[boards]\nfiles = ["sea.txt"]\n[format]', "sea.txt: cannot be read: No such file"),
        ("[format]", '[boards]\nfiles = ["bots/ana.py"]\n[format]', "boards: "),
        ("[format]", "[seeds]\nvalue = 1\nsecret = true\n[format]", "seeds: either value = N"),
        ("[format]", "[seeds]\nvalue = -1\n[format]", "seeds: either value = N"),
        ("[format]", 'isolation = "wall"\n[format]', "isolation: Invalid enum value 'wall'"),
        ("[format]", "[format", "this is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named(declared, before, after, message):
    assert before in LEAST
    with pytest.raises(TournamentError) as told:
        declared(LEAST.replace(before, after, 1))
    assert message in str(told.value)
    assert "cup.toml: " in str(told.value)


def test_a_file_that_is_missing_or_too_long_is_told(tmp_path):
    with pytest.raises(TournamentError, match=r"none\.toml: cannot be read: No such file or directory"):
        read(tmp_path / "none.toml")
    (tmp_path / "long.toml").write_text("#" * (1 << 20) + "\n")
    with pytest.raises(TournamentError, match="1048577 bytes; at most 1048576 are read"):
        read(tmp_path / "long.toml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"random"]', f'"{"a" * 5000}"]', "entrants: no champion 'aaaaaaaa"),
        ('"random"]', '"b**/x"]', "entrants: 'b**/x' is no pattern: "),
        ('"random"]', '"bots/\\u0000*"]', "entrants: "),
        ("[format]", '[boards]\nfiles = ["/tmp/*"]\n[format]', "boards.files: '/tmp/*' is no pattern: "),
        ("[format]", '[boards]\nfiles = ["x\\u0000"]\n[format]', "cannot be read: embedded null byte"),
        ("[format]", f'[boards]\nfiles = ["{"a" * 5000}"]\n[format]', "cannot be read: File name too long"),
        ('game = "toy"', f'game = "{"a" * 5000}"', "game 'aaaa"),
        ('game = "toy"', f'game = "toy"\npreset = "{"a" * 5000}"', "preset 'aaaa"),
    ],
)
def test_names_and_patterns_that_no_file_has_are_refused_briefly(declared, old, new, message):
    with pytest.raises(TournamentError) as caught:
        declared(LEAST.replace(old, new))
    assert message in str(caught.value)
    assert len(str(caught.value)) < 1000
    assert str(caught.value).isprintable()


# Copies of one game


@pytest.mark.parametrize(
    ("shape", "more", "warned"),
    [
        ('kind = "round_robin"\nlegs = 3', "", False),  # each seed makes its own board
        ('kind = "round_robin"\nlegs = 2', '[boards]\nnames = ["duel", "river"]', False),
        ('kind = "round_robin"\nlegs = 3', '[boards]\nnames = ["duel", "river"]', True),
        ('kind = "swiss"\nrounds = 1\nlegs = 2', '[boards]\nnames = ["duel"]', True),
        ('kind = "swiss"\nrounds = 2\nlegs = 1', '[boards]\nnames = ["duel"]', False),
        ('kind = "elimination"\nbest_of = 3', "[boards]\ngenerate = 1", True),
        ('kind = "elimination"\nbest_of = 1', "[boards]\ngenerate = 1", False),
    ],
)
def test_more_legs_than_boards_are_warned_of_where_nothing_else_differs(tmp_path, shape, more, warned):
    path = cup_file(tmp_path, shape=shape, more=more)
    path.write_text(path.read_text().replace('"toy"', '"chartichaud"').replace('"idle"', '"random"'))
    assert bool(read(path).settings.repeats()) == warned


def test_a_game_with_randomness_repeats_nothing(tmp_path):
    path = cup_file(tmp_path, shape='kind = "round_robin"\nlegs = 3', more='[boards]\nnames = ["cove"]')
    assert read(path).settings.repeats() is None


def test_the_warning_says_what_to_do(tmp_path):
    path = cup_file(tmp_path, shape='kind = "round_robin"\nlegs = 3', more='[boards]\nnames = ["duel"]')
    path.write_text(path.read_text().replace('"toy"', '"chartichaud"').replace('"idle"', '"random"'))
    assert str(read(path).settings.repeats()) == (
        "3 legs, but chartichaud uses no randomness here, and there is 1 board: champions that use none either play "
        "copies of one game, which count once for ratings; name more boards, or play fewer legs"
    )


def test_where_seeds_change_nothing_other_boards_follow_the_usual_one(tmp_path):
    """Else more legs would be copies of one game."""
    text = 'name = "cup"\ngame = "tours_de_magie"\nentrants = ["idle", "random", "mason", "rush"]\n'
    text += 'format = { kind = "round_robin", legs = 3 }\n'
    path = tmp_path / "cup.toml"
    path.write_text(text)
    settings = read(path).settings
    boards = settings.all_boards("secret")
    assert len(boards) == len(set(boards)) == 32
    assert boards[0] == settings.settled().boards.write(settings.settled().board(None, 4, 0))
    assert settings.repeats() is None
    path.write_text(text + '[boards]\nnames = ["concours"]\n')
    assert len(read(path).settings.all_boards("secret")) == 1
    assert str(read(path).settings.repeats()).startswith("3 legs, but tours_de_magie uses no randomness here")
    path.write_text(text.replace("tours_de_magie", "chartichaud").replace('"mason", "rush"', '"settler"'))
    assert read(path).settings.all_boards("secret") == ()


def test_a_tournament_goes_on_where_only_defaults_have_changed_since(tmp_path):
    text = 'name = "cup"\ngame = "tours_de_magie"\nentrants = ["idle", "random", "mason", "rush"]\n'
    path = tmp_path / "cup.toml"
    path.write_text(text + 'format = { kind = "round_robin" }\n')
    plan = read(path)
    before = msgspec.structs.replace(plan.settings, set_aside_after=5, boards=(), generate=0)
    assert before != plan.settings
    assert changed(before, plan) == []
    path.write_text(text + 'set_aside_after = 3\nformat = { kind = "round_robin" }\n[boards]\ngenerate = 2\n')
    assert changed(before, read(path)) == ["boards.generate", "set_aside_after"]
