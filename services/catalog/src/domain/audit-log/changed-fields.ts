import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** The names of the fields that differ between two documents, or that only one of them has. */
export const changedFields = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
