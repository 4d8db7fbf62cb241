// Small parts that every page uses.

import { useSignal } from "@preact/signals";
import { createContext, type ComponentChildren } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { iconOf } from "./boards";
import type { Palette } from "./board";
import { seatColour } from "./paint";
import { coloured, type Colouring, palette } from "./theme";
import { type W, word } from "./speech";

const PATHS = {
  play: "M7 4.5v15l12.5-7.5z",
  pause: "M7 4.5h3.6v15H7zM13.4 4.5H17v15h-3.6z",
  back: "M15.5 5.5 8 12l7.5 6.5zM5.5 5.5h2v13h-2z",
  forth: "M8.5 5.5 16 12l-7.5 6.5zM16.5 5.5h2v13h-2z",
  backTen: "M12 5.5 5 12l7 6.5zM19.5 5.5l-7 6.5 7 6.5z",
  forthTen: "M12 5.5 19 12l-7 6.5zM4.5 5.5l7 6.5-7 6.5z",
  first: "M5 5h2.4v14H5zM19 5.5 8.5 12 19 18.5z",
  last: "M16.6 5H19v14h-2.4zM5 5.5 15.5 12 5 18.5z",
  again: "M12 5a7 7 0 1 1-6.6 9.3l2.1-.7A4.8 4.8 0 1 0 12 7.2V10L7 6.2 12 2.5z",
  plus: "M10.8 5h2.4v5.8H19v2.4h-5.8V19h-2.4v-5.8H5v-2.4h5.8z",
  minus: "M5 10.8h14v2.4H5z",
  fit: "M4 4h6v2.2H6.2V10H4zM14 4h6v6h-2.2V6.2H14zM4 14h2.2v3.8H10V20H4zM17.8 14H20v6h-6v-2.2h3.8z",
  sun: "M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM11 1.8h2v3.4h-2zM11 18.8h2v3.4h-2zM1.8 11h3.4v2H1.8zM18.8 11h3.4v2h-3.4zM4 5.4 5.4 4l2.4 2.4-1.4 1.4zM16.2 17.6l1.4-1.4L20 18.6 18.6 20zM4 18.6l2.4-2.4 1.4 1.4L5.4 20zM16.2 6.4 18.6 4 20 5.4l-2.4 2.4z",
  moon: "M14.5 2.8A9.3 9.3 0 1 0 21.2 15 7.6 7.6 0 0 1 14.5 2.8z",
  link: "M10.6 13.4a4 4 0 0 1 0-5.6l3-3a4 4 0 0 1 5.6 5.6l-1.8 1.8-1.5-1.5 1.8-1.8a1.8 1.8 0 0 0-2.6-2.6l-3 3a1.8 1.8 0 0 0 0 2.6zM13.4 10.6a4 4 0 0 1 0 5.6l-3 3a4 4 0 0 1-5.6-5.6l1.8-1.8 1.5 1.5-1.8 1.8a1.8 1.8 0 0 0 2.6 2.6l3-3a1.8 1.8 0 0 0 0-2.6z",
  down: "M10.9 3.5h2.2v8.6l3.1-3.1 1.5 1.6L12 16.3l-5.7-5.7L7.8 9l3.1 3.1zM4.5 18.3h15v2.2h-15z",
  film: "M3.5 5h17v14h-17zM6 7v2h2V7zm0 4v2h2v-2zm0 4v2h2v-2zm10-8v2h2V7zm0 4v2h2v-2zm0 4v2h2v-2zm-6-8v10h4V7z",
  eye: "M12 5.5c5 0 8.7 4 10 6.5-1.3 2.5-5 6.5-10 6.5S3.3 14.5 2 12c1.3-2.5 5-6.5 10-6.5zm0 2.7a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zm0 2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  undo: "M9.5 5v3.3c6.5 0 10 3.4 10.5 10.2-2-3.6-5-5.3-10.5-5.3v3.3L3.5 10.8z",
  flag: "M5 3h2v1.2C9 3 11.5 3.2 13.5 4.2c2 1 3.8 1 6 .1l-1.6 4.5 1.6 4.4c-2.2 1-4.2 1-6.2 0-2-1-4.3-1-6.3 0V21H5z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d={PATHS[name]} fill-rule="evenodd" />
    </svg>
  );
}

interface ToolProps {
  name: keyof typeof W;
  icon: IconName;
  act: () => void;
  off?: boolean;
  big?: boolean;
}

/** A button with an icon; its label is for the pointer and for screen readers. */
export function Tool({ name, icon, act, off = false, big = false }: ToolProps) {
  const label = word(name);
  return (
    <button type="button" class={big ? "tool big" : "tool"} aria-label={label} title={label} disabled={off} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

/** The mark of the house: two lances crossed, each with its pennant. */
export function Crest() {
  return (
    <svg class="crest" viewBox="0 0 48 48" aria-hidden="true">
      <path d="M6 43 36 9M42 43 12 9" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" />
      <path
        d="m36 9 5-5.5-1.6 7.1z M12 9 7 3.5l1.6 7.1z"
        fill="currentColor"
        stroke="currentColor"
        stroke-linejoin="round"
      />
      <path class="pennant-a" d="M31 14.7 44 17l-3.2 4.3 1.7 5.2L24.5 22z" />
      <path class="pennant-b" d="M17 14.7 4 17l3.2 4.3-1.7 5.2L23.5 22z" />
      <path d="M14.5 36.8 19.6 40M33.5 36.8 28.4 40" stroke="currentColor" stroke-width="3" stroke-linecap="round" />
    </svg>
  );
}

/** The mark of a game, drawn in its own folder. */
export function GameMark({ game }: { game: string }) {
  const svg = iconOf(game);
  return svg ? (
    <span class="mark" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
  ) : (
    <span class="mark">
      <Crest />
    </span>
  );
}

export const SHAPES = [
  "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z",
  "M12 1.5 22.5 12 12 22.5 1.5 12z",
  "M12 2.5 22.5 21h-21z",
  "M3 3h18v18H3z",
  "M12 22 1.5 4h21z",
  "M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z",
];

/** The colours of the seats of the game that a part of a page is about. */
export const Colours = createContext<Colouring>([]);

/** The palette of the page with the colours of these seats. */
export const useSeats = (): Palette => coloured(palette.value, useContext(Colours));

/** The mark of a seat: its colour and its shape, for those who cannot tell the colours apart. */
export function SeatMark({ seat }: { seat: number }) {
  return (
    <svg class="seat-mark" viewBox="0 0 24 24" aria-hidden="true" fill={seatColour(useSeats(), seat)}>
      <path d={SHAPES[seat % SHAPES.length]} />
    </svg>
  );
}

export function Notice({ kind = "info", children }: { kind?: "info" | "warn"; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === "warn" ? "alert" : "status"}>
      {children}
    </div>
  );
}

export function CopyButton({ text, label }: { text: () => string; label?: string }) {
  const done = useSignal(false);
  const copy = async () => {
    await copyText(text());
    done.value = true;
    setTimeout(() => (done.value = false), 1600);
  };
  return (
    <button type="button" class="button quiet" onClick={copy}>
      <Icon name="link" /> <span aria-live="polite">{done.value ? word("copied") : (label ?? word("copyLink"))}</span>
    </button>
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/** A question or an answer before the page; Escape and a click beside it close it. */
export function Dialog({
  title,
  kind,
  close,
  children,
}: {
  title: string;
  kind: string;
  close: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class={kind}
      aria-labelledby="dialog-title"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}
