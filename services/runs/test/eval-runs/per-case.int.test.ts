import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { RunFinished } from '@assay/mesh/events';
import type { CaseGrading } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { waitUntil } from '@assay/testkit/until';
import { endOverdueRuns } from '../../src/background/watchdog.ts';
import { echoCase, silentLog, openRuns, echoTranscript, type HeldItem } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
let suites = 0;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const GRADING: CaseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
const tried = (id: string, iterations: number, passThreshold: number, more: Partial<FrozenCase> = {}) =>
  echoCase(id, { iterations, passThreshold, ...more });

/** A run of a suite that grades per case, with all iterations leased. */
async function leasedRun(
  cases: FrozenCase[],
  body: object = {},
  caseGrading = GRADING,
): Promise<{ runId: string; suiteId: string; items: HeldItem[] }> {
  const suiteId = `suite${++suites}`;
  runs.world.suites.set(suiteId, { cases, suite: { caseGrading, minimumAccuracy: 0 } });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId, ...body });
  const items = (await runs.lease('r')).filter((item) => item.runId === runId);
  return { runId, suiteId, items };
}

const caseOf = (item: HeldItem) => (JSON.parse(item.case.toString()) as FrozenCase).id;
const rightly = (items: HeldItem[]) => runs.report(items, (item) => echoTranscript(caseOf(item)));
const wrongly = (items: HeldItem[]) => runs.report(items, () => echoTranscript('something else'));
const read = (runId: string) => runs.call(operations.getEvalRun, { runId });

test('each case is decided by its own threshold, and counts are of cases', async () => {
  const { runId, suiteId, items } = await leasedRun([tried('easy', 4, 0.5), tried('hard', 1, 1)]);
  expect(await read(runId)).toMatchObject({
    verdict: 'notEstablished',
    undecided: { reason: 'runNotTerminal' },
    verdictPolicyVersion: 2,
    measurementUnit: 'caseVariant',
    minimumAccuracy: null,
    summary: { total: 2, passed: 0, failed: 0 },
  });
  await rightly(items.filter((item) => caseOf(item) === 'hard' || item.iterationNumber <= 2));
  await wrongly(items.filter((item) => caseOf(item) === 'easy' && item.iterationNumber > 2));
  const run = await read(runId);
  expect(run).toMatchObject({
    status: 'completed',
    result: 'passed',
    verdict: 'passed',
    summary: { total: 2, passed: 2, failed: 0, inconclusive: 0, passRate: 1 },
    decision: {
      verdictPolicyVersion: 2,
      verdict: 'passed',
      reasons: ['allMeasuredCasesMetThreshold'],
      validity: {
        holds: true,
        configuredTrials: 5,
        attemptedTrials: 5,
        eligibleTrials: 5,
        policy: {
          coverage: { kind: 'allConfiguredTrialsAttempted', minGradeableTrials: 1 },
          minCompletionRate: 0.8,
          maxEvaluatorErrorRate: 0.1,
        },
      },
      cases: [
        {
          caseId: 'easy',
          configuredTrials: 4,
          passedTrials: 2,
          failedTrials: 2,
          effectivePassThreshold: 0.5,
          mixedVerdict: true,
          verdict: 'passed',
          reason: 'casePassRateMetThreshold',
        },
        {
          caseId: 'hard',
          configuredTrials: 1,
          passedTrials: 1,
          failedTrials: 0,
          effectivePassThreshold: 1,
          mixedVerdict: false,
          verdict: 'passed',
        },
      ],
    },
  });
  expect(run).not.toHaveProperty('undecided');
  const {
    items: [listed],
  } = await runs.call(operations.listEvalSuiteRuns, { suiteId });
  expect(listed).toMatchObject({ id: runId, verdict: 'passed', summary: run.summary });
  expect(listed).not.toHaveProperty('decision');
});

test('a case below its threshold fails the run, even if all others passed', async () => {
  const { runId, items } = await leasedRun([tried('good', 9, 1), tried('bad', 1, 1)]);
  await rightly(items.filter((item) => caseOf(item) === 'good'));
  await wrongly(items.filter((item) => caseOf(item) === 'bad'));
  expect(await read(runId)).toMatchObject({
    result: 'failed',
    verdict: 'failed',
    summary: { total: 2, passed: 1, failed: 1, passRate: 0.5 },
    decision: { reasons: ['casePassRateBelowThreshold'] },
  });
});

test('a run with too little evidence is inconclusive, and its event says so', async () => {
  const { runId, items } = await leasedRun([tried('seen', 1, 1), tried('unseen', 1, 1)]);
  await wrongly(items.filter((item) => caseOf(item) === 'seen'));
  await runs.report(
    items.filter((item) => caseOf(item) === 'unseen'),
    () => echoTranscript(''),
    { outcome: Outcome.SETUP_FAILED, errorCode: 'SERVER_UNREACHABLE', errorMessage: 'down' },
  );
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'inconclusive',
    verdict: 'inconclusive',
    summary: { total: 2, passed: 0, failed: 1, inconclusive: 1 },
    decision: {
      verdict: 'inconclusive',
      reasons: ['completionRateBelowMinimum', 'caseHasNoEligibleTrials'],
      validity: { holds: false },
    },
  });
  const finished = await waitUntil(async () => {
    const {
      rows: [row],
    } = await runs.bus.pool.query<{ value: Buffer }>('select value from messages where event_id = $1', [
      `${runId}.RunFinished`,
    ]);
    return row && RunFinished.codec.decode(row.value);
  });
  expect(finished).toMatchObject({
    status: 'completed',
    result: 'inconclusive',
    total: 2,
    passed: 0,
    failed: 2,
    summary: {
      measurementUnit: 'caseVariant',
      total: 2,
      passed: 0,
      failed: 1,
      passRate: 0,
      verdict: 'inconclusive',
      because: expect.stringContaining('completed') as string,
    },
  });
});

test('evaluator errors are left out, and too many of them leave the run inconclusive', async () => {
  const needsTools = { checks: { mode: 'extend' as const, list: [{ type: 'toolNamesUnique' as const }] } };
  const { runId, items } = await leasedRun([tried('blind', 2, 1, needsTools)]);
  await rightly(items);
  expect(await read(runId)).toMatchObject({
    result: 'inconclusive',
    decision: {
      reasons: ['noGradeableTrials', 'evaluatorErrorRateAboveMaximum', 'caseHasNoEligibleTrials'],
      validity: { evaluatorErrorRate: { state: 'measured', value: 1, numerator: 2, denominator: 2 } },
    },
  });
});

test('the suite sets the minimum of eligible iterations', async () => {
  const { runId, items } = await leasedRun([tried('few', 2, 1)], {}, { ...GRADING, minEligibleTrials: 3 });
  await rightly(items);
  expect(await read(runId)).toMatchObject({
    result: 'inconclusive',
    decision: {
      reasons: ['eligibleTrialsBelowMinimum'],
      validity: { policy: { coverage: { kind: 'minEligibleTrials', minEligibleTrials: 3 } } },
    },
  });
});

test('a case with two models is two variants, and an override changes the configured count', async () => {
  runs.world.models.hostedModels = ['scripted/rules', 'scripted/other'];
  const prompting = tried('asks', 5, 1, {
    isNegative: true,
    models: [{ model: 'rules', provider: 'scripted' }, { model: 'scripted/other' }],
    steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }],
  });
  const { runId, items } = await leasedRun([prompting], { iterationOverride: 2 });
  expect(items).toHaveLength(4);
  await runs.report(items, ({ model }) => ({
    version: 1,
    messages: [],
    userMessages: 1,
    toolCalls: [],
    steps: [
      {
        stepId: 'p',
        stepIndex: 0,
        kind: 'prompt',
        status: model === 'scripted/rules' ? 'ok' : 'fail',
        startMs: 0,
        endMs: 1,
      },
    ],
  }));
  expect(await read(runId)).toMatchObject({
    result: 'failed',
    summary: { total: 2, passed: 1, failed: 1 },
    decision: {
      cases: [
        {
          caseId: 'asks',
          configuredTrials: 2,
          verdict: 'passed',
          executionVariant: { model: 'scripted/rules', provider: 'scripted' },
        },
        {
          caseId: 'asks',
          configuredTrials: 2,
          verdict: 'failed',
          executionVariant: { model: 'scripted/other', provider: 'scripted' },
        },
      ],
    },
  });
});

test('a stopped run is not decided', async () => {
  const { runId, items } = await leasedRun([tried('a', 2, 1)]);
  await rightly(items.slice(0, 1));
  const cancelled = await runs.call(operations.cancelEvalRun, { runId });
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    result: null,
    verdict: 'notEstablished',
    undecided: { reason: 'runStatusNotAVerdict' },
    summary: { total: 1, passed: 0, failed: 0 },
  });
  expect(cancelled).not.toHaveProperty('decision');
});

test('a contradictory iteration makes the run inconclusive with the contradiction', async () => {
  const { runId, items } = await leasedRun([tried('a', 2, 1)]);
  await rightly(items.slice(0, 1));
  await runs.db.pool.query('update iterations set result = null where id = $1', [items[0]!.iterationId]);
  await rightly(items.slice(1));
  const run = await read(runId);
  expect(run).toMatchObject({
    result: 'inconclusive',
    verdict: 'inconclusive',
    verdictPolicyIntegrityError: expect.stringContaining('without a verdict'),
    summary: { total: 1, passed: 0, failed: 0 },
  });
  expect(run).not.toHaveProperty('decision');
});

test('a case with an escape that Postgres cannot parse is decided like any other', async () => {
  const { runId, items } = await leasedRun([
    tried('a', 2, 0.5, {
      title: 'a NUL',
      steps: [
        {
          id: 'call',
          kind: 'toolCall',
          serverName: 'everything',
          toolName: 'echo',
          arguments: { message: 'before\u0000after' },
        },
        ...echoCase('a').steps.slice(1),
      ],
    }),
  ]);
  await wrongly(items.slice(0, 1));
  expect(await rightly(items.slice(1))).toEqual([]);
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    decision: { cases: [{ configuredTrials: 2, effectivePassThreshold: 0.5 }] },
  });
});

describe('a run that cannot be decided', () => {
  const broken = async () => {
    const run = await leasedRun([tried('a', 1, 1)]);
    await runs.db.pool.query(
      `update runs set spec = (spec::jsonb || '{"caseGrading":"nonsense"}')::json where id = $1`,
      [run.runId],
    );
    return run;
  };

  test('does not stop another run of the same report', async () => {
    const [bad, good] = [await broken(), await leasedRun([tried('a', 1, 1)])];
    expect(await rightly([...bad.items, ...good.items])).toEqual(bad.items.map(({ iterationId }) => iterationId));
    expect(await read(good.runId)).toMatchObject({ status: 'completed', result: 'passed' });
    expect(await read(bad.runId)).toMatchObject({ status: 'running', summary: { passed: 0 } });
  });

  test('does not stop another run whose runner became silent', async () => {
    const [bad, good] = [await broken(), await leasedRun([tried('a', 1, 1)])];
    await runs.db.pool.query(
      `update iterations set attempts = 3, lease_until = now() - interval '1 s' where run_id = any($1)`,
      [[bad.runId, good.runId]],
    );
    await endOverdueRuns(runs.db.pool, silentLog);
    // The service's own watchdog may have been faster, and may still be at work.
    await waitUntil(async () => (await read(good.runId)).status === 'completed');
    expect(await read(good.runId)).toMatchObject({ status: 'completed', result: 'inconclusive' });
  });
});

test('a case-graded run refuses a required accuracy', async () => {
  runs.world.suites.set('graded', { cases: [tried('a', 1, 1)], suite: { caseGrading: GRADING } });
  await expect(
    runs.call(operations.createEvalRun, {}, { suiteId: 'graded', passCriteria: { minimumPassRate: 90 } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/passCriteria' }] } });
});
