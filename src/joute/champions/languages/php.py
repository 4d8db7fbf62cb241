"""PHP: run by php, from a champion's file or a folder of the old contest; `joute.php` has the API, and includes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from joute.core.api import Function
from joute.core.game import Game
from joute.core.text import Text
from joute.core.types import Array, Bool, Enum, Json, Struct, Type, Void

from .api.notes import notes_text
from .api.prose import MARK, Prose, constants, empty_champion, wrapped
from .api.reference import TITLES, by_kind, fields_of, localized
from .api.source_text import block, safe
from .language import ChampionFiles, Commands, Extra, Language, Tools

if TYPE_CHECKING:
    from joute.champions.sources.recipe import Recipe

API = "joute.php"
PLAY = Text(
    "The engine runs this file, which includes your champion and calls its functions.",
    "Le moteur lance ce fichier, qui inclut votre champion et appelle ses fonctions.",
)
OLD_API = "<?php // In place of the file of the contest: joute.php has the constants and the functions.\n"
RUN = 'exec php -d display_errors=stderr -d log_errors=0 -d memory_limit=-1 joute.php "$0" 3>&1 >&2'
"""The protocol has standard output; what a champion prints there goes to standard error, which is its log."""
KEYWORDS = (
    "abstract and array as break callable case catch class clone const continue declare default do echo else elseif "
    "empty enddeclare endfor endforeach endif endswitch endwhile eval exit extends final finally fn for foreach "
    "function global goto if implements include instanceof insteadof interface isset list match namespace new or "
    "print private protected public readonly require return static switch throw trait try unset use var while xor "
    "yield true false null self parent this abs copy count current date each end exec file flush key link mail max "
    "min next pos prev rand range rename reset round sort stat system time touch"
)
"""Of the language and, after `this`, functions that it has."""
RESERVED = frozenset(KEYWORDS.split())


def library(game: Game, lang: str) -> str:
    """The text of `joute.php`."""
    say = Prose(lang)
    lines = [*_constants(game, say)]
    lines += [line for kind in game.api.structs.values() for line in ("", *_struct(kind))]
    for kind, functions in by_kind(game):
        lines += ["", f"// {localized(TITLES[kind], lang)}"]
        for function in functions:
            lines += ["", *_function(function, lang)]
    text = notes_text(API, game, lang)
    for mark, content in {
        "@HEAD@": "\n".join(wrapped("// ", f"{MARK}: {say.header(game)}")),
        "@PLAY@": localized(PLAY, lang),
        "@API@": "\n".join(lines).strip(),
        "@CALLBACKS@": ", ".join(f'"{name}"' for name in dict.fromkeys(phase.callback for phase in game.phases)),
    }.items():
        text = text.replace(mark, content)
    return text


def starter(game: Game, lang: str) -> str:
    """A champion with every callback and nothing in them."""
    return "<?php\n" + empty_champion(game, lang, API, "", "function {}(): void\n{{\n}}")


def _constants(game: Game, say: Prose) -> Iterator[str]:
    yield f"// {localized(TITLES['constants'], say.lang)}"
    for name, value, doc in constants(game, say.lang):
        yield from ("", *wrapped("// ", doc), f"const {safe(name, RESERVED)} = {str(value).lower()};")
    for kind in game.api.enums.values():
        yield from ("", f"// {kind.__name__}")
        yield from (f"const {safe(member.name, RESERVED)} = {int(member)};" for member in kind)


def _struct(kind: Any) -> Iterator[str]:
    name = kind.__name__
    fields = fields_of(kind)
    yield f"final class {name} extends \\joute\\Struct"
    yield "{"
    yield f"    public function __construct({', '.join(f'public {_type(of)} ${field}' for field, of in fields)})"
    yield from ("    {", "    }", "", "    public static function of(array $found): self", "    {")
    read = [_read(of, f'$found["{field}"]') for field, of in fields]
    yield from (f"        return new self({', '.join(read)});", "    }", "}")


def _function(function: Function, lang: str) -> Iterator[str]:
    arguments = [(argument.name, argument.type) for argument in function.arguments]
    notes = [f"@param {_shape(kind)} ${name}" for name, kind in arguments if _shape(kind) != _type(kind)]
    notes += [f"@return {_shape(function.returns)}"] if _shape(function.returns) != _type(function.returns) else []
    yield from block(localized(function.doc, lang), notes=tuple(notes))
    named = ", ".join(f"{_given(kind)} ${name}" for name, kind in arguments)
    given = ", ".join([f'"{function.name}"', *(_passed(kind, f"${name}") for name, kind in arguments)])
    call = f"\\joute\\call({given})"
    yield f"function {safe(function.name, RESERVED)}({named}): {_type(function.returns)}"
    body = f"{call};" if isinstance(function.returns, Void) else f"return {_read(function.returns, call)};"
    yield from ("{", f"    {body}", "}")


def _read(kind: Type, value: str) -> str:
    """The expression that makes a value of a type from what JSON holds."""
    if isinstance(kind, Array) and isinstance(kind.item, Struct):
        return f"array_map(fn($item) => {_read(kind.item, '$item')}, {value})"
    return f"{kind.kind.__name__}::of({value})" if isinstance(kind, Struct) else value


def _given(kind: Type) -> str:
    """The type of an argument: a struct may also be an array of its fields."""
    return f"{_type(kind)}|array" if isinstance(kind, Struct) else _type(kind)


def _passed(kind: Type, value: str) -> str:
    """An argument as JSON gets it: a list has no keys, though array_filter keeps those it had."""
    return f"array_values({value})" if isinstance(kind, Array) else value


def _type(kind: Type) -> str:
    names = {Array: "array", Json: "mixed", Void: "void", Bool: "bool"}
    return str(kind.kind.__name__) if isinstance(kind, Struct) else names.get(type(kind), "int")


def _shape(kind: Type) -> str:
    """A type as comments have it."""
    if isinstance(kind, Array):
        return f"{_shape(kind.item)}[]"
    return str(kind.kind.__name__) if isinstance(kind, (Enum, Struct)) else _type(kind)


def commands(recipe: Recipe) -> Commands:
    return Commands(build=("php", "-l", f"./{recipe.entry}"), run=("sh", "-c", RUN, f"./{recipe.entry}"))


def extra(champion: ChampionFiles) -> Extra:
    return Extra({API: library(champion.game, "en")} | ({"api.php": OLD_API} if champion.old else {}))


LANGUAGE = Language(
    name="php",
    order=95,
    etc=("php",),
    suffixes=(".php",),
    entry="champion.php",
    starter=starter,
    api_file=API,
    api_text=library,
    notes='debug\\log("gold", 3);\ndebug\\draw\\cell(3, 4, "red");',
    tools=Tools(("php",), ("php-cli",)),
    commands=commands,
    extra=extra,
    out_of_memory=("Fatal error: Out of memory", "mmap() failed: [12] Cannot allocate memory"),
)
