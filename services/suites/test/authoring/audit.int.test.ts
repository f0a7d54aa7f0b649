import { operations } from '@assay/contract/operations';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import type { AuditedChange } from '@assay/testkit/audit/audited-changes';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import {
  closeFixture,
  commit,
  completedJob,
  authoringFixture,
  newSuite,
  openFixture,
  projectId,
  type Suite,
} from './authoring-fixture.ts';
import { good } from './runner.ts';
import { draft } from '../support/start.ts';

let told: () => Promise<AuditedChange[]>;
let suite: Suite;
beforeAll(async () => {
  await openFixture();
  told = await watchAudit(authoringFixture.pool);
  suite = await newSuite();
});
afterAll(closeFixture);

test('a commit logs its created and skipped drafts; a repeated one logs nothing', async () => {
  const doubtful = good('doubtful', { additions: [{ path: '/steps/0', explanation: 'Made up.' }] });
  for (const [drafts, left, written] of [
    [[good('fine'), doubtful], 1, 1],
    [[doubtful], 1, 0],
  ] as const) {
    const jobId = await completedJob(suite, [...drafts]);
    await told();
    const { created } = await commit(suite, jobId);
    expect(await told()).toMatchObject([
      {
        operation: 'CommitEvalAuthoringJob',
        target: { suiteId: suite.suiteId, jobId },
        before: { drafts: drafts.length },
        after: { drafts: left, caseIds: created.map(({ id }) => id) },
      },
    ]);
    expect(created).toHaveLength(written);
  }
  const empty = await completedJob(suite, []);
  await told();
  await commit(suite, empty);
  expect(await told()).toEqual([]);
});

test('cases that were written before are not logged again', async () => {
  const keyed = { ...suite, idempotencyKey: 'batch' };
  const cases = ['one', 'two'].map((title) => ({
    title,
    steps: [{ ...draft().tests[0]!.steps[0], arguments: { message: title } }],
  }));
  const { created } = await authoringFixture.call(operations.createEvalCases, keyed, { cases });
  await authoringFixture.call(operations.createEvalCases, keyed, { cases });
  expect(await told()).toMatchObject([
    {
      operation: 'CreateEvalCases',
      target: { suiteId: suite.suiteId },
      after: { cases: 2, caseIds: created.map(({ id }) => id) },
    },
  ]);
  await authoringFixture.call(operations.updateEvalCase, { ...suite, caseId: created[0]!.id }, { title: 'one' });
  await authoringFixture.call(operations.updateEvalSuite, suite, {});
  expect(await told()).toEqual([]);
});

test('a proposed case is logged with the trial that it comes from', async () => {
  const body = Buffer.from(JSON.stringify({ title: 'Kept', steps: [{ id: 's', kind: 'prompt', prompt: 'hi' }] }));
  const { jobId, draft: proposed } = await authoringFixture.mesh.call(
    AuthoringService.proposeCase,
    { projectId, suiteId: suite.suiteId, case: body, evidenceNotes: [], doubts: [] },
    { caller: authoringFixture.memberOf(projectId) },
  );
  const { draftId } = JSON.parse(proposed.toString()) as { draftId: string };
  expect(await told()).toMatchObject([
    {
      operation: 'ProposeCase',
      target: { suiteId: suite.suiteId, jobId, draftId },
      after: { draftId, case: { title: 'Kept' } },
    },
  ]);
});
