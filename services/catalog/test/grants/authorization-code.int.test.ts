import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { operations } from '@assay/contract/operations';
import { CALLBACK, newVerifier, startApplications, type TestApplications } from '../support/applications.ts';

let fixture: TestApplications;
beforeAll(async () => {
  fixture = await startApplications();
});
afterAll(() => fixture.stop());

const grant = 'authorization_code';
const inGrant = { status: 400, error: 'invalid_grant' };

describe('the consent page', () => {
  test('names who asks, where the answer goes and what is asked, and cannot be framed', async () => {
    const { token, email } = await fixture.member();
    const { status, text, headers } = await fixture.open(token, fixture.query(newVerifier()));
    expect(status).toBe(200);
    for (const words of ['command line of Assay', 'this computer (127.0.0.1:52314)', email, 'Acme', 'spend money'])
      expect(text).toContain(words);
    expect(headers['Content-Security-Policy']).toContain(
      "form-action 'self' http://127.0.0.1:52314; frame-ancestors 'none'",
    );
  });

  test('sends a browser to the sign-in page first, and back to the request', async () => {
    const { status, headers } = await fixture.open('', fixture.query('v'.repeat(43)));
    const { pathname, searchParams } = new URL(headers['Location']!, 'http://assay.test');
    expect([status, pathname]).toEqual([303, '/auth/sign-in']);
    expect(searchParams.get('returnTo')).toMatch(/^\/oauth\/authorize\?.*client_id=assay-cli/);
  });

  test.each([
    ['an unknown application', { client_id: 'app_unknown' }],
    ['an application without an id', { client_id: '' }],
    ['a redirect address of a stranger', { redirect_uri: 'https://evil.example/callback' }],
    ['a redirect address with another path', { redirect_uri: 'http://127.0.0.1:1/other' }],
    ['a redirect address with a fragment', { redirect_uri: `${CALLBACK}#x` }],
  ])('redirects nowhere for %s', async (_, changed) => {
    const { token } = await fixture.member();
    const { status, headers, text } = await fixture.open(token, fixture.query(newVerifier(), changed));
    expect([status, headers['Location']]).toEqual([400, undefined]);
    expect(text).toContain('cannot ask you');
  });

  test.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['unknown scopes alone', { scope: 'admin' }, 'invalid_scope'],
    ['a parameter twice', { scope: ['read', 'write'] }, 'invalid_request'],
  ])('tells the application of %s', async (_, changed, error) => {
    const { token } = await fixture.member();
    const { headers } = await fixture.open(token, { ...fixture.query(newVerifier()), ...changed });
    const told = new URL(headers['Location']!);
    expect(told.origin + told.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(told.searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: 'a state',
      iss: 'http://assay.test',
    });
  });

  test('a form without the token of the session decides nothing', async () => {
    const { token } = await fixture.member();
    const { text } = await fixture.open(token, fixture.query(newVerifier()));
    for (const csrf of [undefined, 'forged']) {
      const { status, headers } = await fixture.decide(token, text, { csrf });
      expect([status, headers['Location']]).toEqual([400, undefined]);
    }
  });

  test('a form allows no organization and no scope beyond what its person was asked', async () => {
    const { token } = await fixture.member();
    const { text } = await fixture.open(token, fixture.query(newVerifier(), { scope: 'read' }));
    expect((await fixture.decide(token, text, { organization: 'org_elsewhere' })).status).toBe(400);
    expect((await fixture.decide(token, text, { read: undefined, write: 'yes' })).status).toBe(400);
  });

  test('a denial is told to the application', async () => {
    const { token } = await fixture.member();
    const { text } = await fixture.open(token, fixture.query(newVerifier()));
    const { headers } = await fixture.decide(token, text, { decision: 'deny' });
    expect(new URL(headers['Location']!).searchParams.get('error')).toBe('access_denied');
  });
});

describe('a code', () => {
  test('is exchanged for tokens, which are stored as hashes, of a grant that its person can list', async () => {
    const person = await fixture.member();
    const tokens = await fixture.signedIn(person);
    expect(tokens).toEqual({
      status: 200,
      headers: {},
      access_token: expect.stringMatching(/^oat_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^ort_[\w-]{43}$/),
      scope: 'read launch write',
    });
    const { items } = await fixture.call(operations.listOwnGrants, {}, {}, person.caller);
    expect(items).toMatchObject([
      {
        application: { id: 'assay-cli', name: 'Assay command line' },
        organizationId: fixture.organizationId,
        scopes: ['read', 'launch', 'write'],
        audiences: ['mcp', 'api'],
      },
    ]);
    expect(await fixture.principal(tokens.access_token!)).toMatchObject({
      userId: person.userId,
      sessionId: items[0]!.id,
      keyId: '',
      audiences: ['mcp', 'api'],
    });
    const made = (await auditedChanges(fixture.pool)).filter(({ target }) => target.grantId === items[0]!.id);
    expect(made).toMatchObject([{ userId: person.userId, outcome: 'done' }]);
    const { rows } = await fixture.pool.query<{ text: string }>(
      'select application_grants::text || grant_tokens::text as text from application_grants join grant_tokens on grant_id = id',
    );
    for (const { text } of rows) expect(text).not.toMatch(/o[ar]t_/);
  });

  test('carries the scopes that the person left, and makes the application act as a key', async () => {
    const person = await fixture.member();
    const { client_id: id } = (
      await fixture.register({ client_name: 'Agent', redirect_uris: ['https://agent.example/cb'] })
    ).body() as { client_id: string };
    const asked = { client_id: id, redirect_uri: 'https://agent.example/cb' };
    const verifier = newVerifier();
    const { text } = await fixture.open(person.token, fixture.query(verifier, asked));
    expect(text).toContain('calls itself &quot;Agent&quot;');
    const { headers } = await fixture.decide(person.token, text, { write: undefined });
    const code = new URL(headers['Location']!).searchParams.get('code')!;
    const tokens = await fixture.token({ grant_type: grant, ...asked, code, code_verifier: verifier });
    expect(tokens.scope).toBe('read launch');
    expect(await fixture.principal(tokens.access_token!)).toMatchObject({
      keyId: expect.stringMatching(/^grant_/),
      scopes: ['read', 'launch'],
      audiences: ['mcp'],
    });
  });

  test.each<[string, Record<string, string>, object]>([
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, inGrant],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:1/callback' }, inGrant],
    ['a resource that was not asked for', { resource: 'http://assay.test/api/v1' }, { error: 'invalid_target' }],
    ['an unknown application', { client_id: 'app_unknown' }, { status: 401, error: 'invalid_client' }],
    ['no verifier', { code_verifier: '' }, { status: 400, error: 'invalid_request' }],
    ['no grant type', { grant_type: '' }, { error: 'invalid_request' }],
    ['another grant type', { grant_type: 'password' }, { error: 'unsupported_grant_type' }],
  ])('is refused with %s', async (_, changed, refused) => {
    const { code, verifier } = await fixture.code(await fixture.member(), { resource: 'http://assay.test/mcp' });
    const form = { grant_type: grant, code, code_verifier: verifier, redirect_uri: CALLBACK };
    expect(await fixture.token({ ...form, ...changed })).toMatchObject(refused);
  });

  test('is used up by a wrong verifier', async () => {
    const { code, verifier } = await fixture.code(await fixture.member());
    const form = { grant_type: grant, code, redirect_uri: CALLBACK };
    expect(await fixture.token({ ...form, code_verifier: 'w'.repeat(43) })).toMatchObject(inGrant);
    expect(await fixture.token({ ...form, code_verifier: verifier })).toMatchObject(inGrant);
  });

  test('is refused after a minute', async () => {
    const { code, verifier } = await fixture.code(await fixture.member());
    await fixture.pool.query("update authorization_codes set expires_at = now() - interval '1 second'");
    expect(
      await fixture.token({ grant_type: grant, code, code_verifier: verifier, redirect_uri: CALLBACK }),
    ).toMatchObject(inGrant);
  });

  test('ends its grant when it is used again', async () => {
    const { code, verifier } = await fixture.code(await fixture.member());
    const form = { grant_type: grant, code, code_verifier: verifier, redirect_uri: CALLBACK };
    const { access_token: access } = await fixture.token(form);
    await fixture.principal(access!);
    expect(await fixture.token(form)).toMatchObject(inGrant);
    await expect(fixture.principal(access!)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('is refused when its person has left the organization', async () => {
    const person = await fixture.member();
    const { code, verifier } = await fixture.code(person);
    await fixture.pool.query('delete from memberships where user_id = $1', [person.userId]);
    expect(
      await fixture.token({ grant_type: grant, code, code_verifier: verifier, redirect_uri: CALLBACK }),
    ).toMatchObject(inGrant);
  });
});
