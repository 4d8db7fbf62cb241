// Differences between positions. `src/joute/web/film/diff.py` makes them.

/**
 * How a JSON value changes: `[value]` replaces it; for an object `{key: Diff, ..., "-": [keys that go]}`;
 * for a list `{"=": new length, "3": Diff, ...}`; `{}` leaves it.
 */
export type Diff = [unknown] | { [key: string]: Diff | string[] | number };

/** The value that a difference makes of another; what does not change is shared, not copied. */
export function patch(old: unknown, diff: Diff): unknown {
  if (Array.isArray(diff)) return diff[0];
  if (Array.isArray(old)) return patchList(old, diff);
  return patchObject(old as Record<string, unknown>, diff);
}

function patchList(old: unknown[], diff: Exclude<Diff, [unknown]>): unknown[] {
  const keys = Object.keys(diff);
  if (keys.length === 0) return old;
  const made = old.slice(0, "=" in diff ? (diff["="] as number) : old.length);
  for (const key of keys) if (key !== "=") made[Number(key)] = patch(old[Number(key)], diff[key] as Diff);
  return made;
}

function patchObject(old: Record<string, unknown>, diff: Exclude<Diff, [unknown]>): Record<string, unknown> {
  const keys = Object.keys(diff);
  if (keys.length === 0) return old;
  const made = { ...old };
  for (const key of keys) {
    if (key !== "-") made[key] = patch(old[key], diff[key] as Diff);
    else for (const gone of diff["-"] as string[]) delete made[gone];
  }
  return made;
}
