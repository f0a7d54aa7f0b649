import { Writable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { createLog } from '@assay/kit/log';
import { startSignOnFixture, type SignOnFixture } from '../support/single-sign-on.ts';
import { FALSE_KEY, type ProviderFault } from '@assay/testkit/identity/openid-provider';

const bob = { sub: 'bob', email: 'bob@acme.example', email_verified: true };
const lines: string[] = [];
const log = createLog(
  'test',
  'info',
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  }),
);

let fixture: SignOnFixture;
const open = async () => {
  fixture = await startSignOnFixture({ log });
  fixture.provider.is(bob);
};
beforeEach(() => {
  lines.length = 0;
});

const kept = () => Promise.all(['users', 'identities', 'sessions', 'sign_in_attempts'].map(fixture.count));
const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));

/** Breaks one path of the provider. */
const at =
  (path: string, answer: (response: ServerResponse) => void): ProviderFault =>
  (request, response, goOn) =>
    request.url!.startsWith(path) ? answer(response) : goOn();
const never = (response: ServerResponse): void => {
  response.on('close', () => undefined);
};

const DISCOVERY = '/.well-known/openid-configuration';

describe('the start', () => {
  // Nothing is known of the provider yet.
  beforeEach(open);
  afterEach(() => fixture.stop());

  test.each<[string, ProviderFault, number]>([
    ['never answers', at(DISCOVERY, never), 504],
    ['hangs up', at(DISCOVERY, (response) => void response.destroy()), 502],
    ['answers with an error', at(DISCOVERY, (response) => json(response, {}, 500)), 502],
    ['answers no JSON', at(DISCOVERY, (response) => json(response, '<html>')), 502],
    [
      'answers half a body and stops',
      at(
        DISCOVERY,
        (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"issuer":'),
      ),
      504,
    ],
    ['answers without metadata', at(DISCOVERY, (response) => json(response, [])), 502],
    [
      'is another issuer',
      at(DISCOVERY, (response) =>
        json(response, { issuer: 'https://elsewhere.example', authorization_endpoint: 'https://elsewhere.example/a' }),
      ),
      502,
    ],
    [
      'has no web page to sign in on',
      at(DISCOVERY, (response) =>
        json(response, { issuer: fixture.provider.issuer, authorization_endpoint: 'javascript:alert(1)' }),
      ),
      502,
    ],
    [
      'redirects to another origin',
      at(DISCOVERY, (response) => void response.writeHead(302, { location: 'https://elsewhere.example' }).end()),
      502,
    ],
  ])(
    'at a provider that %s ends on a page, and works once the provider does',
    async (_, fault, status) => {
      const before = await kept();
      fixture.provider.break(fault);
      const there = fixture.browser();
      expect(await there.start('/runs')).toMatchObject({
        status,
        location: undefined,
        setCookie: '',
        text: expect.stringContaining('/auth/oidc/start?returnTo=%2Fruns'),
      });
      expect(await kept()).toEqual(before);
      expect(lines).toEqual([expect.stringContaining('the OpenID provider failed')]);

      fixture.provider.break(undefined);
      expect((await there.comeBack(await there.out())).setCookie).toContain('assay_session=');
    },
    60_000,
  );

  test("reads the provider's metadata only once", async () => {
    await fixture.browser().start();
    await fixture.browser().start();
    expect(fixture.provider.asked.filter((path) => path === DISCOVERY)).toHaveLength(1);
  });

  test('at a provider that is down ends on a page', async () => {
    await fixture.provider.stop();
    expect(await fixture.browser().start()).toMatchObject({
      status: 502,
      text: expect.stringContaining('cannot be reached'),
    });
  });
});

describe('the callback', () => {
  beforeAll(open);
  afterEach(() => fixture.provider.break(undefined));
  afterAll(() => fixture.stop());

  const comeBackWith = async (fault: ProviderFault | undefined, change: () => void = () => undefined) => {
    const there = fixture.browser();
    const back = await there.out();
    change();
    fixture.provider.break(fault);
    return there.comeBack(back);
  };

  test.each<[string, ProviderFault, number]>([
    ['no token in time', at('/token', never), 504],
    ['no token at all', at('/token', (response) => void response.destroy()), 502],
    ['no JSON for a token', at('/token', (response) => json(response, 'sorry')), 502],
    [
      'a token without an ID token',
      at('/token', (response) => json(response, { access_token: 'a', token_type: 'Bearer' })),
      502,
    ],
    [
      'a malformed ID token',
      at('/token', (response) => json(response, { access_token: 'a', token_type: 'Bearer', id_token: 'a.b.c' })),
      502,
    ],
    [
      'an unsigned ID token',
      at('/token', (response) => json(response, { access_token: 'a', token_type: 'Bearer', id_token: unsigned() })),
      502,
    ],
    [
      'a refusal of the client secret',
      at('/token', (response) => json(response, { error: 'invalid_client' }, 401)),
      502,
    ],
    ['no keys', at('/jwks', (response) => json(response, {}, 500)), 502],
    ['no key with the id in the token', at('/jwks', (response) => json(response, { keys: [] })), 502],
    ['a key that did not sign the token', at('/jwks', (response) => json(response, { keys: [FALSE_KEY] })), 502],
    ['nothing about the person', at('/me', (response) => json(response, {}, 500)), 502],
    [
      'something about another person',
      at('/me', (response) => json(response, { sub: 'alice', email: 'ada@acme.example', email_verified: true })),
      502,
    ],
    ['malformed groups', at('/me', (response) => json(response, { ...bob, groups: { admins: true } })), 502],
    ['an address with a NUL', at('/me', (response) => json(response, { ...bob, email: 'b\0@acme.example' })), 502],
  ])(
    'that gets %s ends on a page and leaves nothing',
    async (_, fault, status) => {
      const before = await kept();
      expect(await comeBackWith(fault)).toMatchObject({
        status,
        location: undefined,
        setCookie: '',
        text: expect.stringContaining('Try again'),
      });
      expect(await kept()).toEqual(before);
      expect(lines).toEqual([expect.stringContaining('the OpenID provider failed')]);
    },
    60_000,
  );

  test.each<[string, Record<string, unknown>]>([
    ['a forged error', { error: 'server_error', code: undefined }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['a forged code', { code: 'made up' }],
  ])('with %s neither alarms the operator nor reads the metadata again', async (_, change) => {
    await fixture.browser().start();
    const asked = () => fixture.provider.asked.filter((path) => path === DISCOVERY).length;
    const before = asked();
    const there = fixture.browser();
    expect(await there.comeBack(await there.out(), change)).toMatchObject({ location: undefined, setCookie: '' });
    await fixture.browser().start();
    expect(asked()).toBe(before);
    expect(lines).toEqual([expect.stringMatching(/"level":30.*a browser came back/)]);
  });

  test.each([
    { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example/x' } } },
    { hasgroups: true },
  ])('groups that are only referenced take no roles: %j', async (overage) => {
    fixture.settings.groupRoles = [{ group: 'staff', role: 'admin' }];
    await fixture.signIn({ ...bob, groups: ['staff'] });
    const before = await kept();
    lines.length = 0;
    expect(await comeBackWith(at('/me', (response) => json(response, { ...bob, ...overage })))).toMatchObject({
      status: 502,
      setCookie: '',
    });
    expect([await kept(), await fixture.rolesOf(bob.email)]).toEqual([before, { Acme: 'admin' }]);
    expect(lines).toEqual([expect.stringContaining('the provider left the groups out')]);
    fixture.settings.groupRoles = [];
  });

  const unsigned = () =>
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ iss: fixture.provider.issuer, sub: 'ada', aud: 'assay', iat: 1, exp: 9_999_999_999 })).toString('base64url')}.`;

  test('clocks may differ by a minute at most', async () => {
    fixture.provider.setExpiry(-45);
    expect((await comeBackWith(undefined)).setCookie).toContain('assay_session=');
    fixture.provider.setExpiry(-90);
    expect(await comeBackWith(undefined)).toMatchObject({ status: 502, setCookie: '' });
    fixture.provider.setExpiry(undefined);
  });

  test('the provider may change its keys at any time', async () => {
    expect((await comeBackWith(undefined)).setCookie).toContain('assay_session=');
    expect((await comeBackWith(undefined, fixture.provider.rotateKeys)).setCookie).toContain('assay_session=');
  });

  test('neither the log nor the page of a failure has exchanged data', async () => {
    const there = fixture.browser();
    const back = await there.out();
    fixture.provider.break(
      at('/token', (response) => json(response, { error: 'invalid_request', error_description: 'the code is x' }, 400)),
    );
    const { text } = await there.comeBack(back);
    const { code, state } = Object.fromEntries(back.searchParams);
    for (const secret of [code!, state!, fixture.settings.clientSecret])
      expect(`${lines.join('')}${text}`).not.toContain(secret);
    expect(lines.join('')).toContain('invalid_request');
  });
});
