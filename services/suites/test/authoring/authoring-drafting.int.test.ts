import { createHash } from 'node:crypto';
import { bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { operations } from '@assay/contract/operations';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import {
  begin,
  cancel,
  closeFixture,
  commit,
  generate,
  authoringFixture,
  importDocument,
  jobsIn,
  newSuite,
  openFixture,
  pendingJob,
  projectId,
  read,
  refusal,
  runner,
  titles,
  whileChanging,
  type Suite,
} from './authoring-fixture.ts';
import { good, proposal, taskOf } from './runner.ts';
import { draft } from '../support/start.ts';

beforeAll(openFixture);
afterAll(closeFixture);

describe('generating cases', () => {
  test('waits for the drafts of a runner and writes them', async () => {
    const suite = await newSuite({ serverIds: ['srv_everything', 'srv_files'] });
    const answer = generate(suite, { caseModels: [{ model: 'scripted/rules' }], varyUserStyles: true });
    const job = await runner.take();
    expect(job).toMatchObject({ kind: 'authoring', projectId });
    expect(taskOf(job)).toEqual({
      version: 1,
      kind: 'generate',
      servers: [
        { id: 'srv_everything', name: 'everything' },
        { id: 'srv_files', name: 'files' },
      ],
      caseMix: { simple: 2, multiTool: 1, multiTurn: 1, complex: 0, negative: 1 },
      varyUserStyles: true,
      existingTitles: ['echo'],
      organizationId: 'org_1',
      suiteId: suite.suiteId,
    });
    for (const phase of ['draft', 'nonsense']) {
      expect(await runner.beat(job, phase)).toEqual([]);
      expect(await read(suite, job.id)).toMatchObject({
        status: 'pending',
        source: 'generation',
        phase: 'draft',
        drafts: [],
        error: null,
      });
    }
    const silent = {
      ...good('silent', { isNegative: true }),
      steps: [{ id: 'p', kind: 'prompt', prompt: 'How are you?' }],
    };
    await runner.complete(job, proposal([good('first'), silent]));

    const { accepted, body } = await answer;
    expect([accepted, body]).toEqual([
      false,
      {
        kind: 'cases',
        jobId: job.id,
        generationModel: 'scripted/rules',
        counts: { normal: 1, negative: 1 },
        created: [
          expect.objectContaining({
            title: 'first',
            steps: good('first').steps,
            isNegative: false,
            iterations: 5,
            models: [],
          }),
          expect.objectContaining({ title: 'silent', isNegative: true, models: [{ model: 'scripted/rules' }] }),
        ],
      },
    ]);
    expect(await titles(suite)).toEqual(['echo', 'first', 'silent']);
    expect(await read(suite, job.id)).toMatchObject({
      jobId: job.id,
      status: 'completed',
      phase: 'publish',
      generationModel: 'scripted/rules',
      drafts: [],
      warnings: [],
    });
  });

  test('uses the servers that are asked for, by name or id', async () => {
    const answer = generate(await newSuite({ serverIds: ['srv_everything', 'srv_files'] }), {
      servers: ['files'],
      mode: 'negative',
    });
    const job = await runner.take();
    expect(taskOf(job)).toMatchObject({ servers: [{ id: 'srv_files' }], caseMix: { simple: 0, negative: 3 } });
    await runner.complete(job, proposal([]));
    expect((await answer).body).toEqual({
      kind: 'cases',
      jobId: job.id,
      generationModel: 'scripted/rules',
      created: [],
      counts: { normal: 0, negative: 0 },
    });
  });

  test('is answered by the job when it is not done in time; the job can be committed later', async () => {
    const suite = await newSuite();
    const job = await pendingJob(suite);
    const late = commit(suite, job.id);
    await runner.complete(job, proposal([good('late')]));
    expect((await late).created).toMatchObject([{ title: 'late' }]);
  });

  test('is answered by the job with the cause when it fails', async () => {
    const suite = await newSuite();
    const answer = generate(suite);
    const job = await runner.take();
    await runner.fail(job, 'SERVER_UNREACHABLE', 'The server "everything" cannot be reached with password=hunter2.\0');
    const error = 'SERVER_UNREACHABLE: The server "everything" cannot be reached with password=[redacted]';
    expect(await answer).toEqual({
      accepted: true,
      body: {
        kind: 'authoringJob',
        jobId: job.id,
        status: 'failed',
        error,
        created: [],
        counts: { normal: 0, negative: 0 },
      },
    });
    expect(await read(suite, job.id)).toMatchObject({ status: 'failed', error });
    expect(await commit(suite, job.id)).toMatchObject({ status: 'failed', error, created: [] });
  });

  test('starts while another transaction changes the suite', async () => {
    const suite = await newSuite();
    await whileChanging(suite, async () => {
      await pendingJob(suite);
    });
    const [jobId] = await jobsIn(suite);
    expect(await cancel(suite, jobId!)).toMatchObject({ status: 'cancelled' });
  });

  test.each<[string, number, object, number]>([
    ['a hundred titles', 101, {}, 100],
    ['as many titles as four megabytes of cases have', 50, { message: 'x'.repeat(99_000) }, 42],
  ])('sends the titles of the newest cases: %s', async (_, count, args, known) => {
    const tests = Array.from({ length: count }, (_each, i) => ({
      title: `case ${i}`,
      steps: [{ id: 's', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: { ...args, i } }],
    }));
    const suite = await newSuite({ tests: tests.slice(0, 1) });
    await authoringFixture.call(operations.createEvalCases, suite, { cases: tests.slice(1) });
    const job = await pendingJob(suite);
    expect(taskOf(job).existingTitles).toEqual(
      tests
        .map(({ title }) => title)
        .toReversed()
        .slice(0, known),
    );
    await cancel(suite, job.id);
  });

  test('is limited to ten pending jobs of a project, also in concurrent requests', async () => {
    const { suiteId } = await authoringFixture.call(
      operations.createEvalSuite,
      { projectId: 'prj_2' },
      draft({ serverIds: ['srv_other'] }),
    );
    const suite = { projectId: 'prj_2', suiteId, declaredSuiteId: '', idempotencyKey: '' };
    const start = (key: string) => begin(suite, key);
    const keys = Array.from({ length: 13 }, (_, i) => `key ${i}`);
    const answers = await Promise.allSettled(keys.map(start));
    const started = keys.filter((_, i) => answers[i]!.status === 'fulfilled');
    expect([started.length, (await jobsIn(suite)).length]).toEqual([10, 10]);
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    expect(refused).toMatchObject(
      Array.from({ length: 3 }, () => ({ code: 'RATE_LIMITED', details: { limit: 10 }, retryAfter: 10 })),
    );

    const { jobId } = (await start(started[0]!)).body;
    const elsewhere = await newSuite();
    await cancel(elsewhere, (await begin(elsewhere)).body.jobId);
    await cancel(suite, jobId);
    expect((await start('next')).body).toMatchObject({ status: 'pending' });
    await expect(start('one more')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (const id of await jobsIn(suite)) await cancel(suite, id);
  }, 120_000);

  test.each<[string, object, string, object]>([
    ["a server of the project that is not the suite's", { servers: ['everything', 'files'] }, '/servers/1', {}],
    [
      'an environment that is not attached',
      { environmentId: 'env_1' },
      '/environmentId',
      { reason: 'ENVIRONMENT_NOT_ATTACHED', environmentId: 'env_1', environmentIds: [] },
    ],
    ['servers and an environment', { servers: ['everything'], environmentId: 'env_1' }, '/environmentId', {}],
    ['more of a kind than ten', { caseMix: { simple: 11 } }, '/caseMix/simple', {}],
    ['an unknown key', { color: 'red' }, '/color', {}],
  ])('from %s is refused, and starts nothing', async (_, input, path, details) => {
    const suite = await newSuite();
    await expect(generate(suite, input)).rejects.toMatchObject(refusal(path, details));
    expect(await jobsIn(suite)).toEqual([]);
  });

  test('from an environment of the suite uses its servers', async () => {
    const { environments } = authoringFixture.bundles;
    environments.set('env_files', bundleOfEnvironment('env_files', 'files', { selectedServerIds: ['srv_files'] }));
    const suite = await newSuite({ environmentIds: ['env_files'] });
    const answer = generate(suite, { environmentId: 'env_files' });
    const job = await runner.take();
    expect(taskOf(job)).toMatchObject({ servers: [{ id: 'srv_files', name: 'files' }] });
    await runner.complete(job, proposal([good('of files')]));
    expect((await answer).body.created).toMatchObject([{ title: 'of files' }]);
  });

  test('for a suite whose servers are gone is refused', async () => {
    const suite = await newSuite();
    await authoringFixture.pool.query(`update suites set body = '{"serverIds":["srv_gone"]}' where id = $1`, [
      suite.suiteId,
    ]);
    await expect(generate(suite)).rejects.toMatchObject(refusal('/servers', { reason: 'NO_SAVED_SERVER_SELECTION' }));
  });

  test('for a suite of another project is NOT_FOUND', async () => {
    const { suiteId } = await newSuite();
    await expect(
      generate({ projectId: 'prj_2', suiteId, declaredSuiteId: '', idempotencyKey: '' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test("for a suite that a file owns needs the file's id", async () => {
    const suite = await newSuite();
    await authoringFixture.pool.query(`update suites set managed_by = 'ci', declared_id = 'file' where id = $1`, [
      suite.suiteId,
    ]);
    await expect(generate(suite)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'CI_OWNED_SUITE_READ_ONLY' },
    });
    const answer = generate({ ...suite, declaredSuiteId: 'file' });
    await runner.complete(await runner.take(), proposal([good('by the file')]));
    expect((await answer).body.created).toMatchObject([{ title: 'by the file' }]);
  });
});

describe('importing a document', () => {
  test('keeps the lines of each case without changes, in 100 KB of mixed line ends', async () => {
    const suite = await newSuite();
    const lines = Array.from({ length: 2_000 }, (_, i) => `## Case ${i} — ${'x'.repeat(i % 40)}`);
    const body = lines.map((line, i) => line + ['\r\n', '\n', '\r'][i % 3]!).join('');
    const content = body + 'y'.repeat(102_400 - Buffer.byteLength(body));
    const answer = importDocument(suite, { content, fileName: 'plan.md' });
    const job = await runner.take();
    expect(taskOf(job)).toMatchObject({ kind: 'import', content });
    await runner.complete(
      job,
      proposal([good('first', { startLine: 1, endLine: 3 }), good('last', { startLine: 2_001, endLine: 2_001 })]),
    );
    const source = {
      format: 'markdown',
      method: 'ai',
      fileName: 'plan.md',
      fileHash: createHash('sha256').update(content).digest('hex'),
      extractorVersion: 'test-1',
    };
    expect((await answer).body.created).toMatchObject([
      {
        title: 'first',
        source: { ...source, startLine: 1, endLine: 3, excerpt: `${lines[0]}\r\n${lines[1]}\n${lines[2]}` },
      },
      {
        title: 'last',
        source: { ...source, startLine: 2_001, endLine: 2_001, excerpt: expect.stringMatching(/^y+$/) as string },
      },
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
    ["with a server that is not the suite's", { servers: ['files'] }, '/servers/0'],
  ])('%s is refused, and starts nothing', async (_, input, path) => {
    const suite = await newSuite();
    await expect(importDocument(suite, input)).rejects.toMatchObject(refusal(path));
    expect(await jobsIn(suite)).toEqual([]);
  });

  test('holds back cases without lines in the document', async () => {
    const suite = await newSuite();
    const answer = importDocument(suite, {});
    const job = await runner.take();
    await runner.complete(
      job,
      proposal([good('here', { startLine: 1, endLine: 3 }), good('nowhere', { startLine: 3, endLine: 4 })]),
    );
    const { created, skipped } = (await answer).body;
    expect([created, skipped]).toMatchObject([
      [{ source: { fileName: 'document.md', excerpt: 'one\ntwo\nthree' } }],
      [{ title: 'nowhere', error: expect.stringMatching(/^MISSING_EVIDENCE: /) }],
    ]);
  });

  test.each<[string, (job: WorkItem, suite: Suite) => Promise<unknown>, string]>([
    ['fails', (job) => runner.fail(job, 'OAUTH_REQUIRED', 'no'), 'failed'],
    ['is cancelled', ({ id }, suite) => cancel(suite, id), 'cancelled'],
    ['answers with no proposal', (job) => runner.complete(job, Buffer.from('{"version":1}')), 'failed'],
    ['answers with no JSON', (job) => runner.complete(job, Buffer.from('{oops')), 'failed'],
  ])('that %s is answered by the job', async (_, end, status) => {
    const suite = await newSuite();
    const answer = importDocument(suite, {});
    const job = await runner.take();
    await end(job, suite);
    expect(await answer).toMatchObject({ accepted: false, body: { jobId: job.id, status, created: [] } });
  });
});

describe('a repeated request', () => {
  test('is answered with the result of the first one, also after further commits', async () => {
    const suite = { ...(await newSuite()), idempotencyKey: 'key' };
    const first = generate(suite);
    const job = await runner.take();
    await runner.complete(
      job,
      proposal([good('once'), good('doubtful', { issues: [{ code: 'unclear_expectation', message: 'Is it?' }] })]),
    );
    const { body } = await first;
    expect([body.created.length, body.skipped!.length]).toEqual([1, 1]);
    expect(await generate(suite, { idempotencyKey: 'the header wins' })).toEqual({ accepted: false, body });
    expect(await generate({ ...suite, idempotencyKey: '' }, { idempotencyKey: 'key' })).toEqual({
      accepted: false,
      body,
    });
    expect([await jobsIn(suite), await titles(suite)]).toEqual([[job.id], ['echo', 'once']]);
  });

  test('with another body is a conflict', async () => {
    const suite = { ...(await newSuite()), idempotencyKey: 'key' };
    const first = generate(suite);
    await runner.complete(await runner.take(), proposal([]));
    await first;
    const used = { code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_CONFLICT' } };
    await expect(generate(suite, { mode: 'negative' })).rejects.toMatchObject(used);
    await expect(importDocument(suite, {})).rejects.toMatchObject(used);
  });

  test('at the same moment makes one job, and both receive its result', async () => {
    const suite = { ...(await newSuite()), idempotencyKey: 'at once' };
    const answers = Promise.all(Array.from({ length: 5 }, () => importDocument(suite, {})));
    await runner.complete(await runner.take(), proposal([good('written once', { startLine: 1, endLine: 1 })]));
    const ids = (await answers).map(({ body }) => body.created.map(({ id }) => id));
    expect([new Set(ids.flat()).size, ids.every(({ length }) => length === 1), (await jobsIn(suite)).length]).toEqual([
      1,
      true,
      1,
    ]);
    expect(await runner.lease()).toEqual([]);
  });
});
