"""The TypeScript types of the wire are those of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from joute.web import typescript

FILES = typescript.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_the_generated_types_are_current(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert written == FILES[path], f"{path} is out of date; write it again with: {typescript.COMMAND}"


def test_nothing_else_is_among_the_generated_files() -> None:
    assert set(typescript.FOLDER.iterdir()) == {path for path in FILES if path.parent == typescript.FOLDER}


def test_events_have_their_fields_by_name() -> None:
    (events,) = (text for path, text in FILES.items() if path.parts[-3:] == ("toy", "web", "events.ts"))
    assert 'export interface Met {\n  kind: "met";\n  seat: number;\n  cell: number;\n}' in events
    assert "export type GameEvent = Met | Found;" in events


def test_fields_keep_their_comments_defaults_and_tags() -> None:
    wire = FILES[typescript.FOLDER / "wire.ts"]
    assert '/** "human", or the name of the champion. */\n  kind: string;' in wire
    assert "preset?: string | null;" in wire  # sent by the page, which may leave it out
    assert "told: string;" in wire  # sent by the server, which never leaves a default out
    assert "scene?: Scene;" in wire
    assert 'export interface UndoRequest {\n  type: "undo";\n  id: number;\n}' in wire
    assert "times: (number | null)[][];" in wire


def test_closed_sets_are_unions() -> None:
    wire = FILES[typescript.FOLDER / "wire.ts"]
    assert 'export type MatchState = "waiting" | "playing" | "over" | "failed";' in wire
    assert 'export type Verdict = "OK" | "TIMED_OUT"' in wire
    assert '\n  | "queue_full"\n' in wire
