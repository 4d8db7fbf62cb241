// What goes in and out of the editor: files, links, the text itself, and the match that is played from it.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Draft, Trouble } from "../generated/editor";
import { CopyButton, Icon, Notice } from "../parts";
import { say, text, word } from "../speech";
import type { Easel } from "./easel";
import { LINK_MOST, packed } from "./link";

/** Bytes of a file that is opened. */
const FILE_MOST = 2 * 2 ** 20;
/** Milliseconds without a key before what was typed is checked. */
const TYPED_MS = 400;

export function Actions({ easel }: { easel: Easel }) {
  const { draft, trouble, over } = easel.now.value;
  const link = useLink(draft);
  const short = link.length <= LINK_MOST;
  return (
    <section class="panel share" aria-label={word("saveShare")}>
      {trouble || over || !link ? (
        <button type="button" class="button" disabled>
          <Icon name="flag" /> {word("playDraft")}
        </button>
      ) : (
        <a class="button" href={`/new/${draft.game}${link}`}>
          <Icon name="flag" /> {word("playDraft")}
        </a>
      )}
      <button type="button" class="button quiet" onClick={() => save(draft)}>
        <Icon name="down" /> {word(draft.kind === "board" ? "saveBoard" : "savePosition")}
      </button>
      <Open easel={easel} />
      {short ? (
        <CopyButton text={() => new URL(`/edit/${draft.game}${link}`, location.href).href} />
      ) : (
        <p class="hint">{word("linkTooLong")}</p>
      )}
      <Turn easel={easel} />
    </section>
  );
}

/** The draft as the end of an address, as soon as it is packed. */
function useLink(draft: Draft): string {
  const link = useSignal("");
  useEffect(() => {
    let current = true;
    link.value = "";
    packed(draft).then((made) => current && (link.value = made));
    return () => void (current = false);
  }, [draft]);
  return link.value;
}

function save(draft: Draft): void {
  const board = draft.kind === "board";
  const url = URL.createObjectURL(new Blob([draft.text ?? ""], { type: board ? "text/plain" : "application/json" }));
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: board ? `${draft.game}.txt` : `${draft.game}.json`,
  });
  link.click();
  URL.revokeObjectURL(url);
}

function Open({ easel }: { easel: Easel }) {
  const open = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    if (file.size > FILE_MOST) easel.notice.value = text("fileTooLarge");
    else easel.take(opened(await file.text(), easel.now.value.draft));
  };
  return (
    <label class="button quiet file-button">
      {word("openFile")}
      <input type="file" accept=".txt,.json,text/plain,application/json" onChange={(event) => void open(event.currentTarget)} />
    </label>
  );
}

/** What a file holds: the dump of a table is a position, everything else a board. */
export function opened(content: string, { game, preset }: Draft): Draft {
  const position = /^\s*\{/.test(content) && /"joute"\s*:\s*"table"/.test(content);
  return position ? { game, kind: "position", text: content } : { game, kind: "board", text: content, preset, params: {} };
}

/** From a board to a position on it, and back. */
function Turn({ easel }: { easel: Easel }) {
  const { draft, seats: playing, trouble } = easel.now.value;
  const [least, most] = easel.head.seats;
  const seats = useSignal(playing);
  const board = draft.kind === "board";
  const turn = () => {
    easel.begin();
    easel.chosen.value = null;
    easel.take(draft, { turn_into: board ? "position" : "board", seats: board ? seats.value : null });
  };
  return (
    <p class="acts">
      <button type="button" class="button quiet" disabled={board && trouble !== null} onClick={turn}>
        {word(board ? "toPosition" : "toBoard")}
      </button>
      {board && least < most && (
        <label class="amount">
          {word("playersN")}
          <input
            type="number"
            min={least}
            max={most}
            value={seats.value}
            onInput={({ currentTarget }) => {
              if (currentTarget.value && currentTarget.validity.valid) seats.value = currentTarget.valueAsNumber;
            }}
          />
        </label>
      )}
    </p>
  );
}

// The text of a board, and what is wrong with it

export function BoardText({ easel, area }: { easel: Easel; area: { current: HTMLTextAreaElement | null } }) {
  const { draft } = easel.now.value;
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const element = area.current; // what is being typed is newer than the answer to what was typed before
    if (element && !timer.current && element.value !== draft.text) element.value = draft.text ?? "";
  }, [draft]);
  if (draft.kind !== "board") return null;
  const typed = (content: string) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      if (content) easel.take({ ...easel.now.value.draft, text: content });
    }, TYPED_MS);
  };
  return (
    <details class="panel board-text">
      <summary>{word("asText")}</summary>
      <textarea
        ref={area}
        aria-label={word("asText")}
        spellcheck={false}
        rows={14}
        defaultValue={draft.text}
        onFocus={() => easel.begin()}
        onInput={(event) => typed(event.currentTarget.value)}
      />
    </details>
  );
}

export function Troubles({ easel, showLine }: { easel: Easel; showLine: (line: number) => void }) {
  const { trouble, over, scene } = easel.now.value;
  const notice = easel.notice.value;
  const refused = easel.refused.value;
  return (
    <div class="troubles" aria-live="polite">
      {notice && <Notice kind="warn">{say(notice)}</Notice>}
      {refused.length > 0 && (
        <Notice>
          {say(refused[0])} {refused.length > 1 && word("andMore", { n: refused.length - 1 })}
        </Notice>
      )}
      {trouble && <TroubleNotice trouble={trouble} drawn={scene !== null} showLine={showLine} />}
      {!trouble && over && <Notice>{word("nobodyActs")}</Notice>}
      {!trouble && !over && <p class="hint good">{word("sound")}</p>}
    </div>
  );
}

function TroubleNotice({ trouble, drawn, showLine }: { trouble: Trouble; drawn: boolean; showLine: (line: number) => void }) {
  const { line } = trouble;
  return (
    <Notice kind="warn">
      <b>{word("notYet")}</b> {say(trouble.text)}{" "}
      {line !== null && (
        <button type="button" class="plain" onClick={() => showLine(line)}>
          {word("showLine", { n: line })}
        </button>
      )}
      {!drawn && <span class="hint"> {word("lastDrawn")}</span>}
    </Notice>
  );
}
