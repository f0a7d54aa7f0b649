import { gunzipSync } from 'node:zlib';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { RunRegraded } from '@assay/mesh/events';
import { GRADING_VERSION } from '@assay/grading/grading-version';
import { operations } from '@assay/contract/operations';
import { WorkService } from '@assay/mesh/gen/assay/v1/work';
import { waitUntil } from '@assay/testkit/until';
import { testCaller } from '../support/harness.ts';
import {
  caseOf,
  goalCase,
  openJudgingFixture,
  refusalOf,
  trialTranscript,
  type JudgingFixture,
} from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
});
afterAll(() => fixture.close());

const regrade = (runId: string, body: object = {}) => fixture.call(operations.regradeEvalRun, { runId }, body);
const PER_CASE = { caseGrading: { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 } };
/** Replaces the stored grades of a run with wrong ones, as of an older grading version. */
async function misgrade(runId: string): Promise<void> {
  await fixture.db.pool.query(
    `update iterations set result = 'failed', grade = (grade::jsonb || '{"result":"failed","checks":[]}')::json where run_id = $1 and result = 'passed'`,
    [runId],
  );
  await fixture.db.pool.query(`update runs set passed = 0, failed = total, result = 'failed' where id = $1`, [runId]);
}
const asserting = (id: string, needle: string): FrozenCase =>
  goalCase(id, {
    steps: goalCase(id).steps.map((step) =>
      step.kind === 'assert' ? { ...step, assertion: { type: 'toolResultContains', needle } } : step,
    ),
  });

test('repeated regrades of a correctly graded run change nothing', async () => {
  const runId = await fixture.finished(fixture.suite('same', [goalCase('a'), goalCase('b')]), () =>
    trialTranscript('a'),
  );
  const before = await fixture.read(runId);
  const stored = async () =>
    (
      await fixture.db.pool.query(
        'select id, result, evaluator_error, grade::jsonb from iterations where run_id = $1 order by position',
        [runId],
      )
    ).rows;
  const graded = await stored();
  for (const number of [1, 2]) {
    expect(await regrade(runId)).toMatchObject({
      runId,
      number,
      checks: 'frozen',
      before: { result: 'failed', measurementUnit: 'trial', passed: 1, failed: 1, excluded: 0 },
      after: { result: 'failed', passed: 1, failed: 1, excluded: 0 },
      changedCount: 0,
      changedIterationIds: [],
      keptCaseIds: [],
      run: { id: runId },
    });
  }
  expect(await fixture.read(runId)).toEqual(before);
  expect(await stored()).toEqual(graded);
});

test('a regrade by other grading rules than the verdict rests on names both versions', async () => {
  const runId = await fixture.finished(fixture.suite('aged', [goalCase('a')]), () => trialTranscript('a'));
  await fixture.db.pool.query('update runs set grading_version = 1 where id = $1', [runId]);
  expect(await regrade(runId)).toMatchObject({
    gradingVersion: { before: 1, after: GRADING_VERSION },
    run: { gradingVersion: GRADING_VERSION },
  });
});

test('an iteration with a masked secret in its evidence keeps its result', async () => {
  const text = 'the answer is password: hunter2';
  const runId = await fixture.finished(fixture.suite('secretive', [asserting('a', text)]), () => trialTranscript(text));
  expect(await fixture.read(runId)).toMatchObject({ result: 'passed' });
  const { rows } = await fixture.db.pool.query('select transcript from iterations where run_id = $1', [runId]);
  expect(gunzipSync(rows[0].transcript as Buffer).toString()).toContain('password: [redacted]');
  expect(await regrade(runId)).toMatchObject({
    after: { result: 'passed', measurementUnit: 'trial', passed: 1 },
    changedCount: 0,
  });
});

test('wrong grades are corrected everywhere, and the regrade is recorded with its user', async () => {
  const runId = await fixture.finished(fixture.suite('mended', [goalCase('a'), goalCase('b')]));
  await misgrade(runId);
  const ids = (await fixture.iterationsOf(runId)).map(({ id }) => id);
  expect(await regrade(runId)).toMatchObject({
    before: { result: 'failed', passed: 0, failed: 2 },
    after: { result: 'passed', passed: 2, failed: 0 },
    changedCount: 2,
    changedIterationIds: ids,
    run: { status: 'completed', result: 'passed', verdict: 'passed', summary: { passed: 2, failed: 0, passRate: 1 } },
  });
  expect((await fixture.iterationsOf(runId)).map(({ result, checks }) => [result, checks.length])).toEqual([
    ['passed', 1],
    ['passed', 1],
  ]);
  const { rows } = await fixture.db.pool.query(
    'select number, user_id, checks, before, after, changed from run_regrades where run_id = $1',
    [runId],
  );
  expect(rows).toEqual([
    {
      number: 1,
      user_id: 'usr',
      checks: 'frozen',
      before: { result: 'failed', measurementUnit: 'trial', passed: 0, failed: 2, excluded: 0 },
      after: { result: 'passed', measurementUnit: 'trial', passed: 2, failed: 0, excluded: 0 },
      changed: 2,
    },
  ]);
});

test('a run that is graded per case is decided again', async () => {
  const runId = await fixture.finished(fixture.suite('per case', [goalCase('a', { iterations: 2 })], {}, PER_CASE));
  await misgrade(runId);
  expect((await regrade(runId)).run).toMatchObject({
    result: 'passed',
    decision: { verdict: 'passed', cases: [{ passedTrials: 2 }] },
    summary: { passed: 1, failed: 0 },
  });
});

describe("by the suite's current assertions", () => {
  test('a case with unchanged actions gets its current assertions', async () => {
    const runId = await fixture.finished(fixture.suite('present', [goalCase('a'), goalCase('b')]));
    fixture.suite('present', [asserting('a', 'zzz'), goalCase('b')]);
    const [a] = await fixture.iterationsOf(runId);
    expect(await regrade(runId, { checks: 'current' })).toMatchObject({
      checks: 'current',
      after: { result: 'failed', passed: 1, failed: 1 },
      changedIterationIds: [a!.id],
      keptCaseIds: [],
    });
    expect(await regrade(runId)).toMatchObject({
      after: { result: 'passed', passed: 2 },
      changedIterationIds: [a!.id],
    });
  });

  test("under the launch's match options", async () => {
    const steps: FrozenCase['steps'] = [
      { id: 'ask', kind: 'prompt', prompt: 'Say it.' },
      {
        id: 'check',
        kind: 'assert',
        assertion: { type: 'toolCalledWith', toolName: 'echo', args: { args: { message: 'a' } } },
      },
    ];
    const suiteId = fixture.suite('options', [goalCase('a', { steps, models: [{ model: 'scripted/rules' }] })]);
    const { runId } = await fixture.call(
      operations.createEvalRun,
      {},
      { suiteId, matchOptionsOverride: { arguments: 'ignore' } },
    );
    const said = trialTranscript('a');
    await fixture.report(await fixture.lease('r'), () => ({
      ...said,
      toolCalls: said.toolCalls.map((call) => ({
        ...call,
        stepId: 'ask',
        promptIndex: 0,
        arguments: { message: 'b' },
      })),
      steps: [
        { stepId: 'ask', stepIndex: 0, kind: 'prompt', status: 'ok', startMs: 0, endMs: 1 },
        { stepId: 'check', stepIndex: 1, kind: 'assert', status: 'pending', startMs: 1, endMs: 1 },
      ],
    }));
    const before = (await fixture.read(runId)).summary;
    expect(await regrade(runId, { checks: 'current' })).toMatchObject({
      changedCount: 0,
      keptCaseIds: [],
      run: { summary: before },
    });
  });

  test("with the suite's current checks", async () => {
    const runId = await fixture.finished(fixture.suite('checks', [goalCase('a')]));
    fixture.world.suites.set('checks', {
      ...fixture.world.suites.get('checks')!,
      checks: [{ type: 'toolNeverCalled', toolName: 'echo' }],
    });
    const failures = async () =>
      (await fixture.call(operations.getEvalRunStageAnalytics, { runId })).failureCategories.length;
    expect(await failures()).toBe(0);
    expect(await regrade(runId, { checks: 'current' })).toMatchObject({ after: { failed: 1 } });
    expect(await failures()).toBe(1);
  });

  test('a changed or deleted case keeps its frozen assertions', async () => {
    const runId = await fixture.finished(fixture.suite('moved', [goalCase('a'), goalCase('b'), goalCase('c')]));
    const other = goalCase('a', {
      steps: goalCase('a').steps.map((step) => (step.kind === 'toolCall' ? { ...step, toolName: 'get-sum' } : step)),
    });
    fixture.suite('moved', [other, goalCase('c')]);
    expect(await regrade(runId, { checks: 'current' })).toMatchObject({
      after: { result: 'passed', passed: 3 },
      changedCount: 0,
      keptCaseIds: ['a', 'b'],
    });
  });
});

test('a gating judgement stays in force', async () => {
  const suite = fixture.suite('judged', [goalCase('a', { iterations: 20 })], { autoRun: true });
  const labelled = await fixture.finished(suite);
  let count = 0;
  await fixture.judgeAll(() => ({ score: count++ < 10 ? 0.9 : 0.1 }));
  for (const { id, judge } of await fixture.iterationsOf(labelled))
    await fixture.label(labelled, id, judge!.passed ? 'passed' : 'failed');
  const runId = await fixture.finished(
    fixture.suite('judged', [goalCase('a', { iterations: 2 })], { autoRun: true, role: 'gating' }),
  );
  await fixture.judgeAll(() => ({ score: count++ % 2 === 0 ? 0.9 : 0.1 }));
  expect(await fixture.read(runId)).toMatchObject({ result: 'failed', summary: { passed: 1, failed: 1 } });
  expect(await regrade(runId)).toMatchObject({ after: { passed: 1, failed: 1 }, changedCount: 0 });
});

test('an assertion about a live page cannot be replayed and stays an evaluator error', async () => {
  const widget = goalCase('a', {
    steps: [
      ...goalCase('a').steps,
      { id: 'live', kind: 'assert', assertion: { kind: 'textVisible', toolName: 'chart', text: 'x' } },
    ] as FrozenCase['steps'],
  });
  const runId = await fixture.finished(fixture.suite('widget', [widget]), (item) => ({
    ...trialTranscript(caseOf(item)),
    steps: [
      ...trialTranscript('a').steps,
      { stepId: 'live', stepIndex: 2, kind: 'assert', status: 'pending', startMs: 2, endMs: 2 },
    ],
  }));
  const [before] = await fixture.iterationsOf(runId);
  expect(await regrade(runId)).toMatchObject({ changedCount: 0 });
  const [after] = await fixture.iterationsOf(runId);
  expect([before!.evaluatorError, after!.evaluatorError]).toEqual([true, true]);
});

test('an event tells the suite about the changes', async () => {
  const runId = await fixture.finished(fixture.suite('told', [goalCase('a'), goalCase('b')]));
  await misgrade(runId);
  await regrade(runId);
  const {
    rows: [told],
  } = await waitUntil(async () => {
    const found = await fixture.bus.pool.query<{ type: string; key: string; value: Buffer }>(
      'select type, key, value from messages where event_id = $1',
      [`${runId}.1.RunRegraded`],
    );
    return found.rows.length > 0 && found;
  });
  expect(told).toMatchObject({ type: RunRegraded.type, key: runId });
  expect(RunRegraded.codec.decode(told!.value)).toMatchObject({
    runId,
    projectId: 'prj',
    suiteId: 'told',
    number: 1,
    result: 'passed',
    total: 2,
    passedBefore: 0,
    failedBefore: 2,
    passed: 2,
    failed: 0,
    summary: { measurementUnit: 'trial', total: 2, passed: 2, failed: 0, passRate: 1 },
  });
});

test('insights of earlier grades are deleted, and their explanation is dropped', async () => {
  const runId = await fixture.finished(fixture.suite('found', [goalCase('a'), goalCase('b')]), () =>
    trialTranscript('a'),
  );
  expect(await fixture.call(operations.requestEvalRunInsights, { runId })).toMatchObject({ status: 'pending' });
  await regrade(runId);
  expect((await fixture.read(runId)).insights).toMatchObject({ status: 'not_requested', findings: [] });
  expect(
    (
      await fixture.asRunner.call(WorkService.lease, {
        runnerId: 'r',
        freeSlots: 9,
        waitMs: 0,
        kinds: ['explain'],
        labels: [],
      })
    ).items,
  ).toEqual([]);
});

describe('regrades leave resources for others', () => {
  /** Runs `work` while another transaction holds locks on these runs, so that regrades of them wait. */
  const whileHeld = async (
    runIds: string[],
    work: (waiting: (count: number) => Promise<unknown>) => Promise<void>,
  ): Promise<void> => {
    const client = await fixture.db.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from runs where id = any($1) for update', [runIds]);
      await work((count) =>
        waitUntil(
          async () =>
            (
              await fixture.db.pool.query(
                `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).rowCount === count,
        ),
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test('one regrade of a run at a time: a second is refused at once', async () => {
    const runId = await fixture.finished(fixture.suite('twice', [goalCase('a')]));
    let first: Promise<unknown> | undefined;
    await whileHeld([runId], async (waiting) => {
      first = regrade(runId);
      await waiting(1);
      expect(await refusalOf(regrade(runId))).toMatchObject({ code: 'CONFLICT' });
    });
    expect(await first).toMatchObject({ number: 1, changedCount: 0 });
  });

  test('two regrades in one process: others wait without a connection', async () => {
    const suite = fixture.suite('many', [goalCase('a')]);
    const runIds: string[] = [];
    while (runIds.length < 12) runIds.push(await fixture.finished(suite));
    let all: Promise<unknown>[] = [];
    await whileHeld(runIds, async (waiting) => {
      all = runIds.map((runId) => regrade(runId));
      await waiting(2);
      expect(await fixture.read(runIds[0]!)).toMatchObject({ status: 'completed' });
      await waiting(2);
    });
    expect(await Promise.all(all)).toHaveLength(12);
  });
});

test('an iteration without a recording keeps its result', async () => {
  const runId = await fixture.finished(fixture.suite('lost', [goalCase('a'), goalCase('b')]));
  await fixture.db.pool.query('update iterations set transcript = null where run_id = $1 and position = 0', [runId]);
  expect(await regrade(runId)).toMatchObject({ after: { passed: 2 }, changedCount: 0 });
});

test('an unreadable recording rolls the whole regrade back', async () => {
  const runId = await fixture.finished(fixture.suite('torn', [goalCase('a'), goalCase('b')]));
  await misgrade(runId);
  await fixture.db.pool.query(`update iterations set transcript = '\\x00' where run_id = $1 and position = 1`, [runId]);
  expect(await refusalOf(regrade(runId))).toMatchObject({ code: 'INTERNAL_ERROR' });
  expect(await fixture.read(runId)).toMatchObject({ result: 'failed', summary: { passed: 0, failed: 2 } });
  expect((await fixture.iterationsOf(runId))[0]).toMatchObject({ result: 'failed', checks: [] });
});

test('the trace shows the new grades', async () => {
  const runId = await fixture.finished(fixture.suite('trace', [goalCase('a')]));
  await misgrade(runId);
  await regrade(runId);
  const [{ id } = { id: '' }] = await fixture.iterationsOf(runId);
  expect((await fixture.call(operations.getEvalIterationTrace, { runId, iterationId: id })).checks).toMatchObject([
    { status: 'passed' },
  ]);
});

describe('a regrade is refused', () => {
  test('while the run is under way', async () => {
    const runId = await fixture.launch(fixture.suite('open', [goalCase('a')]));
    expect(await refusalOf(regrade(runId))).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'RUN_NOT_TERMINAL' },
    });
    await fixture.call(operations.cancelEvalRun, { runId });
    expect(await refusalOf(regrade(runId))).toMatchObject({ code: 'CONFLICT', details: { status: 'cancelled' } });
  });

  test.each([
    ['invalid checks', { checks: 'future' }, '/checks'],
    ['a key it does not know', { force: true }, '/force'],
  ])('with %s', async (name, body, path) => {
    const runId = await fixture.finished(fixture.suite(`bad ${name}`, [goalCase('a')]));
    expect(await refusalOf(regrade(runId, body))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
  });

  test('in another project', async () => {
    const runId = await fixture.finished(fixture.suite('theirs', [goalCase('a')]));
    expect(
      await refusalOf(
        fixture.call(
          operations.regradeEvalRun,
          { projectId: 'theirs', runId },
          {},
          { ...testCaller, projectId: 'theirs' },
        ),
      ),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });
});
