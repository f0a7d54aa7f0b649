import { Explanation, type ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import {
  EXPLANATION_MS,
  explainingModel,
  explanationGrantOf,
  explanationRequest,
  explanationTaskOf,
  type ExplanationGrant,
} from '../explaining/explanation-grant.ts';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { parser } from '@assay/kit/json/parse';
import type { Tx } from '@assay/kit/postgres/db';
import type { Channel } from '@assay/kit/rpc/client';
import { oneByOne, type QueuedKind } from '@assay/work/queue/queued-work';
import { dropWork, enqueueWork } from '@assay/work/queue/work-queue';
import type { InsightsTable } from './insights-table.ts';

/**
 * Asks catalog for the model that explains findings, the first of `models` that is named and can. Undefined when none is.
 */
export async function grantExplanation(
  catalog: Channel,
  account: ExplanationTask['account'],
  ...models: (string | null | undefined)[]
): Promise<ExplanationGrant | undefined> {
  const model = explainingModel(...models);
  if (model === undefined) return undefined;
  const jobId = newId('job');
  const granted = await catalog.call(DirectoryService.grantModels, explanationRequest(jobId, model, account));
  return explanationGrantOf(jobId, account, granted);
}

/** Insights that rules made, the grant to explain them, and where they belong. */
export interface StartedInsights {
  table: InsightsTable;
  key: Record<string, unknown>;
  /** Columns beside the key. */
  more?: Record<string, unknown>;
  body: InsightsBody;
  grant: ExplanationGrant | undefined;
  /** The kind of the work item. */
  kind: string;
  projectId: string;
  subject?: ExplanationTask['subject'];
  /** The target in the audit log. */
  target: Record<string, string>;
}

/** Stores insights, and enqueues their explanation in the same transaction when a model was granted. */
export async function startInsights(tx: Tx, started: StartedInsights): Promise<void> {
  const { table, key, more, body, grant, kind, projectId, subject, target } = started;
  const job = grant && 'jobId' in grant ? grant : undefined;
  const reasonCode = grant && 'reasonCode' in grant ? grant.reasonCode : null;
  const isOurs = await table.save(tx, key, { body, jobId: job?.jobId ?? null, reasonCode }, more);
  if (isOurs && job) {
    const task = { ...explanationTaskOf(job, body), ...(subject && { subject }) };
    await enqueueWork(tx, {
      id: job.jobId,
      kind,
      projectId,
      task: Buffer.from(JSON.stringify(task)),
      timeoutMs: EXPLANATION_MS,
    });
  }
  const after = { findings: body.findings.length, ...(job && { model: job.model }) };
  await audit(tx, isOurs ? { target, after } : undefined);
}

/** Cancels pending insights: they can be requested again. CONFLICT when they are complete. */
export async function cancelInsights(
  tx: Tx,
  { table, key, target }: Pick<StartedInsights, 'table' | 'key' | 'target'>,
): Promise<void> {
  const jobId = await table.deletePending(tx, key);
  if (jobId === undefined) {
    if (!(await table.find(tx, key))) throw notFound('insights');
    throw conflict('The insights are complete; only pending ones can be cancelled.');
  }
  await dropWork(tx, jobId);
  await audit(tx, { target });
}

const parse = parser(Explanation);

/** Insights with what was used of an explanation, and why nothing was. */
export interface ExplainedInsights {
  body: InsightsBody;
  reasonCode?: string;
}

/** Adds an explanation to insights; without a usable one it is undefined. */
export type AddExplanation = (
  tx: Tx,
  body: InsightsBody,
  explanation: Explanation | undefined,
) => Promise<ExplainedInsights>;

/** Completes the insights of a table with the explanations that runners report. */
export const settleExplanations = (table: InsightsTable, add: AddExplanation): QueuedKind['settle'] =>
  oneByOne(async (tx, { id, result }) => {
    const body = await table.claim(tx, id);
    if (!body) return;
    const explanation = 'output' in result ? explanationIn(result.output) : undefined;
    const failure = 'error' in result ? result.error.code : 'INVALID_EXPLANATION';
    const explained = await add(tx, body, explanation);
    await table.complete(tx, id, explained.body, explanation ? (explained.reasonCode ?? null) : failure);
  });

function explanationIn(output: Buffer): Explanation | undefined {
  try {
    return parse(output);
  } catch {
    return undefined;
  }
}
