import {
  EXPLANATION_MS,
  explanationTaskOf,
  type ExplanationGrant,
} from '@assay/contract/areas/analysis/explanation-grant';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { enqueueWork } from '@assay/work/queue/work-queue';
import type { InsightsBody } from '../../domain/study-analytics/window-insights.ts';
import type { KnownStudy } from '../../store/study-analytics/known-study.ts';
import { saveStudyInsights } from '../../store/study-analytics/study-insights.ts';

/** The kind of the work items that explain findings of studies. */
export const EXPLAIN_STUDY_KIND = 'explain-study';

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
        task: Buffer.from(JSON.stringify({ ...explanationTaskOf(job, body), subject: 'study' })),
        timeoutMs: EXPLANATION_MS,
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
