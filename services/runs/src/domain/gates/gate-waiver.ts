import type { GateWaiver, WaiveGate } from '@assay/contract/areas/gates/waiver';
import { faultProblem } from '@assay/contract/fault';

/** A person's permission to pass a failed gate. */
export interface StoredWaiver {
  id: string;
  suiteId: string;
  runId: string;
  reason: string;
  expiresAt: Date;
  createdAt: Date;
  createdBy: string;
  revokedAt: Date | null;
  revokedBy: string | null;
  active: boolean;
  policySnapshot: { minimumPassRate: number } | null;
}

const MAX_AHEAD_MS = 30 * 24 * 3_600_000;

/** Refuses a waiver for reasons that a schema cannot express. */
export function assertWaiver({ reason, expiresAt }: WaiveGate, now: Date): void {
  if (reason.trim() === '') throw faultProblem({ path: '/reason', message: 'must not be blank' });
  if (expiresAt <= now.getTime()) throw faultProblem({ path: '/expiresAt', message: 'must be in the future' });
  if (expiresAt > now.getTime() + MAX_AHEAD_MS)
    throw faultProblem({ path: '/expiresAt', message: 'must be at most 30 days ahead' });
}

/** A waiver as the API shows it. */
export const waiverRecord = ({ expiresAt, createdAt, revokedAt, ...waiver }: StoredWaiver): GateWaiver => ({
  ...waiver,
  createdByEmail: null,
  expiresAt: expiresAt.getTime(),
  createdAt: createdAt.getTime(),
  revokedAt: revokedAt?.getTime() ?? null,
});
