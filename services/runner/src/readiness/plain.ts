/** No honest schema goes deeper, and every walk through JSON can stand it. */
const MAX_DEPTH = 100;

/** A copy of a JSON value down to a depth that can be walked; whether anything is below that. */
export function plain(value: unknown): { value: unknown; isCut: boolean } {
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
