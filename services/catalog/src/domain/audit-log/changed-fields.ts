import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** The names of the fields that one of two documents has otherwise than the other, or alone. */
export const changedFields = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
