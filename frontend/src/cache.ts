// A map as a cache of limited size.

/** Remove the entries that were put there first. */
export function forget(cache: Map<string, unknown>, most: number): void {
  for (const name of cache.keys()) {
    if (cache.size <= most) return;
    cache.delete(name);
  }
}
