import { waitUntil } from '@assay/testkit/until';
import { MAX_STREAMS } from '../../src/limits/open-streams.ts';
import { testKeys, startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
beforeAll(async () => {
  const streamEvalRunEvents = async (_caller: unknown, target: object) =>
    'waitMs' in target && target.waitMs === '0' ? { events: [], done: false } : new Promise(() => {});
  fixture = await startTestGateway({ answers: { streamEvalRunEvents } });
});
afterAll(() => fixture.stop());

const open = (key = testKeys.good) =>
  fetch(`${fixture.origin}/api/v1/projects/prj_member/eval-runs/run_1/events`, {
    headers: { authorization: `Bearer ${key}` },
  });

test('a key has at most 32 open streams, and another key has its own', async () => {
  const streams = await Promise.all(Array.from({ length: MAX_STREAMS }, () => open()));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await open();
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '5',
    {
      code: 'RATE_LIMITED',
      message: '32 streams or waits are open with this key or session already; close one first.',
      details: { limit: 'streams', allowedValue: 32, currentValue: 32, retryAfterMs: 5_000 },
    },
  ]);
  const other = await open(testKeys.other);
  expect(other.status).toBe(200);
  await streams.pop()!.body!.cancel();
  await waitUntil(async () => {
    const again = await open();
    streams.push(again);
    return again.status === 200;
  });
  await Promise.all([...streams, other].map(({ body }) => body!.cancel()));
});
