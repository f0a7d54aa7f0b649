import type { ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { enqueueWork } from '@assay/work/queue/work-queue';
import type { InsightsBody } from '../../domain/study-analytics/window-insights.ts';
import type { KnownStudy } from '../../store/study-analytics/known-study.ts';
import { saveStudyInsights } from '../../store/study-analytics/study-insights.ts';

/** The kind of the work items that explain findings of studies. */
export const EXPLAIN_STUDY_KIND = 'explain-study';
/** The time that a model gets to explain a window, in milliseconds. */
const TIMEOUT_MS = 4 * 60_000;
/** At most this many findings are explained, the ones in most sessions first. */
const EXPLAINED = 20;

/** The model that may explain findings, and the way to its provider; or the reason why none may. */
export type ExplanationGrant = { jobId: string; model: string; keyId: string; sealed: Buffer } | { reasonCode: string };

/** Stores the findings of a window, and enqueues their explanation in the same transaction when a model was granted. */
export function startStudyInsights(
  pool: Pool,
  study: KnownStudy,
  windowId: string,
  body: InsightsBody,
  grant: ExplanationGrant | undefined,
): Promise<void> {
  const job = grant && 'jobId' in grant ? grant : undefined;
  return transaction(pool, async (tx) => {
    const isOurs = await saveStudyInsights(tx, {
      studyId: study.id,
      windowId,
      body,
      jobId: job?.jobId ?? null,
      reasonCode: grant && 'reasonCode' in grant ? grant.reasonCode : null,
    });
    if (isOurs && job) {
      await enqueueWork(tx, {
        id: job.jobId,
        kind: EXPLAIN_STUDY_KIND,
        projectId: study.projectId,
        task: Buffer.from(JSON.stringify(taskOf(study, body, job))),
        timeoutMs: TIMEOUT_MS,
      });
    }
    await audit(
      tx,
      isOurs
        ? {
            target: { studyId: study.id, windowId },
            after: { findings: body.findings.length, ...(job && { model: job.model }) },
          }
        : undefined,
    );
  });
}

const taskOf = (
  { organizationId, projectId }: KnownStudy,
  { summary, findings }: InsightsBody,
  { jobId, model, keyId, sealed }: Extract<ExplanationGrant, { jobId: string }>,
): ExplanationTask => ({
  version: 1,
  subject: 'study',
  model,
  account: { organizationId, projectId, suiteId: '', runId: '', keyId },
  ...(sealed.length > 0 && { access: { sealed: sealed.toString('base64'), context: `job:${jobId}` } }),
  facts: summary ?? '',
  findings: findings.slice(0, EXPLAINED),
});
