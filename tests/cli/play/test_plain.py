"""Playing line by line: whole matches of every game, wrong input, both languages, people after one another."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from joute.cli.exits import Exit
from joute.core.folder import bundled_board
from joute.core.registry import load_game
from joute.match.reading import read

OUT = "match.jsonl"


@pytest.fixture
def play(joute, monkeypatch):
    """Plays with some lines typed; the command in our process."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*words: str, lines: str, output: str = OUT):
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        return joute("play", *words, "-o", output)

    return run


def orders_of(seat: int = 0, path: str = OUT) -> list[tuple[int | str, ...]]:
    """All orders of a seat in a replay."""
    phases = read(Path(path)).phases
    return [order for line in phases if seat in line.seats for order in line.orders[line.seats.index(seat)]]


def duel(folder: Path) -> str:
    """The board «duel» with one turn of placement, and one more."""
    lines = bundled_board(load_game("casus_belli"), "duel").split("\n")
    (folder / "duel.txt").write_text("\n".join([*lines[:2], "1", "2", *lines[4:]]))
    return "duel.txt"


MATCHES = {
    "portails": (
        ["idle", "--set", "NB_TOURS=1"],
        ["1 2,4", "1", "end"],
        [("deplacer", 2, 4), ("capturer",)],
        (3, 0),
    ),
    "chartichaud": (
        ["idle", "--set", "max_turns=3"],
        ["1 1,0 2", "e", "1", "e"],
        [("move", 0, 0, 0, 1, 0), ("move", 0, 0, 0, 1, 0), ("autofarm",)],
        (1, 0),
    ),
    "archipel": (
        ["idle", "--set", "FIN_PARTIE=2"],
        ["2 3", "1 2", "3 9", "fin", "1 29,14 3", "fin"],
        [
            *[("construire", 1, 29, 15)] * 3,
            *[("construire", 0, 29, 15)] * 2,
            ("charger", 3, 9),
            *[("deplacer", boat, 29, 14) for boat in (0, 1, 2)],
        ],
        (40, 40),
    ),
    "casus_belli": (
        ["idle"],
        ["1 12,6 2", "2", "", "e", "e", "e"],
        [("perso_deplace", 0, 0, 10, 0, 1, 12, 6, 1)],
        (0, 0),
    ),
    "tours_de_magie": (
        ["idle", "idle", "idle", "--set", "NB_TOURS_JOUES=1"],
        ["2 5", "e", "1 0,1 3", "e"],
        [("creer", 5), ("deplacer", 0, 0, 0, 1, 3)],
        (1, 1, 1, 1),
    ),
}


@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_by_hand(game, play, joute, tmp_path):
    words, lines, orders, scores = MATCHES[game]
    board = ["--board", duel(tmp_path)] if game == "casus_belli" else []
    ran = play(game, *words, *board, "--seed", "1", lines="\n".join(lines) + "\n")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert orders_of() == orders
    replay = read(Path(OUT))
    assert replay.result is not None
    assert replay.result.scores == scores
    assert [player.name for player in replay.header.players] == ["me", *["idle"] * (len(scores) - 1)]
    assert ran.out.rstrip().endswith(f"Replay in {OUT}\n  joute watch {OUT}\n  joute verify {OUT}")
    assert joute("verify", OUT).out.startswith(f"{OUT}: ok")


def test_the_same_through_a_pipe_without_what_the_web_needs(tmp_path):
    spy = "import sys\nfrom joute.cli.main import main\ncode = main(sys.argv[1:])\nprint(code, *sys.modules)"
    words = ["play", "portails", "idle", "--seed", "1", "--set", "NB_TOURS=1"]
    command = [sys.executable, "-c", spy, *words]
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command, input="1 2,4\n1\ne\n", capture_output=True, text=True, cwd=tmp_path, env=environment, check=True
    )
    code, *modules = done.stdout.splitlines()[-1].split()
    assert code == "0"
    assert orders_of(path=str(tmp_path / "replays" / "portails-1.jsonl")) == [("deplacer", 2, 4), ("capturer",)]
    assert not {name.partition(".")[0] for name in modules} & {"litestar", "uvicorn", "sqlalchemy", "numpy", "jinja2"}
    assert not [name for name in modules if name.startswith("joute.web")]


def test_the_offers_are_those_of_the_page(play):
    out = play("portails", "idle", "--seed", "1", "--set", "NB_TOURS=1", lines="1 2,4\nlist\ne\n").out
    assert out.count("   1  Capture this portal (1 of 42 action points, score +3)\n") == 2
    assert "   2  Turbo (6 of 42 action points, moves: +1)\n" in out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("ende", "I do not know «ende». Did you mean end?"),
        ("xyzzy", "I do not know «xyzzy». Type help."),
        ("\x1b[31m", "I do not know «␛[31m». Type help."),
        ("7", "There is no offer 7: expected 1 to 2."),
        ("99,3", "There is no cell 99, 3: the board ends with 39, 39."),
        ("3,", "«3,» is no order: expected the number of an offer, a cell such as 3,4, or a command (help)."),
        ("1 2 3 4", "«1 2 3 4» is no order:"),
        ("-1", "«-1» is no order:"),
        ("30,30", "60 cells away; move points left: 6."),
        ("1 39,39", "78 cells away; move points left: 6.\nPossible cells:\n"),
        ("2 0,1", "This offer takes no cell."),
        ("2 5", "This offer takes no number."),
        ("1\n7", "Possible cells: 1, 0 · 2, 0"),
        ("undo", "There is no order to take back."),
        ("orders", "No order yet."),
    ],
)
def test_what_cannot_be_done_is_answered_and_nothing_is_ordered(play, line, answer):
    ran = play("portails", "idle", "--seed", "1", "--set", "NB_TOURS=1", lines=f"{line}\ne\n")
    assert answer.split() == ran.out[ran.out.index("> ") + 2 :].split()[: len(answer.split())]
    assert orders_of() == []
    assert ran.code == Exit.DONE


def test_a_number_out_of_range_is_asked_for_again(play):
    words = ["archipel", "idle", "--seed", "1", "--set", "FIN_PARTIE=1"]
    out = play(*words, lines="2 21\n2\n0\n2\nx\n2\n\norders\nu\norders\ne\n").out
    assert out.count("Expected a number from 1 to 20.") == 3
    assert "How many? 1 to 20 [1]: A galion is built on 29, 15.\n" in out
    assert "Taken back: a galion is built on 29, 15.\n" in out
    assert out.index("No order yet.") > out.index("Taken back")
    assert orders_of() == []


def test_undo_takes_back_all_that_was_done_at_once(play):
    words = ["archipel", "idle", "--seed", "1", "--set", "FIN_PARTIE=1"]
    out = play(*words, lines="1 1\n2 5\nu\norders\ne\n").out
    assert "Taken back: a galion is built on 29, 15, and 4 more.\n" in out
    assert [order[0] for order in orders_of()] == ["construire"]


def test_a_cell_alone_is_a_place_a_target_or_a_question(play):
    lines = "1 1,0\n0,0\n1 0,1\n0,1\ne\n"
    out = play("chartichaud", "idle", "--seed", "1", "--set", "max_turns=1", lines=lines).out
    assert "How many? 1 to 3 [1]: Expected a number from 1 to 3." in out
    out = play("casus_belli", "idle", "--seed", "1", lines="11,8\n1 11,8\n5\n1 11,8\n12,8\n2\n9,10\nq\ny\n").out
    assert "Which of these?\n   1  Voleur: walk (3 of 10 points)\n   3  Barbare: walk (3 of 8 points)\n" in out
    assert "   2  look east (12, 8)\n" in out
    assert "And then? Expected 1 to 4.\n" in out
    assert "And then? Voleur walks to 11, 8, looks east.\n" in out
    assert "And then? Barbare looks south.\n" in out


def test_french(play, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    lines = "finn\n3,\naide\n1 2,4\n1\nannuler\n1\ncarte\nfin\n"
    ran = play("portails", "idle", "--seed", "1", "--set", "NB_TOURS=1", lines=lines)
    for said in (
        "Portails : J1 vous, J2 idle.",
        "Depuis 0, 0 :\n   1  Se déplacer (6 points de déplacement, cases : 27)\n",
        "« finn » ? Vouliez-vous dire fin ?",
        "« 3, » n'est pas un ordre",
        "  e  fin         finir le tour\n",
        "Annulé : le portail est capturé.",
        "manche 1 / 1   à J1 de jouer\n",
        "tour 1, J2 idle : aucun ordre\n",
        "Vous avez gagné !\n",
        f"Replay dans {OUT}\n",
    ):
        assert said in ran.out
    assert orders_of() == [("deplacer", 2, 4), ("capturer",)]


# Leaving, and playing on


def test_who_leaves_keeps_the_record_and_plays_on(play, joute):
    words = ["portails", "idle", "--seed", "1"]
    ran = play(*words, "--set", "NB_TOURS=3", lines="1 2,4\n1\ne\nq\nn\nquit\ny\n")
    assert ran.code == Exit.DONE
    assert ran.out.count("Leave the match? The replay keeps what was played. y/n ") == 2
    assert ran.err == (
        f"joute: left in turn 2; the replay {OUT} holds what was played. To play on:\n"
        f"  joute play portails me idle --from {OUT}:2\n"
    )
    assert joute("verify", OUT).out.startswith(f"{OUT}: cut but consistent")
    ran = play("portails", "me", "idle", "--from", f"{OUT}:2", lines="1\ne\ne\n", output="rest.jsonl")
    assert ran.code == Exit.DONE
    assert "J1 ◆ score 3" in ran.out
    assert orders_of(path="rest.jsonl") == [("ajouter_bouclier",)]
    assert joute("verify", "rest.jsonl").out.startswith("rest.jsonl: ok")


def test_the_end_of_the_input_is_an_interruption(play, joute):
    ran = play("portails", "idle", "--seed", "1", lines="1 2,4\n")
    assert ran.code == Exit.INTERRUPTED
    assert ran.err.startswith("joute: left in turn 1; the replay")
    assert joute("verify", OUT).out.startswith(f"{OUT}: cut but consistent, 1 phase")


@pytest.mark.parametrize(("game", "seat"), [("chartichaud", "B"), ("portails", "J2")])
def test_giving_up_ends_the_match_in_every_game(play, joute, game, seat):
    ran = play(game, "idle", "--seed", "1", lines="resign\nn\nresign\ny\n")
    assert ran.code == Exit.DONE
    assert f"You have lost.\n{game}, preset sujet, seed 1: idle ({seat}) wins (resign)\n" in ran.out
    assert joute("verify", OUT).code == Exit.DONE


def test_a_reader_who_leaves_is_no_failure(tmp_path):
    command = [sys.executable, "-m", "joute.cli", "play", "portails", "idle", "--seed", "1", "-o", OUT]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, **pipes) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"help\n" * 100)
        process.stdin.flush()
        assert process.stderr.read() == b""
        assert process.wait() == Exit.DONE


# Who sits where


def test_several_people_see_no_more_than_their_own(play):
    lines = "1 1,0 2\ne\n\n1 8,14 1\nboard\nq\ny\n"
    out = play("chartichaud", "me", "moi", "--seed", "1", lines=lines).out
    first, _, second = out.partition("B, press Enter when you alone look.")
    assert "as seen by A" in first
    assert "as seen by B" not in first
    assert "as seen by A" not in second
    assert "gold ?    B score 0, gold 25" in second
    assert "A1C" not in second
    assert "A has played." in second
    assert "goes from 0, 0" not in second
    assert "A civilian goes from 8, 15 to 8, 14." in second


def test_orders_of_others_at_once_are_not_told_before_all_have_ended(play):
    lines = "2 5\ne\n\nboard\ne\nq\ny\n"
    words = ["tours_de_magie", "me", "me", "idle", "idle", "--seed", "1"]
    out = play(*words, lines=lines).out
    drawn = out.partition("J2, press Enter when you alone look.")[2].partition("déplacement")[0]
    assert "round 0 / 99   construction   as seen by J2" in drawn
    assert "new wizards: 5" not in drawn
    assert "J1  score  0   magic   20   wizards    0" in drawn


def test_another_seat(play):
    ran = play("portails", "idle", "--seat", "1", "--seed", "1", "--set", "NB_TOURS=1", lines="e\n")
    assert [player.name for player in read(Path(OUT)).header.players] == ["idle", "me"]
    assert "turn 1, J1 idle: no order" in ran.out


def test_bundled_champions_take_the_other_seats_the_weakest_first(play):
    play("tours_de_magie", "--seed", "1", lines="q\ny\n")
    assert [player.name for player in read(Path(OUT)).header.players] == ["me", "rush", "mason", "horde"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["portails", "idle", "idle"], "portails is played by 2 here; 2 named, and you"),
        (["portails", "me", "me", "me"], "portails is played by 2 here; 3 named"),
        (["portails", "--seat", "2"], "--seat 2: the seats are 0 to 1"),
        (["portails", "me", "--seat", "1"], "--seat does not go with «me», which says it"),
        (["portails", "idle", "--from", "none.jsonl"], "--from: there is no file none.jsonl"),
    ],
)
def test_a_wrong_table_is_refused(play, words, message):
    ran = play(*words, lines="")
    assert ran.code == Exit.USAGE
    assert message in ran.err
    assert not Path(OUT).exists()


def test_a_replay_is_no_page_and_needs_a_place(play, tmp_path):
    ran = play("portails", lines="", output="match.html")
    assert ran.code == Exit.USAGE
    assert "-o match.html: expected a name in .jsonl or .jsonl.gz" in ran.err
    ran = play("portails", lines="", output="nowhere/match.jsonl")
    assert ran.code == Exit.USAGE
    why = "cannot be written: No such file or directory; -o names another place"
    assert ran.err == f"joute: nowhere/match.jsonl: {why}\n"


def test_every_match_has_a_replay_of_its_own(joute, monkeypatch, tmp_path):
    for number in (1, 2):
        monkeypatch.setattr(sys, "stdin", io.StringIO("q\ny\n"))
        joute("play", "portails", "idle")
        assert (tmp_path / "replays" / f"portails-{number}.jsonl").exists()


def test_a_champion_that_fails_is_told(play, tmp_path):
    (tmp_path / "broken.py").write_text("def jouer_tour():\n    raise ValueError('no')\n")
    words = ["portails", "broken.py", "--isolation", "none", "--seed", "1", "--set", "NB_TOURS=2"]
    ran = play(*words, lines="e\ne\n")
    assert ran.code == Exit.DONE
    assert "turn 1, J2 broken.py failed: CRASHED\n" in ran.out
    assert "ValueError: no" in ran.out
