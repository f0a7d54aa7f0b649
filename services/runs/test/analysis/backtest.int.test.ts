import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { testCaller } from '../support/harness.ts';
import {
  caseOf,
  goalCase,
  openJudgingFixture,
  refusalOf,
  JUDGE_RUBRIC,
  trialTranscript,
  type JudgingFixture,
} from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
});
afterAll(() => fixture.close());

const backtest = (runId: string, draft: object = {}) => fixture.call(operations.backtestEvalRun, { runId }, draft);
/** Ends the pause of a run, so that another backtest may begin at once. */
const rest = (runId: string) => fixture.db.pool.query('delete from backtests where run_id = $1', [runId]);
const contains = (needle: string) => ({ type: 'toolResultContains', needle });
const FULL = { passed: 0, failed: 0, evaluatorErrors: 0, judgePassed: 0, judgeFailed: 0 };

test('a draft of checks is evaluated on recorded transcripts, and nothing is stored', async () => {
  const runId = await fixture.finished(
    fixture.suite(
      'checks',
      ['a', 'b'].map((id) => goalCase(id)),
    ),
  );
  const stored = async () =>
    (
      await fixture.db.pool.query(
        'select i.grade::text, i.result, r.* from iterations i join runs r on r.id = i.run_id where r.id = $1 order by i.position',
        [runId],
      )
    ).rows;
  const before = await stored();
  const [a, b] = await fixture.iterationsOf(runId);
  expect(await backtest(runId, { checks: [contains('a')] })).toEqual({
    runId,
    before: { ...FULL, passed: 2 },
    after: { ...FULL, passed: 1, failed: 1 },
    flips: { toPassed: 0, toFailed: 1 },
    notReplayed: 0,
    notJudged: [],
    iterations: [
      {
        iterationId: a!.id,
        testCaseId: 'a',
        title: 'case a',
        iterationNumber: 1,
        before: { result: 'passed', evaluatorError: false },
        after: { result: 'passed', evaluatorError: false },
      },
      {
        iterationId: b!.id,
        testCaseId: 'b',
        title: 'case b',
        iterationNumber: 1,
        before: { result: 'passed', evaluatorError: false },
        after: { result: 'failed', evaluatorError: false },
      },
    ],
  });
  expect(await stored()).toEqual(before);
});

test('a check whose evidence is missing is an evaluator error', async () => {
  const runId = await fixture.finished(fixture.suite('evidence', [goalCase('a')]));
  expect(await backtest(runId, { checks: [{ type: 'toolNamesUnique' }] })).toMatchObject({
    before: { passed: 1 },
    after: { passed: 0, failed: 0, evaluatorErrors: 1 },
  });
});

test("drafted match options are layered over the cases' own", async () => {
  const prompted = goalCase('a', {
    steps: [{ id: 'ask', kind: 'prompt', prompt: 'Say it.' }],
    models: [{ model: 'scripted/rules' }],
  });
  const spoken = {
    ...trialTranscript('a'),
    steps: [{ stepId: 'ask', stepIndex: 0, kind: 'prompt' as const, status: 'ok' as const, startMs: 0, endMs: 1 }],
    toolCalls: trialTranscript('a').toolCalls.map((call) => ({ ...call, stepId: 'ask', promptIndex: 0 })),
  };
  const runId = await fixture.finished(fixture.suite('matching', [prompted]), () => spoken);
  expect(await backtest(runId, { matchOptions: { extraToolCalls: 0 } })).toMatchObject({
    before: { passed: 1 },
    after: { failed: 1 },
    flips: { toFailed: 1 },
  });
});

describe('a draft of the judge is compared with its stored opinions', () => {
  const judged = async (suite: string) => {
    const runId = await fixture.finished(
      fixture.suite(suite, [goalCase('a', { iterations: 3 })], { autoRun: true, rubric: JUDGE_RUBRIC }),
    );
    let count = 0;
    await fixture.judgeAll(() => ({
      score: [0.9, 0.75, 0.5][count++]!,
      criteria: [
        { id: 'polite', met: true, reason: '' },
        { id: 'short', met: count === 1, reason: '' },
      ],
    }));
    return runId;
  };

  test("its threshold with its scores, and people's labels before and after", async () => {
    const runId = await judged('threshold');
    for (const [i, { id }] of (await fixture.iterationsOf(runId)).entries())
      await fixture.label(runId, id, i === 0 ? 'passed' : 'failed');
    expect(await backtest(runId, { threshold: 0.8 })).toMatchObject({
      before: { judgePassed: 2, judgeFailed: 1, passed: 3 },
      after: { judgePassed: 1, judgeFailed: 2, passed: 3 },
      flips: { toPassed: 0, toFailed: 0 },
      agreement: {
        before: { n: 3, matrix: { bothPassed: 1, onlyJudgePassed: 1, bothFailed: 1 } },
        after: { n: 3, matrix: { bothPassed: 1, onlyJudgePassed: 0, bothFailed: 2 }, kappa: { value: 1 } },
      },
    });
  });

  test('its rubric with its opinion about each criterion', async () => {
    const runId = await judged('rubric');
    expect(
      await backtest(runId, { rubric: { criteria: [{ id: 'short', label: 'Is short', required: true }] } }),
    ).toMatchObject({ after: { judgePassed: 1, judgeFailed: 2 }, notJudged: [] });
  });

  test('and a criterion without an opinion is listed as not judged', async () => {
    const runId = await judged('unasked');
    const { after, notJudged, iterations } = await backtest(runId, {
      rubric: { criteria: [{ id: 'kind', label: 'Is kind', required: true }] },
    });
    expect([after.judgePassed, after.judgeFailed, notJudged]).toEqual([0, 1, ['kind']]);
    expect(iterations.map((each) => each.after.judgePassed)).toEqual([null, null, false]);
  });
});

describe('a run of more than a hundred iterations', () => {
  let runId: string;
  beforeAll(async () => {
    runId = await fixture.launch(
      fixture.suite('large', [goalCase('a', { iterations: 150 }), goalCase('b', { iterations: 60 })]),
    );
    await fixture.report(await fixture.lease('r', 256), (item) => trialTranscript(caseOf(item)));
  });

  test('is replayed in pages of a hundred, each iteration once, without a pause in between', async () => {
    const draft = { checks: [contains('a')] };
    const seen: string[] = [];
    const counts: unknown[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
      const { iterations, after, continuation } = await backtest(runId, {
        ...draft,
        ...given({ cursor }),
      });
      seen.push(...iterations.map(({ iterationId }) => iterationId));
      counts.push([after.passed, after.failed]);
      cursor = continuation?.cursor;
      if (cursor === undefined) break;
    }
    expect(counts).toEqual([
      [100, 0],
      [50, 50],
      [0, 10],
    ]);
    expect(new Set(seen).size).toBe(210);
    expect(seen).toHaveLength(210);
  });

  test('cannot be continued under another draft', async () => {
    await rest(runId);
    const { continuation } = await backtest(runId, { checks: [contains('a')] });
    expect(await refusalOf(backtest(runId, { checks: [contains('b')], ...continuation }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/cursor' }] },
    });
  });
});

test('iterations that did not complete stay unchanged', async () => {
  const runId = await fixture.launch(fixture.suite('partly', [goalCase('a'), goalCase('b')]));
  const items = await fixture.lease('r');
  await fixture.report(items.slice(0, 1), () => trialTranscript('a'));
  await fixture.report(items.slice(1), () => trialTranscript('b'), { outcome: 4 });
  expect(await backtest(runId)).toMatchObject({
    notReplayed: 1,
    before: { passed: 1, failed: 0 },
    iterations: [{ testCaseId: 'a' }],
  });
});

test('a run rests for a minute between drafts of any caller', async () => {
  const runId = await fixture.finished(fixture.suite('rests', [goalCase('a')]));
  const asked = await Promise.all(
    [1, 2, 3].map(() =>
      backtest(runId).then(
        () => 'answered',
        (problem: unknown) => problem,
      ),
    ),
  );
  expect(asked.filter((answer) => answer === 'answered')).toHaveLength(1);
  const problem = await refusalOf(backtest(runId));
  expect(problem).toMatchObject({ code: 'RATE_LIMITED', details: { reason: 'BACKTEST_COOLDOWN' } });
  expect(problem.retryAfter).toBeGreaterThan(50);
  expect(problem.retryAfter).toBeLessThanOrEqual(60);
  await fixture.db.pool.query(`update backtests set started_at = now() - interval '61 seconds' where run_id = $1`, [
    runId,
  ]);
  expect(await backtest(runId)).toMatchObject({ runId });
});

describe('a draft is refused', () => {
  let runId: string;
  beforeAll(async () => {
    runId = await fixture.finished(fixture.suite('refusals', [goalCase('a')]));
  });

  test.each([
    ['a check of no known type', { checks: [{ type: 'noSuchThing' }] }, '/checks/0'],
    ['an invalid pattern', { checks: [{ type: 'responseMatches', pattern: '(' }] }, '/checks/0/pattern'],
    ['invalid match options', { matchOptions: { toolCallOrder: 'random' } }, '/matchOptions/toolCallOrder'],
    ['an empty rubric', { rubric: { criteria: [] } }, '/rubric'],
    [
      'two criteria of one id',
      {
        rubric: {
          criteria: [
            { id: 'a', label: 'A' },
            { id: 'a', label: 'B' },
          ],
        },
      },
      '/rubric/criteria/1/id',
    ],
    ['a threshold beyond the scale', { threshold: -1 }, '/threshold'],
    ['a key it does not know', { model: 'openai/judge' }, '/model'],
    ['a cursor of its own', { cursor: 'abc' }, '/cursor'],
  ])('with %s, and starts no pause', async (_, draft, path) => {
    const { code, details } = await refusalOf(backtest(runId, draft));
    expect([code, (details as { issues: { path: string }[] }).issues[0]!.path]).toEqual([
      'VALIDATION_ERROR',
      expect.stringContaining(path),
    ]);
    expect((await fixture.db.pool.query('select from backtests where run_id = $1', [runId])).rowCount).toBe(0);
  });

  test('while the run is under way', async () => {
    const open = await fixture.launch(fixture.suite('goes-on', [goalCase('a')]));
    expect(await refusalOf(backtest(open))).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'RUN_NOT_TERMINAL' },
    });
    await fixture.report(await fixture.lease('r'), () => trialTranscript('a'));
  });

  test('in another project', async () => {
    expect(
      await refusalOf(
        fixture.call(
          operations.backtestEvalRun,
          { projectId: 'theirs', runId },
          {},
          { ...testCaller, projectId: 'theirs' },
        ),
      ),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });
});
