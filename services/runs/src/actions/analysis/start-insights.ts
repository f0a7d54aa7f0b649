import type { ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { enqueueWork } from '@assay/work/queue/work-queue';
import type { Run } from '../../domain/eval-runs/run.ts';
import { holdRun } from '../../store/gates/gate-reports.ts';
import { storeInsights, type InsightsBody } from '../../store/analysis/insights.ts';

/** The kind of the work items that explain findings. */
export const EXPLAIN_KIND = 'explain';
/** The time that a model gets to explain a run, in milliseconds. */
const TIMEOUT_MS = 4 * 60_000;
/** At most this many findings are explained, those with the largest effect first. */
const EXPLAINED = 20;

/** The model that may explain findings, and the way to its provider; or the reason why none may. */
export type ExplanationGrant = { jobId: string; model: string; sealed: Buffer } | { reasonCode: string };

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
        task: Buffer.from(JSON.stringify(taskOf(run, body, job))),
        timeoutMs: TIMEOUT_MS,
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

const taskOf = (
  { id: runId, organizationId, projectId, suiteId, spec }: Run,
  { summary, findings }: InsightsBody,
  { jobId, model, sealed }: { jobId: string; model: string; sealed: Buffer },
): ExplanationTask => ({
  version: 1,
  model,
  account: {
    organizationId,
    projectId,
    suiteId,
    runId,
    keyId: spec.keyId ?? '',
  },
  ...(sealed.length > 0 && { access: { sealed: sealed.toString('base64'), context: `job:${jobId}` } }),
  facts: summary ?? '',
  findings: findings.slice(0, EXPLAINED),
});
