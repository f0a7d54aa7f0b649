import { freePort } from '@assay/postgres/free-port';
import { OPENID_CLIENT, startOpenIdProvider, type TestOpenIdProvider } from '@assay/testkit/identity/openid-provider';
import { startInstallation, type Installation } from '../support/installation.ts';

let [assay, provider]: [Installation, TestOpenIdProvider] = [undefined!, undefined!];

beforeAll(async () => {
  const port = await freePort();
  provider = await startOpenIdProvider({ redirectUri: `http://127.0.0.1:${port}/auth/oidc/callback` });
  assay = await startInstallation({
    PORT: String(port),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OPENID_CLIENT.client_id,
    OIDC_CLIENT_SECRET: OPENID_CLIENT.client_secret,
    OIDC_NAME: 'Acme ID',
    OIDC_SCOPES: 'openid email profile groups',
    OIDC_GROUP_ROLES: JSON.stringify({ ops: { role: 'admin' } }),
  });
}, 120_000);
afterAll(async () => {
  await assay.stop();
  await provider.stop();
});

/** Sends a browser to an address of the installation, with its cookies. */
async function go(url: string | URL, cookie = '') {
  const response = await fetch(new URL(url, assay.url), { redirect: 'manual', headers: { ...(cookie && { cookie }) } });
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get('location'),
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
    text: await response.text(),
  };
}

test('the sign-in page offers the provider', async () => {
  expect(JSON.parse((await go('/auth/methods')).text)).toMatchObject({ oidc: { name: 'Acme ID' } });
});

test('a person of the provider signs in with the roles of their groups, and the session works', async () => {
  provider.is({ sub: 'bob', email: 'bob@acme.example', email_verified: true, name: 'Bob', groups: ['ops'] });
  const out = await go('/auth/oidc/start?returnTo=%2Fdocs');
  expect(out).toMatchObject({ status: 302, text: '' });
  expect(out.headers.get('cache-control')).toBe('no-store');

  const back = await go(await provider.browse(out.location!), out.cookie);
  expect(back).toMatchObject({
    status: 302,
    location: '/docs',
    text: '',
    cookie: expect.stringMatching(/^assay_session=/),
  });

  const me = await go('/api/v1/me', back.cookie);
  expect([me.status, JSON.parse(me.text)]).toEqual([
    200,
    expect.objectContaining({ email: 'bob@acme.example', name: 'Bob' }),
  ]);
  const [{ role }] = (await assay.sql<{ role: string }>(
    `select m.role from catalog.memberships m join catalog.users on id = user_id where email = 'bob@acme.example'`,
  )) as [{ role: string }];
  expect(role).toBe('admin');
});

test('the way back in another browser fails on a page without assets, and stays open', async () => {
  provider.is({ sub: 'bob', email: 'bob@acme.example', email_verified: true, groups: ['ops'] });
  const out = await go('/auth/oidc/start');
  const back = await provider.browse(out.location!);
  const elsewhere = await go(back);
  expect(elsewhere).toMatchObject({
    status: 400,
    location: null,
    text: expect.stringContaining('This sign-in is over'),
  });
  expect(elsewhere.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(elsewhere.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await go(back, out.cookie)).status).toBe(302);
});

test('a person without access gets a page with the reason', async () => {
  provider.is({ sub: 'eve', email: 'eve@acme.example', email_verified: true, groups: [] });
  const out = await go('/auth/oidc/start');
  expect(await go(await provider.browse(out.location!), out.cookie)).toMatchObject({
    status: 403,
    text: expect.stringContaining('No access'),
  });
});

test('a provider that fails on the way back leads to a page with the reason', async () => {
  provider.is({ sub: 'bob', email: 'bob@acme.example', email_verified: true, groups: ['ops'] });
  const out = await go('/auth/oidc/start');
  const back = await provider.browse(out.location!);
  provider.break((_request, response) => void response.destroy());
  const failed = await go(back, out.cookie);
  provider.break(undefined);
  expect(failed).toMatchObject({ status: 502, location: null, text: expect.stringContaining('cannot be reached') });
});
