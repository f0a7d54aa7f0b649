import { SessionOutput } from '@assay/mesh/gen/assay/v1/sessions';
import { operations } from '@assay/contract/operations';
import { rows, sql, transaction, type Db, type Statement, type Tx } from '@assay/kit/postgres/db';
import { bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { settleSessions } from '../../src/actions/journey-runs/settle-sessions.ts';
import { endSilentRuns } from '../../src/background/silent-runs.ts';
import { findSession } from '../../src/store/journey-runs/sessions.ts';
import { fine, project, startJourneySwarms } from '../support/journey-swarms.ts';
import { brokeOff, failedCall, resultOf, turn, type RunFixture } from '../support/run-fixture.ts';
import type { TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
let runs: RunFixture;
beforeAll(async () => {
  ({ swarms, runs } = await startJourneySwarms());
});
afterAll(() => swarms.stop());

const off = () => swarms.callerOf('prj_1', { features: [] });

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

test('a read of one session reads no other one of its run when Postgres has no statistics', async () => {
  const { id: runId } = await runs.launch(await runs.journey({ sessionsPerTarget: 20 }));
  const { rows: found } = await swarms.pool.query<{ id: string }>('select id from sessions where run_id = $1', [runId]);
  const read = (db: Db) => findSession(db, runId, found[0]!.id);
  expect((await readCostOf(swarms.pool, 'sessions', read)).rows).toBe(1);
});
