import { conflict } from '@assay/contract/problem';

/**
 * The most that a project has of each kind: far beyond what people make by hand, so that a script that makes one for each
 * of its runs is noticed before lists and backups suffer. Archived environments and the default client do not count.
 */
export const projectLimits = {
  clients: { most: 1_000, plural: 'clients', remedy: 'delete one that is not needed' },
  environments: { most: 2_000, plural: 'environments', remedy: 'archive one that is not needed' },
  adhocEnvironments: {
    most: 10_000,
    plural: 'ad-hoc environments',
    remedy: 'launch against a named one, which can be edited',
  },
  serverGroups: { most: 1_000, plural: 'server groups', remedy: 'delete one that is not needed' },
  serverGroupSnapshots: { most: 10_000, plural: 'snapshots of server groups', remedy: 'delete one that is not needed' },
  images: { most: 200, plural: 'sandbox images', remedy: 'delete one that is not needed' },
} as const;

export type LimitedKind = keyof typeof projectLimits;

/** Throws CONFLICT when a project would have more of a kind than it may; `count` includes the new one. */
export function refuseBeyondLimit(limit: LimitedKind, count: number): void {
  const { most, plural, remedy } = projectLimits[limit];
  if (count <= most) return;
  throw conflict(`The project has ${most} ${plural}, the most that it can have: ${remedy}.`, {
    limit,
    allowedValue: most,
    currentValue: most,
  });
}
