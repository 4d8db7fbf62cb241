"""Compiled champions in our own process: how they are called, and what they are told when they fail."""

from __future__ import annotations

import os
import resource
from pathlib import Path
from typing import Any

import pytest

import joute
from joute import debug
from joute.champions.errors import ChampionError
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.champions.sources.recipe import recipe_of
from joute.core.errors import EngineBug
from joute.core.game import Game
from joute.core.world import Turn
from joute.match.player import Answer
from joute.match.referee import Referee
from joute.match.verdict import Verdict
from tests.champions import native_support

TURN = Turn(3, "turn", "jouer_tour", (0,))
REGISTER = '\nlet () = Callback.register "jouer_tour" jouer_tour\n'


@pytest.fixture
def game() -> Game:
    return joute.load_game("chartichaud", max_turns=4)


def asked(place: Path, game: Game, language: str, text: str, answers: dict[str, Any] | None = None) -> Answer:
    """What comes of one callback."""
    player = native_support.champion(place, game, language, text)
    seat: Any = native_support.Scripted(game, answers or {})
    assert player.load(seat) is None
    answer = player.ask(TURN)
    player.leave()
    return answer


@pytest.mark.parametrize(("left_ms", "told"), [(7.5, "5 7"), (2.0**40, "5 2147483647")])
def test_a_callback_knows_what_was_left_in_the_bank_when_it_began(
    tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch, left_ms: float, told: str
) -> None:
    monkeypatch.setattr(debug, "_limits", debug.Limits(time_ms=5, bank_ms=9))
    monkeypatch.setattr(debug, "_bank_ms", left_ms)
    text = 'void jouer_tour(void) { joute_log("%d %d", joute_time_ms(), joute_bank_ms()); }'
    assert asked(tmp_path, game, "c", text).private == {"log": [told]}


RAISES = {
    "standard": ("cxx", 'void jouer_tour() { throw std::out_of_range("too far"); }', "std::out_of_range: too far"),
    "number": ("cxx", "void jouer_tour() { throw 42; }", "int was thrown"),
    "ocaml": ("ocaml", 'let jouer_tour () = failwith "too far"' + REGISTER, 'exception Failure("too far")'),
    "ocaml bounds": (
        "ocaml",
        "let jouer_tour () = print_int [|1|].(gold ())" + REGISTER,
        'exception Invalid_argument("index out of bounds")',
    ),
}


@pytest.mark.parametrize(("language", "text", "message"), RAISES.values(), ids=RAISES)
def test_what_leaves_a_callback_is_a_fault_and_the_champion_lives(
    tmp_path: Path, game: Game, language: str, text: str, message: str
) -> None:
    answer = asked(tmp_path, game, language, text, {"gold": 5})
    assert answer.fault is not None
    assert (answer.fault.verdict, answer.fault.message, answer.dead) == (Verdict.CRASHED, message, False)
    assert (answer.fault.turn, answer.fault.callback) == (3, "jouer_tour")


def test_a_panic_is_a_fault_with_its_line(tmp_path: Path, game: Game) -> None:
    answer = asked(
        tmp_path, game, "rust", "pub fn jouer_tour() {\n    let v: Vec<i32> = vec![];\n    farm(v[3], 0);\n}\n"
    )
    assert answer.fault is not None
    assert "champion.rs:4:" in answer.fault.message
    assert "index out of bounds: the len is 0 but the index is 3" in answer.fault.message
    assert not answer.dead


def test_a_champion_goes_on_after_a_fault(tmp_path: Path, game: Game) -> None:
    text = "static int n; void jouer_tour() { if (n++ == 0) throw 1; farm(n, n); }"
    player = native_support.champion(tmp_path, game, "cxx", text)
    seat: Any = native_support.Scripted(game, {})
    player.load(seat)
    assert player.ask(TURN).fault is not None
    assert player.ask(TURN).fault is None
    assert seat.calls == [("farm", 2, 2)]


ENDS = {
    "c exit": ("c", "void jouer_tour(void) { exit(3); }", "the champion called exit(3); a callback ends by returning"),
    "c abort": ("c", "void jouer_tour(void) { abort(); }", "the champion called abort()"),
    "c assert": (
        "c",
        "#include <assert.h>\nvoid jouer_tour(void) { assert(gold() == 1); }",
        "champion.c:6: jouer_tour: Assertion `gold() == 1' failed.",
    ),
    "cxx exit": ("cxx", "#include <cstdlib>\nvoid jouer_tour() { std::string s(99, 'x'); exit(0); }", "exit(0)"),
    "ocaml exit": ("ocaml", "let jouer_tour () = exit 4" + REGISTER, "the champion called exit(4)"),
    "rust exit": ("rust", "pub fn jouer_tour() { std::process::exit(5) }", "the champion called exit(5)"),
}


@pytest.mark.parametrize(("language", "text", "message"), ENDS.values(), ids=ENDS)
def test_ending_the_process_ends_the_champion_alone(
    tmp_path: Path, game: Game, language: str, text: str, message: str
) -> None:
    answer = asked(tmp_path, game, language, text)
    assert answer.fault is not None
    assert message in answer.fault.message
    assert (answer.fault.verdict, answer.dead) == (Verdict.CRASHED, True)


GREEDY = {
    "c": ("void jouer_tour(void) { void* volatile p = malloc((size_t)1 << 60); if (!p) abort(); }", "called abort()"),
    "cxx": ("void jouer_tour() { std::vector<char> all((size_t)1 << 60); }", "std::bad_alloc: std::bad_alloc"),
    "ocaml": ("let jouer_tour () = ignore (Array.make (1 lsl 50) 0)" + REGISTER, "exception Out_of_memory"),
    "rust": (
        "pub fn jouer_tour() { let all = vec![1u8; 1 << 60]; farm(all[gold() as usize].into(), 0); }",
        "called abort()",
    ),
}


@pytest.mark.parametrize("language", native_support.LANGUAGES)
def test_no_memory_is_told_as_such(tmp_path: Path, game: Game, language: str) -> None:
    text, message = GREEDY[language]
    answer = asked(tmp_path, game, language, text)
    assert answer.fault is not None
    assert answer.fault.verdict == Verdict.OUT_OF_MEMORY
    assert message in answer.fault.message


def test_the_last_call_is_told_as_people_read_it(tmp_path: Path, game: Game) -> None:
    answer = asked(tmp_path, game, "cxx", "void jouer_tour() { build(1, 2, M); throw 1; }", {"build": 13})
    assert answer.fault is not None
    assert answer.fault.last_call == "build(1, 2, M) = NOT_ENOUGH_GOLD"


@pytest.mark.parametrize("hosting", [None, Hosting(Level.NONE)], ids=["not hosted", "none"])
def test_a_segmentation_fault_takes_down_no_other_process(tmp_path: Path, game: Game, hosting: Hosting | None) -> None:
    """Without isolation too: a library is never loaded into the engine's process."""
    place = native_support.folder(tmp_path, game, "c", "void jouer_tour(void) { gold(); *(volatile int*)0 = 1; }")
    outcome = Referee(joute.Table(game), [find(game, str(place), hosting=hosting), Idle()]).play()
    (fault,) = outcome.reports[0].faults
    assert (fault.verdict, fault.turn, fault.last_call) == (Verdict.CRASHED, 0, "gold()")
    assert outcome.result.over


LIMITED = """
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
void jouer_tour(void) {
  struct rlimit data;
  getrlimit(RLIMIT_DATA, &data);
  printf("%d %d ", (int)getuid(), data.rlim_cur != RLIM_INFINITY);
  printf("%d %d", prctl(PR_GET_SECCOMP), socket(AF_INET, SOCK_STREAM, 0) < 0);
  abort();
}
"""


@pytest.mark.parametrize(("level", "confined"), [(Level.NONE, False), (Level.PROCESS, True)])
def test_at_level_none_nothing_confines_it(tmp_path: Path, game: Game, level: Level, confined: bool) -> None:
    place = native_support.folder(tmp_path, game, "c", LIMITED)
    outcome = Referee(joute.Table(game), [find(game, str(place), hosting=Hosting(level)), Idle()]).play()
    user, *limits = map(int, outcome.reports[0].faults[0].output.split())
    own = resource.getrlimit(resource.RLIMIT_DATA)[0] != resource.RLIM_INFINITY
    assert limits == ([1, 2, 1] if confined else [own, 0, 0])
    assert (user == os.getuid()) == (not confined or os.getuid() != 0)


def test_at_level_none_its_time_counts(tmp_path: Path, game: Game) -> None:
    place = native_support.folder(tmp_path, game, "c", "void jouer_tour(void) { for (;;) {} }")
    hosting = Hosting(Level.NONE, Limits(time_ms=20, bank_ms=20))
    outcome = Referee(joute.Table(game), [find(game, str(place), hosting=hosting), Idle()]).play()
    assert [fault.verdict for fault in outcome.reports[0].faults] == [Verdict.TIMED_OUT]


# Calls at odd times


def test_calls_before_the_champion_is_loaded_answer_harmlessly(tmp_path: Path, game: Game) -> None:
    text = "static int before = gold() + (int)view().size();\nvoid jouer_tour() { farm(before, farm(0, 0)); }"
    player = native_support.champion(tmp_path, game, "cxx", text)
    seat: Any = native_support.Scripted(game, {"gold": 9, "farm": 7})
    player.load(seat)
    player.ask(TURN)
    assert seat.calls == [("farm", 0, 0), ("farm", 0, 7)]


def test_an_ocaml_module_may_ask_while_it_is_loaded(tmp_path: Path, game: Game) -> None:
    text = "let mine = gold ()\nlet jouer_tour () = ignore (farm mine 0)" + REGISTER
    player = native_support.champion(tmp_path, game, "ocaml", text)
    seat: Any = native_support.Scripted(game, {"gold": 9})
    player.load(seat)
    player.ask(TURN)
    assert seat.calls == [("gold",), ("farm", 9, 0)]


@pytest.mark.parametrize("language", ["cxx", "ocaml"])
def test_a_champion_against_itself_has_variables_of_its_own(tmp_path: Path, game: Game, language: str) -> None:
    text = {
        "cxx": "inline int& n() { static int n = 0; return n; }\nvoid jouer_tour() { farm(++n(), 0); }",
        "ocaml": "let n = ref 0\nlet jouer_tour () = incr n; ignore (farm !n 0)" + REGISTER,
    }[language]
    seats: list[Any] = [native_support.Scripted(game, {}) for _ in range(2)]
    players = [native_support.champion(tmp_path, game, language, text) for _ in seats]
    for player, seat in zip(players, seats, strict=True):
        player.load(seat)
    for player in (*players, *players):
        player.ask(TURN)
    assert [seat.calls for seat in seats] == [[("farm", 1, 0), ("farm", 2, 0)]] * 2


def test_threads_may_ask_too(tmp_path: Path, game: Game) -> None:
    text = (
        "#include <thread>\nvoid jouer_tour() { int sum[2] = {0, 0};\n"
        "auto ask = [&](int k) { for (int i = 0; i < 200; i++) sum[k] += score(k); };\n"
        "std::thread a(ask, 0), b(ask, 1); a.join(); b.join(); farm(sum[0], sum[1]); }"
    )
    player = native_support.champion(tmp_path, game, "cxx", text)
    seat: Any = native_support.Scripted(game, {})
    seat.call = lambda name, *values: seat.calls.append((name, *values)) or (values[0] + 1)
    player.load(seat)
    assert player.ask(TURN).fault is None
    assert seat.calls[-1] == ("farm", 200, 400)


# Faults of the champion and bugs of ours


def test_too_many_orders_are_the_champions_fault_and_no_more_is_accepted(tmp_path: Path) -> None:
    game = joute.load_game("portails")
    text = "void jouer_tour() { while (deplacer(position_agent(moi())) == OK) {} }"
    table = joute.Table(game)
    player = native_support.champion(tmp_path, game, "cxx", text)
    player.load(table.copy().seat(0))
    table.end_phase()
    player.sit(table.seat(table.turn.seats[0]))
    answer = player.ask(table.turn)
    assert answer.fault is not None
    assert "holds at most 4096 orders" in answer.fault.message
    assert not answer.dead


def test_a_bug_of_ours_is_not_the_champions_fault(tmp_path: Path, game: Game) -> None:
    player = native_support.champion(tmp_path, game, "cxx", "void jouer_tour() { gold(); }")
    seat: Any = native_support.Scripted(game, {})
    player.load(seat)
    seat.call = lambda *_: 1 // 0
    with pytest.raises(EngineBug, match=r"ZeroDivisionError in gold\(\)"):
        player.ask(TURN)


def test_a_champion_without_its_turn_is_told_so(tmp_path: Path, game: Game) -> None:
    for language, text, message in (
        ("c", "", "the function jouer_tour() is missing, or not exported with C linkage"),
        ("ocaml", "", "the function jouer_tour is missing: Callback.register"),
        ("rust", "", "the function jouer_tour() is missing"),
    ):
        with pytest.raises(ChampionError) as told:
            native_support.champion(tmp_path / language, game, language, text).load(joute.Table(game).seat(0))
        assert message in str(told.value)


# Finding


def test_an_entry_of_old_comes_first_then_python_then_what_is_compiled(tmp_path: Path) -> None:
    def language(*names: str) -> str:
        place = tmp_path / "-".join(names)
        place.mkdir()
        for name in names:
            (place / name).write_text("")
        return recipe_of(place).language

    assert language("prologin.cc", "main.py", "champion.py") == "cxx"
    assert language("prologin.py", "prologin.cc", "interface.cc") == "python"
    assert language("champion.py", "champion.cc") == "python"
    assert language("champion.ml", "main.py") == "ocaml"


def test_a_match_against_a_compiled_champion_is_played_and_repeated(tmp_path: Path, game: Game) -> None:
    text = "void jouer_tour() { for (int y = 0; y < height(); y++) for (int x = 0; x < width(); x++) farm(y, x); }"
    outcomes = []
    for _ in range(2):
        player = native_support.champion(tmp_path, game, "cxx", text)
        table = joute.Table(game)
        outcomes.append((Referee(table, [player, Idle()]).play().result, table.digest))
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][0].over
