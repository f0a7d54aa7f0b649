import type { Fault } from './fault.ts';

/** The first of the counts that is below nothing. */
export function countFault(counts: Record<string, number>): Fault | undefined {
  const [name] = Object.entries(counts).find(([, count]) => count < 0) ?? [];
  return name === undefined ? undefined : { path: `/${name}`, message: 'must not be below 0' };
}
