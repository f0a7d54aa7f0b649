import type { Fault } from '@assay/contract/fault';

/** The first fault that is found, if any. */
export const firstIn = (faults: Iterator<Fault, unknown>): Fault | undefined => {
  const { value, done } = faults.next();
  return done ? undefined : value;
};

/** The first fault of the first item that has one. */
export function firstOf<T>(
  items: readonly T[],
  faultIn: (item: T, index: number) => Fault | undefined,
): Fault | undefined {
  for (const [index, item] of items.entries()) {
    const fault = faultIn(item, index);
    if (fault) return fault;
  }
  return undefined;
}
