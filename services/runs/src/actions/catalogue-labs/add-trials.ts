import { CATALOGUE_TRIAL_KIND } from '@assay/contract/areas/catalogue-labs/kinds';
import { Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import type { Tx } from '@assay/kit/postgres/db';
import { enqueueWork } from '@assay/work/queue/work-queue';
import type { StoredLab } from '../../domain/catalogue-labs/lab.ts';
import { countOpenLabs } from '../../store/catalogue-labs/labs.ts';
import { insertTrials } from '../../store/catalogue-labs/trials.ts';

/** At most this many labs of a project are under way. */
const MAX_OPEN = 10;
/** How many trials a runner takes at once. */
const BATCH = 10;
/** The time for a batch, in milliseconds: each call may wait for a busy provider. */
const BATCH_MS = 20 * 60_000;
const NOTHING = Buffer.alloc(0);

/** Throws RATE_LIMITED when the project has as many labs under way as it may. */
export async function assertRoomForLab(tx: Tx, projectId: string): Promise<void> {
  if ((await countOpenLabs(tx, projectId)) >= MAX_OPEN)
    throw new Problem(
      'RATE_LIMITED',
      `The project has ${MAX_OPEN} labs and description experiments under way; wait until one ends, or cancel one.`,
    );
}

/** Writes the trials of a lab, and gives them to runners in batches. */
export async function addTrials(
  tx: Tx,
  { id, projectId, organizationId }: Pick<StoredLab, 'id' | 'projectId' | 'organizationId'>,
  trials: number,
): Promise<void> {
  // Runners take waiting items in the order of their ids.
  const batches = Array.from({ length: Math.ceil(trials / BATCH) }, () => newId('job')).sort();
  await insertTrials(
    tx,
    id,
    Array.from({ length: trials }, (_, position) => ({ position, batchId: batches[Math.floor(position / BATCH)]! })),
  );
  await enqueueWork(
    tx,
    ...batches.map((batchId) => ({
      id: batchId,
      kind: CATALOGUE_TRIAL_KIND,
      projectId,
      organizationId,
      group: id,
      task: NOTHING,
      timeoutMs: BATCH_MS,
    })),
  );
}
