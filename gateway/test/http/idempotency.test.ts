import { replayed } from '@assay/kit/rpc/handle';
import { startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({
    answers: {
      createProject: async (_caller, target) =>
        (target as { idempotencyKey?: string }).idempotencyKey === 'again'
          ? replayed({ id: 'prj_1' })
          : { id: 'prj_2' },
    },
  });
});
afterAll(() => fixture.stop());

const headers = { 'idempotency-key': 'again' };

test('a replay is marked, and has the status of the first reply', async () => {
  const first = await fixture.send('POST', '/projects', { body: { name: 'x' } });
  const second = await fixture.send('POST', '/projects', { body: { name: 'x' }, headers });
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect([second.status, second.headers.get('idempotency-replayed'), second.json()]).toEqual([
    201,
    'true',
    { id: 'prj_1' },
  ]);
});

// Operations that share a message with a creation, or a path with one.
test.each<[string, string, string | undefined]>([
  ['POST', '/projects/prj_admin/servers', 'again'],
  ['POST', '/projects/prj_admin/eval-suites', 'again'],
  ['GET', '/projects/prj_admin', undefined],
  ['PATCH', '/projects/prj_admin', undefined],
  ['DELETE', '/projects/prj_admin', undefined],
  ['GET', '/projects/prj_admin/servers', undefined],
])('the key of %s %s reaches its service as %s', async (method, path, key) => {
  const body = path.endsWith('servers')
    ? { name: 's', enabled: true, transportType: 'stdio', command: 'x' }
    : path.endsWith('suites')
      ? { name: 's', serverIds: ['srv_1'], tests: [{ title: 't', steps: [{ id: 's', kind: 'prompt', prompt: 'x' }] }] }
      : method === 'PATCH'
        ? { name: 'x' }
        : {};
  const { status, json } = await fixture.send(method, path, { headers, ...(method !== 'GET' && { body }) });
  expect(status).toBeLessThan(300);
  expect((json() as { target: { idempotencyKey?: string } }).target.idempotencyKey).toBe(key);
});
