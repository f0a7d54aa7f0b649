import { request } from 'node:http';
import { waitUntil } from '@assay/testkit/until';
import { testKeys, startTestGateway, type TestGateway } from '../start.ts';

const MB = 1024 * 1024;
let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({ maxBodyBytes: 12 * MB, maxBytesInFlight: 12 * MB });
});
afterAll(() => fixture.stop());

test('a request is refused while bodies of its organization fill the share, and taken after them', async () => {
  const sent = request(`${fixture.origin}/api/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKeys.good}`, 'content-length': 7 * MB },
  });
  sent.on('error', () => {});
  sent.write('{');
  const small = () => fixture.send('GET', '/projects');
  await waitUntil(async () => (await small()).status === 429);
  const { status, headers, json } = await small();
  expect([status, headers.get('retry-after'), json()]).toMatchObject([
    429,
    '5',
    { code: 'RATE_LIMITED', details: { reason: 'BYTES_IN_FLIGHT' } },
  ]);
  sent.destroy();
  await waitUntil(async () => (await small()).status === 200);
});
