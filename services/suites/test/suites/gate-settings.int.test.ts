import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };
const full: GatePolicy = {
  minimumPassRate: 0.9,
  maximumTotalTokens: 1_000,
  maximumP95LatencyMs: 2_000,
  maximumCostUsd: 0.5,
  noGatingScoreErrors: true,
  minimumScorerPassRate: { 'noToolErrors.1': 1 },
  minimumMeanScore: { 'noToolErrors.1': 0.5 },
  noDeterministicRegressions: true,
  maximumP95LatencyIncreaseMs: 100,
  passRateRegression: { minSampleSize: 10, minEffectSize: 0.05 },
};
const created = async (gate?: object) =>
  (await fixture.call(operations.createEvalSuite, project, draft(gate && { gate }))).suiteId;
const gateOf = async (suiteId: string) =>
  (await fixture.call(operations.getEvalSuite, { ...project, suiteId })).settings.gate;
const frozen = async (suiteId: string) =>
  (await fixture.mesh.call(AuthoringService.freezeSuite, { ...project, suiteId })).gate.toString();
const patch = (suiteId: string, settings: object) =>
  fixture.call(operations.updateEvalSuite, { ...project, suiteId }, { settings });

test('a gate comes back as it was written, and run specs contain it', async () => {
  const suiteId = await created(full);
  expect(await gateOf(suiteId)).toEqual(full);
  expect(JSON.parse(await frozen(suiteId))).toEqual(full);
});

test('a patch replaces a gate as a whole, leaves it alone or clears it', async () => {
  const suiteId = await created();
  expect([await gateOf(suiteId), await frozen(suiteId)]).toEqual([null, '']);
  await patch(suiteId, { gate: { minimumPassRate: 0.8, maximumCostUsd: 1 } });
  await patch(suiteId, { minimumAccuracy: 50 });
  expect(await gateOf(suiteId)).toEqual({ minimumPassRate: 0.8, maximumCostUsd: 1 });
  await patch(suiteId, { gate: { passRateRegression: {} } });
  expect(await gateOf(suiteId)).toEqual({ passRateRegression: {} });
  await patch(suiteId, { gate: null });
  expect([await gateOf(suiteId), await frozen(suiteId)]).toEqual([null, '']);
});

test('a file declares a gate, and an export contains it', async () => {
  const content = JSON.stringify({
    assay: 1,
    id: 'gated',
    name: 'gated',
    servers: ['everything'],
    settings: { gate: full },
    cases: [],
  });
  const { suiteId } = await fixture.call(operations.importEvalSuiteFile, project, { content });
  expect(await gateOf(suiteId!)).toEqual(full);
  const exported = await fixture.call(
    operations.exportEvalSuiteFile,
    { ...project, suiteId: suiteId! },
    { format: 'json' },
  );
  expect(JSON.parse(exported.content).settings).toEqual({ gate: full });
});

test.each([
  ['a percent', { minimumPassRate: 90 }, '/minimumPassRate'],
  ['a negative ceiling', { maximumTotalTokens: -1 }, '/maximumTotalTokens'],
  ["a scorer's percent", { minimumScorerPassRate: { s: 90 } }, '/minimumScorerPassRate/s'],
  ['a mean above 1', { minimumMeanScore: { s: 1.1 } }, '/minimumMeanScore/s'],
  ['an effect above 1', { passRateRegression: { minEffectSize: 5 } }, '/passRateRegression/minEffectSize'],
  ['a sample of nothing', { passRateRegression: { minSampleSize: 0 } }, '/passRateRegression/minSampleSize'],
  ['an unknown rule', { minimumPassrate: 0.9 }, '/minimumPassrate'],
  ['text for a flag', { noGatingScoreErrors: 'true' }, '/noGatingScoreErrors'],
])('%s is refused in every request with a gate, and nothing changes', async (_, gate, path) => {
  const refused = (asked: Promise<unknown>) =>
    asked.then(
      (answer) => {
        throw new Error(`was accepted: ${JSON.stringify(answer)}`);
      },
      (error: Problem) => error,
    );
  const at = (where: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path: `${where}${path}` }] } });
  expect(await refused(created(gate))).toMatchObject(at('/gate'));
  const suiteId = await created({ minimumPassRate: 1 });
  expect(await refused(patch(suiteId, { gate, minimumAccuracy: 10 }))).toMatchObject(at('/settings/gate'));
  expect(await fixture.call(operations.getEvalSuite, { ...project, suiteId })).toMatchObject({
    revisionNumber: 1,
    settings: { gate: { minimumPassRate: 1 }, minimumAccuracy: null },
  });
  const content = JSON.stringify({
    assay: 1,
    id: 'refused',
    name: 'refused',
    servers: ['everything'],
    settings: { gate },
    cases: [],
  });
  expect(await refused(fixture.call(operations.importEvalSuiteFile, project, { content }))).toMatchObject(
    at('/settings/gate'),
  );
});
