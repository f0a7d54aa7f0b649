import { operations } from '@assay/contract/operations';
import type { Db } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import { mineWave } from '../../src/actions/findings/mine-wave.ts';
import { countPairs } from '../../src/store/journey-runs/session-pairs.ts';
import { fine, project, startJourneySwarms } from '../support/journey-swarms.ts';
import { brokeOff, failedCall, resultOf, taskOf, type RunFixture } from '../support/run-fixture.ts';
import type { TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
let runs: RunFixture;
beforeAll(async () => {
  ({ swarms, runs } = await startJourneySwarms());
});
afterAll(() => swarms.stop());

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
  // The service itself mines waves, too.
  const mined = (waveId: string) =>
    waitUntil(async () => {
      while (await mineWave(swarms.pool));
      return (await gate(waveId, findings)).isOver;
    });
  expect(await gate('good', findings)).toMatchObject({ outcome: 'undecided', isOver: false });
  await mined('good');
  expect(await gate('good', { minimumPassRate: 0.8, maximumCostUsd: 0.01, ...findings })).toMatchObject({
    outcome: 'passed',
    isOver: true,
    sessions: { total: 20, underWay: 0, graded: 20, passed: 20, brokenOff: 0, settledEarly: 0 },
  });
  await runs.launch(journeyId, { waveId: 'bad' });
  await runs.hold(() => resultOf([failedCall('search', 'out of stock')]));
  await mined('bad');
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
  await mined('good-again');
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
