import { tablesLeftBehind } from '@assay/testkit/database/left-behind';
import { purgeSteps } from '../../src/background/purging.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let house: TestDiagnostics;
beforeAll(async () => {
  house = await startTestDiagnostics();
});
afterAll(() => house.stop());

test('a deleted project leaves nothing in any table', async () => {
  expect(
    await tablesLeftBehind(
      house.pool,
      purgeSteps.project.map(({ table }) => table),
    ),
  ).toEqual([
    // Receipts and events on their way, which go by themselves, and what makes sure that the rest goes.
    'inbox',
    'migrations',
    'outbox',
    'purges',
    // Servers that went before their project, for an hour.
    'surfaces_gone',
  ]);
});
