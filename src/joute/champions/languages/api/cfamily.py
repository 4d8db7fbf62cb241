"""The API of a game in C and C++: the headers of the kits, and what stands behind them.

Champions reach a function `f` as the symbol `api_f`, with C linkage and C++ types; `glue` defines them all. In C it is
`f` itself, which `adapter` defines for folders that bring no adapter of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from joute.champions.players.mirror import positions_of
from joute.core.api import Api, Function
from joute.core.backends import exchange
from joute.core.backends.library import interface
from joute.core.game import Game
from joute.core.types import Array, Enum, Json, Struct, Type, Void

from .notes import notes_text
from .positions import positions_text
from .prose import MARK, Prose, constants, wrapped
from .source_text import safe


class Dialect(NamedTuple):
    """What differs between the two: how a list and a text are written, and what C++ may call the types."""

    text: str
    list: str
    size: str
    item: str

    def name(self, kind: Type) -> str:
        if isinstance(kind, Array):
            return self.list.format(self.name(kind.item))
        if isinstance(kind, Json):
            return self.text
        return kind.name


EXCHANGED = (
    *("COUNT", "ANSWER", "ROWS", "AWAKE", "SEAT", "ORDERS", "LOG_END", "LOG_ROOM", "LOG", "STATE", "VIEW", "DRAFT"),
    *("STATE_WORDS", "REST", "SLOTS", "ROW", "GIVEN", "DONE", "HOST", "TOO_MANY", "NO_ROOM", "NOW"),
)
"""The words of an exchange, and what a library returns, that champions know by name."""
CXX = Dialect("std::string", "std::vector<{}>", "{}.size()", "{}[i]")
C = Dialect("char*", "{}_array", "{}.length", "{}.datas[i]")


# Types


def types_of(api: Api) -> list[Type]:
    """All types of an API, each after those that it is made of, once."""
    types: dict[str, Type] = {}
    for kind in (*map(Enum, api.enums.values()), *map(Struct, api.structs.values())):
        _add(types, kind)
    for function in api.functions.values():
        for argument in function.arguments:
            _add(types, argument.type)
        _add(types, function.returns)
    return list(types.values())


def _add(types: dict[str, Type], kind: Type) -> None:
    if isinstance(kind, Struct):
        for _, field in kind.fields:
            _add(types, field)
    elif isinstance(kind, Array):
        _add(types, kind.item)
    types.setdefault(kind.name, kind)


def mangled(kind: Type) -> str:
    return kind.name.replace(" ", "_")


# What stands behind the headers


def callbacks(game: Game) -> str:
    """The callbacks: those that give orders must be there, the others may be left out."""
    lines = []
    for phase in game.phases:
        if phase.acts:
            lines.append(f'extern "C" void {phase.callback}();')
        else:
            lines.append(f'extern "C" __attribute__((weak)) void {phase.callback}() {{}}')
    listed = ", ".join(phase.callback for phase in game.phases)
    return "\n".join([*lines, f"static void (*const joute_callbacks[])() = {{{listed}}};", ""])


def exchange_header(game: Game) -> str:
    """exchange.hh: where the words of a call and of its answer lie, how long both can be, and what positions need."""
    widths = [kind.width or 0 for kind in types_of(game.api) if isinstance(kind, Struct)]
    numbers: dict[str, Any] = {name: getattr(exchange, name) for name in EXCHANGED}
    numbers |= {"ROOM": exchange.room(game.api), "WIDTH": max(widths, default=1), "OK": game.ok}
    numbers |= {"ENTRIES": len(interface())}
    needed = msgspec.structs.asdict(positions_of(game)) | {"live": int(game.live)}
    numbers |= {name.upper(): value for name, value in needed.items()}
    numbers["ACTIONS"] = ", ".join(map(str, numbers["ACTIONS"]))
    numbers |= {f"ENTRY_{name.upper()}": number for number, name in enumerate(interface())}
    return "".join(f"#define JOUTE_{name} {number}\n" for name, number in numbers.items())


def glue(api: Api) -> str:
    """Every `api_f`, with types of its own laid out like those of any header."""
    kinds = types_of(api)
    lines = ['#include "joute.hh"', "", "#include <vector>", "", "using joute::Call;", "", "namespace joute_api {"]
    for kind in kinds:
        if isinstance(kind, Enum):
            lines.append(f"typedef int {kind.name};")
        elif isinstance(kind, Struct):
            fields = " ".join(f"{CXX.name(field)} f{number};" for number, (_, field) in enumerate(kind.fields))
            lines.append(f"struct {kind.name} {{ {fields} }};")
    lines += _carriers(kinds, CXX, named=False)
    for number, function in enumerate(api.functions.values()):
        lines += _caller(number, function, CXX, f"api_{function.name}")
    return "\n".join([*lines, "}  // namespace joute_api", ""])


def adapter(api: Api) -> str:
    """Every `f` of the C header."""
    lines = ['#include "joute.hh"', "", "#include <cstdlib>", "#include <cstring>", "", "using joute::Call;", ""]
    lines += ['extern "C" {', '#include "api.h"', "}", "", "namespace joute_c {"]
    lines += [*_carriers(types_of(api), C, named=True), "}  // namespace joute_c", "using namespace joute_c;"]
    for number, function in enumerate(api.functions.values()):
        lines += _caller(number, function, C, function.name)
    return "\n".join([*lines, ""])


def _carriers(kinds: list[Type], dialect: Dialect, named: bool) -> Iterator[str]:
    """For each type, how it is put into a call and taken from its answer."""
    for kind in kinds:
        name, tag = dialect.name(kind), mangled(kind)
        if isinstance(kind, Struct):
            fields = [field if named else f"f{at}" for at, (field, _) in enumerate(kind.fields)]
            kinds_of = [field for _, field in kind.fields]
            puts = " ".join(_put(kind, f"v.{field}") for kind, field in zip(kinds_of, fields, strict=True))
            takes = " ".join(f"v.{f} = take_{mangled(k)}(call);" for k, f in zip(kinds_of, fields, strict=True))
            yield f"static inline void put_{tag}(Call& call, const {name}& v) {{ {puts} }}"
            yield f"static inline {name} take_{tag}(Call& call) {{ {name} v; {takes} return v; }}"
        elif isinstance(kind, Array):
            item = _put(kind.item, dialect.item.format("v"))
            size = dialect.size.format("v")
            yield f"static inline void put_{tag}(Call& call, const {name}& v, size_t most) {{"
            yield f"  if (call.put_length({size}, most)) for (size_t i = 0; i < {size}; i++) {{ {item} }}"
            yield "}"
            made = (
                f"{name} v(length);"
                if dialect is CXX
                else f"{name} v; v.length = length; "
                f"v.datas = static_cast<{dialect.name(kind.item)}*>(std::calloc(length + 1, sizeof *v.datas));"
            )
            filled = f"{dialect.item.format('v')} = take_{mangled(kind.item)}(call);"
            yield f"static inline {name} take_{tag}(Call& call, size_t length) {{"
            yield f"  {made} for (size_t i = 0; i < length; i++) {filled} return v;"
            yield "}"
        elif not isinstance(kind, (Void, Json)):
            yield f"static inline {name} take_{tag}(Call& call) {{ return static_cast<{name}>(call.take()); }}"


def _put(kind: Type, value: str) -> str:
    if isinstance(kind, Array):
        return f"put_{mangled(kind)}(call, {value}, {kind.most});"
    if isinstance(kind, Struct):
        return f"put_{mangled(kind)}(call, {value});"
    return f"call.put({value});"


def _caller(number: int, function: Function, dialect: Dialect, symbol: str) -> Iterator[str]:
    """One function: its arguments into a call, the answer out of it."""
    arguments = ", ".join(f"{dialect.name(arg.type)} a{at}" for at, arg in enumerate(function.arguments))
    yield f'extern "C" {dialect.name(function.returns)} {symbol}({arguments}) {{'
    puts = " ".join(_put(arg.type, f"a{at}") for at, arg in enumerate(function.arguments))
    yield f"  Call call({number}); {puts}" + (" call.flush();" if function.kind == "show" else "")
    yield f"  {_returned(function.returns, dialect)}"
    yield "}"


def _returned(kind: Type, dialect: Dialect) -> str:
    if isinstance(kind, Void):
        return "call.send();"
    if isinstance(kind, Json):
        return "call.send(); return " + ("call.text();" if dialect is CXX else "strdup(call.text().c_str());")
    if isinstance(kind, Array):
        return f"size_t length = call.send(); return take_{mangled(kind)}(call, length);"
    if isinstance(kind, Struct):
        return f"call.send(); return take_{mangled(kind)}(call);"
    return f"return static_cast<{dialect.name(kind)}>(call.send());"


# The headers


def cxx_header(game: Game, lang: str) -> str:
    """api.hh of the C++ kit."""
    say = Prose(lang)
    lines = [
        *wrapped("// ", f"{MARK}: {say.header(game)}"),
        "#pragma once",
        "#include <string>",
        "#include <vector>",
        "",
    ]
    lines += [*_defines(game, say), *_declared(game.api, CXX)]
    for function in game.api.functions.values():
        names = ", ".join(name for name, _ in _arguments(game.api, function))
        arguments = _parameters(game.api, function, CXX)
        returns = CXX.name(function.returns)
        back = "" if isinstance(function.returns, Void) else "return "
        lines += [*wrapped("/// ", say.doc(function.doc)), f'extern "C" {returns} api_{function.name}({arguments});']
        lines += [f"static inline {returns} {function.name}({arguments}) {{", f"  {back}api_{function.name}({names});"]
        lines += ["}", ""]
    lines += [
        notes_text("notes.hh", game, lang),
        *_positions(game, lang),
        *wrapped("// ", say.callbacks),
        'extern "C" {',
    ]
    lines += [f"void {phase.callback}();" for phase in game.phases]
    return "\n".join([*lines, "}", ""])


def _positions(game: Game, lang: str) -> list[str]:
    """Positions in C++: the functions of C, and a class over them."""
    return ['extern "C" {', positions_text("position.h", game, lang), "}", positions_text("position.hh", game, lang)]


def c_header(game: Game, lang: str) -> str:
    """api.h of the C kit."""
    say = Prose(lang)
    lines = [
        *wrapped("// ", f"{MARK}: {say.header(game)}"),
        "#ifndef API_H",
        "#define API_H",
        "",
        "#include <stdbool.h>",
    ]
    lines += ["#include <stddef.h>", "", *wrapped("// ", say.c_lists), ""]
    lines += [*_defines(game, say), *_declared(game.api, C)]
    for function in game.api.functions.values():
        arguments = _parameters(game.api, function, C) or "void"
        prototype = f"{C.name(function.returns)} {function.name}({arguments});"
        lines += [*wrapped("/// ", say.doc(function.doc)), prototype, ""]
    lines += [
        notes_text("notes.h", game, lang),
        positions_text("position.h", game, lang),
        *wrapped("// ", say.callbacks),
    ]
    return "\n".join([*lines, *(f"void {phase.callback}(void);" for phase in game.phases), "", "#endif", ""])


def _defines(game: Game, say: Prose) -> list[str]:
    lines: list[str] = []
    for name, value, doc in constants(game, say.lang):
        if doc:
            lines += wrapped("/// ", doc)
        lines.append(f"#define {name} {_literal(value)}")
    return [*lines, ""]


def _literal(value: Any) -> str:
    return f"({int(value)})" if value < 0 else str(int(value))


def _declared(api: Api, dialect: Dialect) -> list[str]:
    """Enumerations, structs and, in C, lists."""
    lines: list[str] = []
    for kind in types_of(api):
        if isinstance(kind, Enum):
            lines += [f"typedef enum {kind.name} {{", *(f"  {item.name} = {int(item)}," for item in kind.kind)]
            lines += [f"}} {kind.name};", ""]
        elif isinstance(kind, Struct):
            lines += [f"typedef struct {kind.name} {{"]
            lines += [f"  {dialect.name(field)} {name};" for name, field in kind.fields]
            lines += [f"}} {kind.name};", ""]
        elif isinstance(kind, Array) and dialect is C:
            lines += [f"typedef struct {C.name(kind)} {{", f"  {C.name(kind.item)}* datas;", "  size_t length;"]
            lines += [f"}} {C.name(kind)};", ""]
    return lines


def _parameters(api: Api, function: Function, dialect: Dialect) -> str:
    return ", ".join(f"{dialect.name(kind)} {name}" for name, kind in _arguments(api, function))


def _arguments(api: Api, function: Function) -> list[tuple[str, Type]]:
    """Names and types of arguments; one that is named like a type would hide it."""
    taken = RESERVED.union(api.enums, api.structs)
    return [(safe(arg.name, taken), arg.type) for arg in function.arguments]


KEYWORDS = (
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const constexpr continue "
    "decltype default delete do double else enum explicit export extern false float for friend goto if inline int long "
    "mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register restrict "
    "return short signed sizeof static struct switch template this throw true try typedef typeid typename union "
    "unsigned using virtual void volatile while xor xor_eq"
)
RESERVED = frozenset(KEYWORDS.split())
