import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { operations } from '@assay/contract/operations';
import { reporterOf, ingestResult } from '../support/ingest.ts';
import { goalCase, openJudgingFixture, type JudgingFixture } from '../support/judging-fixture.ts';

let desk: JudgingFixture;
beforeAll(async () => {
  desk = await openJudgingFixture();
});
afterAll(() => desk.close());

const reporter = reporterOf(() => desk);
const compare = (runId: string, baseRunId: string) => desk.call(operations.compareEvalRun, { runId }, { baseRunId });
const otherRules = {
  comparable: { holds: false, reasons: [{ code: 'evaluationConfigDiffers' }] },
  statistics: null,
  scoreContract: { evaluationConfigChanged: true },
  cases: [{ noise: 'notComparable', evaluationConfigChanged: true }],
};
const sameRules = {
  comparable: { holds: true, reasons: [] },
  scoreContract: { evaluationConfigChanged: false },
  cases: [{ configChanged: false }],
};

const asserting = (needles: string[]): FrozenCase => {
  const [call, check] = goalCase('a').steps;
  return goalCase('a', {
    iterations: 5,
    steps: [
      call!,
      ...needles.map((needle, i) => ({
        ...check!,
        id: `check_${i}`,
        assertion: { type: 'toolResultContains' as const, needle },
      })),
    ] as FrozenCase['steps'],
  });
};

test('a regraded run is compared by the rules of its regrade', async () => {
  const suiteId = desk.suite('present', [asserting(['a'])]);
  const [before, regraded] = [await desk.finished(suiteId), await desk.finished(suiteId)];
  expect(await compare(regraded, before)).toMatchObject(sameRules);
  desk.suite('present', [asserting(['zzz', 'yyy'])]);
  await desk.call(operations.regradeEvalRun, { runId: regraded }, { checks: 'current' });
  expect(await compare(regraded, before)).toMatchObject(otherRules);
  expect(await compare(await desk.finished(suiteId), regraded)).toMatchObject(sameRules);
  await desk.call(operations.regradeEvalRun, { runId: regraded }, { checks: 'frozen' });
  expect(await compare(regraded, before)).toMatchObject(sameRules);
});

test('a run with a gating judge is not comparable with a run without one', async () => {
  const suiteId = desk.suite('judged', [goalCase('a', { iterations: 20 })], { autoRun: true });
  const measured = await desk.finished(suiteId);
  let asked = 0;
  await desk.judgeAll(() => ({ score: asked++ < 10 ? 0.9 : 0.1 }));
  for (const { id, judge } of await desk.iterationsOf(measured))
    await desk.label(measured, id, judge!.passed ? 'passed' : 'failed');
  const gating = async () => {
    const runId = await desk.finished(
      desk.suite('judged', [goalCase('a', { iterations: 5 })], { autoRun: true, role: 'gating' }),
    );
    await desk.judgeAll(() => ({ score: 0.1 }));
    return runId;
  };
  const [one, other] = [await gating(), await gating()];
  const without = await desk.finished(desk.suite('judged', [goalCase('a', { iterations: 5 })]));
  expect(await compare(without, one)).toMatchObject(otherRules);
  expect(await compare(other, one)).toMatchObject(sameRules);
});

test("a reporter's hash of its rules is compared, and an incomplete run is not comparable", async () => {
  desk.world.suites.set('suite_of_nightly', { cases: [] });
  const reported = async (evaluationConfigHash: string | undefined, more: object = {}) =>
    (
      await reporter.report({
        ...(evaluationConfigHash && { evaluationConfigHash }),
        results: [ingestResult('1')],
        ...more,
      })
    ).runId;
  const [one, again, two, none, partial] = [
    await reported('one'),
    await reported('one'),
    await reported('two'),
    await reported(undefined),
    await reported('one', { expectedIterations: 2 }),
  ];
  expect(await compare(again, one)).toMatchObject(sameRules);
  expect(await compare(two, one)).toMatchObject(otherRules);
  expect(await compare(none, one)).toMatchObject(otherRules);
  expect(await compare(partial, one)).toMatchObject({
    comparable: { holds: false, reasons: [{ code: 'runNotComplete', side: 'compare' }] },
    statistics: null,
  });
});
