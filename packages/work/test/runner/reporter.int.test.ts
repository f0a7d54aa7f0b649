import type { WorkReport } from '@assay/mesh/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import { waitUntil } from '@assay/testkit/until';
import type { WorkBoard } from '@assay/testkit/work/work-board';
import { Reporter } from '@assay/work/runner/reporter';
import { answeredWork } from '@assay/work/runner/work-handler';
import { BoardService, log } from '../support/board-service.ts';

/** Longer than a test: a report that waits for others is never delivered. */
const NEVER_MS = 600_000;

let service: BoardService;
let platform: WorkBoard;
let source: Channel;
let reporter: Reporter;

beforeEach(async () => {
  service = new BoardService();
  await service.start();
  platform = service.board;
  source = service.dial();
  reporter = new Reporter(source, 'r1', log);
});
afterEach(async () => {
  reporter.stop();
  source.close();
  await service.stop();
});

const report = (id: string, bytes = 2): WorkReport => ({
  id,
  kind: 'long',
  fence: '1',
  ...answeredWork(Buffer.alloc(bytes, ' ')),
});
const send = (...ids: string[]) => Promise.all(ids.map((id) => reporter.report(report(id))));
const names = (count: number) => Array.from({ length: count }, (_, i) => `i${i}`);
const delivered = () =>
  platform.batches
    .flat()
    .map(({ id }) => id)
    .sort();

test('reports of one moment travel together, in batches that are not too long', async () => {
  await send(...names(100));
  expect(platform.batches.map((batch) => batch.length)).toEqual([64, 36]);
});

test('nor too large for one message', async () => {
  await Promise.all(names(5).map((id) => reporter.report(report(id, 10 * 1024 * 1024))));
  expect(platform.batches.map((batch) => batch.length)).toEqual([2, 2, 1]);
});

test('full batches do not wait for further reports', async () => {
  reporter = new Reporter(source, 'r1', log, NEVER_MS);
  for (let round = 0; round < 10; round++) await send(...names(64));
  expect(platform.batches).toHaveLength(10);
});

test('reports that are hurried during a delivery follow it at once', async () => {
  reporter = new Reporter(source, 'r1', log, NEVER_MS);
  let rounds = 0;
  const sent: Promise<void>[] = [];
  platform.fault = () => {
    if (++rounds < 10) sent.push(reporter.report(report(`i${rounds}`)));
    reporter.hurry();
    return undefined;
  };
  const first = send('i0');
  reporter.hurry();
  await first;
  await waitUntil(() => rounds === 10);
  await Promise.all(sent);
  expect(platform.batches).toHaveLength(10);
});

test('while the platform is away reports are kept, and delivered once when it is back', async () => {
  await service.stop();
  const sending = send('a', 'b');
  await service.start();
  await sending;
  expect(platform.batches.map((batch) => batch.map(({ id }) => id))).toEqual([['a', 'b']]);
});

test('a platform whose database is away for long is asked again until it has everything', async () => {
  let refused = 0;
  platform.fault = () =>
    ++refused < 5 ? new Problem('INTERNAL_ERROR', 'The database cannot be reached.', undefined, 1) : undefined;
  await send('a', 'b');
  expect(delivered()).toEqual(['a', 'b']);
});

test('one bad report holds up neither those beside it nor those after it, and is given up', async () => {
  const tried: number[] = [];
  platform.fault = async ({ reports = [] }) => {
    if (!reports.some(({ id }) => id === 'bad')) return undefined;
    tried.push(reports.length);
    if (reports.length === 1) await waitUntil(() => delivered().includes('later'));
    return new Problem('INTERNAL_ERROR', 'Internal error.');
  };
  const first = send('a', 'bad', 'b');
  await waitUntil(() => tried.length > 0);
  await send('later');
  // Had it to wait for the bad one, that would have been given up by now.
  expect(tried.length).toBeLessThan(3);
  await first;
  expect(delivered()).toEqual(['a', 'b', 'later']);
  expect(tried).toEqual([3, 1, 1]);
});

test('a runner that ends does not wait for a platform that is away', async () => {
  await service.stop();
  const sending = send('a');
  reporter.stop();
  await sending;
  expect(platform.batches.flat()).toEqual([]);
});
