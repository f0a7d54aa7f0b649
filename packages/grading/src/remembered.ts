/** Remembers what `make` gave for an object, as long as somebody holds the object. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (key) => {
    let kept = known.get(key);
    if (!kept) known.set(key, (kept = { value: make(key) }));
    return kept.value;
  };
}

/** How many characters an object has as JSON. */
export const sizeOf = remembered((value: object): number => JSON.stringify(value).length);
