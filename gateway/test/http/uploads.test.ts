import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { limitCounter } from '../limits/limit-counter.ts';
import { startTestGateway, uploadPath, type TestGateway } from '../start.ts';

let fixture: TestGateway;
afterEach(() => fixture.stop());

const limit = { perMinute: 1, burst: 3 };
const put = (path: string, headers: Record<string, string> = {}) =>
  fixture.send('PUT', path, { key: null, headers, body: 'x' });

test.each([
  ['is not ours', '/projects/prj_member/eval-ingest/artifacts/token'],
  ["is another project's", uploadPath('art_1', 'prj_owner').replace('prj_owner', 'prj_member')],
  ['expired', uploadPath('art_1', 'prj_member', -1)],
])('a file for a URL that %s is refused before it is read', async (_, path) => {
  fixture = await startTestGateway();
  const sent = request(`${fixture.origin}/api/v1${path}`, {
    method: 'PUT',
    headers: { 'content-length': String(10 * 1024 * 1024) },
  });
  sent.write('the first of ten megabytes, of which no more will come');
  const [answer] = await once(sent, 'response');
  expect([answer.statusCode, JSON.parse(await text(answer))]).toEqual([
    404,
    { code: 'NOT_FOUND', message: 'No such upload URL, or it expired; ask for a new one.' },
  ]);
  sent.destroy();
});

test.each(['PUT', 'POST'])('a file sent with %s to a valid upload URL needs no key', async (method) => {
  fixture = await startTestGateway();
  const path = uploadPath();
  const { status, json } = await fixture.send(method, path, { key: null, body: 'a file' });
  expect([status, json()]).toMatchObject([
    200,
    {
      target: { projectId: 'prj_member', uploadToken: path.split('/').at(-1) },
      caller: { requestId: expect.any(String) },
    },
  ]);
});

test('an upload is counted by its project, not by its address', async () => {
  const { service, taken } = limitCounter();
  fixture = await startTestGateway({ limit, services: [service] });
  const sent = [];
  for (let i = 0; i < 31; i++) sent.push(await put(uploadPath(`art_${i % 2}`)));
  expect(sent.map(({ status }) => status)).toEqual([...Array<number>(30).fill(200), 429]);
  expect(sent[30]!.json()).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Too many requests to the URLs of this project.',
    details: { limit: 'upload' },
  });
  expect((await put(uploadPath('art_1', 'prj_owner'))).status).toBe(200);
  expect(
    new Set(
      taken.flatMap(({ buckets }) => buckets.map(({ bucket, perMinute, burst }) => `${bucket} ${perMinute} ${burst}`)),
    ),
  ).toEqual(new Set(['upload prj_member 120 30', 'upload prj_owner 120 30']));
});

test('an invalid upload URL is counted by address', async () => {
  const { service, taken } = limitCounter();
  fixture = await startTestGateway({ limit, services: [service] });
  await put('/projects/prj_member/eval-ingest/artifacts/token', { 'x-forwarded-for': '203.0.113.7' });
  expect(taken.flatMap(({ buckets }) => buckets.map(({ bucket }) => bucket))).toEqual(['sender 203.0.113.7']);
});
