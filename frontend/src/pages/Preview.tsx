// A match in small: its film on a canvas, still until it is looked at.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { coloured, palette, still } from "../theme";
import { Playback } from "../viewer/playback";
import { Stage } from "../viewer/stage";
import { loadFilm } from "./Watch";

/** The still is taken this far into the match, where there is something to see. */
const PART = 0.3;

export function Preview({ id, running = false }: { id: string; running?: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let wanted = true;
    loadFilm(id).then(
      ({ film, board }) => {
        if (wanted && canvas.current) stop = show(new Stage(canvas.current, board, true), new Playback(film), running);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
      stop?.();
    };
  }, [id]);
  return <canvas class="preview" ref={canvas} aria-hidden="true" />;
}

function show(stage: Stage, playback: Playback, running: boolean): () => void {
  const { canvas } = stage;
  const moving = () => !still.peek();
  playback.playing.value = running && moving();
  playback.speed.value = 2;
  playback.go(playback.film.last * PART);
  const paint = () => {
    const colours = playback.film.head.value.players.map((player) => player.colour);
    if (playback.shown.value) stage.draw(playback.shown.value, coloured(palette.value, colours), still.value);
  };
  const draw = effect(() => {
    paint();
    if (running && playback.ended.value && moving()) playback.toggle();
  });
  const card = canvas.closest(".card") ?? canvas;
  const play = () => (playback.playing.value = moving());
  const pause = () => (playback.playing.value = running && moving());
  const ears: [string, () => void][] = [
    ["pointerenter", play],
    ["focusin", play],
    ["pointerleave", pause],
    ["focusout", pause],
  ];
  for (const [name, ear] of ears) card.addEventListener(name, ear);
  const watcher = new ResizeObserver(paint);
  watcher.observe(canvas);
  return () => {
    draw();
    watcher.disconnect();
    playback.dispose();
    for (const [name, ear] of ears) card.removeEventListener(name, ear);
  };
}
