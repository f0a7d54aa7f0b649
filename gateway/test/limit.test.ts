import { keys, startTestGateway, type TestGateway } from './start.ts';

let house: TestGateway;
beforeEach(async () => { house = await startTestGateway({ limit: { perMinute: 1, burst: 3 } }); });
afterEach(() => house.stop());

const statuses = async (count: number, key: string) => {
  const got: number[] = [];
  for (let i = 0; i < count; i++) got.push((await house.send('GET', '/organizations', { key })).status);
  return got;
};

test('a key may burst, then has to wait; another key is not held up', async () => {
  expect(await statuses(4, keys.good)).toEqual([200, 200, 200, 429]);
  expect(await statuses(1, keys.other)).toEqual([200]);
  const { headers, json } = await house.send('GET', '/organizations');
  expect([json().code, Number(headers.get('retry-after'))]).toEqual(['RATE_LIMITED', expect.any(Number)]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
});

test('an orphaned key pays before it is refused, an unknown one has nothing to pay with', async () => {
  expect(await statuses(4, keys.orphaned)).toEqual([401, 401, 401, 429]);
  expect(await statuses(5, keys.unknown)).toEqual([401, 401, 401, 401, 401]);
});

test('what needs no key is not counted', async () => {
  await statuses(3, keys.good);
  expect((await house.send('GET', '/models')).status).toBe(200);
});

test('whoever polls has a budget for that, beside the key\'s', async () => {
  const poll = async () => (await house.send('GET', '/server-connections/con_1')).status;
  expect([await poll(), await poll(), await poll(), await poll()]).toEqual([200, 200, 200, 429]);
  expect(await statuses(3, keys.good)).toEqual([200, 200, 200]);
});

const upload = (headers: Record<string, string> = {}) => house.send('PUT', '/projects/prj_member/eval-ingest/artifacts/token', { key: null, headers, body: 'x' });
test('files that are sent without a key are counted by the address they come from, as a proxy of ours tells it', async () => {
  const sent = await Promise.all(Array.from({ length: 31 }, () => upload()));
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(30).fill(200), 429]);
  expect((await upload()).json()).toMatchObject({ code: 'RATE_LIMITED', message: 'Too many requests from this address.' });
  expect((await upload({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
});

test('a file without a key has 10 MiB, whatever other bodies may have', async () => {
  const roomy = await startTestGateway({ maxBodyBytes: 12 * 1024 * 1024 });
  const send = (path: string, bytes: number) => roomy.send('POST', path, { body: 'x'.repeat(bytes) });
  expect((await send('/projects/prj_member/eval-ingest/artifacts/token', 10 * 1024 * 1024 + 1)).json()).toMatchObject({ code: 'VALIDATION_ERROR', details: { maxBytes: 10 * 1024 * 1024 } });
  expect((await send('/projects/prj_member/eval-ingest/artifacts/token', 10 * 1024 * 1024)).status).toBe(200);
  await roomy.stop();
});
