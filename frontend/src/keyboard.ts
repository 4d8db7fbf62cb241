// The keys of a page.

import { useLayoutEffect } from "preact/hooks";

/** Hear the keys that are pressed anywhere on the page, from the moment at which one can see it. */
export function useKeyboard(heard: (event: KeyboardEvent) => unknown, of: unknown): void {
  useLayoutEffect(() => {
    document.addEventListener("keydown", heard);
    return () => document.removeEventListener("keydown", heard);
  }, [of]);
}
