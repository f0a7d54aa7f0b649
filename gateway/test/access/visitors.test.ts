import type { Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { hashOfSecret } from '@assay/kit/security/secret';
import { startTestGateway, testKeys, testSessions, testVisitor, type TestGateway } from '../start.ts';
import { limitCounter } from '../limits/limit-counter.ts';

let fixture: TestGateway;
afterEach(() => fixture.stop());

const messages = '/studies/some-link/visit/messages';
const feedback = '/studies/some-link/visit/feedback';
const refusal = {
  code: 'UNAUTHORIZED',
  message: 'There is no visit, or it is over. Open the study with its link.',
};

test("a visitor is stated to the service by the hash of the cookie's token, and by nothing else", async () => {
  fixture = await startTestGateway();
  const { status, json } = await fixture.send('GET', messages, { visitor: testVisitor, beside: true });
  expect([status, json().caller]).toEqual([
    200,
    { requestId: expect.any(String), visitorHash: hashOfSecret(testVisitor).toString('base64') },
  ]);
});

test('a cookie with several tokens states the hash of each, and of nothing else in it', async () => {
  fixture = await startTestGateway();
  const other = 'w'.repeat(43);
  const sent = [testVisitor, 'short', other].join('.');
  const { json } = await fixture.send('GET', messages, { visitor: sent, beside: true });
  const hashes = [testVisitor, other].map((token) => hashOfSecret(token).toString('base64'));
  expect(json().caller).toMatchObject({ visitorHash: hashes.join(' ') });
});

test.each<[string, Parameters<TestGateway['send']>[2]]>([
  ['no credential', { key: null }],
  ['a key', { key: testKeys.good }],
  ['a key beside the cookie', { key: testKeys.good, visitor: testVisitor }],
  ['a session', { session: testSessions.owner }],
  ['the token of a visitor as a key', { key: null, headers: { authorization: `Bearer sk_${testVisitor}` } }],
  ['a cookie that is no token', { visitor: 'short' }],
  ['the token in the cookie of a session', { key: null, headers: { cookie: `__Host-assay_session=${testVisitor}` } }],
  ['the cookie that http would set, over https', { key: null, headers: { cookie: `assay_visitor=${testVisitor}` } }],
])('an operation of visitors refuses %s, always with the same words', async (_, sent) => {
  fixture = await startTestGateway();
  const { status, json } = await fixture.send('GET', messages, { ...sent, beside: true });
  expect([status, json()]).toEqual([401, refusal]);
});

const others = Object.entries(allOperations).filter(([, { access }]) => access !== 'public' && access !== 'visitor');
const pathOf = ({ path }: Operation) => path.replace('{projectId}', 'prj_owner').replace(/\{\w+\}/g, 'x');

test("no other operation accepts a visitor's cookie", async () => {
  fixture = await startTestGateway();
  const accepted: string[] = [];
  for (const [name, operation] of others) {
    const { beside = false, method } = operation;
    const { status } = await fixture.send(method, pathOf(operation), { visitor: testVisitor, beside });
    if (status !== 401) accepted.push(`${name} ${status}`);
  }
  expect(accepted).toEqual([]);
});

test('a write of a visitor is refused from a page of another site', async () => {
  fixture = await startTestGateway();
  const sendFrom = async (headers: Record<string, string>) =>
    (await fixture.send('PUT', feedback, { visitor: testVisitor, beside: true, headers, body: { rating: 'up' } }))
      .status;
  const host = new URL(fixture.origin).host;
  expect(
    await Promise.all(
      [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: `http://${host}` }].map(sendFrom),
    ),
  ).toEqual([403, 403, 403]);
  expect(await Promise.all([{ origin: 'https://assay.example' }, {}].map(sendFrom))).toEqual([200, 200]);
});

test('requests are counted by visitor and by network', async () => {
  const { service, taken } = limitCounter();
  fixture = await startTestGateway({ limit: { perMinute: 1, burst: 3 }, services: [service] });
  const sent = await Promise.all(
    Array.from({ length: 130 }, () => fixture.send('GET', messages, { visitor: testVisitor, beside: true })),
  );
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(120);
  expect(sent.find(({ status }) => status === 429)!.json()).toMatchObject({
    message: 'Too many requests of this visitor.',
    details: { limit: 'visitor' },
  });
  expect(new Set(taken.flatMap(({ buckets }) => buckets.map(({ bucket }) => bucket)))).toEqual(
    new Set([`visitor ${hashOfSecret(testVisitor).toString('base64')}`, 'address 127.0.0.1']),
  );
});
