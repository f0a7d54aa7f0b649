import { CATALOGUE_DRAFT_KIND } from '@assay/contract/areas/catalogue-labs/kinds';
import { given } from '@assay/contract/given';
import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { isPurged } from '@assay/kit/postgres/purge';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { enqueueWork } from '@assay/work/queue/work-queue';
import type { StoredLab } from '../../domain/catalogue-labs/lab.ts';
import {
  beginLab,
  countExperiments,
  findLabByKey,
  findLabContent,
  insertLab,
  lockLab,
  type NewLab,
} from '../../store/catalogue-labs/labs.ts';
import { lockLaunch, lockLaunches } from '../../store/eval-runs/launches.ts';
import { addTrials, assertRoomForLab } from './add-trials.ts';

/** At most this many experiments of a run. */
const MAX_EXPERIMENTS = 50;
/** The time that a model gets to draft the tasks, in milliseconds. */
const DRAFT_MS = 10 * 60_000;

/**
 * Writes a lab and gives its trials, or the drafting of its tasks, to runners; an experiment waits for its start. An
 * advisory lock per organization makes simultaneous requests with one key one lab.
 * @throws CONFLICT when the key made another lab, RATE_LIMITED when too many are under way.
 */
export const makeLab = (
  pool: Pool,
  wanted: NewLab,
  drafting: Buffer | undefined,
): Promise<{ lab: StoredLab; deduped: boolean }> =>
  transaction(pool, async (tx) => {
    const { projectId, organizationId, idempotencyKey, runId } = wanted;
    await lockLaunch(tx, wanted);
    const earlier = idempotencyKey === null ? undefined : await findLabByKey(tx, projectId, idempotencyKey);
    if (earlier) {
      assertSameRequest(earlier, wanted, { labId: earlier.id });
      return { lab: earlier, deduped: true };
    }
    if (await isPurged(tx, projectId)) throw notFound('project');
    if (wanted.status !== 'draft') await assertRoomForLab(tx, projectId);
    if (runId !== null && (await countExperiments(tx, runId)) >= MAX_EXPERIMENTS)
      throw conflict(`The run has ${MAX_EXPERIMENTS} description experiments, the most that it can have.`, { runId });
    const lab = await insertLab(tx, wanted);
    if (lab.status === 'running') await addTrials(tx, lab, lab.trials);
    if (drafting)
      await enqueueWork(tx, {
        id: lab.id,
        kind: CATALOGUE_DRAFT_KIND,
        projectId,
        organizationId,
        task: drafting,
        timeoutMs: DRAFT_MS,
      });
    await audit(tx, {
      target: targetOf(lab),
      after: { status: lab.status, model: lab.spec.model, trials: lab.trials },
    });
    return { lab, deduped: false };
  });

/**
 * Starts an experiment that is a draft; one that was started stays as it is.
 * @throws NOT_FOUND, or CONFLICT for one that was cancelled.
 */
export const startExperiment = (
  pool: Pool,
  { id, projectId, organizationId }: Pick<StoredLab, 'id' | 'projectId' | 'organizationId'>,
  granted: { model: string; sealedAccess: Buffer | null } | undefined,
): Promise<void> =>
  transaction(pool, async (tx) => {
    await lockLaunches(tx, organizationId);
    const lab = await lockLab(tx, id);
    if (lab?.projectId !== projectId || lab.runId === null) throw notFound('description experiment');
    if (lab.status === 'cancelled') throw conflict('The experiment was cancelled; draft another one.');
    if (lab.status !== 'draft' || !granted) {
      await audit(tx, undefined);
      return;
    }
    await assertRoomForLab(tx, projectId);
    const { tasks } = (await findLabContent(tx, id))!;
    const spec = { ...lab.spec, model: granted.model };
    await beginLab(tx, id, { spec, tasks, trials: lab.trials, sealedAccess: granted.sealedAccess });
    await addTrials(tx, lab, lab.trials);
    await audit(tx, { target: targetOf(lab), before: { status: 'draft' }, after: { status: 'running' } });
  });

const targetOf = ({ id, serverId, runId }: StoredLab): Record<string, string> => ({
  labId: id,
  ...given({ serverId: serverId ?? undefined, runId: runId ?? undefined }),
});
