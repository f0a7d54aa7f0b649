import type { ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { given } from '@assay/contract/given';
import type { Tx } from '@assay/kit/postgres/db';
import { jobOf, refusalOf, type ExplanationGrant } from '../explaining/explanation-grant.ts';
import { explanationWork, type ExplanationWork } from '../explaining/explanation-work.ts';
import type { SeriesWindow } from '../series-window.ts';
import { insertInsights, type StoredInsights } from './stored-insights.ts';

/** Whether stored insights answer a request: pending ones do, and complete ones that are current unless new ones are forced. */
export const isAnswered = (
  present: StoredInsights | undefined,
  { isCurrent, force }: { isCurrent: boolean; force: boolean },
): present is StoredInsights => present !== undefined && (present.status === 'pending' || (isCurrent && !force));

/** Insights that rules made, the grant to explain them, and the work item that will. */
export interface FoundInsights {
  body: InsightsBody;
  grant: ExplanationGrant | undefined;
  /** The kind of the work item. */
  kind: string;
  projectId: string;
  subject?: ExplanationTask['subject'];
}

/** Insights that were stored. */
export interface StartedInsights {
  /** To be enqueued in the same transaction; undefined when no model was granted. */
  work: ExplanationWork | undefined;
  /** The change as the audit log tells it. */
  after: { findings: number; model?: string };
}

/** Stores insights, pending when a model was granted to explain them. Undefined when others are there by now. */
export async function startInsights(
  tx: Tx,
  window: SeriesWindow,
  { body, grant, ...item }: FoundInsights,
): Promise<StartedInsights | undefined> {
  const job = jobOf(grant);
  const stored = { body, jobId: job?.jobId ?? null, reasonCode: refusalOf(grant) ?? null };
  if (!(await insertInsights(tx, window, stored))) return undefined;
  return {
    work: job && explanationWork(job, { body, ...item }),
    after: { findings: body.findings.length, ...given({ model: job?.model }) },
  };
}
