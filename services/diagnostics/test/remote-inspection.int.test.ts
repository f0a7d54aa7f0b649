import { callTool, listTools } from '@assay/contract/operations/primitives';
import { runDoctor, validateServer } from '@assay/contract/operations/diagnostics';
import { InspectionOutcome } from '@assay/contract/gen/assay/v1/inspection';
import { JobsService, type CompleteJobRequest, type Job } from '@assay/contract/gen/assay/v1/jobs';
import { rows, sql, transaction } from '@assay/kit/db';
import { until } from '@assay/testkit/until';
import { deleteStaleInspections, settleInspection } from '../src/store/inspections.ts';
import { startTestDiagnostics, type TestDiagnostics } from './start.ts';

let house: TestDiagnostics;
beforeAll(async () => { house = await startTestDiagnostics(); });
afterEach(() => house.pool.query('delete from jobs; delete from inspections'));
afterAll(() => house.stop());

const saveCommand = (more: object = {}) => house.save('', { transport: 'stdio', command: 'npx', args: ['printer'], ...more });
const echo = { toolName: 'echo', parameters: { a: 1 } };

const lease = async (labels = ['lab', 'stdio'], more: object = {}): Promise<Job[]> =>
  (await house.runner.call(JobsService.leaseJobs, { runnerId: 'r', freeSlots: 9, waitMs: 5_000, kinds: ['inspect'], labels, ...more })).jobs;
const complete = ({ jobId, fence }: Job, more: Partial<CompleteJobRequest> = {}) =>
  house.runner.call(JobsService.completeJob, { jobId, fence, output: Buffer.alloc(0), errorCode: '', errorMessage: '', givenBack: false, ...more });
const outcome = (given: Partial<InspectionOutcome>): Buffer => Buffer.from(InspectionOutcome.encode({ surface: Buffer.alloc(0), ...given }).finish());
const beat = async ({ jobId, fence }: Job): Promise<string[]> => (await house.runner.call(JobsService.beatJobs, { beats: [{ jobId, fence, phase: '' }] })).stopJobIds;
const left = async () => [(await house.pool.query('select 1 from inspections')).rowCount, (await house.pool.query('select 1 from jobs')).rowCount];
const silence = () => house.pool.query(`update jobs set lease_until = now() - interval '1 s'`);

/** Asks, and lets a runner take the question. */
async function asked<T>(question: () => Promise<T>): Promise<{ answer: Promise<T>; job: Job }> {
  const answer = question();
  answer.catch(() => undefined);
  return { answer, job: (await lease())[0]! };
}

test('a question is handed to a runner with what it needs to know, and its answer arrives byte for byte', async () => {
  const at = saveCommand({ runnerLabels: ['lab'] });
  const { answer, job } = await asked(() => house.send(callTool, at, echo));
  expect(JSON.parse(job.input.toString())).toEqual({ version: 1, inspection: 'callTool', server: { id: at.serverId, name: 'Printer' }, input: echo });
  expect(await rows(house.pool, sql`select labels, organization_id from jobs`)).toEqual([{ labels: ['lab', 'stdio'], organization_id: 'org_1' }]);
  const reply = Buffer.from('{ "z":1.0, "content":[ ] }');
  expect(await complete(job, { output: outcome({ reply }) })).toEqual({ refused: false });
  expect((await answer).equals(reply)).toBe(true);
  expect(await left()).toEqual([0, 0]);
});

test.each([
  ['of a server that is a command', {}, ['stdio'], true], ['of a server with labels', { transport: 'http', url: 'http://x', runnerLabels: ['lab'] }, ['lab'], true],
  ['of a command, for a runner that starts none', {}, ['lab'], false], ['of a command with labels, for a runner without', { runnerLabels: ['lab'] }, ['stdio'], false],
])('a question %s is for runners that reach it', async (_, saved, labels, taken) => {
  const answer = house.send(validateServer, saveCommand(saved)).catch(() => undefined);
  await until(async () => (await left())[1] === 1);
  const jobs = await lease(labels, { waitMs: 0 });
  expect(jobs).toHaveLength(taken ? 1 : 0);
  await house.pool.query('delete from jobs');
  await answer;
});

test.each<[string, () => Promise<unknown>, number, number]>([
  ['a call, by connecting and its cap', () => house.send(callTool, saveCommand(), echo, { timeoutMs: 300_000 }), 130_000, 130_000],
  ['a call of a server that was given longer', () => house.send(callTool, saveCommand({ timeoutMs: 200_000 }), echo, { timeoutMs: 300_000 }), 210_000, 210_000],
  ['an examination', () => house.send(runDoctor, saveCommand(), {}, { timeoutMs: 300_000 }), 75_000, 75_000],
  ['anything, by how long somebody waits', () => house.send(callTool, saveCommand(), echo), 55_000, 59_500],
])('what a runner may take is bounded: %s', async (_, question, least, most) => {
  const { job } = await asked(question);
  expect(job.timeoutMs).toBeGreaterThanOrEqual(least);
  expect(job.timeoutMs).toBeLessThanOrEqual(most);
});

test.each<[string, Partial<CompleteJobRequest>, object]>([
  ['the Problem that it met, with its details', { output: outcome({ problem: Buffer.from('{"code":"SERVER_UNREACHABLE","message":"It ended.","details":{"exitCode":3}}') }) }, { code: 'SERVER_UNREACHABLE', message: 'It ended.', details: { exitCode: 3 } }],
  ['its own failure', { errorCode: 'TIMEOUT', errorMessage: 'The job took longer than 1 s.' }, { code: 'TIMEOUT', message: 'The job took longer than 1 s.' }],
  ['a failure of a kind that callers do not know', { errorCode: 'RUNNER_LOST', errorMessage: 'Three went silent.' }, { code: 'INTERNAL_ERROR', message: 'Three went silent.' }],
])('who asked is told what the runner answers: %s', async (_, ending, problem) => {
  const { answer, job } = await asked(() => house.send(listTools, saveCommand()));
  await complete(job, ending);
  await expect(answer).rejects.toMatchObject(problem);
  expect(await left()).toEqual([0, 0]);
});

test('an answer that another replica took is heard of', async () => {
  const { answer, job } = await asked(() => house.send(listTools, saveCommand()));
  await transaction(house.pool, async (tx) => {
    await settleInspection(tx, job.jobId, outcome({ reply: Buffer.from('{"items":[]}') }));
    await tx.query(sql`delete from jobs where id = ${job.jobId}`);
  });
  expect((await answer).toString()).toBe('{"items":[]}');
});

test('when nobody waits any more, the runner is told to stop, and nothing is left', async () => {
  const leaving = new AbortController();
  const { answer, job } = await asked(() => house.send(callTool, saveCommand(), echo, { signal: leaving.signal }));
  expect(await beat(job)).toEqual([]);
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
  await until(async () => (await beat(job)).length === 1);
  expect(await complete(job, { output: outcome({ reply: Buffer.from('{}') }) })).toEqual({ refused: true });
  await until(async () => (await left()).every((count) => count === 0));
});

test('a question that no runner takes is answered in time with what is missing', async () => {
  const [command, labelled] = await Promise.all([saveCommand(), house.save('http://x', { runnerLabels: ['lab'] })].map((at) => house.send(validateServer, at).catch((error: unknown) => error)));
  expect(command).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED', message: expect.stringContaining('No runner that may start commands (label stdio)'), details: { labels: ['stdio'], cause: 'runner_missing' } });
  expect(labelled).toMatchObject({ code: 'FEATURE_NOT_SUPPORTED', message: expect.stringContaining('with the labels lab'), details: { labels: ['lab'] } });
  expect(await left()).toEqual([0, 0]);
}, 20_000);

describe('when the runner goes silent,', () => {
  test('another one is given a question', async () => {
    const { answer, job } = await asked(() => house.send(listTools, saveCommand()));
    await silence();
    const [again] = await lease();
    expect(again).toMatchObject({ jobId: job.jobId, fence: job.fence + 1 });
    await complete(again!, { output: outcome({ reply: Buffer.from('{"items":[]}') }) });
    expect((await answer).toString()).toBe('{"items":[]}');
  });

  test('a call is not made by another one, and that its outcome is not known is said', async () => {
    const { answer } = await asked(() => house.send(callTool, saveCommand(), echo));
    await silence();
    await expect(answer).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', message: expect.stringContaining('not known') });
    expect(await left()).toEqual([0, 0]);
  });

  test('a call that another one asks for before anybody noticed is not handed out', async () => {
    const { answer } = await asked(() => house.send(callTool, saveCommand(), echo));
    // Both at once, as it may happen: the question is free, and the next request takes it.
    await silence();
    expect(await lease(undefined, { waitMs: 0 })).toEqual([]);
    await expect(answer).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
  });
});

test('what a replica left behind when it ended is swept away, and its job is given to nobody', async () => {
  const { job } = await asked(() => house.send(listTools, saveCommand()));
  await house.pool.query(`update inspections set created_at = now() - interval '1 hour'`);
  await deleteStaleInspections(house.pool, 15 * 60_000);
  await silence();
  expect([job.kind, await lease(undefined, { waitMs: 0 }), await left()]).toEqual(['inspect', [], [0, 0]]);
});
