import { useSyncExternalStore } from 'react';

/** A value outside of the components, which follow it. */
export interface Store<Value> {
  read: () => Value;
  /** Replaces the value, and draws the components that follow it anew. The same value changes nothing. */
  set: (value: Value) => void;
  /** Follows the value, or the part of it that `select` takes; the part must keep its identity while it is the same. */
  use: <Part = Value>(select?: (value: Value) => Part) => Part;
}

/** Makes a store with its first value. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const follow = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    read: () => value,
    set: (next) => {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: <Part = Value>(select: (value: Value) => Part = (whole) => whole as unknown as Part) =>
      useSyncExternalStore(follow, () => select(value)),
  };
}
