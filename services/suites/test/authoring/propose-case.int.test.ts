import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import { AuthoringService, type CaseDoubt } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const projectId = 'prj_1';
const steps = [
  { id: 'call', kind: 'toolCall', serverName: 'everything', toolName: 'echo', arguments: { message: 'promoted' } },
  { id: 'check', kind: 'assert', assertion: { type: 'toolResultContains', needle: 'promoted' } },
];
const newSuite = async () => (await fixture.call(operations.createEvalSuite, { projectId }, draft())).suiteId;
const propose = async (suiteId: string, body: object, evidenceNotes: string[] = [], doubts: CaseDoubt[] = []) => {
  const { jobId, draft: bytes } = await fixture.mesh.call(AuthoringService.proposeCase, {
    projectId,
    suiteId,
    case: Buffer.from(JSON.stringify(body)),
    evidenceNotes,
    doubts,
  });
  return { jobId, draft: JSON.parse(bytes.toString()) as CaseDraft };
};
const commit = (suiteId: string, jobId: string) =>
  fixture.call(operations.commitEvalAuthoringJob, { projectId, suiteId, jobId, declaredSuiteId: '' });

test('a case that another service suggests waits on a job of its own, and is committed whole', async () => {
  const suiteId = await newSuite();
  const body = {
    id: 'mine',
    title: 'promoted',
    steps,
    kind: 'regression',
    intent: 'billing',
    judge: { enabled: false },
    checks: { mode: 'extend', list: [{ type: 'noToolErrors' }] },
    advancedConfig: { failOnToolError: false },
  };
  const proposed = await propose(suiteId, body, ['From iteration iter_1 of run run_1.']);
  expect(proposed.draft).toMatchObject({
    case: { title: 'promoted', steps, isNegativeTest: false, runs: 1 },
    issues: [],
    evidenceNotes: ['From iteration iter_1 of run run_1.'],
    review: 'accepted',
  });
  expect(
    await fixture.call(operations.getEvalAuthoringJob, { projectId, suiteId, jobId: proposed.jobId }),
  ).toMatchObject({
    source: 'agent',
    status: 'completed',
    phase: 'publish',
    drafts: [proposed.draft],
  });
  const { id: declaredId, ...rest } = body;
  expect(await commit(suiteId, proposed.jobId)).toMatchObject({
    created: [{ ...rest, declaredId, iterations: 1, isNegative: false, models: [] }],
  });
});

test('it is checked like any draft', async () => {
  const suiteId = await newSuite();
  const { jobId, draft: held } = await propose(suiteId, { title: 'silent', steps: steps.slice(0, 1) });
  expect(held).toMatchObject({ review: 'required', issues: [{ code: 'missing_expectation', origin: 'validation' }] });
  expect(await commit(suiteId, jobId)).toMatchObject({
    created: [],
    skipped: [{ error: expect.stringMatching(/^MISSING_EXPECTATION: /) }],
  });
  const elsewhere = await propose(suiteId, {
    title: 'elsewhere',
    steps: [{ ...steps[0], serverName: 'files' }, steps[1]],
  });
  expect(await commit(suiteId, elsewhere.jobId)).toMatchObject({
    created: [],
    skipped: [{ error: expect.stringMatching(/^INVALID_CASE: \/steps\/0\/serverName /) }],
  });
});

test('its doubts hold it back until a person resolves them', async () => {
  const suiteId = await newSuite();
  const doubts = [
    { code: 'missing_prerequisite', message: 'A secret is masked.', stepId: 'call' },
    { code: 'missing_prerequisite', message: 'The reply, too.', stepId: '' },
  ];
  const { jobId, draft: held } = await propose(suiteId, { title: 'masked', steps }, [], doubts);
  const common = { code: 'missing_prerequisite', blocking: true, origin: 'validation' };
  expect(held).toMatchObject({ review: 'required' });
  expect(held.issues).toEqual([
    { ...common, message: 'A secret is masked.', stepId: 'call' },
    { ...common, message: 'The reply, too.' },
  ]);
  expect(await commit(suiteId, jobId)).toMatchObject({
    created: [],
    skipped: [{ error: 'MISSING_PREREQUISITE: A secret is masked.' }],
  });
  await fixture.call(
    operations.reviewEvalCaseDraft,
    { projectId, suiteId, jobId, draftId: held.draftId },
    {
      expectedRevision: 0,
      resolutions: [0, 1].map((issue) => ({ issue, resolution: 'The secret was a made-up one.' })),
    },
  );
  expect(await commit(suiteId, jobId)).toMatchObject({ created: [{ title: 'masked' }] });
});

test.each<[string, object, string]>([
  ['no steps', { title: 'x', steps: [] }, '/steps'],
  ['an unknown key', { title: 'x', steps, color: 'red' }, '/color'],
])('a proposed case with %s is refused', async (_, body, path) => {
  await expect(propose(await newSuite(), body)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test('a proposed case for a suite of another project is NOT_FOUND', async () => {
  await expect(propose('suite_nope', { title: 'x', steps })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
