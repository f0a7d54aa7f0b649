import { tablesLeftBehind } from '@assay/testkit/database/left-behind';
import { purgeSteps } from '../../src/background/purging.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
});
afterAll(() => fixture.stop());

test('a deleted project leaves nothing in any table', async () => {
  expect(
    await tablesLeftBehind(
      fixture.pool,
      purgeSteps.project.map(({ table }) => table),
    ),
  ).toEqual([
    // Receipts and outgoing events, which expire by themselves, and the tombstones of the purge.
    'inbox',
    'migrations',
    'outbox',
    'purges',
    // Runners that asked, which are forgotten after a day.
    'runners',
    // Ids of runners that stopped, for a day.
    'stopped_runners',
    // Servers that were deleted before their project; kept for an hour.
    'surfaces_gone',
    // Names of tasks.
    'task_turns',
  ]);
});
