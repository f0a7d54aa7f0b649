import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { DraftTrial } from '@assay/contract/areas/authoring/draft-trial';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { authoringFixture, closeFixture, newSuite, openFixture, projectId, review } from './authoring-fixture.ts';
import { good } from './runner.ts';

beforeAll(openFixture);
afterAll(closeFixture);

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const trial: DraftTrial = { triedAt: 7, outcome: 'passed', durationMs: 1, calls: [], checks: [], faults: [] };

async function drafted() {
  const suite = await newSuite();
  const { suiteId } = suite;
  const proposed = await authoringFixture.mesh.call(AuthoringService.proposeCase, {
    projectId,
    suiteId,
    case: json(good('tried')),
    evidenceNotes: [],
    doubts: [],
  });
  const { draftId } = JSON.parse(proposed.draft.toString()) as CaseDraft;
  return { suite, address: { projectId, suiteId, jobId: proposed.jobId, draftId } };
}
type Address = Awaited<ReturnType<typeof drafted>>['address'];
const caller = () => ({ caller: authoringFixture.memberOf(projectId) });
const freeze = (address: Address, answers: object = {}) =>
  authoringFixture.mesh.call(AuthoringService.freezeDraft, { ...address, answers: json(answers) }, caller());
const keep = async (address: Address, revision: number) => {
  const request = { ...address, revision, trial: json(trial) };
  const { draft } = await authoringFixture.mesh.call(AuthoringService.keepDraftTrial, request, caller());
  return JSON.parse(draft.toString()) as CaseDraft;
};

test('a draft is frozen without a write, and keeps a trial until its case is changed', async () => {
  const { suite, address } = await drafted();
  const frozen = await freeze(address);
  expect(frozen).toMatchObject({ serverIds: ['srv_everything'], revision: 0 });
  expect(JSON.parse(frozen.case.toString())).toMatchObject({ id: address.draftId, title: 'tried' });
  expect(await keep(address, frozen.revision)).toMatchObject({ revision: 0, trial });
  const { jobId, draftId } = address;
  expect(await review(suite, jobId, draftId, { expectedRevision: 0, decision: 'kept' })).toMatchObject({ trial });
  const changed = await review(suite, jobId, draftId, { expectedRevision: 1, case: { title: 'other' } });
  expect(changed).not.toHaveProperty('trial');
});

test('a trial of a draft that was reviewed meanwhile is not kept', async () => {
  const { suite, address } = await drafted();
  const { revision } = await freeze(address);
  await review(suite, address.jobId, address.draftId, { expectedRevision: 0, case: { title: 'other' } });
  await expect(keep(address, revision)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test.each([
  ['project', { projectId: 'prj_2' }],
  ['suite', { suiteId: 'suite_nowhere' }],
  ['job', { jobId: 'job_nowhere' }],
  ['draft', { draftId: 'draft_nowhere' }],
])('a draft of another %s is not found', async (_, other) => {
  const { address } = await drafted();
  const elsewhere = { ...address, ...other };
  await expect(freeze(elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(keep(elsewhere, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('answers to an issue without a guess are refused with the field', async () => {
  const { address } = await drafted();
  await expect(freeze(address, { answers: [{ issue: 0, value: 'x' }] })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/answers/0/issue' }] },
  });
});
