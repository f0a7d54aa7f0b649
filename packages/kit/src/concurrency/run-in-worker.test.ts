import { runInWorker } from './run-in-worker.ts';

/** A worker whose code is `source`. */
const worker = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const limits = { deadlineMs: 20_000, heapMb: 64 };
const answers = (reply: string) =>
  worker(`import { parentPort, workerData } from 'node:worker_threads'; parentPort.postMessage(${reply});`);

test('a worker answers its input with a result or a Problem', async () => {
  expect(await runInWorker(answers('{ result: workerData * 2 }'), 21, limits)).toBe(42);
  const problem = `{ problem: { code: 'VALIDATION_ERROR', message: 'No.', details: { issues: [] } } }`;
  await expect(runInWorker(answers(problem), 0, limits)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'No.',
    details: { issues: [] },
  });
});

test('a worker gets pages one at a time, each when it wants the next', async () => {
  const adding = worker(`
    import { parentPort } from 'node:worker_threads';
    let sum = 0;
    parentPort.on('message', ({ page, end }) => {
      sum += page ?? 0;
      parentPort.postMessage(end ? { result: sum } : { pageWanted: true });
    });
    parentPort.postMessage({ pageWanted: true });`);
  const sent: string[] = [];
  async function* pages() {
    try {
      yield 1;
      yield 2;
    } finally {
      sent.push('closed');
    }
  }
  expect(await runInWorker(adding, 0, { ...limits, pages: pages() })).toBe(3);
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    throw new Error('no more pages');
  }
  await expect(runInWorker(adding, 0, { ...limits, pages: broken() })).rejects.toThrow('no more pages');
  const early = answers('{ result: 1 }').href.replace(
    'postMessage',
    'postMessage({ pageWanted: true }); parentPort.postMessage',
  );
  await runInWorker(new URL(early), 0, { ...limits, pages: pages() });
  expect(sent).toEqual(['closed', 'closed']);
});

test('a worker that never ends, or dies, is no reason to wait', async () => {
  const endless = runInWorker(worker('while (true);'), 0, { ...limits, deadlineMs: 50 });
  await expect(endless).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect(runInWorker(worker('process.exit(3)'), 0, limits)).rejects.toThrow('with code 3');
  const greedy = worker('const kept = []; while (true) kept.push(new Array(1e5).fill(kept.length));');
  await expect(runInWorker(greedy, 0, limits)).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a worker ends with the signal of its caller', async () => {
  const leaving = new AbortController();
  const endless = runInWorker(worker('while (true);'), 0, { ...limits, signal: leaving.signal });
  leaving.abort(new Error('cancelled'));
  await expect(endless).rejects.toThrow('cancelled');
  await expect(runInWorker(answers('{ result: 1 }'), 0, { signal: leaving.signal })).rejects.toThrow('cancelled');
});
