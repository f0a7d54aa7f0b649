import { canonicalJson } from '../canonical.ts';
import { isObject } from '../json.ts';

/** JSON Pointers to the differences between two documents; arrays are compared as a whole. */
export function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (!isObject(before) || !isObject(after)) return canonicalJson(before) === canonicalJson(after) ? [] : [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) =>
    changedPaths(before[key], after[key], `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}
