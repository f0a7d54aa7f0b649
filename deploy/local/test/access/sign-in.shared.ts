import type { CurrentSession } from '@assay/contract/areas/sessions/documents';
import { given } from '@assay/contract/given';
import { waitUntil } from '@assay/testkit/until';
import { decidedStatusAfterBound } from './access-decision.ts';
import { ownerEmail as email, ownerPassword as password } from '../support/installation.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
beforeAll(async () => {
  installation = await sharedInstallation();
});

/** A request as a browser sends it, with its origin headers. */
async function send(
  method: string,
  path: string,
  {
    cookie,
    form,
    json,
    headers = {},
  }: { cookie?: string; form?: Record<string, string>; json?: object; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${installation.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...given({ cookie }),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form ? { body: new URLSearchParams(form) } : json && { body: JSON.stringify(json) }),
  });
  const kept = response.headers.getSetCookie().find((each) => each.startsWith('assay_session='));
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    cookie: kept?.split(';')[0],
    kept,
  };
}

async function signIn(cookie?: string) {
  const answer = await send('POST', '/auth/sign-in', {
    json: { email, password },
    ...given({ cookie }),
  });
  return { cookie: answer.cookie!, session: JSON.parse(answer.text) as CurrentSession };
}

const own = () => ({ origin: installation.url });
const alive = async (cookie: string) => (await send('GET', '/auth/session', { cookie })).status === 200;

test('a person signs in on the page without a script, and is led on with a cookie', async () => {
  const page = await send('GET', '/auth/sign-in?returnTo=/docs');
  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  const action = /action="([^"]+)"/.exec(page.text)![1]!;
  const { status, headers, cookie, kept } = await send('POST', action, {
    form: { email, password, returnTo: /name="returnTo" value="([^"]*)"/.exec(page.text)![1]! },
    headers: own(),
  });
  expect([status, headers.get('location')]).toEqual([303, '/docs']);
  expect(kept).toMatch(/; HttpOnly; SameSite=Lax$/);
  expect(await alive(cookie!)).toBe(true);
  expect((await send('GET', '/api/v1/me', { cookie: cookie! })).text).toContain(email);
});

test('a request without a session, or with the cookie of another person, is not signed in', async () => {
  for (const cookie of [undefined, 'assay_session=', `assay_session=${'x'.repeat(43)}`, 'assay_connection=x']) {
    expect((await send('GET', '/auth/session', cookie === undefined ? {} : { cookie })).status).toBe(401);
  }
});

test.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])('a form of %s does not sign in', async (origin) => {
  const answer = await send('POST', '/auth/sign-in/form', { form: { email, password }, headers: { origin } });
  expect([answer.status, answer.cookie]).toEqual([403, undefined]);
});

test("a cookie alone writes nothing: each write needs the session's CSRF token", async () => {
  const [one, two] = [await signIn(), await signIn()];
  for (const token of [undefined, '', 'x', two.session.csrfToken]) {
    const headers = token === undefined ? {} : { 'x-csrf-token': token };
    for (const [method, path, json] of [
      ['POST', '/auth/sign-out', {}],
      ['PUT', '/auth/password', { current: password, next: password }],
      ['POST', '/api/v1/projects', { name: 'x' }],
    ] as const) {
      expect((await send(method, path, { cookie: one.cookie, json, headers })).status).toBe(403);
    }
  }
  expect(await alive(one.cookie)).toBe(true);
});

test('sign-in replaces a session that was planted in the browser', async () => {
  const planted = `assay_session=${'p'.repeat(43)}`;
  const { cookie } = await signIn(planted);
  expect([cookie === planted, await alive(planted), await alive(cookie)]).toEqual([false, false, true]);
});

test('signing out, ending it elsewhere and a new password end a session within a second', async () => {
  const [out, ended, other, mine] = [await signIn(), await signIn(), await signIn(), await signIn()];
  const headers = { 'x-csrf-token': mine.session.csrfToken };
  const dies = async ({ cookie }: { cookie: string }, end: () => Promise<{ status: number }>) => {
    expect(await alive(cookie)).toBe(true);
    expect((await end()).status).toBe(200);
    const endedAt = performance.now();
    const doors = ['/auth/session', '/api/v1/me'].map(
      (path) => async () => (await send('GET', path, { cookie })).status,
    );
    expect(await Promise.all(doors.map((ask) => decidedStatusAfterBound(endedAt, ask)))).toEqual([401, 401]);
  };
  await dies(out, () =>
    send('POST', '/auth/sign-out', { cookie: out.cookie, headers: { 'x-csrf-token': out.session.csrfToken } }),
  );
  await dies(ended, () => send('DELETE', `/auth/sessions/${ended.session.id}`, { cookie: mine.cookie, headers }));
  let changed = mine;
  await dies(other, async () => {
    const answer = await send('PUT', '/auth/password', {
      cookie: mine.cookie,
      headers,
      json: { current: password, next: password },
    });
    changed = { ...mine, cookie: answer.cookie! };
    return answer;
  });
  await waitUntil(async () => !(await alive(mine.cookie)));
  expect(await alive(changed.cookie)).toBe(true);
});

test('an invited person makes an account on the page, and is signed in', async () => {
  const { cookie, session } = await signIn();
  const made = await send('POST', `/api/v1/organizations/${session.organizationId}/invitations`, {
    cookie,
    json: { email: 'grace@acme.example', role: 'member' },
    headers: { 'x-csrf-token': session.csrfToken },
  });
  const { url } = JSON.parse(made.text) as { url: string };
  const path = url.slice(installation.url.length);
  expect((await send('GET', path)).text).toContain('At least 12 characters');
  expect(
    (await send('POST', path, { form: { name: 'Grace', password }, headers: { origin: 'https://evil.example' } }))
      .status,
  ).toBe(403);
  const joined = await send('POST', path, { form: { name: 'Grace', password }, headers: own() });
  expect([joined.status, joined.headers.get('location')]).toEqual([303, '/']);
  expect((await send('GET', '/api/v1/me', { cookie: joined.cookie! })).text).toContain('grace@acme.example');
  expect((await send('GET', path)).status).toBe(404);
});
