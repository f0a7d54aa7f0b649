import type { Fault } from '@assay/contract/fault';

/** How deep JSON that we keep may be nested. Postgres and whoever reads it by recursion bear more, but not any depth. */
const MAX_NESTING = 100;

/** Names JSON that is nested too deeply to be kept. */
export const nestingFault = (value: unknown, path: string): Fault | undefined =>
  isTooDeep(value) ? { path, message: `is nested deeper than ${MAX_NESTING} levels` } : undefined;

/** Whether arrays and objects lie in each other more than `MAX_NESTING` levels deep. Never recurses, so no depth can stall it. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return true;
    level = level.flatMap((each) => Object.values(each).filter(isNested));
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
