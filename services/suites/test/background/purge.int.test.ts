import { SuitesDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { transaction } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import { tablesLeftBehind } from '@assay/testkit/database/left-behind';
import { waitUntil } from '@assay/testkit/until';
import { purgeSteps } from '../../src/background/purging.ts';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
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
    // Ids of runners that stopped, for a day.
    'stopped_runners',
    // Names of tasks.
    'task_turns',
  ]);
});

test('the suites of a deleted project are published to the other services', async () => {
  const told: string[] = [];
  const subscription = await fixture.bus.subscribe({
    group: 'test',
    topics: [SuitesDeleted.topic],
    handle: async ({ type, value }) => {
      if (type === SuitesDeleted.type) told.push(...SuitesDeleted.codec.decode(value).suiteIds);
    },
  });
  const create = async () =>
    (await fixture.call(operations.createEvalSuite, { projectId: 'prj_2' }, draft({ serverIds: ['srv_other'] })))
      .suiteId;
  const suiteIds = [await create(), await create()];
  await transaction(fixture.pool, (tx) => insertPurge(tx, 'project', 'prj_2'));
  await waitUntil(() => told.length === 2);
  expect(told.sort()).toEqual(suiteIds.sort());
  await subscription.stop();
});
