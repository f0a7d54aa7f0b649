import type { LeaseRequest, LeaseResponse, WorkItem } from '@assay/contract/gen/assay/v1/work';
import { inFlight } from '@assay/kit/in-flight';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { claimIterations, type LeasedIteration } from '../store/iterations.ts';
import { markServed } from '../store/runs.ts';
import { ITERATION_TIMEOUT_MS, MAX_ATTEMPTS, POLL_MS } from '../limits.ts';
import { runnersOnly } from '../runners-only.ts';

/** The longest a runner is kept waiting for work, in milliseconds. */
const MAX_WAIT_MS = 20_000;
const MAX_SLOTS = 256;

export const lease = ({ pool, work, leaseMs }: Deps): Handler<LeaseRequest, LeaseResponse> => runnersOnly(async ({ runnerId, freeSlots, waitMs }) => {
  const until = Date.now() + Math.min(waitMs, MAX_WAIT_MS);
  const signal = inFlight()?.signal;
  for (;;) {
    const claimed = await claimIterations(pool, runnerId, Math.min(freeSlots, MAX_SLOTS), leaseMs, MAX_ATTEMPTS);
    if (claimed.length > 0) {
      await markServed(pool, claimed[0]!.runId);
      return { items: claimed.map((iteration) => workItem(iteration, leaseMs)) };
    }
    const left = until - Date.now();
    if (left <= 0 || signal?.aborted || work.stopping) return { items: [] };
    await work.wait(Math.min(left, POLL_MS), signal);
  }
});

const workItem = (iteration: LeasedIteration, leaseMs: number): WorkItem => ({
  iterationId: iteration.id, runId: iteration.runId, projectId: iteration.projectId, organizationId: iteration.organizationId,
  fence: Number(iteration.fence), leaseMs, timeoutMs: ITERATION_TIMEOUT_MS,
  case: Buffer.from(iteration.case), servers: iteration.servers,
  sessionIsolation: iteration.sessionIsolation, model: iteration.model ?? '', iterationNumber: iteration.iterationNumber,
  needsInventory: iteration.needsInventory, traceparent: iteration.traceparent ?? '',
});
