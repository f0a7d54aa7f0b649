import { waitUntil } from '@assay/testkit/until';
import { createLog } from '../log.ts';
import { inBatches, repeat, retryForever } from './background-task.ts';

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

/** A log that keeps its lines. */
function listeningLog() {
  const lines: string[] = [];
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg);
  return { log: createLog('test', 'warn', { write }), lines };
}

test('a task that keeps failing is one line, not one per attempt', async () => {
  const { log: kept, lines } = listeningLog();
  let attempts = 0;
  const task = retryForever('the relay', kept, async () => {
    attempts++;
    throw new Error('away');
  });
  await waitUntil(async () => attempts > 2);
  await task.stop();
  expect(lines).toEqual(['the relay was interrupted and starts again']);
});

test('tasks that all miss Postgres are one line', async () => {
  const { log: kept, lines } = listeningLog();
  let attempts = 0;
  const miss = async () => {
    attempts++;
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  };
  const tasks = [repeat('retention', 60_000, kept, miss), repeat('the watchdog', 60_000, kept, miss)];
  await waitUntil(async () => attempts > 1);
  await Promise.all(tasks.map((task) => task.stop()));
  expect(lines).toEqual(['Postgres cannot be used']);
});

test('periodic work that failed at the start is retried soon', async () => {
  const { log: kept, lines } = listeningLog();
  let attempts = 0;
  const task = repeat('retention', 3_600_000, kept, async () => {
    if (++attempts === 1) throw new Error('away');
  });
  await waitUntil(async () => attempts > 1);
  await task.stop();
  expect(lines).toEqual(['retention failed', 'retention works again']);
});
