import { operations } from '@assay/contract/operations';
import { echoTranscript } from '../support/harness.ts';
import {
  goalCase,
  openJudgingFixture,
  JUDGE_RUBRIC,
  taskOf,
  trialTranscript,
  type JudgingFixture,
} from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
});
afterAll(() => fixture.close());

const prompted = (id: string) =>
  goalCase(id, {
    steps: [{ id: 'ask', kind: 'prompt', prompt: 'Say it.' }],
    models: [{ model: 'scripted/rules' }],
    expectedOutput: undefined,
  } as object);
const said = (text: string) => ({
  ...trialTranscript(text),
  steps: [{ stepId: 'ask', stepIndex: 0, kind: 'prompt' as const, status: 'ok' as const, startMs: 0, endMs: 1 }],
});

test('a run without a judgement says so', async () => {
  const runId = await fixture.finished(fixture.suite('unasked', [goalCase('a')]));
  expect((await fixture.judgesOf(runId)).goalCompletion).toEqual({
    status: null,
    errorCode: null,
    summary: null,
    generatedAt: null,
    modelUsed: null,
    threshold: 0.7,
    role: 'advisory',
    cases: [],
  });
  expect(await fixture.leaseJobs()).toEqual([]);
});

test('a judge sees each iteration and its reference, and opinions are read by iteration', async () => {
  const runId = await fixture.finished(
    fixture.suite('shown', [goalCase('a'), goalCase('b')], { rubric: JUDGE_RUBRIC }),
  );
  expect(await fixture.request(runId)).toEqual({ runId, projectId: 'prj', status: 'pending' });
  expect(await fixture.judgesOf(runId)).toMatchObject({
    goalCompletion: { status: 'pending', cases: [], progress: { total: 2, completed: 0, errors: 0, skipped: 0 } },
  });
  const jobs = await fixture.leaseJobs();
  expect(jobs.map(taskOf)).toMatchObject([
    {
      model: 'openai/judge',
      account: { organizationId: 'org', projectId: 'prj', suiteId: 'shown', runId },
      reference: { kind: 'expectedOutput', text: 'It says a.' },
      criteria: [
        { id: 'polite', label: 'Is polite' },
        { id: 'short', label: 'Is short' },
      ],
      evidence: { conversation: [{}, { text: 'It says a.' }], toolCalls: [{ tool: 'echo', result: 'a' }] },
    },
    { reference: { text: 'It says b.' } },
  ]);
  await fixture.giveOpinion(jobs[0]!, {
    claims: 4,
    unsupportedClaims: ['password=hunter2'],
    criteria: [
      { id: 'polite', met: true, reason: '' },
      { id: 'short', met: false, reason: 'long' },
      { id: 'unasked', met: true, reason: '' },
    ],
  });
  await fixture.giveOpinion(jobs[1]!, {
    criteria: [
      { id: 'polite', met: false, reason: 'rude' },
      { id: 'short', met: true, reason: '' },
    ],
  });
  const [a, b] = await fixture.iterationsOf(runId);
  const { goalCompletion, groundedness } = await fixture.judgesOf(runId);
  expect(goalCompletion).toMatchObject({
    status: 'completed',
    errorCode: null,
    modelUsed: 'openai/judge',
    threshold: 0.7,
    gating: false,
    standing: 'unmeasured',
    summary: '1 of 2 judged trials passed.',
    progress: { total: 2, completed: 2, errors: 0, skipped: 0 },
    cases: [
      {
        caseKey: 'case a #1',
        iterationId: a!.id,
        status: 'scored',
        score: 0.9,
        passed: true,
        rubricHits: ['polite'],
        evidenceHash: taskOf(jobs[0]!).evidenceHash,
      },
      { caseKey: 'case b #1', iterationId: b!.id, status: 'scored', score: 0.9, passed: false, rubricHits: ['short'] },
    ],
  });
  expect(groundedness).toMatchObject({
    threshold: 1,
    cases: [
      { score: 0.75, passed: false, unsupportedClaims: ['password=[redacted]'] },
      { score: 1, passed: true, unsupportedClaims: [] },
    ],
  });
  expect([a!.judge, b!.judge]).toMatchObject([
    { status: 'scored', gating: false, score: 0.9, passed: true },
    { passed: false },
  ]);
  expect([a!.result, b!.result]).toEqual(['passed', 'passed']);
});

test('without an expected output the prompts are the reference, and scores end at 0.85', async () => {
  fixture.suite('capped', [prompted('p')], { threshold: 0.86 });
  const runId = await fixture.finished('capped', () => said('p'));
  await fixture.request(runId);
  const [job] = await fixture.leaseJobs();
  expect(taskOf(job!).reference).toEqual({ kind: 'prompts', text: 'Say it.' });
  await fixture.giveOpinion(job!, { score: 1 });
  expect((await fixture.judgesOf(runId)).goalCompletion.cases).toMatchObject([{ score: 0.85, passed: false }]);
});

test('an iteration that cannot be judged is skipped with the reason', async () => {
  const suite = fixture.suite('left-out', [
    goalCase('a'),
    goalCase('off', { judge: { enabled: false } }),
    { ...goalCase('bare'), expectedOutput: undefined } as never,
  ]);
  const runId = await fixture.finished(suite);
  await fixture.request(runId);
  await fixture.judgeAll();
  const {
    goalCompletion: { progress, cases, summary },
  } = await fixture.judgesOf(runId);
  expect([progress, summary]).toEqual([
    { total: 3, completed: 3, errors: 0, skipped: 2 },
    '1 of 1 judged trials passed. 2 were skipped.',
  ]);
  expect(cases.map(({ status, reason }) => [status, reason])).toEqual([
    ['scored', 'Fine.'],
    ['skipped', 'The case wants no judge.'],
    ['skipped', 'The case has neither a prompt nor an expected output.'],
  ]);
});

test('a judgement without iterations to judge is over at once', async () => {
  const runId = await fixture.finished(fixture.suite('nothing', [goalCase('off', { judge: { enabled: false } })]));
  await fixture.request(runId);
  expect((await fixture.judgesOf(runId)).goalCompletion).toMatchObject({
    status: 'completed',
    summary: 'No trial was judged. 1 were skipped.',
  });
});

describe('an error of the judge gives no opinion', () => {
  test.each([
    [
      'its provider failed',
      { errorCode: 'SERVER_UNREACHABLE', errorMessage: 'The provider is out of order, token=abc.' },
      'SERVER_UNREACHABLE',
      'The provider is out of order, token=[redacted]',
    ],
    [
      'its budget is used up',
      { errorCode: 'RATE_LIMITED', errorMessage: 'The budget of the run is used up.' },
      'RATE_LIMITED',
      'The budget of the run is used up.',
    ],
    ['its answer is none', { output: '<html>' }, 'INVALID_OPINION', 'The answer of the runner is not a valid opinion.'],
    [
      'its score is beyond the scale',
      {
        output: { version: 1, score: 7, reason: '', criteria: [], claims: 0, unsupportedClaims: [], evidenceHash: '' },
      },
      'INVALID_OPINION',
      'The answer of the runner is not a valid opinion.',
    ],
  ])('when %s', async (name, ending, errorCode, reason) => {
    const runId = await fixture.finished(fixture.suite(`broken: ${name}`, [goalCase('a'), goalCase('b')]));
    await fixture.request(runId);
    const [first, second] = await fixture.leaseJobs();
    await fixture.complete(first!, ending);
    await fixture.giveOpinion(second!);
    expect((await fixture.judgesOf(runId)).goalCompletion).toMatchObject({
      status: 'completed',
      progress: { total: 2, completed: 2, errors: 1 },
      cases: [
        { status: 'error', score: null, passed: false, errorCode, reason },
        { status: 'scored', passed: true },
      ],
    });
    expect((await fixture.iterationsOf(runId))[0]).toMatchObject({
      result: 'passed',
      evaluatorError: false,
      judge: { status: 'error', score: null, passed: null },
    });
  });

  test('and a judgement without any opinion has failed', async () => {
    const runId = await fixture.finished(fixture.suite('mute', [goalCase('a')]));
    await fixture.request(runId);
    await fixture.complete((await fixture.leaseJobs())[0]!, { errorCode: 'TIMEOUT', errorMessage: 'too long' });
    expect((await fixture.judgesOf(runId)).goalCompletion).toMatchObject({
      status: 'failed',
      errorCode: 'TIMEOUT',
      summary: 'No trial was judged. The judge failed on 1.',
    });
    await fixture.request(runId);
    expect(await fixture.leaseJobs()).toHaveLength(1);
  });
});

test('a late or repeated answer changes nothing', async () => {
  const runId = await fixture.finished(fixture.suite('late', [goalCase('a')]));
  await fixture.request(runId);
  const [job] = await fixture.leaseJobs();
  expect(await fixture.giveOpinion(job!)).toBe(true);
  expect(await fixture.giveOpinion(job!, { score: 0 })).toBe(false);
  expect((await fixture.judgesOf(runId)).goalCompletion).toMatchObject({
    progress: { completed: 1 },
    cases: [{ score: 0.9 }],
  });
});

test('the work items of a deleted run are dropped', async () => {
  const runId = await fixture.finished(fixture.suite('gone', [goalCase('a'), goalCase('b')]));
  await fixture.request(runId);
  const { rows } = await fixture.db.pool.query<{ id: string }>(
    'select job_id as id from opinions where job_id is not null and iteration_id in (select id from iterations where run_id = $1)',
    [runId],
  );
  const inQueue = async () =>
    (await fixture.db.pool.query('select from work where id = any($1)', [rows.map(({ id }) => id)])).rowCount;
  expect(await inQueue()).toBe(2);
  await fixture.db.pool.query('delete from iterations where run_id = $1', [runId]);
  await fixture.db.pool.query('delete from runs where id = $1', [runId]);
  expect(await fixture.leaseJobs()).toEqual([]);
  expect(await inQueue()).toBe(0);
});

test('a case without messages is judged by its tool results', async () => {
  const runId = await fixture.finished(fixture.suite('tools only', [goalCase('a')]), () => echoTranscript('a'));
  await fixture.request(runId);
  expect((await fixture.leaseJobs()).map((job) => taskOf(job).evidence.conversation)).toEqual([[]]);
});

test('a model without a provider name is one judge, however it is requested', async () => {
  fixture.world.models.organizationProviders.add('openai');
  const suite = fixture.suite('bare-model', [goalCase('a')], { autoRun: true, model: 'mini' });
  const runId = await fixture.finished(suite);
  const versions: (string | undefined)[] = [];
  for (const isAsked of [false, true]) {
    if (isAsked) await fixture.request(runId, { force: true });
    const [job] = await fixture.leaseJobs();
    expect(taskOf(job!).model).toBe('openai/mini');
    await fixture.giveOpinion(job!);
    versions.push((await fixture.judgesOf(runId)).goalCompletion.judgeVersion);
  }
  const { current } = await fixture.call(operations.getEvalJudgeAgreement, { suiteId: suite });
  expect(versions).toEqual([current!.judgeVersion, current!.judgeVersion]);
  expect(current).toMatchObject({ model: 'openai/mini' });
});

test('a judged run shows its first opinions in brief, and the iterations show all in full', async () => {
  const runId = await fixture.finished(
    fixture.suite('wordy', [goalCase('a', { iterations: 110 })], { rubric: JUDGE_RUBRIC }),
    () => trialTranscript('a'),
  );
  await fixture.report(await fixture.lease('r'), () => trialTranscript('a'));
  await fixture.request(runId);
  const [reason, criteria] = [
    'r'.repeat(2_000),
    JUDGE_RUBRIC.criteria.map(({ id }) => ({ id, met: true, reason: 'c'.repeat(2_000) })),
  ];
  await fixture.judgeAll(() => ({
    reason,
    criteria,
    claims: 9,
    unsupportedClaims: Array.from({ length: 9 }, () => 'u'.repeat(500)),
  }));
  const { goalCompletion, groundedness } = await fixture.judgesOf(runId);
  expect(goalCompletion.progress).toMatchObject({ total: 110, completed: 110 });
  expect([goalCompletion.cases.length, groundedness.cases.length]).toEqual([
    expect.any(Number),
    goalCompletion.cases.length,
  ]);
  expect(goalCompletion.cases.length).toBeGreaterThan(20);
  expect(Buffer.byteLength(JSON.stringify(await fixture.read(runId)))).toBeLessThan(300 * 1024);
  expect(goalCompletion.cases[0]).toMatchObject({
    reason: 'r'.repeat(300),
    criteria: [{ reason: 'c'.repeat(300) }, {}],
  });
  expect((await fixture.iterationsOf(runId))[109]!.judge).toMatchObject({
    reason,
    criteria,
    unsupportedClaims: expect.arrayContaining(['u'.repeat(500)]),
  });
  const brief = await fixture.finished(
    fixture.suite('terse', [goalCase('a', { iterations: 100 }), goalCase('b')], { autoRun: true }),
  );
  await fixture.report(await fixture.lease('r'), () => trialTranscript('b'));
  await fixture.judgeAll();
  expect((await fixture.judgesOf(brief)).goalCompletion.cases).toHaveLength(100);
});
