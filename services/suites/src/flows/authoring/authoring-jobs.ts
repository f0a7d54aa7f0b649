import { consolePages } from '@assay/contract/areas/overview/console-pages';
import type { EvalCaseImported } from '@assay/contract/areas/authoring/documents';
import type { GenerateEvalCases } from '@assay/contract/areas/authoring/requests';
import type { AuthoringTask } from '@assay/contract/areas/authoring/work';
import { notFound } from '@assay/contract/problem';
import { auditNothing } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { assertSameRequest, type Idempotency } from '@assay/kit/requests/idempotency';
import { inFlight } from '@assay/kit/requests/in-flight';
import { commitDrafts, type CommitOptions, type CommittedJob } from '../../actions/authoring/commit-drafts.ts';
import { startAuthoringJob } from '../../actions/authoring/start-authoring-job.ts';
import type { Deps } from '../../deps.ts';
import type { AuthoringJob } from '../../domain/authoring/authoring-job.ts';
import { toCase } from '../../domain/cases/case-record.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { groundingServers } from './grounding.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import {
  findAuthoringJob,
  findAuthoringJobByKey,
  isPending,
  listLatestTitles,
  type NewAuthoringJob,
} from '../../store/authoring/authoring-jobs.ts';
import { findSuite } from '../../store/suites/suites.ts';
import type { WriteTarget } from '../../actions/suites/writable-suite.ts';
import { writeContextOf } from '../suites/write-context.ts';

/** How long an answer waits for the drafts of its job, in milliseconds. */
const WAIT_MS = 25_000;
/** The part of the caller's deadline that is reserved for the commit and the answer, in milliseconds. */
const COMMIT_MS = 5_000;
/** The latest cases whose titles a model is told to avoid: at most this many, and this many bytes of JSON together. */
const [TITLED, TITLED_BYTES] = [100, 4 * 1024 * 1024];

/** The kind of the wanted job, its task for a runner, and the servers to use. */
export type WantedJob = Pick<NewAuthoringJob, 'source' | 'request' | 'idempotency'> & {
  task: Omit<AuthoringTask, 'version' | 'existingTitles' | 'servers'>;
  grounds: Pick<GenerateEvalCases, 'servers' | 'environmentId'>;
};

/** Starts a job, or finds the job that the same request started before. */
export async function startJob(
  deps: Deps,
  target: WriteTarget,
  { task, grounds, ...wanted }: WantedJob,
): Promise<{ jobId: string; isRepeated: boolean }> {
  const suite = await findSuite(deps.pool, target.projectId, target.suiteId);
  if (!suite) throw notFound('suite');
  assertWritable(suite, target.declaredSuiteId);
  const repeated = await findRepeated(deps, suite, wanted.idempotency);
  if (repeated) return { jobId: repeated.id, isRepeated: true };
  const grounding = await groundingServers(deps, suite, grounds);
  const existingTitles = await listLatestTitles(deps.pool, suite.id, TITLED, TITLED_BYTES);
  const job = {
    id: newId('job'),
    projectId: suite.projectId,
    suiteId: suite.id,
    ...wanted,
    request: { ...wanted.request, servers: grounding.map(({ name }) => name) },
  };
  const servers = grounding.map(({ id, name }) => ({ id, name }));
  const labels = [...new Set(grounding.flatMap((server) => server.labels))];
  if (await startAuthoringJob(deps.pool, job, { ...task, servers, existingTitles }, labels)) {
    deps.wakeUp.wake();
    return { jobId: job.id, isRepeated: false };
  }
  const faster = await findRepeated(deps, suite, wanted.idempotency);
  if (!faster) throw notFound('suite');
  return { jobId: faster.id, isRepeated: true };
}

/**
 * The job that an earlier request with the same idempotency key started. Throws CONFLICT when that request was another
 * one.
 */
async function findRepeated(
  { pool }: Deps,
  { projectId, id: suiteId }: StoredSuite,
  idempotency: Idempotency | undefined,
): Promise<AuthoringJob | undefined> {
  const earlier = idempotency && (await findAuthoringJobByKey(pool, projectId, suiteId, idempotency.key));
  if (earlier) assertSameRequest(earlier, idempotency, { jobId: earlier.id });
  return earlier;
}

/** A job whose drafts wait for a person: once it has ended, or after the longest wait of an answer. */
export async function heldJob(deps: Deps, target: WriteTarget, jobId: string): Promise<AuthoringJob> {
  auditNothing();
  return awaitedJob(deps, target, jobId);
}

async function awaitedJob(deps: Deps, target: WriteTarget, jobId: string): Promise<AuthoringJob> {
  const address = { projectId: target.projectId, suiteId: target.suiteId, jobId };
  const leftMs = (inFlight()?.deadline ?? Infinity) - Date.now() - COMMIT_MS;
  await deps.wakeUp.waitFor(Math.min(WAIT_MS, leftMs), async () =>
    (await isPending(deps.pool, address)) ? undefined : true,
  );
  const job = await findAuthoringJob(deps.pool, address);
  if (!job || job.source === 'markdown') throw notFound('authoring job');
  return job;
}

/**
 * Waits for a job to end for a limited time, and commits it when it completed. Without a completed job, no other
 * service is called and nothing is locked.
 */
export async function concludeJob(
  deps: Deps,
  target: WriteTarget,
  jobId: string,
  commit: CommitOptions,
): Promise<CommittedJob> {
  const job = await awaitedJob(deps, target, jobId);
  if (job.status !== 'completed') {
    auditNothing();
    return { job, created: [], skipped: [] };
  }
  const committed = await commitDrafts(deps.pool, await writeContextOf(deps, target), jobId, commit);
  if (!committed) throw notFound('authoring job');
  return committed;
}

/** The created cases and skipped drafts of a commit, with the page for their review. */
export function toImported(
  { publicUrl }: Deps,
  { job: { id, projectId, suiteId, generationModel, caseIssues }, created, skipped }: CommittedJob,
): EvalCaseImported {
  const negative = created.filter(({ body }) => body.isNegative).length;
  const review = `${publicUrl}${consolePages.suiteDrafts(projectId, suiteId, skipped[0]?.draftId)}`;
  return {
    kind: 'cases',
    jobId: id,
    generationModel: generationModel ?? '',
    created: created.map(toCase),
    counts: { normal: created.length - negative, negative },
    ...(caseIssues.length > 0 && { issues: caseIssues }),
    ...(skipped.length > 0 && { skipped, reviewUrl: review }),
  };
}
