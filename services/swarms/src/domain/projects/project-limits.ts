import { conflict } from '@assay/contract/problem';

/** The most that a project has of each kind: far beyond what people make by hand. Archived ones do not count. */
export const projectLimits = { personas: 2_000, journeys: 5_000, swarms: 1_000 } as const;

export type LimitedKind = keyof typeof projectLimits;

/** Throws CONFLICT when a project would have more of a kind than it may; `count` includes the new one. */
export function refuseBeyondLimit(limit: LimitedKind, count: number): void {
  const most = projectLimits[limit];
  if (count > most)
    throw conflict(`The project has ${most} ${limit}, the most that it can have: archive one that is not needed.`, {
      limit,
      allowedValue: most,
      currentValue: most,
    });
}
