import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { maskedJson } from '@assay/transcripts/mask';
import { unzipJson } from '@assay/transcripts/gzip';
import { dropWork } from '@assay/work/queue/work-queue';
import type { LabReport } from '@assay/contract/areas/catalogue-labs/report';
import type { StoredLab, StoredTask } from '../../domain/catalogue-labs/lab.ts';
import { labReport } from '../../domain/catalogue-labs/lab-report.ts';
import type { LabTool } from '../../domain/catalogue-labs/lab-tools.ts';
import { endLabRow, findLabContent, lockLab, lockSilentLab, type LabEnd } from '../../store/catalogue-labs/labs.ts';
import { listAnswers, listOpenBatches } from '../../store/catalogue-labs/trials.ts';

/**
 * Ends a locked lab with the report of what was tried. Its other work items go; `ending` are the ones whose end this is,
 * which the queue takes off itself.
 */
export async function endLab(tx: Tx, lab: StoredLab, end: LabEnd, ending: readonly string[] = []): Promise<void> {
  const { tasks, tools } = (await findLabContent(tx, lab.id))!;
  const report = labReport({
    spec: lab.spec,
    // Answers are masked, so the arguments that they are compared with are, too.
    tasks: JSON.parse(maskedJson(tasks)) as StoredTask[],
    tools: await unzipJson<LabTool[]>(tools),
    answers: await listAnswers(tx, lab.id),
  });
  await endLabRow(tx, lab.id, end, JSON.parse(maskedJson(report)) as LabReport);
  const held = new Set(ending);
  const others = [lab.id, ...(await listOpenBatches(tx, lab.id))].filter((id) => !held.has(id));
  await dropWork(tx, ...others);
}

const UNDER_WAY: ReadonlySet<string> = new Set<StoredLab['status']>(['draft', 'drafting', 'running']);

/** Cancels a lab or an experiment. @throws NOT_FOUND, or CONFLICT for one that ended otherwise. */
export const cancelLab = (
  pool: Pool,
  projectId: string,
  labId: string,
): Promise<{ status: StoredLab['status']; alreadyCancelled: boolean }> =>
  transaction(pool, async (tx) => {
    const lab = await lockLab(tx, labId);
    if (lab?.projectId !== projectId) throw notFound('catalogue lab');
    const { status } = lab;
    if (status === 'cancelled') {
      await audit(tx, undefined);
      return { status, alreadyCancelled: true };
    }
    if (!UNDER_WAY.has(status)) throw conflict('The lab has ended.', { labId, status });
    await endLab(tx, lab, { status: 'cancelled' });
    await audit(tx, { target: { labId }, before: { status }, after: { status: 'cancelled' } });
    return { status: 'cancelled', alreadyCancelled: false };
  });

/** Ends a lab that no runner gave a sign of; one that is over, or was heard of meanwhile, stays as it is. */
export const endSilentLab = (pool: Pool, labId: string): Promise<void> =>
  transaction(pool, async (tx) => {
    const lab = await lockSilentLab(tx, labId);
    if (lab) await endLab(tx, lab, { status: 'failed', error: SILENT });
  });

const SILENT = { code: 'RUNNER_LOST', message: 'No runner reported on the lab for an hour.' };
