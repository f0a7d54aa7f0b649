import { waitUntil } from '@assay/testkit/until';
import { startLocalRunnerCalls } from '@assay/work/service/local-runner';
import { database, log, make, makeFor, providerFor, wakeUp } from '../support/work-fixture.ts';

let calls: PromiseWithResolvers<void>[];
let task: { stop(): Promise<void> };
beforeEach(() => {
  calls = [];
});
afterEach(async () => {
  wakeUp.stop();
  await task.stop();
});

/** Looks for work of a runner that has these labels and ends when a test resolves its call. */
function look(labels: Promise<string[]> = Promise.resolve([])): void {
  const run = () => {
    const call = Promise.withResolvers<void>();
    calls.push(call);
    return call.promise;
  };
  task = startLocalRunnerCalls(providerFor(), { labels, run }, log);
}

test('work that was queued before starts the local runner once it can be started', async () => {
  await make('a');
  const labels = Promise.withResolvers<string[]>();
  look(labels.promise);
  expect(calls).toHaveLength(0);
  labels.resolve([]);
  await waitUntil(() => calls.length === 1);
});

test('the first item that is queued starts the local runner, and labels that it lacks do not', async () => {
  look(Promise.resolve(['mine']));
  await makeFor('prj', ['a'], 'think', { labels: ['theirs'] });
  await makeFor('prj', ['b'], 'think', { labels: ['mine'] });
  await waitUntil(() => calls.length === 1);
  await database.pool.query(`delete from work where id = 'b'`);
  calls[0]!.resolve();
  await makeFor('prj', ['c'], 'think', { labels: ['theirs'] });
  expect(calls).toHaveLength(1);
});

test('the local runner is started again when it has ended and there is more work', async () => {
  look();
  await make('a');
  await waitUntil(() => calls.length === 1);
  calls[0]!.resolve();
  await waitUntil(() => calls.length === 2);
  await database.pool.query('truncate work');
  calls[1]!.resolve();
  await make('b');
  await waitUntil(() => calls.length > 2);
  expect(calls).toHaveLength(3);
});
