import type { EvalCaseImportClaim } from '@assay/contract/areas/cases/origin';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import { echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
  const claimed = (id: string, claim: EvalCaseImportClaim) => echoCase(id, { import: claim });
  runs.world.suites.set('imported', {
    cases: [
      echoCase('own'),
      claimed('exact', { status: 'exact', note: 'One to one.' }),
      claimed('near', { status: 'approximated' }),
      claimed('nearer', { status: 'approximated' }),
      claimed('lost', { status: 'unresolved' }),
      claimed('alien', { status: 'unsupported' }),
    ],
  });
});
afterAll(() => runs.close());

const launch = (body: object) => runs.call(operations.createEvalRun, {}, { suiteId: 'imported', ...body });
const refusal = (body: object) =>
  launch(body).then(
    (answer) => {
      throw new Error(`was accepted: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );
const approval = (testCaseId: string, reason = 'Looked at it.') => ({ testCaseId, reason });

test.each([
  [
    'cases that could not be brought over, when all are required',
    { requireAllCases: true },
    '/suiteId',
    { reason: 'IMPORT_NOT_RUNNABLE', caseIds: ['lost', 'alien'] },
  ],
  [
    'one of them that was chosen',
    { caseIds: ['own', 'alien'] },
    '/caseIds/1',
    { reason: 'IMPORT_NOT_RUNNABLE', caseIds: ['alien'] },
  ],
  [
    'an approximation without a word',
    { caseIds: ['own', 'near', 'nearer'] },
    '/importApprovals',
    { reason: 'IMPORT_APPROVAL_REQUIRED', caseIds: ['near', 'nearer'] },
  ],
  [
    'one approval of two',
    { caseIds: ['near', 'nearer'], importApprovals: [approval('near')] },
    '/importApprovals',
    { reason: 'IMPORT_APPROVAL_REQUIRED', caseIds: ['nearer'] },
  ],
  [
    'an approval of a case that needs none',
    { caseIds: ['own'], importApprovals: [approval('own')] },
    '/importApprovals/0/testCaseId',
    {},
  ],
  [
    'an approval of a case that does not take part',
    { caseIds: ['near'], importApprovals: [approval('near'), approval('nearer')] },
    '/importApprovals/1/testCaseId',
    {},
  ],
  [
    'an approval of a case that cannot run at all',
    { caseIds: ['own'], importApprovals: [approval('alien')] },
    '/importApprovals/0/testCaseId',
    {},
  ],
  [
    'two approvals of one case',
    { caseIds: ['near'], importApprovals: [approval('near'), approval('near')] },
    '/importApprovals/1/testCaseId',
    {},
  ],
  [
    'an approval without a reason',
    { caseIds: ['near'], importApprovals: [approval('near', '')] },
    '/importApprovals/0/reason',
    {},
  ],
  [
    'a reason that goes on too long',
    { caseIds: ['near'], importApprovals: [approval('near', 'x'.repeat(501))] },
    '/importApprovals/0/reason',
    {},
  ],
  ['no approval in a list', { caseIds: ['near'], importApprovals: [] }, '/importApprovals', {}],
])('a launch with %s is refused, and nothing is written', async (_, body, path, details) => {
  const count = () => runs.db.pool.query('select count(*) from runs');
  const before = await count();
  expect(await refusal(body)).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }], ...details } });
  expect((await count()).rows).toEqual(before.rows);
});

test('an approval is frozen on its run, and the next run needs its own', async () => {
  const importApprovals = [approval('near', 'x'.repeat(500))];
  const { runId } = await launch({ caseIds: ['own', 'exact', 'near'], importApprovals });
  expect(await runs.call(operations.getEvalRun, { runId })).toMatchObject({ importApprovals, summary: { total: 3 } });
  expect(await refusal({ caseIds: ['near'] })).toMatchObject({ details: { reason: 'IMPORT_APPROVAL_REQUIRED' } });
});

test('cases that are left out need no approval', async () => {
  const { runId } = await launch({ caseIds: ['own', 'exact'] });
  expect(await runs.call(operations.getEvalRun, { runId })).not.toHaveProperty('importApprovals');
});

test('cases that cannot run are left out of their suite and named', async () => {
  const importApprovals = [approval('near'), approval('nearer')];
  const created = await launch({ importApprovals });
  const casesLeftOut = {
    count: 2,
    cases: [
      { testCaseId: 'lost', title: 'case lost', status: 'unresolved' },
      { testCaseId: 'alien', title: 'case alien', status: 'unsupported' },
    ],
    message: '2 cases were left out, because the import lost a part: case lost, case alien.',
  };
  expect(created).toMatchObject({ casesLeftOut });
  expect(await runs.call(operations.getEvalRun, { runId: created.runId })).toMatchObject({
    casesLeftOut,
    summary: { total: 4 },
  });
  const disclosed = await runs.call(operations.getEvalRunDisclosure, { suiteId: 'imported' }, {});
  expect(disclosed).toMatchObject({ casesLeftOut, iterations: 4 });
  const { rows } = await runs.db.pool.query<{ baseline: boolean }>(
    'select is_baseline as baseline from runs where id = $1',
    [created.runId],
  );
  expect(rows).toEqual([{ baseline: true }]);
});

test('a run group leaves the same cases out, or refuses', async () => {
  runs.world.suites.set('half', { cases: [echoCase('a'), echoCase('b', { import: { status: 'unsupported' } })] });
  const group = (body: object) =>
    runs.call(operations.createEvalRunGroup, {}, { suiteId: 'half', targets: [{ arm: { name: 'x' } }], ...body });
  const { runId } = await group({});
  expect(await runs.call(operations.getEvalRun, { runId: runId! })).toMatchObject({ casesLeftOut: { count: 1 } });
  await expect(group({ requireAllCases: true })).rejects.toMatchObject({
    details: { reason: 'IMPORT_NOT_RUNNABLE', caseIds: ['b'] },
  });
});

test('a suite of which no case can run is refused', async () => {
  runs.world.suites.set('alien', { cases: [echoCase('b', { import: { status: 'unsupported' } })] });
  expect(await refusal({ suiteId: 'alien' })).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/suiteId' }], reason: 'IMPORT_NOT_RUNNABLE', caseIds: ['b'] },
  });
});
