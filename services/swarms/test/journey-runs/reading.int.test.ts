import type { JourneyRun } from '@assay/contract/areas/journey-runs/documents';
import { operations } from '@assay/contract/operations';
import { rows, sql, type Db, type Statement } from '@assay/kit/postgres/db';
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
import { fine, project, startJourneySwarms } from '../support/journey-swarms.ts';
import { brokeOff, failedCall, resultOf, taskOf, turn, type RunFixture } from '../support/run-fixture.ts';
import type { TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
let runs: RunFixture;
beforeAll(async () => {
  ({ swarms, runs } = await startJourneySwarms());
});
afterAll(() => swarms.stop());

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
