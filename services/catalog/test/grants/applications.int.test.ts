import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEgress, egressVia } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { newVerifier, startApplications, type TestApplications } from '../support/applications.ts';

const ID = 'https://agent.example/metadata.json';
const document = { client_id: ID, client_name: 'Agent', redirect_uris: ['https://agent.example/cb'] };

/** The answer of the address of the metadata. */
let answer: { status?: number; headers?: Record<string, string>; body?: string } = {};
let asked = 0;
const site = createServer((_req, res) => {
  asked++;
  res.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
  res.end(answer.body);
});

let fixture: TestApplications;
const now = new Date();
beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  const { port } = site.address() as AddressInfo;
  const egress = openEgress(ONE_MACHINE_EGRESS);
  // The name of the site leads to this machine, where nothing has a certificate for it.
  const here = (url: string | URL) => new URL(new URL(url).pathname + new URL(url).search, `http://127.0.0.1:${port}`);
  fixture = await startApplications({
    now: () => now,
    egress: egressVia(egress, (url, request) => egress.request(here(url), request)),
  });
});
afterAll(async () => {
  await fixture.stop();
  site.close();
});

describe('an application registers', () => {
  test('and gets an id and no secret', async () => {
    const { status, body } = await fixture.register({
      client_name: 'Agent\u202e\u0000',
      redirect_uris: ['http://localhost/cb', 'cursor://agent/cb'],
      token_endpoint_auth_method: 'client_secret_basic',
      software_id: 'x',
    });
    expect([status, body()]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^app_/),
        client_id_issued_at: Math.floor(now.getTime() / 1_000),
        client_name: 'Agent',
        redirect_uris: ['http://localhost/cb', 'cursor://agent/cb'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ]);
  });

  test.each<[string, object | string, string]>([
    ['no JSON', 'not json', 'invalid_client_metadata'],
    ['a list', '[]', 'invalid_client_metadata'],
    ['no redirect address', { client_name: 'Agent' }, 'invalid_redirect_uri'],
    ['http of another host', { redirect_uris: ['http://agent.example/cb'] }, 'invalid_redirect_uri'],
    ['a script as address', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://agent.example/cb#x'] }, 'invalid_redirect_uri'],
    ['a user in the address', { redirect_uris: ['https://a:b@agent.example/cb'] }, 'invalid_redirect_uri'],
    ['a line break', { redirect_uris: ['https://agent.example/cb\r\nx: y'] }, 'invalid_redirect_uri'],
    ['eleven addresses', { redirect_uris: Array(11).fill('https://agent.example/cb') }, 'invalid_redirect_uri'],
    [
      'a name that is no text',
      { redirect_uris: ['https://agent.example/cb'], client_name: 7 },
      'invalid_client_metadata',
    ],
    [
      'another grant alone',
      { redirect_uris: ['https://agent.example/cb'], grant_types: ['client_credentials'] },
      'invalid_client_metadata',
    ],
  ])('and is refused with %s', async (_, sent, error) => {
    const { status, body } = await fixture.register(sent);
    expect([status, body()]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  test('five times at once from an address', async () => {
    const register = () => fixture.register({ redirect_uris: ['https://agent.example/cb'] }, '192.0.2.99');
    for (let time = 0; time < 5; time++) expect((await register()).status).toBe(201);
    await expect(register()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
  });
});

describe('an application that publishes its metadata', () => {
  const open = async (id: string) => {
    const { token } = await fixture.member();
    const query = fixture.query(newVerifier(), { client_id: id, redirect_uri: 'https://agent.example/cb' });
    return fixture.open(token, query);
  };

  test('asks by the address of its metadata, which is read once', async () => {
    answer = { body: JSON.stringify(document) };
    for (let time = 0; time < 2; time++) {
      const { status, text } = await open(ID);
      expect(status).toBe(200);
      expect(text).toContain('Its description is published by agent.example.');
    }
    expect(asked).toBe(1);
  });

  test('is not read for a person who is not signed in', async () => {
    const before = asked;
    const query = fixture.query(newVerifier(), { client_id: 'https://agent.example/unread' });
    expect((await fixture.open('', query)).status).toBe(303);
    expect(asked).toBe(before);
  });

  test.each<[string, typeof answer]>([
    ['names another address', { body: JSON.stringify({ ...document, client_id: 'https://other.example/' }) }],
    ['has a secret', { body: JSON.stringify({ ...document, client_secret: 'x' }) }],
    ['is no JSON', { body: '<html>' }],
    ['is too long', { body: JSON.stringify({ ...document, more: 'x'.repeat(20_000) }) }],
    ['is missing', { status: 404, body: '{}' }],
    ['redirects', { status: 302, headers: { location: 'https://agent.example/other' } }],
  ])('is refused when its document %s', async (what, given) => {
    const id = `https://agent.example/${encodeURIComponent(what)}`;
    const told = given.body?.includes(ID) === true ? given.body.replace(ID, id) : given.body;
    answer = { ...given, ...(told !== undefined && { body: told }) };
    const { status, text } = await open(id);
    expect([status, text.includes('cannot ask you')]).toEqual([400, true]);
  });

  test.each([
    'https://agent.example/',
    'https://agent.example/a/../b',
    'https://u@agent.example/a',
    'http://agent.example/a',
    `${ID}#x`,
  ])('is not read at %s', async (id) => {
    const before = asked;
    expect((await open(id)).status).toBe(400);
    expect(asked).toBe(before);
  });
});
