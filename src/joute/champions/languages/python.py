"""Python: champions run in the engine's own Python; the stub `api.pyi` shows editors the API module it provides."""

from __future__ import annotations

from textwrap import indent, wrap
from typing import Any

from joute.core.api import Function
from joute.core.game import Game
from joute.core.text import Text
from joute.core.types import Array, Bool, Enum, Int, Json, Lettered, Struct, Type, Void

from .api import positions
from .api.reference import TITLES, by_kind, callback_doc, constant_docs, fields_of, localized
from .api.source_text import WIDTH
from .language import NUMBER, Constants, Language

HEAD = Text(
    "The API of {}, for editors; the module itself comes with the engine. Written by `joute new`.",
    "L'API de {}, pour les éditeurs ; le module lui-même vient du moteur. Écrit par `joute new`.",
)


def stub(game: Game, lang: str) -> str:
    """The text of `api.pyi`."""
    parts = [f'"""{localized(HEAD, lang).format(game.name)}"""', "", "from enum import IntEnum"]
    parts += ["from typing import Any, NamedTuple, Sequence"]
    parts += _titled("constants", lang, _constants(game, lang))
    parts += _titled("enums", lang, [line for kind in game.api.enums.values() for line in _enum(kind)])
    parts += _titled("structs", lang, [line for kind in game.api.structs.values() for line in _struct(kind)])
    for kind, functions in by_kind(game):
        parts += _titled(kind, lang, [line for function in functions for line in _function(function, lang)])
    parts += _titled("positions", lang, _positions(lang))
    return "\n".join(parts).rstrip() + "\n"


def _positions(lang: str) -> list[str]:
    """Positions come with the engine's package, whose functions have their own documentation."""
    functions = [f"{positions.signature(one)}: {localized(one.doc, lang)}" for one in positions.FUNCTIONS]
    text = [localized(positions.ABOUT, lang), "import joute; p = joute.position(); with p: ...", *functions]
    return [line for part in text for line in wrap(part, WIDTH, initial_indent="# ", subsequent_indent="#   ")]


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    lines = ["from api import *"]
    for phase in game.phases:
        lines += ["", "", f"def {phase.callback}():", f'    """{callback_doc(game, phase, lang)}"""']
    return "\n".join(lines) + "\n"


OUTSIDE = Text(
    "Outside a match, so that a test can import the champion. In one, the engine's own module takes its place.",
    "Hors d'un match, pour qu'un test puisse importer le champion. Dans un match, le module du moteur le remplace.",
)
TESTS = Text("Tests of the champion: run pytest here.", "Tests du champion : lancez pytest ici.")


def kit_files(game: Game, lang: str) -> dict[str, str]:
    """A module `api` for tests, and a first test."""
    settings = {"preset": game.preset, **game.overrides}
    given = "".join(f", {name}={value!r}" for name, value in settings.items())
    api = [f'"""{localized(OUTSIDE, lang)}"""', "", "from joute.testing import outside", ""]
    api += [f"globals().update(outside({game.name!r}{given}))"]
    test = [f'"""{localized(TESTS, lang)}"""', "", "import joute", "from joute.testing import first_turn, play", "", ""]
    test += ["def test_it_plays_its_first_turn():", f"    game = joute.load_game({game.name!r}{given})"]
    test += ['    turn = play("champion.py", first_turn(game))', "    assert turn.fault is None"]
    return {"api.py": "\n".join(api) + "\n", "test_champion.py": "\n".join(test) + "\n"}


def _titled(title: str, lang: str, lines: list[str]) -> list[str]:
    return ["", f"# {localized(TITLES[title], lang)}", "", *lines] if lines else []


def _constants(game: Game, lang: str) -> list[str]:
    docs = constant_docs(game, lang)
    return [
        f"{name}: {_value_type(value)}  # {value!r}" + (f": {docs[name]}" if docs.get(name) else "")
        for name, value in game.constants.items()
    ]


def _value_type(value: Any) -> str:
    return type(value).__name__ if isinstance(value, (bool, int, str)) else "Any"


def _enum(kind: Any) -> list[str]:
    name = kind.__name__
    members = [f"    {member.name} = {int(member)}" for member in kind]
    lines = [f"class {name}(IntEnum):", *members, ""]
    if Enum(kind).name != name:
        lines.append(f"{Enum(kind).name} = {name}")
    return [*lines, *(f"{member.name} = {name}.{member.name}" for member in kind), ""]


def _struct(kind: Any) -> list[str]:
    name = kind.__name__
    lines = [f"class {name}(NamedTuple):", *(f"    {field}: {_given(of)}" for field, of in fields_of(kind)), ""]
    return [*lines, f"{Struct(kind).name} = {name}", ""] if Struct(kind).name != name else lines


def _function(function: Function, lang: str) -> list[str]:
    arguments = ", ".join(f"{argument.name}: {_taken(argument.type)}" for argument in function.arguments)
    doc = "\n".join(wrap(localized(function.doc, lang).replace("\\", "\\\\"), WIDTH))
    text = f'"""{doc}"""' if "\n" not in doc else f'"""{doc}\n"""'
    return [f"def {function.name}({arguments}) -> {_given(function.returns)}:", indent(text, "    "), ""]


def _given(kind: Type) -> str:
    """A type as a champion receives it."""
    if isinstance(kind, Array):
        return f"list[{_given(kind.item)}]"
    if isinstance(kind, (Enum, Struct)):
        return str(kind.kind.__name__)
    plain = {Void: "None", Json: "dict[str, Any]", Bool: "bool", Int: "int"}
    return next(name for base, name in plain.items() if isinstance(kind, base))


def _taken(kind: Type) -> str:
    """A type as a champion may give it: a struct also as a tuple, an enumeration also as a number, some as a letter."""
    if isinstance(kind, Array):
        return f"Sequence[{_taken(kind.item)}]"
    if isinstance(kind, Struct):
        return f"{kind.kind.__name__} | tuple[{', '.join(_taken(of) for _, of in kind.fields)}]"
    if isinstance(kind, Enum):
        return f"{kind.kind.__name__} | int" + (" | str" if issubclass(kind.kind, Lettered) else "")
    return _given(kind)


LANGUAGE = Language(
    name="python",
    order=10,
    aliases=("py",),
    suffixes=(".py",),
    entry="champion.py",
    starter=starter,
    api_file="api.pyi",
    api_text=stub,
    notes='from joute import debug\n\ndebug.log("gold", 3)\ndebug.draw.cell(3, 4, "red")',
    kit_files=kit_files,
    constants=Constants((".py",), rf"^(\w+)[ \t]*=[ \t]*{NUMBER}[ \t]*$", r"#[^\n]*"),
    digest_suffixes=(".py",),
    built_suffixes=(".pyc",),
    out_of_memory=("MemoryError",),
)
