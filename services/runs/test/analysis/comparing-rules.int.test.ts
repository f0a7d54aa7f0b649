import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { operations } from '@assay/contract/operations';
import { reporterOf, ingestResult } from '../support/ingest.ts';
import { goalCase, openJudgingFixture, type JudgingFixture } from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
});
afterAll(() => fixture.close());

const reporter = reporterOf(() => fixture);
const compare = (runId: string, baseRunId: string) => fixture.call(operations.compareEvalRun, { runId }, { baseRunId });
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
  const suiteId = fixture.suite('present', [asserting(['a'])]);
  const [before, regraded] = [await fixture.finished(suiteId), await fixture.finished(suiteId)];
  expect(await compare(regraded, before)).toMatchObject(sameRules);
  fixture.suite('present', [asserting(['zzz', 'yyy'])]);
  await fixture.call(operations.regradeEvalRun, { runId: regraded }, { checks: 'current' });
  expect(await compare(regraded, before)).toMatchObject(otherRules);
  expect(await compare(await fixture.finished(suiteId), regraded)).toMatchObject(sameRules);
  await fixture.call(operations.regradeEvalRun, { runId: regraded }, { checks: 'frozen' });
  expect(await compare(regraded, before)).toMatchObject(sameRules);
});

test('a run with a gating judge is not comparable with a run without one', async () => {
  const suiteId = fixture.suite('judged', [goalCase('a', { iterations: 20 })], { autoRun: true });
  const measured = await fixture.finished(suiteId);
  let asked = 0;
  await fixture.judgeAll(() => ({ score: asked++ < 10 ? 0.9 : 0.1 }));
  for (const { id, judge } of await fixture.iterationsOf(measured))
    await fixture.label(measured, id, judge!.passed ? 'passed' : 'failed');
  const gating = async () => {
    const runId = await fixture.finished(
      fixture.suite('judged', [goalCase('a', { iterations: 5 })], { autoRun: true, role: 'gating' }),
    );
    await fixture.judgeAll(() => ({ score: 0.1 }));
    return runId;
  };
  const [one, other] = [await gating(), await gating()];
  const without = await fixture.finished(fixture.suite('judged', [goalCase('a', { iterations: 5 })]));
  expect(await compare(without, one)).toMatchObject(otherRules);
  expect(await compare(other, one)).toMatchObject(sameRules);
});

test("a reporter's hash of its rules is compared, and an incomplete run is not comparable", async () => {
  fixture.world.suites.set('suite_of_nightly', { cases: [] });
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
