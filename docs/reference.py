"""The parts of the reference that follow from the program: each takes the words of its block and writes Markdown.

A page asks for one by a block, which `docs/build.py` replaces:

    ```{generated} structures joute.match.replay Header PhaseLine
    ```
"""

from __future__ import annotations

import enum
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec

from joute.core.text import read_here, words
from joute.web.typescript import field_docs

SPECIAL = re.compile(r"([\\*_{}\[\]<>#$])")
CODE = re.compile(r"(`[^`]*`)")
TYPES_IN_FRENCH = {
    "anything": "valeur quelconque",
    "boolean": "booléen",
    "integer": "entier",
    "number": "nombre",
    "object": "table",
    "string": "texte",
}
CELL_END = re.compile(r"(?<!\\)\|")
BLOCK = re.compile(r"^```\{generated\} (.+)\n```$", re.MULTILINE)


def filled(page: str) -> str:
    """A page with its generated parts."""

    def made(block: re.Match[str]) -> str:
        name, *arguments = block[1].split()
        return GENERATORS[name](*arguments)

    return BLOCK.sub(made, page)


def plain(text: str) -> str:
    """Text in which nothing but names between backquotes is Markdown."""
    return "".join(part if CODE.fullmatch(part) else SPECIAL.sub(r"\\\1", part) for part in CODE.split(text))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines) + "\n"


def _cell(text: str) -> str:
    return CELL_END.sub(r"\\|", " ".join(text.split()))


# The command line


def commands() -> str:
    """Every command with its arguments and options."""
    from joute.cli.main import program

    return "\n".join(_command(program, click.Context(program, info_name="joute"), 2))


def _command(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    if level > 2:
        yield f"{'#' * (level - 1)} {context.command_path}\n"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```\n\n{plain(inspect.cleandoc(command.help or ''))}\n"
    options = [param for param in command.get_params(context) if isinstance(param, click.Option)]
    records = [record for option in options if (record := option.get_help_record(context))]
    if records:
        yield "\n".join(f"`{name}`\n: {plain(about)}\n" for name, about in records)
    if level > 2 and command.epilog:
        yield f"```text\n{command.epilog.replace(chr(8), '').strip()}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _command(child, click.Context(child, info_name=name, parent=context), level + 1)


# Structures: files and messages


def structures(module: str, *names: str) -> str:
    """Tables of the fields of some structures, with their types, defaults and documentation."""
    home = import_module(module)
    kinds = [getattr(home, name) for name in names]
    _, parts = msgspec.json.schema_components(kinds, ref_template="{name}")
    return "\n".join(_structure(kind, parts) for kind in kinds)


def _structure(kind: type, parts: dict[str, Any]) -> str:
    docs, schema = field_docs(kind), parts[kind.__name__]
    rows = [
        [
            f"`{name}`",
            spelled(of, parts).removesuffix(words(" or null", " ou null")),
            _default(name, of, schema),
            plain(docs.get(name, "")),
        ]
        for name, of in schema["properties"].items()
    ]
    about = plain(inspect.cleandoc(schema.get("description", "")))
    title = words("The file", "Le fichier") if kind.__name__ == "Declared" else kind.__name__
    head = [words("Field", "Champ"), "Type", words("Default", "Défaut"), ""]
    return f"### {title}\n\n{about}\n\n{table(head, rows)}"


def _default(name: str, of: dict[str, Any], schema: dict[str, Any]) -> str:
    if name in schema.get("required", ()):
        return words("(required)", "(obligatoire)")
    if of.get("default") in (None, [], {}) or isinstance(of["default"], dict):
        return ""  # the table of that structure has them
    return f"`{msgspec.json.encode(of['default']).decode()}`"


def spelled(schema: dict[str, Any], parts: Mapping[str, Any] = {}) -> str:
    """A JSON schema in words; of the structures that it names, an enumeration is written out."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return spelled(parts[name]) if "enum" in parts.get(name, ()) else f"`{name}`"
    if "enum" in schema:
        return ", ".join(f"`{msgspec.json.encode(value).decode()}`" for value in schema["enum"])
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return words(" or ", " ou ").join(dict.fromkeys(spelled(one, parts) for one in either))
    kind = schema.get("type", "anything")
    if kind == "array":
        items = schema.get("items")
        return words("list", "liste") + (words(" of ", " de ") + spelled(items, parts) if items else "")
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return "table" + words(" of ", " de ") + spelled(schema["additionalProperties"], parts)
    least, most = schema.get("minimum"), schema.get("maximum")
    bounds = f", {least} {words('to', 'à')} {most}" if least is not None and most is not None else ""
    return words(str(kind).replace("object", "table"), TYPES_IN_FRENCH.get(str(kind), str(kind))) + bounds


def formats() -> str:
    """The formats of tournaments."""
    from joute.arena.tournament.formats import FORMATS

    return "\n".join(structures(kind.__module__, kind.__name__) for kind in FORMATS.values())


# The protocol of champions


def protocol() -> str:
    """Every message of the line protocol."""
    from joute.champions.players.protocol import schema

    parts = schema()["$defs"]
    return "\n".join(_message(name, part) for name, part in parts.items() if "properties" in part)


def _message(name: str, part: dict[str, Any]) -> str:
    rows = [[f"`{key}`", spelled(of), plain(of.get("description", ""))] for key, of in part["properties"].items()]
    return f"### {name}\n\n{plain(part.get('description', ''))}\n\n{table([words('Field', 'Champ'), 'Type', ''], rows)}"


# The HTTP API


def http_api() -> str:
    """Every operation of the arena and of a contest, then the types they name."""
    schema = _openapi()
    operations = [
        _operation(method, path, operation)
        for path, methods in sorted(schema["paths"].items())
        for method, operation in methods.items()
    ]
    parts = schema["components"]["schemas"]
    types = [_message(name, part) for name, part in sorted(parts.items()) if part.get("properties")]
    return "\n".join([*operations, f"## {words('Types', 'Types')}\n", *types])


def _openapi() -> dict[str, Any]:
    from litestar import Litestar
    from litestar.di import Provide

    from joute.web.app import ROUTES, contest_routes

    nobody = {"arena": Provide(lambda: None, sync_to_thread=False)}
    return Litestar([*ROUTES, *contest_routes()], dependencies=nobody).openapi_schema.to_schema()


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    rows = [[f"`{given['name']}`", given["in"], spelled(given["schema"])] for given in operation.get("parameters", ())]
    body = operation.get("requestBody", {}).get("content", {})
    rows += [
        ["", words("body", "corps"), spelled(content["schema"])] for content in body.values() if content.get("schema")
    ]
    answers = [
        ["", status, spelled(content["schema"])]
        for status, answer in operation["responses"].items()
        for content in answer.get("content", {}).values()
        if status.startswith("2") and content.get("schema")
    ]
    about = plain(operation.get("description") or operation.get("summary") or "")
    return f"### {method.upper()} {plain(path)}\n\n{about}\n\n" + (
        table([words("Name", "Nom"), words("Where", "Où"), "Type"], rows + answers) if rows + answers else ""
    )


# Python


def python(module: str, *names: str) -> str:
    """The public names of a module, or some of them, with signatures and documentation."""
    home = import_module(module)
    public = names or getattr(home, "__all__", ())
    return "\n".join(_python(module, name, getattr(home, name)) for name in public if not name.startswith("__"))


def _python(module: str, name: str, value: Any) -> str:
    head = f"### {module}.{name}\n"
    if inspect.isclass(value):
        doc = inspect.cleandoc(value.__doc__ or "")
        return "\n".join([head, _code(f"class {name}", value), doc, "", *_members(value)])
    if callable(value):
        return "\n".join([head, _code(f"def {name}", value), inspect.cleandoc(value.__doc__ or ""), ""])
    return f"{head}\n`{value!r}`\n"


def _code(head: str, value: Any) -> str:
    try:
        signature = str(inspect.signature(value))
    except (TypeError, ValueError):
        signature = ""
    if inspect.isclass(value):
        signature = signature.removesuffix(" -> None")
    signature = re.sub(r"<[\w.]+ object at 0x\w+>", "...", signature).replace("'", "")
    wrapped = textwrap.wrap(head + signature, 84, subsequent_indent="    ", break_long_words=False)
    return "```python\n" + "\n".join(wrapped) + "\n```\n"


def _members(kind: type) -> Iterator[str]:
    if issubclass(kind, enum.Enum):
        yield ", ".join(f"`{member.name}`" for member in kind)
        return
    for name, member in vars(kind).items():
        doc = inspect.cleandoc(getattr(member, "__doc__", None) or "").partition("\n\n")[0].replace("\n", " ")
        if name.startswith("_") or name in getattr(kind, "_fields", ()):
            continue
        if isinstance(member, property):
            yield f"- `{name}`{f': {plain(doc)}' if doc else ''}"
        elif callable(member) or isinstance(member, (classmethod, staticmethod)):
            call = str(inspect.signature(getattr(kind, name))).replace("'", "").replace("(self, ", "(")
            yield f"- `{name}{call.replace('(self)', '()')}`: {plain(doc)}"
    for name in getattr(kind, "_fields", ()):
        yield f"- `{name}`: {plain(field_docs(kind).get(name, ''))}"
    yield ""


# Games


def game(name: str) -> str:
    """The presets, the champion API and the rules of a game."""
    import joute
    from joute.champions.languages.api.french import french
    from joute.champions.languages.api.reference import reference
    from joute.core.folder import rules_file
    from joute.core.text import terminal_language

    lang = terminal_language()
    presets = joute.load_game(name).parameters.presets
    games = [joute.load_game(name, preset=preset) for preset in presets]
    docs = french(games[0]) if lang == "fr" else {}
    rows = [
        [
            f"`{param.name}`",
            *(plain(str(game.params[param.name])) for game in games),
            plain(docs.get(param.doc, param.doc)),
        ]
        for param in games[0].parameters.params
    ]
    differing = [row for row in rows if len(set(row[1:-1])) > 1]
    file = rules_file(name, lang)
    assert file is not None
    api = reference(games[0], lang)
    return "\n".join(
        [
            words("## What the presets differ in", "## Ce qui distingue les réglages") + "\n",
            table(["", *(f"`{preset}`" for preset in presets), ""], differing),
            lowered(api),
            lowered(file[0].read_text(encoding="utf-8")),
        ]
    )


def lowered(page: str) -> str:
    """A page as a section of another: its headings are one level lower."""
    return re.sub(r"^(#+ )", r"#\1", page, flags=re.MULTILINE)


def exit_codes() -> str:
    from joute.cli.exits import MEANINGS

    return table(["", ""], [[str(code.value), plain(read_here(about))] for code, about in MEANINGS.items()])


GENERATORS: dict[str, Callable[..., str]] = {
    "commands": commands,
    "exit-codes": exit_codes,
    "structures": structures,
    "formats": formats,
    "protocol": protocol,
    "http-api": http_api,
    "python": python,
    "game": game,
}


def game_pages(folder: Path) -> None:
    """A page of the reference for every game."""
    from joute.core.registry import game_names

    folder.mkdir(parents=True, exist_ok=True)
    for name in game_names():
        title = words(f"Reference of {name}", f"Référence de {name}")
        (folder / f"{name}.md").write_text(f"# {title}\n\n{game(name)}", encoding="utf-8")
