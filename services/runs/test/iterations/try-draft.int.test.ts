import { operations } from '@assay/contract/operations';
import { echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  runs.world.drafts.set('asks', echoCase('asks', { steps: [{ id: 'p', kind: 'prompt', prompt: 'hi' }] }));
  const elsewhere = { id: 'c', kind: 'toolCall' as const, serverName: 'elsewhere', toolName: 'echo', arguments: {} };
  runs.world.drafts.set('elsewhere', echoCase('elsewhere', { steps: [elsewhere] }));
});
afterAll(() => runs.close());

const attempt = (draftId: string, body: object = {}) =>
  runs.call(operations.tryEvalCaseDraft, { suiteId: 'suite', jobId: 'job', draftId }, body);

test.each([
  ['that does not exist', 'nowhere', {}, { code: 'NOT_FOUND' }],
  ['that needs a model', 'asks', {}, { code: 'CONFLICT', details: { reason: 'DRAFT_NEEDS_RUN' } }],
  [
    'of a server that the suite lacks',
    'elsewhere',
    {},
    { code: 'CONFLICT', message: expect.stringContaining('elsewhere') },
  ],
  [
    'with an answer that names no issue',
    'asks',
    { answers: [{ issue: -1, value: 'x' }] },
    { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/answers/0/issue' }] } },
  ],
])('a draft %s is not tried', async (_, draftId, body, refusal) => {
  await expect(attempt(draftId, body)).rejects.toMatchObject(refusal);
});
