/** Caches the result of `make` for each object, as long as the object is referenced. */
export function cachedByObject<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (key) => {
    let kept = known.get(key);
    if (!kept) known.set(key, (kept = { value: make(key) }));
    return kept.value;
  };
}

/** The length of an object as JSON, in characters. */
export const sizeOf = cachedByObject((value: object): number => JSON.stringify(value).length);
