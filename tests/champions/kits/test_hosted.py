"""Kits of every language behind walls: built there, told their limits, and stopped there."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.kits.kit import write_kit
from joute.champions.languages.registry import languages
from joute.champions.players.simple import Idle
from joute.champions.sandbox.limits import Hosting, Level, Limits
from joute.champions.sources.find import find
from joute.match.referee import MatchResult, Referee
from joute.match.verdict import Verdict
from tests.champions import lines_support
from tests.champions.hostile.support import insert

PROGRAMS = {"javascript": "node", "java": "javac", "c": "gcc", "cxx": "g++", "ocaml": "ocamlopt", "rust": "rustc"}
PROGRAMS |= {"go": "go", "csharp": "mcs", "php": "php"}
LEVELS = [Level.PROCESS, Level.SANDBOX]
PYTHON = "/usr/bin/python3"
ROOMY = Limits(start_ms=60_000, time_ms=10_000)
"""Compilers take their time where many tests run at once."""


def play(player: Any, **params: Any) -> MatchResult:
    return Referee(joute.Table(joute.load_game("chartichaud", **params)), [player, Idle()]).play()


def hosting(level: Level, limits: Limits = ROOMY) -> Hosting:
    if level == Level.SANDBOX and shutil.which("bwrap") is None:
        pytest.skip("bwrap is not here; on Debian and Ubuntu: apt install bubblewrap")
    return Hosting(level, limits)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("language", languages())
def test_kit_plays_behind_walls(language: str, level: Level, tmp_path: Path) -> None:
    program = shutil.which(PROGRAMS.get(language, "sh"))
    outside = languages()[language].commands is not None
    seen = program is not None and (not outside or program.startswith(("/usr", "/bin")))
    if not seen:
        pytest.skip(f"no {PROGRAMS[language]} where a champion sees it")
    game = joute.load_game("chartichaud", max_turns=20)
    write_kit(game, language, "en", tmp_path / "mine")
    outcome = play(find(game, str(tmp_path / "mine"), 0, hosting(level)), max_turns=20)
    assert outcome.void == ""
    assert outcome.reports[0].faults == ()
    assert outcome.result.winners == (0,)


LIBRARIES = {
    "javascript": ("champion.js", "", 'require("child_process").execSync("true");\n'),
    "java": (
        "Champion.java",
        r"class Champion [^{]*\{",
        'static { try { java.nio.file.Files.readAllLines(java.nio.file.Path.of("Champion.java")); }'
        " catch (java.io.IOException e) { throw new RuntimeException(e); } }\n",
    ),
    "go": (
        "champion.go",
        'import "sort"\n',
        'import "os"\nimport "os/exec"\n'
        'func init() { if exec.Command("true").Run() != nil || !can(os.ReadFile("champion.go")) { panic("no") } }\n'
        "func can(_ []byte, err error) bool { return err == nil }\n",
    ),
    "csharp": ("Champion.cs", r"void jouer_tour\(\)\s*\{", '\nSystem.IO.File.ReadAllText("Champion.cs");\n'),
    "php": (
        "champion.php",
        r"<\?php",
        '\nif (shell_exec("echo hello") !== "hello\\n") throw new Exception("no shell");\n',
    ),
}
"""What the libraries of a language do by pairs of sockets: start a program, read a file."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("language", LIBRARIES)
def test_libraries_of_other_languages_work_behind_walls(language: str, level: Level, tmp_path: Path) -> None:
    game = joute.load_game("chartichaud", max_turns=4)
    write_kit(game, language, "en", tmp_path / "mine")
    name, after, text = LIBRARIES[language]
    insert(tmp_path / "mine" / name, after, text)
    outcome = play(find(game, str(tmp_path / "mine"), 0, hosting(level)), max_turns=4)
    assert (outcome.void, outcome.reports[0].faults) == ("", ())


EATERS = {
    "go": (
        "champion.go",
        r"func jouer_tour\(\) \{",
        "\nvar all [][]byte\nfor len(all) < 100 {\nall = append(all, bytes.Repeat([]byte{1}, 1<<24))\n}\n",
    ),
    "csharp": (
        "Champion.cs",
        r"void jouer_tour\(\)\s*\{",
        "var all = new List<byte[]>(); while (all.Count < 100) all.Add(Enumerable.Repeat((byte)1, 1 << 24).ToArray());",
    ),
    "php": (
        "champion.php",
        r"function jouer_tour\(\): void\s*\{",
        "$all = []; while (count($all) < 100) $all[] = str_repeat('x', 1 << 24);",
    ),
}
"""How a champion takes 1600 MB."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("language", EATERS)
def test_champion_that_takes_too_much_memory_is_told_so(language: str, level: Level, tmp_path: Path) -> None:
    game = joute.load_game("chartichaud", max_turns=2)
    write_kit(game, language, "en", tmp_path / "mine")
    name, after, text = EATERS[language]
    insert(tmp_path / "mine" / name, after, text)
    if language == "go":
        insert(tmp_path / "mine" / name, 'import "sort"', '\nimport "bytes"')
    limits = Limits(start_ms=60_000, time_ms=60_000, memory_mb=256)
    outcome = play(find(game, str(tmp_path / "mine"), 0, hosting(level, limits)), max_turns=2)
    assert (outcome.void, outcome.reports[0].verdict) == ("", Verdict.OUT_OF_MEMORY)


COUNTED = {
    "javascript": (
        """
        const fs = require("node:fs");
        const write = fs.writeSync;
        let lines = 0;
        fs.writeSync = (...given) => ++lines && write(...given);
        const api = require("./joute");
        function jouer_tour() {
          const before = lines;
          for (let x = 0; x < 1000; x++) api.gold_at(0, x);
          throw new Error(`${lines - before} lines`);
        }
        api.play({ jouer_tour });
        """,
        "Error: 0 lines",
    ),
    "java": (
        """
        public class Champion extends Api {
            public void jouer_tour() {
                int before = lines();
                for (int x = 0; x < 1000; x++) {
                    gold_at(0, x);
                }
                throw new IllegalStateException(lines() - before + " lines");
            }

            private static int lines() {
                try {
                    java.lang.reflect.Field calls = Api.class.getDeclaredField("$calls");
                    calls.setAccessible(true);
                    return calls.getInt(null);
                } catch (ReflectiveOperationException error) {
                    throw new IllegalStateException(error);
                }
            }

            public static void main(String[] arguments) {
                play(new Champion());
            }
        }
        """,
        "java.lang.IllegalStateException: 0 lines",
    ),
}
"""Champions that say how many lines they write for a thousand calls."""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("language", COUNTED)
def test_library_answers_calls_behind_walls(language: str, level: Level, tmp_path: Path) -> None:
    game = joute.load_game("chartichaud", max_turns=2).native()
    lines_support.wasm(game)
    write_kit(game, language, "en", tmp_path / "mine")
    text, message = COUNTED[language]
    (tmp_path / "mine" / languages()[language].entry).write_text(text)
    player = find(game, str(tmp_path / "mine"), 0, hosting(level))
    fault = Referee(joute.Table(game), [player, Idle()]).play().reports[0].faults[0]
    assert (fault.verdict, fault.message, fault.last_call) == (Verdict.CRASHED, message, "gold_at(0, 999) = -1")


def test_champion_that_misuses_the_library_crashes_alone(tmp_path: Path) -> None:
    """It calls the library with an exchange that is no memory."""
    text = """
    public class Champion extends Api {
        public void jouer_tour() {
            try {
                java.lang.reflect.Method answer = Api.class.getDeclaredMethod("$answer", long.class, int.class);
                answer.setAccessible(true);
                answer.invoke(null, 8L, 0);
            } catch (ReflectiveOperationException error) {
                throw new IllegalStateException(error);
            }
        }

        public static void main(String[] arguments) {
            play(new Champion());
        }
    }
    """
    game = joute.load_game("chartichaud", max_turns=2).native()
    write_kit(game, "java", "en", tmp_path / "mine")
    (tmp_path / "mine" / "Champion.java").write_text(text)
    outcome = Referee(joute.Table(game), [find(game, str(tmp_path / "mine"), 0, hosting(Level.SANDBOX)), Idle()]).play()
    assert outcome.void == ""
    fault = outcome.reports[0].faults[0]
    assert fault.verdict == Verdict.INVALID  # the virtual machine prints its crash report to standard output
    assert fault.message.endswith("the line: #")
    assert outcome.result.winners == (1,)


def bot(folder: Path, turn: str) -> str:
    """A champion that speaks lines."""
    folder.mkdir()
    text = (
        "import json, sys\ndef say(**m): print(json.dumps(m), flush=True)\nhello = json.loads(sys.stdin.readline())\n"
    )
    text += "say(type='ready', joute='champion/1')\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
    text += f"    if asked.get('callback') == 'jouer_tour':\n        {turn}\n    say(type='end')\n"
    (folder / "bot.py").write_text(text)
    (folder / "champion.toml").write_text(f"run = {json.dumps([PYTHON, '-S', 'bot.py'])}\n")
    return str(folder)


@pytest.mark.parametrize("level", LEVELS)
def test_champion_of_lines_is_told_its_limits(level: Level, tmp_path: Path) -> None:
    text = "assert False, sorted(hello['limits'].items(), key=str)"
    limits = Limits(start_ms=60_000, time_ms=4321, bank_ms=1234)
    game = joute.load_game("chartichaud", max_turns=2)
    fault = play(find(game, bot(tmp_path / "mine", text), 0, hosting(level, limits)), max_turns=2).reports[0].faults[0]
    assert fault.verdict == Verdict.CRASHED
    assert "('bank_ms', 1234)" in fault.output
    assert "('time_ms', 4321)" in fault.output


@pytest.mark.parametrize("level", LEVELS)
def test_champion_of_lines_that_never_answers_is_timed_out(level: Level, tmp_path: Path) -> None:
    limits = Limits(start_ms=60_000, time_ms=50, bank_ms=50)
    game = joute.load_game("chartichaud", max_turns=2)
    player = find(game, bot(tmp_path / "mine", "import time; time.sleep(600)"), 0, hosting(level, limits))
    assert play(player, max_turns=2).reports[0].verdict == Verdict.TIMED_OUT


@pytest.mark.parametrize("level", LEVELS)
def test_champion_of_lines_that_says_nonsense_is_invalid(level: Level, tmp_path: Path) -> None:
    game = joute.load_game("chartichaud", max_turns=2)
    player = find(game, bot(tmp_path / "mine", "print('thinking', flush=True)"), 0, hosting(level))
    fault = play(player, max_turns=2).reports[0].faults[0]
    assert fault.verdict == Verdict.INVALID
    assert fault.message.endswith("the line: thinking")


@pytest.mark.parametrize("level", LEVELS)
def test_submission_plays_behind_walls_and_is_removed(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = tmp_path / "tmp"
    private.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    game = joute.load_game("chartichaud", max_turns=4)
    write_kit(game, "python", "en", tmp_path / "kit" / "mine")
    archive = shutil.make_archive(str(tmp_path / "mine"), "gztar", tmp_path / "kit")
    outcome = play(find(game, archive, 0, hosting(level)), max_turns=4)
    assert outcome.reports[0].faults == ()
    assert list(private.iterdir()) == []
