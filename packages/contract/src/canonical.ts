import { isObject } from './json.ts';

/** JSON with sorted object keys, so that equal values have equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner,
  ) ?? 'null';

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
