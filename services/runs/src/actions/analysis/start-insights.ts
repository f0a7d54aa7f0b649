import {
  EXPLANATION_MS,
  explanationTaskOf,
  type ExplanationGrant,
} from '@assay/contract/areas/analysis/explanation-grant';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { enqueueWork } from '@assay/work/queue/work-queue';
import type { Run } from '../../domain/eval-runs/run.ts';
import { holdRun } from '../../store/gates/gate-reports.ts';
import { storeInsights, type InsightsBody } from '../../store/analysis/insights.ts';

/** The kind of the work items that explain findings. */
export const EXPLAIN_KIND = 'explain';

/**
 * Stores the findings of a run, and enqueues their explanation in the same transaction when a model was granted.
 * False when the run is gone.
 */
export async function startInsights(
  pool: Pool,
  run: Run,
  body: InsightsBody,
  grant: ExplanationGrant | undefined,
): Promise<boolean> {
  const job = grant && 'jobId' in grant ? grant : undefined;
  return transaction(pool, async (tx) => {
    const { id: runId, suiteId, runNumber, projectId } = run;
    if (!(await holdRun(tx, runId))) return false;
    const isOurs = await storeInsights(tx, {
      runId,
      suiteId,
      runNumber,
      body,
      jobId: job?.jobId ?? null,
      reasonCode: grant && 'reasonCode' in grant ? grant.reasonCode : null,
    });
    if (isOurs && job) {
      await enqueueWork(tx, {
        id: job.jobId,
        kind: EXPLAIN_KIND,
        projectId,
        task: Buffer.from(JSON.stringify(explanationTaskOf(job, body))),
        timeoutMs: EXPLANATION_MS,
      });
    }
    await audit(
      tx,
      isOurs
        ? { target: { runId, suiteId }, after: { findings: body.findings.length, ...(job && { model: job.model }) } }
        : undefined,
    );
    return true;
  });
}
