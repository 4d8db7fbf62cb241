"""Folders as the contests gave them out, written for any game from its API: headers, adapters, and a small champion.

Written from what is known of them (C linkage, `api_f`, vectors by value, arrays as `datas` and `length`), and from
nothing that our own kits are written by.
"""

from __future__ import annotations

from collections.abc import Iterable

from joute.core.api import Function
from joute.core.game import Game
from joute.core.types import Array, Enum, Struct, Type

ACCENTED = "/* Écrit à la main, il y a des années : café, œuvre exceptée, naïveté. */".replace("œ", "oe")


def functions(game: Game) -> Iterable[Function]:
    return game.api.functions.values()


def arrays(game: Game) -> list[Array]:
    """The lists of the API, each once."""
    kinds = [kind for f in functions(game) for kind in (*(a.type for a in f.arguments), f.returns)]
    kinds += [kind for struct in game.api.structs.values() for _, kind in Struct(struct).fields]
    return list({kind.name: kind for kind in kinds if isinstance(kind, Array)}.values())


def c_type(kind: Type) -> str:
    return f"{kind.item.name}_array" if isinstance(kind, Array) else kind.name


def cxx_type(kind: Type) -> str:
    return f"std::vector<{cxx_type(kind.item)}>" if isinstance(kind, Array) else kind.name


def signature(function: Function, name: str, cxx: bool) -> str:
    write = cxx_type if cxx else c_type
    arguments = ", ".join(f"{write(a.type)} {a.name}_" for a in function.arguments)
    return f"{write(function.returns)} {name}({arguments or ('' if cxx else 'void')})"


def declarations(game: Game, cxx: bool) -> list[str]:
    """Constants, enums, then structs, and in C the arrays of what is known by then."""
    lines = [f"# define {name} {int(value)}" for name, value in game.constants.items() if isinstance(value, int)]
    for name, kind in game.api.enums.items():
        lines.append(f"typedef enum {name} {{ {', '.join(member.name for member in kind)} }} {name};")
    pending = [] if cxx else [a for a in arrays(game) if a.item.name not in game.api.structs]
    lines += [array_of(a) for a in pending]
    for name, struct in game.api.structs.items():
        write = cxx_type if cxx else c_type
        fields = " ".join(f"{write(kind)} {field};" for field, kind in Struct(struct).fields)
        lines.append(f"typedef struct {name} {{ {fields} }} {name};")
        lines += [] if cxx else [array_of(a) for a in arrays(game) if a.item.name == name]
    return lines


def array_of(kind: Array) -> str:
    name = c_type(kind)
    return f"typedef struct {name} {{ {c_type(kind.item)}* datas; size_t length; }} {name};"


def champion(game: Game, include: str, cxx: bool) -> str:
    """Calls every function of the API once in each callback that acts, with zeros and empty lists."""
    calls = []
    for function in functions(game):
        values = ", ".join(zero(a.type, cxx) for a in function.arguments)
        calls.append(f"  {function.name}({values});")
    void = "" if cxx else "void"
    lines = [ACCENTED, f'#include "{include}"', f"static void tout({void}) {{", *calls, "}"]
    lines += [f"void {p.callback}({void}) {{ {'tout();' if p.acts else ''} }}" for p in game.phases]
    return "\n".join([*lines, ""])


def zero(kind: Type, cxx: bool) -> str:
    if isinstance(kind, Enum):
        return next(iter(kind.kind)).name
    if isinstance(kind, (Array, Struct)):
        return f"{cxx_type(kind)}()" if cxx else f"({c_type(kind)}){{0}}"
    return "0"


def cxx_folder(game: Game, stem: str) -> dict[str, bytes]:
    """A C++ champion with its header, and no Makefile; old editors wrote Latin-1."""
    lines = ["#ifndef PROLOGIN_HH_", "# define PROLOGIN_HH_", "# include <string>", "# include <vector>"]
    lines += declarations(game, cxx=True)
    for function in functions(game):
        passed = ", ".join(f"{a.name}_" for a in function.arguments)
        lines.append(f'extern "C" {signature(function, f"api_{function.name}", cxx=True)};')
        lines.append(
            f"static inline {signature(function, function.name, cxx=True)} {{ return api_{function.name}({passed}); }}"
        )
    lines += ['extern "C" {', *(f"void {phase.callback}();" for phase in game.phases), "}", "#endif", ""]
    return {
        "prologin.hh": "\n".join(lines).encode("latin-1"),
        f"{stem}.cc": champion(game, "prologin.hh", cxx=True).encode("latin-1"),
    }


def c_folder(game: Game, stem: str) -> dict[str, bytes]:
    """A C champion with its header and the adapter in C++ that turns vectors into arrays."""
    head = ["#ifndef PROLOGIN_H_", "# define PROLOGIN_H_", "# include <stdlib.h>", "# include <stdbool.h>"]
    head += declarations(game, cxx=False)
    head += [f"{signature(function, function.name, cxx=False)};" for function in functions(game)]
    head += [*(f"void {phase.callback}(void);" for phase in game.phases), "#endif", ""]
    return {
        "prologin.h": "\n".join(head).encode("latin-1"),
        f"{stem}.c": champion(game, "prologin.h", cxx=False).encode("latin-1"),
        "interface.cc": adapter(game).encode("latin-1"),
    }


def adapter(game: Game) -> str:
    lines = [
        "#include <cstdlib>",
        "#include <string>",
        "#include <vector>",
        'extern "C" {',
        '#include "prologin.h"',
        "}",
    ]
    lines += [
        "template <typename T> T vers_c(T v) { return v; }",
        "template <typename T> T vers_cxx(T v) { return v; }",
    ]
    inner = {name: cxx_struct(name, Struct(kind)) for name, kind in game.api.structs.items()}
    lines += [text for text in inner.values() if text]
    known = {name for name, text in inner.items() if text}
    for kind in arrays(game):
        lines += converters(kind, known)
    for name in known:
        lines += struct_converters(name, Struct(game.api.structs[name]))
    for function in functions(game):
        real = signature(function, f"api_{function.name}", cxx=True)
        for name in known:
            real = real.replace(f"{name} ", f"cxx_{name} ").replace(f"<{name}>", f"<cxx_{name}>")
        passed = ", ".join(f"vers_cxx({a.name}_)" for a in function.arguments)
        call = f"api_{function.name}({passed})"
        body = f"{call};" if function.returns.name == "void" else f"return vers_c({call});"
        lines.append(f'extern "C" {real};')
        lines.append(f'extern "C" {signature(function, function.name, cxx=False).replace("(void)", "()")} {{ {body} }}')
    return "\n".join([*lines, ""])


def cxx_struct(name: str, struct: Struct) -> str:
    """A struct that holds a list is another one in C++."""
    if not any(isinstance(kind, Array) for _, kind in struct.fields):
        return ""
    return f"struct cxx_{name} {{ {' '.join(f'{cxx_type(kind)} {field};' for field, kind in struct.fields)} }};"


def converters(kind: Array, known: set[str]) -> list[str]:
    item, name = kind.item.name, c_type(kind)
    vector = f"std::vector<cxx_{item}>" if item in known else f"std::vector<{item}>"
    return [
        f"{name} vers_c(const {vector}& v) {{ {name} t; t.length = v.size();"
        f" t.datas = ({item}*)std::calloc(v.size() + 1, sizeof({item}));"
        " for (std::size_t i = 0; i < v.size(); i++) t.datas[i] = vers_c(v[i]); return t; }",
        f"{vector} vers_cxx({name} t) {{ {vector} v;"
        " for (std::size_t i = 0; i < t.length; i++) v.push_back(vers_cxx(t.datas[i])); return v; }",
    ]


def struct_converters(name: str, struct: Struct) -> list[str]:
    out = " ".join(f"r.{field} = vers_c(v.{field});" for field, _ in struct.fields)
    back = " ".join(f"r.{field} = vers_cxx(v.{field});" for field, _ in struct.fields)
    return [
        f"{name} vers_c(const cxx_{name}& v) {{ {name} r; {out} return r; }}",
        f"cxx_{name} vers_cxx({name} v) {{ cxx_{name} r; {back} return r; }}",
    ]


def python_text(game: Game) -> str:
    """The same champion in Python, to compare with."""
    calls = [f"    {f.name}({', '.join(_python_zero(a.type) for a in f.arguments)})" for f in functions(game)]
    lines = ["from api import *", "def tout():", *calls]
    for phase in game.phases:
        lines += [f"def {phase.callback}():", "    tout()" if phase.acts else "    pass"]
    return "\n".join([*lines, ""])


def _python_zero(kind: Type) -> str:
    if isinstance(kind, Array):
        return "[]"
    if isinstance(kind, Struct):
        return f"({''.join(f'{_python_zero(field)}, ' for _, field in kind.fields)})"
    return "0"


# OCaml


def ml_type(kind: Type) -> str:
    if isinstance(kind, Array):
        return f"{ml_type(kind.item)} array"
    return {"void": "unit"}.get(kind.name, kind.name)


def ml_api(game: Game) -> str:
    """api.ml: constants, variants, a tuple for positions and records for the rest, and the functions."""
    lines = [f"let {name.lower()}_ = ({int(v)})" for name, v in game.constants.items() if isinstance(v, int)]
    for name, kind in game.api.enums.items():
        lines.append(f"type {name} = {' | '.join(member.name.capitalize() for member in kind)}")
    for name, struct in game.api.structs.items():
        fields = Struct(struct).fields
        tuple_ = " * ".join(ml_type(kind) for _, kind in fields)
        record = "; ".join(f"{name}_{field} : {ml_type(kind)}" for field, kind in fields)
        lines.append(f"type {name} = {tuple_ if name == 'position' else f'{{ {record} }}'}")
    for function in functions(game):
        kinds = [ml_type(a.type) for a in function.arguments] or ["unit"]
        names = f'"ml_{function.name}_all" "ml_{function.name}"' if len(kinds) > 5 else f'"ml_{function.name}"'
        lines.append(f"external {function.name} : {' -> '.join([*kinds, ml_type(function.returns)])} = {names}")
    return "\n".join([*lines, ""])


def ml_zero(kind: Type) -> str:
    if isinstance(kind, Enum):
        return next(iter(kind.kind)).name.capitalize()
    if isinstance(kind, Array):
        return "[||]"
    if isinstance(kind, Struct) and kind.name == "position":
        return f"({', '.join(ml_zero(field) for _, field in kind.fields)})"
    if isinstance(kind, Struct):
        return f"{{ {'; '.join(f'{kind.name}_{name} = {ml_zero(field)}' for name, field in kind.fields)} }}"
    return "false" if kind.name == "bool" else "0"


def ml_champion(game: Game) -> str:
    lines = ["open Api", "let tout () ="]
    for function in functions(game):
        values = " ".join(ml_zero(a.type) for a in function.arguments) or "()"
        lines.append(f"  ignore ({function.name} {values});")
    lines.append("  ()")
    for phase in game.phases:
        lines.append(f"let {phase.callback} () = {'tout ()' if phase.acts else '()'}")
        lines.append(f'let () = Callback.register "{phase.callback}" {phase.callback}')
    return "\n".join([*lines, ""])


ML_HEAD = """#include <string>
#include <vector>
extern "C" {
#include <caml/alloc.h>
#include <caml/callback.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>
}
"""
ML_PLAIN = """
static value vers_ml(int v) { return Val_int(v); }
static value vers_ml(bool v) { return Val_bool(v); }
static void de_ml(value v, int& r) { r = Int_val(v); }
static void de_ml(value v, bool& r) { r = Bool_val(v); }
"""
ML_ARRAYS = """
template <typename T> value vers_ml(const std::vector<T>& v) {
  CAMLparam0(); CAMLlocal1(r);
  if (v.empty()) CAMLreturn(Atom(0));
  r = caml_alloc(v.size(), 0);
  for (std::size_t i = 0; i < v.size(); i++) Store_field(r, i, vers_ml(v[i]));
  CAMLreturn(r);
}
template <typename T> void de_ml(value v, std::vector<T>& r) {
  r.resize(Wosize_val(v));
  for (std::size_t i = 0; i < r.size(); i++) { T one; de_ml(Field(v, i), one); r[i] = one; }
}
static void appeler(const char* nom) {
  static bool pret = false;
  if (!pret) { static char n[] = "champion"; char* argv[] = {n, nullptr}; caml_startup(argv); pret = true; }
  caml_callback(*caml_named_value(nom), Val_unit);
}
"""


def ml_adapter(game: Game) -> str:
    lines = [ML_HEAD, *(line for line in declarations(game, cxx=True) if not line.startswith("#")), ML_PLAIN]
    for name in game.api.enums:
        lines.append(f"static value vers_ml({name} v) {{ return Val_int((int)v); }}")
        lines.append(f"static void de_ml(value v, {name}& r) {{ r = ({name})Int_val(v); }}")
    lines += [
        f"static value vers_ml(const {name}& v); static void de_ml(value v, {name}& r);" for name in game.api.structs
    ]
    lines.append(ML_ARRAYS)
    for name, struct in game.api.structs.items():
        fields = [field for field, _ in Struct(struct).fields]
        out = " ".join(f"Store_field(r, {n}, vers_ml(v.{field}));" for n, field in enumerate(fields))
        back = " ".join(f"de_ml(Field(v, {n}), r.{field});" for n, field in enumerate(fields))
        lines.append(
            f"static value vers_ml(const {name}& v) {{ CAMLparam0(); CAMLlocal1(r);"
            f" r = caml_alloc({len(fields)}, 0); {out} CAMLreturn(r); }}"
        )
        lines.append(f"static void de_ml(value v, {name}& r) {{ {back} }}")
    for function in functions(game):
        lines += ml_function(function)
    lines += [f'extern "C" void {phase.callback}() {{ appeler("{phase.callback}"); }}' for phase in game.phases]
    return "\n".join([*lines, ""])


def ml_function(function: Function) -> list[str]:
    names = [f"v{n}" for n in range(len(function.arguments))]
    taken = " ".join(f"{cxx_type(a.type)} a{n}; de_ml(v{n}, a{n});" for n, a in enumerate(function.arguments))
    call = f"api_{function.name}({', '.join(f'a{n}' for n in range(len(names)))})"
    body = f"{call}; return Val_unit;" if function.returns.name == "void" else f"return vers_ml({call});"
    head = ", ".join(f"value {name}" for name in names) or "value"
    return [
        f'extern "C" {signature(function, f"api_{function.name}", cxx=True)};',
        f'extern "C" value ml_{function.name}({head}) {{ {taken} {body} }}',
    ]


def ocaml_folder(game: Game, stem: str) -> dict[str, bytes]:
    """An OCaml champion with its api.ml and its adapter."""
    texts = {"api.ml": ml_api(game), f"{stem}.ml": ml_champion(game), "interface.cc": ml_adapter(game)}
    return {name: text.encode("latin-1") for name, text in texts.items()}
