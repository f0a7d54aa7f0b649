import type { ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { given } from '@assay/contract/given';
import type { ExplanationJob } from './explanation-grant.ts';

/** The time that a model gets to explain findings, in milliseconds. */
const EXPLANATION_MS = 4 * 60_000;
/** At most this many findings are explained, the first of the list. */
const EXPLAINED = 20;

/** A work item that has a model explain findings. */
export interface ExplanationWork {
  id: string;
  kind: string;
  projectId: string;
  task: Uint8Array;
  timeoutMs: number;
}

/** The work item of a job. */
export const explanationWork = (
  job: ExplanationJob,
  {
    body,
    kind,
    projectId,
    subject,
  }: { body: InsightsBody; kind: string; projectId: string; subject?: ExplanationTask['subject'] },
): ExplanationWork => ({
  id: job.jobId,
  kind,
  projectId,
  task: Buffer.from(JSON.stringify({ ...taskOf(job, body), ...given({ subject }) })),
  timeoutMs: EXPLANATION_MS,
});

const taskOf = ({ model, account, access }: ExplanationJob, { summary, findings }: InsightsBody): ExplanationTask => ({
  version: 1,
  model,
  account,
  ...given({ access }),
  facts: summary ?? '',
  findings: findings.slice(0, EXPLAINED),
});
