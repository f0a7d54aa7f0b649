import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import {
  ask,
  stopCaseFixture,
  create,
  caseFixture,
  newSuite,
  startCaseFixture,
  perCase,
  project,
} from '../support/case-calls.ts';

beforeAll(startCaseFixture);
afterAll(stopCaseFixture);

describe('a frozen suite', () => {
  const freeze = async (suiteId: string) => {
    const { cases, checks, caseGrading } = await caseFixture.mesh.call(AuthoringService.freezeSuite, {
      ...project,
      suiteId,
    });
    return {
      cases: JSON.parse(cases.toString()) as FrozenCase[],
      checks: JSON.parse(checks.toString()) as unknown[],
      caseGrading,
    };
  };

  test('with per-case grading has the iterations of each case, and how many must pass', async () => {
    const suiteId = await newSuite({ ...perCase, minimumIterations: 10, validity: { maxEvaluatorErrorRate: 0 } });
    await create(suiteId, { title: 'own', steps: [ask], repetitions: 2, passThreshold: 1, iterations: 9 });
    const { cases, caseGrading } = await freeze(suiteId);
    expect(cases).toMatchObject([
      { iterations: 5, passThreshold: 0.8 },
      { iterations: 2, passThreshold: 1 },
    ]);
    expect(caseGrading).toEqual({ minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0 });
  });

  test('that is decided on its accuracy has no per-case grading', async () => {
    const suiteId = await newSuite({ model: 'm', minimumIterations: 3 });
    const { cases, caseGrading } = await freeze(suiteId);
    expect([cases[0]!.iterations, cases[0]!.passThreshold, caseGrading]).toEqual([3, undefined, undefined]);
  });

  test('leaves out the checks of the kinds that the suite switched off, and no others', async () => {
    const standard = { type: 'turnCountUnder', turns: 5, role: 'advisory', severity: 'warn' };
    const own = { type: 'responseContains', needle: 'done' };
    const { checks } = await freeze(
      await newSuite({
        checks: [standard, { type: 'turnCountUnder', turns: 9 }, own],
        suppressedSuiteStandardCheckIds: ['userValue.turns'],
      }),
    );
    expect(checks).toEqual([own]);
  });

  test("keeps a converter's claim, and whether a judge grades", async () => {
    const suiteId = await newSuite();
    await create(suiteId, {
      title: 'x',
      steps: [ask],
      import: { status: 'unsupported', note: 'n' },
      judge: { enabled: false },
    });
    expect((await freeze(suiteId)).cases[1]).toMatchObject({
      import: { status: 'unsupported', note: 'n' },
      judge: { enabled: false },
    });
  });
});
