// What a page fetches before it can be shown.

import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Text } from "../board";
import { messageOf, word } from "../speech";
import { Lost } from "./App";

export interface Loaded<T> {
  value: T | null;
  error: Text | null;
}

export function useLoaded<T>(load: () => Promise<T>, again: unknown[] = []): ReadonlySignal<Loaded<T>> {
  const loaded = useSignal<Loaded<T>>({ value: null, error: null });
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && (loaded.value = { value, error: null }),
      (error: unknown) => current && (loaded.value = { value: null, error: messageOf(error) }),
    );
    return () => void (current = false);
  }, again);
  return loaded;
}

/** Shown until a page is loaded, or if it cannot be. */
export function Waiting({ error }: { error: Text | null }) {
  return (
    <main class="page" id="content">
      {error ? <Lost why={error} /> : <p class="dim">{word("loading")}</p>}
    </main>
  );
}
