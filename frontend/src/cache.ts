// What is kept in a map, as long as there is room.

/** Drop what was put there longest ago. */
export function forget(kept: Map<string, unknown>, most: number): void {
  for (const name of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(name);
  }
}
