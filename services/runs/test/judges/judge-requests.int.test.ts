import { randomBytes } from 'node:crypto';
import { operations } from '@assay/contract/operations';
import { unseal } from '@assay/kit/security/seal';
import { testCaller } from '../support/harness.ts';
import {
  goalCase,
  openJudgingFixture,
  refusalOf,
  taskOf,
  trialTranscript,
  type JudgingFixture,
} from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
});
afterAll(() => fixture.close());

test('a repeated request starts nothing unless it is forced', async () => {
  const runId = await fixture.finished(fixture.suite('again', [goalCase('a')]));
  await Promise.all([fixture.request(runId), fixture.request(runId), fixture.request(runId)]);
  const [job] = await fixture.leaseJobs(1);
  await fixture.request(runId, { force: true });
  expect(await fixture.leaseJobs()).toEqual([]);
  await fixture.giveOpinion(job!);
});

test('the newest judgement is read, and the older one is kept', async () => {
  const runId = await fixture.finished(fixture.suite('anew', [goalCase('a')]));
  await fixture.request(runId);
  await fixture.judgeAll(() => ({ score: 0.1 }));
  await fixture.request(runId);
  expect(await fixture.leaseJobs()).toEqual([]);
  await fixture.request(runId, { force: true, model: 'openai/judge', threshold: 0.95 });
  await fixture.judgeAll();
  expect((await fixture.judgesOf(runId)).goalCompletion).toMatchObject({
    threshold: 0.95,
    cases: [{ score: 0.9, passed: false }],
  });
  const { rows } = await fixture.db.pool.query(
    'select o.score from opinions o join judgements j on j.id = o.judgement_id where j.run_id = $1 order by j.number',
    [runId],
  );
  expect(rows).toEqual([{ score: 0.1 }, { score: 0.9 }]);
});

describe('a request is refused', () => {
  test.each([
    ['without any model', { model: null }, {}, '/model'],
    ['with a model that cannot be used', {}, { model: 'openai/unheard-of' }, '/model'],
    ['while the judge is switched off', { enabled: false }, {}, '/enable'],
    ['with a threshold beyond the scale', {}, { threshold: 2 }, '/threshold'],
    ['with a key it does not know', {}, { role: 'gating' }, '/role'],
    ['with `force` that is no boolean', {}, { force: 'yes' }, '/force'],
  ])('%s', async (name, judge, body, path) => {
    const runId = await fixture.finished(fixture.suite(`refused ${name}`, [goalCase('a')], judge));
    expect(await refusalOf(fixture.request(runId, body))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
    expect((await fixture.judgesOf(runId)).goalCompletion.status).toBeNull();
  });

  test('while the run is under way', async () => {
    const runId = await fixture.launch(fixture.suite('going on', [goalCase('a')]));
    expect(await refusalOf(fixture.request(runId))).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'RUN_NOT_TERMINAL', status: 'pending' },
    });
    await fixture.report(await fixture.lease('r'), () => trialTranscript('a'));
  });

  test('by a caller of another project', async () => {
    const runId = await fixture.finished(fixture.suite('mine', [goalCase('a')]));
    expect(
      await refusalOf(
        fixture.call(
          operations.requestEvalRunJudge,
          { projectId: 'theirs', runId },
          {},
          { ...testCaller, projectId: 'theirs' },
        ),
      ),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('when a budget is used up', async () => {
    const runId = await fixture.finished(fixture.suite('poor', [goalCase('a')]));
    fixture.world.models.refusal = {
      budgetId: 'budget_1',
      scope: 'project',
      scopeId: 'prj',
      resetsAtMs: 0,
      underWay: false,
      message: 'Used up.',
    };
    const problem = await refusalOf(fixture.request(runId));
    fixture.world.models.refusal = undefined;
    expect(problem).toMatchObject({ code: 'RATE_LIMITED', details: { reason: 'BUDGET_EXHAUSTED' } });
  });
});

describe('a preview of judging', () => {
  const preview = (runId: string, query: object = {}) => fixture.call(operations.previewEvalRunJudge, { runId }, query);

  test('tells the trials, the data and the price, and asks no model', async () => {
    const cases = [goalCase('a', { iterations: 2 }), goalCase('b', { judge: { enabled: false } })];
    const runId = await fixture.finished(fixture.suite('previewed', cases));
    fixture.world.models.prices['openai/judge'] = { input: 1_000_000, output: 0 };
    const seen = await preview(runId);
    expect(seen).toMatchObject({
      runId,
      model: 'openai/judge',
      trials: 2,
      cases: 1,
      skipped: [{ reason: 'The case wants no judge.', trials: 1 }],
      sentToModel: [expect.any(String), expect.any(String), expect.any(String)],
    });
    expect(seen.expectedTokens!.input).toBeGreaterThan(1_200);
    expect(seen.priceUsd).toBe(seen.expectedTokens!.input);
    expect((await preview(runId, { model: 'openai/unheard-of' })).priceUsd).toBeNull();
    expect(await fixture.leaseJobs()).toEqual([]);
    await fixture.db.pool.query('update iterations set transcript = $2 where run_id = $1', [
      runId,
      randomBytes(300 * 1024),
    ]);
    expect((await preview(runId)).expectedTokens).toEqual({ input: 2 * (600 + 15 * 1024), output: 500 });
  });

  test('is refused without a run, and with an empty model', async () => {
    expect(await refusalOf(preview('run_nowhere'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(preview('run_nowhere', { model: '' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/model' }] },
    });
  });
});

test('a disabled judge judges on request', async () => {
  const runId = await fixture.finished(fixture.suite('switched on', [goalCase('a')], { enabled: false }));
  await fixture.request(runId, { enable: true });
  const jobs = await fixture.leaseJobs();
  expect(jobs).toHaveLength(1);
  await fixture.giveOpinion(jobs[0]!);
});

test("the caller's own key reaches the runner sealed, and is deleted after the judgement", async () => {
  const runId = await fixture.finished(fixture.suite('own key', [goalCase('a')]));
  await fixture.request(runId, { model: 'anthropic/theirs', modelApiKeys: { anthropic: 'sk-ant-secret' } });
  const [job] = await fixture.leaseJobs();
  const { access, model } = taskOf(job!);
  expect(model).toBe('anthropic/theirs');
  expect(
    JSON.parse(
      unseal(Buffer.from(access!.sealed, 'base64'), fixture.world.models.keyEncryptionKey, access!.context).toString(),
    ),
  ).toEqual({ providers: { anthropic: { apiKey: 'sk-ant-secret' } } });
  await fixture.giveOpinion(job!);
  const { rows } = await fixture.db.pool.query('select sealed_access from judgements where run_id = $1', [runId]);
  expect(rows).toEqual([{ sealed_access: null }]);
});

describe('an automatic judge', () => {
  test('is asked after the run, which need not wait for it', async () => {
    const runId = await fixture.finished(fixture.suite('by itself', [goalCase('a')], { autoRun: true }));
    expect(await fixture.read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
    await fixture.judgeAll(() => ({ score: 0 }));
    expect(await fixture.read(runId)).toMatchObject({
      status: 'completed',
      result: 'passed',
      judges: { goalCompletion: { status: 'completed', cases: [{ passed: false }] } },
    });
  });

  test.each([
    ['off', { enabled: false }],
    ['without a model', { model: null }],
  ])('is not asked when it is %s', async (name, judge) => {
    const runId = await fixture.finished(fixture.suite(`silent ${name}`, [goalCase('a')], { autoRun: true, ...judge }));
    expect((await fixture.judgesOf(runId)).goalCompletion.status).toBeNull();
    expect(await fixture.leaseJobs()).toEqual([]);
  });

  test('gets the keys that were brought for the run', async () => {
    fixture.suite('brought', [goalCase('a')], { autoRun: true, model: 'anthropic/theirs' });
    await fixture.call(
      operations.createEvalRun,
      {},
      { suiteId: 'brought', modelApiKeys: { anthropic: 'sk-ant-secret' } },
    );
    await fixture.report(await fixture.lease('r'), () => trialTranscript('a'));
    const [job] = await fixture.leaseJobs();
    const { sealed, context } = taskOf(job!).access!;
    expect(unseal(Buffer.from(sealed, 'base64'), fixture.world.models.keyEncryptionKey, context).toString()).toContain(
      'sk-ant-secret',
    );
    await fixture.giveOpinion(job!);
  });
});
