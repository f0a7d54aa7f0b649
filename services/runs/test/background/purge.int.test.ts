import { tablesLeftBehind } from '@assay/testkit/database/left-behind';
import { purgeSteps } from '../../src/background/purging.ts';
import { openRuns, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

test('a deleted project leaves nothing in any table', async () => {
  expect(
    await tablesLeftBehind(
      runs.db.pool,
      purgeSteps.project.map(({ table }) => table),
    ),
  ).toEqual([
    // Receipts and events under way expire by themselves; the purge needs its own rows.
    'inbox',
    'migrations',
    'outbox',
    'purges',
    // Ids of runners that stopped, for a day.
    'stopped_runners',
    // Names of tasks.
    'task_turns',
    // Suites that were deleted before their project, for a month.
    'tombstones',
  ]);
});
