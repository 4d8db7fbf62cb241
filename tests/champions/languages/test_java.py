"""Java: calls that the game's library answers in the champion's process give what the interpreted rules give."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.champions.building import command
from joute.champions.kits.kit import starter_files
from joute.champions.languages import java
from joute.champions.languages.language import ChampionFiles, Extra
from joute.champions.sources.recipe import recipe_of
from joute.core.api import Function
from joute.core.game import Game
from joute.core.types import Array, Struct, Type
from tests.champions.lines_support import (
    CountedChampion,
    ScriptedCall,
    for_the_engine,
    proper,
    run_interpreted,
    run_natively,
    script,
)

pytestmark = pytest.mark.skipif(
    shutil.which("javac") is None, reason="javac is not here: apt install default-jdk-headless"
)
FAST = ("toy", "chartichaud")
GAMES = [pytest.param(name, marks=() if name in FAST else pytest.mark.slow) for name in joute.game_names()]

SCRIPTED = """
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.Stream;

public class Champion extends Api {
    private final List<String> script;
    private int line = 0;

    Champion() throws Exception {
        script = Files.readAllLines(Path.of("script.txt"));
    }

    private void run() {
        try {
            for (; !script.get(line).isEmpty(); line += 2) {
                String found = called(script.get(line).split(" "));
                if (!found.equals(script.get(line + 1))) {
                    throw new IllegalStateException(script.get(line) + " = " + found + ", not " + script.get(line + 1));
                }
            }
            line++;
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    private static String called(String[] words) throws ReflectiveOperationException {
        Iterator<String> rest = List.of(words).iterator();
        String name = rest.next();
        Method method = Stream.of(Api.class.getMethods()).filter(one -> one.getName().equals(name)).findFirst().get();
        List<Object> values = new ArrayList<>();
        for (Type type : method.getGenericParameterTypes()) {
            values.add(value(type, rest));
        }
        return text(method.invoke(null, values.toArray()));
    }

    private static Object value(Type type, Iterator<String> rest) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType list) {
            int length = Integer.parseInt(rest.next());
            List<Object> items = new ArrayList<>();
            for (int number = 0; number < length; number++) {
                items.add(value(list.getActualTypeArguments()[0], rest));
            }
            return items;
        }
        Class<?> kind = (Class<?>) type;
        if (kind.isRecord()) {
            List<Object> parts = new ArrayList<>();
            for (RecordComponent part : kind.getRecordComponents()) {
                parts.add(value(part.getGenericType(), rest));
            }
            return kind.getDeclaredConstructors()[0].newInstance(parts.toArray());
        }
        int number = Integer.parseInt(rest.next());
        if (kind.isEnum()) {
            for (Object member : kind.getEnumConstants()) {
                if (kind.getField("value").getInt(member) == number) {
                    return member;
                }
            }
        }
        return kind == boolean.class ? (Object) (number != 0) : (Object) number;
    }

    private static String text(Object value) throws ReflectiveOperationException {
        boolean list = value instanceof List;
        StringJoiner parts = new StringJoiner(",", list ? "[" : "{", list ? "]" : "}");
        if (value instanceof Record) {
            for (RecordComponent part : value.getClass().getRecordComponents()) {
                parts.add(part.getName() + ":" + text(part.getAccessor().invoke(value)));
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                parts.add(entry.getKey() + ":" + text(entry.getValue()));
            }
        } else if (value instanceof List<?> items) {
            for (Object item : items) {
                parts.add(text(item));
            }
        } else {
            return String.valueOf(value instanceof Enum ? value.getClass().getField("value").get(value) : value);
        }
        return parts.toString();
    }

    CALLBACKS

    public static void main(String[] arguments) throws Exception {
        play(new Champion());
    }
}
"""
"""A champion that makes the calls of script.txt, a line each, and compares the answers, on the line after each."""


def champion(folder: Path, game: Game, text: str) -> CountedChampion:
    folder.mkdir(exist_ok=True)
    for name, content in starter_files(game, "java", "en").items():
        (folder / name).write_text(content)
    (folder / "Champion.java").write_text(text)
    recipe = recipe_of(folder)
    return CountedChampion("mine", recipe._replace(folder=command.built(recipe, game)), "digest")


def callbacks(game: Game, body: str) -> str:
    names = dict.fromkeys(phase.callback for phase in game.phases)
    return "\n".join(f"public void {name}() {{ {body} }}" for name in names)


def scripted(folder: Path, game: Game, calls: list[list[ScriptedCall]]) -> CountedChampion:
    lines = []
    for phase in calls:
        for name, values, answer in phase:
            kinds = [argument.type for argument in game.api.functions[name].arguments]
            words = [word for kind, value in zip(kinds, values, strict=True) for word in flat(kind, value)]
            lines += [" ".join(map(str, [name, *words])), shown(answer)]
        lines.append("")
    (folder / "script.txt").write_text("\n".join([*lines, ""]))
    return champion(folder, game, SCRIPTED.replace("CALLBACKS", callbacks(game, "run();")))


def flat(kind: Type, value: Any) -> list[int]:
    """The words of a value, which may be a list that is too long."""
    if isinstance(kind, Struct):
        parts = [value[name] for name, _ in kind.fields] if isinstance(value, dict) else value
        return [word for (_, field), part in zip(kind.fields, parts, strict=True) for word in flat(field, part)]
    if isinstance(kind, Array):
        return [len(value), *(word for item in value for word in flat(kind.item, item))]
    return [int(value)]


def shown(answer: Any) -> str:
    """An answer as the champion writes it."""
    if isinstance(answer, dict):
        return "{" + ",".join(f"{name}:{shown(part)}" for name, part in answer.items()) + "}"
    if isinstance(answer, list):
        return "[" + ",".join(map(shown, answer)) + "]"
    return answer if isinstance(answer, str) else json.dumps(answer)


def too_long(rng: random.Random, function: Function) -> list[Any]:
    """Proper arguments, but for lists that may be too long."""
    values = proper(rng, function)
    for number, argument in enumerate(function.arguments):
        if isinstance(argument.type, Array) and values[number] and rng.random() < 0.3:
            values[number] = values[number][:1] * (argument.type.most + 1)
    return values


@pytest.mark.parametrize("name", GAMES)
def test_library_answers_as_the_interpreted_rules(name: str, tmp_path: Path) -> None:
    game = joute.load_game(name)
    calls = script(game, proper)
    player = scripted(tmp_path, game, calls)
    assert run_natively(player, game) == []
    assert player.reached == for_the_engine(game, calls)


@pytest.mark.parametrize("name", GAMES)
def test_engine_answers_all_calls_where_there_is_no_library(name: str, tmp_path: Path) -> None:
    game = joute.load_game(name)
    calls = script(game, too_long, seed=2)
    player = scripted(tmp_path, game, calls)
    assert run_interpreted(player, game) == []
    assert player.reached == [call.name for phase in calls for call in phase]
    assert run_natively(player, game) == []


def test_without_headers_the_engine_answers_all_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "which", lambda name: None if name == "gcc" else shutil.which(name))
    game = joute.load_game("toy")
    calls = script(game, proper)
    player = scripted(tmp_path, game, calls)
    assert java.extra(ChampionFiles(game, "Champion.java", {}, ())) == Extra()
    assert not (player.recipe.folder / java.JNI).exists()
    assert run_natively(player, game) == []
    assert player.reached == [call.name for phase in calls for call in phase]


def test_null_is_refused_by_java_itself(tmp_path: Path) -> None:
    """As where the engine answers: a null that is an argument never gets as far as a call, one in a list does."""
    game = joute.load_game("toy")
    text = f"""
    public class Champion extends Api {{
        {callbacks(game, "tried();")}
        private static void tried() {{
            int caught = 0;
            try {{ pieces(null); }} catch (NullPointerException expected) {{ caught++; }}
            try {{ deplacer(null); }} catch (NullPointerException expected) {{ caught++; }}
            Erreur answer = deplacer(new java.util.ArrayList<>(java.util.Collections.nCopies(1, null)));
            if (caught != 2 || answer == OK) {{
                throw new IllegalStateException(caught + " caught, then " + answer);
            }}
        }}
        public static void main(String[] arguments) {{
            play(new Champion());
        }}
    }}
    """
    assert run_natively(champion(tmp_path / "native", game, text), game) == []
    assert run_interpreted(champion(tmp_path / "plain", game, text), game) == []


def test_champion_that_fails_tells_its_last_call(tmp_path: Path) -> None:
    game = joute.load_game("toy")
    body = 'ou_est(9); throw new IllegalStateException("no");'
    text = f"public class Champion extends Api {{ {callbacks(game, body)}"
    text += "public static void main(String[] arguments) { play(new Champion()); } }"
    player = champion(tmp_path, game, text)
    faults = run_natively(player, game)
    assert set(faults) == {"java.lang.IllegalStateException: no"}
    assert player._last is not None
    assert player._last.shown() == "ou_est(9) = { y=-1, x=-1 }"
