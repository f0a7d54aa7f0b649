import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { conflict, notFound, Problem } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { assertSameRequest, type Idempotency } from '@assay/kit/requests/idempotency';
import { inFlight } from '@assay/kit/requests/in-flight';
import { dropWork, enqueueWork } from '@assay/work/queue/work-queue';
import { requiredLabels } from '@assay/launching/required-labels';
import type { Deps } from '../../deps.ts';
import { isOver, type DirectoryRun } from '../../domain/directory-runs/directory-run.ts';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import {
  claimDirectoryRun,
  countOpenRuns,
  endDirectoryRun,
  findDirectoryRun,
  findDirectoryRunByKey,
  insertDirectoryRun,
  lockRunStarts,
  type RunAddress,
} from '../../store/directory-runs/directory-runs.ts';

/** At most this many open runs per project: pending or running. */
const LIMIT = 10;
/** Retry-After of the refusal, in seconds. */
const RETRY_AFTER = 10;

/** The run to start, and the input of its work item. */
export interface WantedRun<Run extends DirectoryRun> {
  server: SavedServer;
  run: Pick<Run, 'kind' | 'variant' | 'request'>;
  idempotency: Idempotency | undefined;
  task: object;
  timeoutMs: number;
}

/** Inserts a run and its work item, or finds the run that a concurrent request with the same key inserted. */
export async function startDirectoryRun<Run extends DirectoryRun>(
  deps: Deps,
  { server, run, idempotency, task, timeoutMs }: WantedRun<Run>,
): Promise<{ run: Run; deduped: boolean }> {
  const { projectId, id: serverId } = server;
  const id = newId('run');
  const inserted = await transaction(deps.pool, async (tx) => {
    await lockRunStarts(tx, projectId);
    if (
      !(await insertDirectoryRun(tx, {
        id,
        projectId,
        serverId,
        ...run,
        idempotency,
      }))
    )
      return false;
    if ((await countOpenRuns(tx, projectId)) > LIMIT)
      throw new Problem(
        'RATE_LIMITED',
        `The project has ${LIMIT} such runs open already; wait until one ends, or cancel one.`,
        { limit: LIMIT },
        RETRY_AFTER,
      );
    await enqueueWork(tx, {
      id,
      kind: run.kind,
      projectId,
      task: Buffer.from(JSON.stringify(task)),
      timeoutMs,
      labels: requiredLabels(server),
      organizationId: inFlight()?.caller?.organizationId,
    });
    await audit(tx, { target: { serverId, runId: id }, after: { kind: run.kind, variant: run.variant } });
    return true;
  });
  if (inserted) deps.work.wake();
  const found = inserted
    ? await findDirectoryRun<Run>(deps.pool, run.kind, { projectId, runId: id })
    : await findRepeated<Run>(deps, { projectId, serverId }, run.variant, idempotency);
  if (!found) throw notFound('server');
  return { run: found, deduped: !inserted };
}

/**
 * The run that an earlier request with the same idempotency key started. Throws CONFLICT when that request was another
 * one.
 */
export async function findRepeated<Run extends DirectoryRun>(
  { pool }: Deps,
  { projectId, serverId }: ServerAddress,
  variant: Run['variant'],
  idempotency: Idempotency | undefined,
): Promise<Run | undefined> {
  const earlier =
    idempotency && (await findDirectoryRunByKey<Run>(pool, { projectId, serverId }, variant, idempotency.key));
  if (earlier) assertSameRequest(earlier, idempotency, { runId: earlier.id });
  return earlier;
}

/**
 * Cancels a run and deletes its work item; the runner learns of it with its next heartbeat. Throws CONFLICT when the
 * run is over.
 */
export async function cancelDirectoryRun<Run extends DirectoryRun>(
  { pool }: Deps,
  kind: Run['kind'],
  address: RunAddress,
): Promise<Run> {
  return transaction(pool, async (tx) => {
    const run = await claimDirectoryRun<Run>(tx, kind, address);
    if (!run) throw notFound(`${kind} run`);
    if (isOver(run)) throw conflict(`The run has already ended: it is ${run.status}.`, { status: run.status });
    await endDirectoryRun(tx, run.id, { status: 'cancelled', terminalReason: 'cancelled' });
    await dropWork(tx, run.id);
    await audit(tx, {
      target: { ...(run.serverId !== null && { serverId: run.serverId }), runId: run.id },
      before: { status: run.status },
      after: { status: 'cancelled' },
    });
    return (await findDirectoryRun<Run>(tx, kind, address))!;
  });
}
