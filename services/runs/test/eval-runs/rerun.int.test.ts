import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { echoCase, openRuns, echoTranscript } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  runs.world.models.hostedModels = ['scripted/rules', 'scripted/other'];
});
afterAll(() => runs.close());

const three = () => ['a', 'b', 'c'].map((id) => echoCase(id, { iterations: 2 }));
const rerun = (runId: string, body: object = { scope: 'failed_cases' }, key = '') =>
  runs.call(operations.rerunEvalRun, { runId, idempotencyKey: key }, body);
const refusal = (runId: string, body?: object) =>
  rerun(runId, body).then(
    (answer) => {
      throw new Error(`was accepted: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );
const preview = (runId: string) => runs.call(operations.previewEvalRerun, { runId });

/** A run whose second iteration of these cases fails. */
async function finished(suiteId: string, failing: string[], body: object = {}): Promise<string> {
  await runs.db.pool.query(`update runs set status = 'cancelled' where status = 'pending'`);
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId, ...body });
  const items = (await runs.lease('r')).filter((item) => item.runId === runId);
  await runs.report(items, (item) => {
    const { id } = JSON.parse(item.case.toString()) as { id: string };
    return echoTranscript(item.iterationNumber === 2 && failing.includes(id) ? 'wrong' : id);
  });
  return runId;
}

test('a run of an archived suite is not run again, and a repeated request still gets its answer', async () => {
  runs.world.suites.set('archived', { cases: three() });
  const source = await finished('archived', ['a']);
  const { runId } = await rerun(source, undefined, 'once');
  runs.world.suites.set('archived', { cases: three(), suite: { archived: true } });
  expect(await refusal(source)).toMatchObject({ code: 'CONFLICT', details: { reason: 'SUITE_ARCHIVED' } });
  expect(await rerun(source, undefined, 'once')).toMatchObject({ runId });
});

test("failed cases run again with the suite's current content, and name their source run", async () => {
  runs.world.suites.set('mixed', { cases: three() });
  const source = await finished('mixed', ['a', 'c'], {
    toolApproval: 'readOnly',
    maxSteps: 7,
    notes: 'nightly',
    iterationOverride: 2,
  });
  runs.world.suites.set('mixed', { cases: three().map((each) => ({ ...each, iterations: 3 })) });
  expect(await preview(source)).toEqual({
    runId: source,
    suiteId: 'mixed',
    scope: 'failed_cases',
    sourceStatus: 'completed',
    sourceTerminal: true,
    totalCaseCount: 3,
    selectedCaseCount: 2,
    selectedCaseIds: ['a', 'c'],
    reasons: { failed: 2, evaluator_error: 0, timed_out: 0, execution_failed: 0, setup_failed: 0, pending: 0 },
    excluded: { passed: 1, cancelled: 0, skipped: 0 },
    rerunnable: true,
  });
  const { runId, ...created } = await rerun(source);
  expect(created).toEqual({
    suiteId: 'mixed',
    suiteName: 'mixed',
    runNumber: 2,
    status: 'pending',
    servers: [{ id: 'srv', name: 'everything' }],
    environment: null,
    caseUpsert: { committed: [], failed: [] },
    rerunOfRunId: source,
    rerunScope: 'failed_cases',
    selectedCaseCount: 2,
  });
  expect(await runs.call(operations.getEvalRun, { runId })).toMatchObject({
    rerunOfRunId: source,
    rerunScope: 'failed_cases',
    notes: 'nightly',
    summary: { total: 6 },
  });
  expect(await runs.call(operations.getEvalRun, { runId: source })).not.toHaveProperty('rerunOfRunId');
  const [item] = (await runs.lease('r')).filter((each) => each.runId === runId);
  expect(JSON.parse(item!.spec.toString()).execution).toEqual({ toolApproval: 'readOnly', maxSteps: 7 });
});

test('a rerun of what has no verdict takes the cases of cancelled trials, and not the failed one', async () => {
  runs.world.suites.set('stopped', { cases: ['a', 'b', 'c'].map((id) => echoCase(id)) });
  const { runId: source } = await runs.call(operations.createEvalRun, {}, { suiteId: 'stopped' });
  const items = (await runs.lease('r')).filter((item) => item.runId === source);
  await runs.report(items.slice(0, 1), () => echoTranscript('wrong'));
  await runs.call(operations.cancelEvalRun, { runId: source });
  expect(await runs.call(operations.previewEvalRerun, { runId: source }, { scope: 'excluded' })).toMatchObject({
    scope: 'excluded',
    selectedCaseIds: ['b', 'c'],
    reasons: { cancelled: 2 },
    excluded: { failed: 1, passed: 0 },
  });
  expect(await preview(source)).toMatchObject({ selectedCaseIds: ['a'] });
  const { runId } = await rerun(source, { scope: 'excluded' });
  expect(await runs.call(operations.getEvalRun, { runId })).toMatchObject({
    rerunOfRunId: source,
    rerunScope: 'excluded',
    summary: { total: 2 },
  });
});

test('a model of the launch is kept, and needs its key again', async () => {
  const prompting = echoCase('a', { steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }] });
  runs.world.suites.set('asking', { cases: [prompting], suite: { model: 'scripted/rules' } });
  const failed = async (body: object) => {
    const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'asking', ...body });
    await runs.db.pool.query(`update iterations set status = 'failed' where run_id = $1`, [runId]);
    await runs.db.pool.query(`update runs set status = 'failed' where id = $1`, [runId]);
    return runId;
  };
  const modelOf = async ({ runId }: { runId: string }) =>
    (await runs.call(operations.getEvalRun, { runId })).effectiveModelId;
  expect(await modelOf(await rerun(await failed({ model: 'scripted/other' })))).toBe('scripted/other');
  const modelApiKeys = { openai: 'sk-x' };
  const source = await failed({ model: 'openai/gpt', modelApiKeys });
  expect(await refusal(source)).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { model: 'openai/gpt', issues: [{ path: '/model' }] },
  });
  expect(await modelOf(await rerun(source, { scope: 'failed_cases', modelApiKeys }))).toBe('openai/gpt');
});

test('a key makes one rerun', async () => {
  runs.world.suites.set('keyed', { cases: three() });
  const source = await finished('keyed', ['b']);
  const first = await rerun(source, undefined, 'key');
  expect(await rerun(source, undefined, 'key')).toEqual({ ...first, deduped: true });
  await expect(rerun(source, { scope: 'failed_cases', budget: { tokens: 5 } }, 'key')).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'IDEMPOTENCY_CONFLICT', runId: first.runId },
  });
});

test("a key of another run, or of this run's launch, makes a rerun of this one", async () => {
  runs.world.suites.set('shared-key', { cases: three() });
  const [one, two] = [
    await finished('shared-key', ['b'], { idempotencyKey: 'nightly' }),
    await finished('shared-key', ['b']),
  ];
  const [ofOne, ofTwo] = [await rerun(one, undefined, 'nightly'), await rerun(two, undefined, 'nightly')];
  expect(new Set([one, two, ofOne.runId, ofTwo.runId]).size).toBe(4);
  expect([ofOne, ofTwo]).toMatchObject([{ rerunOfRunId: one }, { rerunOfRunId: two }]);
  expect(await runs.call(operations.getEvalRun, { runId: ofTwo.runId })).toMatchObject({ rerunOfRunId: two });
});

describe('a setting of the launch', () => {
  const budgetOf = (id: string) =>
    runs.world.models.budgets
      .filter(({ runId }) => runId === id)
      .map(({ limitMicros, limitTokens }) => [limitMicros, limitTokens]);
  const accuracyOf = async (runId: string) => (await runs.call(operations.getEvalRun, { runId })).minimumAccuracy;

  test('for budget and pass rate applies to the rerun, and to a rerun of the rerun', async () => {
    runs.world.suites.set('asked', { cases: three(), suite: { minimumAccuracy: 90 } });
    const source = await finished('asked', ['a'], { budget: { usd: 1.5 }, passCriteria: { minimumPassRate: 40 } });
    const { runId } = await rerun(source);
    expect([budgetOf(runId), await accuracyOf(runId)]).toEqual([[[1_500_000, undefined]], 40]);
    await runs.db.pool.query(`update iterations set status = 'failed' where run_id = $1`, [runId]);
    await runs.db.pool.query(`update runs set status = 'failed' where id = $1`, [runId]);
    const again = await rerun(runId);
    expect([budgetOf(again.runId), await accuracyOf(again.runId)]).toEqual([[[1_500_000, undefined]], 40]);
  });

  test("is replaced by the rerun's own", async () => {
    runs.world.suites.set('asked-anew', { cases: three() });
    const { runId } = await rerun(await finished('asked-anew', ['a'], { budget: { usd: 1.5 } }), {
      scope: 'failed_cases',
      budget: { tokens: 5 },
    });
    expect(budgetOf(runId)).toEqual([[undefined, 5]]);
  });

  test('is not set when the launch left it to the suite', async () => {
    runs.world.suites.set('left', { cases: three(), suite: { minimumAccuracy: 90 } });
    const source = await finished('left', ['a']);
    runs.world.suites.set('left', { cases: three(), suite: { minimumAccuracy: 70 } });
    const { runId } = await rerun(source);
    expect([budgetOf(runId), await accuracyOf(runId)]).toEqual([[], 70]);
  });

  test("is dropped when the suite's grading changed in the meantime", async () => {
    const caseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
    runs.world.suites.set('by-accuracy', { cases: three() });
    const byAccuracy = await finished('by-accuracy', ['a'], { passCriteria: { minimumPassRate: 40 } });
    runs.world.suites.set('by-accuracy', { cases: three(), suite: { caseGrading } });
    expect(await accuracyOf((await rerun(byAccuracy)).runId)).toBeNull();

    runs.world.suites.set('early', { cases: three(), suite: { caseGrading } });
    const early = await finished('early', ['a'], { earlyStopping: {} });
    runs.world.suites.set('early', {
      cases: three(),
      suite: { caseGrading: { ...caseGrading, minEligibleTrials: 2 } },
    });
    expect(await runs.call(operations.getEvalRun, { runId: (await rerun(early)).runId })).not.toHaveProperty(
      'earlyStopping',
    );
  });
});

test('an approximated case needs a new approval', async () => {
  runs.world.suites.set('imported', { cases: [echoCase('a', { iterations: 2, import: { status: 'approximated' } })] });
  const importApprovals = [{ testCaseId: 'a', reason: 'Looked at it.' }];
  const source = await finished('imported', ['a'], { importApprovals });
  expect(await refusal(source)).toMatchObject({ details: { reason: 'IMPORT_APPROVAL_REQUIRED', caseIds: ['a'] } });
  await expect(rerun(source, { scope: 'failed_cases', importApprovals })).resolves.toMatchObject({
    selectedCaseCount: 1,
  });
});

describe('a rerun is refused', () => {
  test.each([
    ["with cases of the caller's choice", { scope: 'failed_cases', caseIds: ['a'] }, '/caseIds'],
    ['without a scope', {}, '/scope'],
    ['of another scope', { scope: 'all' }, '/scope'],
  ])('%s', async (_, body, path) => {
    runs.world.suites.set('refused', { cases: three() });
    expect(await refusal(await finished('refused', ['a']), body)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
  });

  test('while the run is under way', async () => {
    runs.world.suites.set('open', { cases: three() });
    const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'open' });
    expect(await preview(runId)).toMatchObject({ sourceTerminal: false, rerunnable: false, reasons: { pending: 3 } });
    expect(await refusal(runId)).toMatchObject({ code: 'CONFLICT', details: { reason: 'RERUN_SOURCE_NOT_TERMINAL' } });
  });

  test('when nothing failed, and when all failed cases are deleted', async () => {
    runs.world.suites.set('shrinking', { cases: three() });
    const [green, red] = [await finished('shrinking', []), await finished('shrinking', ['a'])];
    runs.world.suites.set('shrinking', { cases: three().slice(1) });
    for (const runId of [green, red])
      expect(await refusal(runId)).toMatchObject({ code: 'CONFLICT', details: { reason: 'RERUN_NOTHING_TO_RERUN' } });
    expect(await preview(red)).toMatchObject({ reasons: { failed: 1 }, selectedCaseCount: 0, rerunnable: false });
  });

  test('for an unknown run', async () => {
    expect(await refusal('run_nowhere')).toMatchObject({ code: 'NOT_FOUND' });
    await expect(preview('run_nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a rerun uses the environment or the client of its source', async () => {
  const { bundles, suites } = runs.world;
  const skill = { skillId: 'skill', name: 'refunds', description: 'Refunds.', contentHash: 'aa', text: 'Be kind.' };
  for (const id of ['env_a', 'env_b', 'env_c'])
    bundles.environments.set(id, bundleOfEnvironment(id, id, { skills: [skill] }));
  for (const id of ['desk', 'edit']) bundles.clients.push(bundleOfClient(id, id));
  const clients = ['desk', 'edit'].map((id) => ({ id, name: id, serverIds: [], limitsServers: false }));
  suites.set('environments', { cases: three(), suite: { environmentIds: ['env_a', 'env_b', 'env_c'] } });
  suites.set('clients', { cases: three(), suite: { clients } });
  const ofEnvironment = await finished('environments', ['a'], { environmentId: 'env_b' });
  expect(await rerun(ofEnvironment)).toMatchObject({ environment: { id: 'env_b' } });
  const withoutSkills = await finished('environments', ['a'], { environmentId: 'env_c', skillsOverride: 'exclude' });
  const { rows } = await runs.db.pool.query<{ spec: RunSpec }>('select spec from runs where id = $1', [
    (await rerun(withoutSkills)).runId,
  ]);
  expect(rows[0]!.spec).not.toHaveProperty('skills');
  const { runId } = await rerun(await finished('clients', ['a'], { namedHostId: 'edit' }));
  expect(await runs.call(operations.getEvalRun, { runId })).toMatchObject({
    client: { id: 'edit', source: 'attached_host' },
  });
});
