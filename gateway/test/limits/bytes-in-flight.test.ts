import { request } from 'node:http';
import { waitUntil } from '@assay/testkit/until';
import { BytesInFlight } from '../../src/limits/bytes-in-flight.ts';
import { testKeys, startTestGateway, type TestGateway } from '../start.ts';

const MB = 1024 * 1024;
let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({ maxBodyBytes: 12 * MB, bytes: new BytesInFlight(12 * MB) });
});
afterAll(() => fixture.stop());

test('a large request is refused while the share is full, and a small one passes', async () => {
  const opened = (megabytes: number) => {
    const sent = request(`${fixture.origin}/api/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKeys.good}`, 'content-length': megabytes * MB },
    });
    sent.on('error', () => {});
    sent.write('{');
    return sent;
  };
  const large = () => fixture.send('POST', '/projects/prj_member/servers', { body: { name: 'x'.repeat(2 * MB) } });
  const first = opened(7);
  await waitUntil(async () => (await large()).status === 429);
  const { status, headers, json } = await large();
  expect([status, headers.get('retry-after'), json()]).toMatchObject([
    429,
    '5',
    { code: 'RATE_LIMITED', details: { reason: 'BYTES_IN_FLIGHT' } },
  ]);
  expect((await fixture.send('GET', '/projects')).status).toBe(200);
  first.destroy();
  await waitUntil(async () => (await large()).status !== 429);
});
