import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { AuditedChange } from '@assay/testkit/audit/audited-changes';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { testCaller, echoCase, openRuns } from '../support/harness.ts';
import { judgedRuns } from '../support/judged-runs.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
let runId: string;
let told: () => Promise<AuditedChange[]>;
beforeAll(async () => {
  runs = await openRuns();
  told = await watchAudit(runs.db.pool);
  suite('gated', [echoCase('a', { iterations: 2 })], {
    gate: Buffer.from('{"minimumPassRate":1}'),
    minimumAccuracy: 80,
  });
});
beforeEach(async () => {
  runId = await judged('gated', { a: 1 });
});
afterAll(() => runs.close());

const { suite, judged } = judgedRuns(() => runs);
const DAY = 24 * 3_600_000;
const admin: Caller = { ...testCaller, userId: 'usr_admin', role: 'admin' };
const reason = 'the fix is on its way';
const waive = (body: object = { reason, expiresAt: Date.now() + DAY }, as = admin) =>
  runs.call(operations.waiveEvalGate, { runId }, body, as);
const revoke = (waiverId: string, as = admin) =>
  runs.call(operations.revokeEvalGateWaiver, { runId, waiverId }, {}, as);
const read = () => runs.call(operations.getEvalGateWaiver, { runId });
const refused = (asked: Promise<unknown>) =>
  asked.then(
    (answer) => {
      throw new Error(`was accepted: ${JSON.stringify(answer)}`);
    },
    (error: Problem) => error,
  );

test('a waiver of a run without a gate is not found', async () => {
  suite('ungated', [echoCase('a')], {});
  runId = await judged('ungated', { a: 0 });
  expect(await refused(waive())).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('gate') });
  expect((await read()).history).toEqual([]);
});

test("a waiver lets a run pass and leaves the gate's report unchanged", async () => {
  const expiresAt = Date.now() + 30 * DAY - 60_000;
  const { waiver, ...written } = await waive({ reason, expiresAt });
  expect(written).toEqual({ status: 'created', republishedChecks: 0 });
  expect(waiver).toEqual({
    id: expect.stringMatching(/^waiver_/),
    suiteId: 'gated',
    runId,
    reason,
    expiresAt,
    createdAt: expect.any(Number),
    createdBy: 'usr_admin',
    createdByEmail: null,
    revokedAt: null,
    revokedBy: null,
    active: true,
    policySnapshot: { minimumPassRate: 80 },
  });
  expect(await runs.call(operations.getEvalRunGate, { runId })).toMatchObject({
    outcome: 'failed',
    waived: true,
    waiver,
  });
  expect(await runs.call(operations.getEvalRun, { runId })).toMatchObject({ verdict: 'failed', gateWaiver: waiver });
  expect(await read()).toEqual({ waiver, history: [waiver] });
});

test('a second waiver is a conflict that shows the first, also when both come at once', async () => {
  await told();
  const answers = await Promise.all([waive(), waive(), waive()]);
  const created = answers.filter(({ status }) => status === 'created');
  expect(created).toHaveLength(1);
  const refusal = {
    code: 'CONFLICT',
    message: expect.stringContaining('revoke it'),
    status: 'conflict',
    republishedChecks: 0,
    waiver: created[0]!.waiver,
  };
  expect(answers.filter(({ status }) => status !== 'created')).toEqual([refusal, refusal]);
  expect(await told()).toMatchObject([{ operation: 'WaiveEvalGate', target: { waiverId: created[0]!.waiver.id } }]);
});

test('a revoked waiver stays in the history, and another one may follow', async () => {
  const {
    waiver: { id },
  } = await waive();
  const other: Caller = { ...admin, userId: 'usr_other' };
  const { waiver, status } = await revoke(id, other);
  expect([status, waiver.active, waiver.revokedBy, waiver.revokedAt]).toEqual([
    'revoked',
    false,
    'usr_other',
    expect.any(Number),
  ]);
  expect(await revoke(id)).toEqual({ status: 'already_revoked', republishedChecks: 0, waiver });
  expect(await read()).toEqual({ waiver: null, history: [waiver] });
  expect(await runs.call(operations.getEvalRunGate, { runId })).toMatchObject({ waived: false, waiver: null });
  const { waiver: next } = await waive();
  expect(await read()).toEqual({ waiver: next, history: [next, waiver] });
});

test('concurrent revocations revoke a waiver once, with one entry in the audit log', async () => {
  const {
    waiver: { id },
  } = await waive();
  await told();
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => revoke(id, { ...admin, userId: `usr_${name}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['already_revoked', 'already_revoked', 'revoked']);
  const [{ waiver }] = answers as [(typeof answers)[number]];
  expect(answers.map((each) => each.waiver)).toEqual([waiver, waiver, waiver]);
  const before = { ...waiver, active: true, revokedAt: null, revokedBy: null };
  expect(await told()).toMatchObject([
    {
      operation: 'RevokeEvalGateWaiver',
      userId: waiver.revokedBy,
      target: { runId, waiverId: id },
      before,
      after: waiver,
    },
  ]);
});

test('a waiver expires by itself', async () => {
  const {
    waiver: { id },
  } = await waive();
  await runs.db.pool.query(`update gate_waivers set expires_at = now() - interval '1 s' where id = $1`, [id]);
  expect(await read()).toMatchObject({ waiver: null, history: [{ id, active: false, revokedAt: null }] });
  expect(await runs.call(operations.getEvalRun, { runId })).not.toHaveProperty('gateWaiver');
  expect(await waive()).toMatchObject({ status: 'created' });
});

test('a waiver of a run that is graded per case has no accuracy', async () => {
  suite('per-case', [echoCase('a', { passThreshold: 1 })], {
    caseGrading: { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 },
    gate: Buffer.from('{"minimumPassRate":1}'),
  });
  runId = await judged('per-case', { a: 0 });
  expect((await waive()).waiver.policySnapshot).toBeNull();
});

test.each([
  ['without a reason', () => ({ expiresAt: Date.now() + DAY }), '/reason'],
  ['with a blank reason', () => ({ reason: ' \n', expiresAt: Date.now() + DAY }), '/reason'],
  ['with a reason of 501 characters', () => ({ reason: 'x'.repeat(501), expiresAt: Date.now() + DAY }), '/reason'],
  ['without an end', () => ({ reason }), '/expiresAt'],
  ['that is over', () => ({ reason, expiresAt: Date.now() - 1 }), '/expiresAt'],
  ['for more than 30 days', () => ({ reason, expiresAt: Date.now() + 30 * DAY + 60_000 }), '/expiresAt'],
  ['until half a millisecond', () => ({ reason, expiresAt: Date.now() + DAY + 0.5 }), '/expiresAt'],
  ['with more than that', () => ({ reason, expiresAt: Date.now() + DAY, forever: true }), '/forever'],
])('a waiver %s is refused', async (_, body, path) => {
  expect(await refused(waive(body()))).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
  expect(await read()).toEqual({ waiver: null, history: [] });
});

test('only an admin waives and revokes', async () => {
  expect(await refused(waive(undefined, testCaller))).toMatchObject({ code: 'FORBIDDEN' });
  const {
    waiver: { id },
  } = await waive();
  expect(await refused(revoke(id, testCaller))).toMatchObject({ code: 'FORBIDDEN' });
  expect(await read()).toMatchObject({ waiver: { id } });
});

test('an unknown run, an unknown waiver and a waiver of another run are not found', async () => {
  const {
    waiver: { id },
  } = await waive();
  expect(await refused(revoke('waiver_nope'))).toMatchObject({ code: 'NOT_FOUND' });
  runId = await judged('gated', { a: 1 });
  expect(await refused(revoke(id))).toMatchObject({ code: 'NOT_FOUND' });
  runId = 'run_nope';
  for (const asked of [waive, read, () => revoke(id)])
    expect(await refused(asked())).toMatchObject({ code: 'NOT_FOUND' });
});
