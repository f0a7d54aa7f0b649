import { operations } from '@assay/contract/operations';
import type { AuditedChange } from '@assay/testkit/audit/audited-changes';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { testCaller } from '../support/harness.ts';
import {
  goalCase,
  openJudgingFixture,
  refusalOf,
  trialTranscript,
  type JudgingFixture,
} from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
let told: () => Promise<AuditedChange[]>;
beforeAll(async () => {
  fixture = await openJudgingFixture();
  told = await watchAudit(fixture.db.pool);
});
afterAll(() => fixture.close());

const agreement = (suiteId: string) => fixture.call(operations.getEvalJudgeAgreement, { suiteId });

/** A judged run of `trials` iterations; the judge passes every second one. */
async function judged(suite: string, trials: number): Promise<{ runId: string; ids: string[] }> {
  const runId = await fixture.finished(
    fixture.suite(suite, [goalCase('a', { iterations: trials })], { autoRun: true }),
  );
  let count = 0;
  await fixture.judgeAll(() => ({ score: count++ % 2 === 0 ? 0.9 : 0.1 }));
  return { runId, ids: (await fixture.iterationsOf(runId)).map(({ id }) => id) };
}

describe('a label', () => {
  test('is one per person, the last one given', async () => {
    const {
      runId,
      ids: [id],
    } = await judged('words', 1);
    await fixture.label(runId, id!, 'passed', 'ann', { note: 'fine' });
    await fixture.label(runId, id!, 'failed', 'bob');
    const { labels } = await fixture.label(runId, id!, 'failed', 'ann');
    expect(labels).toEqual([
      { userId: 'bob', verdict: 'failed', updatedAt: expect.any(Number) },
      { userId: 'ann', verdict: 'failed', updatedAt: expect.any(Number) },
    ]);
    expect((await fixture.label(runId, id!, null, 'ann')).labels).toMatchObject([{ userId: 'bob' }]);
    expect((await fixture.label(runId, id!, null, 'ann')).labels).toHaveLength(1);
  });

  test('of one person is audited in sequence for concurrent changes, and deleted once', async () => {
    const {
      runId,
      ids: [id],
    } = await judged('at once', 1);
    await told();
    await Promise.all(['a', 'b', 'c', 'd'].map((note) => fixture.label(runId, id!, 'passed', 'ann', { note })));
    const given = await told();
    expect(given).toHaveLength(4);
    expect(given.map(({ before }) => before)).toEqual([undefined, ...given.slice(0, -1).map(({ after }) => after)]);
    await Promise.all([1, 2, 3].map(() => fixture.label(runId, id!, null, 'ann')));
    expect(await told()).toMatchObject([
      {
        operation: 'LabelEvalIteration',
        userId: 'ann',
        target: { runId, iterationId: id },
        before: given.at(-1)!.after,
        after: { verdict: null, note: null },
      },
    ]);
  });

  test('changes no result', async () => {
    const {
      runId,
      ids: [id],
    } = await judged('no-result', 1);
    await fixture.label(runId, id!, 'failed');
    expect(await fixture.read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
  });

  test.each([
    ['an invalid verdict', { verdict: 'maybe' }, '/verdict'],
    ['no verdict', { verdict: undefined }, '/verdict'],
    ['a note that is too long', { verdict: 'passed', note: 'x'.repeat(1_001) }, '/note'],
    ['a note on nothing', { verdict: null, note: 'x' }, '/note'],
    ['a key it does not know', { verdict: 'passed', score: 1 }, '/score'],
  ])('with %s is refused', async (name, { verdict, ...more }, path) => {
    const {
      runId,
      ids: [id],
    } = await judged(`refused ${name}`, 1);
    expect(await refusalOf(fixture.label(runId, id!, verdict as string, 'usr', more))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
  });

  test('of an iteration of another run or project is refused', async () => {
    const [one, other] = [await judged('one', 1), await judged('other', 1)];
    expect(await refusalOf(fixture.label(one.runId, other.ids[0]!, 'passed'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await refusalOf(
        fixture.call(
          operations.labelEvalIteration,
          { projectId: 'theirs', runId: one.runId, iterationId: one.ids[0]! },
          { verdict: 'passed' },
          { ...testCaller, projectId: 'theirs' },
        ),
      ),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of an iteration under way is refused', async () => {
    const runId = await fixture.launch(fixture.suite('open', [goalCase('a')]));
    const [{ id } = { id: '' }] = await fixture.iterationsOf(runId);
    expect(await refusalOf(fixture.label(runId, id, 'passed'))).toMatchObject({
      code: 'CONFLICT',
      details: { status: 'pending' },
    });
    await fixture.report(await fixture.lease('r'), () => trialTranscript('a'));
  });
});

describe('the evaluations of a case', () => {
  const evaluations = (runId: string, caseId: string, query: object = {}, projectId = 'prj') =>
    fixture.call(operations.listEvalCaseEvaluations, { projectId, runId, caseId }, query, { ...testCaller, projectId });

  test('have the checks, the opinions of every judgement and the labels of its trials', async () => {
    const cases = [goalCase('a', { iterations: 2 }), goalCase('b', { declaredId: 'second' })];
    const runId = await fixture.finished(fixture.suite('evaluated', cases));
    for (const score of [0.9, 0.1]) {
      await fixture.request(runId, { force: true });
      await fixture.judgeAll(() => ({ score }));
    }
    const ids = (await fixture.iterationsOf(runId)).map(({ id }) => id);
    await fixture.label(runId, ids[0]!, 'failed', 'ann', { note: 'too long' });
    await fixture.label(runId, ids[0]!, 'passed', 'bob');

    const { items, nextCursor } = await evaluations(runId, 'a', { limit: 1 });
    expect(items).toEqual([
      {
        iterationId: ids[0],
        iterationNumber: 1,
        model: null,
        status: 'completed',
        result: 'passed',
        durationMs: expect.any(Number),
        error: null,
        chain: expect.objectContaining({ status: 'verified' }),
        evaluatorError: false,
        checks: expect.any(Array),
        faults: [],
        scores: expect.any(Array),
        opinions: [
          expect.objectContaining({
            status: 'scored',
            score: 0.1,
            passed: false,
            gating: false,
            model: 'openai/judge',
          }),
          expect.objectContaining({ status: 'scored', score: 0.9, passed: true, askedAt: expect.any(Number) }),
        ],
        labels: [
          { userId: 'ann', verdict: 'failed', note: 'too long', updatedAt: expect.any(Number) },
          { userId: 'bob', verdict: 'passed', updatedAt: expect.any(Number) },
        ],
      },
    ]);
    const rest = await evaluations(runId, 'a', { limit: 1, cursor: nextCursor });
    expect([rest.items.map(({ iterationId }) => iterationId), rest.nextCursor]).toEqual([[ids[1]], undefined]);
    expect((await evaluations(runId, 'second')).items).toMatchObject([{ iterationId: ids[2], labels: [] }]);
  });

  test('of an unknown case, and of a run of another project, are not found', async () => {
    const { runId } = await judged('evaluated once', 1);
    expect(await refusalOf(evaluations(runId, 'c'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(evaluations(runId, 'a', {}, 'theirs'))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('agreement', () => {
  test('of a suite without labels is unmeasured', async () => {
    await judged('bare', 2);
    expect(await agreement('bare')).toEqual({
      suiteId: 'bare',
      floor: { labels: 20, kappa: 0.6 },
      ties: 0,
      current: { judgeVersion: expect.any(String), model: 'openai/judge', threshold: 0.7, standing: 'unmeasured' },
      versions: [],
    });
  });

  test('is measured per version, by majority, without ties', async () => {
    const { runId, ids } = await judged('measured', 24);
    // The judge passes the even ones; people disagree on the first two, and are tied on the third.
    for (const [i, id] of ids.entries())
      await fixture.label(runId, id, i < 2 !== (i % 2 === 0) ? 'passed' : 'failed', 'ann');
    await fixture.label(runId, ids[2]!, 'failed', 'bob');
    await fixture.label(runId, ids[3]!, 'failed', 'bob');
    await fixture.label(runId, ids[3]!, 'passed', 'cec');
    const { current, ties, versions } = await agreement('measured');
    expect(ties).toBe(1);
    expect(versions).toMatchObject([
      {
        judgeVersion: current!.judgeVersion,
        standing: 'measured',
        agreement: {
          n: 23,
          matrix: { bothPassed: 10, onlyJudgePassed: 1, onlyPeoplePassed: 1, bothFailed: 11 },
          passRates: { judge: 11 / 23, people: 11 / 23 },
        },
        disagreements: expect.arrayContaining([
          { runId, iterationId: ids[0], people: 'failed', judge: 'passed' },
          { runId, iterationId: ids[1], people: 'passed', judge: 'failed' },
        ]),
      },
    ]);
    expect(versions[0]!.disagreements).toHaveLength(2);
    expect(current!.standing).toBe('measured');

    fixture.suite('measured', [goalCase('a')], { autoRun: true, threshold: 0.8 });
    expect((await agreement('measured')).current).toMatchObject({ threshold: 0.8, standing: 'changed' });
  });

  test('uses the newest opinion of a version on an iteration', async () => {
    const { runId, ids } = await judged('newest', 2);
    for (const id of ids) await fixture.label(runId, id, 'passed');
    await fixture.request(runId, { force: true });
    await fixture.judgeAll();
    expect((await agreement('newest')).versions).toMatchObject([{ agreement: { n: 2, matrix: { bothPassed: 2 } } }]);
  });

  test('leaves out the runs of an earlier suite of the same id', async () => {
    const { runId, ids } = await judged('again', 2);
    await fixture.label(runId, ids[0]!, 'passed');
    expect((await agreement('again')).versions).toHaveLength(1);
    await fixture.call(operations.deleteEvalSuite, { suiteId: 'again' });
    fixture.suite('again', [goalCase('a')], { autoRun: true });
    expect((await agreement('again')).versions).toEqual([]);
  });

  test('has no current version when the suite names no model', async () => {
    await judged('modelless', 1);
    fixture.suite('modelless', [goalCase('a')], { model: null });
    expect((await agreement('modelless')).current).toBeNull();
  });

  test('of an unknown suite is not found', async () => {
    expect(await refusalOf(agreement('nowhere'))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
