import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { waitUntil } from '@assay/testkit/until';
import { keys, meshSecret, sessions, startTestGateway, type TestGateway } from '../start.ts';

let house: TestGateway;
let made = 0;
beforeAll(async () => {
  house = await startTestGateway({
    answers: {
      createProject: async () => {
        made++;
        return {};
      },
    },
  });
});
afterAll(() => house.stop());

test.each<[string, string, Record<string, string>]>([
  ['a key', keys.good, { authorization: `Bearer ${keys.good}` }],
  [
    'a session',
    sessions.owner,
    { cookie: `__Host-assay_session=${sessions.owner}`, 'x-csrf-token': csrfTokenOf(meshSecret, sessions.owner) },
  ],
])('a slow write with %s that was revoked meanwhile has no effect', async (_, secret, headers) => {
  const before = house.asked.authenticate;
  const sent = request(`${house.origin}/api/v1/projects`, {
    method: 'POST',
    headers: { ...headers, 'content-length': '14' },
  });
  sent.write('{"name"');
  await waitUntil(() => house.asked.authenticate > before);
  house.revoke(secret);
  await waitUntil(async () => (await house.send('GET', '/projects', { key: null, headers })).status === 401);
  sent.end(':"mine"');
  const [answer] = await once(sent, 'response');
  expect([answer.statusCode, JSON.parse(await text(answer)).code, made]).toEqual([401, 'UNAUTHORIZED', 0]);
});
