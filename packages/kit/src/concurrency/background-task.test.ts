import { waitUntil } from '@assay/testkit/until';
import { createLog } from '../log.ts';
import { inBatches, repeat } from './background-task.ts';

const log = createLog('test', 'silent');

test('batches are taken until there are no more', async () => {
  const left = [3, 2, 1];
  await inBatches(new AbortController().signal, async () => {
    left.pop();
    return left.length > 0;
  });
  expect(left).toEqual([]);
});

test('work that has no end of its own ends with the stop', async () => {
  let taken = 0;
  const endless = repeat('endless work', 60_000, log, (signal) =>
    inBatches(signal, async () => {
      taken++;
      return true;
    }),
  );
  await waitUntil(async () => taken > 1);
  await endless.stop();
  const before = taken;
  await inBatches(AbortSignal.abort(), async () => {
    taken++;
    return true;
  });
  expect(taken).toBe(before);
});
