import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { waitUntil } from '@assay/testkit/until';
import { testKeys, meshSecret, testSessions, startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
let made = 0;
beforeAll(async () => {
  fixture = await startTestGateway({
    answers: {
      createProject: async () => {
        made++;
        return {};
      },
    },
  });
});
afterAll(() => fixture.stop());

test.each<[string, string, Record<string, string>]>([
  ['a key', testKeys.good, { authorization: `Bearer ${testKeys.good}` }],
  [
    'a session',
    testSessions.owner,
    {
      cookie: `__Host-assay_session=${testSessions.owner}`,
      'x-csrf-token': csrfTokenOf(meshSecret, testSessions.owner),
    },
  ],
])('a slow write with %s that was revoked meanwhile has no effect', async (_, secret, headers) => {
  const before = fixture.asked.authenticate;
  const sent = request(`${fixture.origin}/api/v1/projects`, {
    method: 'POST',
    headers: { ...headers, 'content-length': '14' },
  });
  sent.write('{"name"');
  await waitUntil(() => fixture.asked.authenticate > before);
  fixture.revoke(secret);
  await waitUntil(async () => (await fixture.send('GET', '/projects', { key: null, headers })).status === 401);
  sent.end(':"mine"');
  const [answer] = await once(sent, 'response');
  expect([answer.statusCode, JSON.parse(await text(answer)).code, made]).toEqual([401, 'UNAUTHORIZED', 0]);
});
