import type { JourneyRun } from '@assay/contract/areas/journey-runs/documents';
import type { JourneyRunEvents } from '@assay/contract/areas/journey-runs/run-events';
import { SessionOutput } from '@assay/contract/gen/assay/v1/sessions';
import { operations } from '@assay/contract/operations';
import { rows, sql, transaction, type Db, type Statement, type Tx } from '@assay/kit/postgres/db';
import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { mineWave } from '../../src/actions/findings/mine-wave.ts';
import { settleSessions } from '../../src/actions/journey-runs/settle-sessions.ts';
import { endSilentRuns } from '../../src/background/silent-runs.ts';
import {
  findRun,
  findRunToShow,
  listNewestRuns,
  listRuns,
  listRunsOfWave,
  noteHeartbeat,
} from '../../src/store/journey-runs/journey-runs.ts';
import {
  SHOWN_ATTEMPTS,
  SHOWN_FORM,
  toJourneyRunDetail,
  type ShownRun,
} from '../../src/domain/journey-runs/run-view.ts';
import { countPairs } from '../../src/store/journey-runs/session-pairs.ts';
import {
  COUNTED_RUBRIC,
  handCount,
  hasFailedCall,
  readSessions,
  rounded,
  type ReadSession,
} from '../support/hand-count.ts';
import { brokeOff, failedCall, resultOf, RunFixture, taskOf, toolCall, turn } from '../support/run-fixture.ts';
import { startTestSwarms, type TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
let runs: RunFixture;
beforeAll(async () => {
  swarms = await startTestSwarms();
  runs = new RunFixture(swarms);
  const { bundles } = swarms.neighbours;
  for (const id of ['env_1', 'env_2']) bundles.environments.set(id, bundleOfEnvironment(id, id));
  bundles.clients.push({ ...bundleOfClient('client_1', 'Desktop'), selectedServerIds: ['srv'] });
});
afterAll(() => swarms.stop());

const project = { projectId: 'prj_1' };
const fine = () => resultOf([toolCall('search')]);
const off = () => swarms.callerOf('prj_1', { features: [] });

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

test('two waves of a journey, and two targets, are compared in pairs of their sessions', async () => {
  const journeyId = await runs.journey({ sessionsPerTarget: 8, environmentIds: ['env_1', 'env_2'] });
  await runs.launch(journeyId, { waveId: 'before' });
  await runs.hold(fine);
  await runs.launch(journeyId, { waveId: 'after' });
  await runs.hold(({ targetIndex }) => (targetIndex === 0 ? resultOf([failedCall('search', 'no')]) : fine()));
  const compared = (query: object) =>
    swarms.call(operations.compareJourneyWaves, { ...project, waveId: 'after' }, query);
  expect(await compared({ baselineWaveId: 'before' })).toMatchObject({
    conclusion: 'worse',
    baseline: { numerator: 16, denominator: 16 },
    wave: { numerator: 8, denominator: 16 },
    difference: { delta: -0.5 },
    method: 'paired',
    pairs: { total: 16, bothPassed: 8, onlyBaseline: 8, onlyWave: 0, bothFailed: 0 },
    cells: [
      { journeyId, targetName: 'env_1', conclusion: 'worse', pairs: { total: 8, onlyBaseline: 8 } },
      { journeyId, targetName: 'env_2', conclusion: 'undecided', pairs: { total: 8, bothPassed: 8 } },
    ],
  });
  expect(await compared({ baselineTargetId: 'env_1', targetId: 'env_2' })).toMatchObject({
    waveId: 'after',
    baselineWaveId: 'after',
    baselineTargetId: 'env_1',
    targetId: 'env_2',
    conclusion: 'better',
    method: 'paired',
    pairs: { total: 8, onlyWave: 8 },
    cells: [{ journeyId, targetId: 'env_2' }],
  });
  expect(
    (await pairsPlan()).match(/Index Scan.* on sessions|Index Cond: \(\(run_id = p.run_id\) AND|Join Filter/g),
  ).toEqual([expect.stringMatching(/^Index Scan/), expect.stringMatching(/^Index Cond/)]);
  await expect(compared({ baselineWaveId: 'none' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    details: { waveId: 'none' },
  });
  await expect(compared({ baselineTargetId: 'env_1', targetId: 'env_3' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(compared({})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a wave is judged by a policy once it is over, graded and mined', async () => {
  const journeyId = await runs.journey({ sessionsPerTarget: 20 });
  const gate = (waveId: string, policy: object, more: object = {}, caller = swarms.callerOf('prj_1')) =>
    swarms.call(operations.gateJourneyWave, { ...project, waveId, preferredWait: '' }, { policy, ...more }, caller);
  await runs.launch(journeyId, { waveId: 'good' });
  expect(await gate('good', { minimumPassRate: 0.8 })).toMatchObject({
    outcome: 'undecided',
    isOver: false,
    verdicts: [{ gate: 'minimumPassRate', message: '20 of 20 sessions are under way or not graded yet.' }],
  });
  await runs.hold(fine);
  const findings = { noRegressedFindings: {} };
  expect(await gate('good', findings)).toMatchObject({ outcome: 'undecided', isOver: false });
  while (await mineWave(swarms.pool));
  expect(await gate('good', { minimumPassRate: 0.8, maximumCostUsd: 0.01, ...findings })).toMatchObject({
    outcome: 'passed',
    isOver: true,
    sessions: { total: 20, underWay: 0, graded: 20, passed: 20, brokenOff: 0, settledEarly: 0 },
  });
  await runs.launch(journeyId, { waveId: 'bad' });
  await runs.hold(() => resultOf([failedCall('search', 'out of stock')]));
  while (await mineWave(swarms.pool));
  const policy = { minimumPassRate: 0.8, passRateRegression: {}, maximumBrokenOffRate: 0, ...findings };
  const judged = await gate('bad', policy, { baselineWaveId: 'good' });
  expect(judged.outcome).toBe('failed');
  expect(judged.verdicts.map(({ gate: rule, status }) => `${rule} ${status}`).toSorted()).toEqual([
    'maximumBrokenOffRate passed',
    'minimumPassRate failed',
    'noRegressedFindings failed',
    'passRateRegression failed',
  ]);
  // Later waves change nothing about it, but a dismissal does.
  await runs.launch(journeyId, { waveId: 'good-again' });
  await runs.hold(fine);
  while (await mineWave(swarms.pool));
  expect(await gate('bad', findings)).toMatchObject({ outcome: 'failed' });
  const { items } = await swarms.call(operations.listSwarmFindings, project);
  const ofJourney = items.filter(({ lastSeenWaveId }) => lastSeenWaveId === 'bad');
  expect(ofJourney.length).toBeGreaterThan(0);
  for (const { id: findingId } of ofJourney)
    await swarms.call(operations.dismissSwarmFinding, { ...project, findingId });
  expect(await gate('bad', findings)).toMatchObject({ outcome: 'passed' });
  await expect(gate('none', findings)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(gate('bad', { passRateRegression: {} })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(gate('bad', {})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(gate('bad', { minimumPassRate: 80 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a gate that prefers to wait is answered when its wave is over, graded and mined', async () => {
  const rubric = { criteria: [{ id: 'told', kind: 'goal', label: 'Told', description: 'It tells.' }] };
  const journeyId = await runs.journey({ sessionsPerTarget: 1, rubric });
  const waveId = 'waited-for';
  await runs.launch(journeyId, { waveId });
  await runs.launch(journeyId, { waveId });
  const gate = (preferredWait: string) =>
    swarms.call(
      operations.gateJourneyWave,
      { ...project, waveId, preferredWait },
      { policy: { noRegressedFindings: {} } },
    );
  expect(await gate('0')).toMatchObject({ isOver: false, sessions: { underWay: 2 } });
  const waiting = gate('20');
  await runs.hold(fine);
  const opinion = { criteria: [{ id: 'told', met: true, reason: 'It does.' }] };
  const judges = await runs.lease('judge-session');
  await runs.report(...judges.map((item): [typeof item, object] => [item, opinion]));
  while (await mineWave(swarms.pool));
  const started = Date.now();
  expect(await waiting).toMatchObject({ isOver: true, outcome: 'passed', sessions: { graded: 2 } });
  expect(await gate('20')).toMatchObject({ isOver: true });
  expect(Date.now() - started).toBeLessThan(10_000);
});

test('no further session starts with a target whose verdict is settled', async () => {
  const journeyId = await runs.journey({
    sessionsPerTarget: 10,
    environmentIds: ['env_1', 'env_2'],
    rubric: { passThreshold: 1, criteria: [{ id: 'clean', kind: 'assertion', assertion: { type: 'noToolErrors' } }] },
  });
  const { id: runId } = await runs.launch(journeyId, { earlyStopping: {} });
  const [first, second, third] = await runs.lease('session', 3);
  expect([first, second, third].map((item) => taskOf(item!).targetIndex)).toEqual([0, 1, 0]);
  await runs.report([first!, resultOf([failedCall('search', 'no')])], [second!, fine()]);
  expect((await runs.read(runId)).summary).toEqual({
    total: 20,
    succeeded: 2,
    failed: 0,
    rateLimited: 0,
    settledEarly: 8,
  });
  await runs.report([third!, fine()]);
  await runs.hold(({ targetIndex }) => (targetIndex === 1 ? fine() : brokeOff({})));
  expect(await runs.read(runId)).toMatchObject({
    status: 'completed',
    summary: { total: 20, succeeded: 12, failed: 0, settledEarly: 8 },
    targetSummaries: [{ succeeded: 2, settledEarly: 8 }, { succeeded: 10 }],
    verdictSummary: { status: 'decided', decision: 'failed', stoppedEarly: true },
    report: {
      verdict: 'failed',
      decision: {
        validity: { holds: true },
        cases: [
          { configuredTrials: 2, passedTrials: 1 },
          { configuredTrials: 10, passedTrials: 10 },
        ],
      },
      intervals: { cases: [{ caseId: 'env_1', passRate: { confidence: 0.95 } }, {}] },
      earlyStopping: { errorRate: 0.05, margin: 0.15, sessionsNotHeld: 8, settledTargetIds: ['env_1'] },
    },
  });
  const { items } = await swarms.call(operations.listJourneyRunSessions, { ...project, runId }, { limit: 3 });
  expect(items[2]).toMatchObject({ lifecycle: 'withdrawn', verdictReason: 'withdrawn', errorCode: 'settled_early' });
  const ungraded = await runs.journey({ rubric: undefined });
  await expect(runs.launch(ungraded, { earlyStopping: {} })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

/** How a large installation counts pairs: Postgres reads a small table as a whole. */
async function pairsPlan(): Promise<string> {
  const tx = await swarms.pool.connect();
  await tx.query('begin; set local enable_seqscan = off');
  let plan = '';
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const explained = await tx.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values });
    plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    return { rows: [], rowCount: 0 };
  };
  const sessions = { runId: 'jrun_1', firstPosition: 0, count: 8 };
  await countPairs({ query } as unknown as Db, [{ cell: 0, old: sessions, now: sessions }]);
  await tx.query('rollback');
  tx.release();
  return plan;
}

test('sessions, their criteria and their turns are read by page, masked', async () => {
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 3 }));
  const secret = resultOf([failedCall('search', 'password=hunter2')], {
    turns: [turn(0, [failedCall('search', 'password=hunter2')]), turn(1, [])],
  });
  await runs.hold(() => secret);
  const of = { ...project, runId };
  const page = await swarms.call(operations.listJourneyRunSessions, of, { limit: 2 });
  const rest = await swarms.call(operations.listJourneyRunSessions, of, { cursor: page.nextCursor });
  expect([page.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, undefined]);
  const session = { ...of, sessionId: page.items[0]!.id };
  expect(await swarms.call(operations.getJourneyRunSession, session)).toMatchObject({
    lifecycle: 'ran',
    endReason: 'goalReached',
    verdict: 'failed',
    verdictReason: 'gatingCriterionFailed',
    criteria: [{ id: 'clean', label: 'noToolErrors', status: 'failed' }],
    turnCount: 2,
    messageCount: 4,
    preview: 'Answer 1',
  });
  const turns = await swarms.call(operations.listJourneySessionTurns, session, { limit: 1 });
  expect(turns.items).toMatchObject([{ promptIndex: 0, messages: [{ text: 'Question 0' }, { text: 'Answer 0' }] }]);
  expect(JSON.stringify(turns)).not.toContain('hunter2');
  const more = await swarms.call(operations.listJourneySessionTurns, session, { cursor: turns.nextCursor });
  expect(more.items).toMatchObject([{ promptIndex: 1 }]);
  await expect(swarms.call(operations.listJourneySessionTraceParts, session)).rejects.toMatchObject({
    details: { reason: 'TRACE_NOT_AVAILABLE' },
  });
  await expect(swarms.call(operations.getJourneyRunSession, { ...session, projectId: 'prj_2' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('text that Postgres cannot hold or that has no end does not stop a report, and is bounded', async () => {
  const text = `A\0B\ud800${'x'.repeat(1_000_000)}`;
  const goal = { id: 'told', kind: 'goal', label: 'Answer', description: 'It tells the answer.' };
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 4, rubric: { criteria: [goal] } }));
  const calls = [failedCall('search', text)];
  const short = turn(1, [], { messages: [{ role: 'user', text: 'A\0B\ud800' }] });
  const held = resultOf(calls, { turns: [turn(0, calls, { messages: [{ role: 'user', text }] }), short] });
  const [first, second, broken, unreadable] = await runs.lease();
  const usage = { assistant: { inputTokens: 'many' } };
  await runs.report(
    [first!, held],
    [second!, held],
    [broken!, brokeOff({ code: text, message: text })],
    [unreadable!, { ...held, usage }],
  );
  const [said, unsaid] = await runs.lease('judge-session');
  await runs.report([said!, { criteria: [{ id: 'told', met: true, reason: text }] }], [unsaid!, { criteria: [null] }]);
  const of = { ...project, runId };
  const { items } = await swarms.call(operations.listJourneyRunSessions, of);
  expect(items.map(({ verdictReason, preview }) => [verdictReason, preview])).toEqual([
    ['judgePassed', 'AB\ufffd'],
    ['judgeErrored', 'AB\ufffd'],
    ['executionFailed', undefined],
    // A report that cannot be read is tried again.
    ['attemptPending', undefined],
  ]);
  await runs.hold(() => brokeOff({}));
  const read = items.map(({ id: sessionId }) => swarms.call(operations.getJourneyRunSession, { ...of, sessionId }));
  expect(JSON.stringify([await Promise.all(read), await runs.read(runId)]).length).toBeLessThan(20_000);
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

test('a cancellation ends the open sessions, and of later reports only the usage counts', async () => {
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 4 }));
  const [held, other] = await runs.lease('session', 2);
  await runs.report([held!, fine()]);
  const of = { ...project, runId };
  const cancel = () => swarms.call(operations.cancelJourneyRun, of, {}, off());
  expect(await cancel()).toEqual({ id: runId, status: 'failed', canceled: true, alreadyCanceled: false, finalized: 3 });
  expect(await runs.read(runId)).toMatchObject({ usage: { assistant: { inputTokens: 10 } } });
  expect(await runs.beat([other!, 'turn 1'])).toEqual([other!.id]);
  await runs.report([other!, fine()]);
  expect(await cancel()).toMatchObject({ alreadyCanceled: true, finalized: 0 });
  expect(await runs.lease()).toEqual([]);
  expect(await runs.read(runId)).toMatchObject({
    status: 'failed',
    canceled: true,
    error: 'canceled',
    summary: { total: 4, succeeded: 1, failed: 3 },
    report: { verdict: 'inconclusive', execution: { started: 2, interrupted: 1 } },
    // The broken-off session was paid for.
    usage: { assistant: { inputTokens: 20 } },
  });
  const over = await runs.launch(await runs.journey());
  await runs.hold(fine);
  await expect(swarms.call(operations.cancelJourneyRun, { ...project, runId: over.id })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

/** The events of a run after one; waits for them. */
const news = (runId: string, lastEventId = '', waitMs = 20_000) =>
  swarms.call(operations.streamJourneyRunEvents, { ...project, runId, lastEventId, waitMs: `${waitMs}` });
const told = ({ events }: JourneyRunEvents) =>
  events.map(({ type, data }) =>
    type === 'session'
      ? `${data.targetId} ${data.sessionIndex} ${data.lifecycle} ${data.turnCount} ${data.gradingState}`
      : type === 'run'
        ? `${data.status} ${data.summary.succeeded}/${data.summary.total}`
        : `${type} ${data.status} ${data.verdictSummary?.status}`,
  );

test('a run is followed from its start to its grading, and late followers miss nothing', async () => {
  const goal = { id: 'told', kind: 'goal', label: 'Answer', description: 'It tells the answer.' };
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 2, rubric: { criteria: [goal] } }));
  const seen: JourneyRunEvents[] = [await news(runId)];
  const next = async () => {
    seen.push(await news(runId, seen.at(-1)!.events.at(-1)!.id));
    return told(seen.at(-1)!);
  };
  expect(told(seen[0]!)).toEqual(['running 0/2']);
  const waiting = next();
  const [one, two] = await runs.lease();
  expect(await waiting).toEqual(['env_1 0 running 0 notRequested', 'env_1 1 running 0 notRequested', 'running 0/2']);
  await runs.beat([one!, 'turn 3'], [two!, 'turn 1']);
  expect(await next()).toEqual(['env_1 0 running 2 notRequested', 'running 0/2']);
  await runs.report([one!, fine()], [two!, brokeOff({})]);
  expect(await next()).toEqual(['env_1 0 ran 1 queued', 'env_1 1 broke 0 notRequested', 'partial 1/2']);
  expect(seen.at(-1)!.done).toBe(false);
  const [judge] = await runs.lease('judge-session');
  const graded = next();
  await runs.report([judge!, { criteria: [{ id: 'told', met: true, reason: 'It does.' }] }]);
  expect(await graded).toEqual(['env_1 0 ran 1 settled', 'partial 1/2', 'end partial decided']);
  const last = seen.at(-1)!;
  expect([last.done, await news(runId, last.events.at(-1)!.id)]).toEqual([true, { events: [], done: true }]);
  // A follower that comes back late is told how each session is now.
  const rest = (i: number) => news(runId, seen[i]!.events.at(-1)!.id, 0);
  for (const i of [0, 1, 2])
    expect(told(await rest(i))).toEqual([
      'env_1 1 broke 0 notRequested',
      'env_1 0 ran 1 settled',
      'partial 1/2',
      'end partial decided',
    ]);
  expect(told(await rest(3))).toEqual(['env_1 0 ran 1 settled', 'partial 1/2', 'end partial decided']);
  await expect(news(runId, '1.2')).rejects.toMatchObject({ details: { issues: [{ path: '/lastEventId' }] } });
  await expect(news('jrun_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('at most two hundred events come at once, and every session in the end', async () => {
  const { id: runId } = await runs.launch(
    await runs.journey({ environmentIds: ['env_1', 'env_2'], sessionsPerTarget: 100 }),
  );
  await runs.hold(fine);
  const first = await news(runId);
  const second = await news(runId, first.events.at(-1)!.id);
  expect([first.events.length, first.done, second.done]).toEqual([199, false, true]);
  const ids = [first, second].flatMap(({ events }) =>
    events.flatMap(({ type, data }) => (type === 'session' ? [data.id] : [])),
  );
  expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
});

test('a read that prefers to wait is answered when the run changes, and at once when it is over', async () => {
  const { id: runId } = await runs.launch(await runs.journey());
  const wait = () => swarms.call(operations.getJourneyRun, { ...project, runId, preferredWait: '20' }, {});
  const waiting = wait();
  const items = await runs.lease();
  expect(await waiting).toMatchObject({ status: 'running', report: { execution: { started: 2 } } });
  await runs.report(...items.map((item): [typeof item, object] => [item, fine()]));
  expect(await wait()).toMatchObject({ status: 'completed' });
});

test('a session whose infrastructure failed is tried once more, and counts once', async () => {
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 2 }));
  const failed = () => brokeOff({ code: 'SERVER_UNREACHABLE', isRetryable: true });
  const attempts = async () =>
    (
      await swarms.pool.query<{ usage: unknown }>(sql`
      select a.usage from session_attempts a join sessions s on s.id = a.session_id where s.run_id = ${runId}`)
    ).rows;
  const first = await runs.lease();
  await runs.report([first[0]!, failed()], [first[1]!, failed()]);
  const second = await runs.lease();
  expect(second).toHaveLength(2);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(4);
  await runs.report([second[0]!, fine()], [second[1]!, failed()]);
  expect(await runs.lease()).toEqual([]);
  expect(await runs.read(runId)).toMatchObject({
    status: 'partial',
    summary: { total: 2, succeeded: 1, failed: 1, rateLimited: 0 },
    report: { execution: { started: 2, completed: 1, interrupted: 1 } },
    // Two tries of each session, each with 10 tokens.
    usage: { assistant: { inputTokens: 40, costUsd: 0.000028 } },
  });
  expect(await attempts()).toEqual(
    Array.from({ length: 4 }, () => ({
      usage: expect.objectContaining({ assistant: expect.objectContaining({ inputTokens: 10 }) }),
    })),
  );
});

test('sessions that wait for a model without room end with the first that met the limit', async () => {
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 5 }));
  const [one] = await runs.lease('session', 1);
  await runs.report([one!, brokeOff({ code: 'PROVIDER_RATE_LIMITED', ending: 'limited' })]);
  const run = await runs.read(runId);
  expect(run).toMatchObject({
    status: 'rate_limited',
    summary: { total: 5, succeeded: 0, failed: 0, rateLimited: 5 },
    report: { verdict: 'inconclusive', execution: { started: 1, notStarted: 4 } },
    usage: { assistant: { inputTokens: 10 } },
  });
  expect(await runs.lease()).toEqual([]);
});

test('a limited model of the persona ends every session that was not begun, in all targets', async () => {
  swarms.neighbours.bundles.environments.set('env_gpt', {
    ...bundleOfEnvironment('env_gpt', 'env_gpt'),
    effectiveModelId: 'openai/gpt-test',
  });
  const journey = { environmentIds: ['env_1', 'env_gpt'], sessionsPerTarget: 3 };
  const limited = (limitedModel: string) =>
    brokeOff({ code: 'PROVIDER_RATE_LIMITED', ending: 'limited', limitedModel });
  const { id: runId } = await runs.launch(await runs.journey(journey));
  const [one] = await runs.lease('session', 1);
  // A runner was given this one, and has not begun it.
  await swarms.pool.query(sql`
    update work set lease_until = now() + interval '1 minute' where id = (select max(id) from work where lease_until is null)`);
  await runs.report([one!, limited('scripted/rules')]);
  expect(await runs.read(runId)).toMatchObject({
    status: 'rate_limited',
    summary: { total: 6, succeeded: 0, failed: 0, rateLimited: 6 },
  });
  expect(await runs.lease()).toEqual([]);

  const other = await runs.launch(await runs.journey(journey));
  const [first, second] = await runs.lease('session', 2);
  await runs.report([first!, fine()], [second!, limited('openai/gpt-test')]);
  expect((await runs.read(other.id)).targetSummaries).toMatchObject([
    { targetId: 'env_1', succeeded: 1, rateLimited: 0 },
    { targetId: 'env_gpt', succeeded: 0, rateLimited: 3 },
  ]);
  await runs.hold(fine);
  expect(await runs.read(other.id)).toMatchObject({ status: 'partial', summary: { succeeded: 3, rateLimited: 3 } });
});

test('a run goes on after its journey, persona and swarm are archived, and stays readable', async () => {
  const pair = { sessionsPerTarget: 2, maxTurns: 3 };
  const swarm = await swarms.call(operations.createSwarm, project, { name: 'S', environmentIds: ['env_1'], ...pair });
  const journeyId = await runs.journey({ environmentIds: undefined, swarmId: swarm.id });
  const { id: runId } = await runs.launch(journeyId);
  const [first] = await runs.lease('session', 1);
  const { personaId } = await swarms.call(operations.getJourney, { ...project, journeyId });
  await swarms.call(operations.archiveJourney, { ...project, journeyId });
  await swarms.call(operations.archiveSwarm, { ...project, swarmId: swarm.id });
  await swarms.call(operations.deletePersona, { ...project, personaId });
  await runs.report([first!, brokeOff({ code: 'PROVIDER_UNAVAILABLE', isRetryable: true })]);
  const rest = await runs.lease();
  expect(rest.map(taskOf)).toMatchObject([{ persona: { name: 'Ada' } }, { persona: { name: 'Ada' } }]);
  await runs.report(...rest.map((item): [typeof item, object] => [item, fine()]));
  expect(await runs.read(runId)).toMatchObject({ status: 'completed', report: { verdict: 'passed' } });
  const { items } = await swarms.call(operations.listJourneyRuns, { ...project, journeyId });
  expect(items).toMatchObject([{ id: runId, persona: { name: 'Ada' }, targets: [{ environmentName: 'env_1' }] }]);
  expect((await swarms.call(operations.listJourneyRunSessions, { ...project, runId })).items).toHaveLength(2);
});

/** The statements of a read that is made with the pool of the test. */
async function statementsOf(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query = (statement: Statement) => {
    texts.push(statement.text);
    return swarms.pool.query(statement);
  };
  await read({ query } as Db);
  return texts;
}

test('lists and the overview of a running wave are one query, which reads no session', async () => {
  const read = async (journeyId: string) =>
    Promise.all([
      statementsOf((db) => listRuns(db, journeyId, undefined, 200)),
      statementsOf((db) => listRunsOfWave(db, 'prj_1', 'busy')),
      statementsOf((db) => listNewestRuns(db, 'prj_1', 50)),
      statementsOf((db) => findRun(db, 'prj_1', 'jrun')),
    ]);
  const journeyId = await runs.journey({ sessionsPerTarget: 1 });
  await runs.launch(journeyId, { waveId: 'busy' });
  const ofOne = await read(journeyId);
  for (let i = 0; i < 4; i++) await runs.launch(journeyId, { waveId: 'busy' });
  await runs.launch(await runs.journey({ sessionsPerTarget: 100 }), { waveId: 'busy' });
  const some = await runs.lease('session', 20);
  expect(await read(journeyId)).toEqual(ofOne);
  for (const statements of ofOne) expect(statements).toEqual([expect.not.stringMatching(/\b(sessions|session_\w+)\b/)]);
  await runs.report(...some.map((item): [typeof item, object] => [item, fine()]));
  const { items } = await swarms.call(operations.listJourneyRuns, { ...project, journeyId });
  expect(items.map(({ summary }) => summary.total)).toEqual([1, 1, 1, 1, 1]);
  await runs.hold(fine);
});

test('a batch of ended sessions writes the counts of all their runs in one statement', async () => {
  const launched = [await runs.launch(await runs.journey()), await runs.launch(await runs.journey())];
  const items = await runs.lease();
  expect(items).toHaveLength(4);
  const ends = items.map(({ id, fence, kind, projectId }) => {
    const output = SessionOutput.encode({ result: Buffer.from(JSON.stringify(fine())), parts: [], secrets: [] });
    return { id, fence, kind, projectId, result: { output: Buffer.from(output.finish()) } };
  });
  const statements: string[] = [];
  await transaction(swarms.pool, async (tx) => {
    const query = (statement: Statement) => {
      statements.push(statement.text);
      return tx.query(statement);
    };
    await settleSessions({ query } as Tx, ends);
    const written = sql`select tally from journey_runs where id = any(${launched.map(({ id }) => id)})`;
    const ran = { tally: expect.objectContaining({ 'lifecycle/ran': 2 }) };
    expect(await rows(tx, written)).toEqual([ran, ran]);
    await tx.query('rollback; begin');
  });
  const counts = statements.filter((text) => /\b(tally|measures) = /.test(text));
  expect(counts).toEqual([expect.stringMatching(/\btally = .*\bmeasures = /)]);
  await runs.report(...items.map((item): [typeof item, object] => [item, fine()]));
});

describe('a run whose counts are final', () => {
  /** The document that is stored of a run, and the one that its row and sessions make. */
  const both = async (runId: string) => {
    const found = async (form: string) => findRunToShow(swarms.pool, { ...project, runId }, form, SHOWN_ATTEMPTS);
    const [stored, run] = [await found(SHOWN_FORM), await found('another form')];
    return {
      stored: JSON.parse(stored?.shown ?? 'null') as JourneyRun | null,
      computed: JSON.parse(JSON.stringify(toJourneyRunDetail(run as ShownRun))) as JourneyRun,
    };
  };

  test('is stored as it is shown, and again with a late report', async () => {
    const { id: runId } = await runs.launch(await runs.journey());
    const items = await runs.lease();
    await runs.report([items[0]!, fine()]);
    expect((await both(runId)).stored).toBeNull();
    await swarms.call(operations.cancelJourneyRun, { ...project, runId });
    const cancelled = await both(runId);
    expect(cancelled.stored).toEqual(cancelled.computed);
    expect(cancelled.stored).toMatchObject({ canceled: true, usage: { assistant: { inputTokens: 10 } } });
    await swarms.pool.query(
      sql`update journey_runs set last_heartbeat_at = now() - interval '1 h' where id = ${runId}`,
    );
    await runs.report([items[1]!, fine()]);
    const late = await both(runId);
    expect(late.stored).toEqual(late.computed);
    expect(await runs.read(runId)).toMatchObject({ canceled: true, usage: { assistant: { inputTokens: 20 } } });
  });

  test('waits for judges before it is stored', async () => {
    const goal = { id: 'told', kind: 'goal', label: 'Told', description: 'It tells.' };
    const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 1, rubric: { criteria: [goal] } }));
    await runs.hold(fine);
    expect(await both(runId)).toMatchObject({
      stored: null,
      computed: { report: { undecidedReason: 'gradingPending' } },
    });
    const judges = await runs.lease('judge-session');
    await runs.report(...judges.map((item): [typeof item, object] => [item, { code: 'X' }]));
    const { stored, computed } = await both(runId);
    expect(stored).toEqual(computed);
    expect(stored).toMatchObject({ report: { verdict: 'inconclusive' } });
  });

  test('is read as it was stored, and computed when another version stored it', async () => {
    const journeyId = await runs.journey();
    const { id: runId } = await runs.launch(journeyId);
    await runs.hold(fine);
    const run = await runs.read(runId);
    const change = JSON.stringify({ ...run, waveId: 'as stored' });
    await swarms.pool.query(sql`update journey_runs set shown = ${change}, verdict = 'failed' where id = ${runId}`);
    expect(await runs.read(runId)).toEqual({ ...run, waveId: 'as stored' });
    const { items } = await swarms.call(operations.listJourneyRuns, { ...project, journeyId });
    expect(items).toMatchObject([{ verdictSummary: { decision: 'failed' } }]);
    await swarms.pool.query(sql`update journey_runs set shown_form = 'of before' where id = ${runId}`);
    expect(await runs.read(runId)).toEqual(run);
  });

  test('is not touched by heartbeats of runners that still hold sessions of it', async () => {
    const { id: runId } = await runs.launch(await runs.journey());
    const items = await runs.lease();
    await swarms.call(operations.cancelJourneyRun, { ...project, runId });
    const run = await runs.read(runId);
    const heartbeat = () => rows(swarms.pool, sql`select last_heartbeat_at from journey_runs where id = ${runId}`);
    await swarms.pool.query(
      sql`update journey_runs set last_heartbeat_at = now() - interval '1 h' where id = ${runId}`,
    );
    const before = await heartbeat();
    await noteHeartbeat(
      swarms.pool,
      items.map(({ id }) => id),
    );
    expect(await heartbeat()).toEqual(before);
    expect(await runs.read(runId)).toEqual(run);
  });
});

test('a run without a sign of a runner ends as stale', async () => {
  const { id: runId } = await runs.launch(await runs.journey());
  await swarms.pool.query(sql`update journey_runs set deadline_at = now() - interval '1 second' where id = ${runId}`);
  await endSilentRuns(swarms.pool);
  expect(await runs.read(runId)).toMatchObject({
    status: 'failed',
    stale: true,
    canceled: false,
    error: 'stale_runner',
  });
  expect(await runs.lease()).toEqual([]);
});

test('a session of a runner that fell silent counts once, with the usage of both runners', async () => {
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 1 }));
  const [lost] = await runs.lease();
  await swarms.pool.query(sql`update work set lease_until = now() - interval '1 second' where id = ${lost!.id}`);
  const [taken] = await runs.lease();
  expect([taken!.id, taken!.fence === lost!.fence]).toEqual([lost!.id, false]);
  expect(await runs.report([lost!, fine()])).toEqual([lost!.id]);
  const { earlier } = swarms.neighbours;
  earlier.set(`${lost!.id} turn`, { fence: lost!.fence, inputTokens: 300 });
  earlier.set(`${lost!.id} persona`, { fence: lost!.fence, inputTokens: 20 });
  await runs.report([taken!, fine()]);
  expect(await runs.report([taken!, resultOf([failedCall('search', 'no')])])).toEqual([taken!.id]);
  expect(await runs.read(runId)).toMatchObject({
    status: 'completed',
    summary: { total: 1, succeeded: 1, failed: 0 },
    usage: { assistant: { inputTokens: 310, outputTokens: 6, costUsd: 0.00001 }, persona: { inputTokens: 20 } },
    report: { verdict: 'passed', execution: { started: 1, completed: 1 }, goalGrading: { passed: 1, failed: 0 } },
  });
});

test('goals are judged after the conversation, and decide with the rules', async () => {
  const goal = { id: 'told', kind: 'goal', label: 'Answer', description: 'It tells the answer.' };
  const { id: runId } = await runs.launch(
    await runs.journey({
      sessionsPerTarget: 2,
      rubric: { criteria: [goal, { id: 'clean', kind: 'assertion', assertion: { type: 'noToolErrors' } }] },
    }),
  );
  await runs.hold(fine);
  expect(await runs.read(runId)).toMatchObject({
    status: 'completed',
    report: { undecidedReason: 'gradingPending', goalGrading: { pending: 2, waitingForDecisiveGrading: 2 } },
  });
  const judges = await runs.lease('judge-session');
  expect(JSON.parse(judges[0]!.task.toString())).toMatchObject({
    model: 'scripted/rules',
    reference: { kind: 'prompts', text: 'Find tea' },
    criteria: [{ id: 'told', label: 'Answer', description: 'It tells the answer.' }],
    evidence: {
      conversation: [
        { role: 'user', text: 'Question 0' },
        { role: 'assistant', text: 'Answer 0' },
      ],
    },
  });
  await runs.report(
    [judges[0]!, { criteria: [{ id: 'told', met: true, reason: 'It does.' }] }],
    [judges[1]!, { code: 'TIMEOUT', message: 'too slow' }],
  );
  expect(await runs.read(runId)).toMatchObject({
    report: { goalGrading: { passed: 1, unavailable: 1, pending: 0 }, verdict: 'inconclusive' },
  });
  const scorecard = await swarms.call(operations.getJourneyRunScorecard, { ...project, runId });
  expect(scorecard).toMatchObject({
    criteria: [
      { id: 'told', kind: 'goal', passCount: 1, failedGradingCount: 1 },
      { id: 'clean', passCount: 2 },
    ],
    sessionsGraded: 1,
  });
});

test('a run without a rubric has no scorecard, and a client is a target, too', async () => {
  const { id: runId } = await runs.launch(
    await runs.journey({ environmentIds: undefined, hostIds: ['client_1'], rubric: undefined }),
  );
  await runs.hold(fine);
  expect(await runs.read(runId)).toMatchObject({
    targets: [{ hostId: 'client_1', targetId: 'client_1' }],
    verdictSummary: { status: 'notEstablished', reason: 'gradingNotConfigured' },
  });
  await expect(swarms.call(operations.getJourneyRunScorecard, { ...project, runId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
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

test('a wave of 100 runs is read and compared while its sessions are held', async () => {
  const journeyId = await runs.journey({ sessionsPerTarget: 1 });
  await runs.launch(journeyId, { waveId: 'small' });
  await runs.hold(fine);
  for (let launched = 0; launched < 100; launched += 10)
    await Promise.all(Array.from({ length: 10 }, () => runs.launch(journeyId, { waveId: 'large' })));
  const compared = () =>
    swarms.call(operations.compareJourneyWaves, { ...project, waveId: 'large' }, { baselineWaveId: 'small' });
  const counts: number[] = [];
  for (;;) {
    const items = await runs.lease('session', 25);
    const [{ wave }, findings, overview] = await Promise.all([
      compared(),
      swarms.call(operations.listSwarmFindings, project),
      swarms.call(operations.getSwarmOverview, project),
      ...(items.length > 0 ? [runs.report(...items.map((item): [typeof item, object] => [item, fine()]))] : []),
    ]);
    expect(findings.items.filter(({ lastSeenWaveId }) => lastSeenWaveId === 'large')).toEqual([]);
    expect(overview.runs.length).toBeGreaterThan(0);
    counts.push(wave.denominator);
    if (items.length === 0) break;
  }
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(counts.at(-1)).toBe(100);
  const seen = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const page = await swarms.call(operations.listJourneyRuns, { ...project, journeyId }, { limit: 40, cursor });
    for (const { id, status } of page.items) seen.add(`${id} ${status}`);
    if ((cursor = page.nextCursor) === undefined) break;
  }
  expect([...seen].filter((each) => each.endsWith(' completed'))).toHaveLength(101);
});

/** Compares all that is said of a run with a count of its sessions, read over the API alone; answers the sessions. */
async function expectHandCount(runId: string) {
  const sessions = await readSessions(runs, runId);
  const run = await runs.read(runId);
  const targetIds = run.targets.map(({ targetId }) => targetId!);
  const { summary, targetSummaries, usage, report, scorecard } = handCount(runId, targetIds, sessions);
  expect(rounded(run.report)).toEqual(rounded(report));
  expect([run.summary, run.usage]).toEqual([summary, usage]);
  expect(run.targetSummaries).toMatchObject(targetSummaries);
  expect(run.verdictSummary).toMatchObject({ status: 'decided', decision: report.verdict });
  expect(await swarms.call(operations.getJourneyRunScorecard, { ...project, runId })).toEqual(scorecard);
  return sessions;
}

/** Judges the goals that wait: each opinion in turn, of which undefined is a judge that fails. */
async function judge(...opinions: (boolean | undefined)[]): Promise<void> {
  const items = await runs.lease('judge-session');
  await runs.report(
    ...items.map((item, i): [typeof item, object] => {
      const met = opinions[i % opinions.length];
      const reason = met ? 'It does.' : 'It does not.';
      return [item, met === undefined ? { code: 'TIMEOUT' } : { criteria: [{ id: 'told', met, reason }] }];
    }),
  );
}

test('report, scorecard and findings agree with a count of the transcripts by hand', async () => {
  const journey = { environmentIds: ['env_1', 'env_2'], sessionsPerTarget: 8, rubric: COUNTED_RUBRIC };
  const journeyId = await runs.journey(journey);
  const good = () => resultOf([toolCall('weigh')]);
  const bad = () => {
    const toolCalls = [failedCall('weigh', 'out of order')];
    return resultOf(toolCalls, { endReason: 'gaveUp', turns: [turn(0, []), turn(1, toolCalls)] });
  };
  const unpriced = () =>
    resultOf([], {
      usage: {
        assistant: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 0, calls: 1 },
        persona: { inputTokens: 7, outputTokens: 1, cachedInputTokens: 0, calls: 2, costMicros: 11 },
      },
    });
  const { id: decidedId } = await runs.launch(journeyId, { waveId: 'counted' });
  const all = await runs.lease();
  await runs.report(...all.map((item, i): [typeof item, object] => [item, [good, bad, unpriced, good][i % 4]!()]));
  await judge(true, true, true, false, true);
  await expectHandCount(decidedId);

  const { id: runId } = await runs.launch(journeyId, { waveId: 'broken' });
  const items = await runs.lease('session', 15);
  const broken = (code: string, ending: 'broke' | 'timedOut' | 'setupFailed' | 'limited') => () =>
    brokeOff({ code, ending });
  const ends = [good, broken('TIMEOUT', 'timedOut'), good, bad, broken('SERVER_UNREACHABLE', 'setupFailed'), good];
  const more = [unpriced, bad, broken('INTERNAL', 'broke'), good, bad, good, good];
  const reported = [...ends, ...more, broken('PROVIDER_RATE_LIMITED', 'limited')];
  // The last but one is held when the run is cancelled, and the last is never begun.
  await runs.report(...reported.map((end, i): [(typeof items)[number], object] => [items[i]!, end()]));
  await swarms.call(operations.cancelJourneyRun, { ...project, runId });
  await judge(true, undefined, false);
  const sessions = await expectHandCount(runId);
  expect(new Set(sessions.map(({ lifecycle }) => lifecycle))).toEqual(
    new Set(['ran', 'broke', 'limited', 'withdrawn']),
  );
  expect(sessions.filter(({ startedAt }) => startedAt === null)).toHaveLength(1);

  while (await mineWave(swarms.pool));
  const waves = [await readSessions(runs, decidedId), sessions];
  // In fewer than two sessions of a wave a trouble is not seen.
  const counted = (isAffected: (session: ReadSession) => boolean) =>
    waves
      .map((wave) => wave.filter((session) => session.lifecycle === 'ran' && isAffected(session)).length)
      .reduce((sum, affected) => (affected < 2 ? sum : sum + affected), 0);
  const unmet = (id: string) => ({
    subject: `${journeyId}/${id}`,
    count: counted(({ criteria }) => criteria!.some((each) => each.id === id && each.status === 'failed')),
  });
  const { items: findings } = await swarms.call(operations.listSwarmFindings, project);
  const seen = findings.filter(({ subject: { id } }) => id === 'srv/weigh' || id.startsWith(journeyId));
  expect(
    seen
      .map(({ dimension, subject, occurrenceCount: count }) => ({ dimension, subject: subject.id, count }))
      .toSorted((one, other) => (one.dimension + one.subject < other.dimension + other.subject ? -1 : 1)),
  ).toEqual([
    { dimension: 'criterionUnmet', ...unmet('clean') },
    { dimension: 'criterionUnmet', ...unmet('told') },
    { dimension: 'criterionUnmet', ...unmet('weighed') },
    // The conversations in which a call failed ended with it.
    { dimension: 'deadEnd', subject: 'srv/weigh', count: counted(hasFailedCall) },
    { dimension: 'goalMissed', subject: journeyId, count: counted(({ endReason }) => endReason === 'gaveUp') },
    { dimension: 'toolError', subject: 'srv/weigh', count: counted(hasFailedCall) },
  ]);
  const named = new Set(sessions.map(({ id }) => id));
  const shown = seen.find(({ dimension }) => dimension === 'toolError')!.evidence!;
  expect(shown.filter(({ sessionId }) => named.has(sessionId)).every(({ promptIndex }) => promptIndex === 1)).toBe(
    true,
  );
});
