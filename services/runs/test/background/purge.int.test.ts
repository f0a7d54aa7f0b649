import { tablesLeftBehind } from '@assay/testkit/database/left-behind';
import { purgeSteps } from '../../src/background/purging.ts';
import { openRuns, type Harness } from '../support/harness.ts';

let runs: Harness;
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
    // Receipts and events on their way, which go by themselves, and what makes sure that the rest goes.
    'inbox',
    'migrations',
    'outbox',
    'purges',
    // Suites that went before their project, for a month.
    'tombstones',
  ]);
});
