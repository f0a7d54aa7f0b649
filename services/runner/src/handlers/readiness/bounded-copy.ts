/** Real schemas are not deeper, and every recursive walk through JSON stands this depth. */
const MAX_DEPTH = 100;

/** A copy of a JSON value down to MAX_DEPTH, and whether anything was cut. */
export function boundedCopy(value: unknown): { value: unknown; isCut: boolean } {
  let isCut = false;
  const copy = (inner: unknown, depth: number): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    if (depth === MAX_DEPTH) {
      isCut = true;
      return null;
    }
    if (Array.isArray(inner)) return inner.map((each) => copy(each, depth + 1));
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, copy(each, depth + 1)]));
  };
  return { value: copy(value, 0), isCut };
}
