// A phase in which nothing can be done ends itself, unless this browser asks it to wait.

import { effect, type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { recall, remember } from "../memory";
import { turnText, word } from "../speech";
import { named } from "../viewer/Transport";
import type { Hand } from "./hand";
import type { Table } from "./table";

/** Whether such phases end themselves here. */
export const hasty = signal(recall("idle") !== "wait");

/** The last phase that has ended itself, in words; it is forgotten with the first order. */
export function useIdleEnd(table: Table, hand: Hand): Signal<string> {
  const told = useSignal("");
  useEffect(
    () =>
      effect(() => {
        const position = table.position.value;
        const known = hand.known.value;
        if (position?.orders.length) told.value = "";
        if (!hasty.value || !position?.asked || known !== position) return;
        if (position.orders.length || position.places.length || hand.general.value.length) return;
        const head = table.welcome.peek()!.head;
        told.value = named(head, position.phase) || turnText(position.turn, head.last_turn);
        void table.end();
      }),
    [table],
  );
  return told;
}

export function EndedItself({ idle }: { idle: Signal<string> }) {
  if (!idle.value) return null;
  return (
    <div class="notice idle" role="status">
      <p>{word("endedItself", { phase: idle.value })}</p>
      <Haste />
    </div>
  );
}

/** The switch, where one looks for it: with the note, and where nothing is left to do. */
export function Haste() {
  const change = (on: boolean) => {
    hasty.value = on;
    remember("idle", on ? "end" : "wait");
  };
  return (
    <label class="haste dim">
      <input type="checkbox" checked={hasty.value} onChange={(event) => change(event.currentTarget.checked)} />{" "}
      {word("endsItself")}
    </label>
  );
}
