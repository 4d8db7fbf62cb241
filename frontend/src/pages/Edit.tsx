// The editor of boards and positions: /edit/GAME, with ?board=NAME, ?kind=position, ?from=ID&frame=N, or a draft behind #.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import * as api from "../api";
import type { Board, Brush, Cell } from "../board";
import { loadBoard } from "../boards";
import { Actions, BoardText, Troubles } from "../edit/Desk";
import { Easel, ERASER, memory } from "../edit/easel";
import { draftOf, unpacked } from "../edit/link";
import { Palette } from "../edit/Palette";
import { Here, Whole } from "../edit/Sheets";
import type { Draft, EditAnswer, EditorHead } from "../generated/editor";
import type { GameHead } from "../generated/wire";
import { useKeyboard } from "../keyboard";
import { recall } from "../memory";
import { Colours, GameMark, Icon, Tool } from "../parts";
import { say, text, word } from "../speech";
import { BoardView } from "../viewer/BoardView";
import type { Painter } from "../viewer/gestures";
import { outline } from "../viewer/over";
import { useLoaded, Waiting } from "./load";
import "../style/edit.css";

interface Opened {
  game: GameHead;
  head: EditorHead;
  board: Board | null;
  first: EditAnswer;
  /** Whether the address brought a draft that cannot be read. */
  broken: boolean;
}

export default function Edit({ name }: { name: string }) {
  const { value, error } = useLoaded(() => open(name), [name]).value;
  useEffect(() => {
    if (value) document.title = `${word("editor")} · ${value.game.title} · Joute`;
  }, [value]);
  if (!value) return <Waiting error={error} />;
  return (
    <Colours.Provider value={value.game.colours}>
      <Studio {...value} />
    </Colours.Provider>
  );
}

async function open(name: string): Promise<Opened> {
  const [games, head, board] = await Promise.all([api.games(), api.editor(name), loadBoard(name)]);
  const linked = await unpacked(location.hash, name);
  const first = linked ? await api.edit({ draft: linked }) : await firstAnswer(name);
  const broken = location.hash !== "" && !linked;
  return { game: games.find((game) => game.name === name) as GameHead, head, board, first, broken };
}

/** What the address asks for, else the last draft of this browser, else the usual board. */
async function firstAnswer(game: string): Promise<EditAnswer> {
  const query = new URLSearchParams(location.search);
  const match = query.get("from");
  if (match) {
    const frame = /^\d{1,7}$/.test(query.get("frame") ?? "") ? Number(query.get("frame")) : 0;
    return api.edit({ draft: { game, kind: "position" }, origin: { match, frame } });
  }
  const asked: Draft = {
    game,
    kind: query.get("kind") === "position" ? "position" : "board",
    text: query.get("board") ?? "",
    preset: query.get("preset") || null,
  };
  if (location.search || location.hash) return api.edit({ draft: asked });
  const last = lastDraft(game);
  return last ? api.edit({ draft: last }).catch(() => api.edit({ draft: asked })) : api.edit({ draft: asked });
}

function lastDraft(game: string): Draft | null {
  try {
    return draftOf(JSON.parse(recall(memory(game)) ?? "null"), game);
  } catch {
    return null;
  }
}

function Studio({ game, head, board, first, broken }: Opened) {
  const easel = useMemo(() => new Easel(head, first, broken ? text("draftBroken") : null), [head, first]);
  const area = useRef<HTMLTextAreaElement>(null);
  useKeys(easel);
  useEffect(
    () =>
      easel.past.subscribe((past) => {
        if (past.length && (location.hash || location.search)) history.replaceState(null, "", location.pathname);
      }),
    [easel],
  );
  const showLine = (line: number) => {
    const element = area.current;
    if (!element) return;
    (element.closest("details") as HTMLDetailsElement).open = true;
    const lines = element.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    element.focus();
    element.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  };
  return (
    <main class="viewer edit" id="content" aria-busy={easel.busy.value}>
      <div class="stage">
        <header class="title">
          <GameMark game={game.name} />
          <h1>{game.title}</h1>
          <p class="dim">{word(easel.now.value.draft.kind === "board" ? "aBoard" : "aPosition")}</p>
          <Tools easel={easel} />
        </header>
        {board && <Canvas easel={easel} board={board} />}
        <Troubles easel={easel} showLine={showLine} />
      </div>
      <aside class="side">
        <Palette easel={easel} />
        <Here easel={easel} />
        <Actions easel={easel} />
        <Whole easel={easel} />
        <Size easel={easel} />
        <BoardText easel={easel} area={area} />
        <Anew easel={easel} />
      </aside>
    </main>
  );
}

function Tools({ easel }: { easel: Easel }) {
  return (
    <div class="tools">
      <Tool name="undo" icon="undo" off={!easel.past.value.length} act={() => easel.undo()} />
      <span class="mirrored">
        <Tool name="redo" icon="undo" off={!easel.future.value.length} act={() => easel.redo()} />
      </span>
    </div>
  );
}

/** Elements in which these keys change what is typed. */
const BUSY = "input:not([type=radio]), select, textarea";

function useKeys(easel: Easel): void {
  useKeyboard((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (event.target as Element).closest(BUSY)) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) easel.redo();
    else if (key === "z") easel.undo();
    else return;
    event.preventDefault();
  }, easel);
}

function Canvas({ easel, board }: { easel: Easel; board: Board }) {
  const cell = useSignal<Cell | null>(null);
  const painter = useMemo(() => painterOf(easel), [easel]);
  const over = (brush: Brush) => {
    for (const wet of easel.wet.value) outline(brush, wet, brush.palette.dim);
    if (easel.from.value) outline(brush, easel.from.value, brush.palette.accent);
    if (easel.chosen.value) outline(brush, easel.chosen.value, brush.palette.ink);
    for (const suspect of easel.suspects.value) outline(brush, suspect, brush.palette.warn);
    if (cell.value) outline(brush, cell.value, brush.palette.accent);
  };
  const troubleAt = (at: Cell) => {
    const here = easel.suspects.value.some(([column, row]) => column === at[0] && row === at[1]);
    return here ? (easel.now.value.trouble?.text ?? null) : null;
  };
  return (
    <BoardView
      board={board}
      shown={easel.shown}
      cell={cell}
      over={over}
      axes={easel.head.axes}
      tips
      said={(at) => {
        const why = troubleAt(at);
        return why && { lines: [say(why)], warn: true };
      }}
      prefix={(at) => (troubleAt(at) ? `${word("notYet")} ` : "")}
      choose={(at) => easel.press(at)}
      erase={(at) => easel.press(at, ERASER)}
      painter={painter}
    />
  );
}

/** Drawing with the mouse or a finger: each cell once a stroke; the right button erases. */
function painterOf(easel: Easel): Painter {
  let [name, cells]: [string, Cell[]] = ["", []];
  return {
    begin(erase) {
      [name, cells] = [erase ? ERASER : easel.brush.value, []];
      if (!easel.brushOf(name)) return false;
      if (!easel.brushOf(name)?.joins) easel.begin();
      return true;
    },
    over(cell) {
      if (cells.some(([c, r]) => c === cell[0] && r === cell[1])) return;
      cells.push(cell);
      const brush = easel.brushOf(name);
      if (brush && !brush.joins && !brush.single) easel.paint(name, [cell]);
    },
    end(kept) {
      const [last, brush] = [cells.at(-1), easel.brushOf(name)];
      if (!kept || !last || !brush) return;
      if (brush.joins && cells.length > 1) easel.paint(name, [cells[0], last]);
      else if (brush.joins) easel.press(last, name);
      else if (brush.single) easel.paint(name, [last]);
    },
  };
}

function Size({ easel }: { easel: Easel }) {
  const { size } = easel.now.value;
  const { sides, square } = easel.palette.value;
  if (!size || !sides) return null;
  const side = (label: string, value: number, make: (value: number) => [number, number]) => (
    <label class="amount">
      {label}
      <input
        key={value}
        type="number"
        min={sides[0]}
        max={sides[1]}
        value={value}
        onChange={({ currentTarget }) => {
          const [columns, rows] = make(currentTarget.valueAsNumber);
          if (currentTarget.value && currentTarget.validity.valid) easel.set({ type: "size", columns, rows });
          else currentTarget.value = String(value);
        }}
      />
    </label>
  );
  return (
    <fieldset class="panel sheets">
      <legend class="hidden-text">{word("size")}</legend>
      {square ? (
        side(word("side"), size[0], (value) => [value, value])
      ) : (
        <>
          {side(word("columns"), size[0], (value) => [value, size[1]])}
          {side(word("rows"), size[1], (value) => [size[0], value])}
        </>
      )}
    </fieldset>
  );
}

/** Another board to begin with; what was there can be taken back. */
function Anew({ easel }: { easel: Easel }) {
  const { game, boards, presets } = easel.head;
  const board = useSignal("");
  const preset = useSignal(easel.now.value.draft.preset ?? "");
  const choice = (label: string, value: typeof board, usual: string, names: string[]) => (
    <label class="amount">
      {label}
      <select value={value.value} onChange={(event) => (value.value = event.currentTarget.value)}>
        <option value="">{usual}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
  const begin = () => {
    easel.begin();
    easel.chosen.value = null;
    easel.take({ game, kind: "board", text: board.value, preset: preset.value || null });
  };
  return (
    <details class="panel sheets">
      <summary>{word("beginAnew")}</summary>
      {choice(word("boardChoice"), board, word("usualBoard"), boards)}
      {choice(word("presetChoice"), preset, word("usualRules"), presets)}
      <button type="button" class="button quiet" onClick={begin}>
        <Icon name="again" /> {word("beginAnew")}
      </button>
    </details>
  );
}
