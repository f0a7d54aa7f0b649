import type { LeaseRequest, LeaseResponse, WorkItem } from '@assay/contract/gen/assay/v1/work';
import { STDIO_LABEL } from '@assay/contract/areas/runner-tokens/stdio-label';
import type { Caller } from '@assay/kit/security/caller';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { Handler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { claimIterations, type LeasedIteration, type Seeker } from '../../store/work/leases.ts';
import { markServed } from '../../store/eval-runs/run-life.ts';
import { ITERATION_TIMEOUT_MS, MAX_ATTEMPTS } from '../../domain/eval-runs/limits.ts';

/** The longest a runner is kept waiting for work, in milliseconds. */
const MAX_WAIT_MS = 20_000;
const MAX_SLOTS = 256;
const PLAIN_EXECUTION = '{"toolApproval":"auto","maxSteps":20}';
const NOTHING = Buffer.alloc(0);

export const lease = ({ pool, work, leaseMs }: Deps): Handler<LeaseRequest, LeaseResponse> =>
  onlyForService('runner', async ({ runnerId, labels, freeSlots, waitMs }, whose) => {
    const seeker: Seeker = {
      runnerId,
      labels,
      takesUnlabelled: takesUnlabelled(labels, whose),
      count: Math.min(freeSlots, MAX_SLOTS),
      whose,
    };
    const claimed =
      (await work.waitFor(Math.min(waitMs, MAX_WAIT_MS), async () => {
        const free = await claimIterations(pool, seeker, leaseMs, MAX_ATTEMPTS);
        if (free[0]) await markServed(pool, free[0].runId);
        return free.length > 0 ? free : undefined;
      })) ?? [];
    return { items: claimed.map((iteration) => workItem(iteration, leaseMs)) };
  });

/** Runners with labels take nothing but what asks for one, unless their only label is that they may start commands, and they are the installation's. */
const takesUnlabelled = (labels: string[], { organizationId }: Caller): boolean =>
  labels.length === 0 || (organizationId === undefined && labels.every((label) => label === STDIO_LABEL));

const workItem = (iteration: LeasedIteration, leaseMs: number): WorkItem => ({
  iterationId: iteration.id,
  runId: iteration.runId,
  suiteId: iteration.suiteId,
  projectId: iteration.projectId,
  organizationId: iteration.organizationId,
  fence: Number(iteration.fence),
  leaseMs,
  timeoutMs: ITERATION_TIMEOUT_MS,
  case: Buffer.from(iteration.case),
  servers: iteration.servers,
  sessionIsolation: iteration.sessionIsolation,
  model: iteration.model ?? '',
  iterationNumber: iteration.iterationNumber,
  needsInventory: iteration.needsInventory,
  traceparent: iteration.traceparent ?? '',
  keyId: iteration.keyId ?? '',
  // Runs that were launched before runs froze how they are executed have none.
  execution: Buffer.from(iteration.execution ?? PLAIN_EXECUTION),
  sealedModels: iteration.sealedModels ?? NOTHING,
});
