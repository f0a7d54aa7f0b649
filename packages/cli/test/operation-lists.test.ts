import { listenLocally } from '@assay/testkit/listen';
import { runInProcess } from './support/command.ts';

const PROJECT = 'prj_01hzy3v7k9q2n5w8x4m6t0r1ab';
const [TOTAL, PAGE] = [2_000, 500];

let platform: Awaited<ReturnType<typeof listenLocally>>;
let asked: number;
beforeAll(async () => {
  platform = await listenLocally((req, res) => {
    asked++;
    const from = Number(new URL(req.url!, 'http://x').searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: PAGE }, (_, i) => ({
      id: `persona_${from + i}`,
      name: `n ${from + i}`,
      role: 'r',
    }));
    const next = from + PAGE < TOTAL ? { nextCursor: String(from + PAGE) } : {};
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items, ...next }));
  });
});
afterAll(() => platform.stop());
beforeEach(() => {
  asked = 0;
});

const env = () => ({ ASSAY_API_KEY: 'sk_test', ASSAY_URL: platform.origin, ASSAY_PROJECT: PROJECT });

test('a list without a limit follows all pages in a pipe', async () => {
  const { code, stdout } = await runInProcess(['persona', 'list', '--jsonl'], { env: env() });
  expect([code, stdout.trimEnd().split('\n').length, asked]).toEqual([0, TOTAL, TOTAL / PAGE]);
});

test('a table asks for no more pages than its limit needs', async () => {
  const { stdout, stderr } = await runInProcess(['persona', 'list', '--limit', '3'], { env: env(), isPerson: true });
  expect(stdout.split('\n')).toHaveLength(5);
  expect([asked, stderr]).toEqual([1, expect.stringContaining('The first 3 items. More: --limit 30')]);
});
