// What a page fetches before it can be shown.

import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Text } from "../board";
import { told, word } from "../speech";
import { Lost } from "./App";

export interface Loaded<T> {
  value: T | null;
  fault: Text | null;
}

export function useLoaded<T>(load: () => Promise<T>, again: unknown[] = []): ReadonlySignal<Loaded<T>> {
  const found = useSignal<Loaded<T>>({ value: null, fault: null });
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && (found.value = { value, fault: null }),
      (fault: unknown) => current && (found.value = { value: null, fault: told(fault) }),
    );
    return () => void (current = false);
  }, again);
  return found;
}

/** What stands there until it is loaded, or instead of what cannot be. */
export function Waiting({ fault }: { fault: Text | null }) {
  return (
    <main class="page" id="content">
      {fault ? <Lost why={fault} /> : <p class="dim">{word("loading")}</p>}
    </main>
  );
}
