import { operations } from '@assay/contract/operations';
import { sql } from '@assay/kit/postgres/db';
import { fine, project, startJourneySwarms } from '../support/journey-swarms.ts';
import { failedCall, resultOf, taskOf, type RunFixture } from '../support/run-fixture.ts';
import type { TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
let runs: RunFixture;
beforeAll(async () => {
  ({ swarms, runs } = await startJourneySwarms());
});
afterAll(() => swarms.stop());

test('a launch freezes its targets, and its sessions are held and graded', async () => {
  const journeyId = await runs.journey({ environmentIds: ['env_1', 'env_2'] });
  const launched = await runs.launch(journeyId, { waveId: 'release-1' });
  expect(launched).toMatchObject({ journeyId, status: 'running', waveId: 'release-1', deduped: false });
  const items = await runs.lease();
  expect(items.map(taskOf).map(({ targetIndex }) => targetIndex)).toEqual([0, 1, 0, 1]);
  const seeds = items.map((item) => taskOf(item).seed);
  expect([seeds[0] === seeds[1], seeds[2] === seeds[3], seeds[0] === seeds[2]]).toEqual([true, true, false]);
  const sessions = await swarms.call(operations.listJourneyRunSessions, { ...project, runId: launched.id });
  expect(sessions.items.map(({ seed }) => seed)).toEqual([seeds[0], seeds[2], seeds[0], seeds[2]]);
  expect(taskOf(items[0]!)).toMatchObject({
    runId: launched.id,
    goal: 'Find tea',
    maxTurns: 3,
    persona: { name: 'Ada', role: 'engineer', model: 'scripted/rules' },
    spec: { model: 'scripted/rules', servers: [{ id: 'srv', name: 'everything' }], approval: 'auto' },
  });
  const underWay = await runs.read(launched.id);
  expect(underWay).toMatchObject({
    status: 'running',
    summary: { total: 4, succeeded: 0, failed: 0, rateLimited: 0 },
    verdictSummary: { status: 'pending', pendingSessions: 4 },
    report: { verdict: 'notEstablished', undecidedReason: 'executionPending', execution: { started: 4 } },
  });
  expect(underWay.attempts!.map(({ status }) => status)).toEqual(['running', 'running', 'running', 'running']);
  const bad = resultOf([failedCall('search', 'out of stock')]);
  await runs.report([items[0]!, fine()], [items[1]!, bad], [items[2]!, fine()], [items[3]!, bad]);
  const run = await runs.read(launched.id);
  expect(run).toMatchObject({
    status: 'completed',
    summary: { total: 4, succeeded: 4 },
    targets: [{ targetId: 'env_1', environmentRevision: 1, modelId: 'scripted/rules' }, { targetId: 'env_2' }],
    verdictSummary: { status: 'decided', decision: 'failed' },
    report: {
      verdict: 'failed',
      decision: {
        cases: [
          { caseId: 'env_1', verdict: 'passed' },
          { caseId: 'env_2', verdict: 'failed' },
        ],
      },
    },
    usage: { assistant: { inputTokens: 40, outputTokens: 20, costUsd: 0.000028 }, persona: { inputTokens: 0 } },
  });
  const scorecard = await swarms.call(operations.getJourneyRunScorecard, { ...project, runId: run.id });
  expect(scorecard).toMatchObject({
    criteria: [{ id: 'clean', passCount: 2, failCount: 2, pendingCount: 0, failedGradingCount: 0 }],
    sessionsTotal: 4,
    sessionsGraded: 4,
  });
  const listed = await swarms.call(operations.listJourneyRuns, { ...project, journeyId });
  expect(listed.items).toMatchObject([{ id: run.id, status: 'completed' }]);
  expect(listed.items[0]).not.toHaveProperty('attempts');
  expect(await swarms.call(operations.getSwarmOverview, project)).toMatchObject({
    runs: [
      { runId: run.id, journeyName: 'Find tea', findings: [{ criterionId: 'clean', failCount: 2, runStreak: 1 }] },
    ],
    goalCompletion: { gradedCount: 4, passedCount: 2, passRate: 0.5 },
  });
});

test('the overview of a project is empty while swarms are switched off', async () => {
  const off = swarms.callerOf('prj_1', { features: [] });
  expect(await swarms.call(operations.getSwarmOverview, project, {}, off)).toEqual({
    runs: [],
    runsConsidered: 0,
    goalCompletion: { gradedCount: 0, passedCount: 0, passRate: null, interval: null, runsWithGrades: 0, trend: [] },
  });
});

test('simultaneous launches with one key make one run', async () => {
  const journeyId = await runs.journey();
  const all = await Promise.all(Array.from({ length: 50 }, () => runs.launch(journeyId, {}, 'once')));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all.filter(({ deduped }) => !deduped)).toHaveLength(1);
  await expect(runs.launch(journeyId, { waveId: 'other' }, 'once')).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'IDEMPOTENCY_CONFLICT' },
  });
  await swarms.call(operations.archiveJourney, { ...project, journeyId });
  expect(await runs.launch(journeyId, {}, 'once')).toMatchObject({ id: all[0]!.id, deduped: true });
  await expect(runs.launch(journeyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await swarms.call(operations.listJourneyRuns, { ...project, journeyId })).items).toHaveLength(1);
  // The sessions of one run wait, and no more.
  const waiting = await runs.lease();
  expect(waiting.map(taskOf).map(({ runId }) => runId)).toEqual([all[0]!.id, all[0]!.id]);
  await runs.report(...waiting.map((item): [typeof item, object] => [item, fine()]));
});

test('a spend cap becomes the budget of the run, and a used-up budget refuses the launch', async () => {
  const journeyId = await runs.journey();
  const { id: runId } = await runs.launch(journeyId, { maxCostUsd: 1.5 });
  expect(swarms.neighbours.budgets).toMatchObject([{ runId, limitMicros: 1_500_000 }]);
  expect(swarms.neighbours.granted.at(-1)).toMatchObject({
    models: ['scripted/rules'],
    sealedFor: `journey-run:${runId}`,
  });
  await runs.hold(fine);
  swarms.neighbours.refusal = {
    budgetId: 'budget_1',
    scope: 'project',
    scopeId: 'prj_1',
    resetsAtMs: 0,
    message: 'used up',
    underWay: false,
  };
  await expect(runs.launch(journeyId)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  swarms.neighbours.refusal = undefined;
});

test('a launch whose model cannot be used is refused with the part that takes it', async () => {
  const journeyId = await runs.journey();
  const hosted = swarms.neighbours.hostedModels.splice(0);
  await expect(runs.launch(journeyId)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'The model "scripted/rules", which the persona takes, is not a model this installation hosts.',
    details: { model: 'scripted/rules', hostedModels: [] },
  });
  swarms.neighbours.hostedModels.push(...hosted);
  await expect(runs.launch(journeyId, { maxCostUsd: 1e-9 })).resolves.toMatchObject({ deduped: false });
  expect(swarms.neighbours.budgets.at(-1)).toMatchObject({ limitMicros: 1 });
  await runs.hold(fine);
});

test.each<[string, object, object, object]>([
  ['has nothing to talk to', { environmentIds: undefined }, {}, { details: { reason: 'HOST_TARGET_REQUIRED' } }],
  ['names an unknown environment', {}, { environmentIds: ['env_none'] }, { code: 'NOT_FOUND' }],
  ['names a wave of 65 characters', {}, { waveId: 'x'.repeat(65) }, { code: 'VALIDATION_ERROR' }],
])('a launch that %s is refused', async (_, journey, body, problem) => {
  await expect(runs.launch(await runs.journey(journey), body)).rejects.toMatchObject(problem);
});

test('a member launches clients with a server group, until the group is deleted', async () => {
  const { serverGroups } = swarms.neighbours.bundles;
  serverGroups.set('srvgroup_1', ['srv']);
  const targets = { environmentIds: undefined, hostIds: ['client_1'], serverAttachmentId: 'srvgroup_1' };
  const journeyId = await runs.journey(targets);
  const { id: runId } = await runs.launch(journeyId);
  expect((await runs.read(runId)).targets).toMatchObject([
    { hostId: 'client_1', targetId: 'env_client_1_srvgroup_1', environmentId: 'env_client_1_srvgroup_1' },
  ]);
  await runs.hold(fine);
  serverGroups.delete('srvgroup_1');
  await expect(runs.launch(journeyId)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { code: 'ENV_SERVER_GROUP_MISSING', serverAttachmentId: 'srvgroup_1' },
  });
});

test('a journey whose persona is archived is not launched', async () => {
  const journeyId = await runs.journey();
  const { personaId } = await swarms.call(operations.getJourney, { ...project, journeyId });
  await swarms.call(operations.deletePersona, { ...project, personaId });
  await expect(runs.launch(journeyId)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a wave takes 500 runs, also of simultaneous launches, and still repeats a launch', async () => {
  const journeyId = await runs.journey({ sessionsPerTarget: 1 });
  const first = await runs.launch(journeyId, { waveId: 'full' }, 'first');
  await swarms.pool.query(sql`
    insert into journey_runs (id, organization_id, project_id, journey_id, wave_id, request_hash, status, spec, session_specs, tally, deadline_at, ended_at)
    select id || '_' || i, organization_id, project_id, journey_id, wave_id, request_hash, 'failed', spec, session_specs, tally, deadline_at, now()
    from journey_runs, generate_series(1, 498) i where id = ${first.id}`);
  const launches = await Promise.allSettled([1, 2, 3].map(() => runs.launch(journeyId, { waveId: 'full' })));
  expect(launches.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const { reason } = launches.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(reason).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('`waveId`'),
    details: { field: 'waveId', waveId: 'full', limit: 'runsOfWave', allowedValue: 500, currentValue: 500 },
  });
  expect(await runs.launch(journeyId, { waveId: 'full' }, 'first')).toMatchObject({ id: first.id, deduped: true });
  await swarms.pool.query(sql`delete from journey_runs where wave_id = 'full' and id like ${first.id + '\\_%'}`);
  await runs.hold(fine);
});
