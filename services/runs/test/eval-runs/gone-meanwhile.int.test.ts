import { operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { testCaller } from '../support/harness.ts';
import { goalCase, openJudgingFixture, refusalOf, type JudgingFixture } from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
});
afterAll(() => fixture.close());

/** Deletes a run after the service has read it and before it writes. */
async function whileItGoes(runId: string, ask: () => Promise<unknown>): Promise<unknown> {
  const client = await fixture.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from iterations where run_id = $1', [runId]);
    await client.query('delete from runs where id = $1', [runId]);
    const asked = refusalOf(ask());
    await waitUntil(
      async () =>
        (
          await fixture.db.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount === 1,
    );
    await client.query('commit');
    return await asked;
  } finally {
    client.release();
  }
}

test.each<[string, (runId: string, iterationId: string) => Promise<unknown>]>([
  ['a label', (runId, iterationId) => fixture.label(runId, iterationId, 'passed')],
  ['a request of the judge', (runId) => fixture.request(runId)],
  ['a backtest', (runId) => fixture.call(operations.backtestEvalRun, { runId }, { threshold: 0.5 })],
  ['a request of insights', (runId) => fixture.call(operations.requestEvalRunInsights, { runId })],
  [
    'a waiver',
    (runId) =>
      fixture.call(
        operations.waiveEvalGate,
        { runId },
        { reason: 'the fix is on its way', expiresAt: Date.now() + 3_600_000 },
        { ...testCaller, role: 'admin' },
      ),
  ],
])('%s on a run that is deleted meanwhile is refused as not found', async (name, ask) => {
  const gate = Buffer.from('{"minimumPassRate":0.5}');
  const runId = await fixture.finished(fixture.suite(name, [goalCase('a')], {}, { gate }));
  const [{ id } = { id: '' }] = await fixture.iterationsOf(runId);
  expect(await whileItGoes(runId, () => ask(runId, id))).toMatchObject({ code: 'NOT_FOUND' });
});
