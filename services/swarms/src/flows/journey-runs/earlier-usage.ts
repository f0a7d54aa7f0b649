import type { SessionUsage } from '@assay/contract/areas/journey-runs/session-work';
import { given } from '@assay/contract/given';
import { LedgerService } from '@assay/mesh/gen/assay/v1/catalog';
import type { Pool } from '@assay/kit/postgres/db';
import type { Channel } from '@assay/kit/rpc/client';
import type { WorkEnd } from '@assay/work/queue/queued-work';
import { listAttemptsLeased, saveEarlierUsage, type LeasedAttempt } from '../../store/journey-runs/session-attempts.ts';

/** The purposes of the calls of each side, as the ledger names them. */
const PURPOSES = { assistant: 'turn', persona: 'persona' } as const;
type Side = keyof typeof PURPOSES;

/**
 * Notes what runners used of tries that they did not report: they fell silent, or gave the session back. Rejects when the
 * ledger does not answer; the report is then sent again.
 */
export async function noteEarlierUsage(pool: Pool, catalog: Channel, ends: readonly WorkEnd[]): Promise<void> {
  const byId = new Map(ends.map((end) => [end.id, end]));
  const idsOf = (isReported: boolean) =>
    ends.filter(({ result }) => 'output' in result === isReported).map(({ id }) => id);
  const [reported, lost] = await Promise.all([
    listAttemptsLeased(pool, idsOf(true), 2),
    listAttemptsLeased(pool, idsOf(false), 1),
  ]);
  for (const attempt of reported) await noteUsage(pool, catalog, attempt, byId.get(attempt.id)!.fence);
  for (const attempt of lost) await noteUsage(pool, catalog, attempt, '');
}

/** Notes the usage under all fences but one. */
async function noteUsage(pool: Pool, catalog: Channel, attempt: LeasedAttempt, fence: string): Promise<void> {
  const usage: SessionUsage = {};
  for (const side of ['assistant', 'persona'] satisfies Side[]) {
    const used = await usageOf(catalog, attempt, fence, side);
    if (used) usage[side] = used;
  }
  await saveEarlierUsage(pool, attempt.id, usage);
}

async function usageOf(
  catalog: Channel,
  { id, organizationId, runId }: LeasedAttempt,
  fence: string,
  side: Side,
): Promise<SessionUsage[Side]> {
  const asked = { organizationId, runId, iterationId: id, fence, purpose: PURPOSES[side] };
  // The report is the runner's, the question is ours.
  const caller = { service: 'swarms', requestId: id };
  const { calls, inputTokens, outputTokens, costMicros } = await catalog.call(LedgerService.sumEarlierAttempts, asked, {
    caller,
  });
  if (calls === 0) return undefined;
  return { inputTokens, outputTokens, cachedInputTokens: 0, calls, ...given({ costMicros }) };
}
