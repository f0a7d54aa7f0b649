/** Remembers what `make` gave for the latest `size` keys; the least recently used is forgotten first. */
export function boundedCache<V>(size: number, make: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  return (key) => {
    const value = known.has(key) ? known.get(key)! : make(key);
    known.delete(key);
    known.set(key, value);
    if (known.size > size) known.delete(known.keys().next().value!);
    return value;
  };
}
