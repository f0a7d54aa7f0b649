import type { Fault } from '@assay/contract/fault';

/** The deepest nesting of stored JSON. Postgres and recursive readers bear more, but not any depth. */
const MAX_NESTING = 100;

/** The fault of JSON that is nested too deep to be stored. */
export const nestingFault = (value: unknown, path: string): Fault | undefined =>
  isTooDeep(value) ? { path, message: `is nested deeper than ${MAX_NESTING} levels` } : undefined;

/**
 * Whether arrays and objects are nested more than `MAX_NESTING` levels deep. Not recursive, so no depth can overflow
 * the stack.
 */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return true;
    level = level.flatMap((each) => Object.values(each).filter(isNested));
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
