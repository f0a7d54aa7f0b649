import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listenLocally } from '@assay/testkit/listen';

const main = join(import.meta.dirname, '../src/main.ts');
const [TOTAL, PROJECT, RUN] = [100_000, `prj_${'0'.repeat(26)}`, `run_${'0'.repeat(26)}`];
/** The heap of the command, in megabytes: the list as JSON has about 80. */
const HEAP_MB = 40;

let platform: Awaited<ReturnType<typeof listenLocally>>;
let pages = 0;
beforeAll(async () => {
  platform = await listenLocally((req, res) => {
    const { searchParams } = new URL(req.url!, 'http://x');
    const [from, limit] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit'))];
    const items = Array.from({ length: Math.min(limit, TOTAL - from) }, (_, i) => ({
      id: `iter_${from + i}`,
      title: 'x'.repeat(700),
    }));
    pages++;
    const next = from + items.length;
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ items, ...(next < TOTAL && { nextCursor: String(next) }) }));
  });
});
afterAll(() => platform.stop());
beforeEach(() => {
  pages = 0;
});

const list = (...args: string[]) =>
  spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, main, 'run', 'iterations', RUN, '--jsonl', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ASSAY_URL: platform.origin, ASSAY_API_KEY: 'sk_test', ASSAY_PROJECT: PROJECT },
  });

test('100,000 iterations are listed page by page in little memory', async () => {
  const child = list('--json', 'id,title');
  let [count, last] = [0, ''];
  for await (const line of createInterface(child.stdout)) [count, last] = [count + 1, line];
  const [code] = (await once(child, 'close')) as [number];
  expect([code, count, JSON.parse(last).id, pages]).toEqual([0, TOTAL, `iter_${TOTAL - 1}`, TOTAL / 200]);
}, 60_000);

test('a list ends when its reader has read enough, and asks for no further page', async () => {
  const child = list();
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.destroy();
  const [code] = (await once(child, 'close')) as [number];
  expect([code, String(first).startsWith('{"id":"iter_0"')]).toEqual([0, true]);
  expect(pages).toBeLessThan(TOTAL / 400);
}, 30_000);
