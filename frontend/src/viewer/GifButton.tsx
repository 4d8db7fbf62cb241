// A moving picture of some turns, made in the browser and offered as a file; nothing is sent.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Board, Text } from "../board";
import type { Film } from "../film";
import { Dialog, Icon } from "../parts";
import { messageOf, number, say, word } from "../speech";
import { PACE, type Playback, SPEEDS } from "./playback";
import { HOLD_HUNDREDTHS, moments, stretch, Studio } from "./studio";

const SIZE = [640, 400] as const;
/** Frames a second, and so many at most: they all stay in memory. */
const PER_SECOND = 10;
const FRAMES_MOST = 400;
/** So many turns are proposed. */
const TURNS = 10;

interface GifProps {
  film: Film;
  board: Board;
  playback: Playback;
}

export function GifButton(props: GifProps) {
  const open = useSignal(false);
  return (
    <>
      <button type="button" class="button quiet" onClick={() => (open.value = true)}>
        <Icon name="film" /> {word("makeGif")}
      </button>
      {open.value && <GifDialog {...props} close={() => (open.value = false)} />}
    </>
  );
}

function GifDialog({ film, board, playback, close }: GifProps & { close: () => void }) {
  const { turns, game } = film.head.peek();
  const here = turns[playback.frame.peek()] ?? 0;
  const [first, last] = [useSignal(here), useSignal(Math.min(turns.at(-1) ?? 0, here + TURNS))];
  const speed = useSignal(4);
  const done = useSignal<number | null>(null);
  const address = useSignal("");
  const trouble = useSignal<Text | null>(null);
  const open = useRef(true);
  useEffect(() => () => {
    open.current = false;
    URL.revokeObjectURL(address.peek());
  }, []);
  const frames = moments(...stretch(film, first.value, last.value), PER_SECOND / (PACE * speed.value));
  const many = frames.length > FRAMES_MOST;
  const make = async (event: Event) => {
    event.preventDefault();
    address.value = "";
    try {
      const studio = new Studio(film, board);
      studio.begin(...SIZE, playback.seat.peek());
      for (const [n, at] of frames.entries()) {
        if (!open.current) return;
        done.value = n + 1;
        await studio.add(at, n === frames.length - 1 ? HOLD_HUNDREDTHS : 100 / PER_SECOND);
        await new Promise((resolve) => setTimeout(resolve)); // the page goes on meanwhile
      }
      address.value = URL.createObjectURL(studio.finish());
    } catch (error) {
      trouble.value = messageOf(error);
    }
    done.value = null;
  };
  return (
    <Dialog title={word("gifTitle")} kind="ask" close={close}>
      <form onSubmit={make} onInput={() => (address.value = "")}>
        <div class="acts">
          <TurnField label={word("gifFrom")} value={first} most={turns.at(-1) ?? 0} />
          <TurnField label={word("gifTo")} value={last} most={turns.at(-1) ?? 0} />
          <label>
            {word("speed")}
            <select value={String(speed.value)} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
              {SPEEDS.map((one) => (
                <option key={one} value={String(one)}>
                  ×{number(one)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p role="status">
          {many && word("gifMany", { n: frames.length, most: FRAMES_MOST })}
          {done.value !== null && word("gifFrame", { n: done.value, of: frames.length })}
          {trouble.value && say(trouble.value)}
        </p>
        <div class="acts">
          <button type="button" class="button quiet" onClick={close}>
            {word("close")}
          </button>
          {address.value ? (
            <a class="button" href={address.value} download={`${game}.gif`}>
              <Icon name="down" /> {word("gifSave")}
            </a>
          ) : (
            <button type="submit" class="button" disabled={many || done.value !== null}>
              {word("gifMake")}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function TurnField({ label, value, most }: { label: string; value: { value: number }; most: number }) {
  return (
    <label>
      {label}
      <input
        type="number"
        min="0"
        max={most}
        required
        value={value.value}
        onInput={(event) => (value.value = Math.max(0, Math.min(most, Number(event.currentTarget.value) || 0)))}
      />
    </label>
  );
}
