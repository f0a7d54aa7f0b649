import { randomUUID } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { EvalAuthoringJobAccepted, EvalCaseImported } from '@assay/contract/areas/authoring/documents';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { transaction } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import { playedRunner, proposal } from './runner.ts';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

/** The whole service and its one runner; both belong to the test file that opened them. */
export let authoringFixture: TestSuites;
export let runner: ReturnType<typeof playedRunner>;
export async function openFixture(): Promise<void> {
  authoringFixture = await startTestSuites();
  runner = playedRunner(authoringFixture.runner);
}
export const closeFixture = (): Promise<void> => authoringFixture.stop();

export const projectId = 'prj_1';
export interface Suite {
  projectId: string;
  suiteId: string;
  declaredSuiteId: string;
  idempotencyKey: string;
}
export const newSuite = async (changes: object = {}): Promise<Suite> => {
  const { suiteId } = await authoringFixture.call(operations.createEvalSuite, { projectId }, draft(changes));
  return { projectId, suiteId, declaredSuiteId: '', idempotencyKey: '' };
};

type Committed = Omit<EvalCaseImported, 'kind'>;
type Accepted = Omit<EvalAuthoringJobAccepted, 'kind'>;

/** Calls an operation, and says whether the answer was its other reply. */
export async function ask<Req extends { projectId: string }, In extends TSchema, Out extends TSchema>(
  operation: Operation<Req, In, Out>,
  target: Suite & { jobId?: string },
  input: object = {},
  timeoutMs = 20_000,
): Promise<{ accepted: boolean; body: Static<Out> & Committed & Accepted }> {
  const request = { ...target, input: Buffer.from(JSON.stringify(input)) } as unknown as Req;
  const { json, otherwise } = await authoringFixture.mesh.call(rpcOf(operation), request, {
    caller: authoringFixture.memberOf(target.projectId),
    timeoutMs,
  });
  return { accepted: otherwise, body: JSON.parse(json.toString()) };
}
export const generate = (suite: Suite, input: object = {}) => ask(operations.generateEvalCases, suite, input);
export const importDocument = (suite: Suite, input: object) =>
  ask(operations.importEvalCases, suite, { content: 'one\ntwo\nthree', ...input });
export const commit = async (suite: Suite, jobId: string, input: object = {}) =>
  (await ask(operations.commitEvalAuthoringJob, { ...suite, jobId }, input)).body;
export const review = ({ projectId: id, suiteId }: Suite, jobId: string, draftId: string, input: object) =>
  authoringFixture.call(operations.reviewEvalCaseDraft, { projectId: id, suiteId, jobId, draftId }, input);
export const cancel = async (suite: Suite, jobId: string) =>
  (await ask(operations.cancelEvalAuthoringJob, { ...suite, jobId })).body;
export const read = (suite: Suite, jobId: string) =>
  authoringFixture.call(operations.getEvalAuthoringJob, { projectId: suite.projectId, suiteId: suite.suiteId, jobId });
export const titles = async ({ suiteId }: Suite) =>
  (await authoringFixture.call(operations.listEvalCases, { projectId, suiteId })).items.map(({ title }) => title);
export const jobsIn = async ({ suiteId }: Suite) =>
  (
    await authoringFixture.pool.query<{ id: string }>('select id from authoring_jobs where suite_id = $1', [suiteId])
  ).rows.map(({ id }) => id);
export const refusal = (path: string, details: object = {}) => ({
  code: 'VALIDATION_ERROR',
  details: { issues: [{ path }], ...details },
});

/** Runs `work` while another transaction holds the lock on the suite. */
export async function whileChanging({ suiteId }: Suite, work: () => Promise<void>): Promise<void> {
  await transaction(authoringFixture.pool, async (tx) => {
    await tx.query('select from suites where id = $1 for no key update', [suiteId]);
    await work();
  });
}

/**
 * Calls without time to wait for a job; repeats the call when the machine was too slow to answer, so the call must be
 * repeatable.
 */
export async function askInHaste(
  operation: typeof operations.generateEvalCases | typeof operations.commitEvalAuthoringJob,
  target: Suite & { jobId?: string },
) {
  const once = () => ask(operation as typeof operations.generateEvalCases, target, {}, 5_000);
  const said = await waitUntil(
    () =>
      once().then(
        (answer) => ({ answer }),
        (problem: Problem) => problem.code !== 'TIMEOUT' && { problem },
      ),
    25_000,
  );
  if ('problem' in said) throw said.problem;
  return said.answer;
}
/** Starts a job without waiting for it. */
export const begin = (suite: Suite, idempotencyKey: string = randomUUID()) =>
  askInHaste(operations.generateEvalCases, { ...suite, idempotencyKey });

/** A job without a commit: its caller left before its runner was done. */
export async function pendingJob(suite: Suite): Promise<WorkItem> {
  const { accepted, body } = await begin(suite);
  expect([accepted, body.status]).toEqual([true, 'pending']);
  const job = await runner.take();
  expect(job.id).toBe(body.jobId);
  return job;
}
export async function completedJob(suite: Suite, cases: unknown[]): Promise<string> {
  const job = await pendingJob(suite);
  expect(await runner.complete(job, proposal(cases))).toBe(false);
  return job.id;
}
