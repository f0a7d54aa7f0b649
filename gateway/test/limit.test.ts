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
