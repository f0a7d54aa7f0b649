import { createHash } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import type { CaseDraft, EvalAuthoringJobAccepted, EvalCaseImported } from '@assay/contract/documents/authoring';
import type { Job } from '@assay/contract/gen/assay/v1/jobs';
import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import type { Operation } from '@assay/contract/operation';
import {
  cancelEvalAuthoringJob, commitEvalAuthoringJob, createEvalCases, generateEvalCases, getEvalAuthoringJob, importEvalCases, listEvalCases, reviewEvalCaseDraft,
} from '@assay/contract/operations/cases';
import { createEvalSuite, deleteEvalSuite } from '@assay/contract/operations/suites';
import { transaction } from '@assay/kit/db';
import { until } from '@assay/testkit/until';
import { good, playedRunner, proposal, taskOf } from './runner.ts';
import { draft, startTestSuites, type TestSuites } from './start.ts';

let house: TestSuites;
let runner: ReturnType<typeof playedRunner>;
beforeAll(async () => {
  house = await startTestSuites();
  runner = playedRunner(house.runner);
});
afterAll(() => house.stop());

const projectId = 'prj_1';
interface Suite { projectId: string; suiteId: string; declaredSuiteId: string; idempotencyKey: string }
const newSuite = async (changes: object = {}): Promise<Suite> => {
  const { suiteId } = await house.call(createEvalSuite, { projectId }, draft(changes));
  return { projectId, suiteId, declaredSuiteId: '', idempotencyKey: '' };
};

/** Asks, and tells whether the answer was the operation's other reply. */
async function ask<Req extends { projectId: string }, In extends TSchema, Out extends TSchema>(
  operation: Operation<Req, In, Out>, target: Suite & { jobId?: string }, input: object = {}, timeoutMs = 20_000,
): Promise<{ accepted: boolean; body: Static<Out> & EvalCaseImported & EvalAuthoringJobAccepted }> {
  const request = { ...target, input: Buffer.from(JSON.stringify(input)) } as unknown as Req;
  const { json, otherwise } = await house.mesh.call(operation.rpc, request, { caller: house.memberOf(target.projectId), timeoutMs });
  return { accepted: otherwise, body: JSON.parse(json.toString()) };
}
const generate = (suite: Suite, input: object = {}) => ask(generateEvalCases, suite, input);
const importDocument = (suite: Suite, input: object) => ask(importEvalCases, suite, { content: 'one\ntwo\nthree', ...input });
const commit = async (suite: Suite, jobId: string, input: object = {}) => (await ask(commitEvalAuthoringJob, { ...suite, jobId }, input)).body;
const review = ({ projectId: id, suiteId }: Suite, jobId: string, draftId: string, input: object) =>
  house.call(reviewEvalCaseDraft, { projectId: id, suiteId, jobId, draftId }, input);
const cancel = async (suite: Suite, jobId: string) => (await ask(cancelEvalAuthoringJob, { ...suite, jobId })).body;
const read = (suite: Suite, jobId: string) => house.call(getEvalAuthoringJob, { projectId: suite.projectId, suiteId: suite.suiteId, jobId });
const titles = async ({ suiteId }: Suite) => (await house.call(listEvalCases, { projectId, suiteId })).items.map(({ title }) => title);
const jobsIn = async ({ suiteId }: Suite) => (await house.pool.query<{ id: string }>('select id from authoring_jobs where suite_id = $1', [suiteId])).rows.map(({ id }) => id);
const refusal = (path: string, details: object = {}) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path }], ...details } });

/** Does something while somebody else is changing the suite. */
async function whileChanging({ suiteId }: Suite, work: () => Promise<void>): Promise<void> {
  await transaction(house.pool, async (tx) => {
    await tx.query('select from suites where id = $1 for no key update', [suiteId]);
    await work();
  });
}

/** A job that nobody asked to commit: the one who started it went away before its runner was done. */
async function pendingJob(suite: Suite): Promise<Job> {
  const { accepted, body } = await ask(generateEvalCases, suite, {}, 5_000);
  expect([accepted, body.status]).toEqual([true, 'pending']);
  const job = await runner.take();
  expect(job.jobId).toBe(body.jobId);
  return job;
}
async function completedJob(suite: Suite, cases: unknown[]): Promise<string> {
  const job = await pendingJob(suite);
  expect(await runner.complete(job, proposal(cases))).toBe(false);
  return job.jobId;
}

describe('generating cases', () => {
  test('waits for the drafts of a runner and writes them', async () => {
    const suite = await newSuite({ serverIds: ['srv_everything', 'srv_files'] });
    const answer = generate(suite, { caseModels: [{ model: 'scripted/rules' }], varyUserStyles: true });
    const job = await runner.take();
    expect(job).toMatchObject({ kind: 'authoring', projectId });
    expect(taskOf(job)).toEqual({
      version: 1, kind: 'generate', servers: [{ id: 'srv_everything', name: 'everything' }, { id: 'srv_files', name: 'files' }],
      caseMix: { simple: 2, multiTool: 1, multiTurn: 1, complex: 0, negative: 1 }, varyUserStyles: true, existingTitles: ['echo'],
    });
    for (const phase of ['draft', 'nonsense']) {
      expect(await runner.beat(job, phase)).toEqual([]);
      expect(await read(suite, job.jobId)).toMatchObject({ status: 'pending', source: 'generation', phase: 'draft', drafts: [], error: null });
    }
    const silent = { ...good('silent', { isNegative: true }), steps: [{ id: 'p', kind: 'prompt', prompt: 'How are you?' }] };
    await runner.complete(job, proposal([good('first'), silent]));

    const { accepted, body } = await answer;
    expect([accepted, body]).toEqual([false, {
      generationModel: 'scripted/rules', counts: { normal: 1, negative: 1 },
      created: [
        expect.objectContaining({ title: 'first', steps: good('first').steps, isNegative: false, iterations: 5, models: [] }),
        expect.objectContaining({ title: 'silent', isNegative: true, models: [{ model: 'scripted/rules' }] }),
      ],
    }]);
    expect(await titles(suite)).toEqual(['echo', 'first', 'silent']);
    expect(await read(suite, job.jobId)).toMatchObject({ jobId: job.jobId, status: 'completed', phase: 'publish', generationModel: 'scripted/rules', drafts: [], warnings: [] });
  });

  test('uses the servers that are asked for, by name or id', async () => {
    const answer = generate(await newSuite({ serverIds: ['srv_everything', 'srv_files'] }), { servers: ['files'], mode: 'negative' });
    const job = await runner.take();
    expect(taskOf(job)).toMatchObject({ servers: [{ id: 'srv_files' }], caseMix: { simple: 0, negative: 3 } });
    await runner.complete(job, proposal([]));
    expect((await answer).body).toEqual({ generationModel: 'scripted/rules', created: [], counts: { normal: 0, negative: 0 } });
  });

  test('that is not done in time is answered by the job, which can be committed later', async () => {
    const suite = await newSuite();
    const job = await pendingJob(suite);
    const late = commit(suite, job.jobId);
    await runner.complete(job, proposal([good('late')]));
    expect((await late).created).toMatchObject([{ title: 'late' }]);
  });

  test('that fails is answered by the job, with the cause', async () => {
    const suite = await newSuite();
    const answer = generate(suite);
    const job = await runner.take();
    await runner.fail(job, 'SERVER_UNREACHABLE', 'The server "everything" cannot be reached with password=hunter2.\0');
    const error = 'SERVER_UNREACHABLE: The server "everything" cannot be reached with password=[redacted]';
    expect(await answer).toEqual({ accepted: true, body: { jobId: job.jobId, status: 'failed', error, created: [], counts: { normal: 0, negative: 0 } } });
    expect(await read(suite, job.jobId)).toMatchObject({ status: 'failed', error });
    expect(await commit(suite, job.jobId)).toMatchObject({ status: 'failed', error, created: [] });
  });

  test('starts while somebody else changes the suite', async () => {
    const suite = await newSuite();
    await whileChanging(suite, async () => { await pendingJob(suite); });
    const [jobId] = await jobsIn(suite);
    expect(await cancel(suite, jobId!)).toMatchObject({ status: 'cancelled' });
  });

  test.each<[string, number, object, number]>([
    ['a hundred titles', 101, {}, 100],
    ['as many titles as four megabytes of cases have', 50, { message: 'x'.repeat(99_000) }, 42],
  ])('knows the newest cases of the suite: %s', async (_, count, args, known) => {
    const tests = Array.from({ length: count }, (_each, i) => ({ title: `case ${i}`, steps: [{ id: 's', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: { ...args, i } }] }));
    const suite = await newSuite({ tests: tests.slice(0, 1) });
    await house.call(createEvalCases, suite, { cases: tests.slice(1) });
    const job = await pendingJob(suite);
    expect(taskOf(job).existingTitles).toEqual(tests.map(({ title }) => title).toReversed().slice(0, known));
    await cancel(suite, job.jobId);
  });

  test('is limited to ten pending jobs of a project, also when all are asked for at once', async () => {
    const { suiteId } = await house.call(createEvalSuite, { projectId: 'prj_2' }, draft({ serverIds: ['srv_other'] }));
    const suite = { projectId: 'prj_2', suiteId, declaredSuiteId: '', idempotencyKey: '' };
    const start = (idempotencyKey: string) => ask(generateEvalCases, { ...suite, idempotencyKey }, {}, 5_000);
    const keys = Array.from({ length: 13 }, (_, i) => `key ${i}`);
    const answers = await Promise.allSettled(keys.map(start));
    const started = keys.filter((_, i) => answers[i]!.status === 'fulfilled');
    expect([started.length, (await jobsIn(suite)).length]).toEqual([10, 10]);
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'RATE_LIMITED', details: { limit: 10 }, retryAfter: 10 })));

    const { jobId } = (await start(started[0]!)).body;
    const elsewhere = await newSuite();
    await cancel(elsewhere, (await ask(generateEvalCases, elsewhere, {}, 5_000)).body.jobId);
    await cancel(suite, jobId);
    expect((await start('next')).body).toMatchObject({ status: 'pending' });
    await expect(start('one more')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (const id of await jobsIn(suite)) await cancel(suite, id);
  });

  test.each<[string, object, string, object]>([
    ['a server of the project that is not the suite\'s', { servers: ['everything', 'files'] }, '/servers/1', {}],
    ['an environment that is not attached', { environmentId: 'env_1' }, '/environmentId', { reason: 'ENVIRONMENT_NOT_ATTACHED', environmentId: 'env_1', environmentIds: [] }],
    ['servers and an environment', { servers: ['everything'], environmentId: 'env_1' }, '/environmentId', {}],
    ['more of a kind than ten', { caseMix: { simple: 11 } }, '/caseMix/simple', {}],
    ['an unknown key', { color: 'red' }, '/color', {}],
  ])('from %s is refused, and starts nothing', async (_, input, path, details) => {
    const suite = await newSuite();
    await expect(generate(suite, input)).rejects.toMatchObject(refusal(path, details));
    expect(await jobsIn(suite)).toEqual([]);
  });

  test('for a suite whose servers are gone is refused', async () => {
    const suite = await newSuite();
    await house.pool.query(`update suites set body = '{"serverIds":["srv_gone"]}' where id = $1`, [suite.suiteId]);
    await expect(generate(suite)).rejects.toMatchObject(refusal('/servers', { reason: 'NO_SAVED_SERVER_SELECTION' }));
  });

  test('for a suite of another project finds none', async () => {
    const { suiteId } = await newSuite();
    await expect(generate({ projectId: 'prj_2', suiteId, declaredSuiteId: '', idempotencyKey: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('for a suite that a file owns is left to its file', async () => {
    const suite = await newSuite();
    await house.pool.query(`update suites set managed_by = 'ci', declared_id = 'file' where id = $1`, [suite.suiteId]);
    await expect(generate(suite)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'CI_OWNED_SUITE_READ_ONLY' } });
    const answer = generate({ ...suite, declaredSuiteId: 'file' });
    await runner.complete(await runner.take(), proposal([good('by the file')]));
    expect((await answer).body.created).toMatchObject([{ title: 'by the file' }]);
  });
});

describe('importing a document', () => {
  test('keeps where each case stands, to the letter, in 100 KB of mixed line ends', async () => {
    const suite = await newSuite();
    const lines = Array.from({ length: 2_000 }, (_, i) => `## Case ${i} — ${'x'.repeat(i % 40)}`);
    const body = lines.map((line, i) => line + ['\r\n', '\n', '\r'][i % 3]!).join('');
    const content = body + 'y'.repeat(102_400 - Buffer.byteLength(body));
    const answer = importDocument(suite, { content, fileName: 'plan.md' });
    const job = await runner.take();
    expect(taskOf(job)).toMatchObject({ kind: 'import', content });
    await runner.complete(job, proposal([good('first', { startLine: 1, endLine: 3 }), good('last', { startLine: 2_001, endLine: 2_001 })]));
    const source = { format: 'markdown', method: 'ai', fileName: 'plan.md', fileHash: createHash('sha256').update(content).digest('hex'), extractorVersion: 'test-1' };
    expect((await answer).body.created).toMatchObject([
      { title: 'first', source: { ...source, startLine: 1, endLine: 3, excerpt: `${lines[0]}\r\n${lines[1]}\n${lines[2]}` } },
      { title: 'last', source: { ...source, startLine: 2_001, endLine: 2_001, excerpt: expect.stringMatching(/^y+$/) as string } },
    ]);
  });

  test.each<[string, object, string]>([
    ['over 102400 bytes', { content: 'é'.repeat(51_200) + 'x' }, '/content'],
    ['of nothing', { content: '' }, '/content'],
    ['with a NUL', { content: 'a\0b' }, '/content'],
    ['with a policy and no reason', { duplicatePolicy: 'warn' }, '/overrideReason'],
    ['with a policy and an empty reason', { duplicatePolicy: 'create_anyway', overrideReason: '' }, '/overrideReason'],
    ['with an unknown policy', { duplicatePolicy: 'never' }, '/duplicatePolicy'],
    ['with a file name that is too long', { fileName: 'x'.repeat(256) }, '/fileName'],
    ['with a server that is not the suite\'s', { servers: ['files'] }, '/servers/0'],
  ])('%s is refused, and starts nothing', async (_, input, path) => {
    const suite = await newSuite();
    await expect(importDocument(suite, input)).rejects.toMatchObject(refusal(path));
    expect(await jobsIn(suite)).toEqual([]);
  });

  test('holds back what stands on no line of it', async () => {
    const suite = await newSuite();
    const answer = importDocument(suite, {});
    const job = await runner.take();
    await runner.complete(job, proposal([good('here', { startLine: 1, endLine: 3 }), good('nowhere', { startLine: 3, endLine: 4 })]));
    const { created, skipped } = (await answer).body;
    expect([created, skipped]).toMatchObject([[{ source: { fileName: 'document.md', excerpt: 'one\ntwo\nthree' } }], [{ title: 'nowhere', error: expect.stringMatching(/^MISSING_EVIDENCE: /) }]]);
  });

  test.each<[string, (job: Job, suite: Suite) => Promise<unknown>, string]>([
    ['fails', (job) => runner.fail(job, 'OAUTH_REQUIRED', 'no'), 'failed'],
    ['is cancelled', ({ jobId }, suite) => cancel(suite, jobId), 'cancelled'],
    ['answers with no proposal', (job) => runner.complete(job, Buffer.from('{"version":1}')), 'failed'],
    ['answers with no JSON', (job) => runner.complete(job, Buffer.from('{oops')), 'failed'],
  ])('that %s is answered by the job', async (_, end, status) => {
    const suite = await newSuite();
    const answer = importDocument(suite, {});
    const job = await runner.take();
    await end(job, suite);
    expect(await answer).toMatchObject({ accepted: false, body: { jobId: job.jobId, status, created: [] } });
  });
});

describe('a repeated request', () => {
  test('is answered with what the first one wrote, also after further commits', async () => {
    const suite = { ...await newSuite(), idempotencyKey: 'key' };
    const first = generate(suite);
    const job = await runner.take();
    await runner.complete(job, proposal([good('once'), good('doubtful', { issues: [{ code: 'unclear_expectation', message: 'Is it?' }] })]));
    const { body } = await first;
    expect([body.created.length, body.skipped!.length]).toEqual([1, 1]);
    expect(await generate(suite, { idempotencyKey: 'the header wins' })).toEqual({ accepted: false, body });
    expect(await generate({ ...suite, idempotencyKey: '' }, { idempotencyKey: 'key' })).toEqual({ accepted: false, body });
    expect([await jobsIn(suite), await titles(suite)]).toEqual([[job.jobId], ['echo', 'once']]);
  });

  test('that is another one is a conflict', async () => {
    const suite = { ...await newSuite(), idempotencyKey: 'key' };
    const first = generate(suite);
    await runner.complete(await runner.take(), proposal([]));
    await first;
    const used = { code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_CONFLICT' } };
    await expect(generate(suite, { mode: 'negative' })).rejects.toMatchObject(used);
    await expect(importDocument(suite, {})).rejects.toMatchObject(used);
  });

  test('at the same moment makes one job, and both are told what it wrote', async () => {
    const suite = { ...await newSuite(), idempotencyKey: 'at once' };
    const answers = Promise.all(Array.from({ length: 5 }, () => importDocument(suite, {})));
    await runner.complete(await runner.take(), proposal([good('written once', { startLine: 1, endLine: 1 })]));
    const ids = (await answers).map(({ body }) => body.created.map(({ id }) => id));
    expect([new Set(ids.flat()).size, ids.every(({ length }) => length === 1), (await jobsIn(suite)).length]).toEqual([1, true, 1]);
    expect(await runner.lease()).toEqual([]);
  });
});

describe('committing', () => {
  const step = { id: 'p', kind: 'prompt', prompt: 'Say hi.' };
  const fine = { id: 'a', kind: 'assert', assertion: { type: 'noToolErrors' } };
  const callOf = (toolName: string) => ({ id: 's', kind: 'toolCall', serverName: 'everything', toolName });
  const mixed = [
    good('fine'),
    good('unsure', { issues: [{ code: 'missing_prerequisite', message: 'Needs a login.', blocking: false, resolution: 'The model says that it is fine.' }] }),
    good('inventive', { additions: [{ path: '/steps/0', explanation: 'The message is made up.' }] }),
    good('unknown tool', { steps: [callOf('nope'), fine] }),
    good('bad arguments', { steps: [callOf('echo'), fine] }),
    good('destructive', { steps: [callOf('drop'), fine] }),
    good('no expectation', { steps: [step] }),
    good('an id twice', { steps: [step, step, fine] }),
    good('blank', { steps: [{ ...step, prompt: ' ' }, fine] }),
    good('contrary', { isNegative: true, steps: [step, { id: 'a', kind: 'assert', assertion: { type: 'toolCalledWith', toolName: 'echo', args: { args: {} } } }] }),
    good('no step', { steps: [{ id: 's', kind: 'dance' }, fine] }),
    good('half a step', { steps: [{ id: 's', kind: 'prompt', prompt: 5 }, null, { id: 'a', kind: 'assert' }] }),
    good('no steps', { steps: 'none' }),
    { title: ' ', steps: good('x').steps },
    good('no model', { steps: [step, fine] }),
    good('echo again', { steps: draft().tests[0]!.steps, expectedOutput: 'hi' }),
  ];
  const noCases = [
    expect.stringMatching(/^no expectation → MISSING_EXPECTATION: /),
    expect.stringMatching(/^an id twice → UNSUPPORTED_WORKFLOW: /),
    expect.stringMatching(/^blank → UNSUPPORTED_WORKFLOW: /),
    expect.stringMatching(/^contrary → UNCLEAR_EXPECTATION: /),
    expect.stringMatching(/^no step → UNSUPPORTED_WORKFLOW: Step 1 is no step: \/kind /),
    expect.stringMatching(/^half a step → UNSUPPORTED_WORKFLOW: Step 1 is no step: \/prompt /),
    'no steps → UNSUPPORTED_WORKFLOW: The case has no steps.',
    'Untitled → UNSUPPORTED_WORKFLOW: The case has no title.',
    expect.stringMatching(/^no model → INVALID_CASE: \/models /),
    expect.stringMatching(/^echo again → DUPLICATE_CONTENT: .*"echo"/),
  ];
  const told = (skipped: { title: string; error: string }[] | undefined) => skipped!.map(({ title, error }) => `${title} → ${error}`);

  test('skips what is doubtful, says why and where to review it, and leaves it on the job', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, mixed);
    const { created, counts, skipped, reviewUrl } = await commit(suite, jobId);
    expect([created.map(({ title }) => title), counts]).toEqual([['fine'], { normal: 1, negative: 0 }]);
    expect(told(skipped)).toEqual([
      'unsure → MISSING_PREREQUISITE: Needs a login.',
      'inventive → UNACCEPTED_ADDITION: The message is made up.',
      'unknown tool → UNKNOWN_TOOL: The server "everything" declares no tool "nope".',
      expect.stringMatching(/^bad arguments → INVALID_ARGUMENTS: /),
      expect.stringMatching(/^destructive → UNCLEAR_EXPECTATION: "drop" is destructive/),
      ...noCases,
    ]);
    const { drafts, warnings } = await read(suite, jobId);
    expect(drafts.map(({ draftId }) => draftId)).toEqual(skipped!.map(({ draftId }) => draftId));
    expect(drafts.slice(0, 3)).toMatchObject([
      { version: 1, revision: 0, review: 'required', issues: [{ blocking: true, origin: 'model' }] },
      { review: 'required', issues: [], additions: [{ id: 'addition-1', path: '/steps/0' }] },
      { issues: [{ code: 'unknown_tool', stepId: 's', blocking: true, origin: 'validation' }] },
    ]);
    expect(drafts[0]!.issues[0]).not.toHaveProperty('resolution');
    expect(warnings).toEqual([expect.stringMatching(/^"echo again" does the same as the case case_\w+ \("echo"\)/)]);
    expect(reviewUrl).toBe(`https://assay.test/projects/prj_1/evals/${suite.suiteId}/authoring/${jobId}?drafts=${drafts.map(({ draftId }) => draftId).join(',')}`);
  });

  test('writes what a person resolved, and never what is no case, whatever was resolved', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, mixed);
    for (const { draftId, issues, additions } of (await read(suite, jobId)).drafts) {
      const resolutions = issues.map((_, issue) => ({ issue, resolution: 'Somebody looked at it.' }));
      expect(await review(suite, jobId, draftId, { expectedRevision: 0, resolutions, acceptAdditions: additions.map(({ id }) => id) })).toMatchObject({ review: 'accepted' });
    }
    const { created, skipped } = await commit(suite, jobId);
    expect(created.map(({ title }) => title)).toEqual(['fine', 'unsure', 'inventive', 'unknown tool', 'bad arguments', 'destructive']);
    expect(told(skipped)).toEqual(noCases);
  });

  test('again writes only what is left and was resolved since', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, [good('clear'), good('doubtful', { issues: [{ code: 'made_up', message: 'Is it?' }] })]);
    expect((await commit(suite, jobId)).created).toMatchObject([{ title: 'clear' }]);
    expect(await commit(suite, jobId)).toMatchObject({ created: [], skipped: [{ title: 'doubtful', error: 'UNCLEAR_EXPECTATION: Is it?' }] });
    const [{ draftId }] = (await read(suite, jobId)).drafts as [CaseDraft];
    await review(suite, jobId, draftId, { expectedRevision: 0, resolutions: [{ issue: 0, resolution: 'Somebody looked at it.' }] });
    const resolved = await commit(suite, jobId);
    expect([resolved.created, resolved.skipped, resolved.reviewUrl]).toMatchObject([[{ title: 'doubtful' }], undefined, undefined]);
    expect(await commit(suite, jobId)).toEqual({ generationModel: 'scripted/rules', created: [], counts: { normal: 0, negative: 0 } });
    expect([await titles(suite), (await read(suite, jobId)).drafts]).toEqual([['echo', 'clear', 'doubtful'], []]);
  });

  test('a draft that a person reviewed: its doubts resolved, its additions accepted, over the revision that was read', async () => {
    const suite = await newSuite();
    const doubtful = good('doubtful', { issues: [{ code: 'made_up', message: 'Is it?' }, { code: 'made_up', message: 'Really?' }], additions: [{ path: '/steps/0', explanation: 'Made up.' }] });
    const jobId = await completedJob(suite, [doubtful]);
    const [{ draftId }] = (await read(suite, jobId)).drafts as [CaseDraft];
    const settle = (input: object, target = suite) => review(target, jobId, draftId, { expectedRevision: 0, ...input });
    const resolved = { issue: 1, resolution: 'It is meant that way.' };

    await expect(settle({ resolutions: [{ issue: 2, resolution: 'There is none.' }] })).rejects.toMatchObject(refusal('/resolutions/0/issue'));
    await expect(settle({ resolutions: [{ issue: 0, resolution: 'too short' }] })).rejects.toMatchObject(refusal('/resolutions/0/resolution'));
    await expect(settle({ acceptAdditions: ['addition-2'] })).rejects.toMatchObject(refusal('/acceptAdditions/0'));
    await expect(settle({}, { ...suite, projectId: 'prj_2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(review(suite, jobId, 'draft_none', { expectedRevision: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' });

    const [first, second] = await Promise.allSettled([settle({ resolutions: [resolved] }), settle({ resolutions: [resolved] })]);
    expect([first, second].map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT', details: { currentRevision: 1 } } });
    expect(await commit(suite, jobId)).toMatchObject({ created: [], skipped: [{ error: 'UNCLEAR_EXPECTATION: Is it?' }] });

    const last = await settle({ expectedRevision: 1, resolutions: [{ issue: 0, resolution: 'Somebody asked.' }], acceptAdditions: ['addition-1'] });
    expect(last).toMatchObject({ revision: 2, review: 'accepted', additions: [], issues: [{ resolution: 'Somebody asked.' }, resolved].map(({ resolution }) => ({ resolution })) });
    expect((await commit(suite, jobId)).created).toMatchObject([{ title: 'doubtful' }]);
  });

  test('twice at once writes each draft once', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, Array.from({ length: 10 }, (_, i) => good(`draft ${i}`)));
    const answers = await Promise.all([1, 2, 3].map(() => commit(suite, jobId)));
    expect(answers.map(({ created }) => created.length).toSorted((a, b) => a - b)).toEqual([0, 0, 10]);
    expect((await titles(suite)).length).toBe(11);
  });

  test('drafts that repeat each other or a case follows the policy', async () => {
    const suite = await newSuite();
    const again = (title: string) => good('same', { title });
    const jobId = await completedJob(suite, [again('one'), again('two')]);
    expect((await read(suite, jobId)).warnings).toEqual([expect.stringMatching(/^"two" does the same as the case draft_\w+ \("one"\)/)]);
    expect(await commit(suite, jobId)).toMatchObject({ created: [{ title: 'one' }], skipped: [{ title: 'two', error: expect.stringMatching(/^DUPLICATE_CONTENT: /) }] });
    for (const input of [{ duplicatePolicy: 'warn' }, { duplicatePolicy: 'create_anyway' }]) await expect(commit(suite, jobId, input)).rejects.toMatchObject(refusal('/overrideReason'));
    expect((await commit(suite, jobId, { duplicatePolicy: 'warn', overrideReason: 'It is meant.' })).created).toMatchObject([{ title: 'two' }]);
  });

  test.each<[string, object, string]>([
    ['an unknown policy', { duplicatePolicy: 'never' }, '/duplicatePolicy'], ['an empty reason', { overrideReason: '' }, '/overrideReason'], ['an unknown key', { force: true }, '/force'],
  ])('with %s is refused', async (_, input, path) => {
    const suite = await newSuite();
    await expect(commit(suite, 'job_any', input)).rejects.toMatchObject(refusal(path));
  });

  test('a job that is pending at the end of the wait is answered by its status', async () => {
    const suite = await newSuite();
    const { jobId } = await pendingJob(suite);
    const { accepted, body } = await ask(commitEvalAuthoringJob, { ...suite, jobId }, {}, 5_000);
    expect([accepted, body]).toEqual([false, { jobId, status: 'pending', created: [], counts: { normal: 0, negative: 0 } }]);
    await cancel(suite, jobId);
  });

  test('a job that came to nothing waits for nobody who changes its suite', async () => {
    const suite = await newSuite();
    const job = await pendingJob(suite);
    await runner.fail(job, 'OAUTH_REQUIRED', 'no');
    await whileChanging(suite, async () => expect(await commit(suite, job.jobId)).toMatchObject({ status: 'failed', created: [] }));
  });

  test('a job of a document that is reviewed elsewhere finds none', async () => {
    const suite = await newSuite();
    await house.pool.query(`insert into authoring_jobs (id, project_id, suite_id, source, status, request) values ('job_markdown', $1, $2, 'markdown', 'completed', '{}')`, [projectId, suite.suiteId]);
    expect(await read(suite, 'job_markdown')).toMatchObject({ source: 'markdown' });
    await expect(commit(suite, 'job_markdown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is left to the file of a suite that has one', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, [good('x')]);
    await house.pool.query(`update suites set managed_by = 'ci', declared_id = 'owner' where id = $1`, [suite.suiteId]);
    await expect(commit(suite, jobId)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'CI_OWNED_SUITE_READ_ONLY' } });
  });
});

describe('cancelling', () => {
  test('stops a pending job; its runner hears so at the next beat, and its answer changes nothing', async () => {
    const suite = await newSuite();
    const job = await pendingJob(suite);
    const cancelled = await cancel(suite, job.jobId);
    expect(cancelled).toMatchObject({ jobId: job.jobId, status: 'cancelled', error: null, drafts: [] });
    expect(await cancel(suite, job.jobId)).toEqual(cancelled);
    expect([await runner.beat(job, 'draft'), await runner.complete(job, proposal([good('late')]))]).toEqual([[job.jobId], true]);
    expect(await commit(suite, job.jobId)).toEqual({ jobId: job.jobId, status: 'cancelled', created: [], counts: { normal: 0, negative: 0 } });
  });

  test('a completed job is a conflict', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, []);
    await expect(cancel(suite, jobId)).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'completed' } });
  });

  test('that races the runner and a commit leaves a job that is either cancelled or written', async () => {
    const suite = await newSuite();
    for (let i = 0; i < 10; i++) {
      const job = await pendingJob(suite);
      const [late, cancelled, committed] = await Promise.all([
        runner.complete(job, proposal([good(`race ${i}`)])),
        cancel(suite, job.jobId).then(() => true, () => false),
        commit(suite, job.jobId),
      ]);
      expect(late).toBe(cancelled);
      expect(committed.created.length).toBe(cancelled ? 0 : 1);
      expect((await titles(suite)).includes(`race ${i}`)).toBe(!cancelled);
    }
  });
});

test('a job of another project or suite does not exist', async () => {
  const [suite, other] = [await newSuite(), await newSuite()];
  const jobId = await completedJob(suite, []);
  for (const elsewhere of [{ ...suite, projectId: 'prj_2' }, other]) {
    const attempts = [read(elsewhere, jobId), commit(elsewhere, jobId), cancel(elsewhere, jobId)];
    await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })));
  }
});

test('what a model proposes is kept only as far as it can be', async () => {
  const suite = await newSuite();
  const nested = JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown;
  const jobId = await completedJob(suite, [
    good('kept', { title: 't\0itle '.repeat(200), expectedOutput: 7, scenario: { a: 1 }, isNegative: 'yes', evidenceNotes: ['It says so.', 5], issues: 'many', additions: [null, 3, {}] }),
    good('too deep', { scenario: nested }),
    good('too large', { scenario: 'x'.repeat(1_100_000) }),
  ]);
  const { drafts, warnings } = await read(suite, jobId);
  expect(drafts).toHaveLength(1);
  expect(drafts[0]).toMatchObject({ case: { title: 'title '.repeat(200).slice(0, 500), isNegativeTest: false }, issues: [], additions: [], evidenceNotes: ['It says so.'], review: 'accepted' });
  expect(drafts[0]!.case).not.toHaveProperty('expectedOutput');
  expect(warnings).toEqual([expect.stringMatching(/^2 of 3 proposed cases were left out/)]);
});

test('a silent runner\'s job goes to another one, and is given up after three', async () => {
  const suite = await newSuite();
  let job = await pendingJob(suite);
  const silence = () => house.pool.query(`update jobs set lease_until = now() - interval '1 s' where id = $1`, [job.jobId]);
  for (const fence of [2, 3]) {
    await silence();
    job = await runner.take();
    expect(job.fence).toBe(fence);
  }
  await silence();
  const lost = await until(async () => { const found = await read(suite, job.jobId); return found.status !== 'pending' && found; });
  expect(lost).toMatchObject({ status: 'failed', error: expect.stringMatching(/^RUNNER_LOST: /) });
});

test('what one replica started another one hands out and ends, and the first hears of it', async () => {
  const replica = await house.startReplica();
  const suite = await newSuite();
  const answer = generate(suite);
  const elsewhere = playedRunner(replica.runner);
  await elsewhere.complete(await elsewhere.take(), proposal([good('from the other')]));
  expect((await answer).body.created).toMatchObject([{ title: 'from the other' }]);
  await replica.stop();
});

describe('a job goes with what it belongs to:', () => {
  const queued = async (jobId: string) => (await house.pool.query('select from jobs where id = $1', [jobId])).rowCount;

  test('its suite', async () => {
    const suite = await newSuite();
    const job = await pendingJob(suite);
    const waiting = commit(suite, job.jobId).catch((error: unknown) => error);
    await house.call(deleteEvalSuite, { projectId, suiteId: suite.suiteId });
    expect(await waiting).toMatchObject({ code: 'NOT_FOUND' });
    expect([await queued(job.jobId), await jobsIn(suite), await runner.beat(job)]).toEqual([0, [], [job.jobId]]);
  });

  test('its project', async () => {
    const { suiteId } = await house.call(createEvalSuite, { projectId: 'prj_2' }, draft({ serverIds: ['srv_other'] }));
    const suite = { projectId: 'prj_2', suiteId, declaredSuiteId: '', idempotencyKey: '' };
    const job = await pendingJob(suite);
    await house.bus.publish([{
      source: 'test', time: new Date(0), topic: 'assay.access.v1', key: 'prj_2', id: 'prj_2.deleted', type: 'assay.v1.ProjectDeleted',
      value: ProjectDeleted.encode(ProjectDeleted.fromPartial({ projectId: 'prj_2' })).finish(),
    }]);
    await until(async () => (await jobsIn(suite)).length === 0);
    expect(await queued(job.jobId)).toBe(0);
  });
});
