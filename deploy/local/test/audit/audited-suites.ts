import { waitUntil } from '@assay/testkit/until';
import { toolCall } from '../support/api.ts';
import type { AuditedWrites } from './audited-writes.ts';

interface Made {
  id: string;
}
const steps = (message = 'hi') => [toolCall('call', 'everything', 'echo', { message })];

/** Leaves a suite behind; returns its id. */
export async function writeSuites(writes: AuditedWrites, serverId: string): Promise<string> {
  const { api } = writes;
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'smoke',
      serverIds: [serverId],
      model: 'scripted/rules',
      gate: { minimumPassRate: 0.5 },
      tests: [{ title: 'echo', steps: steps() }],
    },
  );
  writes.expect('createEvalSuite', { target: { suiteId }, after: { name: 'smoke', cases: 1 } });
  await api.assay.updateEvalSuite({ projectId: api.projectId, suiteId }, { description: 'checks the basics' });
  writes.expect('updateEvalSuite', {
    target: { suiteId },
    before: { description: null },
    after: { description: 'checks the basics' },
    changed: ['revisionNumber', 'description'],
  });
  await api.assay.restoreEvalSuiteRevision({ projectId: api.projectId, suiteId, revisionNumber: '1' }, {});
  writes.expect('restoreEvalSuiteRevision', {
    target: { suiteId },
    before: { description: 'checks the basics' },
    after: { description: null },
    changed: ['revisionNumber', 'description'],
  });
  await api.assay.archiveEvalSuite({ projectId: api.projectId, suiteId }, {});
  writes.expect('archiveEvalSuite', { target: { suiteId }, before: { archived: false }, after: { archived: true } });
  await api.assay.restoreEvalSuite({ projectId: api.projectId, suiteId }, {});
  writes.expect('restoreEvalSuite', { target: { suiteId }, before: { archived: true }, after: { archived: false } });
  await api.assay.updateEvalSuiteSchedule(
    { projectId: api.projectId, suiteId },
    { enabled: true, intervalMinutes: 1_440 },
  );
  writes.expect('updateEvalSuiteSchedule', {
    target: { suiteId },
    before: { enabled: false },
    after: { enabled: true, intervalMinutes: 1_440 },
  });
  const one = await api.assay.createEvalCase(
    { projectId: api.projectId, suiteId },
    { title: 'one', steps: steps('one') },
  );
  writes.expect('createEvalCase', { target: { suiteId, caseId: one.id }, after: { title: 'one' } });
  await api.assay.updateEvalCase({ projectId: api.projectId, suiteId, caseId: one.id }, { title: 'another' });
  writes.expect('updateEvalCase', {
    target: { suiteId, caseId: one.id },
    before: { title: 'one' },
    after: { title: 'another' },
  });
  await api.assay.deleteEvalCase({ projectId: api.projectId, suiteId, caseId: one.id });
  writes.expect('deleteEvalCase', { target: { suiteId, caseId: one.id }, before: { title: 'another' } });
  const { created } = await api.assay.createEvalCases(
    { projectId: api.projectId, suiteId },
    {
      cases: ['two', 'three'].map((title) => ({ title, steps: steps(title) })),
    },
  );
  writes.expect('createEvalCases', { target: { suiteId }, after: { cases: 2, caseIds: created.map(({ id }) => id) } });
  const content = [
    'assay: 1',
    'id: doomed',
    'name: doomed',
    'servers: [everything]',
    'cases:',
    '  - id: echo',
    '    title: Echoes',
    '    steps:',
    '      - { id: call, kind: toolCall, serverName: everything, toolName: echo, arguments: { message: file } }',
  ].join('\n');
  const { suiteId: doomed } = await api.assay.importEvalSuiteFile({ projectId: api.projectId }, { content });
  writes.expect('importEvalSuiteFile', {
    target: { suiteId: doomed! },
    after: { declaredId: 'doomed', created: true, casesCreated: 1 },
  });
  await api.assay.deleteEvalSuite({ projectId: api.projectId, suiteId: doomed! });
  writes.expect('deleteEvalSuite', { target: { suiteId: doomed! }, before: { name: 'doomed' } });
  return suiteId;
}

const DOCUMENT = [
  '# Acceptance',
  '',
  '## Adds',
  '',
  'Ask for get-sum {"a":2,"b":40}. The user should be pleased.',
].join('\n');
const call = (tool: string, args: object) => ({ server: 'everything', tool, arguments: JSON.stringify(args) });
const drafted = (title: string, prompt: string, expected: object, more: object = {}) => ({
  isNegative: false,
  expectedOutput: null,
  scenario: null,
  title,
  turns: [{ prompt, expectedCalls: [expected], ...more }],
});

/** Drafting by a model; `model` sets its next answer, or makes it hang. */
export async function writeAuthoring(
  writes: AuditedWrites,
  suiteId: string,
  model: (answer: object[] | 'hang') => void,
): Promise<void> {
  const { api } = writes;
  model([drafted('Echoes', 'Please echo {"message":"drafted"}', call('echo', { message: 'drafted' }))]);
  const generated = await api.assay.generateEvalCases(
    { projectId: api.projectId, suiteId },
    { caseMix: { simple: 1 } },
  );
  writes.expect('generateEvalCases', { target: { suiteId }, after: { source: 'generation' } });
  writes.expect('generateEvalCases', {
    target: { suiteId },
    before: { drafts: 1 },
    after: { drafts: 0, caseIds: generated.created!.map(({ id }) => id) },
  });

  const addition = { path: '/turns/0/expectedCalls/0', explanation: 'The document names no expected call.' };
  model([
    {
      ...drafted('Adds', 'get-sum {"a":2,"b":40}', call('get-sum', { a: 2, b: 40 }), { replyContains: [] }),
      startLine: 3,
      endLine: 5,
      notes: [],
      issues: [],
      additions: [addition],
    },
  ]);
  const imported = await api.assay.importEvalCases({ projectId: api.projectId, suiteId }, { content: DOCUMENT });
  writes.expect('importEvalCases', { target: { suiteId }, after: { source: 'import' } });
  const { jobId } = imported as Extract<typeof imported, { kind: 'cases' }>;
  const job = { projectId: api.projectId, suiteId, jobId };
  const [draft] = (await api.assay.getEvalAuthoringJob(job)).drafts;
  const { draftId, revision, additions } = draft!;
  await api.assay.reviewEvalCaseDraft(
    { ...job, draftId },
    { expectedRevision: revision, acceptAdditions: additions.map(({ id }) => id) },
  );
  writes.expect('reviewEvalCaseDraft', {
    target: { suiteId, jobId, draftId },
    before: { revision },
    after: { revision: revision + 1 },
  });
  const says = { type: 'toolResultContains' as const, needle: 'hi' };
  await api.assay.reviewEvalCaseDraft(
    { ...job, draftId },
    { expectedRevision: revision + 1, case: { steps: [...steps(), { id: 'says', kind: 'assert', assertion: says }] } },
  );
  writes.expect('reviewEvalCaseDraft', { target: { draftId }, after: { revision: revision + 2 } });
  const { trial } = await api.assay.tryEvalCaseDraft({ ...job, draftId }, {});
  expect(trial).toMatchObject({ outcome: 'passed', calls: [{ toolName: 'echo', isError: false }] });
  writes.expect('tryEvalCaseDraft', { target: { suiteId, jobId, draftId }, after: { outcome: 'passed', calls: 1 } });
  await api.assay.commitEvalAuthoringJob(job);
  writes.expect('commitEvalAuthoringJob', { target: { suiteId, jobId }, before: { drafts: 1 }, after: { drafts: 0 } });
}

/** `sql` finds the job that was begun: the waiting request is answered only at its end. */
export async function writeCancelledAuthoring(
  writes: AuditedWrites,
  suiteId: string,
  model: (answer: 'hang') => void,
  sql: <Row>(statement: string) => Promise<Row[]>,
): Promise<void> {
  const { api } = writes;
  model('hang');
  const waiting = api.assay.generateEvalCases({ projectId: api.projectId, suiteId }, {});
  const { id: jobId } = await waitUntil(
    async () =>
      (await sql<Made>(`select id from suites.authoring_jobs where suite_id = '${suiteId}' and status = 'pending'`))[0],
  );
  await api.assay.cancelEvalAuthoringJob({ projectId: api.projectId, suiteId, jobId });
  await waiting;
  writes.expect('cancelEvalAuthoringJob', {
    target: { suiteId, jobId },
    before: { status: 'pending' },
    after: { status: 'cancelled' },
  });
}
