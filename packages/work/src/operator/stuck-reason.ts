import type { StuckReason } from '@assay/kit/operator/operated-work';
import type { SeenRunner } from './seen-runners.ts';

/** The fields of an open item that decide which runners are given it. */
export interface WantedRunner {
  kind: string;
  organizationId: string | null;
  projectId: string;
  labels: string[];
  /** Whether leases of it expired: its runners are the reason then, and not their absence. */
  hasExpired: boolean;
}

/** Why an item is stuck, and the labels that the runner which has most of them lacks. */
export function stuckReason(
  { kind, organizationId, projectId, labels, hasExpired }: WantedRunner,
  runners: readonly SeenRunner[],
): StuckReason {
  if (hasExpired) return { reason: 'lease_expired' };
  const able = runners.filter(
    (runner) =>
      runner.kinds.includes(kind) &&
      (runner.organizationId === undefined || (runner.organizationId === organizationId && labels.length > 0)) &&
      (runner.projectId === undefined || runner.projectId === projectId),
  );
  if (able.length === 0) return { reason: 'no_runner' };
  const missing = able.map((runner) => labels.filter((label) => !runner.labels.includes(label)));
  const least = missing.toSorted((a, b) => a.length - b.length)[0]!;
  return least.length === 0 ? { reason: 'runners_busy' } : { reason: 'labels_missing', missingLabels: least };
}
